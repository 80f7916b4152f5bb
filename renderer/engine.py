"""The browser process and its one context: started when first needed, and again when it is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass

from playwright.async_api import Browser, BrowserContext, Playwright, Route, WebSocketRoute, async_playwright
from playwright.async_api import Error as PlaywrightError

from renderer.browser import REMEDY, BrowserSettings, FoundBrowser, launch_arguments
from renderer.errors import BrowserLost, BrowserMissing

CLOSING_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Run:
    """One life of the browser."""

    driver: Playwright
    browser: Browser
    context: BrowserContext

    async def stop(self) -> None:
        await quietly(self.browser.close())
        await quietly(self.driver.stop())


class Engine:
    """Belongs to one event loop. Callers may give up waiting at any time; a start or stop goes on without them."""

    def __init__(self, found: FoundBrowser, settings: BrowserSettings) -> None:
        self.found = found
        self.blocked_requests = 0
        self._settings = settings
        self._run: asyncio.Task[Run] | None = None
        self._stopping: set[asyncio.Task[None]] = set()
        self._stopped = False

    async def context(self) -> BrowserContext:
        """The context of new pages. Raises BrowserMissing when no browser will start, BrowserLost after `stop`."""
        if self._stopped:
            raise BrowserLost("the browser was stopped")
        if self._run is None or self._is_over(self._run):
            self._let_go()
            self._run = asyncio.create_task(self._start())
        return (await asyncio.shield(self._run)).context

    def distrust(self, context: BrowserContext) -> None:
        """Gives up the browser that `context` belongs to, unless that has happened already."""
        run = self._run
        if run is not None and run.done() and not run.exception() and run.result().context is context:
            self._let_go()

    async def stop(self) -> None:
        """Ends the browser and its driver; no process is left."""
        self._stopped = True
        self._let_go()
        await asyncio.gather(*self._stopping)

    def _is_over(self, run: asyncio.Task[Run]) -> bool:
        return run.done() and (run.exception() is not None or not run.result().browser.is_connected())

    def _let_go(self) -> None:
        run, self._run = self._run, None
        if run is not None:
            stopping = asyncio.create_task(_stop(run))
            self._stopping.add(stopping)
            stopping.add_done_callback(self._stopping.discard)

    async def _start(self) -> Run:
        driver = await self._driver()
        try:
            browser = await driver.chromium.launch(
                executable_path=self.found.path,
                args=launch_arguments(self._settings),
                timeout=self._settings.launch_seconds * 1000,
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
            return Run(driver, browser, await self._closed_context(browser))
        except PlaywrightError as error:
            await quietly(driver.stop())
            raise BrowserMissing(f"{self.found.path} does not start: {gist(error)}", hint=REMEDY) from error

    async def _driver(self) -> Playwright:
        manager = async_playwright()
        try:
            driver = await manager.start()
        except Exception as error:
            # Playwright has no type of its own for a driver that ends while it starts, as by Ctrl-C in a terminal.
            raise BrowserMissing(f"the browser's driver does not start: {gist(error)}", hint=REMEDY) from error
        # Whoever uses the driver hears of its death. Playwright tells it to one more future, which nobody reads.
        transport = getattr(getattr(manager, "_client", None), "_transport", None)
        if transport is not None:
            transport.on_error_future.add_done_callback(lambda death: death.cancelled() or death.exception())
        return driver

    async def _closed_context(self, browser: Browser) -> BrowserContext:
        """A context that nothing leaves: offline, and what would still go out is refused and counted."""
        context = await browser.new_context(
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


async def quietly(closing: Awaitable[object]) -> None:
    """Closes what may be dead already, and does not wait for what does not answer."""
    try:
        async with asyncio.timeout(CLOSING_SECONDS):
            await closing
    except (PlaywrightError, TimeoutError):
        return


def gist(error: Exception) -> str:
    """The first line of a message that Playwright fills with its log."""
    return str(error).strip().partition("\n")[0]


async def _stop(run: asyncio.Task[Run]) -> None:
    try:
        finished = await run
    except BrowserMissing:
        return
    await finished.stop()
