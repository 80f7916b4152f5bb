from __future__ import annotations

import pytest

from ui_server.catalogs import basic_catalog
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.schema import check_message
from ui_server.expressions import Json


def faults_of(contents: Json) -> list[Diagnostic]:
    message: Json = {"dataModelUpdate": {"surfaceId": "s", "contents": contents}}
    return check_message(message, 0, "v0.8", basic_catalog("v0.8"))


def test_typed_entries_and_maps_inside_maps_are_sound() -> None:
    inner: Json = [
        {"key": "title", "valueString": "Oats"},
        {"key": "deep", "valueMap": [{"key": "n", "valueNumber": 1}]},
    ]
    contents: Json = [{"key": "todo", "valueMap": inner}, {"key": "done", "valueBoolean": False}]
    assert faults_of(contents) == []


@pytest.mark.parametrize(
    ("entry", "code", "severity", "pointer", "hint"),
    [
        (3, "wrong_type", "error", "", '"key"'),
        ({"valueString": "a"}, "missing_property", "error", "", '"key"'),
        ({"key": "a"}, "missing_property", "warning", "", "valueString"),
        ({"key": "a", "valueString": 3}, "wrong_type", "error", "/valueString", "valueNumber"),
        ({"key": "a", "valueNumber": True}, "wrong_type", "error", "/valueNumber", "valueBoolean"),
        ({"key": "a", "valueMap": {"b": 1}}, "wrong_type", "error", "/valueMap",
         '[{"key":"b","valueNumber":1}]'),
        ({"key": "a", "valueInt": 3}, "unknown_property", "error", "/valueInt", "valueNumber"),
        ({"key": "a", "valueBool": True}, "unknown_property", "error", "/valueBool", "valueBoolean"),
        ({"a": {"b": "x", "n": [1]}}, "other_version", "error", "",
         '[{"key":"a","valueMap":[{"key":"b","valueString":"x"},{"key":"n","valueMap":[{"key":"0","valueNumber":1}]}]}]'),
        ({"key": "a", "value": True}, "unknown_property", "error", "/value", "valueBoolean"),
        ({"key": "a", "valueString": "x", "valueNumber": 1}, "exclusive", "error", "", "Keep the one"),
        ({"key": "a", "valueArray": [{"valueString": "x"}]}, "value_array", "warning", "/valueArray", "valueMap"),
        ({"key": "a", "valueMap": [{"key": "b", "valueString": 1}]}, "wrong_type", "error", "/valueMap/0/valueString",
         "valueNumber"),
    ],
)  # fmt: skip
def test_a_fault_of_an_entry_has_its_place_and_its_remedy(
    entry: Json, code: str, severity: str, pointer: str, hint: str
) -> None:
    faults = faults_of([{"key": "sound", "valueString": "x"}, entry])
    place = f"/0/dataModelUpdate/contents/1{pointer}"
    assert [(fault.code, fault.severity, fault.pointer) for fault in faults] == [(code, severity, place)]
    assert hint in faults[0].hint


def test_a_key_that_stands_twice_is_an_error_at_the_second() -> None:
    faults = faults_of([{"key": "a", "valueNumber": 1}, {"key": "a", "valueNumber": 2}])
    assert [(fault.code, fault.pointer) for fault in faults] == [("duplicate_key", "/0/dataModelUpdate/contents/1/key")]
