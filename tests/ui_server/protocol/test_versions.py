from __future__ import annotations

import pytest

from tests.ui_server.building import Raw
from ui_server.protocol.operations import DeleteData, Operation, PutComponents, PutData
from ui_server.protocol.versions import operations_of
from ui_server.surface import Version


def only(message: Raw, version: Version) -> Operation:
    (operation,) = operations_of(message, 4, version, batch=2)
    return operation


@pytest.mark.parametrize("version", ["v0.9", "v0.9.1", "v1.0"])
def test_the_version_of_the_message_and_its_place_are_kept(version: Version) -> None:
    operation = only({"version": version, "updateDataModel": {"surfaceId": "s", "path": "/a", "value": 1}}, version)
    assert isinstance(operation, PutData)
    assert (operation.version, operation.pointer) == (version, "/4/updateDataModel")


def test_each_version_has_its_own_rule_for_null() -> None:
    message: Raw = {"updateDataModel": {"surfaceId": "s", "path": "/a", "value": None}}
    assert isinstance(only(message, "v0.9.1"), PutData)
    assert isinstance(only(message, "v1.0"), DeleteData)


def test_version_0_8_reads_its_own_messages() -> None:
    message: Raw = {"surfaceUpdate": {"surfaceId": "s", "components": [{"id": "a", "component": {"Divider": {}}}]}}
    operation = only(message, "v0.8")
    assert isinstance(operation, PutComponents)
    assert operation.components[0].batch == 2
    assert operations_of(message, 4, "v0.9", batch=2) == []


def test_components_that_failed_their_check_become_stand_ins() -> None:
    message: Raw = {"updateComponents": {"surfaceId": "s", "components": [{"id": "a", "component": "Text"}]}}
    (operation,) = operations_of(message, 0, "v0.9", batch=1, invalid=frozenset({0}))
    assert isinstance(operation, PutComponents)
    assert operation.components[0].kind == "Unknown"
