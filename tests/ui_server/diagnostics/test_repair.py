from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.repair import mend
from ui_server.expressions import Json
from ui_server.protocol import reading

Screen = Callable[..., list[Any]]
Check = Callable[..., list[Diagnostic]]

TEXT: Json = {"id": "a", "component": "Text", "text": "x"}
PLACE = "/1/updateComponents/components"


def components_of(messages: list[Any]) -> Json:
    body: dict[str, Json] = next(
        body for m in messages for body in m.values() if isinstance(body, dict) and "components" in body
    )
    return body["components"]


@pytest.mark.parametrize(
    ("broken", "mended", "pointer"),
    [
        ({"component": "Card", "children": ["a"]}, {"component": "Card", "child": "a"}, "/0/children"),
        ({"component": "Card", "child": ["a"]}, {"component": "Card", "child": "a"}, "/0/child"),
        ({"component": "Column", "children": "a"}, {"component": "Column", "children": ["a"]}, "/0/children"),
        ({"component": "Column", "children": {"explicitList": ["a"]}}, {"component": "Column", "children": ["a"]},
         "/0/children"),
        ({"component": "List", "children": {"template": {"componentId": "a", "dataBinding": "/x"}}},
         {"component": "List", "children": {"path": "/x", "componentId": "a"}}, "/0/children"),
        ({"component": "Text", "text": {"literalString": "x"}}, {"component": "Text", "text": "x"}, "/0/text"),
        ({"component": "Text", "text": "x", "usageHint": "h1"}, {"component": "Text", "text": "x", "variant": "h1"},
         "/0/usageHint"),
        ({"component": "Checkbox", "label": "x", "value": {"path": "/v"}},
         {"component": "CheckBox", "label": "x", "value": {"path": "/v"}}, "/0/component"),
        ({"component": {"Text": {"text": "x"}}}, {"component": "Text", "text": "x"}, "/0/component"),
        ({"component": "Button", "child": "a", "action": "go"},
         {"component": "Button", "child": "a", "action": {"event": {"name": "go"}}}, "/0/action"),
        ({"component": "Button", "child": "a", "action": {"name": "go", "context": [{"key": "k", "value":
         {"path": "/k"}}]}}, {"component": "Button", "child": "a", "action": {"event": {"name": "go", "context":
         {"k": {"path": "/k"}}}}}, "/0/action"),
        ({"component": "Button", "child": "a", "action": {"call": "openUrl", "args": {"url": "https://a.org"}}},
         {"component": "Button", "child": "a", "action": {"functionCall": {"call": "openUrl", "args":
         {"url": "https://a.org"}}}}, "/0/action"),
        ({"component": "Button", "child": "a", "primary": True, "action": {"event": {"name": "go"}}},
         {"component": "Button", "child": "a", "variant": "primary", "action": {"event": {"name": "go"}}},
         "/0/primary"),
        ({"component": "TextField", "label": "x", "value": {"path": "/v"},
          "checks": [{"call": "email", "args": {"value": {"path": "/v"}}, "message": "m"}]},
         {"component": "TextField", "label": "x", "value": {"path": "/v"},
          "checks": [{"condition": {"call": "email", "args": {"value": {"path": "/v"}}}, "message": "m"}]},
         "/0/checks/0"),
    ],
)  # fmt: skip
def test_what_has_one_reading_is_mended_and_recorded(
    broken: dict[str, Json], mended: dict[str, Json], pointer: str, screen: Screen, check: Check
) -> None:
    messages = screen({"id": "root", **broken}, TEXT, data={"x": [1], "v": True, "k": 1})
    result, repairs = mend(messages)
    assert components_of(result) == [{"id": "root", **mended}, TEXT]
    assert [repair.pointer for repair in repairs] == [PLACE + pointer]
    assert [fault for fault in check(messages, repair=True) if fault.severity == "error"] == []
    assert [fault for fault in check(messages) if fault.severity == "error"] != []


@pytest.mark.parametrize("key", ["label", "text"])
def test_a_label_becomes_a_text_at_the_end_of_the_list(key: str, screen: Screen) -> None:
    button: Json = {"id": "go", "component": "Button", key: "Send", "action": {"event": {"name": "go"}}}
    taken: Json = {"id": "go_label", "component": "Divider"}
    result, repairs = mend(screen(button, taken))
    assert components_of(result) == [
        {"id": "go", "component": "Button", "child": "go_label_2", "action": {"event": {"name": "go"}}},
        taken,
        {"id": "go_label_2", "component": "Text", "text": "Send"},
    ]
    assert len(repairs) == 1


def test_a_component_in_place_of_its_id_moves_to_the_list(screen: Screen) -> None:
    result, _ = mend(screen({"id": "root", "component": "Card", "child": TEXT}))
    assert components_of(result) == [{"id": "root", "component": "Card", "child": "a"}, TEXT]


def test_v08_components_are_mended_in_v08s_own_way(old_screen: Screen) -> None:
    body: Json = {"Column": {"children": ["a"]}}
    label: Json = {"id": "a", "component": {"Button": {"label": "Go", "action": {"name": "go"}}}}
    result, repairs = mend(old_screen({"id": "root", "component": body}, label))
    assert components_of(result) == [
        {"id": "root", "component": {"Column": {"children": {"explicitList": ["a"]}}}},
        {"id": "a", "component": {"Button": {"child": "a_label", "action": {"name": "go"}}}},
        {"id": "a_label", "component": {"Text": {"text": {"literalString": "Go"}}}},
    ]
    assert [repair.pointer for repair in repairs] == [
        "/0/surfaceUpdate/components/0/component/Column/children",
        "/0/surfaceUpdate/components/1/component/Button/label",
    ]


