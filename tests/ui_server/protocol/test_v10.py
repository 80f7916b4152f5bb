from __future__ import annotations

import copy

import pytest
from hypothesis import given

from tests.ui_server.building import Raw, component, json_values, nested
from ui_server.catalogs import BASIC_IDS
from ui_server.component import Action, Template
from ui_server.expressions import Binding, Call, Json, Literal
from ui_server.protocol import v10
from ui_server.protocol.operations import (
    AgentFunctionResponse,
    CallRendererFunction,
    CreateSurface,
    DeleteData,
    Operation,
    PutComponents,
    PutData,
)


def respelt(*components: Raw) -> tuple[Json, tuple[str, ...]]:
    """The components in the present spelling, and where they had another."""
    message: Raw = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [*components]}}
    done = v10.normalise(message)
    body = done.message["updateComponents"]
    assert isinstance(body, dict)
    return body["components"], done.places


# -- drafts ----------------------------------------------------------------------------------------------------------


def test_an_earlier_binding_is_respelt_and_its_place_told() -> None:
    assert respelt({"id": "t", "component": "Text", "text": {"path": "/a"}}) == (
        [{"id": "t", "component": "Text", "text": {"@path": "/a"}}],
        ("/updateComponents/components/0/text",),
    )


def test_an_earlier_call_is_respelt_with_all_inside_and_loses_its_return_type() -> None:
    old: Json = {"call": "not", "args": {"value": {"path": "/a"}}, "returnType": "boolean"}
    components, places = respelt({"id": "b", "component": "CheckBox", "value": old})
    assert components == [
        {"id": "b", "component": "CheckBox", "value": {"@call": "not", "args": {"value": {"@path": "/a"}}}}
    ]
    assert len(places) == 2


def test_a_template_keeps_its_plain_path() -> None:
    listed: Raw = {"id": "l", "component": "List", "children": {"path": "/xs", "componentId": "row"}}
    assert respelt(listed) == ([listed], ())


def test_a_template_without_its_component_is_no_binding() -> None:
    listed: Raw = {"id": "l", "component": "List", "children": {"path": "/xs"}}
    assert respelt(listed) == ([listed], ())


def test_the_present_spelling_is_left_as_it_is() -> None:
    made: Raw = {
        "id": "b",
        "component": "Button",
        "action": {"event": {"name": "go", "context": {"x": {"@path": "/x"}, "@@k": 1}}},
        "checks": [{"condition": {"@call": "required", "args": {"value": {"@path": "/x"}}}}],
    }
    assert respelt(made) == ([made], ())


def test_a_local_function_of_an_action_is_respelt() -> None:
    components, places = respelt(
        {"id": "b", "component": "Button", "action": {"functionCall": {"call": "openUrl", "args": {"url": "u"}}}}
    )
    assert components == [
        {"id": "b", "component": "Button", "action": {"functionCall": {"@call": "openUrl", "args": {"url": "u"}}}}
    ]
    assert places == ("/updateComponents/components/0/action/functionCall",)


def test_what_an_event_no_longer_has_is_taken_out_and_told() -> None:
    event: Raw = {"name": "go", "wantResponse": True, "displayName": "Go"}
    components, places = respelt({"id": "b", "component": "Button", "action": {"event": event}})
    assert components == [{"id": "b", "component": "Button", "action": {"event": {"name": "go"}}}]
    assert places == ("/updateComponents/components/0/action/event",)


def test_an_event_in_the_context_is_the_agents_own_data() -> None:
    context: Raw = {"event": {"displayName": "Party"}, "action": {"event": {"displayName": "Party"}}}
    made: Raw = {"id": "b", "component": "Button", "action": {"event": {"name": "go", "context": context}}}
    assert respelt(made) == ([made], ())


@pytest.mark.parametrize("context", [{"path": "/home/a.txt"}, {"call": "Ana", "path": "/a"}, {"call": "Ana"}])
def test_names_in_a_context_are_the_agents_own_even_path_and_call(context: Raw) -> None:
    made: Raw = {"id": "b", "component": "Button", "action": {"event": {"name": "go", "context": context}}}
    assert respelt(made) == ([made], ())


