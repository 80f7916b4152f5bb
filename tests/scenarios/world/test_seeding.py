"""Rows of a scenario file are taken as they are: completed, typed, and reported where they misfit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scenarios.world.columns import Kind, Moment
from scenarios.world.errors import SeedError, UnknownTable
from scenarios.world.owner import Rows
from scenarios.world.seeding import Misfit, Seed, Seeding, normalise
from scenarios.world.tables import Schema, Table
from ui_server.expressions import Json

NOW = "2026-05-04T09:00:00"


@dataclass(frozen=True, slots=True)
class Task:
    id: int
    project_id: int
    title: str
    priority: str = "medium"
    due_date: Moment | None = None
    is_completed: bool = False
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Reminder:
    reminder_id: str
    content: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    device_id: str
    wifi: bool = True
    locale: str = "en_US"


@dataclass(frozen=True, slots=True)
class Note:
    id: int
    tags: tuple[str, ...] = ()
    reader_ids: tuple[int, ...] = ()


TASKS = Table(Task, "todoist.tasks", id_offset=6400)
REMINDERS = Table(Reminder, "REMINDER")
SETTINGS = Table(Setting, "SETTING", single=True)
NOTES = Table(Note, "test.notes")
SCHEMA = Schema((TASKS, REMINDERS, SETTINGS, NOTES))


def seed(rows: dict[str, Any], base: Rows | None = None) -> Seed:
    seeding = Seeding(SCHEMA, now=NOW)
    seeding.add(rows)
    return seeding.finish(base or {})


def test_a_partial_row_is_completed_with_the_declared_defaults() -> None:
    assert seed({"todoist.tasks": [{"id": 5, "title": "Mow"}]}).rows["todoist.tasks"] == [
        {
            "id": 5,
            "project_id": 0,
            "title": "Mow",
            "priority": "medium",
            "due_date": None,
            "is_completed": False,
            "created_at": NOW,
        }
    ]


def test_null_where_none_may_be_means_the_default() -> None:
    (row,) = seed({"todoist.tasks": [{"id": 5, "priority": None, "is_completed": None, "due_date": None}]}).rows[
        TASKS.name
    ]
    assert (row["priority"], row["is_completed"], row["due_date"]) == ("medium", False, None)


def test_tables_are_found_in_any_case() -> None:
    assert seed({"reminder": [{"reminder_id": "reminder_200"}]}).rows["REMINDER"][0]["reminder_id"] == "reminder_200"


def test_columns_that_no_declaration_knows_are_added_and_reported() -> None:
    rows = [{"id": 5, "mood": "grim", "stars": [1, 2]}, {"id": 6, "done_by_robot": True}]
    result = seed({"todoist.tasks": rows})
    kinds = {column.name: column.kind for column in result.extra["todoist.tasks"]}
    assert kinds == {"mood": Kind.ANY, "stars": Kind.JSON, "done_by_robot": Kind.FLAG}
    assert result.report.added_columns == {"todoist.tasks": ("mood", "stars", "done_by_robot")}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (["a", "b"], ["a", "b"]),
        ([1, True, 2.5], ["1", "true", "2.5"]),
        ("garden", ["garden"]),
        ('["a", 7]', ["a", "7"]),
        (7, ["7"]),
        ([None, "a"], ["a"]),
        ([], []),
        (None, []),
    ],
)
def test_a_list_of_texts_is_one_whatever_a_scenario_puts_there(said: Json, meant: Json) -> None:
    result = seed({"test.notes": [{"id": 1, "tags": said}]})
    assert result.rows["test.notes"][0]["tags"] == meant
    assert result.report.misfits == ()


def test_a_list_within_a_list_of_ids_is_a_misfit_and_kept() -> None:
    result = seed({"test.notes": [{"id": 1, "reader_ids": [2, [3]]}, {"id": 2, "reader_ids": ["7", 8.0]}]})
    (misfit,) = result.report.misfits
    assert (misfit.column, misfit.expected) == ("reader_ids", "a list, each entry integer")
    assert [row["reader_ids"] for row in result.rows["test.notes"]] == [[2, [3]], [7, 8]]


def test_true_among_numbers_stays_true() -> None:
    result = seed({"todoist.tasks": [{"id": 5, "odd": True}, {"id": 6, "odd": 5}, {"id": 7, "odd": None}]})
    (column,) = result.extra["todoist.tasks"]
    assert [column.decode(column.encode(row.get("odd"))) for row in result.rows["todoist.tasks"]] == [True, 5, None]


def test_a_declared_column_in_another_case_is_that_column_unless_it_is_there_itself() -> None:
    rows = [{"ID": "todoist_task_100", "Title": "a"}, {"id": 7, "title": "b", "TITLE": "c"}]
    result = seed({"todoist.tasks": rows})
    assert [(row["id"], row["title"]) for row in result.rows["todoist.tasks"]] == [(6500, "a"), (7, "b")]
    assert result.extra == {}


def test_undeclared_columns_that_differ_in_case_alone_are_one() -> None:
    result = seed({"todoist.tasks": [{"id": 5, "Mood": "grim"}, {"id": 6, "mood": "gay"}]})
    assert result.report.added_columns == {"todoist.tasks": ("Mood",)}
    assert [row["Mood"] for row in result.rows["todoist.tasks"]] == ["grim", "gay"]


def test_a_value_that_a_column_cannot_mean_is_kept_and_reported() -> None:
    result = seed({"todoist.tasks": [{"id": 5}, {"id": 6, "is_completed": "perhaps"}]})
    assert result.report.misfits == (Misfit("todoist.tasks", 1, "is_completed", "true or false", "perhaps"),)
    assert result.rows["todoist.tasks"][1]["is_completed"] == "perhaps"


def test_words_become_the_same_ids_in_seeded_and_in_expected_rows() -> None:
    (row,) = seed({"todoist.tasks": [{"id": "todoist_task_100"}]}).rows["todoist.tasks"]
    expected, _ = normalise({"id": "todoist_task_100", "due_date": "2026-05-20T18:00:00Z"}, TASKS, SCHEMA)
    assert row["id"] == expected["id"] == 6500
    assert expected["due_date"] == "2026-05-20T18:00:00"


def test_a_row_without_a_key_gets_the_next_free_one() -> None:
    rows = seed({"todoist.tasks": [{"title": "a"}, {"id": 8, "title": "b"}, {"title": "c"}], "REMINDER": [{}, {}]}).rows
    assert [row["id"] for row in rows["todoist.tasks"]] == [9, 8, 10]
    assert [row["reminder_id"] for row in rows["REMINDER"]] == ["reminder_1", "reminder_2"]


def test_the_id_0_is_an_id() -> None:
    assert seed({"todoist.tasks": [{"id": 0, "title": "a"}]}).rows["todoist.tasks"][0]["id"] == 0


def test_of_two_rows_with_one_key_the_later_counts_and_the_key_is_reported() -> None:
    result = seed({"todoist.tasks": [{"id": 5, "title": "a", "project_id": 2}, {"id": 5, "title": "b"}]})
    assert [(row["title"], row["project_id"]) for row in result.rows["todoist.tasks"]] == [("b", 0)]
    assert result.report.repeated == {"todoist.tasks": (5,)}


def test_a_row_lies_over_the_base_row_of_its_key() -> None:
    base: Rows = {"todoist.tasks": [{"id": 5, "title": "base", "project_id": 2}, {"id": 6, "title": "other"}]}
    rows = seed({"todoist.tasks": [{"id": 5, "title": "own"}]}, base).rows["todoist.tasks"]
    assert [(row["id"], row["title"], row["project_id"]) for row in rows] == [(5, "own", 2), (6, "other", 0)]


def test_a_row_without_a_key_does_not_lie_over_a_base_row() -> None:
    base: Rows = {"todoist.tasks": [{"id": 1, "title": "base"}]}
    rows = seed({"todoist.tasks": [{"title": "own"}]}, base).rows["todoist.tasks"]
    assert [(row["id"], row["title"]) for row in rows] == [(1, "base"), (2, "own")]


def test_the_only_row_of_a_table_keeps_what_a_scenario_does_not_say_whatever_its_key() -> None:
    base: Rows = {"SETTING": [{"device_id": "device_1", "locale": "de_DE"}]}
    rows = seed({"setting": [{"device_id": "phone-77", "wifi": False}]}, base).rows["SETTING"]
    assert rows == [{"device_id": "phone-77", "wifi": False, "locale": "de_DE"}]


def test_a_table_that_does_not_exist_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownTable, match=r"did you mean 'todoist\.tasks'"):
        seed({"todoist.task": [{"id": 1}]})


@pytest.mark.parametrize("row", ["task", 5, None, ["id", 1]])
def test_what_is_no_row_is_an_error_with_its_place(row: object) -> None:
    with pytest.raises(SeedError) as caught:
        seed({"todoist.tasks": [{"id": 1}, row]})
    assert (caught.value.table, caught.value.place) == ("todoist.tasks", 1)


@pytest.mark.parametrize("key", [1.5, [1], {"a": 1}])
def test_a_key_that_its_column_cannot_hold_is_an_error(key: object) -> None:
    with pytest.raises(SeedError):
        seed({"todoist.tasks": [{"id": key}]})


def test_the_report_is_plain_data() -> None:
    report = seed({"todoist.tasks": [{"id": 5, "mood": "grim", "project_id": "many ones!"}]}).report
    assert report.to_json()["added_columns"] == {"todoist.tasks": ["mood"]}
