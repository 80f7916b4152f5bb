"""A web server on this machine that counts who comes, and answers as told: with a picture, a redirect, or never."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Answer = bytes | None
"""A whole HTTP response; None: the connection is held and nothing ever comes."""


@dataclass(slots=True)
class Listener:
    """`requests` are the paths asked for, in order; `connections` counts even those that ask for nothing."""

    host: str
    answers: Mapping[str, Answer]
    port: int = 0
    connections: int = 0
    requests: list[str] = field(default_factory=list)
    _over: asyncio.Event = field(default_factory=asyncio.Event)

    def url(self, path: str) -> str:
        return f"http://{self.host}:{self.port}{path}"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._answer(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            return  # whoever asked did not wait for the answer
        finally:
            writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ", 2)[1].decode()
        self.requests.append(path)
        answer = self.answers.get(path, missing())
        if answer is None:
            await self._over.wait()
            return
        writer.write(answer)
        await writer.drain()

    def end(self) -> None:
        self._over.set()


@asynccontextmanager
async def listening(
    answers: Mapping[str, Answer] | None = None, *, host: str = "127.0.0.1", port: int = 0
) -> AsyncIterator[Listener]:
    """A listener on a port of its own, or on `port`."""
    listener = Listener(host, answers or {})
    server = await asyncio.start_server(listener.serve, host, port)
    listener.port = server.sockets[0].getsockname()[1]
    try:
        yield listener
    finally:
        listener.end()
        server.close()
        await server.wait_closed()


def ok(body: bytes, media_type: str = "image/png") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {media_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    return head.encode() + body


def redirect(target: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()


def missing() -> bytes:
    return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
