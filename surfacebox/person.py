"""`run --user person`: the page that a person plays the user on, for as long as the run lasts."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING

from surfacebox.errors import MachineUnfit
from ui_server.http.limits import CallLimits
from ui_server.http.server import Server, address_of, listen
from user_sim.person import PersonUser, Seat
from user_sim.person_page import create_page

if TYPE_CHECKING:
    from scenarios.runs.stage import UserMaker

HOST = "127.0.0.1"


class PageServer(Server):
    """Runs beside a run, which is what a signal ends."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def open_seat(port: int, patience: float, ready: Callable[[str], None]) -> AsyncIterator[UserMaker]:
    """Makes users that one person plays at a page on loopback; `ready` gets its address. Raises MachineUnfit."""
    seat = Seat(patience)
    try:
        listening = listen(HOST, port)
    except OSError as error:
        raise MachineUnfit(
            f"cannot listen on {HOST} port {port}: {error.strerror}", hint="--port 0 takes a free port."
        ) from error
    address = f"{address_of(listening, HOST)}/user"
    server = PageServer(create_page(seat), lambda: ready(address), ws_max_size=CallLimits().body_bytes)
    with listening:
        serving = asyncio.create_task(server.serve_until_stopped(listening))
        try:
            yield lambda scenario, mode: PersonUser(scenario.rounds, seat)
        finally:
            seat.close()
            server.stop()
            await serving
