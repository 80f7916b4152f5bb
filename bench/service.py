"""The service over loopback: 64 sessions at once, each sending, showing and clicking, and how long each of them waits.

Fairness is the slowest session's wait for all its calls against the median session's; the target is at most three.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx

from bench.machine import Figure, Report, children
from bench.payloads import booking

SESSIONS = 64
ROUNDS = 5
WARM_UP = 8
SECONDS = 120.0


async def measure(seed: int = 7) -> Report:
    """Waits of 64 sessions at once, and of one alone; takes about half a minute."""
    report = Report([], [])
    async with _served() as (address, process), _client(address) as client:
        await _alone(client, report, random.Random(seed))
        await _together(client, report, random.Random(seed))
        report.lines.append(f"  {'processes of the server':<44} {len(children(process.pid)) + 1:9d}")
    return report


async def _alone(client: httpx.AsyncClient, report: Report, rng: random.Random) -> None:
    for _ in range(WARM_UP):
        await _episode(client, rng)
    waits = [wait for _ in range(10) for _, wait in await _episode(client, rng)]
    report.figures.append(Figure.of("one call, one session", waits))


async def _together(client: httpx.AsyncClient, report: Report, rng: random.Random) -> None:
    started = time.perf_counter()
    sessions = await asyncio.gather(*(_episode(client, rng) for _ in range(SESSIONS)))
    seconds = time.perf_counter() - started
    calls = [wait for waits in sessions for _, wait in waits]
    totals = [sum(wait for _, wait in waits) for waits in sessions]
    report.figures.append(Figure.of(f"one call, {SESSIONS} sessions at once", calls))
    report.figures.append(Figure.of(f"all calls of one of {SESSIONS} sessions", totals))
    report.lines.append(f"  {'calls a second':<44} {len(calls) / seconds:9.1f}")
    report.ratio("slowest session over the median, all calls", _ratio(totals), "at most 3")
    for kind in ("show", "interact", "render"):
        waited = [sum(wait for name, wait in waits if name == kind) for waits in sessions]
        report.ratio(f"slowest session over the median, {kind}", _ratio(waited), "at most 3")


def _ratio(waits: Sequence[float]) -> float:
    return max(waits) / statistics.median(waits)


async def _episode(client: httpx.AsyncClient, rng: random.Random) -> list[tuple[str, float]]:
    """One session from its creation to its end; each of its calls and the milliseconds it took."""
    waits: list[tuple[str, float]] = []

    async def call(path: str, body: dict[str, Any]) -> Any:
        started = time.perf_counter()
        answer = await client.post(path, json=body)
        waits.append((path.rpartition("/")[2], (time.perf_counter() - started) * 1000))
        answer.raise_for_status()
        return answer.json()

    path = f"/sessions/{(await call('/sessions', {}))['session_id']}"
    await call(f"{path}/messages", {"messages": booking()})
    for _ in range(ROUNDS):
        shown = await call(f"{path}/show", {})
        buttons = [each["element_id"] for each in shown["elements"] if each["role"] == "button" and each["enabled"]]
        await call(f"{path}/interact", {"steps": [{"do": "click", "element": rng.choice(buttons)}]})
        await call(f"{path}/render", {})
    await client.delete(path)
    return waits


def _client(address: str) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    return httpx.AsyncClient(base_url=address, timeout=SECONDS, limits=limits, trust_env=False)


@asynccontextmanager
async def _served() -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """The server in a process of its own, as users run it."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "surfacebox", "serve", "--port", "0", "--deadline", "60"),
        stdout=asyncio.subprocess.PIPE,
        env=dict(os.environ),
    )
    try:
        if process.stdout is None:
            raise RuntimeError("the server has no output")
        async with asyncio.timeout(30):
            line = (await process.stdout.readline()).decode()
        yield line.split()[1], process
    finally:
        process.send_signal(signal.SIGTERM)
        await process.wait()
