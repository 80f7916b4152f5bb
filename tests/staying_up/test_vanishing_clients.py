"""Clients that break off in the middle, with a reset: nothing is left of them, and the next one is served.

A client that hangs up in the middle of a body is in tests/ui_server/http/test_server.py, those of MCP in
tests/ui_server/mcp.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.staying_up.held import SECONDS, client_of, held, settled
from tests.ui_server.http.test_server import Running
from ui_server.http.models import HELLO

TIMES = 40
"""More than the followers that one session may have, so that each one left behind would be noticed."""
RESET = struct.pack("ii", 1, 0)

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at /proc, which is not here")


@pytest.fixture
async def client(server: Running) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(server) as opened:
        yield opened


@pytest.fixture
async def path(client: httpx.AsyncClient) -> AsyncIterator[str]:
    """A session that shows the greeting."""
    made = f"/sessions/{(await client.post('/sessions')).json()['session_id']}"
    await client.post(f"{made}/messages", json={"messages": HELLO})
    await client.post(f"{made}/show")
    yield made
    await client.delete(made)


class Line:
    """A connection as bytes. Leaving it resets it, and what the server has not read yet is lost; without `reset` it is
    hung up, and the server reads everything first."""

    def __init__(self, server: Running, *, reset: bool = True) -> None:
        self._server = server
        self._reset = reset

    async def __aenter__(self) -> Line:
        host, _, port = self._server.address.removeprefix("http://").partition(":")
        self._reader, self._writer = await asyncio.open_connection(host, int(port))
        return self

    async def __aexit__(self, *_: object) -> None:
        opened: socket.socket = self._writer.get_extra_info("socket")
        if self._reset:
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        self._writer.transport.abort()

    async def send(
        self,
        method: str,
        path: str,
        body: bytes = b"",
        *,
        most: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        """A request, of whose body at most `most` bytes are sent."""
        usual = {"host": "localhost", "content-length": str(len(body)), "content-type": "application/json"}
        given = {**usual, **(headers or {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        await self.write("\r\n".join([*lines, "", ""]).encode() + body[:most])

    async def write(self, content: bytes) -> None:
        self._writer.write(content)
        await self._writer.drain()

    async def hear(self, words: bytes) -> bytes:
        """Everything up to and with these words."""
        return await asyncio.wait_for(self._reader.readuntil(words), SECONDS)


async def left_behind_nothing(server: Running, client: httpx.AsyncClient, path: str, drawn: Any) -> None:
    """The next follower and the next drawing are served, and the picture is the same."""
    ends = time.monotonic() + SECONDS
    answer = await client.get(f"{path}/notifications")
    while answer.status_code == 429 and time.monotonic() < ends:
        await asyncio.sleep(0.05)  # the server learns of a reset when it next looks
        answer = await client.get(f"{path}/notifications")
    assert answer.status_code == 200
    again = (await client.post(f"{path}/render")).json()
    assert again["screenshot"]["sha256"] == drawn["screenshot"]["sha256"]
    assert server.process.poll() is None


@pytest.mark.parametrize("pause", [0.0, 0.02], ids=["at once", "while it is drawn"])
async def test_a_picture_nobody_waits_for_any_more_leaves_nothing(
    server: Running, client: httpx.AsyncClient, path: str, pause: float
) -> None:
    drawn = (await client.post(f"{path}/render")).json()
    before = await held(server)

    for _ in range(TIMES):
        async with Line(server) as line:
            await line.send("POST", f"{path}/render", b"{}")
            await asyncio.sleep(pause)  # the moment of the reset is what is tried here

    await left_behind_nothing(server, client, path, drawn)
    after = await settled(server, before)
    assert after.within(before), f"{before} became {after}"


async def test_steps_of_someone_who_has_gone_are_done_whole(
    server: Running, client: httpx.AsyncClient, path: str
) -> None:
    steps = [{"do": "fill", "element": "name", "value": "Grace"}, {"do": "click", "element": "send"}]

    async with Line(server, reset=False) as line:
        await line.send("POST", f"{path}/interact", json.dumps({"steps": steps}).encode())

    heard = (await client.get(f"{path}/notifications", params={"wait": 20})).json()
    assert [each["event"]["action"]["context"] for each in heard["events"]] == [{"name": "Grace"}]


async def test_half_a_body_under_a_key_does_not_keep_the_key_from_being_used(
    server: Running, client: httpx.AsyncClient
) -> None:
    key = os.urandom(8).hex()
    async with Line(server) as line:
        await line.send("POST", "/sessions", b'{"theme": "dark"}', most=9, headers={"idempotency-key": key})

    answer = await client.post("/sessions", json={"theme": "dark"}, headers={"idempotency-key": key})

    assert (answer.status_code, answer.json()["theme"]) == (201, "dark")
    await client.delete(answer.headers["location"])


@pytest.mark.parametrize(
    ("rest", "first"),
    [("notifications?after=0&wait=60", b""), ("stream", b": ready\n\n"), ("stream?states=true", b"event: state\n")],
)
async def test_followers_that_are_cut_off_are_counted_no_longer(
    server: Running, client: httpx.AsyncClient, path: str, rest: str, first: bytes
) -> None:
    drawn = (await client.post(f"{path}/render")).json()
    before = await held(server)

    for number in range(TIMES):
        async with Line(server) as line:
            await line.send("GET", f"{path}/{rest}")
            await (line.hear(first) if first else asyncio.sleep(0.01))
        if number % 10 == 9:
            await left_behind_nothing(server, client, path, drawn)

    after = await settled(server, before)
    assert after.within(before), f"{before} became {after}"


def _frame(content: bytes) -> bytes:
    """A text frame as a client sends it, with a mask of nothing."""
    length = bytes([0x80 | len(content)]) if len(content) < 126 else b"\xfe" + len(content).to_bytes(2, "big")
    return b"\x81" + length + bytes(4) + content


@pytest.mark.parametrize("cut", [None, 5], ids=["after a call", "in the middle of a frame"])
async def test_sockets_that_are_cut_off_in_the_middle_of_a_call_leave_nothing(
    server: Running, client: httpx.AsyncClient, path: str, cut: int | None
) -> None:
    drawn = (await client.post(f"{path}/render")).json()
    before = await held(server)
    upgrade = {"connection": "Upgrade", "upgrade": "websocket", "sec-websocket-version": "13"}

    for number in range(TIMES):
        async with Line(server) as line:
            key = base64.b64encode(os.urandom(16)).decode()
            await line.send("GET", f"{path}/ws", headers={**upgrade, "sec-websocket-key": key})
            assert b" 101 " in await line.hear(b"\r\n\r\n")
            await line.write(_frame(b'{"call": "render", "id": 1}')[:cut])
            await asyncio.sleep(0.01)  # so that the call has begun
        if number % 10 == 9:
            await left_behind_nothing(server, client, path, drawn)

    after = await settled(server, before)
    assert after.within(before), f"{before} became {after}"
