"""Each budget ends an episode at its limit, and says which it was."""

from __future__ import annotations

import pytest

from agent_bridge.agent import Usage
from scenarios.episode.budgets import Spending
from scenarios.episode.scheduler import Ending
from scenarios.format.scenario import Budgets


class Watch:
    """A stopwatch that a test turns by hand."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def test_nothing_has_ended_at_the_start() -> None:
    assert Spending(Budgets(1, 1.0, 1, 0.01), Watch()).ended() is None


def test_steps_end_at_their_limit() -> None:
    spending = Spending(Budgets(steps=2), Watch())

    spending.step()
    assert spending.ended() is None
    spending.step()
    assert spending.ended() is Ending.STEPS


def test_the_wall_clock_ends_at_its_limit_and_counts_from_the_start() -> None:
    watch = Watch()
    spending = Spending(Budgets(seconds=5), watch)

    watch.seconds += 4.5
    assert (spending.ended(), spending.seconds_left) == (None, 0.5)
    watch.seconds += 3
    assert (spending.ended(), spending.seconds_left) == (Ending.SECONDS, 0.0)


@pytest.mark.parametrize(
    ("budgets", "ending"),
    [
        (Budgets(tokens=100), Ending.TOKENS),
        (Budgets(dollars=0.05), Ending.DOLLARS),
        (Budgets(), None),
        (Budgets(tokens=101, dollars=0.051), None),
    ],
)
def test_tokens_in_and_out_count_together_and_money_adds_up(budgets: Budgets, ending: Ending | None) -> None:
    spending = Spending(budgets, Watch())

    spending.step(Usage(60, 10, 0.03))
    assert spending.ended() is None
    spending.step(Usage(20, 10, 0.02))
    assert spending.ended() is ending
    assert (spending.usage.input_tokens, spending.usage.output_tokens, spending.steps) == (80, 20, 2)
