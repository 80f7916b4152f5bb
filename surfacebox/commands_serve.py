"""`surfacebox serve`: the UI-state server and the debug page."""

from __future__ import annotations

import asyncio
import signal
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from surfacebox import __version__
from surfacebox.commands_screen import SCREEN_SETTINGS
from surfacebox.errors import INTERRUPTED
from surfacebox.options import current_settings, settings_options

if TYPE_CHECKING:
    from surfacebox.settings import Settings

DEFAULT_PORT = 8480


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens, for whom, and how much it holds."""

    host: str
    port: int
    token: str | None
    file: Path | None
    max_sessions: int
    idle_seconds: float


@click.command()
@click.argument("file", required=False, metavar="[FILE]", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--host", default="127.0.0.1", show_default=True, show_envvar=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    show_envvar=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option("--token", default=None, show_envvar=True, help="Callers must send it: `Authorization: Bearer TOKEN`.")
@click.option(
    "--max-sessions",
    type=click.IntRange(1, 100_000),
    default=512,
    show_default=True,
    show_envvar=True,
    help="Sessions that the server holds at once.",
)
@click.option(
    "--idle",
    "idle_seconds",
    type=click.FloatRange(1, 604_800),
    default=1800,
    show_default=True,
    envvar="SURFACEBOX_SERVE_IDLE",
    show_envvar=True,
    help="Seconds after which a session ends that is neither used nor watched.",
)
@settings_options(*SCREEN_SETTINGS)
def serve(file: Path | None, *, host: str, port: int, token: str | None, max_sessions: int, idle_seconds: float) -> int:
    """Serves sessions over HTTP, Server-Sent Events and WebSocket, with a page to try payloads out.

    Prints `ready http://HOST:PORT` once it answers. With FILE the page opens on that file and follows its changes.
    SIGTERM and Ctrl-C end it in good order: nothing is left running.
    """
    place = Place(host, port, token or None, file, max_sessions, idle_seconds)
    return asyncio.run(_serve(place, current_settings().settings))


async def _serve(place: Place, settings: Settings) -> int:
    from surfacebox.listening import open_port
    from surfacebox.screens import open_canvas, session_settings
    from ui_server.http.access import LOOPBACK
    from ui_server.http.app import Setup, create_app
    from ui_server.http.server import Server, address_of
    from ui_server.sessions import Limits

    private = place.host in LOOPBACK
    if not private and place.token is None:
        click.echo(f"surfacebox: anyone who reaches {place.host} can use this server; set --token", err=True)
    setup = Setup(
        defaults=session_settings(settings),
        limits=Limits(sessions=place.max_sessions, idle_seconds=place.idle_seconds),
        token=place.token,
        hosts=LOOPBACK if private else None,
        trusted=private or place.token is not None,
        follow=place.file,
        version=__version__,
    )
    app = create_app(lambda: open_canvas(settings), setup)
    listening = open_port(place.host, place.port)
    address = address_of(listening, place.host)
    server = Server(app, lambda: _tell(address, place.token), ws_max_size=setup.call_limits.body_bytes)
    with listening:
        await server.serve_until_stopped(listening)
    return INTERRUPTED if server.stopped_by == signal.SIGINT else 0


def _tell(address: str, token: str | None) -> None:
    """That it answers; and the link that signs a browser in, to a person alone, since a log is no place for a token."""
    click.echo(f"ready {address}")
    if token is not None and sys.stderr.isatty():
        click.echo(f"surfacebox: open {address}/?token={quote(token, safe='')} in a browser", err=True)
