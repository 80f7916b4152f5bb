from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.diagnostics.calls import meant_pattern
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
One = Callable[[list[Diagnostic], str], Diagnostic]

PLACE = "/1/updateComponents/components/0"
DATA: Json = {"day": "2026-03-20", "n": 2, "name": "Ann"}


def words(template: str) -> Json:
    return {"id": "root", "component": "Text", "text": {"call": "formatString", "args": {"value": template}}}


@pytest.mark.parametrize(
    ("template", "remedy"),
    [
        ("On ${formatDate(${/day}, 'yyyy')}", "Name the arguments"),
        ("Hi ${/name", "Close each ${"),
        ("${/n * 2} things", "no operators"),
    ],
)
def test_a_template_that_cannot_be_read_is_told_before_anything_is_shown(
    template: str, remedy: str, check: Check, screen: Screen, one: One
) -> None:
    fault = one(check(screen(words(template), data=DATA)), "unevaluable")
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/text/args/value")
    assert remedy in fault.hint


@pytest.mark.parametrize(
    ("call", "code", "remedy"),
    [
        ("upper(value: /name)", "unknown_function", "Known: required"),
        ("concat(a: /name)", "unknown_function", "Use formatString"),
        ("formatDate(value: /day)", "missing_property", "${formatDate(value: …, format: …)}"),
        ("formatDate(value: /day, format: 'yyyy', zone: 'UTC')", "unknown_property", "It takes: value, format"),
        ("formatDate(value: /day, format: 'YYYY')", "date_pattern", '"yyyy"'),
        ("regex(value: /name, pattern: '(a+)+')", "costly_pattern", "Repeat only once"),
        ("pluralize(value: /n, other: formatDate(value: /day))", "missing_property", "formatDate"),
    ],
)
def test_a_call_inside_a_template_is_judged_where_the_template_stands(
    call: str, code: str, remedy: str, check: Check, screen: Screen, one: One
) -> None:
    fault = one(check(screen(words(f"It is ${{{call}}}."), data=DATA)), code)
    assert (fault.severity, fault.pointer) == ("warning", f"{PLACE}/text/args/value")
    assert remedy in fault.hint.replace("join text use formatString", "Use formatString")


@pytest.mark.parametrize(
    "template",
    [
        "",
        "Plain $ and { and }",
        "Hi ${/name}, ${formatDate(value: ${/day}, format: 'd MMM')}",
        "${pluralize(value: /n, one: 'one', other: 'many')}",
        "\\${/name",
    ],
)
def test_a_sound_template_is_no_fault(template: str, check: Check, screen: Screen) -> None:
    assert check(screen(words(template), data=DATA)) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("YYYY-MM-DD", "yyyy-MM-dd"),
        ("DD.MM.YYYY", "dd.MM.yyyy"),
        ("yyyy-mm-dd", "yyyy-MM-dd"),
        ("HH:MM", "HH:mm"),
        ("hh:mm A", "hh:mm a"),
        ("dddd, d MMMM", "EEEE, d MMMM"),
        ("yyyy 'YYYY' DD", "yyyy 'YYYY' dd"),
        ("%Y-%m-%d %H:%M", "yyyy-MM-dd HH:mm"),
        ("%B %d", "MMMM dd"),
        ("long", "MMMM d, yyyy"),
        ("PPP", "MMMM d, yyyy"),
        ("MMM d at h:mm a", "MMM d 'at' h:mm a"),
        ("d de MMMM de yyyy", "d 'de' MMMM 'de' yyyy"),
    ],
)
def test_letters_of_other_date_libraries_are_told_with_the_right_ones(
    written: str, meant: str, check: Check, screen: Screen, one: One
) -> None:
    call: Json = {"call": "formatDate", "args": {"value": {"path": "/day"}, "format": written}}
    fault = one(check(screen({"id": "root", "component": "Text", "text": call}, data=DATA)), "date_pattern")
    assert (fault.pointer, fault.expected) == (f"{PLACE}/text/args/format", meant)


@pytest.mark.parametrize(
    "sound",
    [
        "yyyy-MM-dd",
        "EEEE, d MMMM",
        "h:mm a",
        "HH:mm:ss",
        "mm:ss",
        "MMM dd, yyyy 'at' HH:mm",
        "'Day' d",
        "YYYY-'W'ww",
        "ISO",
        "",
    ],
)
def test_a_pattern_of_the_protocol_is_left_alone(sound: str) -> None:
    assert meant_pattern(sound) == (sound, [])


@pytest.mark.parametrize(("code", "told"), [("USD", 0), ("eur", 0), ("$", 1), ("Euro", 1), ("", 1)])
def test_what_is_no_code_of_a_currency_is_told(code: str, told: int, check: Check, screen: Screen) -> None:
    call: Json = {"call": "formatCurrency", "args": {"value": 5, "currency": code}}
    found = check(screen({"id": "root", "component": "Text", "text": call}))
    assert [(fault.code, fault.pointer) for fault in found] == [("bad_format", f"{PLACE}/text/args/currency")] * told


def test_interpolation_in_an_argument_that_is_taken_as_it_is_is_told(check: Check, screen: Screen, one: One) -> None:
    call: Json = {"call": "pluralize", "args": {"value": {"path": "/n"}, "one": "1 item", "other": "${/n} items"}}
    fault = one(check(screen({"id": "root", "component": "Text", "text": call}, data=DATA)), "raw_interpolation")
    assert fault.pointer == f"{PLACE}/text/args/other"
    assert '{"call":"formatString","args":{"value":"${/n} items"}}' in fault.hint


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("javascript:alert(1)", True),
        ("data:text/html,x", True),
        ("FILE:///etc/passwd", True),
        ("https://example.org", False),
        ("MAILTO:ann@example.org", False),
        ("tel:+4712345678", False),
    ],
)
def test_an_address_that_no_client_opens_is_told(url: str, told: bool, check: Check, screen: Screen) -> None:
    call: Json = {"call": "openUrl", "args": {"url": url}}
    button: Json = {"id": "root", "component": "Button", "child": "t", "action": {"functionCall": call}}
    found = check(screen(button, {"id": "t", "component": "Text", "text": "Go"}))
    place = ("not_allowed", "warning", f"{PLACE}/action/functionCall/args/url")
    assert [(fault.code, fault.severity, fault.pointer) for fault in found] == [place] * told


def test_slashes_around_a_pattern_are_told_to_be_part_of_it(check: Check, screen: Screen, one: One) -> None:
    field: Json = {"id": "root", "component": "TextField", "label": "L", "value": {"path": "/c"},
                   "validationRegexp": "/^[a-z]+$/i"}  # fmt: skip
    fault = one(check(screen(field)), "invalid_pattern")
    assert (fault.severity, fault.hint) == ("warning", 'Write "^[a-z]+$".')
