from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
ROOT: Json = {"id": "root", "component": "Text", "text": "Hello"}
PLACE = "/2/updateDataModel"


def writing(screen: Screen, **body: Json) -> list[Any]:
    return [*screen(ROOT), {"version": "v0.9", "updateDataModel": {"surfaceId": "s", **body}}]


def told(found: list[Diagnostic]) -> list[tuple[str, str, str]]:
    return [(fault.code, fault.severity, fault.pointer) for fault in found]


@pytest.mark.parametrize(
    ("path", "meant"), [("user.name", "/user/name"), ("$.user.name", "/user/name"), ("/items[0]/name", "/items/0/name"),
                        ("{{user}}", "/user"), ("#/user", "/user")]
)  # fmt: skip
def test_data_written_to_what_is_no_pointer_is_told(path: str, meant: str, check: Check, screen: Screen) -> None:
    found = check(writing(screen, path=path, value="Ann"))
    assert told(found) == [("not_a_pointer", "warning", f"{PLACE}/path")]
    assert found[0].expected == meant


@pytest.mark.parametrize("path", ["/user/name", "user", "user/name", "/", "", "/files/notes.txt", "/a~1b", "/0"])
def test_a_pointer_is_taken_as_it_is(path: str, check: Check, screen: Screen) -> None:
    assert check(writing(screen, path=path, value={"a": 1})) == []


@pytest.mark.parametrize("value", ['{"name": "Ann"}', ' [{"name": "Ann"}] '])
def test_json_inside_a_text_is_told(value: str, check: Check, screen: Screen) -> None:
    assert told(check(writing(screen, value=value))) == [("wrong_type", "warning", f"{PLACE}/value")]
    assert told(check(writing(screen, path="/user", value=value))) == [("wrong_type", "warning", f"{PLACE}/value")]


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ([{"key": "name", "valueString": "Ann"}, {"key": "n", "valueNumber": 2}], '{"name":"Ann","n":2}'),
        ([{"key": "user", "valueMap": [{"key": "name", "valueString": "Ann"}]}], '{"user":{"name":"Ann"}}'),
        ({"valueString": "Ann"}, '"Ann"'),
    ],
)
def test_data_as_v08_writes_it_is_told_with_the_plain_json(
    value: Json, plain: str, check: Check, screen: Screen
) -> None:
    found = check(writing(screen, path="/user", value=value))
    assert told(found) == [("other_version", "warning", f"{PLACE}/value")]
    assert plain in found[0].hint


@pytest.mark.parametrize("value", ["Ann", 5, True])
def test_a_plain_value_for_all_the_data_is_told(value: Json, check: Check, screen: Screen) -> None:
    assert told(check(writing(screen, value=value))) == [("wrong_type", "warning", f"{PLACE}/value")]


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        [{"key": "a", "name": "b"}],
        [{"key": "a", "valueString": "b"}, {"key": "c"}],
        {"valueString": 1, "a": 2},
    ],
)
def test_other_data_is_nobody_s_business(value: Json, check: Check, screen: Screen) -> None:
    assert check(writing(screen, value=value)) == []


@pytest.mark.parametrize("value", ["Ann", "{a}", "[1", 5, None, '"{}"'])
def test_a_plain_value_at_a_place_is_what_it_is(value: Json, check: Check, screen: Screen) -> None:
    assert check(writing(screen, path="/user", value=value)) == []
