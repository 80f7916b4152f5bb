"""What a comparison says: the figures, and for each expected row what it was matched with and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from scenarios.scoring.rows import Operation
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True)
class Ratio:
    """Precision and recall, from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def to_json(self) -> dict[str, Json]:
        return {"precision": self.precision, "recall": self.recall, "f1": self.f1}


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """One column of an expected row. `similarity` is None where the column is not looked at; `reason` says why, or what
    is wrong."""

    column: str
    measure: str
    similarity: float | None
    expected: Json
    actual: Json
    reason: str = ""

    def to_json(self) -> dict[str, Json]:
        return {
            "column": self.column,
            "measure": self.measure,
            "similarity": self.similarity,
            "expected": self.expected,
            "actual": self.actual,
            "reason": self.reason,
        }


@dataclass(frozen=True, slots=True)
class RowScore:
    """One expected change. `spec` is its place in the list, `matched` the key of the row it was paired with.

    A row that is not `counted` asks nothing of the agent, and is only shown.
    """

    spec: int
    matched: Json
    similarity: float
    columns: tuple[ColumnScore, ...]
    reason: str
    counted: bool = True

    def to_json(self) -> dict[str, Json]:
        return {
            "spec": self.spec,
            "matched": self.matched,
            "similarity": self.similarity,
            "columns": [column.to_json() for column in self.columns],
            "reason": self.reason,
            "counted": self.counted,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """All expected changes of one kind in one table, beside the actual ones.

    `expected` and `actual` are how many of each counted, `unmatched` the keys of actual rows that nothing asked for.
    A group that is not `scored` is shown only.
    """

    table: str
    operation: Operation
    ratio: Ratio
    expected: int
    actual: int
    rows: tuple[RowScore, ...]
    unmatched: tuple[Json, ...] = ()
    scored: bool = True

    @property
    def total(self) -> float:
        return fsum(row.similarity for row in self.rows)

    def to_json(self) -> dict[str, Json]:
        return {
            "table": self.table,
            "operation": self.operation,
            **self.ratio.to_json(),
            "expected": self.expected,
            "actual": self.actual,
            "scored": self.scored,
            "rows": [row.to_json() for row in self.rows],
            "unmatched": list(self.unmatched),
        }


def mean_ratio(ratios: Iterable[Ratio]) -> Ratio:
    """The plain mean of each figure. No ratios are a perfect one: nothing was asked for."""
    found = list(ratios)
    if not found:
        return Ratio(1.0, 1.0)
    return Ratio(fsum(r.precision for r in found) / len(found), fsum(r.recall for r in found) / len(found))


def count_ratio(total: float, *, expected: int, actual: int) -> Ratio:
    """`total` similarity over how many rows were there and how many were expected, capped at 1.

    Nothing expected is all found; nothing there is precise only when nothing was expected.
    """
    precision = min(1.0, total / actual) if actual else float(expected == 0)
    recall = min(1.0, total / expected) if expected else 1.0
    return Ratio(precision, recall)
