"""The socket that a command serves on, or why it cannot be had."""

from __future__ import annotations

import os
import socket

from surfacebox.errors import MachineUnfit
from ui_server.http.server import listen


def open_port(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises MachineUnfit."""
    try:
        address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0]
        return listen(str(address), port)
    except OSError as fault:
        # The text that comes with the error repeats the address; numbers below 0 are those of name look-ups.
        reason = fault.strerror if fault.errno is None or fault.errno < 0 else os.strerror(fault.errno)
        raise MachineUnfit(
            f"cannot listen at {host} port {port}: {reason}", hint="--port 0 takes a free port."
        ) from fault
