"""A browser page that is busy for ever: what a deadline is for, whatever the machine's speed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.page import KeptPage
from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import View

FOREVER = "while (true) {}"
EMPTY = View((), {})


async def hang(page: KeptPage) -> None:
    """The page answers this, and nothing after it."""
    await page.page.evaluate(f"setTimeout(() => {{ {FOREVER} }})")


@asynccontextmanager
async def hung_canvas(renderer: Renderer, settings: BrowserSettings) -> AsyncIterator[Canvas]:
    """A browser whose one page hangs; it is replaced once a call has given it up."""
    async with Canvas.open(renderer, replace(settings, pages=1)) as canvas:
        await canvas.draw(EMPTY, Frame(width=400, height=600))
        await hang(canvas.pages[0])
        yield canvas
