"""How much of its budgets an episode has used, and which one it has used up."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from agent_bridge.agent import Usage
from scenarios.episode.scheduler import Ending
from scenarios.format.scenario import Budgets

Stopwatch = Callable[[], float]


@dataclass(slots=True)
class Spending:
    """`watch` gives seconds that only go forward; the wall clock budget is the one thing measured in real time."""

    budgets: Budgets
    watch: Stopwatch = time.monotonic
    steps: int = 0
    usage: Usage = field(default_factory=Usage)
    _started: float = field(init=False)

    def __post_init__(self) -> None:
        self._started = self.watch()

    @property
    def seconds(self) -> float:
        return self.watch() - self._started

    @property
    def seconds_left(self) -> float:
        return max(0.0, self.budgets.seconds - self.seconds)

    def step(self, usage: Usage | None = None) -> None:
        self.steps += 1
        if usage is not None:
            self.usage = self.usage + usage

    def ended(self) -> Ending | None:
        """The budget that is used up, if any."""
        budgets = self.budgets
        if self.steps >= budgets.steps:
            return Ending.STEPS
        if self.seconds >= budgets.seconds:
            return Ending.SECONDS
        if budgets.tokens is not None and self.usage.tokens >= budgets.tokens:
            return Ending.TOKENS
        if budgets.dollars is not None and self.usage.dollars >= budgets.dollars:
            return Ending.DOLLARS
        return None
