"""Which table an id points into, and which created row it means."""

from __future__ import annotations

import pytest

from scenarios.scoring.references import Links, creators, target_of
from scenarios.scoring.rows import TableSchema

TABLES = [
    "todoist.tasks",
    "todoist.sub_tasks",
    "todoist.projects",
    "gmail.emails",
    "gmail.user_email_threads",
    "amazon.cart_entries",
]


@pytest.mark.parametrize(
    ("table", "column", "target"),
    [
        ("todoist.task_label_links", "task_id", "todoist.tasks"),
        ("todoist.sub_tasks", "parent_task_id", "todoist.tasks"),
        ("todoist.comments", "sub_task_id", "todoist.sub_tasks"),
        ("gmail.drafts", "response_to_email_id", "gmail.emails"),
        ("gmail.global_email_threads", "email_ids", "gmail.emails"),
        ("amazon.logs", "cart_entry_id", "amazon.cart_entries"),
        ("venmo.comments", "task_id", None),
        ("todoist.tasks", "title", None),
        ("todoist.tasks", "id", None),
    ],
)
def test_a_column_points_where_its_name_says_within_its_app(table: str, column: str, target: str | None) -> None:
    assert target_of(column, table, TableSchema(), created={}, tables=TABLES) == target


def test_a_declared_target_goes_first() -> None:
    schema = TableSchema(references={"task_id": "jira.issues"})

    assert target_of("task_id", "todoist.links", schema, created={}, tables=TABLES) == "jira.issues"


def test_a_column_named_like_the_key_of_another_table_points_into_it() -> None:
    created = {"CALENDARS": ("calendar_id",)}

    assert target_of("calendar_id", "CALENDAR_EVENTS", TableSchema(), created=created, tables=[]) == "CALENDARS"
    assert target_of("calendar_id", "CALENDARS", TableSchema(), created=created, tables=[]) is None


def test_a_key_that_was_there_at_the_start_stands_for_itself() -> None:
    assert creators([("t", 0, 5)], [("t", 5)], {"t": {"5"}}) == {}
    assert creators([("t", 0, 6)], [("t", 6)], {"t": {"5"}}) == {"t": {"6": 0}}


def test_one_unknown_id_means_the_one_row_without_a_key() -> None:
    assert creators([("t", 3, None)], [("t", 77), ("t", 5), ("t", [77])], {"t": {"5"}}) == {"t": {"77": 3}}


def test_where_more_could_be_meant_nothing_is() -> None:
    assert creators([("t", 3, None)], [("t", 77), ("t", 78)], {}) == {}
    assert creators([("t", 3, None), ("t", 4, None)], [("t", 77)], {}) == {}


def test_an_id_resolves_to_the_key_that_its_row_got() -> None:
    links = Links({"t": {"6500": 0}})
    assert links.is_open("t", 6500)

    links.settle(0, 9)

    assert links.resolve("t", 6500) == 9
    assert links.resolve("t", [1, "6500"]) == [1, 9]
    assert links.resolve("t", 1) == 1
    assert links.resolve(None, 6500) == 6500
