"""Thousands of hostile requests to the server as users run it: each is answered, and none leaves anything behind.

SURFACEBOX_HOSTILE=10000 sends as many as that instead of the 2000 of an ordinary run.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.staying_up.held import SECONDS, client_of, greeting, held, settled
from tests.staying_up.hostility import Request, frame, request, seeds
from tests.ui_server.http.test_server import Running

REQUESTS = int(os.environ.get("SURFACEBOX_HOSTILE", "2000"))
WARM_UP = 100
FRAMES = 300
AT_ONCE = 4
PER_SESSION = 100
pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at /proc, which is not here"),
    pytest.mark.timeout(900),
]


@dataclass(slots=True)
class Heard:
    statuses: Counter[int] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    bad: list[str] = field(default_factory=list)
    drawn: int = 0


async def attack(server: Running, first: int, last: int) -> Heard:
    """Sends the requests of these numbers, a few at a time, with a new session for each hundred."""
    payloads, heard = seeds(), Heard()
    hundreds = iter(range(first, last, PER_SESSION))

    async def work(client: httpx.AsyncClient) -> None:
        for begin in hundreds:
            path = f"/sessions/{(await client.post('/sessions')).json()['session_id']}"
            for number in range(begin, min(begin + PER_SESSION, last)):
                await _send(client, path, (number, request(number, payloads)), heard)
            await client.delete(path)

    async with client_of(server) as client, asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(work(client))
    return heard


async def _send(client: httpx.AsyncClient, session: str, numbered: tuple[int, Request], heard: Heard) -> None:
    number, asked = numbered
    address = asked.path if asked.path.startswith("/") else f"{session}/{asked.path}"
    headers = {} if asked.content_type is None else {"content-type": asked.content_type}
    try:
        answer = await client.request(
            asked.method, address, content=asked.body or None, headers=headers, params=asked.query or None
        )
    except httpx.HTTPError as error:
        heard.bad.append(f"{number} {address}: {type(error).__name__}")
        return
    fault = _fault(answer)
    heard.statuses[answer.status_code] += 1
    heard.drawn += asked.draws and answer.status_code == 200
    if fault:
        heard.bad.append(f"{number} {address}: {answer.status_code} {fault}: {answer.text[:300]}")
    if answer.status_code >= 400:
        heard.types[answer.json().get("type", "") if not fault else "?"] += 1
    if answer.status_code == 201 and asked.path == "/sessions":
        await client.delete(answer.headers["location"])


def _fault(answer: httpx.Response) -> str:
    """What is wrong with the answer itself, whatever was asked."""
    kind = answer.headers.get("content-type", "")
    if answer.status_code >= 500:
        return "a fault of the server"
    if answer.status_code < 400:
        return "" if answer.status_code in (200, 201, 204) else "no success that the service knows"
    if kind != "application/problem+json":
        return f"refused as {kind}"
    document: dict[str, Any] = json.loads(answer.content)
    if document.get("status") != answer.status_code or not str(document.get("type")).startswith("/problems/"):
        return "no sound problem document"
    if document["type"] == "/problems/payload_refused" and not document.get("diagnostics"):
        return "refused without a diagnostic"
    return ""


async def test_hostile_requests_are_all_answered_and_leave_nothing_behind(server: Running) -> None:
    await attack(server, 0, WARM_UP)
    picture = await greeting(server)
    before = await held(server)

    started = time.monotonic()
    heard = await attack(server, WARM_UP, WARM_UP + REQUESTS)
    seconds = time.monotonic() - started
    after = await settled(server, before)

    print(f"{REQUESTS} requests in {seconds:.1f} s: {dict(heard.statuses)}, {heard.drawn} drawn, {dict(heard.types)}")
    print(f"before {before}\nafter  {after}")
    assert heard.bad == []
    assert heard.statuses.total() == REQUESTS
    assert heard.statuses[200] > REQUESTS // 20, "too few got through to prove anything"
    assert heard.statuses[422] > REQUESTS // 4
    assert heard.drawn > REQUESTS // 100
    assert after.within(before), f"{before} became {after}"
    assert await greeting(server) == picture
    assert server.process.poll() is None


async def test_hostile_frames_are_answered_one_by_one(server: Running) -> None:
    payloads, statuses = seeds(), Counter[int]()
    before = await held(server)
    async with client_of(server) as client:
        path = f"/sessions/{(await client.post('/sessions')).json()['session_id']}"
        async with websockets.connect(f"{server.address.replace('http', 'ws', 1)}{path}/ws", max_size=None) as socket:
            for number in range(FRAMES):
                await socket.send(frame(number, payloads))
                statuses[await _status_of_answer(socket)] += 1
        await client.delete(path)
    after = await settled(server, before)

    assert statuses.total() == FRAMES
    assert max(statuses) < 500, statuses
    assert statuses[200] and statuses[400] and statuses[422]
    assert after.within(before), f"{before} became {after}"


async def _status_of_answer(socket: websockets.ClientConnection) -> int:
    """That of the next answer; events that come in between are passed over."""
    while True:
        told = json.loads(await asyncio.wait_for(socket.recv(), SECONDS))
        if told["type"] in ("answer", "problem"):
            return int(told["status"])
