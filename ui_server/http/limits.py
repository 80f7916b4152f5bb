"""How much a client may send: bytes in a body, calls in a second, steps at a time. Beyond it: 413 or 429."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui_server.http.problems import Problem
from ui_server.images import MAX_BYTES


@dataclass(frozen=True, slots=True)
class CallLimits:
    """Bytes, calls for each second, and seconds. `burst` calls may come at once after a rest."""

    body_bytes: int = 4_000_000
    image_body_bytes: int = MAX_BYTES * 4 // 3 + 10_000
    session_rate: float = 200.0
    server_rate: float = 2000.0
    burst_seconds: float = 2.0
    steps: int = 200
    streams: int = 16
    wait_seconds: float = 60.0
    body_seconds: float = 30.0


@dataclass(slots=True)
class Bucket:
    """A token bucket: `rate` calls a second, at most `size` at once."""

    rate: float
    size: float
    now: Callable[[], float]
    _left: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._left = self.size
        self._at = self.now()

    def take(self) -> float:
        """0 when the call may go on, else the seconds until it may."""
        now = self.now()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left >= 1:
            self._left -= 1
            return 0.0
        return (1 - self._left) / self.rate


class Rates:
    """One bucket for the server and one for each session."""

    def __init__(self, limits: CallLimits, now: Callable[[], float]) -> None:
        self._limits = limits
        self._now = now
        self._server = self._bucket(limits.server_rate)
        self._sessions: dict[str, Bucket] = {}

    def _bucket(self, rate: float) -> Bucket:
        return Bucket(rate, max(1.0, rate * self._limits.burst_seconds), self._now)

    def check(self, session_id: str | None) -> None:
        """Count one call; raises Problem `too_many_requests`."""
        if session_id is not None:
            bucket = self._sessions.setdefault(session_id, self._bucket(self._limits.session_rate))
            _refuse(bucket.take(), "the session", self._limits.session_rate)
        _refuse(self._server.take(), "the server", self._limits.server_rate)

    def forget(self, living: set[str]) -> None:
        """Drop the buckets of sessions that have ended."""
        self._sessions = {name: bucket for name, bucket in self._sessions.items() if name in living}


def _refuse(seconds: float, who: str, rate: float) -> None:
    if seconds:
        raise Problem(
            "too_many_requests", f"More than {rate:g} calls a second on {who}.", retry_after=max(1.0, seconds)
        )


class Bodies:
    """Reads each request's body before anyone else sees it: whole, within its limit and in time."""

    def __init__(self, app: ASGIApp, limits: CallLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self._app(scope, receive, send)
            return
        most = self._limits.image_body_bytes if scope["path"].endswith("/images") else self._limits.body_bytes
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                body = await _read(scope, receive, most)
        except TimeoutError:
            await Problem("too_slow", "The body did not arrive in time.").answer()(scope, receive, send)
            return
        except Problem as problem:
            await problem.answer()(scope, receive, send)
            return
        if body is not None:
            await self._app(scope, replay(body, receive), send)


async def _read(scope: Scope, receive: Receive, most: int) -> bytes | None:
    """The body; None when the client has gone. Raises Problem `too_large`."""
    declared = dict(scope["headers"]).get(b"content-length", b"0")
    refusal = Problem("too_large", f"The body may have {most} bytes.", most=most)
    if declared.isdigit() and int(declared[:20]) > most:
        raise refusal
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        body += message.get("body", b"")
        if len(body) > most:
            raise refusal
        if not message.get("more_body"):
            return bytes(body)


def replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that gives `body` first, and then what comes."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
