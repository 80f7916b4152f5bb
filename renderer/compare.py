"""Compares a screen with the one expected: pixel by pixel, and element by element."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PIL import Image, ImageChops

from renderer.elements import Element

Described = Element | Mapping[str, Any]
"""An element, or one read from a screen report."""

PLACES = frozenset({"box", "point"})
MARK = (220, 0, 60)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs. `share` of the pixels, 0 to 1; `box` is x, y, width, height around all of them.

    `differences` tells in words how the elements differ; `picture` is a PNG of the actual screen, pale, with every
    differing pixel red, or None when there is none.
    """

    share: float
    box: tuple[int, int, int, int] | None
    differences: tuple[str, ...]
    picture: bytes | None

    @property
    def same(self) -> bool:
        return self.share == 0 and not self.differences


def compare(
    expected_png: bytes,
    actual_png: bytes,
    expected_elements: Sequence[Described],
    actual_elements: Sequence[Described],
    *,
    tolerance: int = 0,
    slack: float = 0.5,
) -> Comparison:
    """Compares two screens.

    A pixel differs when one of its channels is off by more than `tolerance` of 255, or when only one picture has it;
    boxes and points may be off by `slack` pixels.
    """
    expected, actual = _opened(expected_png), _opened(actual_png)
    mask = _mask(expected, actual, tolerance)
    differing = mask.histogram()[255]
    return Comparison(
        share=differing / (mask.width * mask.height),
        box=_box(mask),
        differences=tuple(_differences(expected_elements, actual_elements, slack)),
        picture=_marked(actual, mask) if differing else None,
    )


def _opened(png: bytes) -> Image.Image:
    """As it looks on a white page."""
    with Image.open(io.BytesIO(png)) as opened:
        if opened.mode == "RGB":
            return opened.copy()
        seen = opened.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", seen.size, "#FFFFFF"), seen).convert("RGB")


def _mask(expected: Image.Image, actual: Image.Image, tolerance: int) -> Image.Image:
    """White where the pictures differ, black elsewhere, as large as both together."""
    both = (0, 0, min(expected.width, actual.width), min(expected.height, actual.height))
    mask = Image.new("L", (max(expected.width, actual.width), max(expected.height, actual.height)), 0)
    for picture in (expected, actual):
        mask.paste(255, (0, 0, *picture.size))
    red, green, blue = ImageChops.difference(expected.crop(both), actual.crop(both)).split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    mask.paste(worst.point([255 if level > tolerance else 0 for level in range(256)]), both)
    return mask


def _box(mask: Image.Image) -> tuple[int, int, int, int] | None:
    found = mask.getbbox()
    if found is None:
        return None
    left, top, right, bottom = found
    return (left, top, right - left, bottom - top)


def _marked(actual: Image.Image, mask: Image.Image) -> bytes:
    canvas = Image.new("RGB", mask.size, "#FFFFFF")
    canvas.paste(Image.blend(actual, Image.new("RGB", actual.size, "#FFFFFF"), 0.7))
    canvas.paste(MARK, mask=mask)
    written = io.BytesIO()
    canvas.save(written, "PNG")
    return written.getvalue()


def _differences(expected: Sequence[Described], actual: Sequence[Described], slack: float) -> Iterator[str]:
    wanted, found = _by_id(expected), _by_id(actual)
    yield from (f"element {_show(key)} is missing" for key in wanted if key not in found)
    yield from (f"element {_show(key)} was not expected" for key in found if key not in wanted)
    common = [key for key in wanted if key in found]
    for key in common:
        yield from _changes(key, wanted[key], found[key], slack)
    if common != [key for key in found if key in wanted]:
        yield f"the elements are in another order: {', '.join(map(_show, found))}"


def _changes(key: str, wanted: dict[str, Any], found: dict[str, Any], slack: float) -> Iterator[str]:
    for name in [*wanted, *(name for name in found if name not in wanted)]:
        before, after = wanted.get(name), found.get(name)
        if name in PLACES and _near(before, after, slack):
            continue
        if before != after:
            yield f"element {_show(key)}: {name} is {_show(after)}, expected {_show(before)}"


def _near(before: Any, after: Any, slack: float) -> bool:
    return (
        isinstance(before, list)
        and isinstance(after, list)
        and len(before) == len(after)
        and all(abs(one - other) <= slack for one, other in zip(before, after, strict=True))
    )


def _by_id(elements: Sequence[Described]) -> dict[str, dict[str, Any]]:
    return {one["element_id"]: one for one in map(_plain, elements)}


def _plain(element: Described) -> dict[str, Any]:
    """As JSON has it, where a tuple is a list."""
    read: dict[str, Any] = json.loads(
        json.dumps(element.to_json() if isinstance(element, Element) else dict(element), ensure_ascii=False)
    )
    return read


def _show(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
