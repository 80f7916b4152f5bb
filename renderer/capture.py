"""Shows a view on a kept page, measures it and takes its picture, all of the same state."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from dataclasses import dataclass

from renderer.errors import RendererError
from renderer.measure import PageFacts, join
from renderer.page import KeptPage, Screen, Window
from renderer.picture import Drawing, Frame, Picture

MAX_SETTLING = 4
"""How often the window may be fitted to the page before its height is taken as it is."""


@dataclass(frozen=True, slots=True)
class Stopwatch:
    started: float

    @classmethod
    def start(cls) -> Stopwatch:
        return cls(time.perf_counter())

    @property
    def ms(self) -> float:
        return (time.perf_counter() - self.started) * 1000


async def draw(page: KeptPage, screen: Screen) -> Drawing:
    """One screen. The picture is a PNG in the fast encoding; equal screens give equal bytes."""
    watch = Stopwatch.start()
    patched = await _patch(page, screen)
    page_ms = watch.ms
    watch = Stopwatch.start()
    png, facts = await _shoot_fitting(page, patched, screen.frame)
    page.shown = screen
    return Drawing(
        surfaces=join(screen.view, facts, screen.frame.scale),
        picture=_picture(png, facts, screen.frame),
        content_height=facts["content_height"],
        timings_ms={"page": page_ms, "screenshot": watch.ms},
    )


async def show(page: KeptPage, screen: Screen) -> None:
    """Brings the page to show exactly this screen, in a window that fits the frame."""
    if screen.looks_like(page.shown):
        return
    patched = await _patch(page, screen)
    for _ in range(MAX_SETTLING):
        wanted = _window(screen.frame, patched.content_height)
        if wanted == page.window:
            break
        await page.resize(wanted)
        patched = Patched.of(await _measure(page, screen.frame))
    page.shown = screen


@dataclass(frozen=True, slots=True)
class Patched:
    """How high the page is; and the facts, unless its window must change first."""

    content_height: int
    facts: PageFacts | None

    @classmethod
    def of(cls, facts: PageFacts) -> Patched:
        return cls(facts["content_height"], facts if "surfaces" in facts else None)


async def _patch(page: KeptPage, screen: Screen) -> Patched:
    if screen.looks_like(page.shown):
        return Patched.of(await _measure(page, screen.frame))
    await page.resize(_first_window(page.window, screen.frame))
    return Patched.of(json.loads(await page.patch(screen)))


async def _shoot_fitting(page: KeptPage, patched: Patched, frame: Frame) -> tuple[bytes, PageFacts]:
    """The picture in a window that fits. After a change of the window the browser draws and measures side by side."""
    height, facts = patched.content_height, patched.facts
    if facts is not None and _window(frame, height) == page.window:
        return await _shoot(page), facts
    for _ in range(MAX_SETTLING):
        await page.resize(_window(frame, height))
        png, facts = await asyncio.gather(_shoot(page), _measure(page, frame))
        height = facts["content_height"]
        if _window(frame, height) == page.window:
            return png, facts
    raise RendererError("the page's height changes with its window")


async def _measure(page: KeptPage, frame: Frame) -> PageFacts:
    height = page.window.height if page.window else frame.height
    facts = await page.call("measure", frame.width, height, frame.scale, step="measure a screen")
    read: PageFacts = json.loads(facts)
    return read


async def _shoot(page: KeptPage) -> bytes:
    answer = await page.command("Page.captureScreenshot", "take a picture", format="png", optimizeForSpeed=True)
    page.painted = True
    return base64.b64decode(answer["data"])


def _first_window(now: Window | None, frame: Frame) -> Window:
    """Changing the window costs a frame or two, so a whole page is first tried in the window there is."""
    height = frame.height
    if frame.full_page and now is not None and (now.width, now.scale) == (frame.width, frame.scale):
        height = now.height
    return Window(frame.width, height, frame.scale)


def _window(frame: Frame, content_height: int) -> Window:
    height = max(frame.height, min(content_height, frame.max_height)) if frame.full_page else frame.height
    return Window(frame.width, height, frame.scale)


def _picture(png: bytes, facts: PageFacts, frame: Frame) -> Picture:
    width, height = _size_of(png)
    full = facts["content_height"]
    cut = frame.full_page and full > facts["height"]
    return Picture(png, width, height, frame.scale, cut_from=round(full * frame.scale) if cut else None)


def _size_of(png: bytes) -> tuple[int, int]:
    """A PNG begins with its signature and the header chunk, whose first two fields are width and height."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
