"""Which created row is which expected one, where more than one could be."""

from __future__ import annotations

import pytest

from scenarios.scoring import pairing
from scenarios.scoring.asks import Ask
from scenarios.scoring.changes import Change
from scenarios.scoring.pairing import pair_created
from ui_server.expressions import Json


def created(*rows: dict[str, Json]) -> list[Change]:
    return [Change(table="t", operation="create", key=n, new=row, row=row) for n, row in enumerate(rows)]


def exact(**columns: Json) -> list[Ask]:
    return [Ask(column, value, "exact") for column, value in columns.items()]


def words(text: str) -> Ask:
    return Ask("text", text, "words")


def test_rows_exactly_as_expected_go_first_and_others_are_attempts() -> None:
    pairs = pair_created([exact(a=1, b=1), exact(a=2, b=2)], created({"a": 2, "b": 9}, {"a": 1, "b": 1}), None)

    assert (pairs.matches, pairs.attempts) == ({0: 1}, {1: 0})


def test_a_row_less_than_half_right_is_no_attempt() -> None:
    assert pair_created([exact(a=1, b=1, c=1)], created({"a": 1, "b": 9, "c": 9}), None).attempts == {}
    assert pair_created([exact(a=1, b=1)], created({"a": 1, "b": 9}), None).attempts == {0: 0}


def test_words_are_compared_among_rows_with_the_right_values_alone() -> None:
    # The second row has the better words and the wrong value.
    rows = created({"a": 1, "text": "one two"}, {"a": 2, "text": "one two three"})

    assert pair_created([[*exact(a=1), words("one two three")]], rows, None).matches == {0: 0}


def test_a_row_that_fits_two_different_questions_goes_where_the_sum_is_largest() -> None:
    later = Ask("when", "2026-05-01", "later")
    rows = created({"a": 1, "when": "2026-06-01"}, {"a": 1, "when": "2026-04-01"})

    assert pair_created([exact(a=1), [*exact(a=1), later]], rows, None).matches == {0: 1, 1: 0}


def test_neighbours_decide_between_equal_rows_and_never_against_a_better_one() -> None:
    equal, better = created({"a": 1}, {"a": 1}), created({"text": "one two"}, {"text": "one"})

    assert pair_created([exact(a=1)], equal, lambda place, key: float(key == 1)).matches == {0: 1}
    assert pair_created([[words("one two three")]], better, lambda place, key: float(key == 1)).matches == {0: 0}


def test_attempts_are_not_looked_for_among_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = created({"a": 1, "b": 9}, {"a": 1, "b": 8})
    monkeypatch.setattr(pairing, "TOO_MANY", 1)

    assert pair_created([exact(a=1, b=1)], rows, None).attempts == {}
