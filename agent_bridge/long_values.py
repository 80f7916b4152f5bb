"""Values too long to be repeated in a notification: named there by a reference, and read by it when they are needed."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Final

from agent_bridge.toolkit.errors import Refusal
from ui_server.expressions import Json

LONGEST_VALUE: Final = 2_000
"""Characters of one value as JSON; a longer one is named by a reference and its size instead of being repeated."""
LONGEST_PART: Final = 10_000
"""Characters of a long value that are read at once."""


class NoSuchValue(Refusal):
    code = "no_such_value"


@dataclass(slots=True)
class LongValues:
    """What was too long in the notifications of one episode, by reference: `press-2/context/notes`."""

    presses: int = 0
    _kept: dict[str, Json] = field(default_factory=dict)

    def count_press(self) -> None:
        """One more press is told of; the references of what follows begin with its number."""
        self.presses += 1

    def bounded(self, value: Json, place: str) -> Json:
        """The value itself, or where it is too long what stands for it: its reference and its size."""
        size = len(json.dumps(value, ensure_ascii=False))
        if size <= LONGEST_VALUE:
            return value
        reference = f"press-{self.presses}{place}"
        self._kept[reference] = value
        return {"reference": reference, "characters": size}

    def read(self, reference: str, start: int) -> dict[str, Json]:
        """A part of a value: a text as it is, anything else as JSON. Raises NoSuchValue."""
        if reference not in self._kept:
            known = ", ".join(self._kept) or "none yet"
            raise NoSuchValue(f"There is no value {reference!r}.", hint=f"References: {known}.")
        value = self._kept[reference]
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        end = min(len(text), start + LONGEST_PART)
        more: dict[str, Json] = {"next_start": end} if end < len(text) else {}
        return {"reference": reference, "characters": len(text), "start": start, "text": text[start:end], **more}
