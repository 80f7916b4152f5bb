"""Databases at rest: made once, opened any number of times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import apsw

from scenarios.world.changes import canonical
from scenarios.world.columns import Column, Kind
from scenarios.world.tables import Row, Schema, TableOf, insertion, quoted

PAGE_SIZE = 1024  # bytes; most tables hold a few rows, and every table takes at least a page


@dataclass(frozen=True)
class Snapshot:
    """An SQLite database as bytes. `extra` are the columns that a scenario added to tables, `digest` stands for the
    tables and all rows, in whatever order they were put in."""

    schema: Schema
    image: bytes = field(repr=False)
    digest: str
    extra: Mapping[str, tuple[Column, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, schema: Schema) -> Snapshot:
        """The empty tables of a schema."""
        connection = apsw.Connection(":memory:")
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute(schema.ddl)
        image = connection.serialize("main")
        connection.close()
        return cls(schema, image, sha256(schema.ddl.encode()).hexdigest())

    def with_rows(
        self, rows: Mapping[str, Sequence[Row]], extra: Mapping[str, tuple[Column, ...]] | None = None
    ) -> Snapshot:
        """The same with complete rows, by public table name, in tables that were empty."""
        added, told = dict(extra or {}), {}
        connection = self.connect()
        with connection:
            for name, table_rows in sorted(rows.items()):
                if table_rows:
                    told[name] = _fill(connection, self.schema.find(name), table_rows, added.get(name, ()))
        image = connection.serialize("main")
        connection.close()
        digest = sha256(f"{self.digest}\n{canonical(told)}".encode()).hexdigest()
        return Snapshot(self.schema, image, digest, {**self.extra, **added})

    def connect(self) -> apsw.Connection:
        """A new database in memory that holds all of this."""
        connection = apsw.Connection(":memory:")
        connection.deserialize("main", self.image)
        return connection


def extra_column(name: str, values: Sequence[object]) -> Column:
    """A column for values that no declaration speaks of; its kind is that of the values."""
    known = [value for value in values if value is not None]
    flags = sum(isinstance(value, bool) for value in known)
    if any(isinstance(value, (list, dict)) for value in known) or 0 < flags < len(known):
        return Column(name, Kind.JSON)
    return Column(name, Kind.FLAG if flags else Kind.ANY)


def _fill(connection: apsw.Connection, table: TableOf, rows: Sequence[Row], extra: tuple[Column, ...]) -> list[Any]:
    """Inserts rows; gives what was stored, the names of the columns and then the rows by key."""
    for column in extra:
        connection.execute(f"ALTER TABLE {quoted(table.sql_name)} ADD COLUMN {quoted(column.name)}")
    columns = table.columns + extra
    names = [column.name for column in columns]
    values = [[column.encode(row.get(column.name)) for column in columns] for row in rows]
    connection.executemany(insertion(table.sql_name, names) if extra else table.sql_insert, values)
    key = names.index(table.key_column.name)
    return [names, *sorted(values, key=lambda value: value[key])]
