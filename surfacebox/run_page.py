"""What a run serves beside itself: the page of a person who plays the user, and the debug page to look at sessions."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from fastapi import FastAPI

from renderer.html import Renderer
from surfacebox.errors import SettingInvalid
from surfacebox.listening import open_port
from ui_server.http import debug
from ui_server.http.limits import CallLimits
from ui_server.http.server import Server, address_of
from ui_server.http.service import Service
from ui_server.sessions import Sessions
from user_sim.person import PersonUser, Seat
from user_sim.person_page import bare_page, create_page

if TYPE_CHECKING:
    from scenarios.runs.stage import Stage, UserMaker

HOST = "127.0.0.1"


class PageServer(Server):
    """Runs beside a run, which is what a signal ends."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@dataclass(frozen=True, slots=True)
class RunPage:
    """What is served on loopback: with `patience` a person plays the user, with `watch` the debug page looks on.

    `ready` gets the link of each page, which carries the `token`: nobody else on this machine gets in.
    """

    port: int
    ready: Callable[[str], None]
    patience: float | None = None
    watch: bool = False
    token: str = field(default_factory=lambda: secrets.token_urlsafe(16))

    @contextlib.asynccontextmanager
    async def open(self, stage: Stage) -> AsyncIterator[UserMaker | None]:
        """Gives what makes the person's users, if a person plays. Raises MachineUnfit and SettingInvalid."""
        seat = Seat(self.patience) if self.patience is not None else None
        app = create_page(seat, token=self.token) if seat else bare_page(token=self.token)
        if self.watch:
            _add_watching(app, stage)
        paths = [path for path, wanted in (("/user", seat is not None), ("/debug", self.watch)) if wanted]
        with open_port(HOST, self.port) as listening:
            server = PageServer(app, lambda: self._tell(listening, paths), ws_max_size=CallLimits().body_bytes)
            serving = asyncio.create_task(server.serve_until_stopped(listening))
            try:
                yield (lambda scenario, mode: PersonUser(scenario.rounds, seat)) if seat else None
            finally:
                if seat:
                    seat.close()
                server.stop()
                await serving

    def _tell(self, listening: socket.socket, paths: list[str]) -> None:
        for path in paths:
            self.ready(f"{address_of(listening, HOST)}{path}?token={self.token}")


def _add_watching(app: FastAPI, stage: Stage) -> None:
    """The debug page at `/debug`, and of the service only what it needs: no call there changes a session."""
    if stage.canvas is None:
        raise SettingInvalid("watch", place="--watch", got="text mode alone", expected="a run with screens")
    stage.watched = Sessions(stage.canvas)
    app.state.service = Service(stage.watched, Renderer(), defaults=stage.session)
    app.add_api_route("/debug", debug.page)
    app.include_router(debug.router)
