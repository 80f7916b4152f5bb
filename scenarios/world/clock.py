"""The time of an episode. Nothing in a world ever asks the machine what time it is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from scenarios.world import moments


class Clock:
    """Stands at `start`, or moves on by `step` with every tool call; a scenario may also move it between rounds.

    A start without an offset is UTC.
    """

    def __init__(self, start: datetime, *, step: timedelta = timedelta(0)) -> None:
        self.start = start.replace(tzinfo=UTC) if start.tzinfo is None else start
        self.step = step
        self._passed = timedelta(0)

    def now(self) -> datetime:
        """Aware, in UTC."""
        return self.start.astimezone(UTC) + self._passed

    def text(self) -> str:
        """Now, in the form in which tables hold times."""
        return moments.write(self.now())

    def tick(self) -> None:
        self._passed += self.step

    def advance(self, by: timedelta) -> None:
        """Raises ValueError for a step backwards."""
        if by < timedelta(0):
            raise ValueError(f"the clock does not go back: {by}")
        self._passed += by
