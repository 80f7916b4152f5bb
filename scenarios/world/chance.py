"""What a world makes up: ids as text, codes, choices. All of it follows from the episode's seed alone."""

from __future__ import annotations

from random import Random
from uuid import UUID


class Chance:
    """Draws for a purpose: the nth draw for one purpose is the same whatever was drawn for others.

    `drawn` counts them; a step that is rolled back puts the counts back, so that it leaves no trace in later ids.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.drawn: dict[str, int] = {}

    def random(self, purpose: str) -> Random:
        """A source of its own for one draw."""
        count = self.drawn.get(purpose, 0)
        self.drawn[purpose] = count + 1
        return Random(f"{self.seed}\n{purpose}\n{count}")

    def uuid(self, purpose: str) -> str:
        return str(UUID(int=self.random(purpose).getrandbits(128), version=4))

    def digits(self, purpose: str, length: int) -> str:
        return "".join(self.random(purpose).choices("0123456789", k=length))
