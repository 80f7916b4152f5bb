"""A client that draws the surfaces itself tells what its person did; the agent hears it in A2UI's own form."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client

from tests.ui_server.mcp.serving import button, call, refusal
from ui_server.diagnostics.client import check_event
from ui_server.surface import Version

V08: list[Any] = [
    {
        "surfaceUpdate": {
            "surfaceId": "s",
            "components": [
                {"id": "root", "component": {"Button": {"child": "label", "action": {"name": "go"}}}},
                {"id": "label", "component": {"Text": {"text": {"literalString": "Go"}}}},
            ],
        }
    },
    {"beginRendering": {"surfaceId": "s", "root": "root"}},
]


async def shown(client: Client, messages: list[Any]) -> str:
    drawn = await call(client, "render_ui_screen", ui_json=messages)
    await call(client, "show_ui_to_user")
    return str(drawn["session_id"])


@pytest.mark.parametrize(
    ("version", "messages", "kind"),
    [
        ("v0.8", V08, "userAction"),
        ("v0.9", button(), "action"),
        ("v0.9.1", button(version="v0.9.1"), "action"),
        ("v1.0", json.loads(json.dumps(button(version="v1.0")).replace("v0_9", "v1_0")), "action"),
    ],
)
async def test_an_action_reaches_the_agent_in_the_form_of_its_version(
    address: str, version: Version, messages: list[Any], kind: str
) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, messages)
        await call(client, "action", name="go", context={"who": "Ada"})
        [heard] = (await call(client, "ui_notifications", wait=5))["notifications"]

    assert heard["event"][kind]["context"] == {"who": "Ada"}
    assert (heard["event"][kind]["surfaceId"], heard["surface_id"]) == ("s", "s")
    assert check_event(heard["event"], version) == []


async def test_another_client_that_waits_hears_the_action_at_once(address: str) -> None:
    async with Client(address, mode="legacy") as agent, Client(address, mode="legacy") as drawer:
        session_id = await shown(agent, button())
        await call(drawer, "ui_join_session", session_id=session_id)
        told = await call(
            drawer, "action", name="go", surfaceId="s", sourceComponentId="go", timestamp="2026-01-05T10:00:00+01:00"
        )
        heard = await call(agent, "ui_notifications", wait=20)

    assert heard["last"] == told["number"] == 1
    assert told["event"]["action"]["timestamp"] == "2026-01-05T09:00:00.000Z"
    assert told["event"]["action"]["sourceComponentId"] == "go"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"name": "stop"}, "unknown_action"),
        ({"name": "go", "sourceComponentId": "label"}, "unknown_action"),
        ({"name": "go", "surfaceId": "t"}, "unknown_surface"),
        ({"name": "go", "context": [1]}, "bad_arguments"),
        ({"name": "go", "timestamp": "soon"}, "bad_arguments"),
    ],
)
async def test_what_no_component_sends_is_refused_and_the_agent_hears_nothing(
    address: str, given: dict[str, Any], code: str
) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, button())
        refused = await refusal(client, "action", **given)
        heard = await call(client, "ui_notifications")

    assert (refused["code"], heard["last"]) == (code, 0)


async def test_a_refused_action_says_which_there_are(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, button())
        refused = await refusal(client, "action", name="stop")

    assert refused["possible"] == ["go"]


async def test_where_two_surfaces_send_the_same_the_client_says_which(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, [*button("a"), *button("b")])
        refused = await refusal(client, "action", name="go")
        told = await call(client, "action", name="go", surfaceId="b")

    assert (refused["code"], told["event"]["action"]["surfaceId"]) == ("unclear_surface", "b")


async def test_nobody_acts_on_what_was_not_shown(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())

        assert (await refusal(client, "action", name="go"))["code"] == "not_shown"


async def test_an_error_of_the_client_reaches_the_agent(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, button())
        await call(
            client, "error", code="VALIDATION_FAILED", message="No such icon.", surfaceId="s", path="/components/0"
        )
        [heard] = (await call(client, "ui_notifications"))["notifications"]

    assert heard["event"]["error"]["message"] == "No such icon."
    assert check_event(heard["event"], "v0.9") == []


async def test_an_error_that_a_client_may_not_send_so_is_refused_with_its_faults(address: str) -> None:
    async with Client(address, mode="legacy") as client:
        await shown(client, button())
        refused = await refusal(client, "error", code="VALIDATION_FAILED", message="No such icon.")

    assert refused["code"] == "message_refused"
    assert {found["code"] for found in refused["diagnostics"]} == {"missing_property"}
