"""The socket that a command serves on, or why it cannot be had."""

from __future__ import annotations

import socket

from surfacebox.errors import MachineUnfit
from ui_server.http.server import listen


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises MachineUnfit."""
    try:
        return listen(host, port)
    except OSError as error:
        raise MachineUnfit(
            f"cannot listen on {host} port {port}: {error.strerror}", hint="--port 0 takes a free port."
        ) from error
