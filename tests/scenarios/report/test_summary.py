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
        "payloads": {"tried": 3, "accepted": 1, "repaired": 0} if mode == "ui" else {},
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


def test_payloads_are_added_up_and_the_rate_is_of_the_sums_and_not_a_mean_of_rates() -> None:
    many = {**line("success", "ui"), "payloads": {"tried": 4, "accepted": 3, "repaired": 1}}
    found = summarise("ui mode", [line("success", "ui"), many])
    assert (found.payloads.tried, found.payloads.accepted, found.payloads.repaired) == (7, 4, 1)
    # Three refused and one repaired, for four screens.
    assert found.payloads.repairs_per_screen == 1.0
    assert found.to_json()["payloads"] == {"tried": 7, "accepted": 4, "repaired": 1, "repairs_per_screen": 1.0}


def test_lines_of_an_older_run_have_no_payloads_and_no_rate() -> None:
    old = {name: value for name, value in line("success").items() if name != "payloads"}
    found = summarise("all", [old])
    assert (found.payloads.tried, found.payloads.repairs_per_screen) == (0, None)
