"""Screens: from payload to picture and report, from click to the next screen, many at once, and memory over time.

The yardstick is Playwright's own `page.screenshot()` of the same page, static, in the same browser: ratios hold on any
machine, milliseconds only on this one. Arms run in random order with random pauses, as requests arrive in life.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Page, async_playwright

from bench.machine import Figure, Report, children, resident_mb
from bench.payloads import booking
from renderer.browser import BrowserSettings, find_browser, launch_arguments
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.view import walk
from ui_server.receive import receive
from ui_server.session import Session
from ui_server.steps import ClickStep, ToggleStep
from ui_server.surfaces import Surfaces

ROUNDS = 60
WARM_UP = 8
LONGEST_PAUSE = 0.040
SCREENS_FOR_MEMORY = 500
NOW = dt.datetime(2026, 1, 5, 9, 0, tzinfo=dt.UTC)

RENDER = "payload to picture and report"
TOGGLE = "toggle to the next screen"
PRESS = "button press to event and screen"
PLAYWRIGHT = "page.screenshot(), our browser's flags"
PLAIN = "page.screenshot(), Playwright's own flags"
POOLS = (1, 2, 4)
BATCHES = 12
SCREENS_PER_BATCH = 24

Arm = Callable[[], Awaitable[object]]


def new_session(canvas: Canvas) -> Session:
    return Session(canvas, clock=lambda: NOW)


async def measure(seed: int = 7) -> Report:
    """All screen figures; takes about a minute."""
    report = Report([], [])
    renderer = Renderer()
    async with Canvas.open(renderer, BrowserSettings(pages=1)) as canvas:
        await _against_playwright(canvas, renderer, report, random.Random(seed))
        await _memory(canvas, report)
    await _throughput(renderer, report)
    _validation(report)
    return report


async def _against_playwright(canvas: Canvas, renderer: Renderer, report: Report, rng: random.Random) -> None:
    payload = booking()
    phases: dict[str, list[float]] = {}
    session = new_session(canvas)
    session.receive(payload)
    screen = await session.show()
    count = sum(1 for surface in screen.scene.view.surfaces for _ in walk(surface.root))
    html = renderer.document(renderer.markup(screen.scene.view))
    async with (
        static_page(html, BrowserSettings(), plain=False) as same,
        static_page(html, BrowserSettings(), plain=True) as plain,
    ):
        yardsticks: dict[str, Arm] = {PLAYWRIGHT: same.screenshot, PLAIN: plain.screenshot}
        times = await _interleave({**_our_arms(canvas, session, payload, phases), **yardsticks}, rng)
    figures = {name: Figure.of(name, values) for name, values in times.items()}
    base = figures[PLAYWRIGHT].median
    report.figures += [*figures.values(), *(Figure.of(f"  phase: {name}", values) for name, values in phases.items())]
    report.lines.append(f"  components on the screen: {count}")
    report.ratio("payload to picture against Playwright", figures[RENDER].median / base, "1.0")
    report.ratio("toggle to next screen", figures[TOGGLE].median / base, "2.0")
    report.ratio("press to event and screen", figures[PRESS].median / base, "2.0")


def _our_arms(
    canvas: Canvas, session: Session, payload: list[dict[str, Any]], phases: dict[str, list[float]]
) -> dict[str, Arm]:
    """What is measured of ours; the first one notes the milliseconds of its phases."""

    async def ours() -> None:
        started = time.perf_counter()
        fresh = new_session(canvas)
        fresh.receive(payload)
        received = (time.perf_counter() - started) * 1000
        shown = await fresh.render()
        before_report = time.perf_counter()
        shown.report()
        written = (time.perf_counter() - before_report) * 1000
        for name, value in {"check and apply": received, **shown.timings_ms, "report": written}.items():
            phases.setdefault(name, []).append(value)

    async def click() -> None:
        await session.interact([ToggleStep("quiet", None)])

    async def press() -> None:
        await session.interact([ClickStep("book")])

    return {RENDER: ours, TOGGLE: click, PRESS: press}


async def _interleave(arms: dict[str, Arm], rng: random.Random) -> dict[str, list[float]]:
    """Milliseconds of each arm: every round runs all arms in a new order, with a pause before each."""
    times: dict[str, list[float]] = {name: [] for name in arms}
    for number in range(WARM_UP + ROUNDS):
        order = list(arms)
        rng.shuffle(order)
        for name in order:
            await asyncio.sleep(rng.random() * LONGEST_PAUSE)
            started = time.perf_counter()
            await arms[name]()
            if number >= WARM_UP:
                times[name].append((time.perf_counter() - started) * 1000)
    return times


async def _throughput(renderer: Renderer, report: Report) -> None:
    """Pools of one, two and four pages, each with a session to a page that draws one screen after the other.

    The pools take turns, batch by batch, so that a busy moment meets them all.
    """
    rates: dict[int, list[float]] = {pages: [] for pages in POOLS}
    async with AsyncExitStack() as stack:
        pools = {
            pages: await stack.enter_async_context(Canvas.open(renderer, BrowserSettings(pages=pages)))
            for pages in POOLS
        }
        for number in range(1 + BATCHES):
            for pages, canvas in pools.items():
                rate = await _screens_a_second(canvas, pages)
                if number:
                    rates[pages].append(rate)
    figures = {pages: Figure.of(f"screens a second, pool of {pages}", rates[pages], "/s") for pages in POOLS}
    report.figures += figures.values()
    report.ratio("two pages against one", figures[2].median / figures[1].median, "at least 1.8")
    report.ratio("four pages against one", figures[4].median / figures[1].median, "none")


async def _screens_a_second(canvas: Canvas, sessions: int) -> float:
    """Screens a second of a pool that is kept busy by so many sessions."""

    async def draw(number: int) -> None:
        session = new_session(canvas)
        for index in range(SCREENS_PER_BATCH // sessions):
            session.reset()
            session.receive(booking(f"booking-{number}-{index % 3}"))
            await session.render()

    started = time.perf_counter()
    await asyncio.gather(*(draw(number) for number in range(sessions)))
    return SCREENS_PER_BATCH / (time.perf_counter() - started)


async def _memory(canvas: Canvas, report: Report) -> None:
    session = new_session(canvas)
    sizes: list[float] = []
    for number in range(SCREENS_FOR_MEMORY):
        session.reset()
        session.receive(booking(f"booking-{number}"))
        await session.render()
        if number % 100 == 99:
            sizes.append(resident_mb([os.getpid(), *children(os.getpid())]))
    shown = ", ".join(f"{size:.0f}" for size in sizes)
    report.lines.append(f"  MB after 100, 200, … {SCREENS_FOR_MEMORY} screens: {shown}")
    report.ratio("memory, last against first", sizes[-1] / sizes[0], "flat: about 1.0")


def _validation(report: Report) -> None:
    payload = booking()
    faulty = booking()
    faulty[1]["updateComponents"]["components"][5]["aling"] = "center"
    faulty[1]["updateComponents"]["components"][8]["child"] = {"id": "x", "component": "Text", "text": "Hi"}
    for name, messages in (("check a valid payload", payload), ("check a faulty payload", faulty)):
        values = []
        for _ in range(200):
            started = time.perf_counter()
            receive(Surfaces(), messages)
            values.append((time.perf_counter() - started) * 1000)
        report.figures.append(Figure.of(name, values))


@asynccontextmanager
async def static_page(html: str, settings: BrowserSettings, *, plain: bool) -> AsyncIterator[Page]:
    """A page that holds `html`, in a browser of its own: started as ours is, or with Playwright's flags if `plain`."""
    found = find_browser(settings.executable)
    arguments = ["--no-sandbox"] if plain else launch_arguments(settings)
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=found.path, args=arguments)
        page = await browser.new_page(viewport={"width": 600, "height": 800})
        await page.set_content(html)
        yield page
        await browser.close()
