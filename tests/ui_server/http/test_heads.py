"""Clients that take their time over the lines before the body, on real connections."""

from __future__ import annotations

import asyncio
import socket

import httpx
import pytest

from tests.ui_server.http.conftest import Start
from tests.ui_server.http.serving import served, until
from ui_server.http import server as serving

SECONDS = 0.4


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "HEAD_SECONDS", SECONDS)


async def connect(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, _, port = address.removeprefix("http://").partition(":")
    return await asyncio.open_connection(host, int(port))


async def said(reader: asyncio.StreamReader) -> bytes:
    """All that comes until the server hangs up; nothing when it does so while more is on its way to it."""
    async with asyncio.timeout(30):
        try:
            return await reader.read()
        except ConnectionResetError:
            return b""


@pytest.mark.parametrize("head", [b"", b"GET", b"GET /healthz HTTP/1.1\r\nHost: local", b"POST / HTTP/1.1\r\n"])
async def test_connections_that_never_finish_asking_are_hung_up_on(start: Start, head: bytes) -> None:
    api = await start()
    async with served(api.app) as (address, server):
        lines = [await connect(address) for _ in range(20)]
        for _, writer in lines:
            writer.write(head)

        assert await asyncio.gather(*(said(reader) for reader, _ in lines)) == [b""] * 20

        async with asyncio.timeout(30):
            await until(lambda: not server.server_state.connections)
        for _, writer in lines:
            writer.close()


async def test_a_client_that_drips_its_head_gains_no_time(start: Start) -> None:
    api = await start()
    async with served(api.app) as (address, _):
        reader, writer = await connect(address)
        hearing = asyncio.create_task(said(reader))
        writer.write(b"GET /healthz HTTP/1.1\r\n")
        drops = 0
        while not hearing.done():
            writer.write(b"x-a: b\r\n")
            drops += 1
            await asyncio.wait({hearing}, timeout=SECONDS / 8)

        assert (await hearing, drops > 3) == (b"", True)
        writer.close()


async def test_half_a_second_request_behind_a_first_is_hung_up_on_as_well(start: Start) -> None:
    api = await start()
    async with served(api.app) as (address, _):
        reader, writer = await connect(address)
        writer.write(b"GET /problems/internal HTTP/1.1\r\nHost: localhost\r\n\r\nGET /problems")

        heard = await said(reader)

        assert heard.startswith(b"HTTP/1.1 200")
        assert heard.count(b"HTTP/1.1") == 1
        writer.close()


async def test_what_has_asked_and_waits_is_not_hung_up_on(start: Start) -> None:
    api = await start()
    async with served(api.app) as (address, _), httpx.AsyncClient(base_url=address, timeout=30) as client:
        path = (await client.post("/sessions")).headers["location"]
        heard = await client.get(f"{path}/notifications", params={"wait": SECONDS * 3})
        async with client.stream("GET", f"{path}/stream") as stream:
            parts = stream.aiter_text()
            assert "ready" in await anext(parts)
            await asyncio.wait([asyncio.create_task(asyncio.Event().wait())], timeout=SECONDS * 2)
            await client.delete(path)
            rest = "".join([part async for part in parts])

    assert (heard.status_code, heard.json()["events"]) == (200, [])
    assert "event: end" in rest


async def test_a_socket_that_says_nothing_is_not_hung_up_on(start: Start) -> None:
    api = await start()
    async with served(api.app) as (address, _):
        path = await api.new_session()
        reader, writer = await connect(address)
        writer.write(
            f"GET {path}/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert b" 101 " in await reader.readuntil(b"\r\n\r\n")

        with pytest.raises(TimeoutError):
            async with asyncio.timeout(SECONDS * 3):
                await reader.read(1)
        writer.close()


async def test_a_request_that_comes_in_pieces_in_time_is_answered(start: Start) -> None:
    api = await start()
    async with served(api.app) as (address, _):
        reader, writer = await connect(address)
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in (b"GET /problems/int", b"ernal HTTP/1.1\r\nHost: loc", b"alhost\r\nConnection: close\r\n\r\n"):
            writer.write(piece)
            await writer.drain()
            await asyncio.wait([asyncio.create_task(asyncio.Event().wait())], timeout=SECONDS / 10)

        assert (await said(reader)).startswith(b"HTTP/1.1 200")
        writer.close()
