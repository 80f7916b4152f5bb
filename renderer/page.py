"""One kept page: loaded once, then patched for every screen. It knows what it shows, and when it is lost."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeVar

from playwright.async_api import BrowserContext, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from renderer.browser import BrowserSettings
from renderer.engine import gist
from renderer.errors import BrowserLost, DeadlineExceeded, RendererError
from renderer.html import Markup
from renderer.picture import Frame
from renderer.view import View

T = TypeVar("T")
Pictures = Mapping[str, tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class Window:
    """What the page believes its window to be, in CSS pixels, and the picture pixels to each of them."""

    width: int
    height: int
    scale: float


@dataclass(frozen=True, slots=True)
class Screen:
    """A view, its markup, and the frame it is shown in."""

    view: View
    markup: Markup
    frame: Frame

    @property
    def body(self) -> str:
        """What stands on the stage."""
        return self.markup.body

    def looks_like(self, other: Screen | None) -> bool:
        """Whether both look the same and measure the same."""
        return other is not None and self.markup == other.markup and self.frame == other.frame

    def continues(self, other: Screen | None) -> bool:
        """Whether both are likely to be screens of one session, and so of much the same size."""
        return other is not None and self.frame == other.frame and self._surface_ids() == other._surface_ids()

    def _surface_ids(self) -> tuple[str, ...]:
        return tuple(surface.surface_id for surface in self.view.surfaces)


class KeptPage:
    """Made by `open`; used by one lease at a time.

    `shown` is what is on it, untouched, else None; `latest` what was put on it last; `painted` tells that the browser
    has drawn it. `touched` tells that a gesture's input has begun, `spent` that the page must not be used again. `lost`
    is set once it crashed or closed, `step` names what it is doing.
    """

    def __init__(self, page: Page, cdp: CDPSession, settings: BrowserSettings) -> None:
        self.page = page
        self.shown: Screen | None = None
        self.latest: Screen | None = None
        self.window: Window | None = None
        self.painted = False
        self.touched = False
        self.spent = False
        self.screens = 0
        self.step = "open a page"
        self.lost: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._cdp = cdp
        self._settings = settings
        self._pictures: OrderedDict[str, int] = OrderedDict()
        page.on("crash", self._lose)
        page.on("close", self._lose)

    @classmethod
    async def open(cls, context: BrowserContext, shell: str, settings: BrowserSettings) -> KeptPage:
        page = await context.new_page()
        kept = cls(page, await context.new_cdp_session(page), settings)
        await page.set_content(shell, wait_until="domcontentloaded")
        await kept.evaluate(_script(), "set up the page")
        return kept

    @property
    def usable(self) -> bool:
        worn = self.screens >= self._settings.screens_per_page
        return not (self.spent or worn or self.lost.done())

    async def guarded(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Runs `work`; raises BrowserLost as soon as the page is lost, DeadlineExceeded after `seconds`."""
        task = asyncio.ensure_future(work)
        try:
            await asyncio.wait((task, self.lost), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
        except PlaywrightError as error:
            raise BrowserLost(f"the page could not {self.step}: {gist(error)}") from error
        finally:
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        if self.lost.done():
            raise BrowserLost(f"the page was lost while it should {self.step}")
        raise DeadlineExceeded(self.step, seconds)

    async def command(self, method: str, step: str, **parameters: object) -> dict[str, Any]:
        """One command of the DevTools protocol."""
        self.step = step
        answer: dict[str, Any] = await self._cdp.send(method, parameters)
        return answer

    async def evaluate(self, expression: str, step: str) -> Any:
        """The value of a JavaScript expression, awaited."""
        answer = await self.command(
            "Runtime.evaluate", step, expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RendererError(f"the page could not {step}: {_thrown(answer['exceptionDetails'])}")
        return answer["result"].get("value")

    async def call(self, name: str, *arguments: object, step: str) -> Any:
        """Calls a function of page.js, arguments as JSON."""
        return await self.evaluate(f"surfacebox.{name}({','.join(json.dumps(one) for one in arguments)})", step)

    async def resize(self, window: Window) -> None:
        """Gives the page another window; free when it has it already."""
        if window == self.window:
            return
        self.window = None
        self.painted = False
        await self.command(
            "Emulation.setDeviceMetricsOverride",
            "change its window",
            width=window.width,
            height=window.height,
            deviceScaleFactor=window.scale,
            mobile=False,
        )
        self.window = window

    async def paint(self) -> None:
        """Waits until what is on the page has been drawn: the browser sends input to where things were last drawn."""
        if not self.painted:
            await self.evaluate("surfacebox.paint()", "draw a frame")
            self.painted = True

    async def take_mouse_away(self) -> None:
        """Moves the mouse out of the window.

        The browser keeps a move for its next frame unless an input follows that cannot wait, so a key is let go of.
        """
        step = "take the mouse away"
        await asyncio.gather(
            self.command("Input.dispatchMouseEvent", step, type="mouseMoved", x=-1, y=-1),
            self.command("Input.dispatchKeyEvent", step, type="keyUp"),
        )

    async def patch(self, screen: Screen) -> str:
        """Puts a screen on the page. Answers its facts as JSON, or only its height when the window does not fit."""
        self.shown = None
        self.painted = False
        self.latest = screen
        self.screens += 1
        markup, frame = screen.markup, screen.frame
        drop, add = self._exchange(markup.pictures)
        order = {
            "body": markup.body,
            "css": markup.css,
            "theme": markup.theme,
            "lang": markup.lang,
            "width": frame.width,
            "height": frame.height,
            "most": frame.max_height if frame.full_page else frame.height,
            "scale": frame.scale,
            "scroll": 0 if frame.full_page else frame.scroll_y,
            "patience": self._settings.image_seconds * 1000,
            "drop": drop,
            "pictures": add,
        }
        facts: str = await self.call("show", order, step="show a screen")
        return facts

    async def close(self) -> None:
        await self.page.close()

    def _lose(self, _: Page) -> None:
        if not self.lost.done():
            self.lost.set_result(None)

    def _exchange(self, wanted: Pictures) -> tuple[list[str], dict[str, tuple[str, str]]]:
        """Which pictures the page should forget, longest unused first, and which it must be given."""
        add: dict[str, tuple[str, str]] = {}
        for digest, (media_type, data) in wanted.items():
            if digest not in self._pictures:
                add[digest] = (media_type, base64.b64encode(data).decode("ascii"))
            self._pictures[digest] = len(data)
            self._pictures.move_to_end(digest)
        drop = []
        excess = sum(self._pictures.values()) - self._settings.picture_bytes
        for digest in [digest for digest in self._pictures if digest not in wanted]:
            if excess <= 0:
                break
            excess -= self._pictures.pop(digest)
            drop.append(digest)
        return drop, add


def _script() -> str:
    return (files("renderer") / "page.js").read_text(encoding="utf-8") + "\nundefined;"


def _thrown(details: dict[str, Any]) -> str:
    described: str = details.get("exception", {}).get("description") or details.get("text", "")
    return described.partition("\n")[0]
