"""Rates name what they are out of."""

from __future__ import annotations

from scenarios.scoring.rates import Census, Rate
from scenarios.scoring.verdict import EpisodeClass


def test_both_rates_are_out_of_what_they_say() -> None:
    # A pass, a failure, an error of the agent's that was scored 0, and one that was nobody's to score.
    census = Census.of(["success", "failure", "failure", "invalid"])

    assert census.over_valid == Rate(1, 3)
    assert census.over_all == Rate(1, 4)
    assert census.over_all.value == 0.25


def test_an_unknown_episode_is_valid_and_no_success() -> None:
    census = Census.of(["success", "unknown"])

    assert (census.over_all, census.over_valid) == (Rate(1, 2), Rate(1, 2))


def test_more_crashes_never_raise_the_rate_over_all() -> None:
    few: list[EpisodeClass] = ["success", "failure"]

    assert (Census.of([*few, "invalid"]).over_all.value or 0) < (Census.of(few).over_all.value or 0)


def test_of_no_episodes_there_is_no_rate() -> None:
    assert Census.of([]).over_all.value is None
    assert Census.of(["invalid"]).to_json()["over_valid"] == {"count": 0, "of": 0, "value": None}
