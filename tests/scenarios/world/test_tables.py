"""One declaration of a row gives its columns, its SQL, and its way in and out of SQLite."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scenarios.world.columns import Column, Kind, Moment
from scenarios.world.errors import UnknownColumn, UnknownTable
from scenarios.world.plan import Plan
from scenarios.world.tables import Schema, Table


@dataclass(frozen=True, slots=True)
class Loan:
    id: int
    book: str
    fee: float = 0.5
    due_at: Moment = ""
    returned_at: Moment | None = None
    renewals: int = 0
    overdue: bool = False
    reader_ids: tuple[int, ...] = ()
    remark: str | None = None


LOANS = Table(Loan, "library.loans")


def test_the_columns_are_read_off_the_fields() -> None:
    assert LOANS.columns == (
        Column("id", Kind.INTEGER, nullable=False, default=0),
        Column("book", Kind.TEXT, nullable=False, default=""),
        Column("fee", Kind.NUMBER, nullable=False, default=0.5),
        Column("due_at", Kind.TIME, nullable=False, default=""),
        Column("returned_at", Kind.TIME, nullable=True, default=None),
        Column("renewals", Kind.INTEGER, nullable=False, default=0),
        Column("overdue", Kind.FLAG, nullable=False, default=False),
        Column("reader_ids", Kind.JSON, nullable=False, default=[], items=Kind.INTEGER),
        Column("remark", Kind.TEXT, nullable=True, default=None),
    )


def test_the_first_field_is_the_key_unless_another_is_named() -> None:
    assert LOANS.key_column.name == "id"
    assert Table(Loan, "library.loans", key="book").key_column.name == "book"


def test_tables_of_apps_and_of_the_device_have_their_sql_names() -> None:
    assert LOANS.sql_name == "library__loans"
    assert Table(Loan, "CALENDAR_EVENTS").sql_name == "native__calendar_events"


def test_a_record_comes_back_as_it_went_in() -> None:
    loan = Loan(3, "Ronja", 1.0, "2026-05-04T09:00:00", None, 2, True, (4, 5), None)
    assert LOANS.read(LOANS.values(loan)) == loan


def test_an_unknown_column_is_told_the_nearest_one() -> None:
    with pytest.raises(UnknownColumn) as caught:
        LOANS.column("renewal")
    assert caught.value.near == ("renewals",)
    assert caught.value.owner == "environment"


def test_a_table_is_found_by_alias_and_in_another_case() -> None:
    reminders = Table(Loan, "REMINDER", aliases=("reminders",))
    schema = Schema((LOANS, reminders))
    assert schema.find("reminder") is reminders
    assert schema.find("Reminders") is reminders
    assert schema.find("library.loans") is LOANS


def test_an_unknown_table_is_told_the_nearest_one() -> None:
    with pytest.raises(UnknownTable) as caught:
        Schema((LOANS,)).find("library.loan")
    assert caught.value.near == ("library.loans",)


def test_two_tables_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match=r"library\.loans"):
        Schema((LOANS, Table(Loan, "library.loans", key="book")))


def test_every_reference_of_the_apps_points_from_a_column_to_a_table(plan: Plan) -> None:
    for table in plan.schema:
        for column, target in table.references.items():
            assert table.column(column).name == column
            assert plan.schema.find(target).name == target


def test_every_other_remark_of_the_apps_names_a_column(plan: Plan) -> None:
    for table in plan.schema:
        owner = {table.owner} if table.owner else set()
        assert table.derived_columns | table.recipients | owner <= set(table.names)


def test_every_table_can_be_created(plan: Plan) -> None:
    assert plan.snapshot.image
