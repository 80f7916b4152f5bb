"""How much a session holds, in characters of its JSON: what clients send without end must not fill the memory."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from ui_server.definitions import Definitions
from ui_server.surfaces import Surfaces

MAX_STATE: Final = 16_000_000
"""Of surfaces and their data; four times what one call may bring. In memory it takes about ten times as much."""
MAX_HISTORY: Final = 16_000_000
"""Of what earlier revisions brought, which can be drawn again."""
MAX_EVENTS: Final = 16_000_000
"""Of the events that can still be asked for."""


def size_of(value: object) -> int:
    """The characters of `value` as JSON, or of the text that it is; 0 for what is no JSON."""
    if isinstance(value, str | bytes):
        return len(value)
    try:
        return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
    except (TypeError, ValueError, RecursionError):
        return 0


def size_of_state(surfaces: Surfaces, definitions: Definitions) -> int:
    """All surfaces with their data, those included that wait to be created."""
    defined = sum(size_of(one.components) for one in definitions.by_surface.values())
    return defined + sum(size_of(one.data) for held in (surfaces.live, surfaces.waiting) for one in held.values())


@dataclass(slots=True)
class State:
    """`size` is never less than what the surfaces come to: they are only measured when it may be too much."""

    size: int = 0

    def has_room(self, added: int, surfaces: Surfaces, definitions: Definitions) -> bool:
        if self.size + added > MAX_STATE:
            self.size = size_of_state(surfaces, definitions)
        return self.size + added <= MAX_STATE


@dataclass(slots=True)
class Queue:
    """The sizes of what is kept in order, the oldest first."""

    most: int
    total: int = 0
    _sizes: deque[int] = field(default_factory=deque)

    def __len__(self) -> int:
        return len(self._sizes)

    def add(self, size: int) -> None:
        self._sizes.append(size)
        self.total += size

    def drop(self) -> None:
        self.total -= self._sizes.popleft()

    def clear(self) -> None:
        self._sizes.clear()
        self.total = 0

    @property
    def is_over(self) -> bool:
        """Whether the oldest has to go; the latest always stays."""
        return self.total > self.most and len(self._sizes) > 1
