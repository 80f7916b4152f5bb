"""What a test sees of a session: its screens, the live page behind them, and the pixels of their pictures."""

from __future__ import annotations

import io
from collections.abc import Awaitable
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from renderer.elements import Element
from renderer.pages import Canvas
from ui_server.errors import ActRefused
from ui_server.events import Event
from ui_server.receive import Receipt
from ui_server.screen import Screen
from ui_server.session import Session
from ui_server.steps import Step

MAIN = "main"


async def show(session: Session, *messages: Any) -> Screen:
    """Send `messages`, which must be accepted, and show what comes of them."""
    receipt = session.receive(list(messages))
    assert receipt.accepted, receipt.diagnostics
    return await session.show()


async def act(session: Session, *steps: Step) -> tuple[Event, ...]:
    events, _ = await session.interact(steps)
    return events


async def refusal(doing: Awaitable[object]) -> ActRefused:
    """What `doing` is refused with."""
    with pytest.raises(ActRefused) as caught:
        await doing
    return caught.value


def sent(event: Event) -> dict[str, Any]:
    """The event's body, whatever the version wraps it in."""
    assert event.message is not None
    body: dict[str, Any] = event.message.get("action") or event.message["userAction"]
    return body


def model(session: Session, surface: str = MAIN) -> Any:
    found = session.surfaces.get(surface)
    assert found is not None
    return found.data


def texts(screen: Screen) -> list[str]:
    return [text for facts in screen.drawing.surfaces for text in facts.texts]


def codes(judged: Receipt | Screen) -> list[str]:
    return [diagnostic.code for diagnostic in judged.diagnostics]


def with_role(screen: Screen, role: str) -> list[Element]:
    return [element for element in screen.elements().values() if element.role == role]


def page_of(canvas: Canvas, screen: Screen) -> Page:
    """The live page on which `screen` is."""
    return next(
        kept.page
        for kept in canvas.pages
        if kept.shown and (kept.shown.view, kept.shown.frame) == (screen.scene.view, screen.frame)
    )


def picture(screen: Screen) -> Image.Image:
    with Image.open(io.BytesIO(screen.png)) as opened:
        return opened.convert("RGB")


def cut_out(screen: Screen, element: Element) -> bytes:
    """The pixels of one element."""
    x, y, width, height = element.box
    return picture(screen).crop((round(x), round(y), round(x + width), round(y + height))).tobytes()


def colours(screen: Screen, box: tuple[float, float, float, float]) -> set[tuple[int, int, int]]:
    """Every colour inside `box` of the picture."""
    x, y, width, height = box
    part = picture(screen).crop((round(x), round(y), round(x + width), round(y + height)))
    found = part.getcolors(part.width * part.height) or []
    return {colour for _, colour in found}  # type: ignore[misc]  # an RGB picture has triples
