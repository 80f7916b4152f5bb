"""What a running server holds of the machine, seen from outside."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import httpx

from tests.ui_server.http.test_server import Running
from ui_server.http.models import HELLO

SECONDS: Final = 30.0
SPARE_DESCRIPTORS: Final = 3
"""One connection that is about to close, and the pipes of a page that is being replaced."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the server holds of the machine. Each page has a renderer process of its own."""

    descriptors: int
    processes: int
    pages: int
    sessions: int

    def within(self, before: Held) -> bool:
        """Whether this is no more than `before`, and no page, process or session less."""
        return self.descriptors <= before.descriptors + SPARE_DESCRIPTORS and (
            (self.processes, self.pages, self.sessions) == (before.processes, before.pages, before.sessions)
        )


def client_of(server: Running) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.address, timeout=SECONDS, trust_env=False)


async def held(server: Running) -> Held:
    """Counted while nobody is connected but who asks."""
    async with client_of(server) as client:
        health = (await client.get("/healthz")).json()
    lines = [_command_line(pid) for pid in server.children]
    return Held(
        descriptors=len(os.listdir(f"/proc/{server.process.pid}/fd")),
        processes=len(lines),
        pages=sum(b"--type=renderer" in line for line in lines),
        sessions=health["sessions"],
    )


def _command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


async def settled(server: Running, before: Held) -> Held:
    """What is held once it is no more than before, or after all that closes by itself has had its time."""
    ends = time.monotonic() + SECONDS
    while True:
        now = await held(server)
        if now.within(before) or time.monotonic() > ends:
            return now
        await asyncio.sleep(0.2)


async def greeting(server: Running) -> str:
    """Shows the greeting in a new session and gives its picture's hash."""
    async with client_of(server) as client:
        path = f"/sessions/{(await client.post('/sessions')).json()['session_id']}"
        await client.post(f"{path}/messages", json={"messages": HELLO})
        shown = (await client.post(f"{path}/show")).json()
        await client.delete(path)
    return str(shown["screenshot"]["sha256"])
