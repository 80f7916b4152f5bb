from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.component import Component
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.structure import check_surface
from ui_server.expressions import Binding, Json
from ui_server.surface import Surface

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
One = Callable[[list[Diagnostic], str], Diagnostic]

PLACE = "/1/updateComponents/components"
LIST: Json = {"id": "root", "component": "List", "children": {"path": "/items", "componentId": "row"}}


def text(own: str, path: str) -> Json:
    return {"id": own, "component": "Text", "text": {"path": path}}


def told(found: list[Diagnostic]) -> list[tuple[str, str, str]]:
    return [(fault.code, fault.severity, fault.pointer) for fault in found]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("$.user.name", "/user/name"),
        ("$.items[0].name", "/items/0/name"),
        ("$['user']['name']", "/user/name"),
        ("user.name", "/user/name"),
        ("/user.name", "/user/name"),
        ("items[0].name", "/items/0/name"),
        ("/items[0]/name", "/items/0/name"),
        ("${/user/name}", "/user/name"),
        ("{{user.name}}", "/user/name"),
        ("#/user/name", "/user/name"),
    ],
)
def test_a_path_that_is_no_pointer_is_told_with_the_pointer_it_means(
    path: str, meant: str, check: Check, screen: Screen
) -> None:
    found = check(screen(text("root", path), data={"user": {"name": "Ann"}, "items": [{"name": "Bo"}]}))
    assert told(found) == [("not_a_pointer", "warning", f"{PLACE}/0/text")]
    assert found[0].expected == meant
    assert f'"{meant}"' in found[0].hint


@pytest.mark.parametrize("path", ["/user.name", "user.name", "/$price", "/a b"])
def test_odd_keys_that_the_data_does_have_are_no_fault(path: str, check: Check, screen: Screen) -> None:
    data: Json = {"user.name": "Ann", "$price": 1, "a b": 2}
    assert check(screen(text("root", path), data=data)) == []


def test_an_absolute_path_that_only_the_row_has_is_told_with_the_relative_one(check: Check, screen: Screen) -> None:
    found = check(screen(LIST, text("row", "/name"), data={"items": [{"name": "A"}, {"name": "B"}]}))
    assert told(found) == [("absolute_path_in_template", "warning", f"{PLACE}/1/text")]
    assert '"name"' in found[0].hint and "/items" in found[0].hint


def test_an_absolute_path_in_a_template_that_the_root_has_is_no_fault(check: Check, screen: Screen) -> None:
    assert check(screen(LIST, text("row", "/title"), data={"title": "T", "items": [{"name": "A"}]})) == []


def test_nested_templates_start_from_the_outer_row(check: Check, screen: Screen) -> None:
    row: Json = {"id": "row", "component": "Row", "children": {"path": "tags", "componentId": "tag"}}
    data: Json = {"items": [{"tags": [{"n": "x"}]}, {"tags": []}]}
    assert check(screen(LIST, row, text("tag", "n"), data=data)) == []
    assert told(check(screen(LIST, row, text("tag", "/n"), data=data))) == [
        ("absolute_path_in_template", "warning", f"{PLACE}/2/text")
    ]


@pytest.mark.parametrize(
    ("items", "code", "hint"),
    [
        ({"data": [{"name": "A"}]}, "template_over_object", '"/items/data"'),
        ({"a": {"name": "A"}}, "template_over_object", "list"),
        ("A, B", "template_over_object", "list"),
        (3, "template_over_object", "list"),
        (None, "template_without_data", "empty one"),
    ],
)
def test_a_template_over_anything_but_a_list_is_told(
    items: Json, code: str, hint: str, check: Check, screen: Screen
) -> None:
    found = check(screen(LIST, text("row", "name"), data={"items": items}))
    assert told(found) == [(code, "warning", f"{PLACE}/0/children/path")]
    assert hint in found[0].hint


def test_a_template_whose_path_is_misspelt_is_told_with_the_right_one(check: Check, screen: Screen) -> None:
    found = check(screen(LIST, text("row", "name"), data={"item": [{"name": "A"}]}))
    assert told(found) == [("template_without_data", "warning", f"{PLACE}/0/children/path")]
    assert 'Write "/item"' in found[0].hint


def test_an_empty_list_and_rows_without_an_optional_key_are_no_fault(check: Check, screen: Screen) -> None:
    assert check(screen(LIST, text("row", "name"), data={"items": []})) == []
    assert check(screen(LIST, text("row", "name"), data={"items": [{}, None, {"name": "A"}]})) == []


def test_v08_templates_iterate_maps(check: Check, old_screen: Screen) -> None:
    children: Json = {"template": {"componentId": "row", "dataBinding": "/todos"}}
    row: Json = {"id": "row", "component": {"Text": {"text": {"path": "title"}}}}
    entry: Json = {"key": "k1", "valueMap": [{"key": "title", "valueString": "Oats"}]}
    screen = old_screen(
        {"id": "root", "component": {"List": {"children": children}}},
        row,
        contents=[{"key": "todos", "valueMap": [entry]}],
    )
    assert check(screen) == []


def test_a_misspelt_path_is_a_warning_with_the_right_one_and_an_unknown_one_a_note(
    check: Check, screen: Screen
) -> None:
    root: Json = {"id": "root", "component": "Column", "children": ["a", "b"]}
    found = check(screen(root, text("a", "/user/nmae"), text("b", "/price"), data={"user": {"name": "Ann"}}))
    assert told(found) == [
        ("unfilled_path", "warning", f"{PLACE}/1/text"),
        ("unfilled_path", "info", f"{PLACE}/2/text"),
    ]
    assert '"/user/name"' in found[0].hint


