"""All sessions of one server, for whatever speaks to them: HTTP, MCP or the debug page. Nothing of HTTP is in here.

SessionError
├── UnknownSession   never was, was ended, or was idle for too long
├── SessionsFull     the server holds as many as it may
└── ImagesFull       the session holds as many images, or as many bytes of them, as it may
"""

from __future__ import annotations

import datetime as dt
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from renderer.pages import Canvas
from ui_server.hosted import HostedSession
from ui_server.images import StoredImage
from ui_server.session import Clock, SessionSettings
from ui_server.surface import Version

Monotonic = Callable[[], float]


class SessionError(Exception):
    """Base of the store's refusals. `retry_after` in seconds, None when waiting does not help."""

    owner = "caller"
    code = "session_error"
    retry_after: float | None = None
    hint = ""


class UnknownSession(SessionError):
    code = "session_not_found"
    hint = "Create a session; one that is not used for some time is ended."

    def __init__(self, session_id: str) -> None:
        super().__init__(f"There is no session {session_id[:80]!r}.")
        self.session_id = session_id


class SessionsFull(SessionError):
    code = "too_many_sessions"
    hint = "Delete sessions that are done with, or wait until idle ones end."

    def __init__(self, most: int, retry_after: float) -> None:
        super().__init__(f"The server holds {most} sessions, as many as it may.")
        self.most = most
        self.retry_after = retry_after


class ImagesFull(SessionError):
    code = "too_many_images"
    hint = "Use a new session, or fewer and smaller images."

    def __init__(self, most: str) -> None:
        super().__init__(f"The session holds {most}, as many as it may.")
        self.most = most


@dataclass(frozen=True, slots=True)
class Limits:
    """What the store holds. `idle_seconds` is how long a session lives without being used or watched."""

    sessions: int = 512
    idle_seconds: float = 1800.0
    images: int = 100
    image_bytes: int = 64_000_000


@dataclass(slots=True)
class _Place:
    session: HostedSession
    used: float


class Sessions:
    """Belongs to one event loop. `clock` dates events, `now` counts seconds for idleness, `new_id` names sessions."""

    def __init__(
        self,
        canvas: Canvas,
        *,
        limits: Limits | None = None,
        clock: Clock = lambda: dt.datetime.now(dt.UTC),
        now: Monotonic = time.monotonic,
        new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16),
    ) -> None:
        self.canvas = canvas
        self.limits = limits or Limits()
        self._clock = clock
        self._now = now
        self._new_id = new_id
        self._places: dict[str, _Place] = {}

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[HostedSession]:
        return iter([place.session for place in self._places.values()])

    def create(self, settings: SessionSettings | None = None, *, version: Version | None = None) -> HostedSession:
        """A new session that shares nothing with any other; raises SessionsFull."""
        self.expire()
        if len(self._places) >= self.limits.sessions:
            raise SessionsFull(self.limits.sessions, self._seconds_until_one_ends())
        session = HostedSession(
            self.canvas, self._clock, settings or SessionSettings(), session_id=self._new_id(), version=version
        )
        self._places[session.session_id] = _Place(session, self._now())
        return session

    @contextmanager
    def holding(self, session: HostedSession) -> Iterator[HostedSession]:
        """A session that someone else opened is in the store, and never idle, until the block ends.

        Raises ValueError when another one has its name.
        """
        if session.session_id in self._places:
            raise ValueError(f"the store has a session {session.session_id!r} already")
        self._places[session.session_id] = _Place(session, self._now())
        session.watchers += 1
        try:
            yield session
        finally:
            session.watchers -= 1
            if session.session_id in self._places:
                self.delete(session.session_id)

    def get(self, session_id: str) -> HostedSession:
        """The session, which counts as used now; raises UnknownSession."""
        self.expire()
        place = self._places.get(session_id)
        if place is None:
            raise UnknownSession(session_id)
        place.used = self._now()
        return place.session

    def delete(self, session_id: str) -> None:
        """End it and wake whoever waits on it; raises UnknownSession."""
        place = self._places.pop(session_id, None)
        if place is None:
            raise UnknownSession(session_id)
        place.session.end()

    def expire(self, now: float | None = None) -> list[str]:
        """End every session that has been idle for too long at `now` (by the store's clock if None), and name them."""
        now = self._now() if now is None else now
        for place in self._places.values():
            if place.session.watchers:
                place.used = now
        idle = [
            session_id for session_id, place in self._places.items() if now - place.used >= self.limits.idle_seconds
        ]
        for session_id in idle:
            self.delete(session_id)
        return idle

    def idle_seconds(self, session_id: str) -> float:
        """How long ago the session was used; raises UnknownSession."""
        if session_id not in self._places:
            raise UnknownSession(session_id)
        return self._now() - self._places[session_id].used

    def register_image(
        self, session: HostedSession, content: bytes | StoredImage, name: str | None = None
    ) -> tuple[str, StoredImage]:
        """Make an image known to this session alone, and give it the next number; raises ImagesFull and ImageRefused.

        A payload may write the image as `name`, or as its number when it has none. Opening one takes a while: callers
        who share the event loop do that in a thread and give what came of it.
        """
        images = session.images
        if len(session.image_ids) >= self.limits.images:
            raise ImagesFull(f"{self.limits.images} images")
        held = sum(len(image.content) for image in images.by_hash.values())
        if held + len(content if isinstance(content, bytes) else content.content) > self.limits.image_bytes:
            raise ImagesFull(f"{held} bytes of images")
        image_id = str(len(session.image_ids) + 1)
        stored = images.register(name or image_id, content)
        session.image_ids[image_id] = stored.sha256
        return image_id, stored

    def close(self) -> None:
        """End all sessions, as when the server stops."""
        for session_id in list(self._places):
            self.delete(session_id)

    def _seconds_until_one_ends(self) -> float:
        longest = max((self._now() - place.used for place in self._places.values()), default=0.0)
        return max(1.0, self.limits.idle_seconds - longest)
