"""The app over the tests' one browser, spoken to in process; its clock stands still until a test moves it."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from renderer.pages import Canvas
from ui_server.http.app import Setup, create_app
from ui_server.http.models import HELLO
from ui_server.http.service import Service


@dataclass(slots=True)
class Clock:
    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


@dataclass(frozen=True, slots=True)
class Api:
    """A running app, a client of it, and shorthands for what most tests do first."""

    app: FastAPI
    client: httpx.AsyncClient

    @property
    def service(self) -> Service:
        service = self.app.state.service
        assert isinstance(service, Service)
        return service

    async def new_session(self, **settings: Any) -> str:
        answer = await self.client.post("/sessions", json=settings)
        assert answer.status_code == 201, answer.text
        return f"/sessions/{answer.json()['session_id']}"

    async def greeting(self, *, shown: bool = True) -> str:
        """A session that holds the greeting of the examples: a text field `name` and a button `send`."""
        path = await self.new_session()
        answer = await self.client.post(f"{path}/messages", json={"messages": HELLO})
        assert answer.status_code == 200, answer.text
        if shown:
            await self.client.post(f"{path}/show")
        return path

    async def click(self, path: str) -> httpx.Response:
        return await self.client.post(f"{path}/interact", json={"steps": [{"do": "click", "element": "send"}]})


Start = Callable[..., Awaitable[Api]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def start(canvas: Canvas, clock: Clock) -> AsyncIterator[Start]:
    """Starts an app with the setup given; all of them end with the test."""

    @asynccontextmanager
    async def the_canvas() -> AsyncIterator[Canvas]:
        yield canvas

    async with AsyncExitStack() as stack:

        async def make(**setup: Any) -> Api:
            ids = map("s{}".format, itertools.count(1))
            now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
            given = {"now": clock, "clock": lambda: now, "new_id": lambda: next(ids), **setup}
            app = create_app(given.pop("open_canvas", the_canvas), Setup(**given))
            await stack.enter_async_context(app.router.lifespan_context(app))
            transport = httpx.ASGITransport(app)
            client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
            return Api(app, await stack.enter_async_context(client))

        yield make


@pytest.fixture
async def api(start: Start) -> Api:
    return await start()
