"""What strict mode finds in one table for one operation: the expected changes rated, and what nobody asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from scenarios.scoring.asks import Ask, Unasked
from scenarios.scoring.changes import Change
from scenarios.scoring.result import ColumnScore, GroupScore, Ratio, RowScore, count_ratio
from scenarios.scoring.rows import Operation, Row
from scenarios.scoring.typed import measure, type_difference
from ui_server.expressions import Json

NEARLY_ONE = 1 - 1e-9


@dataclass(frozen=True, slots=True)
class Unexpected:
    """A change that no spec asked for.

    `attempt_at` is the spec that it comes near to, and `wrong` the columns in which it misses that. A change with an
    `attempt_at` that is an update holds the columns of a rightly updated row that should have been left alone.
    """

    change: Change
    attempt_at: int | None = None
    wrong: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {**self.change.to_json(), "attempt_at": self.attempt_at, "wrong": list(self.wrong)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """The changes of one kind in one table.

    `rows` are the expected ones, and their similarity is what counts towards recall; `precise` is what they bring to
    precision. `uncounted` ones are shown and count for nothing. `found` actual changes were accounted for, `unexpected`
    were not; `extras` are columns changed too much in rows that are accounted for, and already taken off `precise`.
    `excused` changes count for nothing, and so does a whole group that is not `scored`, but for what is unexpected in
    it.
    """

    table: str
    operation: Operation
    rows: tuple[RowScore, ...] = ()
    uncounted: tuple[RowScore, ...] = ()
    precise: float = 0.0
    found: int = 0
    unexpected: tuple[Unexpected, ...] = ()
    extras: tuple[Unexpected, ...] = ()
    excused: tuple[Change, ...] = ()
    scored: bool = True

    @property
    def recalled(self) -> float:
        return fsum(row.similarity for row in self.rows)

    @property
    def shown(self) -> bool:
        return bool(self.rows or self.uncounted or self.unexpected)

    @property
    def actual(self) -> int:
        return self.found + len(self.unexpected)

    def group(self) -> GroupScore:
        expected = len(self.rows)
        precision = count_ratio(self.precise, expected=expected, actual=self.actual).precision
        recall = count_ratio(self.recalled, expected=expected, actual=self.actual).recall
        return GroupScore(
            table=self.table,
            operation=self.operation,
            ratio=Ratio(precision, recall),
            expected=expected,
            actual=self.actual,
            rows=tuple(sorted((*self.rows, *self.uncounted), key=lambda row: row.spec)),
            unmatched=tuple(each.change.key for each in self.unexpected),
            scored=self.scored,
        )


def column_score(ask: Ask, expected: Json, row: Row | None) -> ColumnScore:
    """One asked column against a row, `expected` being what the ask resolves to. Without a row it is simply missing."""
    actual = row.get(ask.column) if row is not None else None
    if row is None:
        return ColumnScore(ask.column, ask.measure, 0.0, ask.expected, None, "no row")
    similarity = measure(ask.measure, expected, actual, ask.kind)
    reasons = [type_difference(expected, actual), "" if similarity >= NEARLY_ONE else "differs"]
    if expected != ask.expected:
        reasons.append(f"stands for {expected!r}")
    return ColumnScore(ask.column, ask.measure, similarity, ask.expected, actual, "; ".join(filter(None, reasons)))


def unasked_scores(unasked: Sequence[Unasked], row: Row | None) -> list[ColumnScore]:
    return [
        ColumnScore(each.column, "ignored", None, each.expected, row.get(each.column) if row else None, each.reason)
        for each in unasked
    ]


def wrong_columns(columns: Sequence[ColumnScore]) -> tuple[str, ...]:
    return tuple(each.column for each in columns if each.similarity is not None and each.similarity < NEARLY_ONE)


def told(columns: Sequence[ColumnScore], start: str = "") -> str:
    wrong = wrong_columns(columns)
    return f"{start}differs in {', '.join(wrong)}" if wrong else f"{start}as expected"
