"""How clients reach the server: over the process's own pipes, or over streamable HTTP."""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Final

from mcp.server.stdio import stdio_server
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui_server.mcp.seats import Seat, Seats
from ui_server.mcp.server import new_server

PATH: Final = "/mcp"
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
            await server.run(reading, writing, server.create_initialization_options())
    except* BrokenPipeError:
        log.info("the client is gone")
    finally:
        seats.leave(seat)


def http_app(seats: Seats, *, version: str, host: str, token: str | None) -> Starlette:
    """The application that serves many clients at `PATH`; its lifespan must be run.

    `host` is where it is bound: on loopback only requests for loopback names are taken, so that no web page can reach
    it by a name of its own. A connection ends after as long as the store lets sessions be idle.
    """
    idle = seats.sessions.limits.idle_seconds
    server = new_server(seats, version=version)
    app = server.streamable_http_app(
        streamable_http_path=PATH, host=host, session_idle_timeout=idle, max_request_body_size=MAX_BODY
    )
    app.router.lifespan_context = _swept(app.router.lifespan_context, seats, idle)
    if token is not None:
        app.add_middleware(BearerGate, token=token)
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


class BearerGate:
    """Lets requests with the right bearer token through and answers all others with 401."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"")
        if scope["type"] != "http" or hmac.compare_digest(given, self._expected):
            await self._app(scope, receive, send)
            return
        refusal = {"type": "about:blank", "title": "Unauthorized", "status": 401, "detail": "A bearer token is needed."}
        answer = JSONResponse(
            refusal, 401, headers={"WWW-Authenticate": "Bearer"}, media_type="application/problem+json"
        )
        await answer(scope, receive, send)
