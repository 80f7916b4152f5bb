"""The browser's driver: what becomes of a canvas when it dies, and when it does not start."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from pathlib import Path

import pytest

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import View

EMPTY = View((), {})
OPENING = """
import asyncio, sys
from pathlib import Path
from renderer.browser import BrowserSettings
from renderer.errors import BrowserMissing
from renderer.html import Renderer
from renderer.pages import Canvas

async def main():
    try:
        async with Canvas.open(Renderer(), BrowserSettings(executable=Path(sys.argv[1]) if sys.argv[1] else None)):
            pass
    except BrowserMissing as missing:
        print(missing)

asyncio.run(main())
"""


def drivers() -> set[int]:
    """The processes that this one has started and that speak for browsers."""
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {int(pid) for pid in children if "run-driver" in Path(f"/proc/{pid}/cmdline").read_text()}


async def test_a_driver_that_dies_is_replaced_and_nothing_is_complained_of(
    browser_settings: BrowserSettings, caplog: pytest.LogCaptureFixture
) -> None:
    others = drivers()
    async with Canvas.open(Renderer(), browser_settings) as canvas:
        before = await canvas.draw(EMPTY, Frame())
        [driver] = drivers() - others
        os.kill(driver, signal.SIGINT)
        after = await canvas.draw(EMPTY, Frame())
    gc.collect()
    await asyncio.sleep(0)

    assert before.picture == after.picture
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_a_driver_that_ends_while_it_starts_is_a_missing_browser(browser_settings: BrowserSettings) -> None:
    # In a process of its own: Playwright leaves the pipes of such a driver to the end of the loop.
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        OPENING,
        str(browser_settings.executable or ""),
        env={**os.environ, "PLAYWRIGHT_NODEJS_PATH": "/bin/false"},
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await asyncio.wait_for(process.communicate(), 30)

    assert said.decode().startswith("the browser's driver does not start")
