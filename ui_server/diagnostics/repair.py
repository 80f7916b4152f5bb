"""Mends what has only one reading, on request, in a copy, and says what was done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that was mended: `code` says which kind, `pointer` where in the list of messages as it was sent."""

    code: str
    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} ({self.pointer or 'the text'})"
