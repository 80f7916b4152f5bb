"""One server for the tests of tools and resources, whose store has a clock that only tests move."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator

import pytest

from renderer.pages import Canvas
from tests.ui_server.mcp.serving import Seconds, serving
from ui_server.mcp.seats import Seats
from ui_server.sessions import Limits, Sessions


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def seats(canvas: Canvas, seconds: Seconds) -> Seats:
    now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
    return Seats(Sessions(canvas, limits=Limits(sessions=4, idle_seconds=600), clock=lambda: now, now=seconds))


@pytest.fixture
async def address(seats: Seats) -> AsyncIterator[str]:
    async with serving(seats) as where:
        yield where
