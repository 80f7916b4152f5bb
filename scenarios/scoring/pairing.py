"""Created rows in strict mode: which of them is which expected one.

A created row is one act, and is as right as its worst column: a text to the wrong person earns nothing for its words.
So only rows whose exact columns are all right can be paired for credit. What is left over on both sides is paired by
likeness alone, without credit, to tell what was attempted.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from scenarios.scoring.asks import Ask
from scenarios.scoring.changes import Change
from scenarios.scoring.matching import assign
from scenarios.scoring.rouge import Matrix
from scenarios.scoring.rows import Kind
from scenarios.scoring.typed import TypedColumn, perfect_form
from ui_server.expressions import Json

ATTEMPT: Final = 0.5
"""Likeness (mean over columns) from which an unexpected row is taken for an attempt at an expected one."""

TOO_MANY: Final = 4_000_000
"""Pairs of leftover rows from which on attempts are no longer looked for."""

TIE: Final = 1e-9
"""What fitting neighbours weigh: enough to decide between equal rows, too little to be seen in a score."""

Neighbours: TypeAlias = Callable[[int, Json], float]
"""How well what points to the row with this key fits what should point to this expected row, from 0 to 1."""

Bucket: TypeAlias = tuple[list[int], list[int]]
"""Places of expected and of actual rows that have everything in common that was looked at."""


@dataclass(frozen=True, slots=True)
class Pairs:
    """By place of the expected row: the place of the actual one that earns credit, or that merely was an attempt."""

    matches: dict[int, int]
    attempts: dict[int, int]


def pair_created(asks: Sequence[Sequence[Ask]], actual: Sequence[Change], neighbours: Neighbours | None) -> Pairs:
    """Pairs expected rows, each given as what is asked of it, with created ones.

    Rows exactly as expected go first where all are asked the same; then the sum of the worst columns is made largest.
    `neighbours` decides between rows that are otherwise equal.
    """
    table = _Created(asks, actual, neighbours)
    matches = table.perfect()
    matches |= table.partial(matches)
    return Pairs(matches, table.attempts(matches))


class _Created:
    def __init__(self, asks: Sequence[Sequence[Ask]], actual: Sequence[Change], neighbours: Neighbours | None) -> None:
        self._asks = asks
        self._actual = actual
        self._neighbours = neighbours

    def perfect(self) -> dict[int, int]:
        # Only where all are asked the same is "exactly as expected" an equivalence, and going first harmless.
        if len({_signature(asks) for asks in self._asks}) != 1 or not all(_has_form(ask) for ask in self._asks[0]):
            return {}
        found: dict[int, int] = {}
        for expected, actual in self._buckets(self._left({}), lambda asks: asks):
            if len(expected) == len(actual) == 1:
                found[expected[0]] = actual[0]
            else:
                found |= self._assigned(expected, actual, np.ones((len(expected), len(actual))))
        return found

    def partial(self, matched: dict[int, int]) -> dict[int, int]:
        found: dict[int, int] = {}
        for expected, actual in _joined(self._buckets(self._left(matched), _exact)):
            found |= self._assigned(expected, actual, self._matrix(expected, actual)[0])
        return found

    def attempts(self, matched: dict[int, int]) -> dict[int, int]:
        expected, actual = self._left(matched)
        if not expected or not actual or len(expected) * len(actual) > TOO_MANY:
            return {}
        _, alike = self._matrix(expected, actual)
        pairs = assign(alike).items()
        return {expected[one]: actual[other] for one, other in pairs if alike[one, other] >= ATTEMPT}

    def _left(self, matched: dict[int, int]) -> Bucket:
        taken = set(matched.values())
        return (
            [place for place in range(len(self._asks)) if place not in matched],
            [place for place in range(len(self._actual)) if place not in taken],
        )

    def _assigned(self, expected: Sequence[int], actual: Sequence[int], credit: Matrix) -> dict[int, int]:
        weights = credit + TIE * self._fit(expected, actual) if self._neighbours else credit
        return {expected[one]: actual[other] for one, other in assign(weights).items() if credit[one, other] > 0}

    def _fit(self, expected: Sequence[int], actual: Sequence[int]) -> Matrix:
        fit = self._neighbours
        keys = [self._actual[other].key for other in actual]
        return np.array([[fit(one, key) if fit else 0.0 for key in keys] for one in expected])

    def _buckets(self, left: Bucket, choose: Callable[[Sequence[Ask]], Sequence[Ask]]) -> Iterator[Bucket]:
        """Expected rows with the actual ones that have the same values in the columns that `choose` picks."""
        expected, actual = left
        by_signature: dict[Hashable, dict[Hashable, list[int]]] = {}
        chosen: dict[Hashable, Sequence[Ask]] = {}
        for place in expected:
            asks = choose(self._asks[place])
            chosen.setdefault(_signature(asks), asks)
            values = tuple(perfect_form(ask.measure, ask.expected, ask.kind) for ask in asks)
            by_signature.setdefault(_signature(asks), {}).setdefault(values, []).append(place)
        for signature, rows in by_signature.items():
            index: dict[Hashable, list[int]] = {}
            for place in actual:
                index.setdefault(self._forms(place, chosen[signature]), []).append(place)
            yield from ((places, index[values]) for values, places in rows.items() if values in index)

    def _forms(self, place: int, asks: Sequence[Ask]) -> tuple[Hashable, ...]:
        row = self._actual[place].new
        return tuple(perfect_form(ask.measure, row.get(ask.column), ask.kind) for ask in asks)

    def _matrix(self, expected: Sequence[int], actual: Sequence[int]) -> tuple[Matrix, Matrix]:
        """The worst column, and the mean over columns, of each pair."""
        worst, total = np.ones((len(expected), len(actual))), np.zeros((len(expected), len(actual)))
        by_column: dict[tuple[str, Kind], list[tuple[int, Ask]]] = {}
        for at, place in enumerate(expected):
            for ask in self._asks[place]:
                by_column.setdefault((ask.column, ask.kind), []).append((at, ask))
        for (column, kind), asked in by_column.items():
            values = [self._actual[place].new.get(column) for place in actual]
            places = [at for at, _ in asked]
            scores = TypedColumn(values, kind).against([(ask.measure, ask.expected) for _, ask in asked])
            worst[places] = np.minimum(worst[places], scores)
            total[places] += scores
        counts = np.array([max(1, len(self._asks[place])) for place in expected])
        return worst, total / counts[:, None]


def _signature(asks: Sequence[Ask]) -> Hashable:
    return tuple((ask.column, ask.measure, ask.kind) for ask in asks)


def _has_form(ask: Ask) -> bool:
    return ask.measure in ("exact", "words")


def _exact(asks: Sequence[Ask]) -> Sequence[Ask]:
    return [ask for ask in asks if ask.measure == "exact"]


def _joined(buckets: Iterable[Bucket]) -> list[Bucket]:
    """The buckets, with those that share an actual row made one."""
    groups: dict[int, tuple[set[int], set[int]]] = {}
    group_of: dict[int, int] = {}
    for number, (expected, actual) in enumerate(buckets):
        merged = (set(expected), set(actual))
        for old in {group_of[place] for place in actual if place in group_of}:
            others = groups.pop(old)
            merged = (merged[0] | others[0], merged[1] | others[1])
        groups[number] = merged
        group_of |= dict.fromkeys(merged[1], number)
    return [(sorted(expected), sorted(actual)) for expected, actual in groups.values()]