def test_a_binding_in_a_context_is_respelt_beside_a_name_like_one() -> None:
    context: Json = {"path": {"path": "/a"}, "n": {"call": "@index", "args": {"path": "/b"}}}
    action: Raw = {"event": {"name": "go", "context": context}}
    components, places = respelt({"id": "b", "component": "Button", "action": action})
    told: Json = {"path": {"@path": "/a"}, "n": {"@call": "@index", "args": {"path": "/b"}}}
    assert components == [{"id": "b", "component": "Button", "action": {"event": {"name": "go", "context": told}}}]
    assert len(places) == 2


def test_old_message_names_are_respelt() -> None:
    message: Raw = {"version": "v1.0", "actionResponse": {"functionCallId": "1", "value": 2}}
    done = v10.normalise(message)
    assert done.message == {"version": "v1.0", "agentFunctionResponse": {"functionCallId": "1", "value": 2}}
    assert done.places == ("/actionResponse",)


def test_the_first_draft_had_the_ids_beside_the_body() -> None:
    call: Json = {"call": "openUrl", "args": {"url": {"path": "/u"}}}
    message: Raw = {"version": "v1.0", "functionCallId": "7", "wantResponse": True, "callFunction": call}
    told: Json = {"@call": "openUrl", "args": {"url": {"@path": "/u"}}, "catalogId": BASIC_IDS["v1.0"][0]}
    assert v10.normalise(message).message == {
        "version": "v1.0",
        "callRendererFunction": {"functionCallId": "7", "callFunction": told},
    }
    response: Raw = {"version": "v1.0", "actionId": "9", "actionResponse": {"value": {"path": "/kept"}}}
    assert v10.normalise(response).message == {
        "version": "v1.0",
        "agentFunctionResponse": {"functionCallId": "9", "value": {"path": "/kept"}},
    }
    assert v10.as_sent("/callRendererFunction/callFunction/args/url", message) == "/callFunction/args/url"


def test_surface_properties_of_the_first_draft_are_taken_out_and_told() -> None:
    message: Raw = {"version": "v1.0", "createSurface": {"surfaceId": "s", "surfaceProperties": {"x": 1}}}
    done = v10.normalise(message)
    assert done.message == {"version": "v1.0", "createSurface": {"surfaceId": "s"}}
    assert done.places == ("/createSurface/surfaceProperties",)


@pytest.mark.parametrize(
    ("pointer", "sent"),
    [
        ("/updateComponents/components/0/text/@path", "/updateComponents/components/0/text/path"),
        ("/updateComponents/components/0/text", "/updateComponents/components/0/text"),
        ("/updateComponents/components/1/text/@call", "/updateComponents/components/1/text/@call"),
        ("/updateComponents/components/9/text/@path", "/updateComponents/components/9/text/@path"),
        ("/agentFunctionResponse/error", "/actionResponse/error"),
        ("", ""),
    ],
)
def test_a_place_is_told_as_it_was_sent(pointer: str, sent: str) -> None:
    first: Json = {"id": "t", "text": {"path": "/a"}}
    second: Json = {"id": "u", "text": {"@call": "not"}}
    message: Json = {"updateComponents": {"components": [first, second]}, "actionResponse": {}}
    assert v10.as_sent(pointer, message) == sent


def test_data_is_never_respelt() -> None:
    data: Raw = {"file": {"path": "/home"}, "phone": {"call": "Ana"}}
    created: Raw = {"version": "v1.0", "createSurface": {"surfaceId": "s", "dataModel": data}}
    updated: Raw = {"version": "v1.0", "updateDataModel": {"surfaceId": "s", "value": data}}
    assert v10.normalise(created).message == created
    assert v10.normalise(updated).message == updated


