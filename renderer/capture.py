"""Shows a view on a kept page, measures it and takes its picture, all of the same state."""

from __future__ import annotations

import base64
import json
import time
from dataclasses import dataclass

from renderer.html import Markup
from renderer.measure import PageFacts, join
from renderer.page import KeptPage, Shown, Window
from renderer.picture import Drawing, Frame, Picture
from renderer.view import View

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


async def draw(page: KeptPage, view: View, markup: Markup, frame: Frame) -> Drawing:
    """One screen. The picture is a PNG in the fast encoding; equal screens give equal bytes."""
    watch = Stopwatch.start()
    facts = await show(page, markup, frame)
    page_ms = watch.ms
    watch = Stopwatch.start()
    png = await _shoot(page)
    return Drawing(
        surfaces=join(view, facts, frame.scale),
        picture=_picture(png, facts, frame),
        content_height=facts["content_height"],
        timings_ms={"page": page_ms, "screenshot": watch.ms},
    )


async def show(page: KeptPage, markup: Markup, frame: Frame) -> PageFacts:
    """Brings the page to show exactly this screen, in a window that fits the frame, and measures it."""
    shown = Shown.of(markup, frame)
    if page.shown != shown:
        await page.resize(_first_window(page.window, frame))
        facts = _read(await page.patch(markup, frame))
    else:
        facts = await _measure(page, frame)
    for _ in range(MAX_SETTLING):
        wanted = _window(frame, facts["content_height"])
        if wanted == page.window:
            break
        await page.resize(wanted)
        facts = await _measure(page, frame)
    page.shown = shown
    return facts


async def _measure(page: KeptPage, frame: Frame) -> PageFacts:
    height = page.window.height if page.window else frame.height
    return _read(await page.call("measure", frame.scale, height, step="measure a screen"))


async def _shoot(page: KeptPage) -> bytes:
    answer = await page.command("Page.captureScreenshot", "take a picture", format="png", optimizeForSpeed=True)
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
    # A PNG begins with its signature and the header chunk, whose first two fields are width and height.
    width, height = int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
    full = facts["content_height"]
    cut = frame.full_page and full > facts["height"]
    return Picture(png, width, height, frame.scale, cut_from=round(full * frame.scale) if cut else None)


def _read(facts: str) -> PageFacts:
    read: PageFacts = json.loads(facts)
    return read
