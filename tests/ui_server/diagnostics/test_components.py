"""One fault in one component, in each version: what it is called, where it is, what to write instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.catalogs import basic_catalog, family
from ui_server.diagnostics.components import MAX_CALLS
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.schema import check_message
from ui_server.expressions import Json
from ui_server.surface import Version

PLACE = "/0/updateComponents/components/0"
OLD_PLACE = "/0/surfaceUpdate/components/0/component"


def faults_of(component: Json, version: Version = "v0.9") -> list[Diagnostic]:
    kind = "surfaceUpdate" if version == "v0.8" else "updateComponents"
    outside: dict[str, Json] = {} if version == "v0.8" else {"version": version}
    message: Json = {**outside, kind: {"surfaceId": "s", "components": [component]}}
    return check_message(message, 0, version, basic_catalog(family(version)))


def text(value: Json, **others: Json) -> Json:
    return {"id": "t", "component": "Text", "text": value, **others}


def button(**others: Json) -> Json:
    return {"id": "b", "component": "Button", "child": "t", "action": {"event": {"name": "go"}}, **others}


def field(*checks: Json, **others: Json) -> Json:
    return {"id": "f", "component": "TextField", "label": "L", "checks": list(checks), **others}


@pytest.mark.parametrize(
    ("component", "code", "pointer", "hint"),
    [
        # identity and type
        ({"component": "Divider"}, "missing_property", "", '"id"'),
        ({"id": 7, "component": "Divider"}, "wrong_type", "/id", 'Write "7"'),
        ({"id": {"a": ["b"]}, "component": "Divider"}, "wrong_type", "/id", "Write a name."),
        ({"id": "", "component": "Divider"}, "out_of_range", "/id", "name"),
        ({"id": "d"}, "missing_property", "", '"component": "Text"'),
        ({"id": "d", "type": "Divider"}, "missing_property", "", '"component": "Divider"'),
        ({"id": "d", "component": 3}, "wrong_type", "/component", '"component"'),
        ({"id": "d", "component": {"Divider": {}}}, "other_version", "/component", '"component": "Divider"'),
        ({"id": "d", "component": "Dropdown"}, "unknown_component", "/component", "ChoicePicker"),
        ({"id": "d", "component": "Checkbox"}, "unknown_component", "/component", "Use CheckBox"),
        ({"id": "d", "component": "VStack"}, "unknown_component", "/component", "Use Column"),
        ({"id": "d", "component": "TextInput"}, "unknown_component", "/component", "Use TextField"),
        ({"id": "d", "component": "Zzz"}, "unknown_component", "/component", "Known types: Text, Image"),
        ("d", "wrong_type", "", '"component"'),
        (None, "wrong_type", "", "leave the entry out"),
        # properties
        ({"id": "t", "component": "Text"}, "missing_property", "", '"text"'),
        (text("a", usageHint="h1"), "renamed_property", "/usageHint", '"variant": "h1"'),
        (text("a", colour="red"), "unknown_property", "/colour", "looks"),
        (text("a", foo=1), "unknown_property", "/foo", "It takes: id, text"),
        (text("a", varient="h1"), "unknown_property", "/varient", '"variant"'),
        (text("a", variant="title"), "not_allowed", "/variant", "h1, h2"),
        (text("a", variant="H1"), "not_allowed", "/variant", 'Write "h1"'),
        (text("a", weight="1"), "wrong_type", "/weight", "Write 1 without"),
        ({"id": "i", "component": "Icon", "name": "shopping"}, "not_allowed", "/name", "shoppingCart"),
        ({"id": "i", "component": "Icon", "name": {"svgpath": "M0"}}, "unknown_property", "/name/svgpath", "svgPath"),
        ({"id": "i", "component": "Image", "src": "a"}, "unknown_property", "/src", '"url"'),
        ({"id": "d", "component": "Divider", "axis": None}, "wrong_type", "/axis", "vertical"),
        ({"id": "s", "component": "Slider", "value": 1, "max": "9"}, "wrong_type", "/max", "Write 9 without"),
        ({"id": "t", "component": "Tabs", "tabs": []}, "out_of_range", "/tabs", "at least 1"),
        ({"id": "t", "component": "Tabs", "tabs": [{"title": "a"}]}, "missing_property", "/tabs/0", '"child"'),
        ({"id": "c", "component": "ChoicePicker", "value": "a", "options": []}, "wrong_type", "/value", 'Write ["a"]'),
        ({"id": "c", "component": "ChoicePicker", "value": [], "options": ["a"]}, "wrong_type", "/options/0",
         '{"label":"a","value":"a"}'),
        ({"id": "c", "component": "ChoicePicker", "value": [3], "options": []}, "wrong_type", "/value/0", 'Write "3"'),
        ({"id": "c", "component": "CheckBox", "label": "a", "value": "true"}, "wrong_type", "/value", "true without"),
        # values that may be bound
        (text(3), "wrong_type", "/text", 'Write "3"'),
        (text(None), "wrong_type", "/text", "Write a text"),
        (text({"literalString": "Hi"}), "other_version", "/text", '"Hi"'),
        (text({"binding": "/a"}), "wrong_type", "/text", '{"path":"/a"}'),
        (text({"@path": "/a"}), "wrong_type", "/text", '{"path":"/a"}'),
        (text({"function": "email"}), "wrong_type", "/text", '{"call":"email","args":{}}'),
        (text({}), "wrong_type", "/text", "plain value"),
        (text({"path": 3}), "wrong_type", "/text/path", 'Write "3"'),
        (text({"path": "/a~b"}), "invalid_pointer", "/text/path", "~0"),
        (text({"path": "/a", "default": 1}), "unknown_property", "/text/default", '{"path":"/a"} alone'),
        (text({"path": "/a", "literalString": "x"}), "unknown_property", "/text/literalString", "updateDataModel"),
        (text({"path": "/a", "componentId": "x"}), "unknown_property", "/text/componentId", "children"),
        # calls
        (text({"call": "concat", "args": {}}), "unknown_function", "/text/call", "formatString"),
        (text({"call": 3}), "missing_property", "/text/call", "Known: required"),
        (text({"call": "formatCurrency", "args": {"value": 1}}), "missing_property", "/text/args", "USD"),
        (text({"call": "email"}), "missing_property", "/text", '"value"'),
        (text({"call": "email", "args": ["a"]}), "wrong_type", "/text/args", '"args": {"value"'),
        (text({"call": "email", "args": {"value": "a", "x": 1}}), "unknown_property", "/text/args/x", "value"),
        (text({"call": "email", "args": {"value": "a"}, "x": 1}), "unknown_property", "/text/x", "call, args"),
        (text({"call": "email", "args": {"value": {"call": "nope"}}}), "unknown_function", "/text/args/value/call",
         "Known"),
        (text({"call": "and", "args": {"values": [True, {"path": "~"}]}}), "invalid_pointer",
         "/text/args/values/1/path", "~0"),
        (text({"call": "formatString", "args": {"value": "a"}, "returnType": "number"}), "not_allowed",
         "/text/returnType", '"string"'),
        (text({"call": "length", "args": {"value": "a"}}), "missing_property", "/text/args", '"min" or "max"'),
        # actions
        (button(action="go"), "wrong_type", "/action", '{"event":{"name":"go"}}'),
        (button(action={"name": "go", "context": [{"key": "x", "value": {"path": "/x"}}]}), "other_version", "/action",
         '{"event":{"name":"go","context":{"x":{"path":"/x"}}}}'),
        (button(action={"call": "openUrl", "args": {"url": "https://a.org"}}), "missing_property", "/action",
         '{"functionCall":'),
        (button(action={}), "missing_property", "/action", '"event"'),
        (button(action={"event": {"name": "a"}, "functionCall": {"call": "openUrl", "args": {"url": "https://a.org"}}}),
         "exclusive", "/action", "Keep one"),
        (button(action={"functionCall": None}), "wrong_type", "/action/functionCall", '"call"'),
        (button(action={"event": "go"}), "wrong_type", "/action/event", '{"name":"go"}'),
        (button(action={"event": {"name": "a", "context": [{"key": "k", "value": {"literalString": "v"}}]}}),
         "other_version", "/action/event/context", '{"k":"v"}'),
        (button(action={"event": {"name": "a", "context": {"k": None}}}), "wrong_type", "/action/event/context/k", ""),
        (button(action={"event": {"context": {}}}), "missing_property", "/action/event", '"name"'),
        (button(action={"event": {"name": "a"}, "context": {}}), "unknown_property", "/action/context",
         'inside "event"'),
        (button(disabled=True), "unknown_property", "/disabled", "checks"),
        (button(primary=True), "renamed_property", "/primary", '"variant": "primary"'),
        # checks
        (field({"call": "required", "args": {"value": {"path": "/m"}}, "message": "Needed"}), "missing_condition",
         "/checks/0", '{"condition":{"call":"required"'),
        (field({"condition": {"call": "required", "args": {"value": "a"}}}), "missing_property", "/checks/0",
         '"message"'),
        (field("required"), "wrong_type", "/checks/0", '"condition"'),
        (field({"condition": "yes", "message": "m"}), "wrong_type", "/checks/0/condition", "true or false"),
        (field(required=True), "unknown_property", "/required", "checks"),
        # children
        ({"id": "c", "component": "Card", "child": {"id": "t", "component": "Text", "text": "x"}}, "inline_component",
         "/child", '"t"'),
        ({"id": "c", "component": "Card", "child": ["a"]}, "wrong_type", "/child", 'Write "a"'),
        ({"id": "c", "component": "Card", "child": ["a", "b"]}, "several_children", "/child", '"children":["a","b"]'),
        ({"id": "c", "component": "Card", "children": ["a", "b"]}, "unknown_property", "/children", "Column"),
        ({"id": "c", "component": "Card", "children": ["a"]}, "unknown_property", "/children", '"child": "a"'),
        ({"id": "b", "component": "Button", "label": "Send", "action": {"event": {"name": "a"}}}, "unknown_property",
         "/label", '{"id":"b_label","component":"Text","text":"Send"}'),
        ({"id": "r", "component": "Row", "children": "a"}, "wrong_type", "/children", '["a"]'),
        ({"id": "r", "component": "Row", "children": ["a", {"id": "b", "component": "Divider"}]}, "inline_component",
         "/children/1", '"b"'),
        ({"id": "r", "component": "Row", "children": {"explicitList": ["a"]}}, "other_version", "/children", '["a"]'),
        ({"id": "r", "component": "Row", "children": {"template": {"componentId": "x", "dataBinding": "/y"}}},
         "other_version", "/children", '{"path":"/y","componentId":"x"}'),
        ({"id": "r", "component": "Row", "children": {"path": "/y"}}, "missing_property", "/children", '"componentId"'),
        ({"id": "r", "component": "Row", "children": {"path": "/~", "componentId": "x"}}, "invalid_pointer",
         "/children/path", "~0"),
        ({"id": "r", "component": "Row", "children": {"id": "b", "component": "Divider"}}, "inline_component",
         "/children", '"b"'),
    ],
)  # fmt: skip
def test_a_fault_of_a_v09_component_has_its_place_and_its_remedy(
    component: Json, code: str, pointer: str, hint: str
) -> None:
    faults = faults_of(component)
    assert [(fault.code, fault.pointer) for fault in faults] == [(code, PLACE + pointer)]
    assert hint in faults[0].hint


@pytest.mark.parametrize(
    ("component", "code", "pointer", "hint"),
    [
        (text({"@path": "/a~"}), "invalid_pointer", "/text", "~0"),
        (text({"@call": "nope", "args": {}}), "unknown_function", "/text", "Known"),
        (text({"literalString": "x"}), "other_version", "/text", '"x"'),
        (text("a", variant="h2"), "not_allowed", "/variant", '"## "'),
        (text("a", accessibility={"role": "x"}), "unknown_property", "/accessibility/role", "label"),
        (text({"@call": "@index", "args": {"offset": "1"}}), "wrong_type", "/text/args/offset", "Write 1 without"),
        (button(action={"event": {"name": "a", "context": {"k": {"@x": 1}}}}), "unknown_property",
         "/action/event/context/k/@x", '"@@x"'),
        (field(validationRegexp="a+"), "unknown_property", "/validationRegexp", '"@call":"regex"'),
        ({"id": "main-title", "component": "Divider"}, "invalid_identifier", "/id", '"main_title"'),
        ({"id": "2nd", "component": "Divider"}, "invalid_identifier", "/id", '"_2nd"'),
        ({"id": "s", "component": "Surface"}, "unknown_component", "/component", "root"),
    ],
)  # fmt: skip
def test_a_fault_of_a_v10_component_has_its_place_and_its_remedy(
    component: Json, code: str, pointer: str, hint: str
) -> None:
    faults = faults_of(component, "v1.0")
    assert [(fault.code, fault.pointer) for fault in faults] == [(code, PLACE + pointer)]
    assert hint in faults[0].hint


@pytest.mark.parametrize(
    ("body", "code", "pointer", "hint"),
    [
        ({"Text": {"text": "Hi"}}, "other_version", "/Text/text", '{"literalString":"Hi"}'),
        ({"Text": {"text": 3}}, "other_version", "/Text/text", '{"literalString":"3"}'),
        ({"Text": {"text": True}}, "other_version", "/Text/text", '{"literalString":"true"}'),
        ({"Text": {"text": {"call": "email"}}}, "other_version", "/Text/text", '{"path":"/…"}'),
        ({"Text": {"text": {"literal": "x"}}}, "wrong_type", "/Text/text", "literalString"),
        ({"Text": {"text": {"literalString": 3}}}, "wrong_type", "/Text/text/literalString", 'Write "3"'),
        ({"Text": {"text": {"path": "/~"}}}, "invalid_pointer", "/Text/text/path", "~0"),
        ({"Text": {"text": {"literalString": "a"}, "variant": "h1"}}, "renamed_property", "/Text/variant",
         '"usageHint"'),
        ({"Text": {}}, "missing_property", "/Text", '"text": {"path":"/text"}'),
        ({"Column": {"children": ["a"]}}, "other_version", "/Column/children", '{"explicitList":["a"]}'),
        ({"Column": {"children": {"componentId": "x", "path": "/y"}}}, "other_version", "/Column/children",
         '{"template":{"componentId":"x","dataBinding":"/y"}}'),
        ({"Column": {"children": "a"}}, "wrong_type", "/Column/children", "explicitList"),
        ({"Column": {"children": {"explicitList": [3]}}}, "wrong_type", "/Column/children/explicitList/0", 'Write "3"'),
        ({"Card": {"child": {"id": "x", "component": {}}}}, "inline_component", "/Card/child", '"x"'),
        ({"Card": {"children": ["a", "b"]}}, "unknown_property", "/Card/children", '{"explicitList":["a","b"]}'),
        ({"Button": {"child": "t", "action": {"event": {"name": "go", "context": {"a": 1}}}}}, "other_version",
         "/Button/action", '{"name":"go","context":[{"key":"a","value":{"literalNumber":1}}]}'),
        ({"Button": {"child": "t", "action": {"name": "go", "context": {"a": {"path": "/a"}}}}}, "other_version",
         "/Button/action/context", '[{"key":"a","value":{"path":"/a"}}]'),
        ({"Button": {"child": "t", "action": "go"}}, "wrong_type", "/Button/action", '{"name":"go"}'),
        ({"Button": {"child": "t", "action": {}}}, "missing_property", "/Button/action", '"name"'),
        ({"Dropdown": {}}, "unknown_component", "/Dropdown", "MultipleChoice"),
        ({"ChoicePicker": {}}, "unknown_component", "/ChoicePicker", "MultipleChoice"),
        ({"Text": {}, "Row": {}}, "exclusive", "", "Keep one"),
        ({}, "missing_property", "", '"Text"'),
        ("Text", "other_version", "", '{"id":"x","component":{"Text":{}}}'),
    ],
)  # fmt: skip
def test_a_fault_of_a_v08_component_has_its_place_and_its_remedy(
    body: Json, code: str, pointer: str, hint: str
) -> None:
    faults = faults_of({"id": "x", "component": body}, "v0.8")
    assert [(fault.code, fault.pointer) for fault in faults] == [(code, OLD_PLACE + pointer)]
    assert hint in faults[0].hint


def test_v08_keeps_weight_beside_the_id_and_other_properties_inside_the_type() -> None:
    sound: Json = {"id": "x", "weight": 2, "component": {"Divider": {}}}
    assert faults_of(sound, "v0.8") == []
    faults = faults_of({"id": "x", "weight": "2", "axis": "vertical", "component": {"Divider": {}}}, "v0.8")
    assert [(fault.code, fault.pointer.rpartition("/")[2]) for fault in faults] == [
        ("wrong_type", "weight"),
        ("unknown_property", "axis"),
    ]


def test_a_component_may_name_its_own_catalog_in_v10() -> None:
    known: Json = text("a", catalogId="https://a2ui.org/catalogs/basic/v1/catalog.json")
    assert faults_of(known, "v1.0") == []
    gauge: Json = {"id": "g", "component": "Gauge", "catalogId": "example.org:gauges"}
    assert [fault.code for fault in faults_of(gauge, "v1.0")] == ["unknown_catalog"]


@pytest.mark.parametrize(("nested", "codes"), [(MAX_CALLS, []), (MAX_CALLS + 1, ["limit_reached"])])
def test_calls_may_lie_only_so_deep_inside_each_other(nested: int, codes: list[str]) -> None:
    value: Json = "a"
    for _ in range(nested):
        value = {"call": "formatString", "args": {"value": value}}
    assert [fault.code for fault in faults_of(text(value))] == codes


def test_a_label_that_is_the_missing_one_under_another_name_is_told_once() -> None:
    faults = faults_of({"id": "i", "component": "Image", "source": "https://a.org/i.png"})
    assert [fault.code for fault in faults] == ["unknown_property"]


CALL: dict[str, Json] = {"@call": "formatString", "args": {"value": "x"}}


@pytest.mark.parametrize(
    ("component", "pointer"),
    [
        (text("x", catalogId="none"), "/catalogId"),
        (text("x", catalogId="https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"), "/catalogId"),
        (text({**CALL, "catalogId": "none"}), "/text/catalogId"),
        (text({**CALL, "catalogId": ""}), "/text/catalogId"),
        (
            text({"@call": "formatString", "args": {"value": {**CALL, "catalogId": "none"}}}),
            "/text/args/value/catalogId",
        ),
    ],
)
def test_a_catalog_that_is_not_known_is_told_wherever_v10_names_it(component: Json, pointer: str) -> None:
    faults = [fault for fault in faults_of(component, "v1.0") if fault.code == "unknown_catalog"]
    assert [fault.pointer for fault in faults] == [PLACE + pointer]
    assert "specification/v1_0" in faults[0].hint


@pytest.mark.parametrize(
    "component",
    [
        text("x", catalogId="https://a2ui.org/catalogs/basic/v1/catalog.json"),
        text({**CALL, "catalogId": "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}),
        button(action={"event": {"name": "buy", "context": {"catalogId": "spring", "of": {"catalogId": "x"}}}}),
    ],
)
def test_a_known_catalog_and_an_agents_own_catalog_id_are_no_fault(component: Json) -> None:
    assert faults_of(component, "v1.0") == []


def test_the_ids_that_v10_does_not_allow_are_told_once_with_their_number() -> None:
    components: Json = [
        {"id": name, "component": "Divider"} for name in ("sound", "left-panel", "right-panel", "2nd", "left-panel")
    ]
    message: Json = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": components}}
    found = check_message(message, 0, "v1.0", basic_catalog("v1.0"))
    (fault,) = [fault for fault in found if fault.code == "invalid_identifier"]
    assert fault.pointer == "/0/updateComponents/components/1/id"
    assert '"left-panel" and 2 more' in fault.message
    assert '"left_panel" and the like' in fault.hint


@pytest.mark.parametrize("version", ["v0.9", "v1.0"])
def test_duplicate_ids_are_told_with_both_indices(version: Version, one: Callable[..., Diagnostic]) -> None:
    components: Json = [text("a"), text("b")]
    message: Json = {"version": version, "updateComponents": {"surfaceId": "s", "components": components}}
    fault = one(check_message(message, 0, version, basic_catalog(family(version))), "duplicate_id")
    assert fault.pointer == "/0/updateComponents/components/1/id"
    assert "components[0] and components[1]" in fault.message


@pytest.mark.parametrize(
    "words", ["oneOf", "anyOf", "$ref", "jsonschema", "schema", "DynamicString", "additionalProperties", "None", "dict"]
)
def test_no_message_speaks_of_the_library_inside(words: str) -> None:
    broken: list[Any] = [
        text({}),
        text(3),
        button(action={}),
        field("x"),
        {"id": "r", "component": "Row", "children": 3},
    ]
    for component in broken:
        for fault in faults_of(component):
            assert words not in fault.message + fault.hint
