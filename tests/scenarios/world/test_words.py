"""A word that stands for an id becomes the same number wherever it stands."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.tables import Schema, Table
from scenarios.world.words import FIRST_OF_LETTERS, resolve, resolve_value


@dataclass(frozen=True, slots=True)
class Task:
    id: int
    project_id: int
    title: str = ""
    label_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Project:
    id: int


@dataclass(frozen=True, slots=True)
class Reminder:
    reminder_id: str


PROJECTS = Table(Project, "todoist.projects", id_offset=2000)
LABELS = Table(Project, "todoist.labels", id_offset=2300)
ENTRIES = Table(Project, "todoist.entries", id_offset=7000)
TASKS = Table(Task, "todoist.tasks", id_offset=6400, references={"project_id": PROJECTS.name, "label_ids": LABELS.name})
REMINDERS = Table(Reminder, "REMINDER")
SCHEMA = Schema((PROJECTS, LABELS, TASKS, ENTRIES, REMINDERS))


def test_a_small_number_is_counted_from_the_offset_of_the_table() -> None:
    assert resolve("todoist_task_100", TASKS, SCHEMA) == 6500


def test_a_large_number_is_the_id_itself() -> None:
    assert resolve("todoist_task_200", TASKS, SCHEMA) == 200
    assert resolve("todoist_task_6511", TASKS, SCHEMA) == 6511


def test_the_word_may_name_another_table_than_the_one_it_stands_in() -> None:
    assert resolve("todoist_project_100", TASKS, SCHEMA) == 2100
    assert resolve("todoist_entry_7", TASKS, SCHEMA) == 7007


def test_a_word_of_its_own_counts_from_the_table_that_the_column_points_to() -> None:
    assert resolve_value("garden_3", TASKS.column("project_id"), TASKS, SCHEMA) == 2003


def test_lists_of_ids_are_resolved_one_by_one() -> None:
    resolved = resolve_value(["todoist_label_1", 9, "todoist_label_250"], TASKS.column("label_ids"), TASKS, SCHEMA)
    assert resolved == [2301, 9, 250]


def test_digits_alone_are_the_number() -> None:
    assert resolve("0042", TASKS, SCHEMA) == 42


def test_a_word_without_a_number_gets_one_of_its_letters_beyond_all_others() -> None:
    garden = resolve("garden", TASKS, SCHEMA)
    assert garden == resolve("garden", TASKS, SCHEMA) >= FIRST_OF_LETTERS
    assert garden != resolve("kitchen", TASKS, SCHEMA)


def test_only_columns_of_ids_are_touched() -> None:
    assert resolve_value("todoist_task_100", TASKS.column("title"), TASKS, SCHEMA) == "todoist_task_100"
    assert resolve_value("reminder_100", REMINDERS.key_column, REMINDERS, SCHEMA) == "reminder_100"
