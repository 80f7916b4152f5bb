"""How the published scorer reads a table and which measure it gives a column: what `paper` knows before pairing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from scenarios.scoring.errors import PublishedFailure
from scenarios.scoring.rows import (
    KEY_COLUMNS,
    PROSE,
    RUNTIME_IDS,
    TIMESTAMPS,
    Row,
    Rows,
    as_text,
    columns_of,
    is_deleted,
    is_native,
)
from scenarios.scoring.similarity import AFTER, CLOSE, EXACT, IGNORE, ROUGE
from scenarios.scoring.specs import Expected
from ui_server.expressions import Json

AUTOMATIC = TIMESTAMPS | {
    "relationships",
    "compressed_data",
    "file_compressed_data",
    "invitation_code",
    "debtor_ids",
    "participant_ids",
    "invite_code",
    "queue_song_ids",
    "label",
    "deleted",
}
"""Columns that never count when a row is created, whatever a spec says."""

WITHOUT_LATER = frozenset({"gmail.global_email_threads", "gmail.user_email_threads", "gmail.drafts"})
"""Tables whose timestamps need not move on when a row is updated."""

UNGUARDED = frozenset({"SANDBOX", "IMAGE", "CALENDAR_EVENTS_RECURRENCE_STAGING"})

NATIVE_FILLS: Mapping[str, Mapping[str, Json]] = {
    "REMINDER": dict.fromkeys(("latitude", "longitude"), 0),
    "CALENDAR_EVENTS": {
        **dict.fromkeys(("description", "recurrence_frequency", "recurrence_parent_id", "place_id"), ""),
        **dict.fromkeys(("recurrence_interval", "recurrence_until_datetime", "latitude", "longitude"), 0),
        "recurrence_exclude_datetime": [],
        "attendee_names": [],
        "attendee_emails": [],
        "formatted_address": "",
    },
}
"""What a null becomes in a nullable column of the device's own tables, whose types are declared and need no values."""


@dataclass(frozen=True)
class Table:
    """The rows of a table as read: without those marked as deleted, and knowing what their nulls become."""

    name: str
    rows: Sequence[Row]

    @classmethod
    def read(cls, tables: Rows, name: str) -> Table:
        rows = tables.get(name, ())
        return cls(name, rows if is_native(name) else [row for row in rows if not is_deleted(row)])

    @cached_property
    def columns(self) -> set[str]:
        return columns_of(self.rows)

    def value(self, row: Row, column: str) -> Json:
        """The value of a column with its null filled."""
        value = row.get(column)
        return self._fill(column) if value is None else value

    def key(self, row: Row) -> Json:
        column = key_column(self.columns)
        return row.get(column) if column else None

    def _fill(self, column: str) -> Json:
        if column not in self._fills:
            declared = NATIVE_FILLS.get(self.name.upper(), {})
            self._fills[column] = declared[column] if column in declared else fill_of(self.rows, column)
        return self._fills[column]

    @cached_property
    def _fills(self) -> dict[str, Json]:
        return {}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An expected row as compared: its values, nulls filled, and the measure of each."""

    spec: Expected
    values: Row
    measures: Mapping[str, str]

    @property
    def counted(self) -> list[str]:
        return [column for column, measure in self.measures.items() if measure != IGNORE]


def fill_of(rows: Iterable[Row], column: str) -> Json:
    """What the nulls of a column become: the empty value of its type. A column of nulls alone stays null."""
    return _empty(next((row[column] for row in rows if row.get(column) is not None), None))


def wanted_rows(specs: Sequence[Expected], values: Sequence[Row], columns: set[str]) -> list[Wanted]:
    """The expected rows of a group over those of their columns that the table has.

    Raises PublishedFailure when the expected rows hold values of different types in a column.
    """
    _refuse_mixed_types(values)
    names = sorted(columns_of(values) & columns)
    filled = {name: fill_of(values, name) for name in names}
    return [
        Wanted(
            spec,
            {name: filled[name] if row.get(name) is None else row[name] for name in names},
            {name: measure_of(spec, name, row.get(name)) for name in names},
        )
        for spec, row in zip(specs, values, strict=True)
    ]


def measure_of(spec: Expected, column: str, value: Json) -> str:
    """The measure for one column of one expected row. Raises PublishedFailure for the one that lacks its tolerance."""
    measure = _MEASURE_OF[spec.operation](spec, column, value)
    if measure == CLOSE:
        raise PublishedFailure(f"spec {spec.index}: {CLOSE} needs a tolerance, and a spec cannot give one")
    return measure


def key_column(columns: Iterable[str], others: Iterable[str] | None = None) -> str | None:
    """The first of the known key columns that both tables have, if any."""
    shared = set(columns) if others is None else set(columns) & set(others)
    return next((name for name in KEY_COLUMNS if name in shared), None)


def rows_only_in(one: Table, other: Table) -> Sequence[Row]:
    """The rows of `one` whose key, as text, is not in `other`.

    Without a key column they are told apart by all columns that both tables have.
    """
    key = key_column(one.columns, other.columns)
    shared = [key] if key else sorted(one.columns & other.columns)
    if not shared:
        return one.rows
    known = set(_texts(other.rows, shared))
    return [row for row, texts in zip(one.rows, _texts(one.rows, shared), strict=True) if texts not in known]


def _measure_of_created(spec: Expected, column: str, value: Json) -> str:
    if column in RUNTIME_IDS or column in AUTOMATIC:
        return IGNORE
    return spec.measures.get(column) or _default(column, value)


def _measure_of_updated(spec: Expected, column: str, value: Json) -> str:
    if column in spec.measures:
        return spec.measures[column]
    if value is not None and column in TIMESTAMPS and spec.table not in WITHOUT_LATER:
        return AFTER
    return _default(column, value)


def _measure_of_deleted(spec: Expected, column: str, value: Json) -> str:
    if column in spec.measures and column in RUNTIME_IDS:
        return IGNORE
    return spec.measures.get(column, EXACT)


_MEASURE_OF = {"create": _measure_of_created, "update": _measure_of_updated, "delete": _measure_of_deleted}


def _default(column: str, value: Json) -> str:
    if value is None or value in ("", []) or column in RUNTIME_IDS or column in AUTOMATIC:
        return IGNORE
    if column in PROSE:
        return ROUGE
    return IGNORE if column in ("tags", "data") else EXACT


def _empty(value: Json) -> Json:
    match value:
        case bool():
            return False
        case int() | float():
            return 0
        case str():
            return ""
        case list():
            return []
        case _:
            return None


def _refuse_mixed_types(rows: Iterable[Row]) -> None:
    kinds: dict[str, str] = {}
    for row in rows:
        for column, value in row.items():
            kind = "number" if isinstance(value, (bool, int, float)) else type(value).__name__
            if value is not None and kinds.setdefault(column, kind) != kind:
                raise PublishedFailure(f"the expected rows mix {kinds[column]} and {kind} in column {column!r}")


def _texts(rows: Iterable[Row], columns: Sequence[str]) -> list[tuple[str, ...]]:
    return list(zip(*([as_text(row.get(column)) for row in rows] for column in columns), strict=True))
