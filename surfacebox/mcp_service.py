"""What `surfacebox mcp` runs: one browser, one store of sessions, and a server in front of them."""

from __future__ import annotations

import asyncio
import ipaddress
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click
import uvicorn
from starlette.types import ASGIApp

from surfacebox import __version__
from surfacebox.errors import INTERRUPTED
from surfacebox.listening import open_port
from surfacebox.screens import open_canvas, session_settings
from ui_server.http.access import LOOPBACK, Access
from ui_server.mcp import transports
from ui_server.mcp.seats import Seats
from ui_server.sessions import Limits, Sessions

if TYPE_CHECKING:
    from surfacebox.settings import Settings

GRACE: Final = 3
"""Seconds that open streams have when the server is told to end."""


@dataclass(frozen=True, slots=True)
class Bind:
    """Where the server listens, and who may come: anyone there if `token` is None. `idle` in seconds."""

    host: str
    port: int
    token: str | None
    idle: float


@asynccontextmanager
async def open_seats(settings: Settings, limits: Limits | None = None) -> AsyncIterator[Seats]:
    """A browser and an empty store; at the end all its sessions end. Raises BrowserMissing."""
    async with open_canvas(settings) as canvas:
        sessions = Sessions(canvas, limits=limits)
        try:
            yield Seats(sessions, session_settings(settings))
        finally:
            sessions.close()


async def serve_stdio(settings: Settings) -> None:
    """Serve the client at stdin and stdout until it goes."""
    async with open_seats(settings) as seats:
        await transports.serve_stdio(seats, version=__version__)


async def serve_http(settings: Settings, bind: Bind, *, say: Callable[[str], None]) -> int:
    """Serve until a signal: 0 after SIGTERM, 130 after SIGINT. Raises MachineUnfit when the port cannot be had."""
    listening = open_port(bind.host, bind.port)
    if bind.token is None and not _is_loopback(bind.host):
        say(f"surfacebox: anyone who reaches {bind.host} can use this server; set --token.")
    with listening:
        async with open_seats(settings, Limits(idle_seconds=bind.idle)) as seats:
            config = uvicorn.Config(
                guarded(transports.http_app(seats, version=__version__), bind),
                log_level="warning",
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=GRACE,
            )
            server = _Announced(config, listening)
            await server.serve(sockets=[listening])
    return INTERRUPTED if server.interrupted else 0


def guarded(app: ASGIApp, bind: Bind) -> ASGIApp:
    """`app` for those with the token, if there is one, and for no web page; on loopback by its own names alone."""
    hosts = {*LOOPBACK, bind.host} if _is_loopback(bind.host) else None
    return Access(app, token=bind.token, hosts=hosts)


class _Announced(uvicorn.Server):
    """Says on stdout when it answers, and remembers what ended it instead of dying of it once more."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config)
        host, port = listening.getsockname()[:2]
        self._address = f"http://{f'[{host}]' if ':' in host else host}:{port}{transports.PATH}"
        self.interrupted = False

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(signal_number, self._end, signal_number)
        try:
            yield
        finally:
            for signal_number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(signal_number)

    def _end(self, signal_number: signal.Signals) -> None:
        self.interrupted |= signal_number is signal.SIGINT
        self.handle_exit(signal_number, None)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            click.echo(f"ready {self._address}")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
