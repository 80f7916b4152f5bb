"""The known holes of the published scorer: paper mode has them, strict mode does not. Numbers by hand."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.scoring.changes import Change
from scenarios.scoring.scores import score

EXACT, IGNORE = "column_exact_match_similarity", "column_ignore_similarity"
TASKS, NOTES, REMINDERS = "todoist.tasks", "simple_note.notes", "REMINDER"

Rows = dict[str, list[dict[str, Any]]]
Spec = dict[str, Any]


def spec(table: str, operation: str, *, key: object = None, **parts: Any) -> Spec:
    where = {"source": "appworld", "table": table} if "." in table else {"source": "agentsandbox", "namespace": table}
    column = {"entity_id_column": "id" if "." in table else "reminder_id", "entity_id_value": key}
    return {"operation": operation, **where, **({} if key is None else column), **parts}


def create(table: str, values: dict[str, Any], **measures: str) -> Spec:
    return spec(table, "create", entity_data=values, column_similarity_measure=measures)


def update(table: str, key: object, **fields: Any) -> Spec:
    return spec(table, "update", key=key, expected_fields=fields)


def both(initial: Rows, final: Rows, *specs: Spec, **options: Any) -> Any:
    """F1 as published, and strict."""
    found = score(initial, final, list(specs), **options)
    assert found.paper and found.strict
    return pytest.approx((found.paper.f1, found.strict.f1))


def test_a_payment_in_an_app_that_no_spec_names_counts_in_strict_alone() -> None:
    # Strict: 1 of 2 changes asked for: P 1/2, R 1, F1 2/3.
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], "venmo.transactions": [{"id": 1, "amount": 900}]}

    assert both({}, after, create(NOTES, {"pinned": True})) == (1, 2 / 3)


def test_rows_of_the_device_may_come_in_another_order_in_strict() -> None:
    rows = [{"person_id": "a"}, {"person_id": "b"}]
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], "CONTACT": rows[::-1]}

    assert both({"CONTACT": rows}, after, create(NOTES, {"pinned": True})) == (0, 1)


def test_fifty_rows_updated_where_one_was_wanted_are_free_in_paper() -> None:
    # Strict: P 1/50, R 1, F1 = 2/51.
    before: Rows = {TASKS: [{"id": n, "done": False} for n in range(50)]}
    after: Rows = {TASKS: [{"id": n, "done": True} for n in range(50)]}

    assert both(before, after, update(TASKS, 1, done=True)) == (1, 2 / 51)


def test_rows_created_in_a_table_that_has_updates_alone_are_free_in_paper() -> None:
    # Strict: P 1/3, R 1, F1 1/2.
    after: Rows = {TASKS: [{"id": n, "done": True} for n in (1, 2, 3)]}

    assert both({TASKS: [{"id": 1, "done": False}]}, after, update(TASKS, 1, done=True)) == (1, 0.5)


def test_updates_of_columns_that_are_not_there_earn_nothing_in_strict() -> None:
    rows: Rows = {"phone.contacts": [{"id": 1, "first_name": "Tove"}]}

    assert both(rows, rows, update("phone.contacts", 1, name="Tove A.", is_self=False)) == (1, 0)


def test_the_key_lifts_an_update_that_was_not_made() -> None:
    rows: Rows = {TASKS: [{"id": 1, "is_completed": False}]}

    assert both(rows, rows, update(TASKS, 1, is_completed=True)) == (0.5, 0)


def test_a_wrong_reminder_that_is_deleted_is_right_in_paper() -> None:
    before: Rows = {REMINDERS: [{"reminder_id": "a"}, {"reminder_id": "b"}]}
    wanted = spec(REMINDERS, "delete", key="a", column_similarity_measure={"reminder_id": EXACT})

    assert both(before, {REMINDERS: [{"reminder_id": "a"}]}, wanted) == (1, 0)


def test_an_expected_null_is_matched_in_strict_alone() -> None:
    before: Rows = {TASKS: [{"id": 1, "section": "a"}]}
    after: Rows = {TASKS: [{"id": 1, "section": "a"}, {"id": 2, "section": None}]}

    assert both(before, after, create(TASKS, {"section": None}, section=EXACT)) == (0, 1)


def test_null_passes_for_zero_in_paper() -> None:
    before: Rows = {TASKS: [{"id": 1, "duration": 5}]}
    after: Rows = {TASKS: [{"id": 1, "duration": 5}, {"id": 2, "duration": None}]}

    assert both(before, after, create(TASKS, {"duration": 0})) == (1, 0)


def test_digits_pass_for_a_date_in_paper() -> None:
    before: Rows = {TASKS: [{"id": 1, "order_number": "77"}]}
    after: Rows = {TASKS: [*before[TASKS], {"id": 2, "order_number": "2024-01-15"}]}

    assert both(before, after, create(TASKS, {"order_number": "20240115"})) == (1, 0)


def test_a_full_stop_costs_words_in_paper() -> None:
    # Published: 2 of 3 tokens and 2 of 2, F 4/5.
    assert both({}, {TASKS: [{"id": 1, "title": "Buy milk"}]}, create(TASKS, {"title": "Buy milk."})) == (0.8, 1)


def test_a_wrong_total_in_a_long_note_is_one_word_in_paper_and_all_in_strict() -> None:
    # 19 of 20 words right. Strict: no number in common, 0.
    words = " ".join(["word"] * 19)

    found = both({}, {NOTES: [{"id": 1, "content": f"{words} 45"}]}, create(NOTES, {"content": f"{words} 60"}))
    assert found == (0.95, 0)


def test_one_character_of_chinese_is_a_whole_word_in_paper() -> None:
    # Strict: 4 of 5 characters on both sides.
    assert both({}, {NOTES: [{"id": 1, "content": "会议在四点"}]}, create(NOTES, {"content": "会议在三点"})) == (0, 0.8)


def test_five_wrong_texts_fill_the_table_of_copies() -> None:
    # Published: texts P 0, R 0 but for the sender, 1 of 3 columns: 1/3 of 5 new and of 1: P 1/15, R 1/3.
    # Copies: 2 expected, 10 new, all ignored: P 2/10, R 1. Means P 2/15, R 2/3: F1 = 2 * 4/45 / (12/15) = 2/9.
    sent: list[dict[str, Any]] = [{"id": n, "sender_id": 1, "receiver_id": 9, "message": "spam"} for n in range(5)]
    copies = [{"id": n, "global_text_message_id": n % 5, "user_id": n} for n in range(10)]
    after: Rows = {"phone.global_text_messages": sent, "phone.user_text_messages": copies}
    ignored = {"global_text_message_id": 1, "user_id": 1}
    specs = [
        create("phone.global_text_messages", {"sender_id": 1, "receiver_id": 8, "message": "hello"}),
        *[create("phone.user_text_messages", ignored, **dict.fromkeys(ignored, IGNORE))] * 2,
    ]

    assert both({}, after, *specs) == (2 / 9, 0)


def test_labels_on_the_wrong_task_are_right_in_paper() -> None:
    # Strict: the task is right, the link is not.
    tasks, links = TASKS, "todoist.task_label_links"
    before: Rows = {tasks: [{"id": 1, "title": "Old"}], "todoist.labels": [{"id": 3, "name": "red"}], links: []}
    after: Rows = {
        **before,
        tasks: [*before[tasks], {"id": 2, "title": "Paint"}],
        links: [{"id": 1, "task_id": 1, "label_id": 3}],
    }
    link = create(links, {"task_id": 6500, "label_id": 3}, task_id=IGNORE, label_id=IGNORE)

    assert both(before, after, create(tasks, {"id": 6500, "title": "Paint"}, id=IGNORE), link) == (1, 0.5)


def test_a_key_that_went_to_another_row_hides_the_change_in_paper() -> None:
    before, after = {TASKS: [{"id": 7, "title": "Old"}]}, {TASKS: [{"id": 7, "title": "New"}]}
    log = [Change(table=TASKS, operation="delete", key=7), Change(table=TASKS, operation="create", key=7)]

    assert both(before, after, create(TASKS, {"title": "New"}), spec(TASKS, "delete", key=7), log=log) == (0, 1)


def test_a_label_is_never_looked_at_in_paper() -> None:
    # Published: the id is all that is left of the update.
    before: Rows = {"gmail.user_email_threads": [{"id": 1, "label": None}, {"id": 2, "label": "old"}]}

    assert both(before, before, update("gmail.user_email_threads", 1, label="work")) == (1, 0)


def test_expected_rows_of_mixed_types_are_matched_in_strict_alone() -> None:
    after: Rows = {TASKS: [{"id": 1, "value": 1}, {"id": 2, "value": "x"}]}

    assert both({}, after, create(TASKS, {"value": 1}), create(TASKS, {"value": "x"})) == (0, 1)
