from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from ui_server.catalogs import basic_catalog, catalog_for, catalog_from_json
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.schema import MAX_DEPTH, check_message
from ui_server.expressions import Json
from ui_server.surface import Version

V09 = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def create(version: str = "v0.9", **body: Any) -> Json:
    return {"version": version, "createSurface": {"surfaceId": "s", "catalogId": V09, **body}}


def checked(message: Json, version: Version = "v0.9", **options: Any) -> list[Diagnostic]:
    return check_message(message, 0, version, catalog_for(version, None), **options)


@pytest.mark.parametrize(
    ("version", "message", "code", "pointer", "hint"),
    [
        ("v0.9", create(surfaceId=1), "wrong_type", "/0/createSurface/surfaceId", 'Write "1"'),
        ("v0.9", create(surfaceId=""), "out_of_range", "/0/createSurface/surfaceId", "name"),
        ("v0.9", {"version": "v0.9", "createSurface": {"surfaceId": "s"}}, "missing_property", "/0/createSurface",
         "catalogId"),
        ("v0.9", {"version": "v0.9", "createSurface": []}, "wrong_type", "/0/createSurface", "object"),
        ("v0.9", create(colour="red"), "unknown_property", "/0/createSurface/colour", "surfaceId"),
        ("v0.9", create(theme={"primaryColor": "red"}), "bad_format", "/0/createSurface/theme/primaryColor", "#1A73E8"),
        ("v0.9", create(theme=3), "wrong_type", "/0/createSurface/theme", "object"),
        ("v0.9", create(sendDataModel="yes"), "wrong_type", "/0/createSurface/sendDataModel", "true or false"),
        ("v0.9", create(components=[]), "mixed_versions", "/0/createSurface/components", "updateComponents"),
        ("v0.9", create(root="a"), "mixed_versions", "/0/createSurface/root", '"root"'),
        ("v1.0", create("v1.0", theme={}), "mixed_versions", "/0/createSurface/theme", "no theme"),
        ("v1.0", create("v1.0", dataModel=3), "wrong_type", "/0/createSurface/dataModel", "object"),
        ("v1.0", {"version": "v1.0", "updateDataModel": {"surfaceId": "s"}}, "missing_property", "/0/updateDataModel",
         "value"),
        ("v0.9", {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/~x"}}, "invalid_pointer",
         "/0/updateDataModel/path", "~0"),
        ("v0.9", {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "contents": []}}, "mixed_versions",
         "/0/updateDataModel/contents", "value"),
        ("v0.9", {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": []}}, "out_of_range",
         "/0/updateComponents/components", "at least 1"),
        ("v0.9", {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": {}}}, "wrong_type",
         "/0/updateComponents/components", "list"),
        ("v0.8", {"beginRendering": {"surfaceId": "s"}}, "missing_property", "/0/beginRendering", '"root"'),
        ("v0.8", {"beginRendering": {"surfaceId": "s", "root": "r", "theme": {}}}, "mixed_versions",
         "/0/beginRendering/theme", "styles"),
        ("v0.8", {"beginRendering": {"surfaceId": "s", "root": "r", "styles": {"primaryColor": "blue"}}}, "bad_format",
         "/0/beginRendering/styles/primaryColor", "#1A73E8"),
        ("v1.0", {"version": "v1.0", "callRendererFunction": {"functionCallId": "c", "callFunction": {"@call": "email",
         "args": {"value": "a"}}}}, "missing_property", "/0/callRendererFunction/callFunction", "catalogId"),
    ],
)  # fmt: skip
def test_each_fault_of_a_message_has_its_place_and_its_remedy(
    version: Version, message: Json, code: str, pointer: str, hint: str
) -> None:
    faults = checked(message, version)
    assert [(fault.code, fault.pointer) for fault in faults] == [(code, pointer)]
    assert hint in faults[0].hint
    assert faults[0].message.endswith(".")


def test_all_faults_of_a_message_are_told_at_once_in_the_order_of_the_document() -> None:
    components: Json = [
        {"id": "root", "component": "Column", "children": "a"},
        {"id": "a", "component": "Text", "text": 3, "colour": "red"},
        {"id": "b", "component": "Buton", "child": "a"},
        {"component": "Divider"},
        {"id": "a", "component": "Divider"},
    ]
    faults = checked({"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}})
    place = "/0/updateComponents/components"
    assert [(fault.code, fault.pointer) for fault in faults] == [
        ("wrong_type", f"{place}/0/children"),
        ("wrong_type", f"{place}/1/text"),
        ("unknown_property", f"{place}/1/colour"),
        ("unknown_component", f"{place}/2/component"),
        ("missing_property", f"{place}/3"),
        ("duplicate_id", f"{place}/4/id"),
    ]
    assert [fault.component_id for fault in faults] == ["root", "a", "a", "b", None, "a"]
    assert {fault.surface_id for fault in faults} == {"s"}


def test_an_unknown_catalog_is_told_and_components_are_then_checked_for_id_and_type_alone() -> None:
    message: Json = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": "example.org:mine"}}
    faults = check_message(message, 0, "v0.9", None)
    assert [(fault.code, fault.pointer) for fault in faults] == [("unknown_catalog", "/0/createSurface/catalogId")]
    assert V09 in faults[0].hint
    update: Json = {"surfaceId": "s", "components": [{"id": "a", "component": "Anything", "x": 1}, {"id": "b"}]}
    faults = check_message({"version": "v0.9", "updateComponents": update}, 0, "v0.9", None)
    assert [fault.code for fault in faults] == ["missing_property"]


def test_the_catalog_id_of_another_version_is_recognised() -> None:
    body: Json = {"surfaceId": "s", "catalogId": "https://a2ui.org/specification/v1_0/catalogs/basic/catalog.json"}
    faults = check_message({"version": "v0.9", "createSurface": body}, 0, "v0.9", None)
    assert "belongs to v1.0" in faults[0].hint


@pytest.mark.parametrize(
    ("depth", "codes"), [(MAX_DEPTH - 3, []), (MAX_DEPTH, ["limit_reached"]), (900, ["limit_reached"])]
)
def test_data_may_lie_only_so_deep(depth: int, codes: list[str]) -> None:
    value: Json = 1
    for _ in range(depth):
        value = {"next": value}
    faults = checked({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "value": value}})
    assert [fault.code for fault in faults] == codes


def test_any_data_is_taken_whatever_its_keys() -> None:
    value: Json = {"path": "C:~tmp", "call": 3, "component": None, "@path": [], "__proto__": {"a": "$.x"}}
    assert checked({"version": "v0.9", "updateDataModel": {"surfaceId": "s", "value": value}}) == []


def test_a_prefix_goes_before_every_pointer() -> None:
    assert checked(create(surfaceId=1), pointer_prefix="/messages")[0].pointer == "/messages/0/createSurface/surfaceId"


def test_checking_changes_nothing(screen: Callable[..., list[Any]]) -> None:
    messages = screen({"id": "root", "component": "Button", "child": ["a"], "action": {"name": "x", "context": []}})
    before = copy.deepcopy(messages)
    for index, message in enumerate(messages):
        check_message(message, index, "v0.9", basic_catalog("v0.9"))
    assert messages == before


def test_a_fault_that_no_explanation_knows_is_still_placed() -> None:
    odd = {"properties": {"component": {"const": "Odd"}, "even": {"multipleOf": 2}, "few": {"uniqueItems": True}}}
    catalog = catalog_from_json({"components": {"Odd": odd}}, "v0.9")
    component: Json = {"id": "o", "component": "Odd", "even": 3, "few": [1, 1]}
    message: Json = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [component]}}
    faults = check_message(message, 0, "v0.9", catalog)
    place = "/0/updateComponents/components/0"
    assert {(fault.code, fault.pointer) for fault in faults} == {
        ("schema_mismatch", f"{place}/even"),
        ("schema_mismatch", f"{place}/few"),
    }
