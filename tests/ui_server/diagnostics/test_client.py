from __future__ import annotations

from typing import Any

import pytest

from ui_server.diagnostics.client import check_event
from ui_server.expressions import Json
from ui_server.surface import Version

PRESS: dict[str, Any] = {
    "name": "go",
    "surfaceId": "s",
    "sourceComponentId": "b",
    "timestamp": "2026-01-05T09:00:00Z",
    "context": {"a": None},
}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in PRESS.items() if name != key}


@pytest.mark.parametrize(
    ("version", "message"),
    [
        ("v0.8", {"userAction": PRESS}),
        ("v0.8", {"error": {"anything": [1]}}),
        ("v0.9", {"version": "v0.9", "action": PRESS}),
        ("v0.9.1", {"version": "v0.9.1", "action": {**PRESS, "timestamp": "2026-01-05T09:00:00.123+02:00"}}),
        ("v0.9.1", {"version": "v0.9", "action": PRESS}),
        ("v0.9", {"version": "v0.9", "error": {"code": "OTHER", "surfaceId": "s", "message": "m", "more": 1}}),
        ("v1.0", {"version": "v1.0", "action": {**PRESS, "userMessage": "Went"}}),
        ("v1.0", {"version": "v1.0", "error": {"code": "X", "functionCallId": "c", "message": "m"}}),
        ("v1.0", {"version": "v1.0", "rendererFunctionResponse": {"functionCallId": "c", "value": None}}),
        ("v1.0", {"version": "v1.0", "callAgentFunction": {"surfaceId": "s", "functionCallId": "c",
                                                           "callFunction": {"@call": "f"}}}),
    ],
)  # fmt: skip
def test_messages_as_clients_send_them_are_sound(version: Version, message: Json) -> None:
    assert check_event(message, version) == []


@pytest.mark.parametrize(
    ("version", "message", "code", "pointer"),
    [
        ("v0.9", [], "not_an_object", ""),
        ("v0.9", {"action": PRESS}, "missing_version", ""),
        ("v0.9", {"version": "v1.0", "action": PRESS}, "unknown_version", "/version"),
        ("v0.9", {"version": "v0.9", "userAction": PRESS, "action": PRESS}, "unknown_property", "/userAction"),
        ("v0.8", {"userAction": PRESS, "error": {}}, "two_messages", ""),
        ("v0.8", {"version": "v0.8", "userAction": PRESS}, "unknown_property", "/version"),
        ("v0.9", {"version": "v0.9", "action": without("context")}, "missing_property", "/action"),
        ("v0.9", {"version": "v0.9", "action": {**PRESS, "context": []}}, "wrong_type", "/action/context"),
        ("v0.9", {"version": "v0.9", "action": {**PRESS, "timestamp": "yesterday"}}, "bad_format", "/action/timestamp"),
        ("v0.9", {"version": "v0.9", "action": {**PRESS, "timestamp": "2026-01-05"}}, "bad_format",
         "/action/timestamp"),
        ("v0.9", {"version": "v0.9", "action": {**PRESS, "row": 1}}, "unknown_property", "/action/row"),
        ("v0.9", {"version": "v0.9", "action": {**PRESS, "userMessage": "x"}}, "unknown_property",
         "/action/userMessage"),
        ("v0.9", {"version": "v0.9", "error": {"code": "VALIDATION_FAILED", "surfaceId": "s", "message": "m"}},
         "missing_property", "/error"),
        ("v0.9", {"version": "v0.9", "error": {"code": "X", "message": "m"}}, "missing_property", "/error"),
        ("v1.0", {"version": "v1.0", "error": {"code": "X", "message": "m"}}, "missing_property", "/error"),
        ("v1.0", {"version": "v1.0", "error": {"code": "X", "message": "m", "surfaceId": "s", "functionCallId": "c"}},
         "exclusive", "/error"),
        ("v1.0", {"version": "v1.0", "error": {"code": "UNALLOWED_CHILD", "message": "m", "surfaceId": "s"}},
         "missing_property", "/error"),
        ("v1.0", {"version": "v1.0", "rendererFunctionResponse": {"functionCallId": "c"}}, "missing_property",
         "/rendererFunctionResponse"),
        ("v1.0", {"version": "v1.0", "action": {**PRESS, "wantResponse": True}}, "missing_property", "/action"),
    ],
)  # fmt: skip
def test_a_fault_in_what_a_client_sends_has_its_place(version: Version, message: Json, code: str, pointer: str) -> None:
    assert [(fault.code, fault.pointer) for fault in check_event(message, version)] == [(code, pointer)]


def test_what_an_agent_sends_does_not_come_from_a_client() -> None:
    found = check_event({"version": "v0.9", "updateDataModel": {"surfaceId": "s"}}, "v0.9")
    assert [(fault.code, fault.pointer) for fault in found] == [("wrong_direction", "/updateDataModel")]
