"""`--filter` takes words, and joins them."""

from __future__ import annotations

import pytest

from surfacebox.errors import SettingInvalid
from surfacebox.filters import parse_filter

SUITE = {
    "garden_tasks": {"UI_MODE", "easy"},
    "garden_notes": {"easy", "goal_change"},
    "club_evening": {"UI_MODE", "goal_change", "two words"},
}


def chosen(text: str) -> list[str]:
    test = parse_filter(text)
    return [name for name, tags in SUITE.items() if test(name, tags)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("garden", ["garden_tasks", "garden_notes"]),
        ("UI_MODE", ["garden_tasks", "club_evening"]),
        ("UI_MOD", []),
        ("two words", ["club_evening"]),
        ("garden & UI_MODE", ["garden_tasks"]),
        ("garden&~UI_MODE", ["garden_notes"]),
        ("tasks|evening", ["garden_tasks", "club_evening"]),
        ("tasks | garden & goal_change", ["garden_tasks", "garden_notes"]),
        ("(tasks | garden) & goal_change", ["garden_notes"]),
        ("~(garden | club)", []),
        ("~~easy", ["garden_tasks", "garden_notes"]),
    ],
)
def test_an_expression_picks_what_it_says(text: str, names: list[str]) -> None:
    assert chosen(text) == names


@pytest.mark.parametrize("text", ["", " ", "|", "a |", "& a", "(a", "a)", "~", "a ~ b", "()", "a || b"])
def test_what_is_no_expression_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(SettingInvalid) as caught:
        parse_filter(text)
    assert "--filter" in str(caught.value) and "goal_change" in caught.value.hint
