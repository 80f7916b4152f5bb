"""Who sits at which session: each client has its own until it joins another's, and what nobody sits at any more ends.

A connection holds its seat until it closes. Where a protocol version knows no connections (2026-07-28 over HTTP) there
is no seat: a call then names its session, and the store ends what is idle.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from ui_server.expressions import Json
from ui_server.hosted import HostedSession
from ui_server.mcp.errors import NoSession
from ui_server.session import SessionSettings
from ui_server.sessions import Sessions, UnknownSession
from ui_server.surface import Version


@dataclass(eq=False, slots=True)
class Seat:
    """`session_id` is what the client's calls mean when they name no session; `capabilities` what it said of itself."""

    session_id: str | None = None
    capabilities: Json = None


@dataclass(eq=False, slots=True)
class Seats:
    """All seats of one server, on a store that others may share."""

    sessions: Sessions
    settings: SessionSettings = field(default_factory=SessionSettings)
    _sitting: Counter[str] = field(default_factory=Counter)
    _opened: set[str] = field(default_factory=set)

    def find(self, seat: Seat | None, session_id: str | None) -> HostedSession:
        """The session that is named, else the seat's; raises NoSession and sessions.UnknownSession."""
        named = session_id or (seat.session_id if seat else None)
        if named is None:
            raise NoSession("No session is open.", hint="Draw something with render_ui_screen, or name a session_id.")
        try:
            return self.sessions.get(named)
        except UnknownSession:
            # It was ended by someone else: the seat is free for a new one.
            if seat is not None and seat.session_id == named:
                self.leave(seat)
            raise

    def find_or_open(self, seat: Seat | None, session_id: str | None) -> HostedSession:
        """As `find`, but where none is named or held a new one is opened, and the seat holds it."""
        if session_id is not None or (seat is not None and seat.session_id is not None):
            return self.find(seat, session_id)
        return self.open(seat, self.settings)

    def open(self, seat: Seat | None, settings: SessionSettings, *, version: Version | None = None) -> HostedSession:
        """A new session, for which the seat gives up its old one; raises sessions.SessionsFull."""
        session = self.sessions.create(settings, version=version)
        self._opened.add(session.session_id)
        if seat is not None:
            self.leave(seat)
            self._sit(seat, session)
        return session

    def join(self, seat: Seat | None, session_id: str) -> HostedSession:
        """Give up the seat's own session and take a place at another. Raises NoSession and sessions.UnknownSession."""
        if seat is None:
            raise NoSession(
                "This protocol version keeps no connection that could join a session.",
                hint="Name the session_id in each call instead.",
            )
        session = self.sessions.get(session_id)
        if seat.session_id != session_id:
            self.leave(seat)
            self._sit(seat, session)
        return session

    def leave(self, seat: Seat) -> None:
        """Empty the seat; a session that was opened here ends with its last client, any other lives on."""
        session_id, seat.session_id = seat.session_id, None
        if session_id is None:
            return
        self._sitting[session_id] -= 1
        with suppress(UnknownSession):
            self.sessions.get(session_id).watchers -= 1
        if self._sitting[session_id] <= 0:
            del self._sitting[session_id]
            if session_id in self._opened:
                self.end(session_id)

    def end(self, session_id: str) -> None:
        """End a session for everyone in it."""
        with suppress(UnknownSession):
            self.sessions.delete(session_id)
        self.tidy()

    def tidy(self) -> None:
        """Forget those sessions that have ended."""
        self._opened &= {session.session_id for session in self.sessions}

    def _sit(self, seat: Seat, session: HostedSession) -> None:
        seat.session_id = session.session_id
        self._sitting[session.session_id] += 1
        # A session with a client is never idle, however long the client thinks.
        session.watchers += 1
