"""The tables at the end of a run, as they stand where there is no terminal."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.report.summary import by_mode
from surfacebox.tables import episode_table, print_table, summary_table


def line(name: str, outcome: str, strict: float | None) -> dict[str, Any]:
    return {
        "scenario": name,
        "mode": "text",
        "trial": 0,
        "class": outcome,
        "side_effects": 0,
        "owner": None if outcome == "success" else "renderer",
        "strict_f1": strict,
        "paper_f1": strict,
        "steps": 8,
        "screens": 0,
        "bypasses": 0,
        "seconds": 0.126,
        "payloads": {},
    }


LINES = [line("second", "invalid", None), line("first", "success", 1.0)]


def test_episodes_stand_by_name_with_their_figures(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(episode_table(LINES))
    rows = [row.split() for row in capsys.readouterr().out.splitlines() if row.strip()]

    assert rows[1:] == [
        ["first", "text", "success", "1.000", "1.000", "8", "0", "0.13"],
        ["second", "text", "invalid", "-", "-", "8", "0", "0.13"],
    ]


def test_the_summary_counts_each_class_and_rates_them_over_all_and_over_valid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_table(summary_table(by_mode(LINES)))
    rows = [row.split() for row in capsys.readouterr().out.splitlines() if row.strip()]

    assert ["text", "mode", "2", "1", "0", "1", "0", "0.500", "1.000"] in [row[:9] for row in rows]
