"""The command that serves MCP clients: `mcp`."""

from __future__ import annotations

import asyncio
from typing import Literal

import click

from surfacebox.commands_screen import SCREEN_SETTINGS
from surfacebox.options import current_settings, settings_options


@click.command()
@click.option(
    "--transport",
    type=click.Choice(("stdio", "http")),
    default="stdio",
    show_default=True,
    show_envvar=True,
    help="stdio serves the one client that started this process; http serves many.",
)
@click.option("--host", default="127.0.0.1", show_default=True, show_envvar=True, help="Address to bind, for http.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8481,
    show_default=True,
    show_envvar=True,
    help="Port to bind, for http; 0 takes a free one.",
)
@click.option("--token", show_envvar=True, help="Bearer token that clients must send, for http; none if not given.")
@click.option(
    "--idle",
    type=click.FloatRange(min=0, min_open=True),
    default=1800,
    show_default=True,
    show_envvar=True,
    help="Seconds after which a session that nobody uses ends, for http.",
)
@settings_options(*SCREEN_SETTINGS)
def mcp(transport: Literal["stdio", "http"], host: str, port: int, token: str | None, idle: float) -> int:
    """Serves sessions to MCP clients, over stdio or streamable HTTP.

    They draw, show and operate screens with tools, and read surfaces and pictures as resources. Over stdio the protocol
    has stdout to itself, and the process ends with its client. Over http one line on stdout, `ready
    http://HOST:PORT/mcp`, says when it answers; SIGTERM and Ctrl-C end it.
    """
    from surfacebox.mcp_service import Bind, serve_http, serve_stdio

    settings = current_settings().settings
    if transport == "stdio":
        asyncio.run(serve_stdio(settings))
        return 0
    bind = Bind(host, port, token, idle)
    return asyncio.run(serve_http(settings, bind, say=lambda line: click.echo(line, err=True)))
