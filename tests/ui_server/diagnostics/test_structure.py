from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
One = Callable[[list[Diagnostic], str], Diagnostic]

PLACE = "/1/updateComponents/components/0"


@pytest.mark.parametrize(
    ("written", "mended"),
    [
        ("Hello ${/user/name}", '{"call":"formatString","args":{"value":"Hello ${/user/name}"}}'),
        ("${/user/name}", '{"path":"/user/name"}'),
        ("Hello {{user.name}}!", '{"call":"formatString","args":{"value":"Hello ${/user/name}!"}}'),
    ],
)
def test_interpolation_in_plain_text_is_shown_as_it_stands(
    written: str, mended: str, check: Check, screen: Screen, one: One
) -> None:
    fault = one(check(screen({"id": "root", "component": "Text", "text": written})), "raw_interpolation")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/text")
    assert mended in fault.hint


def test_v08_has_no_functions_to_interpolate_with(check: Check, old_screen: Screen, one: One) -> None:
    body: Json = {"Text": {"text": {"literalString": "Hello ${/user/name}"}}}
    fault = one(check(old_screen({"id": "root", "component": body})), "raw_interpolation")
    assert fault.pointer == "/0/surfaceUpdate/components/0/component/Text/text"
    assert "no functions" in fault.hint


@pytest.mark.parametrize("plain", ["It costs $5 {net}", "a {b} c", "{{ }}", "$ {x}", "${"])
def test_dollars_and_braces_in_ordinary_text_are_no_fault(plain: str, check: Check, screen: Screen) -> None:
    assert check(screen({"id": "root", "component": "Text", "text": plain})) == []


def test_interpolation_inside_formatted_text_is_as_it_should_be(check: Check, screen: Screen) -> None:
    call: Json = {"call": "formatString", "args": {"value": "Hi ${/name}"}}
    assert check(screen({"id": "root", "component": "Text", "text": call}, data={"name": "A"})) == []


@pytest.mark.parametrize("kind", ["TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput"])
def test_an_input_whose_value_is_not_bound_is_told(kind: str, check: Check, screen: Screen, one: One) -> None:
    values: dict[str, Json] = {"CheckBox": True, "ChoicePicker": ["a"], "Slider": 1}
    component: Json = {
        "id": "root",
        "component": kind,
        "value": values.get(kind, "x"),
        **({"label": "L"} if kind in ("TextField", "CheckBox") else {}),
        **({"max": 9} if kind == "Slider" else {}),
        **({"options": [{"label": "A", "value": "a"}]} if kind == "ChoicePicker" else {}),
    }
    fault = one(check(screen(component)), "unbound_input")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/value")
    assert '"value": {"path":"/root"}' in fault.hint


def test_an_input_without_a_value_is_told_at_itself_and_v08_by_its_own_names(
    check: Check, screen: Screen, old_screen: Screen, one: One
) -> None:
    fault = one(check(screen({"id": "root", "component": "TextField", "label": "L"})), "unbound_input")
    assert fault.pointer == PLACE
    literal: Json = {"TextField": {"label": {"literalString": "L"}, "text": {"literalString": "x"}}}
    fault = one(check(old_screen({"id": "root", "component": literal})), "unbound_input")
    assert fault.pointer == "/0/surfaceUpdate/components/0/component/TextField/text"
    assert '"text": {"path":"/root"}' in fault.hint
    fault = one(check(old_screen({"id": "root", "component": {"TextField": {"label": {"literalString": "L"}}}})),
                "unbound_input")  # fmt: skip
    assert fault.pointer == "/0/surfaceUpdate/components/0"


def test_a_choice_without_options_is_told(check: Check, screen: Screen) -> None:
    found = check(screen({"id": "root", "component": "ChoicePicker", "value": {"path": "/v"}, "options": []}))
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [
        ("no_options", "warning", f"{PLACE}/options")
    ]


@pytest.mark.parametrize(("least", "most", "told"), [(0, 10, 0), (10, 10, 1), (20, 10, 1), (None, 0, 1), (-5, 0, 0)])
def test_a_slider_needs_a_range(least: Json, most: Json, told: int, check: Check, screen: Screen) -> None:
    bounds: dict[str, Json] = {"max": most} if least is None else {"min": least, "max": most}
    found = check(screen({"id": "root", "component": "Slider", "value": {"path": "/v"}, **bounds}))
    assert [(fault.code, fault.pointer) for fault in found] == [("reversed_range", f"{PLACE}/max")] * told


