"""A person's hands: real mouse and keyboard input in the live page, and what the page saw of it."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypedDict

from playwright.async_api import Error as PlaywrightError

from renderer import capture
from renderer.errors import RendererError, Unreachable
from renderer.page import KeptPage, Screen
from renderer.picture import Click, ClickAt, Fill, Frame, Gesture, Happened, Key

THUMB = 20.0
"""CSS pixels: the width of a slider's thumb, whose middle travels from half of it to half of it before the end."""
MAX_ARROWS = 24
"""Arrow keys a person would press to bring a slider to the exact step."""
MAX_STRIKES = 5
"""How often the mouse is pressed until the press arrives where it was aimed at."""


class Aim(TypedDict, total=False):
    """What page.js answers about a target; lengths are CSS pixels of the window."""

    found: bool
    point: list[float] | None
    covered_by: str | None
    role: str
    enabled: bool
    box: list[float]
    value: str | None
    min: Any
    max: Any
    step: Any
    right_to_left: bool
    scrolled: bool


async def perform(page: KeptPage, screen: Screen, gesture: Gesture) -> tuple[Happened, ...]:
    """One gesture on one screen. Leaves the page without focus, pointer or popup, and marked as changed."""
    await capture.show(page, screen)
    frame = screen.frame
    await page.paint()
    if isinstance(gesture, Key):
        return await _press_key(page, gesture)
    if isinstance(gesture, ClickAt):
        return await _click_at(page, frame, gesture)
    aim = await _aim(page, gesture.element_id, frame)
    if not aim["enabled"]:
        return ()
    if isinstance(gesture, Click):
        return await _gesture(page, _point(aim), report=None)
    text = gesture.text if isinstance(gesture, Fill) else gesture.value
    return await _enter(page, gesture.element_id, aim, text)


async def _press_key(page: KeptPage, gesture: Key) -> tuple[Happened, ...]:
    _begin(page, f"press {gesture.key}")
    try:
        await page.page.keyboard.press(gesture.key)
    except PlaywrightError as error:
        if "Unknown key" not in str(error):
            raise
        raise RendererError(
            f"there is no key {gesture.key!r}", hint="Name it as in the DOM: Escape, Tab, a."
        ) from error
    return await _finish(page, None)


async def _click_at(page: KeptPage, frame: Frame, gesture: ClickAt) -> tuple[Happened, ...]:
    x, y = gesture.x / frame.scale, gesture.y / frame.scale
    window = page.window
    if window is None or not (0 <= x < window.width and 0 <= y < window.height):
        raise Unreachable(f"({gesture.x:g}, {gesture.y:g})", None)
    return await _gesture(page, (x, y), report=None)


async def _enter(page: KeptPage, element_id: str, aim: Aim, text: str) -> tuple[Happened, ...]:
    """Types, sets or slides, as the control is made; always ends in one `change` with the value it then holds."""
    ways: dict[str, Callable[[KeptPage, str, Aim, str], Awaitable[None]]] = {
        "textbox": _type,
        "slider": _slide,
        "combobox": _put,
        "date": _put,
        "time": _put,
        "datetime": _put,
    }
    way = ways.get(aim["role"])
    if way is None:
        raise RendererError(f"element {element_id!r} is a {aim['role']}, which takes no text or value")
    _begin(page, f"enter a value into {element_id}")
    await way(page, element_id, aim, text)
    return await _finish(page, element_id)


async def _type(page: KeptPage, element_id: str, aim: Aim, text: str) -> None:
    await _strike(page, _point(aim))
    keyboard = page.page.keyboard
    await keyboard.press("ControlOrMeta+a")
    if text:
        await keyboard.insert_text(text)
    else:
        await keyboard.press("Delete")


async def _put(page: KeptPage, element_id: str, aim: Aim, value: str) -> None:
    await _strike(page, _point(aim))
    await page.call("put", element_id, value, step="set a value")


async def _slide(page: KeptPage, element_id: str, aim: Aim, value: str) -> None:
    target = _number(value)
    if target is None:
        return
    await _strike(page, _track_point(aim, target))
    now = _number(await page.call("value_of", element_id, step="read a slider"))
    await _nudge(page, aim, target, now)
    now = _number(await page.call("value_of", element_id, step="read a slider"))
    if now != target:
        await page.call("put", element_id, value, step="set a slider")


async def _nudge(page: KeptPage, aim: Aim, target: float, now: float | None) -> None:
    """Arrow keys, where a few whole steps lead to the target."""
    step = aim.get("step") or (aim["max"] - aim["min"]) / 100
    if now is None or step <= 0:
        return
    steps = round((target - now) / step)
    key = "ArrowUp" if steps > 0 else "ArrowDown"
    if abs(steps) <= MAX_ARROWS:
        for _ in range(abs(steps)):
            await page.page.keyboard.press(key)


def _track_point(aim: Aim, target: float) -> tuple[float, float]:
    left, top, width, height = aim["box"]
    low, high = float(aim["min"]), float(aim["max"])
    share = min(max((target - low) / (high - low), 0.0), 1.0) if high > low else 0.0
    if aim["right_to_left"]:
        share = 1 - share
    return left + THUMB / 2 + share * max(width - THUMB, 0), top + height / 2


async def _gesture(page: KeptPage, point: tuple[float, float], *, report: str | None) -> tuple[Happened, ...]:
    _begin(page, "click")
    await _strike(page, point)
    return await _finish(page, report)


async def _strike(page: KeptPage, point: tuple[float, float]) -> None:
    """One click at `point`, a place in the window.

    For some frames after a picture of another scale than 1 the browser scales the mouse as well. The page swallows a
    press that comes elsewhere, so it can be made again. Raises RendererError when none arrives.
    """
    if page.window is not None and page.window.scale == 1:
        await page.page.mouse.click(*point)
        return
    for _ in range(MAX_STRIKES):
        await page.call("expect", *point, step="aim the mouse")
        await page.page.mouse.click(*point)
        if await page.call("struck", step="click"):
            return
        page.painted = False
        await page.paint()
    raise RendererError(f"no press of the mouse arrives at ({point[0]:g}, {point[1]:g})")


def _begin(page: KeptPage, step: str) -> None:
    page.step = step
    page.touched = True
    page.shown = None


async def _finish(page: KeptPage, report: str | None) -> tuple[Happened, ...]:
    """Drains what happened, then takes the mouse out of the window so that nothing hovers in the next screen."""
    happened: list[dict[str, Any]] = json.loads(await page.call("finish", report, step="end a gesture"))
    await page.take_mouse_away()
    return tuple(Happened(one["kind"], one["element_id"], one["value"]) for one in happened)


async def _aim(page: KeptPage, element_id: str, frame: Frame) -> Aim:
    aim: Aim = json.loads(await page.call("aim", element_id, frame.scale, step="find an element"))
    page.shown = None
    if aim.get("scrolled"):
        page.painted = False
        await page.paint()
    if not aim["found"]:
        raise Unreachable(element_id, None)
    if aim["covered_by"] is not None or aim["point"] is None:
        raise Unreachable(element_id, aim["covered_by"])
    return aim


def _point(aim: Aim) -> tuple[float, float]:
    x, y = aim["point"] or (0.0, 0.0)
    return x, y


def _number(value: object) -> float | None:
    try:
        return float(str(value))
    except ValueError:
        return None
