"""MCP beside HTTP: its clients sit at the same sessions, so the debug page shows what an agent draws over MCP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from ui_server.http.service import Service
from ui_server.mcp.seats import Seats
from ui_server.mcp.transports import PATH, http_app


@dataclass(frozen=True, slots=True)
class McpDoor:
    """The MCP application while it runs; `closing` ends its streams, which else wait for their clients to go."""

    app: Starlette
    closing: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, opened: asyncio.Future[None]) -> None:
        """Keep the application going until `closing`; `opened` tells when it answers."""
        async with self.app.router.lifespan_context(self.app):
            opened.set_result(None)
            await self.closing.wait()


@asynccontextmanager
async def opened(service: Service, version: str) -> AsyncIterator[McpDoor]:
    """MCP over the service's sessions. Who may call was decided before: no token is asked for again."""
    door = McpDoor(http_app(Seats(service.sessions, service.defaults), version=version))
    answers: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    # In a task of its own, so that it can end before the server waits for its last connections.
    running = asyncio.create_task(door.run(answers))
    await asyncio.wait({running, answers}, return_when=asyncio.FIRST_COMPLETED)
    try:
        yield door
    finally:
        door.closing.set()
        await running


class Entrance:
    """Hands calls to the application that the lifespan opened."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        door: McpDoor = scope["app"].state.mcp
        await door.app(scope, receive, send)


def routes() -> list[Route]:
    """Where the clients come in; many write a slash behind the address."""
    return [Route(path, Entrance(), include_in_schema=False) for path in (PATH, f"{PATH}/")]
