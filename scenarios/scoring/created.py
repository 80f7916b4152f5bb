"""Created rows in strict mode, table by table, so that rows which others point to are known before those others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import fsum

from scenarios.scoring.asks import Ask
from scenarios.scoring.changes import Change, KeyForm, key_form
from scenarios.scoring.excuses import Excuses
from scenarios.scoring.pairing import Pairs, pair_created
from scenarios.scoring.plan import Plan, Wanted
from scenarios.scoring.rated import Rated, Unexpected, column_score, told, unasked_scores, wrong_columns
from scenarios.scoring.references import NOT_CREATED
from scenarios.scoring.result import RowScore
from scenarios.scoring.typed import canonical
from ui_server.expressions import Json


def rate_created(plan: Plan, changes: Sequence[Change], excuses: Excuses) -> list[Rated]:
    """All tables in which rows were to be created or were. Learns the keys of created rows into `plan.links`."""
    by_table: dict[str, list[Change]] = {}
    for change in changes:
        if change.operation == "create":
            by_table.setdefault(change.table, []).append(change)
    wanted = {table: listed for (table, operation), listed in plan.wanted.items() if operation == "create"}
    tables = {
        table: _Creation(plan, excuses, table, by_table.get(table, ()), wanted.get(table, ()))
        for table in sorted({*by_table, *wanted})
    }
    for table in _in_order(plan, wanted):
        tables[table].pair(by_table)
    return [creation.rate() for creation in tables.values()]


def _in_order(plan: Plan, wanted: Mapping[str, Sequence[Wanted]]) -> list[str]:
    """The tables with rows to be created, those that others point to first; where they point in a ring, by name."""
    waiting, ordered = sorted(wanted), list[str]()
    while waiting:
        ready = [table for table in waiting if not _pointed_to(plan, wanted[table]) & set(waiting) - {table}]
        ordered += ready or waiting[:1]
        waiting = [table for table in waiting if table not in ordered]
    return ordered


def _pointed_to(plan: Plan, wanted: Sequence[Wanted]) -> set[str]:
    asks = (ask for each in wanted for ask in each.asks)
    return {ask.target for ask in asks if ask.target and plan.links.creators_of(ask.target, ask.expected)}


class _Creation:
    """The rows that were, or were to be, created in one table. A spec that asks nothing is silent: any row will do."""

    def __init__(
        self, plan: Plan, excuses: Excuses, table: str, actual: Sequence[Change], wanted: Sequence[Wanted]
    ) -> None:
        self._links = plan.links
        self._plan = plan
        self._excuses = excuses
        self._table = table
        self._actual = actual
        self._asking = [each for each in wanted if each.asks]
        self._silent = [each for each in wanted if not each.asks]
        self._pairs = Pairs({}, {})
        self._absorbed: dict[int, int] = {}

    def pair(self, created: Mapping[str, Sequence[Change]]) -> None:
        neighbours = Neighbourhood.of(self._plan, self._asking, created) if len(self._actual) > 1 else None
        self._pairs = pair_created([self._resolved(each) for each in self._asking], self._actual, neighbours)
        attempted = set(self._pairs.attempts.values())
        # A silent spec takes up a row that nothing else explains, an attempt at something else last.
        free = sorted(self._left(), key=lambda place: place in attempted)
        self._absorbed = dict(enumerate(free[: len(self._silent)]))
        for place, each in enumerate(self._asking):
            self._settle(each, self._pairs.matches.get(place))
        for place, each in enumerate(self._silent):
            self._settle(each, self._absorbed.get(place))

    def rate(self) -> Rated:
        rows = tuple(self._row(place, each) for place, each in enumerate(self._asking))
        attempts = {key_form(self._actual[at].key): rows[place] for place, at in self._pairs.attempts.items()}
        absorbed = set(self._absorbed.values())
        rest, excused = self._excuses.split(self._actual[place] for place in self._left() if place not in absorbed)
        return Rated(
            table=self._table,
            operation="create",
            rows=rows,
            uncounted=tuple(self._silent_row(place, each) for place, each in enumerate(self._silent)),
            precise=fsum(row.similarity for row in rows),
            found=len(self._pairs.matches),
            unexpected=tuple(_unexpected(change, attempts) for change in rest),
            excused=excused,
        )

    def _left(self) -> list[int]:
        matched = set(self._pairs.matches.values())
        return [place for place in range(len(self._actual)) if place not in matched]

    def _settle(self, wanted: Wanted, place: int | None) -> None:
        self._links.settle(wanted.spec.index, NOT_CREATED if place is None else self._actual[place].key)

    def _resolved(self, wanted: Wanted) -> list[Ask]:
        return [
            replace(ask, expected=self._links.resolve(ask.target, ask.expected))
            for ask in wanted.asks
            if not self._links.is_open(ask.target, ask.expected)
        ]

    def _row(self, place: int, wanted: Wanted) -> RowScore:
        match, attempt = self._pairs.matches.get(place), self._pairs.attempts.get(place)
        nearest = match if match is not None else attempt
        change = None if nearest is None else self._actual[nearest]
        row = None if change is None else change.new
        asked = [column_score(ask, self._links.resolve(ask.target, ask.expected), row) for ask in wanted.asks]
        columns = (*asked, *unasked_scores(wanted.unasked, row))
        if change is None:
            return RowScore(wanted.spec.index, None, 0.0, columns, "no row left that was created")
        if match is None:
            return RowScore(wanted.spec.index, None, 0.0, columns, told(columns, f"the nearest, {change.key!r}, "))
        worst = min(each.similarity or 0.0 for each in asked)
        return RowScore(wanted.spec.index, change.key, worst, columns, told(columns))

    def _silent_row(self, place: int, wanted: Wanted) -> RowScore:
        change = self._actual[self._absorbed[place]] if place in self._absorbed else None
        columns = tuple(unasked_scores(wanted.unasked, change.new if change else None))
        reason = "every column is ignored: not counted"
        return RowScore(wanted.spec.index, change.key if change else None, 0.0, columns, reason, counted=False)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Tells rows that are equal apart by what points to them."""

    plan: Plan
    pointing: Sequence[Sequence[tuple[Wanted, Ask]]]
    created: Mapping[str, Sequence[Change]]

    @classmethod
    def of(cls, plan: Plan, wanted: Sequence[Wanted], created: Mapping[str, Sequence[Change]]) -> Neighbourhood | None:
        """None when nothing points to any of the `wanted` rows."""
        found: dict[int, list[tuple[Wanted, Ask]]] = {}
        for each in (each for (_, operation), rows in plan.wanted.items() if operation == "create" for each in rows):
            for ask in each.asks:
                for spec in plan.links.creators_of(ask.target, ask.expected):
                    found.setdefault(spec, []).append((each, ask))
        pointing = [found.get(each.spec.index, []) for each in wanted]
        return cls(plan, pointing, created) if any(pointing) else None

    def __call__(self, place: int, key: Json) -> float:
        pointing = self.pointing[place]
        return sum(self._points(wanted, ask, key) for wanted, ask in pointing) / len(pointing) if pointing else 0.0

    def _points(self, wanted: Wanted, ask: Ask, key: Json) -> bool:
        plain = [each for each in wanted.asks if each.measure == "exact" and not self._is_open(each)]
        for change in self.created.get(wanted.spec.table, ()):
            value = change.new.get(ask.column)
            keys = {key_form(item) for item in (value if isinstance(value, list) else [value])}
            if key_form(key) in keys and all(_has(change, each) for each in plain):
                return True
        return False

    def _is_open(self, ask: Ask) -> bool:
        return bool(self.plan.links.creators_of(ask.target, ask.expected))


def _has(change: Change, ask: Ask) -> bool:
    return canonical(change.new.get(ask.column), ask.kind) == canonical(ask.expected, ask.kind)


def _unexpected(change: Change, attempts: Mapping[KeyForm, RowScore]) -> Unexpected:
    attempt = attempts.get(key_form(change.key))
    return Unexpected(change, attempt.spec, wrong_columns(attempt.columns)) if attempt else Unexpected(change)