def test_a_relative_path_that_only_the_root_has_is_told_with_the_absolute_one(check: Check, screen: Screen) -> None:
    found = check(screen(LIST, text("row", "user/name"), data={"items": [{}], "user": {"name": "Ann"}}))
    assert told(found) == [("unfilled_path", "warning", f"{PLACE}/1/text")]
    assert '"/user/name"' in found[0].hint


def test_paths_inside_formatted_text_count_too(check: Check, screen: Screen) -> None:
    call: Json = {"call": "formatString", "args": {"value": "Hi ${/user/nmae} and ${formatNumber(value: ${/n})}"}}
    found = check(screen({"id": "root", "component": "Text", "text": call}, data={"user": {"name": "A"}, "n": 1}))
    assert told(found) == [("unfilled_path", "warning", f"{PLACE}/0/text/args/value")]


def test_before_any_data_nothing_is_said_about_paths() -> None:
    root = Component(
        id="root", type="Text", kind="Text", properties={"text": Binding("/a")}, pointer="/0/x/components/0", batch=1
    )
    surface = Surface(surface_id="s", version="v0.9", components={"root": root})
    assert check_surface(surface, batch=1, complete=False) == []


def form(context_path: str, value: Json) -> list[Json]:
    action: Json = {"event": {"name": "send", "context": {"mail": {"path": context_path}}}}
    return [
        {"id": "root", "component": "Column", "children": ["f", "b"]},
        {"id": "f", "component": "TextField", "label": "Mail", "value": value},
        {"id": "b", "component": "Button", "child": "l", "action": action},
        {"id": "l", "component": "Text", "text": "Send"},
    ]


def test_an_event_may_read_what_an_input_writes_or_all_of_a_form(check: Check, screen: Screen) -> None:
    assert check(screen(*form("/form/mail", {"path": "/form/mail"}))) == []
    assert check(screen(*form("/form", {"path": "/form/mail"}))) == []


def test_an_event_that_reads_what_nothing_writes_is_a_warning(check: Check, screen: Screen, one: One) -> None:
    found = check(screen(*form("/mail", {"path": "/email"})))
    assert one(found, "unwritten_path").pointer == f"{PLACE}/2/action/event/context/mail"


def test_an_unbound_input_is_told_to_bind_to_what_the_event_reads(check: Check, screen: Screen, one: One) -> None:
    fault = one(check(screen(*form("/mail", ""))), "unbound_input")
    assert (fault.pointer, fault.severity) == (f"{PLACE}/1/value", "warning")
    assert '"value": {"path":"/mail"}' in fault.hint


def test_inputs_in_rows_write_for_their_own_row(check: Check, screen: Screen) -> None:
    row: Json = {"id": "row", "component": "Column", "children": ["n", "echo"]}
    note: Json = {"id": "n", "component": "TextField", "label": "Note", "value": {"path": "note"}}
    data: Json = {"items": [{"name": "A"}]}
    assert check(screen(LIST, row, note, text("echo", "note"), data=data)) == []


def test_a_bad_escape_is_an_error_also_where_no_schema_looks() -> None:
    root = Component(
        id="root", type="Odd", kind="Unknown", properties={"x": Binding("/a~")}, pointer="/0/u/components/0", batch=1
    )
    surface = Surface(surface_id="s", version="v0.9", components={"root": root})
    assert told(check_surface(surface, batch=1, complete=False)) == [
        ("invalid_pointer", "error", "/0/u/components/0/x")
    ]


@pytest.mark.parametrize(
    ("path", "meant"),
    [
        ("item.name", "name"),
        ("item/name", "name"),
        ("$item/name", "name"),
        ("/item/name", "name"),
        ("/items/$index/name", "name"),
        ("/items/{index}/name", "name"),
        ("/items/*/name", "name"),
        ("items[i].name", "name"),
        ("../title", "/title"),
    ],
)
def test_a_word_for_the_row_is_told_with_the_path_that_starts_at_it(
    path: str, meant: str, check: Check, screen: Screen
) -> None:
    found = check(screen(LIST, text("row", path), data={"items": [{"name": "A"}], "title": "T"}))
    assert told(found) == [("not_a_pointer", "warning", f"{PLACE}/1/text")]
    assert found[0].expected == meant


def test_a_word_for_a_row_that_is_a_plain_value_is_told_with_the_dot(check: Check, screen: Screen) -> None:
    found = check(screen(LIST, text("row", "item"), data={"items": ["a", "b"]}))
    assert [(fault.code, fault.expected) for fault in found] == [("not_a_pointer", ".")]


@pytest.mark.parametrize("path", ["current", "index", "i/name"])
def test_a_key_that_a_row_may_have_and_has_not_is_no_word_for_it(path: str, check: Check, screen: Screen) -> None:
    found = check(screen(LIST, text("row", path), data={"items": [{"name": "A"}]}))
    assert {fault.code for fault in found} <= {"unfilled_path"}


@pytest.mark.parametrize("path", ["item/name", "index", "row"])
def test_a_row_that_has_such_a_key_is_no_fault(path: str, check: Check, screen: Screen) -> None:
    row: Json = {"item": {"name": "A"}, "index": 1, "row": 2}
    assert check(screen(LIST, text("row", path), data={"items": [row]})) == []


@pytest.mark.parametrize("path", ["/items/*", "/items[*]", "/items[]", "/items/-", "/items/{index}"])
def test_a_template_over_all_items_is_told_to_name_the_list(path: str, check: Check, screen: Screen) -> None:
    over: Json = {"id": "root", "component": "List", "children": {"path": path, "componentId": "row"}}
    found = check(screen(over, text("row", "name"), data={"items": [{"name": "A"}]}))
    assert [fault.hint for fault in found if fault.code == "template_without_data"] == ['Write "/items".']
