"""What all calls of one server share: the store of sessions, the limits, and whether a screen can be made."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.requests import HTTPConnection

from renderer.errors import RendererError
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import View
from ui_server.hosted import HostedSession
from ui_server.http.limits import CallLimits, Rates
from ui_server.session import SessionSettings
from ui_server.sessions import Sessions

HEALTH_SECONDS: Final = 5.0
PROBE_DEADLINE: Final = 10.0
_PROBE_FRAME: Final = Frame(width=100, height=100)


class Health:
    """Whether a screen can be made: one is, at most every five seconds, however many ask."""

    def __init__(self, canvas: Canvas, now: Callable[[], float]) -> None:
        self._canvas = canvas
        self._now = now
        self._good_until = float("-inf")
        self._probing = asyncio.Lock()

    async def check(self) -> None:
        """Raises RendererError when no screen can be made."""
        async with self._probing:
            if self._now() >= self._good_until:
                await self._canvas.draw(View((), {}, "light", "en-US"), _PROBE_FRAME, deadline=PROBE_DEADLINE)
                self._good_until = self._now() + HEALTH_SECONDS


@dataclass(slots=True)
class Service:
    """`defaults` are the settings of a session that asks for none. `trusted` says that only people this machine's
    owner trusts can reach the server: it listens on loopback, or it asks for a token."""

    sessions: Sessions
    renderer: Renderer
    defaults: SessionSettings = field(default_factory=SessionSettings)
    limits: CallLimits = field(default_factory=CallLimits)
    now: Callable[[], float] = time.monotonic
    trusted: bool = True
    health: Health = field(init=False)
    rates: Rates = field(init=False)

    def __post_init__(self) -> None:
        self.health = Health(self.sessions.canvas, self.now)
        self.rates = Rates(self.limits, self.now)

    def session(self, session_id: str) -> HostedSession:
        """The session, and one call counted on it; raises UnknownSession and Problem `too_many_requests`."""
        session = self.sessions.get(session_id)
        self.rates.check(session_id)
        return session

    @property
    def visible(self) -> list[HostedSession]:
        """The sessions that a caller may be told of: all, but none to strangers, who could use them then."""
        return list(self.sessions) if self.trusted else []

    async def healthy(self) -> bool:
        try:
            await self.health.check()
        except RendererError:
            return False
        return True

    def sweep(self) -> list[str]:
        """End idle sessions and forget what was counted for those that are gone."""
        ended = self.sessions.expire()
        self.rates.forget({session.session_id for session in self.sessions})
        return ended


def service_of(connection: HTTPConnection) -> Service:
    """The service of the app that a request or WebSocket came to."""
    service = connection.app.state.service
    if not isinstance(service, Service):
        raise TypeError("the app has no service; run its lifespan")
    return service
