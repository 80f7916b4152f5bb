"""Rows, changes and digests of one episode's database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.world.changes import Change
from scenarios.world.columns import Kind
from scenarios.world.database import Database
from scenarios.world.errors import UnknownColumn, UnknownTable
from scenarios.world.snapshot import Snapshot, extra_column
from scenarios.world.tables import Row, Schema, Table


@dataclass(frozen=True, slots=True)
class Jar:
    id: int
    label: str
    grams: float = 0.0
    tags: tuple[str, ...] = ()
    open: bool = False
    stock: int = 0


@dataclass(frozen=True, slots=True)
class Slip:
    slip_id: str
    jar_id: int | None = None


JARS = Table(Jar, "kitchen.jars", derived_columns=frozenset({"stock"}))
SLIPS = Table(Slip, "SLIP")
SHADOWS = Table(Slip, "SHADOW", derived=True)
SNAPSHOT = Snapshot.of(Schema((JARS, SLIPS, SHADOWS)))
TEA = Jar(1, "Tea", 200.0, ("hot", "dry"), True)
SALT = Jar(2, "Salt", 500.0)


def loaded(*jars: Jar) -> Database:
    rows: list[Row] = [
        {"id": j.id, "label": j.label, "grams": j.grams, "tags": list(j.tags), "open": j.open, "stock": j.stock}
        for j in jars or (TEA, SALT)
    ]
    return Database(SNAPSHOT.with_rows({"kitchen.jars": rows}))


@pytest.fixture
def database() -> Iterator[Database]:
    with ExitStack() as stack:
        opened = loaded()
        stack.callback(opened.close)
        yield opened


def test_rows_are_counted_as_they_are_found(database: Database) -> None:
    database.add(SLIPS, Slip("a"))
    assert (database.count(JARS), database.count(JARS, open=True), database.count(JARS, label="Flour")) == (2, 1, 0)
    assert database.count(SLIPS, jar_id=None) == len(database.find(SLIPS, jar_id=None)) == 1


def test_records_are_read_by_key_by_value_and_by_condition(database: Database) -> None:
    assert database.get(JARS, 1) == TEA
    assert database.get(JARS, 9) is None
    assert database.find(JARS, label="Salt", open=False) == [SALT]
    assert database.first(JARS, label="Pepper") is None
    assert database.select(JARS, "grams >= ? AND grams < ?", 100, 500) == [TEA]
    assert database.find(JARS) == [TEA, SALT]


def test_lists_and_nulls_are_compared_as_values(database: Database) -> None:
    with database.attempt():
        database.add(SLIPS, Slip("a"))
        database.add(SLIPS, Slip("b", 1))
    assert database.find(SLIPS, jar_id=None) == [Slip("a")]
    assert database.find(JARS, tags=("hot", "dry")) == [TEA]


def test_an_unknown_column_is_an_error_and_no_empty_result(database: Database) -> None:
    with pytest.raises(UnknownColumn):
        database.find(JARS, lable="Tea")


def test_a_created_row_is_told_whole(database: Database) -> None:
    with database.attempt() as attempt:
        database.add(JARS, Jar(3, "Rice"))
    new: Row = {"id": 3, "label": "Rice", "grams": 0.0, "tags": [], "open": False, "stock": 0}
    assert attempt.changes == (Change("kitchen.jars", 3, "create", {}, new),)


def test_of_an_updated_row_only_the_columns_that_differ_are_told(database: Database) -> None:
    with database.attempt() as attempt:
        database.put(JARS, replace(TEA, tags=("hot",), open=False))
    old: Row = {"tags": ["hot", "dry"], "open": True}
    assert attempt.changes == (Change("kitchen.jars", 1, "update", old, {"tags": ["hot"], "open": False}),)


def test_a_deleted_row_is_told_as_it_was(database: Database) -> None:
    with database.attempt() as attempt:
        database.remove(JARS, SALT)
    (change,) = attempt.changes
    assert (change.operation, change.key, change.new) == ("delete", 2, {})
    assert change.old["label"] == "Salt"


def test_writing_the_same_again_is_no_change(database: Database) -> None:
    digest = database.digest
    with database.attempt() as attempt:
        database.put(JARS, TEA)
    assert attempt.changes == ()
    assert database.digest == digest


def test_a_step_that_fails_leaves_no_trace(database: Database) -> None:
    before, digest = database.all_rows(), database.digest
    with pytest.raises(RuntimeError), database.attempt() as attempt:
        database.add(JARS, Jar(database.next_id(JARS), "Rice"))
        database.put(JARS, replace(TEA, label="Mint"))
        database.remove(JARS, SALT)
        raise RuntimeError
    assert database.all_rows() == before
    assert database.digest == digest
    assert database.changes() == attempt.changes == ()
    assert database.next_id(JARS) == 3


def test_a_failed_step_does_not_spoil_the_next_one(database: Database) -> None:
    with pytest.raises(RuntimeError), database.attempt():
        database.put(JARS, replace(TEA, label="Mint"), derived=True)
        raise RuntimeError
    with database.attempt() as attempt:
        database.put(JARS, replace(TEA, label="Chai"))
    assert attempt.changes == (Change("kitchen.jars", 1, "update", {"label": "Tea"}, {"label": "Chai"}),)


def test_what_is_set_and_set_back_cancels_out(database: Database) -> None:
    before = database.all_rows()
    for jar in (replace(TEA, label="Mint"), TEA):
        with database.attempt():
            database.put(JARS, jar)
    with database.attempt():
        database.add(JARS, Jar(3, "Rice"))
    with database.attempt():
        database.remove(JARS, Jar(3, "Rice"))
    assert database.changes() == ()
    assert database.all_rows() == before


def test_changes_of_several_steps_are_told_as_one(database: Database) -> None:
    for label in ("Mint", "Chai"):
        with database.attempt():
            database.put(JARS, replace(TEA, label=label))
    assert database.changes() == (Change("kitchen.jars", 1, "update", {"label": "Tea"}, {"label": "Chai"}),)


def test_a_number_that_was_given_once_is_not_given_again(database: Database) -> None:
    with database.attempt():
        database.remove(JARS, SALT)
        replacement = database.add(JARS, Jar(database.next_id(JARS), "Sea salt"))
    assert replacement.id == 3
    assert [(change.operation, change.key) for change in database.changes()] == [("delete", 2), ("create", 3)]


def test_numbers_are_given_out_one_by_one(database: Database) -> None:
    assert [database.next_id(JARS), database.next_id(JARS)] == [3, 4]


def test_a_row_cannot_be_put_over_one_that_is_not_there(database: Database) -> None:
    with pytest.raises(KeyError), database.attempt():
        database.put(JARS, Jar(9, "Rice"))


def test_a_key_cannot_be_added_twice(database: Database) -> None:
    with pytest.raises(apsw.ConstraintError), database.attempt():
        database.add(JARS, TEA)


def test_rows_that_follow_by_a_rule_are_told_apart(database: Database) -> None:
    with database.attempt() as attempt:
        database.add(SHADOWS, Slip("shadow"))
        database.add(SLIPS, Slip("receipt"), derived=True)
        database.add(SLIPS, Slip("wish"))
        database.put(JARS, replace(TEA, stock=4))
    derived = {change.key: change.derived for change in attempt.changes}
    assert derived == {"shadow": True, "receipt": True, "wish": False, 1: True}
    assert {change.key: change.derived for change in database.changes()} == derived


def test_a_row_that_was_asked_for_does_not_become_derived_when_a_rule_touches_it(database: Database) -> None:
    with database.attempt() as attempt:
        database.put(JARS, replace(TEA, label="Mint"))
        database.put(JARS, replace(TEA, label="Mint", stock=2), derived=True)
    assert [change.derived for change in attempt.changes] == [False]
    with database.attempt():
        database.put(JARS, replace(TEA, label="Mint", grams=1.0), derived=True)
    assert [change.derived for change in database.changes()] == [False]


def test_the_digest_does_not_depend_on_the_order_within_a_step() -> None:
    def steps(jars: list[Jar]) -> str:
        database = loaded()
        with database.attempt():
            for jar in jars:
                database.add(JARS, jar)
        database.close()
        return database.digest

    rice, oats = Jar(3, "Rice"), Jar(4, "Oats")
    assert steps([rice, oats]) == steps([oats, rice])
    assert steps([rice]) != steps([oats]) != steps([rice, oats])


def test_the_digest_depends_on_the_rows_that_were_loaded_but_not_on_their_order() -> None:
    def opened(*jars: Jar) -> str:
        database = loaded(*jars)
        database.close()
        return database.digest

    assert opened(TEA, SALT) == opened(SALT, TEA)
    assert opened(TEA, SALT) != opened(TEA) != opened(replace(TEA, open=False))


def test_a_digest_tells_which_step_came_first() -> None:
    def chained(first: Jar, second: Jar) -> str:
        database = loaded()
        for jar in (first, second):
            with database.attempt():
                database.add(JARS, jar)
        database.close()
        return database.digest

    rice, oats = Jar(3, "Rice"), Jar(4, "Oats")
    assert chained(rice, oats) != chained(oats, rice)


def test_rewinding_undoes_an_episode_exactly(database: Database) -> None:
    before = database.all_rows()
    with database.attempt():
        database.put(JARS, replace(TEA, tags=(), label="Mint"))
        database.remove(JARS, SALT)
        database.add(SLIPS, Slip("a", 1))
    assert database.all_rows() != before
    database.rewind()
    assert database.all_rows() == before
    assert database.changes() == ()
    assert database.next_id(JARS) == 3


def test_added_columns_are_loaded_changed_and_told_like_others() -> None:
    extra = {"kitchen.jars": (extra_column("lid", ["red"]), extra_column('odd "name"', [[1]]))}
    row: Row = {"id": 1, "label": "Tea", "grams": 1.0, "tags": [], "open": False, "stock": 0}
    more: Row = {**row, "lid": "0123", 'odd "name"': [1, {"a": None}]}
    database = Database(SNAPSHOT.with_rows({"kitchen.jars": [more]}, extra))
    assert database.rows("kitchen.jars") == [more]
    with database.attempt() as attempt:
        database.put(JARS, Jar(1, "Mint", 1.0))
    assert attempt.changes == (Change("kitchen.jars", 1, "update", {"label": "Tea"}, {"label": "Mint"}),)
    with database.attempt() as attempt:
        database.remove(JARS, Jar(1, "Mint"))
    assert attempt.changes[0].old["lid"] == "0123"
    database.close()


def test_the_kind_of_an_added_column_is_that_of_its_values() -> None:
    assert extra_column("a", [None, [1]]).kind is Kind.JSON
    assert extra_column("a", [True, None]).kind is Kind.FLAG
    assert extra_column("a", ["x", 1]).kind is Kind.ANY
    assert extra_column("a", [None]).kind is Kind.ANY


def test_plain_rows_can_be_altered_by_whoever_gets_them(database: Database) -> None:
    database.rows("kitchen.jars")[0]["tags"] = "spoilt"
    assert database.rows("kitchen.jars")[0]["tags"] == ["hot", "dry"]


def test_rows_of_an_unknown_table_are_an_error(database: Database) -> None:
    with pytest.raises(UnknownTable):
        database.rows("kitchen.pots")


def test_a_snapshot_can_be_opened_any_number_of_times() -> None:
    snapshot = SNAPSHOT.with_rows({"SLIP": [{"slip_id": "a", "jar_id": 1}]})
    one, other = Database(snapshot), Database(snapshot)
    with one.attempt():
        one.remove(SLIPS, Slip("a", 1))
    assert other.find(SLIPS) == [Slip("a", 1)]
    assert Database(snapshot).digest == other.digest != one.digest


jars = st.builds(
    Jar,
    id=st.integers(1, 6),
    label=st.text(max_size=4),
    grams=st.floats(allow_nan=False, allow_infinity=False, width=32),
    tags=st.lists(st.text(max_size=3), max_size=2).map(tuple),
    open=st.booleans(),
    stock=st.integers(-5, 5),
)
deeds = st.lists(st.tuples(st.sampled_from(["set", "remove", "fail"]), jars), max_size=12)


def do(database: Database, deed: str, jar: Jar) -> None:
    held = database.get(JARS, jar.id)
    write: Callable[..., object] = database.put if held else database.add
    if deed == "remove" and held:
        database.remove(JARS, held)
    elif deed != "remove":
        write(JARS, jar)
    if deed == "fail":
        raise RuntimeError


@given(deeds)
def test_whatever_happens_the_changes_lead_from_the_first_rows_to_the_last_and_back(
    done: list[tuple[str, Jar]],
) -> None:
    database = loaded()
    first = {row["id"]: row for row in database.rows("kitchen.jars")}
    for deed, jar in done:
        try:
            with database.attempt():
                do(database, deed, jar)
        except RuntimeError:
            pass
    last = {row["id"]: row for row in database.rows("kitchen.jars")}
    rebuilt = dict(first)
    for change in database.changes():
        if change.operation == "delete":
            assert rebuilt.pop(change.key) == change.old
        else:
            rebuilt[change.key] = {**rebuilt.get(change.key, {}), **change.new}
    assert rebuilt == last
    database.rewind()
    assert {row["id"]: row for row in database.rows("kitchen.jars")} == first
    database.close()
