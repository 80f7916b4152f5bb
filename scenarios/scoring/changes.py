"""What became of the rows: every row that is not what it was, over all tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from scenarios.scoring.rows import (
    EVENT_TIMES,
    KEY_COLUMNS,
    TIMESTAMPS,
    UNKNOWN_TABLE,
    Operation,
    Row,
    Rows,
    Schemas,
    TableSchema,
    columns_of,
    is_deleted,
)
from scenarios.scoring.typed import canonical
from ui_server.expressions import Json

KeyForm: TypeAlias = str
"""A key as it is compared: see `key_form`."""


class Logged(Protocol):
    """One entry of a change log, as the world keeps it: what one call did to one row.

    `operation` is create, update, delete, or read where reads are logged. `derived` says that the change merely
    followed, by a rule of the world, from what was asked for.
    """

    @property
    def table(self) -> str: ...
    @property
    def key(self) -> Json: ...
    @property
    def operation(self) -> str: ...
    @property
    def old(self) -> Row: ...
    @property
    def new(self) -> Row: ...
    @property
    def derived(self) -> bool: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row that is not what it was. A created row has all of itself in `new`, a deleted one in `old`; an updated one
    has there the columns that differ, and all of itself in `row`.

    `followed` are those columns of an updated row that only changed by rules of the world, whatever else was done to
    it.
    """

    table: str
    operation: Operation
    key: Json
    old: Row = field(default_factory=dict)
    new: Row = field(default_factory=dict)
    row: Row = field(default_factory=dict)
    derived: bool = False
    followed: frozenset[str] = frozenset()

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(sorted({*self.old, *self.new}))

    def to_json(self) -> dict[str, Json]:
        return {
            "table": self.table,
            "operation": self.operation,
            "key": self.key,
            "old": dict(self.old),
            "new": dict(self.new),
            "derived": self.derived,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Keeping:
    """What is known of a table beforehand: its key, and the rows that are to be updated and so stay what they are."""

    key: tuple[str, ...]
    updated: frozenset[KeyForm] = frozenset()


def key_form(key: Json) -> str:
    """A key so that 7 and "7" are one: a key names a row, and no table has both."""
    if isinstance(key, str):
        return key
    return str(int(key)) if isinstance(key, float) and key.is_integer() else str(key)


def key_columns(rows: tuple[Sequence[Row], Sequence[Row]], schema: TableSchema, named: str = "") -> tuple[str, ...]:
    """The columns that tell the rows of a table apart, before and after; none where no known ones do.

    The column that a spec names goes before the declared key, and that before the usual ones.
    """
    present = [columns_of(side) for side in rows if side]
    shared = set.intersection(*present) if present else set()
    options = [(named,) if named else (), schema.key, *((name,) for name in (*KEY_COLUMNS, "message_id", "device_id"))]
    return next((each for each in options if each and shared.issuperset(each) and _tell_apart(rows, each)), ())


def net_changes(
    initial: Rows,
    final: Rows,
    *,
    schemas: Schemas,
    keeping: Mapping[str, Keeping],
    log: Iterable[Logged] = (),
) -> list[Change]:
    """All changes, sorted by table and key. The moment that the world stamps on a row is no change; stamping one in a
    column of EVENT_TIMES is.

    A row that the log knows to have been deleted and whose key then went to a new row counts as both, unless that row
    is `keeping.updated`.
    """
    entries: dict[tuple[str, KeyForm], list[Logged]] = {}
    for entry in log:
        entries.setdefault((entry.table, key_form(entry.key)), []).append(entry)
    found: list[Change] = []
    for table in sorted({*initial, *final}):
        before, after = initial.get(table, ()), final.get(table, ())
        if before is after or before == after:
            continue
        kept = keeping.get(table) or Keeping(key=key_columns((before, after), schemas.get(table, UNKNOWN_TABLE)))
        comparison = _Comparison(table, kept, entries)
        found += sorted(comparison.changes(before, after), key=lambda change: (repr(change.key), change.operation))
    return found


@dataclass(frozen=True, slots=True)
class _Comparison:
    table: str
    keeping: Keeping
    log: Mapping[tuple[str, KeyForm], Sequence[Logged]]

    def changes(self, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Change]:
        key = self.keeping.key
        if not key:
            yield from self._without_keys(before, after)
            return
        old, new = (dict(zip(_keys(side, key), side, strict=True)) for side in (before, after))
        for form in old.keys() | new.keys():
            was, now = old.get(form), new.get(form)
            if was != now:
                yield from self._of_row(_key(now or was or {}, key), was, now)

    def _of_row(self, key: Json, before: Row | None, after: Row | None) -> Iterator[Change]:
        kept = key_form(key) in self.keeping.updated
        if not kept and not (before and after and is_deleted(before) and is_deleted(after)):
            before = None if before is None or is_deleted(before) else before
            after = None if after is None or is_deleted(after) else after
        if before is None or after is None:
            yield from self._whole("delete", key, before)
            yield from self._whole("create", key, after)
            return
        columns = self._differing(before, after)
        if columns and not kept and self._was_reused(key):
            yield from self._whole("delete", key, before)
            yield from self._whole("create", key, after)
        elif columns:
            old, new = ({name: row.get(name) for name in columns} for row in (before, after))
            yield self._change("update", key, (old, new), after)

    def _whole(self, operation: Literal["create", "delete"], key: Json, row: Row | None) -> Iterator[Change]:
        if row is not None:
            created = operation == "create"
            yield self._change(operation, key, ({}, row) if created else (row, {}), row)

    def _change(self, operation: Operation, key: Json, sides: tuple[Row, Row], row: Row) -> Change:
        entries = self.log.get((self.table, key_form(key)), ())
        derived = bool(entries) and all(entry.derived for entry in entries)
        followed = _followed(sides[1], entries) if operation == "update" and not derived else frozenset[str]()
        old, new = sides
        return Change(
            table=self.table,
            operation=operation,
            key=key,
            old=old,
            new=new,
            row=row,
            derived=derived,
            followed=followed,
        )

    def _differing(self, before: Row, after: Row) -> list[str]:
        return [name for name in {**before, **after} if _differs(name, before.get(name), after.get(name))]

    def _was_reused(self, key: Json) -> bool:
        operations = [entry.operation for entry in self.log.get((self.table, key_form(key)), ())]
        return "delete" in operations and "create" in operations[operations.index("delete") :]

    def _without_keys(self, before: Sequence[Row], after: Sequence[Row]) -> Iterator[Change]:
        had, has = ([(_content(row), row) for row in side if not is_deleted(row)] for side in (before, after))
        old, new = Counter(form for form, _ in had), Counter(form for form, _ in has)
        for form in sorted((old - new).elements(), key=repr):
            yield from self._whole("delete", None, dict(had)[form])
        for form in sorted((new - old).elements(), key=repr):
            yield from self._whole("create", None, dict(has)[form])


def _followed(columns: Iterable[str], entries: Sequence[Logged]) -> frozenset[str]:
    """The columns that the log knows to have been changed, and by nothing but a rule."""
    touching = ((column, [entry for entry in entries if column in {*entry.old, *entry.new}]) for column in columns)
    return frozenset(column for column, found in touching if found and all(entry.derived for entry in found))


def _differs(column: str, before: Json, after: Json) -> bool:
    if column in EVENT_TIMES:
        return (before is None) != (after is None)
    return column not in TIMESTAMPS and before != after


def _content(row: Row) -> Hashable:
    return canonical({name: value for name, value in row.items() if name not in TIMESTAMPS and value is not None})


def _keys(rows: Sequence[Row], key: tuple[str, ...]) -> list[KeyForm]:
    if len(key) == 1:
        values = [row.get(key[0]) for row in rows]
        # Most tables; written out because every row of every changed table comes by here.
        if set(map(type, values)) <= {int, str}:
            return list(map(str, values))
    return [key_form(_key(row, key)) for row in rows]


def _key(row: Row, key: tuple[str, ...]) -> Json:
    return row.get(key[0]) if len(key) == 1 else [row.get(name) for name in key]


def _tell_apart(rows: Iterable[Sequence[Row]], key: tuple[str, ...]) -> bool:
    return all(
        len(set(_keys(side, key))) == len(side) and None not in [row.get(name) for row in side for name in key]
        for side in rows
    )
