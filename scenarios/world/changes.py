"""What was changed, row by row, read from SQLite's changesets; and the digest that chains such changes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import apsw

from scenarios.world.columns import Column
from scenarios.world.tables import Key, Row

Operation = Literal["create", "update", "delete"]
Layout: TypeAlias = "tuple[str, tuple[Column, ...]]"
"""Public name and columns, in SQLite's order, of the table behind an SQL name."""

_OPERATIONS: dict[str, Operation] = {"INSERT": "create", "UPDATE": "update", "DELETE": "delete"}


@dataclass(frozen=True, slots=True)
class Change:
    """One row that is not what it was.

    `old` and `new` hold the columns that differ, by name: a created row has only `new`, a deleted one only `old`.
    `derived` says that the row merely followed, by a rule of the world, from what was asked for.
    """

    table: str
    key: Key
    operation: Operation
    old: Row
    new: Row
    derived: bool = False

    def to_json(self) -> Row:
        return {
            "table": self.table,
            "key": self.key,
            "operation": self.operation,
            "old": deepcopy(self.old),
            "new": deepcopy(self.new),
            "derived": self.derived,
        }


def read(changeset: bytes, layout: Callable[[str], Layout]) -> tuple[Change, ...]:
    """The changes in a changeset, sorted by table and key, whatever the order in which they were made."""
    changes = [_read(change, layout) for change in apsw.Changeset.iter(changeset)]
    return tuple(sorted(changes, key=lambda change: (change.table, isinstance(change.key, str), change.key)))


def chain(digest: str, changes: Iterable[Change]) -> str:
    """SHA-256 of the digest before and the changes since. No change leaves the digest as it is.

    Whether a change is derived is a remark on it, not state, and does not count.
    """
    told = [[change.table, change.key, change.operation, change.old, change.new] for change in changes]
    return sha256(f"{digest}\n{canonical(told)}".encode()).hexdigest() if told else digest


def canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _read(change: Any, layout: Callable[[str], Layout]) -> Change:
    table, columns = layout(change.name)
    (key_place,) = change.pk_columns
    key = (change.old if change.old is not None else change.new)[key_place]
    return Change(
        table,
        key,
        _OPERATIONS[change.op],
        _side(columns, change.old, key_place if change.op == "UPDATE" else None),
        _side(columns, change.new, None),
    )


def _side(columns: tuple[Column, ...], stored: tuple[Any, ...] | None, without: int | None) -> Row:
    return {
        column.name: column.decode(value)
        for place, (column, value) in enumerate(zip(columns, stored or (), strict=stored is not None))
        if value is not apsw.no_change and place != without
    }
