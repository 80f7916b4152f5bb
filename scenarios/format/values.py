"""What a scenario file may hold: JSON parsers let more through than any database, picture or record can keep."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

LARGEST: Final = 2**63 - 1
"""The largest whole number that a column holds."""


def unfit_values(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """The place of each value that cannot be kept, and what is wrong with it."""
    match value:
        case dict():
            for name, item in value.items():
                inside = f"{place}/{name}" if place else str(name)
                yield from unfit_values(name, inside.encode(errors="replace").decode())
                yield from unfit_values(item, inside.encode(errors="replace").decode())
        case list():
            for number, item in enumerate(value):
                yield from unfit_values(item, f"{place}/{number}" if place else str(number))
        case float() if not math.isfinite(value):
            yield place, f"{value} is no number"
        case int() if abs(value) > LARGEST:
            yield place, "the number is too large: whole numbers have at most 63 bits"
        case str() if any("\ud800" <= letter <= "\udfff" for letter in value):
            yield place, "the text holds half of a surrogate pair"
