"""What an agent draws over MCP is a session like any other of the server. Real processes, sockets and clients."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import TextResourceContents

from tests.ui_server.mcp.serving import DEADLINE, PYTHON, button, call, refusal
from ui_server.http.server import GRACE_SECONDS


@dataclass(frozen=True, slots=True)
class Running:
    address: str
    process: asyncio.subprocess.Process


@asynccontextmanager
async def _serve(*flags: str) -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        PYTHON, "-m", "surfacebox", "serve", "--port", "0", *flags, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), DEADLINE)
        yield Running(line.decode().split()[1], process)
    finally:
        if process.returncode is None:
            process.kill()
        await asyncio.wait_for(process.wait(), DEADLINE)


async def test_what_an_agent_draws_over_mcp_is_operated_over_http_and_the_agent_hears_of_it() -> None:
    async with (
        _serve() as running,
        Client(f"{running.address}/mcp", mode="legacy") as agent,
        httpx.AsyncClient(base_url=running.address) as person,
    ):
        drawn = await call(agent, "render_ui_screen", ui_json=button())
        await call(agent, "show_ui_to_user")
        steps = [{"do": "fill", "element": "who", "value": "Ada"}, {"do": "click", "element": "go"}]
        answer = await person.post(f"/sessions/{drawn['session_id']}/interact", json={"steps": steps})
        heard = await call(agent, "ui_notifications", wait=5)

    assert answer.status_code == 200, answer.text
    assert [each["event"]["action"]["context"] for each in heard["notifications"]] == [{"who": "Ada"}]


async def test_what_was_sent_over_http_is_shown_by_an_mcp_client_that_joins() -> None:
    async with (
        _serve() as running,
        httpx.AsyncClient(base_url=running.address) as sender,
        Client(f"{running.address}/mcp", mode="legacy") as joined,
    ):
        session_id = (await sender.post("/sessions", json={})).json()["session_id"]
        await sender.post(f"/sessions/{session_id}/messages", json={"messages": button()})
        place = await call(joined, "ui_join_session", session_id=session_id)
        shown = await call(joined, "show_ui_to_user")
        listed = [str(resource.uri) for resource in (await joined.list_resources()).resources]
        [surface] = (await joined.read_resource(f"a2ui://sessions/{session_id}/surfaces/s")).contents
        unknown = await refusal(joined, "ui_join_session", session_id="nobody")

    assert place["surfaces"] == shown["surfaces"] == ["s"]
    assert f"a2ui://sessions/{session_id}/surfaces/s" in listed
    assert isinstance(surface, TextResourceContents) and json.loads(surface.text) == button()
    assert unknown["code"] == "session_not_found"


async def test_mcp_asks_for_the_token_of_the_server() -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    kinds = {"Accept": "application/json, text/event-stream"}
    async with _serve("--token", "t0ken") as running, httpx.AsyncClient(base_url=running.address) as client:
        without = await client.post("/mcp", json=hello, headers=kinds)
        from_a_page = await client.post("/mcp", json=hello, headers={**kinds, "Origin": "https://elsewhere.example"})
        right = {"Authorization": "Bearer t0ken"}
        async with (
            httpx2.AsyncClient(headers=right) as known,
            Client(streamable_http_client(f"{running.address}/mcp", http_client=known), mode="legacy") as agent,
        ):
            drawn = await call(agent, "render_ui_screen", ui_json=button())

    assert (without.status_code, from_a_page.status_code) == (401, 403)
    assert drawn["accepted"]


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_with_an_mcp_client_inside_ends_without_waiting_for_it(told: signal.Signals) -> None:
    async with _serve() as running, Client(f"{running.address}/mcp", mode="legacy") as agent:
        await call(agent, "render_ui_screen", ui_json=button())
        running.process.send_signal(told)
        code = await asyncio.wait_for(running.process.wait(), GRACE_SECONDS / 2)

    assert code == (130 if told == signal.SIGINT else 0)
