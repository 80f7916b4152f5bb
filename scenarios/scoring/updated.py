"""Updated and deleted rows in strict mode. Both are found by their key; nothing has to be paired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from scenarios.scoring.asks import Ask
from scenarios.scoring.changes import Change, KeyForm, key_form
from scenarios.scoring.excuses import Excuses
from scenarios.scoring.plan import Plan, Wanted
from scenarios.scoring.rated import NEARLY_ONE, Rated, Unexpected, column_score, told, unasked_scores
from scenarios.scoring.result import ColumnScore, RowScore
from scenarios.scoring.rows import Row
from scenarios.scoring.typed import measure


def rate_updated(plan: Plan, changes: Sequence[Change], excuses: Excuses) -> list[Rated]:
    """All tables in which rows were to be updated or were."""
    found = _by_table(changes, "update")
    wanted = {table: rows for (table, operation), rows in plan.wanted.items() if operation == "update"}
    return [
        _Updates(plan, excuses, table, found.get(table, {})).rate(wanted.get(table, ()))
        for table in sorted({*found, *wanted})
    ]


def rate_deleted(plan: Plan, changes: Sequence[Change], excuses: Excuses) -> list[Rated]:
    """All tables in which rows were to be deleted or were."""
    found = _by_table(changes, "delete")
    wanted = {table: rows for (table, operation), rows in plan.wanted.items() if operation == "delete"}
    return [
        _rate_deletes(table, found.get(table, {}), wanted.get(table, ()), excuses)
        for table in sorted({*found, *wanted})
    ]


def _by_table(changes: Sequence[Change], operation: str) -> dict[str, dict[KeyForm, list[Change]]]:
    found: dict[str, dict[KeyForm, list[Change]]] = {}
    for change in changes:
        if change.operation == operation:
            found.setdefault(change.table, {}).setdefault(key_form(change.key), []).append(change)
    return found


def _rate_deletes(
    table: str, found: Mapping[KeyForm, list[Change]], wanted: Sequence[Wanted], excuses: Excuses
) -> Rated:
    expected = {key_form(each.spec.key) for each in wanted}
    rows = tuple(_deleted_row(each, found.get(key_form(each.spec.key), [])) for each in wanted)
    rest, excused = excuses.split(change for key, changes in found.items() if key not in expected for change in changes)
    return Rated(
        table=table,
        operation="delete",
        rows=rows,
        precise=fsum(row.similarity for row in rows),
        found=sum(row.similarity > 0 for row in rows),
        unexpected=tuple(Unexpected(change) for change in rest),
        excused=excused,
    )


def _deleted_row(wanted: Wanted, found: Sequence[Change]) -> RowScore:
    spec = wanted.spec
    gone = bool(found)
    column = ColumnScore(spec.key_column, "key", float(gone), spec.key, found[0].key if gone else None)
    reason = "deleted" if gone else f"{spec.key!r} was not deleted"
    return RowScore(spec.index, found[0].key if gone else None, float(gone), (column,), reason)


class _Updates:
    """The rows that were, or were to be, updated in one table."""

    def __init__(self, plan: Plan, excuses: Excuses, table: str, found: Mapping[KeyForm, list[Change]]) -> None:
        self._plan = plan
        self._excuses = excuses
        self._table = table
        self._known = plan.tables[table].known_keys if table in plan.tables else {}
        self._found = found

    def rate(self, wanted: Sequence[Wanted]) -> Rated:
        updates = [self._read(each) for each in wanted]
        needed: dict[KeyForm, set[str]] = {}
        for update in updates:
            if update.needed:
                needed.setdefault(update.key, set()).update(update.needed, update.ignored)
        extras = {key: extra for key, columns in needed.items() if (extra := self._extra(key, columns)) is not None}
        rated = [update.rate(extras.get(update.key)) for update in updates if update.needed]
        others = (change for key, listed in self._found.items() if key not in needed for change in listed)
        rest, excused = self._excuses.split(others)
        return Rated(
            table=self._table,
            operation="update",
            rows=tuple(row for row, _ in rated),
            uncounted=tuple(update.as_row() for update in updates if not update.needed),
            precise=fsum(precise for _, precise in rated),
            found=sum(update.happened(extras.get(update.key)) for update in updates if update.needed),
            unexpected=tuple(Unexpected(change) for change in rest),
            extras=tuple(self._as_unexpected(extra, updates) for extra in extras.values()),
            excused=excused,
        )

    def _read(self, wanted: Wanted) -> _Update:
        key = key_form(wanted.spec.key)
        before, change = self._known.get(key), next(iter(self._found.get(key, ())), None)
        row = change.row if change else before
        columns = [self._column(ask, before, change) for ask in wanted.asks]
        if before is not None and all(each.similarity is None for each in columns):
            self._plan.report(wanted.spec, "already_true", hint="every field has the expected value at the start")
        return _Update(wanted, key, before, change, (*columns, *unasked_scores(wanted.unasked, row)))

    def _column(self, ask: Ask, before: Row | None, change: Change | None) -> ColumnScore:
        """What the field earns: the part of the way from where it was to what is expected, if it was changed at all."""
        expected = self._plan.links.resolve(ask.target, ask.expected)
        if before is None:
            return column_score(ask, expected, None)
        found = column_score(ask, expected, change.row if change else before)
        start = measure(ask.measure, expected, before.get(ask.column), ask.kind)
        if start >= NEARLY_ONE:
            return replace(found, similarity=None, reason="was so at the start")
        if change is None or ask.column not in change.columns:
            return replace(found, similarity=0.0, reason="was not changed")
        way = max(0.0, ((found.similarity or 0.0) - start) / (1 - start))
        return replace(found, similarity=1.0 if way >= NEARLY_ONE else way)

    def _extra(self, key: KeyForm, wanted: set[str]) -> Change | None:
        for change in self._found.get(key, ()):
            rest = self._excuses.rest(change)
            columns = [column for column in rest.columns if column not in wanted] if rest else []
            if rest and columns:
                old, new = ({name: side[name] for name in columns} for side in (rest.old, rest.new))
                return replace(rest, old=old, new=new)
        return None

    def _as_unexpected(self, extra: Change, updates: Sequence[_Update]) -> Unexpected:
        spec = next(update.wanted.spec.index for update in updates if update.key == key_form(extra.key))
        return Unexpected(extra, spec, extra.columns)


@dataclass(frozen=True, slots=True)
class _Update:
    """One spec beside the change of its row."""

    wanted: Wanted
    key: KeyForm
    before: Row | None
    change: Change | None
    columns: tuple[ColumnScore, ...]

    @property
    def needed(self) -> set[str]:
        """The fields that were not yet as expected. With none of them there is nothing to be done, and to be earned."""
        return {each.column for each in self.columns if each.similarity is not None}

    @property
    def ignored(self) -> set[str]:
        return {each.column for each in self.wanted.unasked}

    @property
    def credits(self) -> list[float]:
        return [each.similarity for each in self.columns if each.similarity is not None]

    def rate(self, extra: Change | None) -> tuple[RowScore, float]:
        """The row, and what it brings to precision: columns changed too much are counted beside the needed ones."""
        total = fsum(self.credits)
        return self.as_row(), total / (len(self.credits) + (len(extra.columns) if extra else 0))

    def happened(self, extra: Change | None) -> bool:
        return extra is not None or (self.change is not None and bool(self.needed & set(self.change.columns)))

    def as_row(self) -> RowScore:
        spec = self.wanted.spec
        if self.before is None:
            return RowScore(spec.index, None, 0.0, self.columns, f"no row {spec.key!r} at the start")
        if not self.needed:
            reason = "nothing had to be changed: not counted"
            return RowScore(spec.index, spec.key, 0.0, self.columns, reason, counted=False)
        similarity = fsum(self.credits) / len(self.credits)
        matched = self.change.key if self.change else None
        return RowScore(spec.index, matched, similarity, self.columns, told(self.columns))