@pytest.mark.parametrize(
    ("pattern", "code", "severity"),
    [("([unclosed", "invalid_pattern", "error"), ("(a+)+b", "costly_pattern", "warning")],
)
def test_a_pattern_is_judged_in_checks_and_in_a_fields_own(
    pattern: str, code: str, severity: str, check: Check, screen: Screen
) -> None:
    call: Json = {"call": "regex", "args": {"value": {"path": "/c"}, "pattern": pattern}}
    field: dict[str, Json] = {"id": "root", "component": "TextField", "label": "L", "value": {"path": "/c"}}
    checked: Json = {**field, "checks": [{"condition": {"call": "not", "args": {"value": call}}, "message": "m"}]}
    found = check(screen(checked))
    place = f"{PLACE}/checks/0/condition/args/value/args/pattern"
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [(code, severity, place)]
    found = check(screen({**field, "validationRegexp": pattern}))
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [
        (code, severity, f"{PLACE}/validationRegexp")
    ]


def test_a_check_that_no_value_can_pass_is_told(check: Check, screen: Screen) -> None:
    call: Json = {"call": "length", "args": {"value": {"path": "/c"}, "min": 9, "max": 3}}
    rule: Json = {"condition": call, "message": "m"}
    component: Json = {"id": "root", "component": "TextField", "label": "L", "value": {"path": "/c"}, "checks": [rule]}
    found = check(screen(component))
    assert [(fault.code, fault.pointer) for fault in found] == [
        ("reversed_range", f"{PLACE}/checks/0/condition/args/max")
    ]


def test_judging_a_surface_leaves_the_payload_alone(check: Check, screen: Screen) -> None:
    messages = screen({"id": "root", "component": "Text", "text": "${/a}"}, data={"a": [1, {"b": 2}]})
    before = copy.deepcopy(messages)
    check(messages)
    assert messages == before


def test_a_typical_answer_has_fewer_than_150_words(check: Check, screen: Screen) -> None:
    root: Json = {"id": "root", "component": "Column", "children": ["t", "f", "b", "gone"]}
    title: Json = {"id": "t", "component": "Text", "text": "Hi ${/name}", "usageHint": "h1"}
    button: Json = {"id": "b", "component": "Button", "label": "Send", "action": {"name": "send"}}
    found = check(screen(root, title, {"id": "f", "component": "TextField", "label": "Mail", "value": ""}, button))
    words = " ".join(f"{fault.message} {fault.hint}" for fault in found).split()
    assert 3 <= len(found) <= 8
    assert len(words) < 150


@pytest.mark.parametrize(
    ("written", "path"), [("/user/name", "/user/name"), ("$.user.name", "/user/name"), ("/days/0", "/days/0")]
)
def test_a_path_in_plain_text_is_told_when_there_is_data_at_it(
    written: str, path: str, check: Check, screen: Screen, one: One
) -> None:
    data: Json = {"user": {"name": "Ann"}, "days": ["Monday"]}
    fault = one(check(screen({"id": "root", "component": "Text", "text": written}, data=data)), "plain_path")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/text")
    assert f'{{"path":"{path}"}}' in fault.hint


@pytest.mark.parametrize("plain", ["/", "/help", "and/or", "$.50", "/user/name is shown here", "7/8"])
def test_a_text_that_is_no_path_to_data_is_no_fault(plain: str, check: Check, screen: Screen) -> None:
    found = check(screen({"id": "root", "component": "Text", "text": plain}, data={"user": {"name": "Ann"}, "or": 1}))
    assert found == []


def test_a_check_that_reads_no_data_is_told_and_one_that_is_simply_false_is_not(check: Check, screen: Screen) -> None:
    field: dict[str, Json] = {"id": "root", "component": "TextField", "label": "L", "value": {"path": "/name"}}
    constant: Json = {"call": "not", "args": {"value": {"call": "required", "args": {"value": "name"}}}}
    found = check(screen({**field, "checks": [{"condition": constant, "message": "m"}]}))
    assert [(fault.code, fault.pointer) for fault in found] == [("constant_check", f"{PLACE}/checks/0/condition")]
    assert '{"path":"/name"}' in found[0].hint
    reading: Json = {"call": "required", "args": {"value": {"call": "formatString", "args": {"value": "${/name}"}}}}
    bound: Json = {"path": "/name"}
    for condition in (reading, False, bound):
        rule: Json = {"condition": condition, "message": "m"}
        assert check(screen({**field, "checks": [rule]})) == []
