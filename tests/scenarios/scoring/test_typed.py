"""Strict comparison of values: by the type of the column, every difference told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.rows import Kind
from scenarios.scoring.typed import Measure, TypedColumn, canonical, kind_of, measure, type_difference
from ui_server.expressions import Json

SCALARS = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "7", "007", "2024-01-15", "[1]"])
VALUES = SCALARS | st.lists(SCALARS, max_size=3)
KINDS: list[Kind] = ["integer", "number", "text", "flag", "time", "json", "any"]


def same(expected: Json, actual: Json, kind: Kind = "any") -> bool:
    return measure("exact", expected, actual, kind) == 1


EXPECTED: dict[str, tuple[Json, Json, Kind]] = {
    "id": (7, "7", "integer"),
    "price": (1.01, "1.01", "number"),
    "qty": (2, 2.0, "integer"),
    "when": ("2026-02-03T09:00:00Z", "2026-02-03T10:00:00+01:00", "time"),
    "paid": (True, 1, "flag"),
}


@pytest.mark.parametrize("column", list(EXPECTED))
def test_what_came_back_from_a_form_equals_what_its_column_holds(column: str) -> None:
    expected, actual, kind = EXPECTED[column]

    assert same(expected, actual, kind)


@pytest.mark.parametrize(
    ("expected", "actual", "told"),
    [
        (7, "7", "text where a number is expected"),
        (True, 1, "a number where a flag is expected"),
        (None, "", "text where null is expected"),
        ([], None, "null where a list is expected"),
        (2, 2.0, ""),
        ("a", "b", ""),
    ],
)
def test_every_difference_of_type_is_told(expected: Json, actual: Json, told: str) -> None:
    assert type_difference(expected, actual) == told


def test_null_and_the_empty_values_are_five_different_things() -> None:
    empty: list[Json] = [None, "", [], 0, False]

    for kind in KINDS:
        if kind != "flag":
            assert len({canonical(value, kind) for value in empty}) == 5, kind
    assert len({canonical(value, "flag") for value in empty}) == 4, "in a column of flags 0 is False"


def test_007_is_a_text_and_never_7() -> None:
    assert not same("007", 7, "text")
    assert not same("007", "7", "text")
    assert not same("007", 7)


def test_numbers_are_equal_within_twelve_digits() -> None:
    assert same(0.3, 0.1 + 0.2, "number")
    assert not same(0.3, 0.300000001, "number")
    assert not same(10**17, 10**17 + 1, "integer")


@pytest.mark.parametrize(("written", "flag"), [("true", True), (" False ", False)])
def test_a_written_flag_is_one_in_a_column_of_flags(written: str, flag: bool) -> None:
    assert same(flag, written, "flag")
    assert not same(not flag, written, "flag")
    assert not same(flag, written)


def test_true_is_not_one_in_a_column_of_numbers() -> None:
    assert not same(True, 1)
    assert not same(True, 1, "integer")


def test_digits_are_a_date_nowhere() -> None:
    assert not same("20240115", "2024-01-15")
    assert not same("20240115", "2024-01-15", "time")
    assert not same("2026-W10", "2026-03-02", "time")


def test_times_are_instants_to_the_last_fraction() -> None:
    assert same("2026-05-20T18:00:00", "2026-05-20T18:00:00Z", "time")
    assert same("2026-05-20", "2026-05-20T00:00:00", "time")
    assert not same("2026-05-20T18:00:00", "2026-05-20T18:00:00.5", "time")
    assert not same("2026-05-20T18:00:00", "2026-05-20T18:00:00Z"), "in a column that is none of times"


def test_lists_are_equal_in_any_order_and_by_what_they_hold() -> None:
    assert same([2, 1], [1, 2])
    assert same([1, 2], "[2, 1]", "json")
    assert not same([1], ["1"])
    assert not same([1], [1, 1])
    assert same({"a": [1, 2]}, {"a": [2, 1]})


def test_a_broken_text_of_json_is_a_text() -> None:
    assert not same([1], "[1", "json")
    assert same("[1", "[1", "json")


@pytest.mark.parametrize(
    ("name", "expected", "actual", "score"),
    [
        ("wall clock", "2026-05-20T18:00:00Z", "2026-05-20T18:00:00.5+02:00", 1),
        ("wall clock", "2026-05-20T18:00:00Z", "2026-05-20T20:00:00+02:00", 0),
        ("wall clock", "20260520", "20260520", 0),
        ("later", "2026-05-20T18:00:00", "2026-05-20T18:00:00.5", 1),
        ("later", "2026-05-20T18:00:00", "2026-05-20T18:00:00Z", 0),
        ("later", "2026-05-20T18:00:00", None, 0),
        ("contains", "roof", "the roof", 1),
        ("contains", 2, [1, 2], 1),
        ("contains", "2", [1, 2], 0),
        ("contains", 2, "the 2", 0),
        ("contains", "roof", None, 0),
        ("set", "2026-05-20", "2027-01-01", 1),
        ("set", "2026-05-20", None, 0),
        ("set", None, None, 1),
        ("words", "Buy milk.", "buy milk", 1),
        ("words", "Buy milk.", 3, 0),
        ("words", "Buy milk.", None, 0),
    ],
)
def test_the_other_measures_hold_or_do_not(name: Measure, expected: Json, actual: Json, score: float) -> None:
    assert measure(name, expected, actual) == score


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2, None], "integer"),
        ([0, 1], "integer"),
        ([0, 1, True], "flag"),
        ([True, 2], "any"),
        ([1, 2.5], "number"),
        (["2026-05-20", "2026-05-20T18:00:00Z"], "time"),
        (["2026-05-20", "soon"], "text"),
        (["20260520"], "text"),
        ([[1], {"a": 1}], "json"),
        ([1, "a"], "any"),
        ([], "any"),
    ],
)
def test_a_column_is_what_all_its_values_share(values: list[Json], kind: Kind) -> None:
    assert kind_of(values) == kind


@given(VALUES, st.sampled_from(KINDS))
def test_a_value_equals_itself(value: Json, kind: Kind) -> None:
    assert canonical(value, kind) == canonical(value, kind)
    assert same(value, value, kind)


@given(
    st.lists(VALUES, max_size=5),
    st.lists(st.tuples(st.sampled_from(["exact", "later", "set"]), VALUES), max_size=4),
    st.sampled_from(KINDS),
)
def test_a_column_at_once_scores_as_value_by_value(
    actual: list[Json], cells: list[tuple[Measure, Json]], kind: Kind
) -> None:
    together = TypedColumn(actual, kind).against(cells)

    assert together.tolist() == [[measure(name, expected, value, kind) for value in actual] for name, expected in cells]
