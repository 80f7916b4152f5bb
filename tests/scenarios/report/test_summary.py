from __future__ import annotations

from typing import Any

from scenarios.report.summary import by_mode, summarise


def line(outcome: str, mode: str = "text", strict: float | None = 1.0) -> dict[str, Any]:
    return {
        "class": outcome,
        "mode": mode,
        "paper_f1": strict,
        "strict_f1": strict,
        "side_effects": int(outcome == "failure"),
        "bypasses": 0,
    }


def test_every_rate_is_given_over_all_and_over_the_valid_episodes() -> None:
    found = summarise("all", [line("success"), line("failure", strict=0.5), line("invalid", strict=None)])
    assert (found.episodes, found.valid) == (3, 2)
    # One success: of three episodes a third, of the two valid ones half.
    assert found.success_of_all == 1 / 3
    assert found.success_of_valid == 1 / 2
    assert found.strict_f1 == 0.75


def test_every_episode_falls_into_exactly_one_class() -> None:
    outcomes = ["success", "failure", "invalid", "unknown", "success"]
    counts = summarise("all", [line(outcome) for outcome in outcomes]).counts
    assert counts == {"success": 2, "failure": 1, "invalid": 1, "unknown": 1}
    assert sum(counts.values()) == 5


def test_no_episodes_have_no_rates() -> None:
    found = summarise("all", [])
    assert (found.success_of_all, found.success_of_valid, found.strict_f1) == (None, None, None)


def test_only_invalid_episodes_have_no_rate_over_the_valid_ones() -> None:
    found = summarise("all", [line("invalid")])
    assert (found.success_of_all, found.success_of_valid) == (0.0, None)


def test_modes_stand_apart_and_together() -> None:
    names = [each.name for each in by_mode([line("success", "ui"), line("success", "text")])]
    assert names == ["text mode", "ui mode", "all"]
    assert [each.name for each in by_mode([line("success", "ui")])] == ["ui mode"]
