from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
One = Callable[[list[Diagnostic], str], Diagnostic]

PLACE = "/1/updateComponents/components/0"
OPTIONS: Json = [{"label": "Small", "value": "s"}, {"label": "Medium", "value": "m"}]
PICKER: dict[str, Json] = {"component": "ChoicePicker", "options": OPTIONS}
SLIDER: dict[str, Json] = {"component": "Slider", "min": 1, "max": 9}
DAY: dict[str, Json] = {"component": "DateTimeInput", "enableDate": True}
HOUR: dict[str, Json] = {"component": "DateTimeInput", "enableTime": True}
BOX: dict[str, Json] = {"component": "CheckBox", "label": "L"}
FIELD: dict[str, Json] = {"component": "TextField", "label": "L"}


def bound(control: dict[str, Json]) -> Json:
    return {"id": "root", **control, "value": {"path": "/v"}}


@pytest.mark.parametrize(
    ("control", "value", "remedy"),
    [
        (PICKER, ["x"], "Offered: s, m."),
        (PICKER, "x", "Offered: s, m."),
        (PICKER, ["s", "Medium"], 'Write "m".'),
        (PICKER, [3], "Offered: s, m."),
        (SLIDER, 10, "from 1 to 9"),
        (SLIDER, "5", "from 1 to 9"),
        (SLIDER, True, "from 1 to 9"),
        (DAY, "01/31/2026", '"2026-01-31"'),
        (DAY, "10:30", '"2026-01-31"'),
        (DAY, 1773957900000, '"2026-01-31"'),
        (HOUR, "2026-01-31", '"09:30"'),
        ({**DAY, "max": "2026-01-31"}, "2026-02-01", "to 2026-01-31"),
        (BOX, "true", "Write true or false."),
        (BOX, 1, "Write true or false."),
        (FIELD, {"first": "Ann"}, "Bind it to a text."),
    ],
)
def test_a_value_that_its_control_drops_is_told(
    control: dict[str, Json], value: Json, remedy: str, check: Check, screen: Screen, one: One
) -> None:
    fault = one(check(screen(bound(control), data={"v": value})), "unshown_value")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/value")
    assert remedy in fault.hint


@pytest.mark.parametrize(
    ("control", "value"),
    [
        *((control, None) for control in (PICKER, SLIDER, DAY, BOX, FIELD)),
        *((control, "") for control in (PICKER, DAY, FIELD)),
        (PICKER, []),
        (PICKER, ["m"]),
        (PICKER, "m"),
        (SLIDER, 1),
        (SLIDER, 8.5),
        (DAY, "2026-01-31"),
        (DAY, "2026-01-31T10:30:00Z"),
        (HOUR, "2026-01-31T10:30:00Z"),
        (HOUR, "10:30"),
        (BOX, False),
        (FIELD, 5),
        (FIELD, "x"),
    ],
)
def test_a_value_that_is_shown_or_has_not_come_yet_is_no_fault(
    control: dict[str, Json], value: Json, check: Check, screen: Screen
) -> None:
    assert check(screen(bound(control), data={"v": value})) == []


def test_a_value_in_a_row_is_judged_once_for_the_control(check: Check, screen: Screen, one: One) -> None:
    rows: Json = {"id": "root", "component": "List", "children": {"path": "/rows", "componentId": "day"}}
    day: Json = {"id": "day", **DAY, "value": {"path": "day"}}
    fault = one(check(screen(rows, day, data={"rows": [{"day": "2026-01-31"}, {"day": "soon"}, {"day": "later"}]})),
                "unshown_value")  # fmt: skip
    assert fault.got == '"soon"'


def test_a_literal_value_is_judged_as_well(check: Check, screen: Screen) -> None:
    found = check(screen({"id": "root", **DAY, "value": "tomorrow"}))
    assert {fault.code for fault in found} == {"unshown_value", "unbound_input"}


def test_options_of_one_value_are_told_and_the_ends_of_a_date_the_wrong_way_round(check: Check, screen: Screen) -> None:
    twice: Json = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}, {"label": "C", "value": "a"}]
    found = check(screen({"id": "root", "component": "ChoicePicker", "options": twice, "value": {"path": "/v"}}))
    assert [(fault.code, fault.pointer) for fault in found] == [("duplicate_option", f"{PLACE}/options/2/value")]
    reversed_ends: Json = {"id": "root", **DAY, "min": "2026-05-01", "max": "2026-01-01", "value": {"path": "/v"}}
    found = check(screen(reversed_ends, data={"v": "2026-03-01"}))
    assert [(fault.code, fault.pointer) for fault in found] == [("reversed_range", f"{PLACE}/max")]
