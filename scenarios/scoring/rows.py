"""Rows as scoring gets them, and what it has to know of their tables.

The rows of a world are `{table: [row]}`. What the tables are may be told by schemas; where it is not, it is taken from
the names and values that are there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal, TypeAlias

from scenarios.scoring.errors import RowsUnreadable
from ui_server.expressions import Json

Row: TypeAlias = Mapping[str, Json]
Rows: TypeAlias = Mapping[str, Sequence[Row]]
Operation = Literal["create", "update", "delete"]
Kind = Literal["integer", "number", "text", "flag", "time", "json", "any"]

NATIVE_NAMESPACES = frozenset({"REMINDER", "CALENDAR_EVENTS", "CALENDARS", "CONTACT", "MESSAGING", "NOTES", "SETTING"})

KEY_COLUMNS = (
    "id",
    "note_id",
    "reminder_id",
    "calendar_event_id",
    "calendar_id",
    "person_id",
    "song_id",
    "playlist_id",
    "email_id",
    "thread_id",
    "order_id",
    "product_id",
    "transaction_id",
    "expense_id",
    "task_id",
    "file_id",
    "directory_id",
    "contact_id",
    "alarm_id",
)
"""The published order in which the key of a table is looked for."""

TIMESTAMPS = frozenset(
    {
        "updated_at",
        "created_at",
        "modified_at",
        "deleted_at",
        "last_logged_in",
        "last_updated_at",
        "last_modified_at",
        "added_at",
        "liked_at",
        "joined_at",
        "expected_delivery_at",
        "delivered_at",
        "initiated_at",
        "downloaded_at",
        "approved_at",
        "denied_at",
        "creation_datetime",
    }
)
"""Columns that the world stamps by itself."""

EVENT_TIMES = frozenset(
    {"deleted_at", "liked_at", "joined_at", "delivered_at", "downloaded_at", "approved_at", "denied_at"}
)
"""Of these, the ones that say by being set that something was done: to deny a request sets `denied_at` and no more."""

RUNTIME_IDS = frozenset({"reminder_id", "calendar_event_id", "calendar_id", "person_id", "note_id", "message_id"})
"""Keys that the device makes up when a row is created."""

PROSE = frozenset({"content", "title", "description", "name", "body", "text", "subject"})
"""Columns that hold words rather than values, unless a spec says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSchema:
    """What a caller knows of a table; everything may be left out.

    `references` names the table that a column's ids point into. `derived` says that rows are created and deleted only
    as a consequence of other rows, those that its `references` point to; `derived_columns` follow from other changes.
    A row in a table that `spends` costs money. `recipients` are the columns that say who gets a row, `owner` the one
    that says whose it is. `resolve` gives what a value in a column stands for, where ids may be written as words.
    """

    key: tuple[str, ...] = ()
    columns: Mapping[str, Kind] = field(default_factory=dict)
    references: Mapping[str, str] = field(default_factory=dict)
    derived: bool = False
    derived_columns: frozenset[str] = frozenset()
    spends: bool = False
    recipients: frozenset[str] = frozenset()
    owner: str | None = None
    resolve: Callable[[str, Json], Json] | None = field(default=None, compare=False, repr=False)


Schemas: TypeAlias = Mapping[str, TableSchema]
UNKNOWN_TABLE = TableSchema()


def check_rows(rows: object, name: str) -> Rows:
    """`rows` itself when it is `{table: [row]}`. Raises RowsUnreadable with the place of what is not."""
    if not isinstance(rows, Mapping):
        raise RowsUnreadable(f"/{name}", "an object of tables", _shown(rows))
    for table, listed in rows.items():
        if not isinstance(listed, Sequence) or isinstance(listed, str):
            raise RowsUnreadable(f"/{name}/{table}", "a list of rows", _shown(listed))
        if set(map(type, listed)) <= {dict}:
            continue
        for place, row in enumerate(listed):
            if not isinstance(row, Mapping):
                raise RowsUnreadable(f"/{name}/{table}/{place}", "an object", _shown(row))
    return rows


def is_native(table: str) -> bool:
    """Whether a table is one of the device's own: upper case without a dot, or a known namespace in any case."""
    return "." not in table and (table.upper() in NATIVE_NAMESPACES or table == table.upper())


def columns_of(rows: Iterable[Row]) -> set[str]:
    """The names of all columns."""
    return set(chain.from_iterable(rows))


def is_deleted(row: Row) -> bool:
    """Whether a row is only marked as deleted, as some tables do instead of dropping it."""
    return bool(row.get("deleted"))


def as_text(value: Json) -> str:
    """A value in the form in which keys are compared as texts."""
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else str(value)


def _shown(value: object) -> Json:
    return value if isinstance(value, (str, int, float, bool)) else None
