"""Screens to decide on, drawn in a real browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from ui_server.expressions import Json
from ui_server.screen import Screen
from ui_server.session import Session

BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
Show = Callable[..., Awaitable[Screen]]


@pytest.fixture
def show(new_session: Callable[..., Session]) -> Show:
    """Shows components as one surface with its data, in a session of its own."""

    async def shown(*components: Json, data: Json = None) -> Screen:
        session = new_session()
        messages: list[Json] = [
            {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": BASIC}},
            {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [*components]}},
            {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": "/", "value": data or {}}},
        ]
        receipt = session.receive(messages)
        assert receipt.accepted, receipt.diagnostics
        return await session.show()

    return shown
