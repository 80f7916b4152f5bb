"""A browser with a pool of kept pages. Whatever dies is replaced, and the call that met it is made again.

The server owns all state and a page is a canvas, so that any page can show any view. One `Canvas` belongs to the event
loop it was opened in; calls beyond the number of pages wait their turn, first come, first served.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from playwright.async_api import Error as PlaywrightError

from renderer import capture, hands
from renderer.browser import BrowserSettings, FoundBrowser, find_browser
from renderer.engine import Engine, gist, quietly
from renderer.errors import BrowserLost, DeadlineExceeded, RendererError, Unreachable
from renderer.html import Renderer
from renderer.page import KeptPage, Screen
from renderer.picture import Drawing, Frame, Gesture, Happened
from renderer.view import View

T = TypeVar("T")
Work = Callable[[KeptPage], Coroutine[Any, Any, T]]

FIRST_TRY = 0.4
"""The share of the time that is left which a try may take while another one could follow."""
MAX_TRIES = 4
LEAST_SECONDS = 0.01
OPENING_SECONDS = 4.0
"""A browser that has not opened a page after so long is given up."""


@dataclass(eq=False, slots=True)
class Slot:
    """A place in the pool: a page, or one that is being opened, or none yet."""

    page: KeptPage | None = None
    opening: asyncio.Task[KeptPage] | None = None


@dataclass(slots=True)
class Turn:
    """One call's time: `ends` by the loop's clock. `left` never falls to nothing, so that a step fails by itself."""

    ends: float
    tries: int = 0

    @property
    def left(self) -> float:
        return max(self.ends - asyncio.get_running_loop().time(), LEAST_SECONDS)

    def share(self) -> float:
        """How long the next try may take; the last one may take all there is."""
        self.tries += 1
        return self.left if self.tries >= MAX_TRIES else max(self.left * FIRST_TRY, min(1.0, self.left))


class Canvas:
    """A browser with a pool of kept pages; any page can show any view."""

    def __init__(self, renderer: Renderer, settings: BrowserSettings, engine: Engine) -> None:
        self._renderer = renderer
        self._settings = settings
        self._engine = engine
        self._shell = renderer.shell()
        self._loop = asyncio.get_running_loop()
        self._slots = tuple(Slot() for _ in range(settings.pages))
        self._idle = list(self._slots)
        self._waiting: deque[asyncio.Future[Slot]] = deque()
        self._closing: set[asyncio.Task[None]] = set()
        self._open = True

    @classmethod
    @asynccontextmanager
    async def open(cls, renderer: Renderer, settings: BrowserSettings) -> AsyncIterator[Canvas]:
        """Starts the browser, and ends it with everything in it. Raises BrowserMissing when there is none."""
        found = await asyncio.to_thread(find_browser, settings.executable)
        engine = Engine(found, settings)
        canvas = cls(renderer, settings, engine)
        try:
            await engine.context()
            yield canvas
        finally:
            await canvas._close()

    @property
    def browser(self) -> FoundBrowser:
        """The browser that draws."""
        return self._engine.found

    @property
    def pages(self) -> tuple[KeptPage, ...]:
        """The pages that are open now."""
        return tuple(slot.page for slot in self._slots if slot.page is not None)

    @property
    def blocked_requests(self) -> int:
        """How many requests pages wanted to make; none of them left the browser."""
        return self._engine.blocked_requests

    async def draw(self, view: View, frame: Frame, *, deadline: float = 10.0) -> Drawing:
        """The screen's picture and facts. `deadline` in seconds, waiting for a page included.

        Raises DeadlineExceeded, or BrowserLost when the browser died again and again.
        """
        self._check_loop()
        turn = Turn(self._loop.time() + deadline)
        watch = capture.Stopwatch.start()
        markup = self._renderer.markup(view)
        html_ms = watch.ms
        screen = Screen(view, markup, frame)
        drawing = await self._with_page(turn, screen, lambda page: capture.draw(page, screen))
        return replace(drawing, timings_ms={"html": html_ms, **drawing.timings_ms})

    async def perform(
        self, view: View, frame: Frame, gesture: Gesture, *, deadline: float = 10.0
    ) -> tuple[Happened, ...]:
        """Does with mouse and keyboard what a person would, and tells what the page saw of it, in order.

        Nothing happens on a disabled control. Raises Unreachable when the target is not there or covered, BrowserLost
        when the browser died after the input had begun, else as `draw`.
        """
        self._check_loop()
        turn = Turn(self._loop.time() + deadline)
        screen = Screen(view, self._renderer.markup(view), frame)
        return await self._with_page(turn, screen, lambda page: hands.perform(page, screen, gesture))

    async def _with_page(self, turn: Turn, screen: Screen, work: Work[T]) -> T:
        slot = await self._lease(screen, turn.left)
        try:
            while True:
                try:
                    return await self._try(slot, turn.share(), work)
                except (BrowserLost, DeadlineExceeded):
                    begun = slot.page is not None and slot.page.touched
                    if begun or not self._open or turn.tries >= MAX_TRIES or turn.left <= LEAST_SECONDS:
                        raise
        finally:
            self._give_back(slot)

    async def _try(self, slot: Slot, seconds: float, work: Work[T]) -> T:
        ends = self._loop.time() + seconds
        page = await self._page_of(slot, seconds)
        page.touched = False
        page.spent = True
        try:
            answer = await page.guarded(work(page), max(ends - self._loop.time(), LEAST_SECONDS))
        except Unreachable:
            page.spent = False
            raise
        page.spent = False
        return answer

    async def _page_of(self, slot: Slot, seconds: float) -> KeptPage:
        page = slot.page
        if page is not None and page.usable:
            return page
        self._retire(slot)
        if slot.opening is None or (slot.opening.done() and slot.opening.exception()):
            slot.opening = asyncio.create_task(self._open_page())
        opening = slot.opening
        await asyncio.wait({opening}, timeout=seconds)
        if not opening.done():
            raise DeadlineExceeded("open a page", seconds)
        slot.opening = None
        slot.page = opening.result()
        return slot.page

    async def _open_page(self) -> KeptPage:
        """Goes on when the caller that wanted the page gives up: the next one gets it."""
        context = await self._engine.context()
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                return await KeptPage.open(context, self._shell, self._settings)
        except (PlaywrightError, TimeoutError) as error:
            self._engine.distrust(context)
            raise BrowserLost(f"the browser could not open a page: {gist(error) or 'no answer'}") from error

    def _retire(self, slot: Slot) -> None:
        page, slot.page = slot.page, None
        if page is not None and not page.page.is_closed():
            self._in_the_background(quietly(page.close()))

    def _in_the_background(self, closing: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(closing)
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    async def _lease(self, screen: Screen, seconds: float) -> Slot:
        """A free page: the one that shows the screen, or showed the session's last one, or has rested longest."""
        if not self._open:
            raise BrowserLost("the canvas is closed")
        if self._idle:
            slot = min(self._idle, key=lambda slot: _distance(slot, screen))
            self._idle.remove(slot)
            return slot
        turn: asyncio.Future[Slot] = self._loop.create_future()
        self._waiting.append(turn)
        try:
            async with asyncio.timeout(seconds):
                return await turn
        except TimeoutError:
            self._leave_queue(turn)
            raise DeadlineExceeded("wait for a free page", seconds) from None
        except asyncio.CancelledError:
            self._leave_queue(turn)
            raise

    def _leave_queue(self, turn: asyncio.Future[Slot]) -> None:
        """A turn may have been given just when its owner stopped waiting."""
        if turn in self._waiting:
            self._waiting.remove(turn)
        elif turn.done() and not turn.cancelled() and not turn.exception():
            self._give_back(turn.result())

    def _give_back(self, slot: Slot) -> None:
        if slot.page is not None and not slot.page.usable:
            self._retire(slot)
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(slot)
                return
        self._idle.append(slot)

    async def _close(self) -> None:
        self._open = False
        for turn in self._waiting:
            if not turn.done():
                turn.set_exception(BrowserLost("the canvas is closed"))
        openings = [slot.opening for slot in self._slots if slot.opening is not None]
        for opening in openings:
            opening.cancel()
        await asyncio.gather(*self._closing, *openings, return_exceptions=True)
        await self._engine.stop()

    def _check_loop(self) -> None:
        if asyncio.get_running_loop() is not self._loop:
            raise RendererError(
                "this canvas was opened in another event loop",
                hint="Call it from the loop it was opened in, or open one canvas for each loop.",
            )


def _distance(slot: Slot, screen: Screen) -> int:
    if slot.page is None:
        return 2
    if screen.looks_like(slot.page.shown):
        return 0
    return 1 if screen.continues(slot.page.latest) else 2
