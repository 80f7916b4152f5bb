from __future__ import annotations

from dataclasses import replace

import pytest

from tests.ui_server.test_values import element
from ui_server.errors import MOST_LISTED, ActRefused, BadStep, NotOperable, StaleScreen, UnknownElement, ValueRefused


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (UnknownElement, "unknown_element"),
        (NotOperable, "not_operable"),
        (ValueRefused, "value_refused"),
        (StaleScreen, "stale_screen"),
        (BadStep, "bad_step"),
    ],
)
def test_each_refusal_has_its_code_and_is_the_users_to_answer(kind: type[ActRefused], code: str) -> None:
    refusal = kind("No.")
    assert (refusal.code, refusal.owner, str(refusal)) == (code, "user", "No.")
    assert isinstance(refusal, ActRefused)


def test_a_refusal_may_have_a_code_of_its_own() -> None:
    assert NotOperable("No.", code="covered").code == "covered"
    assert NotOperable("No.").code == "not_operable"


def test_a_refusal_lists_what_can_be_done_instead() -> None:
    listed = [
        replace(element("a", "Button", "button"), name="Save"),
        replace(element("b", "Button", "button"), enabled=False),
        replace(element("c", "Button", "button"), covered_by="backdrop"),
    ]
    refusal = UnknownElement("No 'x'.", element_id="x", hint="Look.", got="x", possible=listed)
    assert refusal.to_json() == {
        "code": "unknown_element",
        "message": "No 'x'.",
        "hint": "Look.",
        "element_id": "x",
        "expected": "",
        "got": "x",
        "possible": [{"element_id": "a", "role": "button", "name": "Save"}],
    }


def test_a_long_list_is_cut_for_the_reader() -> None:
    many = [element(f"b{number}", "Button", "button") for number in range(MOST_LISTED + 10)]
    refusal = UnknownElement("No.", possible=many)
    assert len(refusal.possible) == MOST_LISTED + 10
    assert len(refusal.to_json()["possible"]) == MOST_LISTED
