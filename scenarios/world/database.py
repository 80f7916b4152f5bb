"""The rows of one episode: an SQLite database in memory, with every change watched from the moment it is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import apsw

from scenarios.world import changes
from scenarios.world.changes import Change, Layout
from scenarios.world.columns import Column
from scenarios.world.snapshot import Snapshot
from scenarios.world.tables import Key, Row, Table, TableOf, quoted

R = TypeVar("R")


class Database:
    """Records in and out for the tools, plain rows and changes out for the scores.

    `digest` stands for the rows at the start and every step since. The columns in `_extra` are those of the scenario.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.schema = snapshot.schema
        self.digest = snapshot.digest
        self._extra = snapshot.extra
        self._connection = snapshot.connect()
        self._session = apsw.Session(self._connection, "main")
        self._session.attach()
        self._highest: dict[str, int] = {}
        self._derived: dict[tuple[str, Key], bool] = {}
        self._asked_for: set[tuple[str, Key]] = set()

    def close(self) -> None:
        self._session.close()
        self._connection.close()

    # Records, for the tools.

    def get(self, table: Table[R], key: Key | None) -> R | None:
        found = self.select(table, f"{table.sql_key} = ?", key)
        return found[0] if found else None

    def find(self, table: Table[R], **equal: Any) -> list[R]:
        """The rows in which each named column equals the value given (None finds nulls), by key."""
        where, values = _all_equal(table, equal)
        return self.select(table, where, *values)

    def first(self, table: Table[R], **equal: Any) -> R | None:
        found = self.find(table, **equal)
        return found[0] if found else None

    def count(self, table: TableOf, **equal: Any) -> int:
        """How many rows `find` would give."""
        where, values = _all_equal(table, equal)
        condition = f" WHERE {where}" if where else ""
        counted: int = self._connection.execute(f"SELECT count(*) FROM {quoted(table.sql_name)}{condition}", values).get
        return counted

    def select(self, table: Table[R], where: str = "", *values: Any) -> list[R]:
        """The rows for which an SQL condition holds, by key. Every value stands for a `?`."""
        condition = f" WHERE {where}" if where else ""
        sql = f"{table.sql_select}{condition} ORDER BY {table.sql_key}"
        return [table.read(stored) for stored in self._connection.execute(sql, values)]

    def add(self, table: Table[R], record: R, *, derived: bool = False) -> R:
        """Inserts a row. Its key must be new: `apsw.ConstraintError` otherwise."""
        self._connection.execute(table.sql_insert, table.values(record))
        self._remark(table, key=getattr(record, table.key_column.name), derived=derived)
        return record

    def put(self, table: Table[R], record: R, *, derived: bool = False) -> R:
        """Writes a row over the one of the same key. Raises KeyError if there is none."""
        assignments = ", ".join(f"{quoted(name)} = ?" for name in table.names)
        sql = f"UPDATE {quoted(table.sql_name)} SET {assignments} WHERE {table.sql_key} = ?"
        key = getattr(record, table.key_column.name)
        self._connection.execute(sql, [*table.values(record), key])
        if self._connection.changes() != 1:
            raise KeyError(key)
        self._remark(table, key=key, derived=derived)
        return record

    def remove(self, table: Table[R], record: R, *, derived: bool = False) -> None:
        key = getattr(record, table.key_column.name)
        if isinstance(key, int):
            # A number that was once given is never given again, so that a new row is not taken for the old one.
            self._highest[table.name] = max(self._highest.get(table.name, 0), key)
        self._connection.execute(f"DELETE FROM {quoted(table.sql_name)} WHERE {table.sql_key} = ?", [key])
        self._remark(table, key=key, derived=derived)

    def next_id(self, table: TableOf) -> int:
        """One more than the highest key that the table holds or ever held."""
        highest = self._connection.execute(f"SELECT max({table.sql_key}) FROM {quoted(table.sql_name)}").get
        issued = max(highest or 0, self._highest.get(table.name, 0)) + 1
        self._highest[table.name] = issued
        return issued

    # Plain data, for scores and records.

    def rows(self, table: str) -> list[Row]:
        """All rows of a table by key, with the columns that the scenario added. Raises UnknownTable."""
        found = self.schema.find(table)
        columns = self.columns(found)
        names = ", ".join(quoted(column.name) for column in columns)
        sql = f"SELECT {names} FROM {quoted(found.sql_name)} ORDER BY {found.sql_key}"
        return [_row(columns, stored) for stored in self._connection.execute(sql)]

    def all_rows(self) -> dict[str, list[Row]]:
        return {table.name: self.rows(table.name) for table in self.schema}

    def columns(self, table: TableOf) -> tuple[Column, ...]:
        return table.columns + self._extra.get(table.name, ())

    def changes(self) -> tuple[Change, ...]:
        """How the rows differ from those at the start. What was set and set back again is no change."""
        return self._read(self._session.changeset(), lambda row: row not in self._asked_for)

    def changeset(self) -> bytes:
        """The same in SQLite's own form, which `rewind` and other SQLite programs can apply."""
        return self._session.changeset()

    # Steps, and undoing them.

    @contextmanager
    def attempt(self) -> Iterator[Attempt]:
        """Runs a block as one step: all of its changes are kept and chained into `digest`, or none if it raises."""
        attempt, highest = Attempt(), dict(self._highest)
        self._derived.clear()
        before = self._connection.total_changes()
        session = apsw.Session(self._connection, "main")
        session.attach()
        try:
            with self._connection:
                yield attempt
            if self._connection.total_changes() != before:
                self._keep(attempt, session.changeset())
        except BaseException:
            self._highest = highest
            raise
        finally:
            session.close()

    def rewind(self) -> None:
        """Makes all rows what they were at the start, as one more step of the digest."""
        inverse = apsw.Changeset.invert(self.changeset())
        with self.attempt():
            apsw.Changeset.apply(inverse, self._connection)
        self._asked_for.clear()
        self._highest.clear()

    def _keep(self, attempt: Attempt, changeset: bytes) -> None:
        attempt.changes = self._read(changeset, lambda row: self._derived.get(row, False))
        self._asked_for.update((change.table, change.key) for change in attempt.changes if not change.derived)
        self.digest = changes.chain(self.digest, attempt.changes)

    def _read(self, changeset: bytes, follows: Callable[[tuple[str, Key]], bool]) -> tuple[Change, ...]:
        found = changes.read(changeset, self._layout)
        return tuple(
            replace(change, derived=self._follows(change) or follows((change.table, change.key))) for change in found
        )

    def _follows(self, change: Change) -> bool:
        table = self.schema.find(change.table)
        if change.operation == "update":
            return change.new.keys() <= table.derived_columns
        return table.derived and change.operation == "create"

    def _layout(self, sql_name: str) -> Layout:
        table = self.schema.by_sql_name[sql_name]
        return table.name, self.columns(table)

    def _remark(self, table: TableOf, *, key: Key, derived: bool) -> None:
        """A row that was asked for stays so within a step, even if it is touched again by a rule."""
        self._derived[table.name, key] = derived and self._derived.get((table.name, key), True)


@dataclass(slots=True)
class Attempt:
    """A step that is under way; its `changes` are known when it is over."""

    changes: tuple[Change, ...] = ()


def _all_equal(table: TableOf, equal: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """The SQL condition that each named column equals its value, nulls included, and the values that stand for `?`."""
    values = [table.column(name).encode(value) for name, value in equal.items()]
    return " AND ".join(f"{quoted(name)} IS ?" for name in equal), values


def _row(columns: tuple[Column, ...], stored: tuple[Any, ...]) -> Row:
    return {column.name: column.decode(value) for column, value in zip(columns, stored, strict=True)}
