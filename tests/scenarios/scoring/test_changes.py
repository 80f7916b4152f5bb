"""What became of the rows."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.changes import Change, Keeping, key_columns, key_form, net_changes
from scenarios.scoring.rows import Operation, TableSchema

TASKS = "todoist.tasks"
Row = dict[str, Any]


def changes(before: list[Row], after: list[Row], *, log: list[Change] | None = None, updated: int = 0) -> list[Change]:
    keeping = {TASKS: Keeping(key=("id",), updated=frozenset({str(updated)}))} if updated else {}
    return net_changes({TASKS: before}, {TASKS: after}, schemas={}, keeping=keeping, log=log or [])


def told(found: list[Change]) -> list[tuple[str, object]]:
    return [(change.operation, change.key) for change in found]


def logged(operation: Operation, key: int, *, derived: bool = False) -> Change:
    return Change(table=TASKS, operation=operation, key=key, derived=derived)


def test_a_created_row_is_all_in_new_and_a_deleted_one_all_in_old() -> None:
    deleted, created = changes([{"id": 1, "a": 1}], [{"id": 2, "a": 2}])

    assert (deleted.operation, deleted.old, deleted.new) == ("delete", {"id": 1, "a": 1}, {})
    assert (created.operation, created.old, created.new) == ("create", {}, {"id": 2, "a": 2})


def test_an_updated_row_has_the_columns_that_differ() -> None:
    (change,) = changes([{"id": 1, "a": 1, "b": 1}], [{"id": 1, "a": 2, "b": 1}])

    assert (change.operation, change.old, change.new) == ("update", {"a": 1}, {"a": 2})
    assert change.row == {"id": 1, "a": 2, "b": 1}


def test_a_missing_column_is_null() -> None:
    assert changes([{"id": 1, "a": None}], [{"id": 1}]) == []


def test_an_empty_value_is_not_null() -> None:
    assert told(changes([{"id": 1, "a": None}], [{"id": 1, "a": ""}])) == [("update", 1)]


def test_a_timestamp_of_the_world_is_no_change() -> None:
    assert changes([{"id": 1, "updated_at": "x"}], [{"id": 1, "updated_at": "y"}]) == []


def test_a_timestamp_that_says_that_something_was_done_is_one() -> None:
    (change,) = changes([{"id": 1, "denied_at": None}], [{"id": 1, "denied_at": "2026-05-20"}])

    assert change.columns == ("denied_at",)
    assert changes([{"id": 1, "denied_at": "2026-05-20"}], [{"id": 1, "denied_at": "2026-05-21"}]) == []


def test_marking_a_row_as_deleted_deletes_it_and_taking_the_mark_off_creates_it() -> None:
    there, gone = {"id": 1, "deleted": False}, {"id": 1, "deleted": True}

    assert told(changes([there], [gone])) == [("delete", 1)]
    assert told(changes([gone], [there])) == [("create", 1)]
    assert changes([gone], []) == []


def test_a_change_within_a_deleted_row_is_seen() -> None:
    assert told(changes([{"id": 1, "deleted": True, "a": 1}], [{"id": 1, "deleted": True, "a": 2}])) == [("update", 1)]


def test_a_reused_key_is_another_row_when_the_log_says_so() -> None:
    before, after = [{"id": 7, "title": "old"}], [{"id": 7, "title": "new"}]
    log = [logged("delete", 7), logged("create", 7)]

    assert told(changes(before, after)) == [("update", 7)]
    assert told(changes(before, after, log=log)) == [("create", 7), ("delete", 7)]
    assert told(changes(before, after, log=log, updated=7)) == [("update", 7)], "it was to be updated"
    assert told(changes(before, after, log=log[::-1])) == [("update", 7)], "created before it was deleted"


def test_a_row_that_was_put_back_as_it_was_is_no_change() -> None:
    rows = [{"id": 7, "title": "old"}]

    assert changes(rows, list(rows), log=[logged("delete", 7), logged("create", 7)]) == []


def test_of_a_row_that_was_changed_for_itself_and_by_a_rule_each_column_is_told_by_what_touched_it() -> None:
    before, after = [{"id": 1, "a": 1, "b": 1, "c": 1}], [{"id": 1, "a": 2, "b": 2, "c": 2}]
    by_rule = Change(table=TASKS, operation="update", key=1, new={"a": 2, "b": 3}, derived=True)
    asked = Change(table=TASKS, operation="update", key=1, new={"b": 2, "c": 2})

    (change,) = changes(before, after, log=[by_rule, asked])
    (ruled,) = changes(before, after, log=[by_rule])
    (unlogged,) = changes(before, after)

    assert (change.derived, change.followed) == (False, frozenset({"a"}))
    assert (ruled.derived, ruled.followed) == (True, frozenset())
    assert (unlogged.derived, unlogged.followed) == (False, frozenset())


def test_a_change_is_derived_when_all_the_log_knows_of_it_is() -> None:
    (change,) = changes([], [{"id": 7}], log=[logged("create", 7, derived=True)])
    (touched,) = changes([], [{"id": 7}], log=[logged("create", 7, derived=True), logged("update", 7)])

    assert (change.derived, touched.derived) == (True, False)


def test_rows_without_a_key_are_compared_as_wholes_and_counted() -> None:
    before = [{"a": 1}, {"a": 1}, {"a": 2}]
    after = [{"a": 1}, {"a": 3}, {"a": 2}]

    assert [(change.operation, dict(change.row)) for change in changes(before, after)] == [
        ("create", {"a": 3}),
        ("delete", {"a": 1}),
    ]


def test_a_column_that_does_not_tell_rows_apart_is_no_key() -> None:
    items: list[Row] = [{"order_id": 1, "product_id": 5}, {"order_id": 1, "product_id": 6}]

    assert key_columns((items, items), TableSchema()) == ("product_id",)
    assert key_columns((items, items), TableSchema(key=("order_id", "product_id"))) == ("order_id", "product_id")


def test_a_key_of_several_columns_is_told_as_a_list() -> None:
    schema = {TASKS: TableSchema(key=("a", "b"))}
    before, after = {TASKS: [{"a": 1, "b": 1, "c": 1}]}, {TASKS: [{"a": 1, "b": 1, "c": 2}]}
    (change,) = net_changes(before, after, schemas=schema, keeping={})

    assert (change.operation, change.key) == ("update", [1, 1])


def test_the_column_that_a_spec_names_goes_first() -> None:
    rows: list[Row] = [{"id": 1, "email": "a"}, {"id": 2, "email": "b"}]

    assert key_columns((rows, rows), TableSchema(key=("id",)), "email") == ("email",)


def test_a_key_is_the_same_as_a_number_and_as_a_text() -> None:
    assert key_form(7) == key_form("7") == key_form(7.0)
    assert key_form("007") != key_form(7)


rows = st.lists(st.tuples(st.integers(1, 6), st.integers(0, 2)), unique_by=lambda row: row[0], max_size=6).map(
    lambda pairs: [{"id": key, "a": value} for key, value in pairs]
)


@given(rows, rows, st.randoms())
def test_the_order_of_rows_changes_nothing(before: list[Row], after: list[Row], random: Any) -> None:
    assert changes(random.sample(before, len(before)), random.sample(after, len(after))) == changes(before, after)


@given(rows, rows)
def test_the_changes_lead_from_the_first_rows_to_the_last(before: list[Row], after: list[Row]) -> None:
    state = {row["id"]: row for row in before}
    for change in changes(before, after):
        key: Any = change.key
        if change.operation == "delete":
            del state[key]
        else:
            state[key] = {**state.get(key, {}), **change.new}

    assert state == {row["id"]: row for row in after}
