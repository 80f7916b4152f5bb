"""Draws boxes and names of elements on a picture, so that a person or a model can point at them."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import cycle

from PIL import Image, ImageDraw, ImageFont

from renderer.elements import Element
from renderer.picture import Picture

COLOURS = ("#C2185B", "#1565C0", "#2E7D32", "#6A1B9A", "#BF360C", "#00695C")
"""Each dark enough for white letters on it."""
OUT_OF_USE = "#616161"
TEXT_SIZE = 12
PADDING = 3
LINE = 2
MAX_LABEL = 40

Area = tuple[float, float, float, float]
Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def annotate(picture: Picture, elements: Iterable[Element]) -> bytes:
    """A PNG of the same size with the box and id of every element in view; what cannot be operated is grey."""
    with Image.open(io.BytesIO(picture.png)) as opened:
        image = opened.convert("RGB")
    shown = [element for element in elements if element.in_view]
    draw = ImageDraw.Draw(image)
    colours = [_colour(element, colour) for element, colour in zip(shown, cycle(COLOURS), strict=False)]
    for element, colour in zip(shown, colours, strict=True):
        _draw_box(draw, element, colour, picture.scale)
    font = ImageFont.load_default(TEXT_SIZE * picture.scale)
    taken: list[Area] = []
    for element, colour in zip(shown, colours, strict=True):
        taken.append(_draw_label(draw, element, colour, font, taken))
    written = io.BytesIO()
    image.save(written, "PNG", compress_level=1)
    return written.getvalue()


def _colour(element: Element, colour: str) -> str:
    return colour if element.enabled and element.covered_by is None else OUT_OF_USE


def _draw_box(draw: ImageDraw.ImageDraw, element: Element, colour: str, scale: float) -> None:
    x, y, width, height = element.box
    right, bottom = max(x, x + width - 1), max(y, y + height - 1)
    draw.rectangle((x, y, right, bottom), outline=colour, width=max(1, round(LINE * scale)))


def _draw_label(draw: ImageDraw.ImageDraw, element: Element, colour: str, font: Font, taken: list[Area]) -> Area:
    text = _shortened(element.element_id)
    left, top, right, bottom = draw.textbbox((0, 0), text, font=font)
    size = (right - left + 2 * PADDING, bottom - top + 2 * PADDING)
    places = [_inside(place, draw.im.size) for place in _places(element, size)]
    area = next((place for place in places if not any(_overlap(place, other) for other in taken)), places[0])
    draw.rectangle(area, fill=colour)
    draw.text((area[0] + PADDING - left, area[1] + PADDING - top), text, fill="#FFFFFF", font=font)
    return area


def _places(element: Element, size: tuple[float, float]) -> Iterator[Area]:
    """Where a label may stand, the best first: on the box's upper edge, in its corners, under it."""
    x, y, width, height = element.box
    wide, high = size
    for left, top in (
        (x, y - high),
        (x, y),
        (x + width - wide, y),
        (x, y + height - high),
        (x + width - wide, y + height - high),
        (x, y + height),
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
