"""The expected changes as strict mode takes them: what is asked of each, what belongs together, what is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from scenarios.scoring.asks import Ask, KnownTable, Unasked, ask_of_created, ask_of_updated
from scenarios.scoring.changes import Keeping, key_columns, key_form
from scenarios.scoring.references import Links, creators, target_of
from scenarios.scoring.rows import UNKNOWN_TABLE, Operation, Rows, Schemas, TableSchema
from scenarios.scoring.specs import Expected, by_group
from ui_server.expressions import Json

FaultCode = Literal["unknown_column", "unknown_row", "already_true", "says_nothing"]


@dataclass(frozen=True, slots=True)
class SpecFault:
    """Something in an expected change that no agent can do anything about; with a blocking one no agent can succeed."""

    spec: int
    code: FaultCode
    column: str = ""
    hint: str = ""

    @property
    def blocking(self) -> bool:
        return self.code in ("unknown_column", "unknown_row")

    def to_json(self) -> dict[str, Json]:
        return {"spec": self.spec, "code": self.code, "column": self.column or None, "hint": self.hint}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An expected row: what is asked of it, and what is not."""

    spec: Expected
    asks: tuple[Ask, ...] = ()
    unasked: tuple[Unasked, ...] = ()


@dataclass(slots=True)
class Plan:
    """All of it for one comparison. `links` learns the keys of created rows while they are matched."""

    tables: Mapping[str, KnownTable]
    wanted: Mapping[tuple[str, Operation], Sequence[Wanted]]
    links: Links
    keeping: Mapping[str, Keeping]
    faults: list[SpecFault] = field(default_factory=list)

    def report(self, spec: Expected, code: FaultCode, *, column: str = "", hint: str = "") -> None:
        self.faults.append(SpecFault(spec.index, code, column, hint))


def make_plan(specs: Sequence[Expected], initial: Rows, final: Rows, schemas: Schemas) -> Plan:
    """Reads the specs against the tables. Final rows are looked at only for the names of their columns."""
    return _Planner(specs, initial, final, schemas).plan()


class _Planner:
    def __init__(self, specs: Sequence[Expected], initial: Rows, final: Rows, schemas: Schemas) -> None:
        self._specs = [_resolved(spec, schemas.get(spec.table, UNKNOWN_TABLE)) for spec in specs]
        self._states = (initial, final)
        self._schemas = schemas
        self._names = sorted({*initial, *final, *schemas, *(spec.table for spec in specs)})
        self._targets: dict[tuple[str, str], str | None] = {}
        self._tables: dict[str, KnownTable] = {}
        self._created = {spec.table: self._table(spec.table).key for spec in specs if spec.operation == "create"}

    def plan(self) -> Plan:
        links = Links(self._creators())
        wanted = {
            group: [self._wanted(spec, links) for spec in listed] for group, listed in by_group(self._specs).items()
        }
        plan = Plan(self._tables, wanted, links, _keeping(self._tables))
        for each in (each for listed in wanted.values() for each in listed):
            self._report(plan, each)
        return plan

    def _wanted(self, spec: Expected, links: Links) -> Wanted:
        if spec.operation == "delete":
            return Wanted(spec)
        if spec.operation == "update":
            table = self._table(spec.table)
            return _sorted_out(
                spec, [ask_of_updated(table, spec, name, self._target(spec.table, name)) for name in spec.values]
            )
        return self._wanted_row(spec, links)

    def _wanted_row(self, spec: Expected, links: Links) -> Wanted:
        table, found, pointing = self._table(spec.table), list[Ask | Unasked](), set[str]()
        for column, value in spec.values.items():
            target = self._target(spec.table, column)
            if links.creators_of(target, value):
                pointing.add(column)
            found.append(ask_of_created(table, spec, column, target, points=column in pointing))
        if not any(isinstance(each, Ask) and each.column not in pointing for each in found):
            found = [self._by_reference(spec, each) for each in found]
        return _sorted_out(spec, found)

    def _by_reference(self, spec: Expected, column: Ask | Unasked) -> Ask | Unasked:
        """A row that ignores all its columns is at least known by the rows it points to."""
        target, value = self._target(spec.table, column.column), column.expected
        if isinstance(column, Ask) or target is None or value is None or not _all_known(value, self._table(target)):
            return column
        return Ask(column.column, value, "exact", self._table(spec.table).kinds.get(column.column, "any"), target)

    def _creators(self) -> dict[str, dict[str, int]]:
        creating = [spec for spec in self._specs if spec.operation == "create"]
        pointing = [
            (target, value)
            for spec in self._specs
            for column, value in spec.values.items()
            if (target := self._target(spec.table, column)) in self._created and target is not None
        ]
        return creators(
            [(spec.table, spec.index, self._table(spec.table).name_of(spec)) for spec in creating],
            pointing,
            {table: set(self._table(table).known_keys) for table in self._created},
        )

    def _target(self, table: str, column: str) -> str | None:
        if (table, column) not in self._targets:
            found = target_of(column, table, self._schema(table), created=self._created, tables=self._names)
            self._targets[table, column] = found
        return self._targets[table, column]

    def _table(self, name: str) -> KnownTable:
        if name not in self._tables:
            before, after = (state.get(name, ()) for state in self._states)
            specs = tuple(spec for spec in self._specs if spec.table == name)
            named = next((spec.key_column for spec in specs if spec.key_column), "")
            key = key_columns((before, after), self._schema(name), named)
            self._tables[name] = KnownTable(name, before, after, key, self._schema(name), specs)
        return self._tables[name]

    def _schema(self, table: str) -> TableSchema:
        return self._schemas.get(table, UNKNOWN_TABLE)

    def _report(self, plan: Plan, wanted: Wanted) -> None:
        spec, table = wanted.spec, self._table(wanted.spec.table)
        for ask in wanted.asks:
            if not table.holds(ask.column, ask.expected):
                plan.report(spec, "unknown_column", column=ask.column, hint=f"{spec.table} has no such column")
        if spec.operation == "create":
            if not wanted.asks:
                plan.report(
                    spec, "says_nothing", hint="every column is ignored; the row is neither asked for nor held against"
                )
        elif key_form(spec.key) not in table.known_keys:
            plan.report(spec, "unknown_row", column=spec.key_column, hint=f"{spec.key!r} is not there at the start")


def _resolved(spec: Expected, schema: TableSchema) -> Expected:
    """The spec with ids that are written as words as the world has them, so that it means the rows that were staged."""
    if schema.resolve is None:
        return spec
    values = {column: schema.resolve(column, value) for column, value in spec.values.items()}
    return replace(spec, values=values, key=schema.resolve(spec.key_column, spec.key))


def _sorted_out(spec: Expected, columns: Sequence[Ask | Unasked]) -> Wanted:
    return Wanted(
        spec,
        tuple(each for each in columns if isinstance(each, Ask)),
        tuple(each for each in columns if isinstance(each, Unasked)),
    )


def _keeping(tables: Mapping[str, KnownTable]) -> dict[str, Keeping]:
    return {
        name: Keeping(
            key=table.key,
            updated=frozenset(key_form(spec.key) for spec in table.specs if spec.operation == "update"),
        )
        for name, table in tables.items()
    }


def _all_known(value: Json, table: KnownTable) -> bool:
    values = value if isinstance(value, list) else [value]
    return bool(values) and all(key_form(each) in table.known_keys for each in values)
