"""Real servers for tests, on loopback and in processes, and what is left of them afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import uvicorn
from mcp import Client
from mcp_types import CallToolResult, ImageContent

from surfacebox.mcp_service import Bind, guarded
from ui_server.mcp import transports
from ui_server.mcp.seats import Seats

EXAMPLES = Path(__file__).resolve().parents[3] / "surfacebox" / "examples"
DEADLINE = 20.0
PYTHON = sys.executable


def example(name: str) -> list[Any]:
    """The messages of a built-in example."""
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    messages: list[Any] = json.loads(text)["messages"]
    return messages


def button(surface_id: str = "s", label: str = "Go", *, version: str = "v0.9") -> list[Any]:
    """A surface with one button, whose press sends the event `go` with the text of one field."""
    catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    event = {"event": {"name": "go", "context": {"who": {"path": "/who"}}}}
    components = [
        {"id": "root", "component": "Column", "children": ["who", "go"]},
        {"id": "who", "component": "TextField", "label": "Who", "value": {"path": "/who"}},
        {"id": "go", "component": "Button", "child": "label", "action": event},
        {"id": "label", "component": "Text", "text": label},
    ]
    return [
        {"version": version, "createSurface": {"surfaceId": surface_id, "catalogId": catalog}},
        {"version": version, "updateComponents": {"surfaceId": surface_id, "components": components}},
    ]


async def call(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured content of a call that must succeed."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.structured_content
    return await _as_declared(client, tool, result)


async def refusal(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The structured content of a call that must be a tool error."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return await _as_declared(client, tool, result)


async def _as_declared(client: Client, tool: str, result: CallToolResult) -> dict[str, Any]:
    """The structured content, which the tool's schema must allow: some clients drop what it does not, refusals too."""
    [declared] = [each for each in (await client.list_tools()).tools if each.name == tool]
    assert declared.output_schema is not None
    jsonschema_rs.validate(declared.output_schema, result.structured_content)
    told: dict[str, Any] = result.structured_content
    return told


def picture(result: CallToolResult) -> ImageContent:
    """The one picture of an answer."""
    [found] = [block for block in result.content if isinstance(block, ImageContent)]
    return found


@dataclass(slots=True)
class Seconds:
    """A clock in seconds."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


class _Server(uvicorn.Server):
    """Leaves the signals of the test run alone and tells when it answers."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.answers = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.answers.set()


@asynccontextmanager
async def serving(seats: Seats, *, token: str | None = None) -> AsyncIterator[str]:
    """The server on a free port of loopback; gives its address, and ends it in time or fails."""
    app = guarded(transports.http_app(seats, version="1"), Bind("127.0.0.1", 0, token, 600))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = _Server(uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1))
        running = asyncio.create_task(server.serve(sockets=[listening]))
        await asyncio.wait_for(server.answers.wait(), DEADLINE)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}{transports.PATH}"
        finally:
            server.should_exit = True
            await asyncio.wait_for(running, DEADLINE)


async def ended(tasks: set[asyncio.Task[Any]]) -> set[asyncio.Task[Any]]:
    """Those of `tasks` that have not ended in time."""
    if not tasks:
        return set()
    _, pending = await asyncio.wait(tasks, timeout=DEADLINE)
    return pending


def descendants(pid: int) -> set[int]:
    """The processes under `pid`, at any depth."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError, ValueError):
            stat = (entry / "stat").read_text()
            parents[int(entry.name)] = int(stat.rpartition(")")[2].split()[1])
    found, grown = {pid}, True
    while grown:
        more = {child for child, parent in parents.items() if parent in found} - found
        found |= more
        grown = bool(more)
    return found - {pid}


class Watch:
    """Holds on to processes, so that their end is seen even when their numbers are used again."""

    def __init__(self, pids: set[int]) -> None:
        self.count = len(pids)
        self._handles = {os.pidfd_open(pid) for pid in pids}

    async def all_ended(self) -> bool:
        """Whether every process ends in time."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(DEADLINE):
                for handle in self._handles:
                    gone = asyncio.Event()
                    loop.add_reader(handle, gone.set)
                    try:
                        await gone.wait()
                    finally:
                        loop.remove_reader(handle)
        except TimeoutError:
            return False
        finally:
            for handle in self._handles:
                os.close(handle)
        return True
