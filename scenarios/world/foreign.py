"""Tables that no app here declares. A published file may stage any; they are made of the rows that it has for them."""

from __future__ import annotations

from dataclasses import make_dataclass

from scenarios.scoring.rows import KEY_COLUMNS
from scenarios.world.owner import Rows
from scenarios.world.tables import Schema, Table, TableOf


def with_foreign(schema: Schema, rows: Rows) -> Schema:
    """`schema` with a table for each name in `rows` that it does not know; the same where it knows them all.

    The key is the first of the usual key columns that a row has, `id` where none has any; keys stay as they are
    written. Every other column is added as one that nobody declared.
    """
    unknown = [name for name in rows if not schema.knows(name)]
    if not unknown:
        return schema
    named: dict[str, str] = {}
    for name in unknown:
        named.setdefault(name.lower(), name)
    return Schema((*schema.tables, *(_table(name, rows) for name in named.values())))


def _table(name: str, rows: Rows) -> TableOf:
    listed = [row for other, entries in rows.items() if other.lower() == name.lower() for row in entries]
    columns = {column for row in listed if isinstance(row, dict) for column in row}
    key = next((column for column in KEY_COLUMNS if column in columns), "id")
    keys = [row.get(key) for row in listed if isinstance(row, dict) and row.get(key) is not None]
    kind = int if all(isinstance(value, int) and not isinstance(value, bool) for value in keys) else str
    return Table(make_dataclass("ForeignRow", [(key, kind)], frozen=True, slots=True), name)
