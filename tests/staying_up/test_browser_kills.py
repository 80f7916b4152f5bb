"""The browser is killed again and again while sessions are shown and operated: nobody notices but the clock."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import random
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from ui_server.session import Session, SessionSettings
from ui_server.steps import FillStep

KILLS = 50
CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
NOW = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
needs_proc = pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at /proc, which is not here")


def session_on(canvas: Canvas, number: int) -> Session:
    session = Session(canvas, clock=lambda: NOW, settings=SessionSettings(deadline=60), session_id=f"s{number}")
    components = [
        {"id": "root", "component": "Column", "children": ["title", "name"]},
        {"id": "title", "component": "Text", "text": f"Session {number}", "variant": "h2"},
        {"id": "name", "component": "TextField", "label": "Name", "value": {"path": "/name"}},
    ]
    receipt = session.receive(
        [
            {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": CATALOG}},
            {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}},
        ]
    )
    assert receipt.accepted
    return session


def below(pid: int) -> set[int]:
    """All processes under `pid`, at any depth."""
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        for task in Path(f"/proc/{waiting.pop()}/task").glob("*/children"):
            try:
                children = {int(child) for child in task.read_text().split()}
            except OSError:
                continue
            found |= children
            waiting += children
    return found


def browsers() -> list[int]:
    """The main process of each browser under this process."""
    found = []
    for pid in below(os.getpid()):
        try:
            line = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if b"--remote-debugging-pipe" in line and b"--type=" not in line:
            found.append(pid)
    return found


def kill_browsers(*, but: set[int]) -> None:
    """Kills the browsers that are not among `but`; one that ends by itself at this moment is as good as killed."""
    for pid in set(browsers()) - but:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def left_over(others: set[int]) -> set[int]:
    """The processes that are neither among `others` nor below one of them: another browser may have grown meanwhile."""
    return below(os.getpid()) - others - {pid for other in others for pid in below(other)}


@needs_proc
async def test_fifty_kills_in_a_row_lose_no_session_and_leave_no_process(browser_settings: BrowserSettings) -> None:
    others = below(os.getpid())
    rng = random.Random(11)
    async with Canvas.open(Renderer(), browser_settings) as canvas:
        sessions = [session_on(canvas, number) for number in range(4)]
        expected = [(await session.show()).drawing.picture.sha256 for session in sessions]
        for number in range(KILLS):
            drawing = [asyncio.create_task(session.render()) for session in sessions]
            await asyncio.sleep(rng.random() * 0.05)  # the moment of the kill is what is tried here
            kill_browsers(but=others)
            screens = await asyncio.gather(*drawing)
            assert [screen.drawing.picture.sha256 for screen in screens] == expected, f"after kill {number}"
    assert left_over(others) == set()


@needs_proc
async def test_what_was_typed_survives_a_kill(browser_settings: BrowserSettings) -> None:
    others = below(os.getpid())
    async with Canvas.open(Renderer(), browser_settings) as canvas:
        session = session_on(canvas, 1)
        await session.show()
        _, before = await session.interact([FillStep("name", "Ada")])
        kill_browsers(but=others)
        after = await session.show()
    assert after.elements()["name"].value == "Ada"
    assert after.drawing.picture.sha256 == before.drawing.picture.sha256
