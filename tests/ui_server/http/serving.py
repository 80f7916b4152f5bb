"""The service on a real socket in the tests' own loop, for what only happens over a real connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI

from ui_server.http.server import Server, address_of, listen


@asynccontextmanager
async def served(app: FastAPI) -> AsyncIterator[tuple[str, Server]]:
    """The address of `app` and its server, which has stopped in good order at the end."""
    ready = asyncio.Event()
    listening = listen("127.0.0.1", 0)
    server = Server(app, ready.set, ws_max_size=1_000_000)
    with listening:
        serving = asyncio.create_task(server.serve_until_stopped(listening))
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        try:
            yield address_of(listening, "127.0.0.1"), server
        finally:
            server.stop()
            await asyncio.wait_for(serving, 20)


async def until(holds: Callable[[], bool]) -> None:
    """Lets everyone else go on until `holds`; the test's own deadline bounds it."""
    while not holds():  # noqa: ASYNC110 - what is waited for rings no bell
        await asyncio.sleep(0.001)
