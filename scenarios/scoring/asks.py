"""What strict mode asks of one column of an expected row: the measure, the kind of the column, or why nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from scenarios.scoring.changes import KeyForm, key_form
from scenarios.scoring.published import key_column
from scenarios.scoring.rows import (
    EVENT_TIMES,
    PROSE,
    RUNTIME_IDS,
    TIMESTAMPS,
    Kind,
    Row,
    TableSchema,
    columns_of,
)
from scenarios.scoring.similarity import AFTER, CLOSE, CONTAINS, EXACT, IGNORE, LATER, ONE, ROUGE, WALL_CLOCK
from scenarios.scoring.specs import Expected
from scenarios.scoring.typed import Measure, kind_of
from ui_server.expressions import Json

GENERATED = frozenset({"invitation_code", "invite_code", "compressed_data", "file_compressed_data"})
"""Columns whose values the world makes up; looked at only where a spec names a measure."""

SAMPLE: Final = 50
"""How many values of a column are looked at to tell its kind."""

_MEASURES: dict[str, Measure] = {
    EXACT: "exact",
    CLOSE: "exact",
    ROUGE: "words",
    WALL_CLOCK: "wall clock",
    AFTER: "later",
    LATER: "later",
    CONTAINS: "contains",
}


@dataclass(frozen=True, slots=True)
class Ask:
    """One column of an expected row that is looked at. `target` is the table that its ids point into, if any."""

    column: str
    expected: Json
    measure: Measure
    kind: Kind = "any"
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Unasked:
    """One column of an expected row that is not looked at, and why."""

    column: str
    expected: Json
    reason: str


@dataclass(frozen=True)
class KnownTable:
    """A table as the specs see it, before any of its final rows is looked at for what it should be."""

    name: str
    before: Sequence[Row]
    after: Sequence[Row]
    key: tuple[str, ...]
    schema: TableSchema
    specs: tuple[Expected, ...]

    @cached_property
    def kinds(self) -> dict[str, Kind]:
        """By column: the declared kind, else what the initial rows agree on, else the specs. Final rows have no say."""
        wanted: dict[str, list[Json]] = {}
        for spec in self.specs:
            for column, value in spec.values.items():
                wanted.setdefault(column, []).append(value)
        return {column: self._kind(column, values) for column, values in wanted.items()}

    @cached_property
    def columns(self) -> set[str]:
        """All columns that the table is known to have; empty where there are neither rows nor a declaration."""
        return {*self.schema.columns, *columns_of(self.before), *columns_of(self.after)}

    @cached_property
    def known_keys(self) -> dict[KeyForm, Row]:
        """The initial rows by key; empty where the key is unknown or has several columns."""
        return {key_form(row.get(self.key[0])): row for row in self.before} if len(self.key) == 1 else {}

    def key_name(self, spec: Expected) -> str | None:
        """The column of a spec that names the row it creates; a key of several columns is content and names nothing."""
        if len(self.key) > 1:
            return None
        return self.key[0] if self.key else key_column(spec.values)

    def name_of(self, spec: Expected) -> Json:
        """The key that a spec gives the row it creates, if any, by which other specs may point to it."""
        column = self.key_name(spec)
        return spec.values.get(column) if column else None

    def holds(self, column: str, value: Json) -> bool:
        """Whether a row of the table can have this value there, as far as is known."""
        return value is None or not self.columns or column in self.columns

    def _kind(self, column: str, wanted: Sequence[Json]) -> Kind:
        if column in self.schema.columns:
            return self.schema.columns[column]
        seen, asked = kind_of(islice(self._values(column), SAMPLE)), kind_of(wanted)
        if seen == "any" or asked == "json":
            return asked
        if seen == "time" and asked not in ("time", "any"):
            return "text"
        holds_bits = seen == "integer" and asked == "flag" and all(value in (0, 1) for value in self._values(column))
        return "flag" if holds_bits else seen

    def _values(self, column: str) -> Iterator[Json]:
        return (row[column] for row in self.before if row.get(column) is not None)


def ask_of_created(
    table: KnownTable, spec: Expected, column: str, target: str | None, *, points: bool
) -> Ask | Unasked:
    """What is asked of one column of a row to be created. `points` says that it points to another created row."""
    value, named = spec.values[column], spec.measures.get(column)
    kind = table.kinds.get(column, "any")
    if points:
        return Ask(column, value, "exact", kind, target)
    names_row = table.key_name(spec) == column and (column in RUNTIME_IDS or named in (None, IGNORE))
    reason = "names the row" if names_row else _why_not(column, named)
    return Unasked(column, value, reason) if reason else Ask(column, value, _measure(column, value, named, kind), kind)


def ask_of_updated(table: KnownTable, spec: Expected, column: str, target: str | None) -> Ask | Unasked:
    """What is asked of one field of a row to be updated. The key is not asked for: it is how the row is found."""
    value, named = spec.values[column], spec.measures.get(column)
    kind = table.kinds.get(column, "any")
    if column in EVENT_TIMES and named not in (IGNORE, ONE):
        return Ask(column, value, "set", kind)
    reason = "names the row" if column == spec.key_column else _why_not(column, named)
    if reason:
        return Unasked(column, value, reason)
    return Ask(column, value, _measure(column, value, named, kind), kind, target)


def _why_not(column: str, named: str | None) -> str:
    if column in TIMESTAMPS:
        return "set by the world"
    if column in GENERATED and named is None:
        return "made up by the world"
    return "ignored by the spec" if named in (IGNORE, ONE) else ""


def _measure(column: str, value: Json, named: str | None, kind: Kind) -> Measure:
    if named is not None and (named != ROUGE or isinstance(value, str)):
        return _MEASURES[named]
    return "words" if column in PROSE and isinstance(value, str) and kind in ("text", "any") else "exact"
