"""Draws boxes and names of elements on a picture, so that a person or a model can point at them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from math import ceil, floor

from PIL import Image, ImageDraw, ImageFont, ImageStat

from renderer.elements import Element
from renderer.picture import Picture

COLOURS = ("#C2185B", "#1565C0", "#2E7D32", "#6A1B9A", "#BF360C", "#00695C")
"""Each dark enough for white letters on it."""
OUT_OF_USE = "#616161"
TEXT_SIZE = 12
PADDING = 3
LINE = 2
INSET = 6
"""Pixels between a label in a box and the box's edge."""
SHADE = 24
"""How far the channels of a blank area may spread; text and lines spread further."""
MAX_LABEL = 40

Area = tuple[float, float, float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def annotate(picture: Picture, elements: Iterable[Element]) -> bytes:
    """A PNG of the same size with the box and id of every element in view; what cannot be operated is grey."""
    with Image.open(io.BytesIO(picture.png)) as opened:
        image = opened.convert("RGB")
    shown = [element for element in elements if element.in_view]
    desk = _Desk(image.copy(), [_area(element) for element in shown])
    draw = ImageDraw.Draw(image)
    colours = [_colour(element, colour) for element, colour in zip(shown, cycle(COLOURS), strict=False)]
    for element, colour in zip(shown, colours, strict=True):
        _draw_box(draw, element, colour, picture.scale)
    font = ImageFont.load_default(TEXT_SIZE * picture.scale)
    for element, colour in zip(shown, colours, strict=True):
        _draw_label(draw, element, colour, font, desk)
    written = io.BytesIO()
    image.save(written, "PNG", compress_level=1)
    return written.getvalue()


def _colour(element: Element, colour: str) -> str:
    return colour if element.enabled and element.covered_by is None else OUT_OF_USE


def _draw_box(draw: ImageDraw.ImageDraw, element: Element, colour: str, scale: float) -> None:
    x, y, width, height = element.box
    right, bottom = max(x, x + width - 1), max(y, y + height - 1)
    draw.rectangle((x, y, right, bottom), outline=colour, width=max(1, round(LINE * scale)))


def _draw_label(draw: ImageDraw.ImageDraw, element: Element, colour: str, font: Font, desk: _Desk) -> None:
    text = _shortened(element.element_id)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    area = desk.place(element, (right - left + 2 * PADDING, bottom - top + 2 * PADDING))
    draw.rectangle(area, fill=colour)
    draw.text((area[0] + PADDING - left, area[1] + PADDING - top), text, fill="#FFFFFF", font=font)


@dataclass(slots=True)
class _Desk:
    """Where labels may lie: the picture without boxes, the elements in it, and the labels that are there already."""

    picture: Image.Image
    elements: list[Area]
    labels: list[Area] = field(default_factory=list)

    def place(self, element: Element, size: tuple[float, float]) -> Area:
        """The best place for an element's label: on no other label, then on no other element, then on nothing."""
        places = [_inside(place, self.picture.size) for place in _places(element, size)]
        chosen = min(places, key=lambda place: self._harm(place, _area(element)))
        self.labels.append(chosen)
        return chosen

    def _harm(self, place: Area, own: Area) -> tuple[bool, bool, bool]:
        return (
            any(_overlap(place, label) for label in self.labels),
            any(_overlap(place, other) for other in self.elements if other != own),
            not self._is_blank(place),
        )

    def _is_blank(self, place: Area) -> bool:
        left, top, right, bottom = place
        around = (floor(left), floor(top), ceil(right) + 1, ceil(bottom) + 1)
        return all(high - low <= SHADE for low, high in ImageStat.Stat(self.picture.crop(around)).extrema)


def _area(element: Element) -> Area:
    x, y, width, height = element.box
    return (x, y, x + width, y + height)


def _places(element: Element, size: tuple[float, float]) -> Iterator[Area]:
    """Where a label may stand, the best first: around the box at its corners, beside it, in it, in its corners."""
    x, y, width, height = element.box
    wide, high = size
    middle = y + (height - high) / 2
    for left, top in (
        (x, y - high),
        (x + width, middle),
        (x + width - wide - INSET, middle),
        (x + (width - wide) * 0.7, middle),
        (x + width - wide, y - high),
        (x, y + height),
        (x + width - wide, y + height),
        (x - wide, middle),
        (x, y),
        (x + width - wide, y),
        (x, y + height - high),
        (x + width - wide, y + height - high),
        (x + width, y),
    ):
        yield (left, top, left + wide, top + high)


def _inside(area: Area, size: tuple[int, int]) -> Area:
    left, top, right, bottom = area
    across = max(min(0.0, size[0] - 1 - right), -left)
    down = max(min(0.0, size[1] - 1 - bottom), -top)
    return (left + across, top + down, right + across, bottom + down)


def _overlap(one: Area, other: Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_LABEL else text[: MAX_LABEL - 1] + "…"