@pytest.mark.parametrize("components", [TEXT, {"a": {"component": "Text", "text": "x"}}])
def test_components_that_are_no_list_become_one(components: Json, screen: Screen) -> None:
    messages = screen()
    messages[1]["updateComponents"]["components"] = components
    result, repairs = mend(messages)
    assert components_of(result) == [TEXT]
    assert [repair.pointer for repair in repairs] == [PLACE]


def test_a_body_without_its_message_and_a_version_left_out_follow_the_other_messages(screen: Screen) -> None:
    create, update = screen(TEXT)
    bare: Json = update["updateComponents"]
    assert mend([create, bare])[0] == [create, update]
    assert mend([create, {"updateComponents": bare}])[0] == [create, update]
    assert mend([bare]) == ([bare], [])
    assert mend([{"updateComponents": bare}]) == ([{"updateComponents": bare}], [])


@pytest.mark.parametrize("version", [0.9, "0.9", "V0.9"])
def test_a_version_in_another_spelling_is_written_as_it_should_be(version: Json, screen: Screen) -> None:
    messages: list[Json] = [{**message, "version": version} for message in screen(TEXT)]
    assert mend(messages)[0] == screen(TEXT)


def test_messages_as_texts_are_read(screen: Screen) -> None:
    assert mend([json.dumps(message) for message in screen(TEXT)])[0] == screen(TEXT)


@pytest.mark.parametrize(
    "component",
    [
        {"id": "root", "component": "Card", "children": ["a", "b"]},
        {"id": "root", "component": "Dropdown", "options": ["a"]},
        {"id": "root", "component": "Text", "text": 3},
        {"id": "root", "component": "Text", "text": "${/a}"},
        {"id": "root", "component": "Button", "child": "a", "action": {}},
        {"id": "root", "component": "Gauge", "children": {"explicitList": ["a"]}},
    ],
)
def test_what_has_several_readings_is_left_alone(component: Json, screen: Screen) -> None:
    messages = screen(component, TEXT)
    assert mend(messages) == (messages, [])


def test_mending_never_changes_what_it_was_given(screen: Screen) -> None:
    messages = screen({"id": "root", "component": "Button", "label": "x", "action": {"name": "go", "context": []}})
    before = copy.deepcopy(messages)
    mend(messages)
    assert messages == before


def test_mending_twice_does_no_more_than_once(screen: Screen) -> None:
    once, _ = mend(screen({"id": "root", "component": {"Button": {"label": "x", "action": "go", "primary": True}}}))
    assert mend(once) == (once, [])


def test_sound_payloads_are_left_as_they_are(official: Path) -> None:
    for path in sorted(official.glob("v*/**/examples/*.json")):
        messages = reading.read(path.read_bytes()).messages
        assert mend(messages) == (messages, []), path


def test_reading_without_repair_mends_nothing_and_with_it_says_so(screen: Screen) -> None:
    messages = screen({"id": "root", "component": "Card", "children": ["a"]}, TEXT)
    assert reading.read(messages).repairs == []
    result = reading.read(messages, repair=True)
    assert [str(repair) for repair in result.repairs] == [
        f"wrote child for children with one entry ({PLACE}/0/children)"
    ]


def test_components_sent_as_the_text_of_their_json_are_read(screen: Screen) -> None:
    create, update = screen()
    sent: Json = {**update, "updateComponents": {"surfaceId": "s", "components": json.dumps([TEXT])}}
    mended, repairs = mend([create, sent])
    assert components_of(mended) == [TEXT]
    assert [(repair.code, repair.pointer) for repair in repairs] == [("wrong_type", PLACE)]


@pytest.mark.parametrize("components", ["[", "Hello", '{"id": "a"}', "3"])
def test_a_text_that_is_no_list_of_components_is_left_alone(components: str, screen: Screen) -> None:
    create, update = screen()
    sent: Json = {**update, "updateComponents": {"surfaceId": "s", "components": components}}
    assert mend([create, sent]) == ([create, sent], [])


def test_a_component_that_is_moved_to_the_list_is_mended_on_the_way(screen: Screen) -> None:
    inline: Json = {"component": "Column", "children": "a", "align": "start"}
    mended, repairs = mend(screen({"id": "root", "component": "Card", "child": inline}, TEXT))
    assert components_of(mended) == [
        {"id": "root", "component": "Card", "child": "root_child"},
        TEXT,
        {"id": "root_child", "component": "Column", "children": ["a"], "align": "start"},
    ]
    assert [repair.pointer for repair in repairs] == [f"{PLACE}/0/child", f"{PLACE}/0/child/children"]
    assert mend(mended) == (mended, [])


def test_what_is_mended_in_a_later_message_helps_an_earlier_one(screen: Screen) -> None:
    create, update = screen(TEXT)
    unversioned: Json = {key: value for key, value in create.items() if key != "version"}
    mended, repairs = mend([unversioned, json.dumps(update)])
    assert mended == [create, update]
    assert [repair.pointer for repair in repairs] == ["/1", "/0"]
