"""A browser with a pool of kept pages. Whatever dies is replaced, and the call that met it is made again.

The server owns all state and a page is a canvas, so that any page can show any view. One `Canvas` belongs to the event
loop it was opened in; calls beyond the number of pages wait their turn, first come, first served.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from playwright.async_api import Browser, BrowserContext, Playwright, Route, WebSocketRoute, async_playwright
from playwright.async_api import Error as PlaywrightError

from renderer import capture, hands
from renderer.browser import REMEDY, BrowserSettings, FoundBrowser, find_browser, launch_arguments
from renderer.errors import BrowserLost, BrowserMissing, DeadlineExceeded, RendererError
from renderer.html import Renderer
from renderer.page import KeptPage, Shown
from renderer.picture import Drawing, Frame, Gesture, Happened
from renderer.view import View

T = TypeVar("T")
Work = Callable[[KeptPage], Coroutine[Any, Any, T]]

FIRST_TRY = 0.4
"""The share of the time that is left which a try may take while another one could follow."""
MAX_TRIES = 4
CLOSING_SECONDS = 5.0


@dataclass(eq=False, slots=True)
class Slot:
    """A place in the pool: a page, or none yet."""

    page: KeptPage | None = None


class Engine:
    """The browser process and its one context; started when first needed and again when it is gone."""

    def __init__(self, found: FoundBrowser, settings: BrowserSettings) -> None:
        self.found = found
        self.blocked_requests = 0
        self._settings = settings
        self._driver: Playwright | None = None
        self._browser: Browser | None = None
        self._context: BrowserContext | None = None
        self._starting = asyncio.Lock()

    @property
    def browser(self) -> Browser | None:
        return self._browser

    async def context(self) -> BrowserContext:
        """The context new pages belong to. Raises BrowserMissing when no browser will start."""
        async with self._starting:
            if self._context is None or self._browser is None or not self._browser.is_connected():
                await self.stop()
                try:
                    self._context = await self._start()
                except PlaywrightError as error:
                    await self.stop()
                    raise BrowserMissing(f"{self.found.path} does not start: {_gist(error)}", hint=REMEDY) from error
            return self._context

    async def stop(self) -> None:
        """Ends the browser and its driver; no process is left."""
        browser, driver = self._browser, self._driver
        self._browser = self._driver = self._context = None
        if browser is not None:
            await _quietly(browser.close())
        if driver is not None:
            await _quietly(driver.stop())

    async def _start(self) -> BrowserContext:
        self._driver = await async_playwright().start()
        self._browser = await self._driver.chromium.launch(
            executable_path=self.found.path,
            args=launch_arguments(self._settings),
            timeout=self._settings.launch_seconds * 1000,
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        context = await self._browser.new_context(
            no_viewport=True,
            locale=self._settings.locale,
            timezone_id=self._settings.timezone,
            reduced_motion="reduce",
            service_workers="block",
            accept_downloads=False,
            offline=True,
        )
        await context.route("**/*", self._refuse)
        await context.route_web_socket("**/*", self._refuse_socket)
        return context

    async def _refuse(self, route: Route) -> None:
        self.blocked_requests += 1
        await route.abort("blockedbyclient")

    async def _refuse_socket(self, socket: WebSocketRoute) -> None:
        self.blocked_requests += 1
        await socket.close()


@dataclass(slots=True)
class Turn:
    """One call's time: `ends` by the loop's clock. `left` never falls to nothing, so that a step fails by itself."""

    ends: float
    tries: int = 0
    failures: list[RendererError] = field(default_factory=list)

    @property
    def left(self) -> float:
        return max(self.ends - asyncio.get_running_loop().time(), 0.001)

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
            canvas._open = False
            await asyncio.gather(*canvas._closing)
            await engine.stop()

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
        drawing = await self._with_page(
            turn, Shown.of(markup, frame), lambda page: capture.draw(page, view, markup, frame)
        )
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
        markup = self._renderer.markup(view)
        return await self._with_page(
            turn, Shown.of(markup, frame), lambda page: hands.perform(page, markup, frame, gesture)
        )

    async def _with_page(self, turn: Turn, wanted: Shown, work: Work[T]) -> T:
        while True:
            slot = await self._lease(wanted, turn.left)
            try:
                return await self._try(slot, turn.share(), work)
            except (BrowserLost, DeadlineExceeded) as failure:
                turn.failures.append(failure)
                begun = slot.page is not None and slot.page.touched
                if begun or turn.tries >= MAX_TRIES or turn.left <= 0.01:
                    raise
            finally:
                self._give_back(slot)

    async def _try(self, slot: Slot, seconds: float, work: Work[T]) -> T:
        ends = self._loop.time() + seconds
        page = await self._page_of(slot, seconds)
        page.touched = False
        clean = False
        try:
            answer = await page.guarded(work(page), max(ends - self._loop.time(), 0.001))
            clean = True
            return answer
        except RendererError as error:
            clean = not isinstance(error, BrowserLost | DeadlineExceeded)
            raise
        finally:
            if not clean:
                page.spent = True

    async def _page_of(self, slot: Slot, seconds: float) -> KeptPage:
        page = slot.page
        if page is not None and not page.lost.done() and not page.worn:
            return page
        self._retire(slot)
        try:
            async with asyncio.timeout(seconds):
                slot.page = await KeptPage.open(await self._engine.context(), self._shell, self._settings)
        except TimeoutError:
            raise DeadlineExceeded("open a page", seconds) from None
        except PlaywrightError as error:
            raise BrowserLost(f"the browser could not open a page: {_gist(error)}") from error
        return slot.page

    def _retire(self, slot: Slot) -> None:
        page, slot.page = slot.page, None
        if page is not None and not page.page.is_closed():
            task = asyncio.create_task(_quietly(page.close()))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def _lease(self, wanted: Shown, seconds: float) -> Slot:
        """A free page, by choice the one that shows the screen already."""
        if not self._open:
            raise BrowserLost("the canvas is closed")
        if self._idle:
            slot = next((slot for slot in self._idle if slot.page and slot.page.shown == wanted), self._idle[-1])
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
        elif turn.done() and not turn.cancelled():
            self._give_back(turn.result())

    def _give_back(self, slot: Slot) -> None:
        if slot.page is not None and slot.page.spent:
            self._retire(slot)
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(slot)
                return
        self._idle.append(slot)

    def _check_loop(self) -> None:
        if asyncio.get_running_loop() is not self._loop:
            raise RendererError(
                "this canvas was opened in another event loop",
                hint="Call it from the loop it was opened in, or open one canvas for each loop.",
            )


async def _quietly(closing: Awaitable[object]) -> None:
    """Closes what may be dead already, and does not wait for what does not answer."""
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            await closing
    except (PlaywrightError, TimeoutError):
        return


def _gist(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
