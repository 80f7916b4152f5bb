"""What a caller asks of a page (`Frame`, gestures) and what comes back (`Drawing`, `Happened`)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from renderer.elements import SurfaceFacts

MAX_PICTURE_HEIGHT = 16_000
"""Pixels (before scaling) after which a full-page picture is cut, and the cut reported."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The window a screen is shown in: width, height and `scroll_y` in CSS pixels, `scale` picture pixels to each.

    With `full_page` the picture holds the whole screen, else the window at `scroll_y`.
    """

    width: int = 600
    height: int = 800
    scale: float = 1.0
    full_page: bool = True
    scroll_y: int = 0
    max_height: int = MAX_PICTURE_HEIGHT


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG. `width` and `height` are its own pixels; `cut_from` is the full height when the picture was cut."""

    png: bytes
    width: int
    height: int
    scale: float
    cut_from: int | None = None

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.png).hexdigest()


@dataclass(frozen=True, slots=True)
class Drawing:
    """One screen as the browser drew and measured it. `timings_ms` has `html`, `page` and `screenshot`."""

    surfaces: tuple[SurfaceFacts, ...]
    picture: Picture
    content_height: int
    timings_ms: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Click:
    """A mouse click at the element's measured point."""

    element_id: str


@dataclass(frozen=True, slots=True)
class ClickAt:
    """A mouse click at a point of the picture, in its pixels, on whatever is there."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Fill:
    """Click into a text box, select what is there, type `text` (empty clears it)."""

    element_id: str
    text: str


@dataclass(frozen=True, slots=True)
class Put:
    """Bring a slider, date, time or closed menu to `value`, in the control's own string form."""

    element_id: str
    value: str


@dataclass(frozen=True, slots=True)
class Key:
    """Press one key, named as in the DOM (`Escape`, `Tab`, `Enter`)."""

    key: str


Gesture = Click | ClickAt | Fill | Put | Key


@dataclass(frozen=True, slots=True)
class Happened:
    """One thing the page saw because of a gesture, in order.

    `click` on a button, tab, chip, link (with its address), modal trigger or close control; `change` with the
    control's new value (True or False for check boxes, else its string); `dismiss` of the open modal by Escape or its
    backdrop.
    """

    kind: Literal["click", "change", "dismiss"]
    element_id: str
    value: str | bool | None = None
