"""How clients reach the server: over the process's own pipes, or over streamable HTTP."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from mcp.server.stdio import stdio_server
from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from ui_server.mcp.seats import Seat, Seats
from ui_server.mcp.server import new_server
from ui_server.mcp.unreadable import Readable

PATH: Final = "/mcp"
ANY_HOST: Final = "0.0.0.0"
"""Keeps the SDK from asking by what name it is called."""
MAX_BODY: Final = 32_000_000
"""Bytes of one request: a payload of the largest size with pictures beside it."""
LONGEST_SWEEP: Final = 60.0

log = logging.getLogger(__name__)


async def serve_stdio(seats: Seats, *, version: str) -> None:
    """Serve the one client at this process's stdin and stdout until it goes.

    Whatever else writes to stdout meanwhile ends up on stderr. The browser must be there already: a reader of stdin
    that has begun can only be ended by the client.
    """
    seat = Seat()
    server = new_server(seats, version=version, only_client=seat)
    try:
        async with stdio_server() as (reading, writing):
            await server.run(Readable(reading, writing), writing, server.create_initialization_options())
    except* BrokenPipeError:
        log.info("the client is gone")
    finally:
        seats.leave(seat)


def http_app(seats: Seats, *, version: str) -> Starlette:
    """The application that serves many clients at `PATH`; its lifespan must be run.

    It lets everyone in: who may call is for whoever serves it to decide. A connection ends after as long as the store
    lets sessions be idle.
    """
    idle = seats.sessions.limits.idle_seconds
    server = new_server(seats, version=version)
    app = server.streamable_http_app(
        streamable_http_path=PATH, host=ANY_HOST, session_idle_timeout=idle, max_request_body_size=MAX_BODY
    )
    app.router.lifespan_context = _swept(app.router.lifespan_context, seats, idle)
    app.add_middleware(PlainHeaders)
    return app


def _swept(
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[object]], seats: Seats, idle: float
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """The lifespan, with idle sessions ended in it from time to time, and all of them at its end."""

    @asynccontextmanager
    async def run(app: Starlette) -> AsyncIterator[None]:
        async with lifespan(app):
            sweeping = asyncio.create_task(_sweep(seats, min(LONGEST_SWEEP, idle / 4)))
            try:
                yield
            finally:
                sweeping.cancel()
                await asyncio.wait([sweeping])
                seats.sessions.close()

    return run


async def _sweep(seats: Seats, seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        seats.sessions.expire()
        seats.tidy()


class PlainHeaders:
    """Spells requests as the SDK wants them, where HTTP allows other spellings that mean the same."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = {name: value for name, value in scope["headers"] if name in (b"accept", b"content-type")}
        # No events are kept to go on from, and the SDK has no answer to a client that asks for it.
        headers = [(name, value) for name, value in scope["headers"] if name not in (*given, b"last-event-id")]
        given.setdefault(b"accept", b"application/json, text/event-stream")
        if b"content-type" in given:
            kind, mark, rest = given[b"content-type"].partition(b";")
            given[b"content-type"] = kind.strip().lower() + mark + rest
        path = PATH if scope["path"] == f"{PATH}/" else scope["path"]
        await self._app({**scope, "path": path, "headers": [*headers, *given.items()]}, receive, send)
