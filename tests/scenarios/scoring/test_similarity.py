"""The published column measures, one oddity each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.similarity import (
    AFTER,
    CONTAINS,
    EXACT,
    LATER,
    ONE,
    ROUGE,
    WALL_CLOCK,
    ActualColumn,
    same,
    similarity,
)
from ui_server.expressions import Json

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "7", "20240115", "2024-01-15"])
VALUES = SCALARS | st.lists(SCALARS, max_size=3)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("milk", "milk"),
        (7, 7),
        (7, 7.0),
        (True, True),
        (None, None),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_equal_values_match_exactly(expected: Json, actual: Json) -> None:
    assert same(expected, actual)


@pytest.mark.parametrize(
    ("expected", "actual"),
    [("milk", "Milk"), ("milk", "milk "), (7, 8), (True, False), ({"a": 1}, {"a": 2}), ("x", ["x"])],
)
def test_case_spaces_and_values_count(expected: Json, actual: Json) -> None:
    assert not same(expected, actual)


def test_values_of_different_types_are_compared_as_texts() -> None:
    assert same(7, "7")
    assert same("7", 7)
    assert not same("7", 7.0), "the text of 7.0 is 7.0"
    assert same("true", True)


def test_true_is_one_as_in_python() -> None:
    assert same(True, 1)
    assert same(0, False)


@pytest.mark.parametrize("filled", ["", 0, False, []])
def test_an_expected_null_matches_null_alone_and_so_never_a_filled_one(filled: Json) -> None:
    assert not same(None, filled)


def test_lists_match_in_any_order() -> None:
    assert same(["b", "a"], ["a", "b"])
    assert not same(["a"], ["a", "a"])


def test_a_text_that_holds_a_list_matches_the_list() -> None:
    assert same([230, 231], "[231, 230]")
    assert not same([230], "[231]")
    assert not same([230], "[230")
    assert not same([230], "230")


def test_times_match_as_instants_and_without_an_offset_are_utc() -> None:
    assert same("2026-05-20T18:00:00Z", "2026-05-20T18:00:00+00:00")
    assert same("2026-05-20T18:00:00", "2026-05-20T20:00:00+02:00")
    assert not same("2026-05-20T18:00:00", "2026-05-20T18:00:01")


def test_fractions_of_a_second_are_cut_off() -> None:
    assert same("2026-05-20T18:00:00", "2026-05-20T18:00:00.9")


def test_digits_are_a_date() -> None:
    # An order number and a day, one and the same: both are read as 15 January 2024, 00:00 UTC.
    assert same("20240115", "2024-01-15")
    # ISO week 10 of 2026 begins on Monday, 2 March.
    assert same("2026-W10", "2026-03-02")


def test_a_time_never_matches_what_is_none() -> None:
    assert not same("2026-05-20", "tomorrow")
    assert same("20240115", 20240115), "but a number is compared as text"


def test_wall_clocks_match_whatever_the_offset() -> None:
    assert similarity(WALL_CLOCK, "2026-05-20T18:00:00Z", "2026-05-20T18:00:00.5+02:00") == 1
    assert similarity(WALL_CLOCK, "2026-05-20T18:00:00Z", "2026-05-20T20:00:00+02:00") == 0
    assert similarity(WALL_CLOCK, "soon", "soon") == 0


@pytest.mark.parametrize("name", [AFTER, LATER])
def test_later_is_strictly_later_in_whole_seconds(name: str) -> None:
    assert similarity(name, "2026-05-20T18:00:00", "2026-05-20T18:00:01") == 1
    assert similarity(name, "2026-05-20T18:00:00", "2026-05-20T18:00:00.9") == 0
    assert similarity(name, "2026-05-20T18:00:00", "2026-05-20T18:00:00") == 0
    assert similarity(name, "2026-05-20T18:00:00", "") == 0


def test_contains_looks_for_the_expected_text() -> None:
    assert similarity(CONTAINS, "roof", "Repair the roof") == 1
    assert similarity(CONTAINS, "Roof", "Repair the roof") == 0


def test_one_is_always_one() -> None:
    assert similarity(ONE, "a", None) == 1


def test_rouge_compares_words() -> None:
    # 2 of 3 and 2 of 2 tokens.
    assert similarity(ROUGE, "Buy milk.", "Buy milk") == pytest.approx(0.8)
    assert similarity(ROUGE, "", "") == 1
    assert similarity(ROUGE, 7, "7") == 1


@given(st.lists(VALUES, max_size=5), st.lists(st.tuples(st.sampled_from([EXACT, ROUGE, AFTER]), VALUES), max_size=4))
def test_a_column_at_once_scores_as_value_by_value(actual: list[Json], cells: list[tuple[str, Json]]) -> None:
    together = ActualColumn(actual).against(cells)

    assert together.tolist() == [[similarity(name, expected, value) for value in actual] for name, expected in cells]
