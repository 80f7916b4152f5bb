"""The published column measures, oddities included. Strict mode has its own, in `typed`.

Actual values come with their nulls filled (see `paper`); an expected null is a null.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

import numpy as np

from scenarios.scoring.rouge import Matrix, f_measures, published_tokens
from scenarios.scoring.rows import as_text
from ui_server.expressions import Json

IGNORE: Final = "column_ignore_similarity"
EXACT: Final = "column_exact_match_similarity"
ROUGE: Final = "column_rouge_l_similarity"
AFTER: Final = "column_after_similarity"
LATER: Final = "column_datetime_similarity"
WALL_CLOCK: Final = "column_datetime_naive_equal_similarity"
CLOSE: Final = "column_close_similarity"
ONE: Final = "column_one_similarity"
CONTAINS: Final = "column_contains_similarity"

MEASURES = frozenset({IGNORE, EXACT, ROUGE, AFTER, LATER, WALL_CLOCK, CLOSE, ONE, CONTAINS})
"""Every published measure that an entity can have. The one for tool traces reads messages, which are no entities."""

Cell: TypeAlias = tuple[str, Json]
"""The measure and the expected value of one column of one expected row."""

K = TypeVar("K", bound=Hashable)


def similarity(measure: str, expected: Json, actual: Json) -> float:
    """How like `expected` one actual value is, from 0 to 1. `measure` is any of MEASURES but the one that ignores."""
    if measure in (EXACT, ROUGE) and type(expected) is type(actual) and expected == actual:
        return 1.0
    return float(ActualColumn([actual]).against([(measure, expected)])[0, 0])


def same(expected: Json, actual: Json) -> bool:
    """The published exact match of two values."""
    return similarity(EXACT, expected, actual) == 1


class ActualColumn:
    """The values of one column over all actual rows, each distinct value measured once."""

    def __init__(self, values: Sequence[Json]) -> None:
        places: dict[Hashable, int] = {}
        self._rows = np.array([places.setdefault(_identity(value), len(places)) for value in values], dtype=np.intp)
        seen = dict(zip(self._rows.tolist(), values, strict=True))
        self._values = [seen[place] for place in range(len(places))]

    def against(self, cells: Sequence[Cell]) -> Matrix:
        """The similarity of each row's value (column of the result) to each expected one (row of it)."""
        scores = np.zeros((len(cells), len(self._values)), dtype=np.float64)
        words = [place for place, (measure, _) in enumerate(cells) if measure == ROUGE]
        if words:
            # All at once: reading the actual texts anew for each expected one would take most of the time.
            scores[words] = f_measures([published_tokens(as_text(cells[place][1])) for place in words], self._tokens)
        for place, (measure, expected) in enumerate(cells):
            if measure == EXACT:
                scores[place, self._exact(expected)] = 1.0
            elif measure != ROUGE:
                test = _TESTS[measure]
                scores[place] = [test(expected, value) for value in self._values]
        spread: Matrix = scores[:, self._rows]
        return spread

    def _exact(self, expected: Json) -> list[int]:
        if expected is None:
            return [place for place, value in enumerate(self._values) if value is None]
        if isinstance(expected, list):
            return [place for place, found in self._lists.items() if _same_items(expected, found)]
        if isinstance(expected, dict):
            return [place for place, value in enumerate(self._values) if value == expected]
        same_text = self._by_text.get(as_text(expected), [])
        if not isinstance(expected, str):
            numbers = self._by_number.get(expected, [])
            return numbers + [place for place in same_text if isinstance(self._values[place], str)]
        second = _second(expected)
        if second is None:
            return same_text
        return self._by_second.get(second, []) + [p for p in same_text if not isinstance(self._values[p], str)]

    @cached_property
    def _tokens(self) -> list[list[str]]:
        return [published_tokens(as_text(value)) for value in self._values]

    @cached_property
    def _lists(self) -> dict[int, list[Json]]:
        parsed = ((place, _as_list(value)) for place, value in enumerate(self._values))
        return {place: value for place, value in parsed if value is not None}

    @cached_property
    def _by_text(self) -> dict[str, list[int]]:
        scalars = (
            (place, value) for place, value in enumerate(self._values) if isinstance(value, (bool, int, float, str))
        )
        return _index((place, as_text(value)) for place, value in scalars)

    @cached_property
    def _by_number(self) -> dict[float, list[int]]:
        return _index(
            (place, value) for place, value in enumerate(self._values) if isinstance(value, (bool, int, float))
        )

    @cached_property
    def _by_second(self) -> dict[int, list[int]]:
        moments = ((place, _second(value)) for place, value in enumerate(self._values))
        return _index((place, moment) for place, moment in moments if moment is not None)


def _index(pairs: Iterable[tuple[int, K]]) -> dict[K, list[int]]:
    found: dict[K, list[int]] = {}
    for place, key in pairs:
        found.setdefault(key, []).append(place)
    return found


def _identity(value: Json) -> Hashable:
    # True, 1 and 1.0 are one key of a dictionary, and three values here.
    return (type(value), repr(value) if isinstance(value, (list, dict)) else value)


def _as_list(value: Json) -> list[Json] | None:
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = json.loads(value)
        except json.JSONDecodeError:
            return None
    return value if isinstance(value, list) else None


def _same_items(expected: list[Json], actual: list[Json]) -> bool:
    return sorted(expected, key=str) == sorted(actual, key=str)


def _moment(value: Json) -> datetime | None:
    # Python's own reading, as published: digits alone are a date (20240115), and so is a week (2026-W10).
    if not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value)
    except ValueError:
        return None


def _second(value: Json) -> int | None:
    moment = _moment(value)
    return None if moment is None else _epoch(moment)


def _epoch(moment: datetime) -> int:
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())


def _is_later(expected: Json, actual: Json) -> bool:
    before, after = _second(expected), _second(actual)
    return before is not None and after is not None and after > before


def _same_wall_clock(expected: Json, actual: Json) -> bool:
    one, other = _moment(expected), _moment(actual)
    if one is None or other is None:
        return False
    return one.replace(tzinfo=None, microsecond=0) == other.replace(tzinfo=None, microsecond=0)


def _contains(expected: Json, actual: Json) -> bool:
    return as_text(expected) in as_text(actual)


_TESTS: dict[str, Callable[[Json, Json], bool]] = {
    AFTER: _is_later,
    LATER: _is_later,
    WALL_CLOCK: _same_wall_clock,
    CONTAINS: _contains,
    ONE: lambda expected, actual: True,
}
