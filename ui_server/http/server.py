"""The service on a socket: says when it answers, and stops so that nothing is left running."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator
from typing import Any, Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from ui_server.http.service import Service

GRACE_SECONDS: Final = 10
HEAD_SECONDS: Final = 20.0
"""How long a client may take over the lines before the body."""
STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class PromptHeads(H11Protocol):
    """Hangs up on a client that opens a connection and does not finish asking: else each such one stays for ever.

    How long a body may take is for `limits.Bodies` to say.
    """

    _overdue: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._relax()

    def _watch(self) -> None:
        """Counts from the first moment that a head is waited for, however many pieces it comes in."""
        if self._is_waiting() and self._overdue is None:
            self._overdue = self.loop.call_later(HEAD_SECONDS, self._hang_up)
        elif not self._is_waiting():
            self._relax()

    def _is_waiting(self) -> bool:
        begun = self.cycle is not None and not self.cycle.response_complete
        return not begun and self.transport.get_protocol() is self and not self.transport.is_closing()

    def _relax(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None

    def _hang_up(self) -> None:
        if self._is_waiting():
            self.transport.close()


class Server(uvicorn.Server):
    """`on_ready` is called once the server answers. `stopped_by` is the signal that ended it, if one did."""

    def __init__(self, app: FastAPI, on_ready: Callable[[], None], *, ws_max_size: int) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                log_level="critical",
                access_log=False,
                lifespan="on",
                http=PromptHeads,
                ws="websockets-sansio",
                ws_max_size=ws_max_size,
                timeout_graceful_shutdown=GRACE_SECONDS,
                server_header=False,
            )
        )
        self._app = app
        self._on_ready = on_ready
        self.stopped_by: signal.Signals | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends the sessions first: streams and waiting calls then end by themselves."""
        service = getattr(self._app.state, "service", None)
        if isinstance(service, Service):
            service.sessions.close()
        door = getattr(self._app.state, "mcp", None)
        if door is not None:
            door.closing.set()
        await super().shutdown(sockets)

    async def serve_until_stopped(self, listening: socket.socket) -> None:
        """Serve on the socket; raises what kept the app from starting, such as BrowserMissing."""
        try:
            await self.serve(sockets=[listening])
        except SystemExit:
            failed = getattr(self._app.state, "failed", None)
            if isinstance(failed, Exception):
                raise failed from None
            raise

    def stop(self, by: signal.Signals | None = None) -> None:
        """Finish what is being answered, then end."""
        self.stopped_by = by
        self.force_exit = self.should_exit and by == signal.SIGINT
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal stops the server in good order, and the caller decides what it means."""
        loop = asyncio.get_running_loop()
        for each in STOPPING:
            loop.add_signal_handler(each, self.stop, each)
        try:
            yield
        finally:
            for each in STOPPING:
                loop.remove_signal_handler(each)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes a free one. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=512)
    listening.setblocking(False)
    return listening


def address_of(listening: socket.socket, host: str) -> str:
    """The address to open, such as http://127.0.0.1:8480."""
    name: Any = listening.getsockname()
    return f"http://{f'[{host}]' if ':' in host else host}:{name[1]}"
