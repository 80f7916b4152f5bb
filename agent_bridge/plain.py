"""What a model or any other role's program answers, as JSON that can be kept, shown and read back."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from ui_server.expressions import Json

DEEPEST: Final = 200
"""Lists and objects within each other; what lies deeper is cut off."""
LONGEST_ODDITY: Final = 200
"""Characters that are kept of a value that is nothing JSON knows."""


def plain_text(text: str) -> str:
    """The text with each half of a surrogate pair, which no file can hold, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def plain(value: object, depth: int = 0) -> Json:
    """The value as JSON. Numbers that are none become their names, and what JSON does not know becomes text."""
    match value:
        case None | bool() | int():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case str():
            return plain_text(value)
        case Mapping() | list() | tuple() if depth >= DEEPEST:
            return "…"
        case Mapping():
            return {plain_text(str(name)): plain(item, depth + 1) for name, item in value.items()}
        case list() | tuple():
            return [plain(item, depth + 1) for item in value]
        case _:
            return plain_text(str(value))[:LONGEST_ODDITY]


def plain_arguments(given: object) -> dict[str, Json]:
    """The arguments of a call. What is no object is one argument that no tool knows, so that the call is refused."""
    if given is None:
        return {}
    found = plain(given)
    return found if isinstance(found, dict) else {"arguments": found}
