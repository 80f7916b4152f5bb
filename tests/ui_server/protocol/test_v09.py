from __future__ import annotations

import copy
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import Raw, component, json_values
from ui_server.component import Action, Check, Template
from ui_server.expressions import Binding, Call, Json, Literal
from ui_server.protocol import v09
from ui_server.protocol.operations import (
    CreateSurface,
    DeleteData,
    DeleteSurface,
    Operation,
    PutComponents,
    PutData,
)
from ui_server.surface import Theme


def operation(message: Raw, invalid: frozenset[int] = frozenset()) -> Operation:
    (only,) = v09.operations(message, "/0", "v0.9", 1, invalid)
    return only


def test_a_surface_is_created_with_catalog_theme_and_wish_for_the_data() -> None:
    body: Raw = {
        "surfaceId": "s",
        "catalogId": "basic",
        "sendDataModel": True,
        "theme": {"primaryColor": "#aabbcc", "iconUrl": "i.png", "agentDisplayName": "Ana", "odd": [1]},
    }
    assert operation({"version": "v0.9", "createSurface": body}) == CreateSurface(
        surface_id="s",
        version="v0.9",
        pointer="/0/createSurface",
        catalog_id="basic",
        send_data_model=True,
        theme=Theme(primary_color="#aabbcc", icon_url="i.png", agent_name="Ana"),
    )


@pytest.mark.parametrize("colour", ["red", "#abc", "#aabbccdd", "#GGGGGG", "#aabbcc;", 1, None, "url(x)"])
def test_a_colour_that_is_none_is_left_out(colour: Json) -> None:
    assert v09.theme({"primaryColor": colour}).primary_color is None


@pytest.mark.parametrize("raw", [None, [], "x", {"font": 1, "iconUrl": [], "agentDisplayName": {}}])
def test_a_theme_of_odd_things_is_empty(raw: Json) -> None:
    assert v09.theme(raw) == Theme()


def test_data_without_a_value_is_deleted_and_null_is_written() -> None:
    body: Raw = {"surfaceId": "s", "path": "/a"}
    deleted = operation({"updateDataModel": body})
    written = operation({"updateDataModel": {**body, "value": None}})
    assert deleted == DeleteData(surface_id="s", version="v0.9", pointer="/0/updateDataModel", path="/a")
    assert written == PutData(surface_id="s", version="v0.9", pointer="/0/updateDataModel", path="/a", value=None)


def test_data_without_a_path_is_the_whole_model() -> None:
    written = operation({"updateDataModel": {"surfaceId": "s", "value": {"a": 1}}})
    assert isinstance(written, PutData)
    assert (written.path, written.value) == ("/", {"a": 1})


def test_data_that_the_caller_changes_later_is_another_copy() -> None:
    value: dict[str, Json] = {"list": [1]}
    written = operation({"updateDataModel": {"surfaceId": "s", "value": value}})
    listed = value["list"]
    assert isinstance(listed, list)
    listed.append(2)
    assert isinstance(written, PutData)
    assert written.value == {"list": [1]}


def test_a_surface_is_deleted() -> None:
    assert operation({"deleteSurface": {"surfaceId": "s"}}) == DeleteSurface(
        surface_id="s", version="v0.9", pointer="/0/deleteSurface"
    )


def test_a_message_of_no_kind_asks_for_nothing() -> None:
    assert v09.operations({"version": "v0.9"}, "/0", "v0.9", 1, frozenset()) == []


def test_components_know_where_they_stood_and_broken_ones_leave_a_stand_in() -> None:
    listed: list[Json] = [{"id": "a", "component": "Text", "text": "A"}, {"id": "b", "component": "Button"}, {"x": 1}]
    put = operation({"updateComponents": {"surfaceId": "s", "components": listed}}, frozenset({1, 2}))
    assert isinstance(put, PutComponents)
    assert [(one.id, one.kind, one.pointer) for one in put.components] == [
        ("a", "Text", "/0/updateComponents/components/0"),
        ("b", "Unknown", "/0/updateComponents/components/1"),
    ]


# -- components ------------------------------------------------------------------------------------------------------


def test_structure_is_taken_apart_and_all_else_is_a_property() -> None:
    button = component(
        {
            "id": "b",
            "component": "Button",
            "child": "t",
            "variant": "primary",
            "weight": 2,
            "action": {"event": {"name": "go", "context": {"n": {"path": "n"}, "one": 1}}},
            "checks": [{"condition": {"call": "required", "args": {"value": {"path": "/n"}}}, "message": "Fill in"}],
        }
    )
    assert button.properties == {"variant": Literal("primary")}
    assert (button.slots, button.weight) == ({"child": "t"}, 2.0)
    assert button.action == Action("go", {"n": Binding("n"), "one": Literal(1)})
    assert button.checks == (Check(Call("required", {"value": Binding("/n")}), "Fill in"),)


def test_accessibility_is_kept_under_names_of_its_own() -> None:
    made = component({"id": "t", "component": "Text", "text": "x", "accessibility": {"label": {"path": "/l"}}})
    assert made.properties == {"text": Literal("x"), "accessibility/label": Binding("/l")}


def test_children_are_a_list_or_a_template() -> None:
    assert v09.child_list(["a", 1, "b"]) == ("a", "b")
    assert v09.child_list({"componentId": "row", "path": "/xs"}) == Template("row", "/xs")
    assert v09.child_list({"componentId": "row"}) == Template("row", "")
    assert v09.child_list({"path": "/xs"}) is None
    assert v09.child_list("a") is None


@pytest.mark.parametrize("raw", [True, -1, "2", None, float("inf"), float("nan"), 10**400])
def test_a_weight_that_cannot_share_space_is_none(raw: Json) -> None:
    assert v09.weight(raw) is None


@given(st.floats(min_value=0, allow_infinity=False, allow_nan=False) | st.integers(0, 10**300))
def test_every_other_weight_is_a_number(raw: float) -> None:
    weight = v09.weight(raw)
    assert weight is not None and math.isfinite(weight)


def test_a_local_function_is_no_event() -> None:
    wrapped = component(
        {"id": "b", "component": "Button", "action": {"functionCall": {"call": "openUrl", "args": {"url": "u"}}}}
    )
    assert wrapped.action == Action(None, call=Call("openUrl", {"url": Literal("u")}))


def test_an_action_without_context_has_an_empty_one() -> None:
    made = component({"id": "b", "component": "Button", "action": {"event": {"name": "go", "context": None}}})
    assert made.action == Action("go")


def test_a_pattern_of_a_field_becomes_a_check_that_an_empty_field_passes() -> None:
    made = component({"id": "f", "component": "TextField", "value": {"path": "/v"}, "validationRegexp": "^a"})
    condition = Call("regex", {"value": Binding("/v"), "pattern": Literal("^a"), "optional": Literal(True)})
    assert made.checks == (Check(condition, None),)


def test_a_type_that_does_not_exist_is_unknown_and_keeps_its_name() -> None:
    made = component({"id": "x", "component": "EvilFrame", "src": "file:///etc"})
    assert (made.type, made.kind) == ("EvilFrame", "Unknown")


@given(json_values)
def test_any_body_is_read_without_changing_it(value: Json) -> None:
    names = ["children", "tabs", "options", "action", "value", "text", "child", "checks", "accessibility", "weight",
             "validationRegexp", "variant"]  # fmt: skip
    raw: Raw = {"id": "x", "component": "Tabs", **{name: copy.deepcopy(value) for name in names}}
    before = copy.deepcopy(raw)
    component(raw)
    assert raw == before
