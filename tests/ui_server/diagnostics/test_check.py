from __future__ import annotations

from ui_server.diagnostics.check import MAX_DIAGNOSTICS, limit
from ui_server.diagnostics.diagnostic import LONGEST, Diagnostic, Severity


def fault(number: int, severity: Severity = "warning", code: str = "orphan") -> Diagnostic:
    return Diagnostic(severity=severity, code=code, message="m.", pointer=f"/{number}")


def test_a_few_are_told_as_they_are() -> None:
    few = [fault(number) for number in range(MAX_DIAGNOSTICS)]
    assert limit(few) == few


def test_the_same_fault_is_told_once() -> None:
    assert limit([fault(1), fault(2), fault(1)]) == [fault(1), fault(2)]
    assert len(limit([fault(1), fault(1, code="cycle")])) == 2


def test_of_too_many_the_gravest_are_told_in_their_order_and_the_rest_counted() -> None:
    notes = [fault(number, "info") for number in range(15)]
    errors = [fault(number, "error", "cycle") for number in range(20, 30)]
    told = limit([*notes, *errors])
    assert [each.pointer for each in told[:10]] == [f"/{number}" for number in range(10)]
    assert told[10:20] == errors
    assert (told[20].code, told[20].severity) == ("more_diagnostics", "info")
    assert "5 notes" in told[20].message


def test_errors_that_are_left_out_are_counted_as_such() -> None:
    told = limit([fault(number, "error", "cycle") for number in range(25)])
    assert "5 errors" in told[-1].message


def test_no_field_grows_with_what_an_agent_writes_save_for_the_pointer() -> None:
    long = "x" * 20_000
    told = Diagnostic(severity="error", code="cycle", message=long, hint=long, expected=long, got=long, pointer=long)
    for name, most in LONGEST.items():
        assert len(getattr(told, name)) == most
        assert getattr(told, name).endswith("…")
    assert told.pointer == long
