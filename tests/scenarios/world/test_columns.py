"""One value, three forms: in a scenario file, in a record, in SQLite."""

from __future__ import annotations

import pytest

from scenarios.world.columns import Column, Kind
from ui_server.expressions import Json

COLUMNS = {
    column.name: column
    for column in (
        Column("renewals", Kind.INTEGER),
        Column("fee", Kind.NUMBER),
        Column("book", Kind.TEXT),
        Column("overdue", Kind.FLAG),
        Column("due_at", Kind.TIME),
        Column("reader_ids", Kind.JSON, items=Kind.INTEGER),
        Column("remark", Kind.TEXT),
    )
}


@pytest.mark.parametrize(
    ("column", "value", "stored"),
    [
        ("renewals", 2, 2),
        ("overdue", True, 1),
        ("due_at", "2026-05-04T09:00:00", "2026-05-04T09:00:00"),
        ("reader_ids", [4, 5], "[4,5]"),
        ("remark", None, None),
    ],
)
def test_a_value_goes_into_sqlite_and_comes_back_as_it_was(column: str, value: Json, stored: object) -> None:
    assert COLUMNS[column].encode(value) == stored
    assert COLUMNS[column].decode(stored) == value


def test_what_was_stored_against_the_kind_of_its_column_comes_back_as_it_is() -> None:
    assert COLUMNS["overdue"].decode(7) == 7
    assert COLUMNS["reader_ids"].decode(3) == 3


def test_an_id_is_told_by_the_name_and_the_kind_of_its_column() -> None:
    assert Column("book_id", Kind.INTEGER).holds_id and not Column("book_id", Kind.TEXT).holds_id
    assert COLUMNS["reader_ids"].holds_ids and not COLUMNS["renewals"].holds_id


@pytest.mark.parametrize(
    ("column", "given", "held"),
    [
        ("renewals", "12", 12),
        ("renewals", 3.0, 3),
        ("fee", "2.50", 2.5),
        ("fee", 2, 2.0),
        ("book", 1984, "1984"),
        ("overdue", 1, True),
        ("overdue", "false", False),
        ("due_at", "2026-05-04T11:00:00+02:00", "2026-05-04T09:00:00"),
        ("reader_ids", "[1, 2]", [1, 2]),
        ("reader_ids", "3", [3]),
        ("remark", None, None),
    ],
)
def test_a_column_reads_what_a_file_may_say(column: str, given: Json, held: Json) -> None:
    assert COLUMNS[column].coerce(given) == held


@pytest.mark.parametrize(
    ("column", "given"),
    [
        ("renewals", "many"),
        ("renewals", 1.5),
        ("fee", "dear"),
        ("fee", []),
        ("overdue", "perhaps"),
        ("due_at", 5),
        ("reader_ids", "all"),
    ],
)
def test_a_column_says_what_would_fit_when_a_value_does_not(column: str, given: Json) -> None:
    with pytest.raises(ValueError, match=r"a whole number|a number|true or false|a date and time"):
        COLUMNS[column].coerce(given)