@given(json_values)
def test_normalising_changes_nothing_of_the_callers(value: Json) -> None:
    message: Raw = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [value, {"path": "/a"}]}}
    before = copy.deepcopy(message)
    v10.normalise(message)
    assert message == before


@given(json_values)
def test_normalising_twice_is_normalising_once(value: Json) -> None:
    message: Raw = {"updateComponents": {"components": [value, {"call": "x", "args": {"a": {"path": "b"}}}]}}
    once = v10.normalise(message).message
    assert v10.normalise(once) == v10.Normalised(once, ())


def test_a_message_nested_without_end_is_left_to_the_schema_check() -> None:
    deep: Raw = {"a": 1}
    for _ in range(10_000):
        deep = {"a": deep}
    v10.normalise({"updateComponents": {"components": [nested(10_000), deep]}})


# -- operations ------------------------------------------------------------------------------------------------------


def operations(message: Raw) -> list[Operation]:
    return v10.operations(message, "/0", 1, frozenset())


def test_a_surface_can_be_created_with_components_and_data_at_once() -> None:
    data: Raw = {"a": [1]}
    body: Raw = {
        "surfaceId": "s",
        "sendDataModel": True,
        "components": [{"id": "root", "component": "Text", "text": {"@path": "/a/0"}}],
        "dataModel": data,
    }
    create, put = operations({"createSurface": body})
    assert isinstance(create, CreateSurface) and isinstance(put, PutComponents)
    assert (create.data, create.send_data_model, create.root) == ({"a": [1]}, True, "root")
    assert put.components[0].properties == {"text": Binding("/a/0")}
    assert put.components[0].pointer == "/0/createSurface/components/0"
    data["a"] = "changed"
    assert create.data == {"a": [1]}


def test_null_deletes_where_version_0_9_would_write_it() -> None:
    (deleted,) = operations({"updateDataModel": {"surfaceId": "s", "path": "/a", "value": None}})
    (written,) = operations({"updateDataModel": {"surfaceId": "s", "path": "/a", "value": 0}})
    assert isinstance(deleted, DeleteData) and deleted.path == "/a"
    assert isinstance(written, PutData) and written.value == 0


def test_a_function_call_of_the_agent_keeps_its_number_and_name() -> None:
    body: Raw = {"surfaceId": "s", "functionCallId": "7", "callFunction": {"@call": "openUrl", "args": {}}}
    (call,) = operations({"callRendererFunction": body})
    assert isinstance(call, CallRendererFunction)
    assert (call.call_id, call.function, call.surface_id) == ("7", "openUrl", "s")


def test_an_answer_of_the_agent_is_kept_with_value_or_error() -> None:
    (answer,) = operations({"agentFunctionResponse": {"functionCallId": "7", "error": {"code": "X"}}})
    assert isinstance(answer, AgentFunctionResponse)
    assert (answer.call_id, answer.value, answer.error) == ("7", None, {"code": "X"})


def test_components_are_read_in_the_spelling_of_this_version() -> None:
    button = component(
        {
            "id": "b",
            "component": "Button",
            "child": "t",
            "action": {"event": {"name": "go", "context": {"@@x": {"@path": "n"}}, "userMessage": {"@call": "f"}}},
        },
        "v1.0",
    )
    assert button.action == Action("go", {"@@x": Binding("n")}, user_message=Call("f"))


def test_a_template_is_read_from_its_plain_path() -> None:
    listed = component({"id": "l", "component": "List", "children": {"path": "xs", "componentId": "row"}}, "v1.0")
    assert listed.children == Template("row", "xs")


def test_escaped_keys_inside_literals_are_unescaped() -> None:
    made = component({"id": "x", "component": "Icon", "name": {"@@path": "/a"}}, "v1.0")
    assert made.properties["name"] == Literal({"@path": "/a"})


@pytest.mark.parametrize("message", [{}, {"version": "v1.0"}, {"createSurface": 5}, {"unknown": {}}])
def test_a_message_of_no_kind_asks_for_nothing(message: Raw) -> None:
    assert operations(message) == []
