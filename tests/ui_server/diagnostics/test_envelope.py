from __future__ import annotations

import pytest

from ui_server.catalogs import basic_catalog
from ui_server.diagnostics.envelope import version_of
from ui_server.diagnostics.schema import check_message
from ui_server.expressions import Json
from ui_server.surface import Version

CREATE: Json = {"surfaceId": "s", "catalogId": "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"}
BEGIN: Json = {"surfaceId": "s", "root": "root"}


@pytest.mark.parametrize(
    ("message", "version"),
    [
        ({"version": "v0.9", "createSurface": CREATE}, "v0.9"),
        ({"version": "v0.9.1", "createSurface": CREATE}, "v0.9.1"),
        ({"version": "v1.0", "createSurface": {"surfaceId": "s"}}, "v1.0"),
        ({"beginRendering": BEGIN}, "v0.8"),
        ({"deleteSurface": {"surfaceId": "s"}}, "v0.8"),
    ],
)
def test_a_message_says_its_version_or_is_v08_without_one(message: Json, version: str) -> None:
    assert version_of(message, 0) == (version, [])


@pytest.mark.parametrize(
    ("message", "version", "code", "pointer", "hint"),
    [
        ({"version": 0.9, "createSurface": CREATE}, "v0.9", "unknown_version", "/3/version", '"version": "v0.9"'),
        ({"version": "0.9", "createSurface": CREATE}, "v0.9", "unknown_version", "/3/version", '"v0.9"'),
        ({"version": "1.0", "createSurface": CREATE}, "v1.0", "unknown_version", "/3/version", '"v1.0"'),
        ({"version": "v2.0", "createSurface": CREATE}, "v0.9", "unknown_version", "/3/version", '"v0.9"'),
        ({"createSurface": CREATE}, "v0.9", "missing_version", "/3", '"version": "v0.9"'),
        ({"createSurface": {"surfaceId": "s", "dataModel": {}}}, "v1.0", "missing_version", "/3", '"v1.0"'),
        ({"version": "v0.8", "createSurface": CREATE}, "v0.9", "mixed_versions", "/3/version", '"v0.9"'),
        ({"version": "v0.8", "beginRendering": BEGIN}, "v0.8", "mixed_versions", "/3/version", "Leave it out"),
        ({"version": "v0.9", "beginRendering": BEGIN}, None, "mixed_versions", "/3/beginRendering", "createSurface"),
        ({"version": "v0.9", "callRendererFunction": {}}, None, "mixed_versions", "/3/callRendererFunction", "v1.0"),
        ([], None, "not_an_object", "/3", "createSurface"),
        ("text", None, "not_an_object", "/3", "object"),
    ],
)
def test_what_is_wrong_with_a_version_is_told_with_the_version_it_seems_to_be(
    message: Json, version: str | None, code: str, pointer: str, hint: str
) -> None:
    found, faults = version_of(message, 3)
    assert found == version
    assert [(fault.code, fault.pointer, fault.severity) for fault in faults] == [(code, pointer, "error")]
    assert hint in faults[0].hint


@pytest.mark.parametrize(
    ("message", "version", "code", "pointer", "hint"),
    [
        ({"version": "v0.9", "action": {}}, "v0.9", "wrong_direction", "/0/action", "createSurface"),
        ({"userAction": {}}, "v0.8", "wrong_direction", "/0/userAction", "beginRendering"),
        ({"version": "v0.9", "surfaceId": "s", "components": []}, "v0.9", "missing_envelope", "/0", "updateComponents"),
        ({"surfaceId": "s", "contents": []}, "v0.8", "missing_envelope", "/0", "dataModelUpdate"),
        ({"id": "a", "component": "Text", "version": "v1.0"}, "v1.0", "missing_envelope", "/0", "updateComponents"),
        (
            {"version": "v0.9", "updateComponent": {}},
            "v0.9",
            "unknown_message",
            "/0/updateComponent",
            "Write updateComponents",
        ),
        ({"version": "v0.9"}, "v0.9", "unknown_message", "/0", "createSurface"),
        (
            {"version": "v0.9", "surfaceUpdate": {}, "updateComponents": {}},
            "v0.9",
            "unknown_property",
            "/0/surfaceUpdate",
            "",
        ),
    ],
)
def test_a_message_of_no_kind_of_its_version_is_told_for_what_it_is(
    message: Json, version: Version, code: str, pointer: str, hint: str
) -> None:
    faults = check_message(message, 0, version, basic_catalog("v0.9" if version != "v0.8" else "v0.8"))
    fault = next(fault for fault in faults if fault.code == code)
    assert (fault.pointer, fault.severity) == (pointer, "error")
    assert hint in fault.hint


def test_two_messages_in_one_object_are_told_and_both_are_checked() -> None:
    message: Json = {"version": "v0.9", "updateComponents": {"surfaceId": 1, "components": []}, "createSurface": {}}
    faults = check_message(message, 0, "v0.9", basic_catalog("v0.9"))
    assert faults[0].code == "two_messages"
    assert "createSurface first" in faults[0].hint
    assert {fault.pointer for fault in faults} >= {"/0/updateComponents/surfaceId", "/0/createSurface"}


@pytest.mark.parametrize(
    ("wrapping", "pointer", "way"),
    [
        ({"ui": {"messages": [{"createSurface": CREATE}]}}, "/0/ui", '"/ui/messages"'),
        ({"kind": "data", "data": {"beginRendering": BEGIN}}, "/0/data", '"/data"'),
        ({"parts": [{"text": "Hi"}, {"data": [{"createSurface": CREATE}]}]}, "/0/parts", '"/parts/1/data"'),
        ({"type": "resource", "resource": {"text": '[{"createSurface": {}}]'}}, "/0/resource", '"/resource/text"'),
    ],
)
def test_messages_inside_a_wrapping_are_found_and_asked_for_alone(wrapping: Json, pointer: str, way: str) -> None:
    _, found = version_of(wrapping, 0)
    assert [(fault.code, fault.pointer) for fault in found] == [("unknown_message", pointer)]
    assert way in found[0].message
    assert "alone" in found[0].hint


@pytest.mark.parametrize(
    ("message", "remedy"),
    [
        ([{"createSurface": CREATE}], "straight into the outer list"),
        ('{"createSurface": {}}', "not as a text"),
        ("Hello", "Each message is an object"),
        ([1], "Each message is an object"),
    ],
)
def test_a_list_or_a_text_in_the_place_of_a_message_is_told_by_what_is_in_it(message: Json, remedy: str) -> None:
    _, found = version_of(message, 0)
    assert [fault.code for fault in found] == ["not_an_object"]
    assert remedy in found[0].hint


def test_a_wrapping_without_a_message_or_too_deep_is_of_no_known_kind() -> None:
    deep: Json = {"createSurface": CREATE}
    for _ in range(9):
        deep = {"in": deep}
    odd: list[Json] = [deep, {"a": {"b": "[1"}}, {"text": "{createSurface}"}]
    for message in odd:
        _, found = version_of(message, 0)
        assert [fault.code for fault in found] == ["unknown_message"]
        assert "Known: createSurface" in found[0].hint


def test_the_version_that_was_called_0_10_at_first_is_1_0() -> None:
    version, found = version_of({"version": "v0.10", "createSurface": {"surfaceId": "s"}}, 0)
    assert (version, [fault.code for fault in found]) == ("v1.0", ["unknown_version"])
