"""The entity diff as MM-ToolSandBox publishes it, rule for rule, so that numbers compare with its table.

Its holes are part of the rules: unexpected updates are free, most tables are not guarded, an update that was true
before is paid for, nulls are filled, digits are dates. `strict` has none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

import numpy as np

from scenarios.scoring.errors import PublishedFailure
from scenarios.scoring.matching import assign
from scenarios.scoring.published import UNGUARDED, Table, Wanted, rows_only_in, wanted_rows
from scenarios.scoring.result import ColumnScore, GroupScore, Ratio, RowScore, count_ratio, mean_ratio
from scenarios.scoring.rouge import Matrix
from scenarios.scoring.rows import Operation, Row, Rows, as_text, is_native
from scenarios.scoring.similarity import IGNORE, ActualColumn, similarity
from scenarios.scoring.specs import Expected, by_group
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperScore:
    """`overall` is the mean over groups, `micro` counts rows instead.

    The guardrail holds unless one of the `broken` tables, which no spec names, differs from its initial rows. `fault`
    is what made the published scorer give up.
    """

    overall: Ratio
    micro: Ratio
    groups: tuple[GroupScore, ...]
    broken: tuple[str, ...] = ()
    fault: str = ""

    @property
    def guardrail(self) -> bool:
        return not self.broken

    @property
    def f1(self) -> float:
        return self.overall.f1 if self.guardrail else 0.0

    def to_json(self) -> dict[str, Json]:
        return {
            **self.overall.to_json(),
            "f1": self.f1,
            "guardrail": self.guardrail,
            "guardrail_broken": list(self.broken),
            "micro": self.micro.to_json(),
            "fault": self.fault or None,
            "groups": [group.to_json() for group in self.groups],
        }


def score_paper(initial: Rows, final: Rows, specs: Sequence[Expected]) -> PaperScore:
    """The published figures. What the published scorer fails on scores 0, with the reason in `fault`."""
    broken = _broken_guardrails(initial, final, {spec.table for spec in specs})
    try:
        groups = tuple(
            _score_group(table, operation, group, (Table.read(initial, table), Table.read(final, table)))
            for (table, operation), group in by_group(specs).items()
        )
    except PublishedFailure as failure:
        return PaperScore(
            overall=Ratio(0.0, 0.0), micro=Ratio(0.0, 0.0), groups=(), broken=broken, fault=failure.message
        )
    micro = count_ratio(
        fsum(group.total for group in groups),
        expected=sum(group.expected for group in groups),
        actual=sum(group.actual for group in groups),
    )
    return PaperScore(overall=mean_ratio(group.ratio for group in groups), micro=micro, groups=groups, broken=broken)


def _score_group(
    table: str, operation: Operation, specs: Sequence[Expected], states: tuple[Table, Table]
) -> GroupScore:
    initial, final = states
    match operation:
        case "create":
            wanted = wanted_rows(specs, [spec.values for spec in specs], final.columns)
            return _score_pairs((table, operation), wanted, final, rows_only_in(final, initial))
        case "delete":
            wanted = wanted_rows(specs, [{spec.key_column: spec.key} for spec in specs], initial.columns)
            return _score_pairs((table, operation), wanted, initial, rows_only_in(initial, final))
        case "update":
            return _score_updates(table, specs, final)


# Created and deleted rows.


def _score_pairs(
    group: tuple[str, Operation], wanted: Sequence[Wanted], table: Table, found: Sequence[Row]
) -> GroupScore:
    # Sorted, so that a tie falls the same way whatever the order of the rows.
    actual = sorted(found, key=lambda row: repr(sorted(row.items())))
    scores = _pair_scores(wanted, table, actual)
    pairs = assign(scores)
    rows = tuple(
        _explain(each, table, actual[pairs[place]], float(scores[place, pairs[place]]))
        if place in pairs
        else _unmatched(each, group[1])
        for place, each in enumerate(wanted)
    )
    taken = set(pairs.values())
    return GroupScore(
        table=group[0],
        operation=group[1],
        ratio=count_ratio(fsum(row.similarity for row in rows), expected=len(wanted), actual=len(actual)),
        expected=len(wanted),
        actual=len(actual),
        rows=rows,
        unmatched=tuple(table.key(row) for place, row in enumerate(actual) if place not in taken),
    )


def _pair_scores(wanted: Sequence[Wanted], table: Table, actual: Sequence[Row]) -> Matrix:
    """The mean over counted columns for each pair; 1 when none counts, 0 when there is no column at all."""
    scores = np.zeros((len(wanted), len(actual)))
    places_of: dict[str, list[int]] = {}
    for place, each in enumerate(wanted):
        for column in each.counted:
            places_of.setdefault(column, []).append(place)
    for column, places in places_of.items():
        cells = [(wanted[place].measures[column], wanted[place].values[column]) for place in places]
        scores[places] += ActualColumn([table.value(row, column) for row in actual]).against(cells)
    for place, each in enumerate(wanted):
        if each.counted:
            scores[place] /= len(each.counted)
        elif each.measures:
            scores[place] = 1.0
    return scores


def _explain(wanted: Wanted, table: Table, row: Row, score: float) -> RowScore:
    columns = tuple(_column(wanted, column, table.value(row, column)) for column in wanted.measures)
    return RowScore(wanted.spec.index, table.key(row), score, columns, _reason(columns))


def _column(wanted: Wanted, column: str, actual: Json) -> ColumnScore:
    measure, expected = wanted.measures[column], wanted.values[column]
    if measure == IGNORE:
        return ColumnScore(column, measure, None, expected, actual, "ignored")
    score = similarity(measure, expected, actual)
    return ColumnScore(column, measure, score, expected, actual, "" if score == 1 else "differs")


def _reason(columns: Sequence[ColumnScore]) -> str:
    if not columns:
        return "the table has none of the expected columns"
    if all(column.similarity is None for column in columns):
        return "every column is ignored: any row will do"
    differing = [column.column for column in columns if column.similarity is not None and column.similarity < 1]
    return f"differs in {', '.join(differing)}" if differing else "as expected"


def _unmatched(wanted: Wanted, operation: Operation) -> RowScore:
    columns = tuple(
        ColumnScore(column, measure, None if measure == IGNORE else 0.0, wanted.values[column], None, "no row")
        for column, measure in wanted.measures.items()
    )
    return RowScore(wanted.spec.index, None, 0.0, columns, f"no row left that was {operation}d")


# Updated rows: each spec alone, against the final row of its key.


def _score_updates(table: str, specs: Sequence[Expected], final: Table) -> GroupScore:
    by_key: dict[tuple[str, str], Row] = {}
    for column in {spec.key_column for spec in specs}:
        for row in final.rows:
            if row.get(column) is not None:
                by_key.setdefault((column, as_text(row[column])), row)
    rows = tuple(_score_update(spec, final, by_key) for spec in specs)
    mean = fsum(row.similarity for row in rows) / len(rows)
    return GroupScore(
        table=table, operation="update", ratio=Ratio(mean, mean), expected=len(rows), actual=len(rows), rows=rows
    )


def _score_update(spec: Expected, final: Table, by_key: Mapping[tuple[str, str], Row]) -> RowScore:
    # The key is one of the averaged columns, so a row that was merely left there already earns something.
    values = {**spec.values, spec.key_column: spec.key}
    (wanted,) = wanted_rows([spec], [values], final.columns)
    row = by_key.get((spec.key_column, as_text(spec.key)))
    if row is None:
        return RowScore(spec.index, None, 0.0, (), f"no row whose {spec.key_column} is {spec.key!r}")
    return _explain(wanted, final, row, float(_pair_scores([wanted], final, [row])[0, 0]))


# Guardrails.


def _broken_guardrails(initial: Rows, final: Rows, spec_tables: set[str]) -> tuple[str, ...]:
    """The device's own tables that no spec names and that differ, be it in the order of rows. No other is guarded."""
    tables = sorted({*initial, *final} - spec_tables)
    return tuple(
        name
        for name in tables
        if is_native(name)
        and name.upper() not in UNGUARDED
        and not _identical(initial.get(name, ()), final.get(name, ()))
    )


def _identical(one: Sequence[Row], other: Sequence[Row]) -> bool:
    return len(one) == len(other) and all(
        left == right or all(left.get(column) == right.get(column) for column in {*left, *right})
        for left, right in zip(one, other, strict=True)
    )
