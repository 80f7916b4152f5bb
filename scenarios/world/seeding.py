"""Makes complete rows of what a scenario file says, and reports what had to be added or could not be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scenarios.world import words
from scenarios.world.columns import Column, Kind, to_json_text
from scenarios.world.errors import SeedError
from scenarios.world.owner import Rows
from scenarios.world.snapshot import extra_column
from scenarios.world.tables import Key, Row, Schema, TableOf
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True)
class Misfit:
    """A value that its column cannot mean; it was stored as it is. `place` is the row's number in its list."""

    table: str
    place: int
    column: str
    expected: str
    got: Json


@dataclass(frozen=True, slots=True)
class SeedReport:
    """`added_columns` names, by table, what no declaration knows, `added_tables` the tables that none knows;
    `repeated` are the keys that came more than once."""

    added_tables: tuple[str, ...] = ()
    added_columns: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    misfits: tuple[Misfit, ...] = ()
    repeated: Mapping[str, tuple[Key, ...]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {
            "added_tables": list(self.added_tables),
            "added_columns": {table: list(names) for table, names in self.added_columns.items()},
            "misfits": [
                {"table": m.table, "place": m.place, "column": m.column, "expected": m.expected, "got": m.got}
                for m in self.misfits
            ],
            "repeated": {table: list(keys) for table, keys in self.repeated.items()},
        }


@dataclass(frozen=True, slots=True)
class Seed:
    """Complete rows, the columns that were added for them, and the report."""

    rows: dict[str, list[Row]]
    extra: dict[str, tuple[Column, ...]]
    report: SeedReport


class Seeding:
    """Gathers the rows of one world.

    Of two rows with one key the later counts. What a row leaves out is as in the base's row of that key, else as its
    table declares it.
    """

    def __init__(self, schema: Schema, *, now: str) -> None:
        self._schema = schema
        self._now = now
        self._misfits: list[Misfit] = []
        self._repeated: dict[str, tuple[Key, ...]] = {}
        self._spelt: dict[tuple[str, str], str] = {}
        self.rows: dict[str, list[Row]] = {}

    def add(self, rows: Rows) -> None:
        """Raises UnknownTable, and SeedError for what is no row."""
        for name, listed in rows.items():
            table = self._schema.find(name)
            gathered = self.rows.setdefault(table.name, [])
            gathered += [self._normal(table, place, row) for place, row in enumerate(listed)]

    def finish(self, base: Rows, *, added_tables: Iterable[str] = ()) -> Seed:
        """Complete rows, those of `base` included. Raises SeedError for a key that its column cannot hold."""
        named = {**base, **self.rows}
        rows = {
            table.name: self._table_rows(table, base.get(table.name, ())) for table in map(self._schema.find, named)
        }
        extra = {name: found for name, listed in rows.items() if (found := self._extra(name, listed))}
        return Seed(rows, extra, replace(self._report(extra), added_tables=tuple(added_tables)))

    def _normal(self, table: TableOf, place: int, row: object) -> Row:
        if not isinstance(row, Mapping):
            raise SeedError(table.name, place, f"a row must be an object, got {row!r}")
        plain, misfits = normalise(row, table, self._schema)
        self._misfits += [Misfit(table.name, place, name, wanted, row[name]) for name, wanted in misfits.items()]
        return plain if plain.keys() <= table.by_name.keys() else self._as_spelt_first(table, plain)

    def _as_spelt_first(self, table: TableOf, row: Row) -> Row:
        """Undeclared columns that differ in case alone are one, and called as the first of them."""
        unknown = [name for name in row if name not in table.by_name]
        spelt = {name: self._spelt.setdefault((table.name, name.lower()), name) for name in unknown}
        return {spelt.get(name, name): value for name, value in row.items()}

    def _table_rows(self, table: TableOf, base: Sequence[Row]) -> list[Row]:
        under = _keyed(table, base)
        own = _keyed(table, self.rows.get(table.name, ()), taken=under)
        if own.repeated:
            self._repeated[table.name] = own.repeated
        if table.single and own.rows:
            last = list(own.rows)[-1]
            merged = {last: {**next(iter(under.rows.values()), {}), **own.rows[last]}}
        else:
            merged = {key: {**under.rows.get(key, {}), **own.rows.get(key, {})} for key in {**under.rows, **own.rows}}
        defaults = {**table.defaults, **dict.fromkeys(table.moments, self._now)}
        return [_complete(table, key, row, defaults) for key, row in merged.items()]

    def _extra(self, name: str, rows: Sequence[Row]) -> tuple[Column, ...]:
        table = self._schema.find(name)
        unknown = (row for row in rows if not row.keys() <= table.by_name.keys())
        names = dict.fromkeys(column for row in unknown for column in row if column not in table.by_name)
        return tuple(extra_column(column, [row.get(column) for row in rows]) for column in names)

    def _report(self, extra: Mapping[str, tuple[Column, ...]]) -> SeedReport:
        added = {name: tuple(column.name for column in columns) for name, columns in extra.items()}
        repeated = {name: tuple(keys) for name, keys in self._repeated.items()}
        return SeedReport(added_columns=added, misfits=tuple(self._misfits), repeated=repeated)


@dataclass(frozen=True, slots=True)
class _Keyed:
    rows: dict[Key, Row]
    repeated: tuple[Key, ...] = ()


def _keyed(table: TableOf, rows: Sequence[Row], *, taken: _Keyed | None = None) -> _Keyed:
    """Rows by key; those without one get the next that is free."""
    said = [_key(table, place, row) for place, row in enumerate(rows)]
    known = {*said, *(taken.rows if taken else ())}
    keyed: dict[Key, Row] = {}
    repeated: dict[Key, None] = {}
    for said_key, row in zip(said, rows, strict=True):
        key = _free(table, known) if said_key is None else said_key
        if key in keyed:
            repeated[key] = None
        keyed[key] = row
        known.add(key)
    return _Keyed(keyed, tuple(repeated))


def _complete(table: TableOf, key: Key, row: Row, defaults: Row) -> Row:
    said = {name: value for name, value in row.items() if value is not None or name not in table.required}
    return {**defaults, **said, table.key_column.name: key}


def _key(table: TableOf, place: int, row: Row) -> Key | None:
    column = table.key_column
    key = row.get(column.name)
    wanted = int if column.kind is Kind.INTEGER else str
    if key is None or key == "" or (isinstance(key, wanted) and not isinstance(key, bool)):
        return None if key == "" else key
    raise SeedError(table.name, place, f"{column.name} must be {column.kind}, got {key!r}")


def _free(table: TableOf, known: set[Key | None]) -> Key:
    if table.key_column.kind is Kind.INTEGER:
        return max((key for key in known if isinstance(key, int)), default=0) + 1
    candidates = (f"{table.name.lower()}_{number}" for number in range(1, len(known) + 2))
    return next(key for key in candidates if key not in known)


def normalise(row: Mapping[str, Json], table: TableOf, schema: Schema) -> tuple[Row, dict[str, str]]:
    """The row with ids as whole numbers, times in UTC and values in their column's type; and, by column, what would
    have fitted where a value does not. Expected rows go through this too, so that both sides speak alike."""
    plain: Row = {}
    misfits: dict[str, str] = {}
    for name, value in row.items():
        column = table.by_name.get(name) or table.column_called(name)
        if column is None:
            plain[name] = value
            continue
        if column.name != name and column.name in row:
            continue
        try:
            meant = words.resolve_value(value, column, table, schema) if column.name in table.id_columns else value
            plain[column.name] = column.coerce(meant)
        except ValueError as error:
            misfits[name] = str(error)
            plain[column.name] = value if column.kind is Kind.JSON else _storable(value)
    return plain, misfits


def _storable(value: Json) -> Any:
    return to_json_text(value) if isinstance(value, (list, dict)) else value
