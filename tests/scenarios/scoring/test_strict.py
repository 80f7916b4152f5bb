"""The strict entity diff: what a change earns, what it costs, and what is said of it."""

from __future__ import annotations

from typing import Any

import pytest

from scenarios.scoring.changes import Change
from scenarios.scoring.effects import Effect
from scenarios.scoring.result import RowScore
from scenarios.scoring.rows import Operation, TableSchema
from scenarios.scoring.scores import score
from scenarios.scoring.strict import StrictScore
from tests.scenarios.scoring.expecting import Rows, Spec, create, delete, update

IGNORE, EXACT = "column_ignore_similarity", "column_exact_match_similarity"
TASKS, LABELS, LINKS, NOTES = "todoist.tasks", "todoist.labels", "todoist.task_label_links", "simple_note.notes"


def strict(initial: Rows, final: Rows, *specs: Spec, **options: Any) -> StrictScore:
    found = score(initial, final, list(specs), modes=["strict"], **options).strict
    assert found is not None
    return found


def figures(found: StrictScore) -> tuple[float, float, float]:
    return found.overall.precision, found.overall.recall, found.f1


def only_row(found: StrictScore) -> RowScore:
    (group,) = [group for group in found.groups if group.rows]
    (row,) = group.rows
    return row


def faults(found: StrictScore) -> list[tuple[int, str, str]]:
    return [(fault.spec, fault.code, fault.column) for fault in found.faults]


# Nothing.


def test_nothing_expected_and_nothing_done_is_1() -> None:
    rows: Rows = {TASKS: [{"id": 1, "a": 1}], "SETTING": [{"wifi": True}]}

    assert figures(strict(rows, rows)) == (1, 1, 1)


def test_nothing_expected_and_something_done_is_0() -> None:
    assert figures(strict({}, {TASKS: [{"id": 1}]})) == (0, 1, 0)


def test_something_expected_and_nothing_done_is_0() -> None:
    rows: Rows = {TASKS: [{"id": 1, "done": False}], NOTES: [{"id": 1}]}
    specs = [update(TASKS, 1, {"done": True}), create(TASKS, {"title": "x"}), delete(NOTES, 1)]

    assert figures(strict(rows, rows, *specs)) == (0, 0, 0)


# Created rows.


def test_a_created_row_is_as_right_as_its_worst_column() -> None:
    # title 1, content: 2 of 3 and 2 of 2 words, F = 0.8.
    after: Rows = {NOTES: [{"id": 1, "title": "List", "content": "buy milk"}]}
    found = strict({}, after, create(NOTES, {"title": "List", "content": "buy milk now"}))

    assert figures(found) == pytest.approx((0.8, 0.8, 0.8))


def test_a_row_with_a_wrong_value_earns_nothing_for_its_right_ones() -> None:
    after: Rows = {"phone.global_text_messages": [{"id": 1, "receiver_id": 9, "message": "hello"}]}
    found = strict({}, after, create("phone.global_text_messages", {"receiver_id": 8, "message": "hello"}))

    assert figures(found) == (0, 0, 0)
    assert only_row(found).reason == "the nearest, 1, differs in receiver_id"
    assert [(each.attempt_at, each.wrong) for each in found.unexpected] == [(0, ("receiver_id",))]


def test_each_further_row_costs_precision() -> None:
    # 1 of 2 rows: P 1/2, R 1, F1 = 2/3.
    after: Rows = {TASKS: [{"id": 1, "title": "Paint"}, {"id": 2, "title": "Sweep"}]}

    assert figures(strict({}, after, create(TASKS, {"title": "Paint"}))) == pytest.approx((0.5, 1, 2 / 3))


def test_partly_right_rows_are_paired_so_that_the_sum_is_largest() -> None:
    # "a b" is 1 like "a b" and 1/2 like "a c"; "a d" is 1/2 like both. Sum 1 + 1/2 of 2.
    after: Rows = {TASKS: [{"id": 1, "title": "a b"}, {"id": 2, "title": "a c"}]}
    found = strict({}, after, create(TASKS, {"title": "a d"}), create(TASKS, {"title": "a b"}))

    assert figures(found) == (0.75, 0.75, 0.75)
    assert [row.matched for row in found.groups[0].rows] == [2, 1]


def test_rows_asked_different_things_do_not_take_each_others_places() -> None:
    # The first spec would be content with either row, the second only with row 1.
    after: Rows = {TASKS: [{"id": 1, "title": "x", "due": 1}, {"id": 2, "title": "x", "due": 2}]}
    found = strict({}, after, create(TASKS, {"title": "x"}), create(TASKS, {"title": "x", "due": 1}))

    assert figures(found) == (1, 1, 1)


def test_a_null_is_matched_by_null_alone() -> None:
    spec = create(TASKS, {"title": "x", "due": None})

    assert strict({}, {TASKS: [{"id": 1, "title": "x", "due": None}]}, spec).f1 == 1
    assert strict({}, {TASKS: [{"id": 1, "title": "x"}]}, spec).f1 == 1, "a missing column is null"
    assert strict({}, {TASKS: [{"id": 1, "title": "x", "due": ""}]}, spec).f1 == 0


def test_the_key_of_a_created_row_is_only_a_name_for_it() -> None:
    after: Rows = {TASKS: [{"id": 7, "title": "x"}]}

    assert strict({}, after, create(TASKS, {"id": 6500, "title": "x"})).f1 == 1
    # A spec that insists on it gets it compared.
    assert strict({}, after, create(TASKS, {"id": 6500, "title": "x"}, id=EXACT)).f1 == 0


def test_a_key_that_the_device_makes_up_is_never_compared() -> None:
    after: Rows = {"REMINDER": [{"reminder_id": "a", "content": "x"}]}

    assert strict({}, after, create("REMINDER", {"reminder_id": "b", "content": "x"}, reminder_id=EXACT)).f1 == 1


@pytest.mark.parametrize("column", ["label", "relationships", "debtor_ids", "tags"])
def test_columns_that_the_published_rules_never_look_at_count(column: str) -> None:
    spec = create(TASKS, {"title": "x", column: ["a"]})

    assert strict({}, {TASKS: [{"id": 1, "title": "x", column: ["b"]}]}, spec).f1 == 0
    assert strict({}, {TASKS: [{"id": 1, "title": "x", column: ["a"]}]}, spec).f1 == 1


def test_timestamps_and_made_up_codes_do_not() -> None:
    spec = create(TASKS, {"title": "x", "created_at": "2026", "invite_code": "abc"})

    assert strict({}, {TASKS: [{"id": 1, "title": "x", "created_at": "2027", "invite_code": "xyz"}]}, spec).f1 == 1


def test_a_row_is_matched_by_kinds_that_its_table_declares() -> None:
    spec = create(TASKS, {"zip": "007"})
    text, number = ({TASKS: TableSchema(columns={"id": "integer", "zip": kind})} for kind in ("text", "integer"))

    assert strict({}, {TASKS: [{"id": 1, "zip": 7}]}, spec, schemas=text).f1 == 0
    found = strict({}, {TASKS: [{"id": 1, "zip": 7}]}, spec, schemas=number)
    assert found.f1 == 1
    assert only_row(found).columns[0].reason == "a number where text is expected"


def test_a_list_that_rows_keep_as_text_is_a_list() -> None:
    before: Rows = {"gmail.emails": [{"id": 1, "recipient_ids": "[5]"}]}
    after: Rows = {"gmail.emails": [*before["gmail.emails"], {"id": 2, "recipient_ids": "[231, 230]"}]}

    assert strict(before, after, create("gmail.emails", {"recipient_ids": [230, 231]})).f1 == 1
    assert strict(before, after, create("gmail.emails", {"recipient_ids": [230]})).f1 == 0


def test_each_field_of_a_form_is_equal_or_its_difference_is_told() -> None:
    # The public fault: all that a form gave back as text is right, the empty note is not the null that was expected.
    kinds = {"price": "number", "qty": "integer", "note": "text", "tags": "json", "when": "time", "paid": "flag"}
    schemas = {TASKS: TableSchema(columns={"id": "integer", **kinds})}  # type: ignore[dict-item]
    wanted: dict[str, Any] = {
        "price": 1.01,
        "qty": 2,
        "note": None,
        "tags": [],
        "when": "2026-02-03T09:00:00Z",
        "paid": True,
    }
    got = {"id": "7", "price": "1.01", "qty": 2.0, "note": "", "when": "2026-02-03T10:00:00+01:00", "paid": 1}
    found = strict({}, {TASKS: [got]}, create(TASKS, wanted), schemas=schemas)

    assert found.f1 == 0
    told = {column.column: (column.similarity, column.reason) for column in only_row(found).columns}
    assert told == {
        "price": (1, "text where a number is expected"),
        "qty": (1, ""),
        "note": (0, "text where null is expected; differs"),
        "tags": (0, "null where a list is expected; differs"),
        "when": (1, ""),
        "paid": (1, "a number where a flag is expected"),
    }


# Rows that point to created rows.


def link(task: int, label: int, measure: str = IGNORE) -> Spec:
    return create(LINKS, {"task_id": task, "label_id": label}, task_id=measure, label_id=measure)


LABELLED: Rows = {
    TASKS: [{"id": 1, "title": "old"}],
    LABELS: [{"id": 3, "name": "red"}, {"id": 4, "name": "blue"}],
    LINKS: [],
}


def labelled(tasks: list[dict[str, Any]], links: list[dict[str, Any]]) -> Rows:
    return {**LABELLED, TASKS: [*LABELLED[TASKS], *tasks], LINKS: links}


@pytest.mark.parametrize("measure", [IGNORE, EXACT])
def test_a_link_is_right_when_it_holds_the_key_that_the_new_row_got(measure: str) -> None:
    specs = [create(TASKS, {"id": 6500, "title": "Paint"}), link(6500, 3, measure)]
    right = labelled([{"id": 2, "title": "Paint"}], [{"id": 1, "task_id": 2, "label_id": 3}])
    other_task = labelled([{"id": 2, "title": "Paint"}], [{"id": 1, "task_id": 1, "label_id": 3}])
    other_label = labelled([{"id": 2, "title": "Paint"}], [{"id": 1, "task_id": 2, "label_id": 4}])

    assert figures(strict(LABELLED, right, *specs)) == (1, 1, 1)
    assert figures(strict(LABELLED, other_task, *specs)) == (0.5, 0.5, 0.5)
    assert figures(strict(LABELLED, other_label, *specs)) == (0.5, 0.5, 0.5)


def test_a_link_to_a_row_that_was_not_created_is_wrong() -> None:
    specs = [create(TASKS, {"id": 6500, "title": "Paint"}), link(6500, 3)]
    after = labelled([{"id": 2, "title": "Sweep"}], [{"id": 1, "task_id": 2, "label_id": 3}])

    assert figures(strict(LABELLED, after, *specs)) == (0, 0, 0)


def test_equal_rows_are_told_apart_by_what_points_to_them() -> None:
    # Two tasks called Paint, one red and one blue, whichever was made first.
    specs = [create(TASKS, {"id": key, "title": "Paint"}) for key in (6500, 6501)] + [link(6500, 3), link(6501, 4)]
    tasks = [{"id": 2, "title": "Paint"}, {"id": 5, "title": "Paint"}]
    one_way = labelled(tasks, [{"id": 1, "task_id": 2, "label_id": 3}, {"id": 2, "task_id": 5, "label_id": 4}])
    other_way = labelled(tasks, [{"id": 1, "task_id": 5, "label_id": 3}, {"id": 2, "task_id": 2, "label_id": 4}])
    both_on_one = labelled(tasks, [{"id": 1, "task_id": 5, "label_id": 3}, {"id": 2, "task_id": 5, "label_id": 4}])

    assert strict(LABELLED, one_way, *specs).f1 == 1
    assert strict(LABELLED, other_way, *specs).f1 == 1
    # Three of four rows.
    assert figures(strict(LABELLED, both_on_one, *specs)) == (0.75, 0.75, 0.75)


def test_rows_that_others_point_to_are_matched_before_those_others() -> None:
    # Both links hold the same label, so only the tasks tell them apart; by name, links come before tasks.
    specs = [
        link(6500, 3),
        link(6501, 3),
        create(TASKS, {"id": 6500, "title": "Sweep"}),
        create(TASKS, {"id": 6501, "title": "Paint"}),
    ]
    tasks = [{"id": 2, "title": "Paint"}, {"id": 5, "title": "Sweep"}]
    links = [{"id": 1, "task_id": 2, "label_id": 3}, {"id": 2, "task_id": 5, "label_id": 3}]

    assert strict(LABELLED, labelled(tasks, links), *specs).f1 == 1


def test_an_unknown_id_means_the_only_row_that_is_created() -> None:
    specs = [create(TASKS, {"title": "Paint"}), link(6512, 3)]
    right = labelled([{"id": 2, "title": "Paint"}], [{"id": 1, "task_id": 2, "label_id": 3}])
    wrong = labelled([{"id": 2, "title": "Paint"}], [{"id": 1, "task_id": 1, "label_id": 3}])

    assert strict(LABELLED, right, *specs).f1 == 1
    assert strict(LABELLED, wrong, *specs).f1 == 0.5


def test_a_list_of_ids_is_followed_item_by_item() -> None:
    specs = [create("gmail.emails", {"id": 1, "subject": "Hi"}), create("gmail.drafts", {"email_ids": [1, 90]})]
    before: Rows = {"gmail.emails": [{"id": 90, "subject": "Old"}]}
    emails = [*before["gmail.emails"], {"id": 91, "subject": "Hi"}]

    assert strict(before, {"gmail.emails": emails, "gmail.drafts": [{"id": 1, "email_ids": [90, 91]}]}, *specs).f1 == 1
    assert strict(before, {"gmail.emails": emails, "gmail.drafts": [{"id": 1, "email_ids": [90]}]}, *specs).f1 == 0.5


def test_an_event_is_right_in_the_calendar_that_was_made_for_it() -> None:
    specs = [
        create("CALENDARS", {"calendar_id": "new", "title": "Club"}),
        create("CALENDAR_EVENTS", {"calendar_event_id": "e", "calendar_id": "new", "title": "Quiz"}),
    ]
    before: Rows = {"CALENDARS": [{"calendar_id": "home", "title": "Home"}]}
    calendars = [*before["CALENDARS"], {"calendar_id": "u1", "title": "Club"}]
    event = {"calendar_event_id": "u2", "title": "Quiz"}

    assert strict(before, {"CALENDARS": calendars, "CALENDAR_EVENTS": [{**event, "calendar_id": "u1"}]}, *specs).f1 == 1
    assert (
        strict(before, {"CALENDARS": calendars, "CALENDAR_EVENTS": [{**event, "calendar_id": "home"}]}, *specs).f1
        == 0.5
    )


def test_a_row_may_point_to_another_of_its_own_table() -> None:
    specs = [create(TASKS, {"id": 1, "title": "Garden"}), create(TASKS, {"id": 2, "title": "Dig", "parent_task_id": 1})]
    right: Rows = {
        TASKS: [{"id": 8, "title": "Garden", "parent_task_id": None}, {"id": 9, "title": "Dig", "parent_task_id": 8}]
    }
    wrong: Rows = {
        TASKS: [{"id": 8, "title": "Garden", "parent_task_id": None}, {"id": 9, "title": "Dig", "parent_task_id": 9}]
    }

    assert strict({}, right, *specs).f1 == 1
    assert strict({}, wrong, *specs).f1 == 0.5


def test_a_field_may_be_set_to_a_row_that_is_created() -> None:
    specs = [create("todoist.projects", {"id": 500, "name": "Shed"}), update(TASKS, 1, {"project_id": 500})]
    before: Rows = {"todoist.projects": [{"id": 1, "name": "Home"}], TASKS: [{"id": 1, "project_id": 1}]}
    projects = [*before["todoist.projects"], {"id": 2, "name": "Shed"}]

    assert strict(before, {"todoist.projects": projects, TASKS: [{"id": 1, "project_id": 2}]}, *specs).f1 == 1
    assert strict(before, {"todoist.projects": projects, TASKS: [{"id": 1, "project_id": 500}]}, *specs).f1 == 0.5


def test_a_row_that_asks_for_nothing_takes_up_any_row_and_counts_for_nothing() -> None:
    specs = [create(NOTES, {"pinned": True}), create(TASKS, {"mood": "good"}, mood=IGNORE)]
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], TASKS: [{"id": 1, "mood": "bad"}]}

    assert figures(strict({}, after, *specs)) == (1, 1, 1)
    assert faults(strict({}, after, *specs)) == [(1, "says_nothing", "")]
    # A second row is one too many: 1 of 2.
    more: Rows = {**after, TASKS: [*after[TASKS], {"id": 2, "mood": "bad"}]}
    assert figures(strict({}, more, *specs)) == pytest.approx((0.5, 1, 2 / 3))


def test_a_scenario_that_asks_for_nothing_cannot_be_solved_by_doing_nothing() -> None:
    found = strict({}, {}, create(TASKS, {"mood": "good"}, mood=IGNORE))

    assert figures(found) == (0, 0, 0)
    assert (found.macro.precision, found.macro.recall) == (0, 0)


def test_the_mean_over_no_groups_is_perfect_until_something_is_changed() -> None:
    assert strict({}, {}).macro.f1 == 1
    macro = strict({}, {TASKS: [{"id": 1}]}).macro
    assert (macro.precision, macro.recall) == (0, 1)


# Updated rows.


def test_only_fields_are_scored_and_not_the_key() -> None:
    rows: Rows = {TASKS: [{"id": 1, "done": False}]}

    assert strict(rows, rows, update(TASKS, 1, {"done": True}, id=EXACT)).f1 == 0
    assert strict(rows, {TASKS: [{"id": 1, "done": True}]}, update(TASKS, 1, {"done": True}, id=EXACT)).f1 == 1


def test_each_field_that_had_to_change_is_worth_the_same() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "priority": "low"}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "priority": "low"}]}

    assert figures(strict(before, after, update(TASKS, 1, {"done": True, "priority": "high"}))) == (0.5, 0.5, 0.5)


def test_a_field_that_was_so_before_is_worth_nothing() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "priority": "high"}]}
    spec = update(TASKS, 1, {"done": True, "priority": "high"})

    assert strict(before, before, spec).f1 == 0
    found = strict(before, {TASKS: [{"id": 1, "done": True, "priority": "high"}]}, spec)
    assert found.f1 == 1
    assert [column.reason for column in only_row(found).columns] == ["", "was so at the start"]


def test_breaking_a_field_that_was_right_costs_precision() -> None:
    # Needed: done, 1. Too much: priority. P 1/2, R 1.
    before: Rows = {TASKS: [{"id": 1, "done": False, "priority": "high"}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "priority": "low"}]}

    assert figures(strict(before, after, update(TASKS, 1, {"done": True, "priority": "high"}))) == pytest.approx(
        (0.5, 1, 2 / 3)
    )


def test_a_column_changed_too_much_costs_its_share_of_the_row() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "title": "x"}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "title": "y"}]}
    found = strict(before, after, update(TASKS, 1, {"done": True}))

    assert figures(found) == pytest.approx((0.5, 1, 2 / 3))
    assert [(each.change.columns, each.attempt_at) for each in found.extras] == [(("title",), 0)]


def test_a_column_that_the_spec_ignores_may_change() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "title": "x"}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "title": "y"}]}

    assert strict(before, after, update(TASKS, 1, {"done": True, "title": "z"}, title=IGNORE)).f1 == 1


def test_words_earn_the_part_of_the_way_they_went() -> None:
    # Expected "a b c d". Start "a b": 2 of 4 and 2 of 2, F 2/3. End "a b c": F 6/7. (6/7 - 2/3) / (1 - 2/3) = 4/7.
    spec = update(NOTES, 1, {"content": "a b c d"})
    before: Rows = {NOTES: [{"id": 1, "content": "a b"}]}

    assert figures(strict(before, {NOTES: [{"id": 1, "content": "a b c"}]}, spec)) == pytest.approx((4 / 7,) * 3)
    assert strict(before, before, spec).f1 == 0
    assert strict(before, {NOTES: [{"id": 1, "content": "a b!"}]}, spec).f1 == 0, "changed, and no nearer"
    assert strict(before, {NOTES: [{"id": 1, "content": "a"}]}, spec).f1 == 0, "changed, and further away"


def test_timestamps_earn_nothing() -> None:
    before: Rows = {NOTES: [{"id": 1, "pinned": False, "updated_at": "2026-05-01T00:00:00"}]}
    after: Rows = {NOTES: [{"id": 1, "pinned": False, "updated_at": "2026-05-02T00:00:00"}]}

    assert strict(before, after, update(NOTES, 1, {"pinned": True, "updated_at": "2026-05-01T00:00:00"})).f1 == 0


def test_a_timestamp_that_says_what_was_done_only_has_to_be_set() -> None:
    before: Rows = {"venmo.payment_requests": [{"id": 1, "denied_at": None}]}
    after: Rows = {"venmo.payment_requests": [{"id": 1, "denied_at": "2026-05-02T09:30:00"}]}
    spec = update("venmo.payment_requests", 1, {"denied_at": "2026-05-02T00:00:00"})

    assert strict(before, after, spec).f1 == 1
    assert strict(before, before, spec).f1 == 0


def test_every_other_updated_row_costs_precision() -> None:
    # 1 of 50 changed rows was asked for.
    before: Rows = {TASKS: [{"id": n, "done": False} for n in range(50)]}
    after: Rows = {TASKS: [{"id": n, "done": True} for n in range(50)]}

    assert figures(strict(before, after, update(TASKS, 1, {"done": True}))) == pytest.approx((1 / 50, 1, 2 / 51))


def test_two_specs_for_one_row_are_two() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "priority": "low"}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "priority": "low"}]}
    specs = [update(TASKS, 1, {"done": True}), update(TASKS, 1, {"priority": "high"})]

    # One of one made, one of two expected.
    assert figures(strict(before, after, *specs)) == pytest.approx((1, 0.5, 2 / 3))


# Deleted rows.


def test_a_deleted_row_is_known_by_its_key_whatever_the_spec_ignores() -> None:
    before: Rows = {"REMINDER": [{"reminder_id": "a"}, {"reminder_id": "b"}]}
    spec = delete("REMINDER", "a", by="reminder_id", reminder_id=IGNORE)

    assert figures(strict(before, {"REMINDER": [{"reminder_id": "b"}]}, spec)) == (1, 1, 1)
    assert figures(strict(before, {"REMINDER": [{"reminder_id": "a"}]}, spec)) == (0, 0, 0)


def test_deleting_more_costs_precision() -> None:
    before: Rows = {NOTES: [{"id": 1}, {"id": 2}]}

    assert figures(strict(before, {NOTES: []}, delete(NOTES, 1))) == pytest.approx((0.5, 1, 2 / 3))


# Other tables, consequences, allowances.


def test_a_change_in_any_table_costs_precision_and_breaks_the_guardrail() -> None:
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], "venmo.transactions": [{"id": 1, "amount": 900}]}
    found = strict({}, after, create(NOTES, {"pinned": True}))

    assert figures(found) == pytest.approx((0.5, 1, 2 / 3))
    assert (found.guardrail, found.broken) == (False, ("venmo.transactions",))


def test_the_mean_over_groups_counts_other_tables_for_precision_alone() -> None:
    # Notes: P 1, R 1. Venmo: P 0. Mean P 1/2, R 1.
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], "venmo.transactions": [{"id": 1, "amount": 900}]}
    macro = strict({}, after, create(NOTES, {"pinned": True})).macro

    assert (macro.precision, macro.recall) == (0.5, 1)


def test_another_order_of_rows_is_no_change() -> None:
    rows: Rows = {"CONTACT": [{"person_id": "a"}, {"person_id": "b"}]}

    assert strict(rows, {"CONTACT": rows["CONTACT"][::-1]}).f1 == 1


TEXT = create("phone.global_text_messages", {"receiver_id": 8, "message": "hello"})


def texts(*copies: int) -> Rows:
    return {
        "phone.global_text_messages": [{"id": 1, "receiver_id": 8, "message": "hello"}],
        "phone.user_text_messages": [{"id": n, "global_text_message_id": of} for n, of in enumerate(copies)],
    }


def test_copies_of_a_sent_text_follow_from_it() -> None:
    found = strict({}, texts(1, 1), TEXT)

    assert found.f1 == 1
    assert [change.table for change in found.follow] == ["phone.user_text_messages"] * 2


def test_a_copy_of_nothing_that_was_sent_follows_from_nothing() -> None:
    # 1 of 2: the copy of text 99 was not asked for.
    assert figures(strict({}, texts(1, 99), TEXT)) == pytest.approx((0.5, 1, 2 / 3))


def test_expected_copies_are_shown_and_not_scored() -> None:
    copy = create("phone.user_text_messages", {"global_text_message_id": 5}, global_text_message_id=IGNORE)
    found = strict({}, texts(1, 1), TEXT, copy, copy)
    unsent = strict({}, texts(), TEXT, copy)

    assert figures(found) == (1, 1, 1)
    assert [(group.table, group.scored) for group in found.groups] == [
        ("phone.global_text_messages", True),
        ("phone.user_text_messages", False),
    ]
    assert figures(unsent) == (1, 1, 1)


def test_copies_are_scored_where_nothing_else_is_expected() -> None:
    copy = create("phone.user_text_messages", {"global_text_message_id": 5, "user_id": 8})
    copies: Rows = {"phone.user_text_messages": [{"id": 1, "global_text_message_id": 5, "user_id": 8}]}

    assert figures(strict({}, {}, copy)) == (0, 0, 0)
    assert figures(strict({}, copies, copy)) == (1, 1, 1)


def test_what_the_log_calls_derived_follows() -> None:
    after: Rows = {NOTES: [{"id": 1, "pinned": True}], TASKS: [{"id": 9}]}
    entry = Change(table=TASKS, operation="create", key=9, derived=True)

    assert strict({}, after, create(NOTES, {"pinned": True})).f1 < 1
    assert strict({}, after, create(NOTES, {"pinned": True}), log=[entry]).f1 == 1


def test_what_followed_in_a_row_that_was_also_to_be_updated_is_not_changed_too_much() -> None:
    # Answering a mail fills in the thread's people; starring the same thread is what was asked for.
    threads = "gmail.threads"
    before: Rows = {threads: [{"id": 8, "starred": False, "people": ["Tove"], "label": None}]}
    after: Rows = {threads: [{"id": 8, "starred": True, "people": ["Tove", "Ada"], "label": None}]}
    answered = Change(table=threads, operation="update", key=8, new={"people": ["Tove", "Ada"]}, derived=True)
    starred = Change(table=threads, operation="update", key=8, new={"starred": True})
    labelled = Change(table=threads, operation="update", key=8, new={"label": "x"})
    wanted = update(threads, 8, {"starred": True})

    assert strict(before, after, wanted).f1 < 1
    assert strict(before, after, wanted, log=[answered, starred]).f1 == 1
    after[threads][0]["label"] = "x"
    found = strict(before, after, wanted, log=[answered, starred, labelled])
    assert found.f1 < 1
    assert [each.change.columns for each in found.extras] == [("label",)]


def test_rows_deleted_with_the_row_they_hang_on_follow_from_it() -> None:
    schemas = {"todoist.sub_tasks": TableSchema(derived=True, references={"task_id": TASKS})}
    before: Rows = {
        TASKS: [{"id": 1}, {"id": 2}],
        "todoist.sub_tasks": [{"id": 1, "task_id": 1}, {"id": 2, "task_id": 2}],
    }
    after: Rows = {TASKS: [{"id": 2}], "todoist.sub_tasks": [{"id": 2, "task_id": 2}]}

    assert strict(before, after, delete(TASKS, 1), schemas=schemas).f1 == 1
    assert strict(before, {**after, "todoist.sub_tasks": []}, delete(TASKS, 1), schemas=schemas).f1 < 1


def test_a_column_that_follows_is_not_changed_too_much() -> None:
    before: Rows = {TASKS: [{"id": 1, "done": False, "order_index": 1}, {"id": 2, "order_index": 2}]}
    after: Rows = {TASKS: [{"id": 1, "done": True, "order_index": 2}, {"id": 2, "order_index": 1}]}

    assert strict(before, after, update(TASKS, 1, {"done": True})).f1 == 1


def test_a_thread_that_gains_a_new_mail_follows_from_it_and_its_label_does_not() -> None:
    before: Rows = {"gmail.emails": [], "gmail.user_email_threads": [{"id": 1, "email_ids": [5], "label": None}]}
    emails = [{"id": 6, "subject": "Re"}]
    gained = {"id": 1, "email_ids": [5, 6], "label": None}
    spec = create("gmail.emails", {"subject": "Re"})

    assert strict(before, {"gmail.emails": emails, "gmail.user_email_threads": [gained]}, spec).f1 == 1
    labelled = strict(before, {"gmail.emails": emails, "gmail.user_email_threads": [{**gained, "label": "x"}]}, spec)
    assert figures(labelled) == pytest.approx((0.5, 1, 2 / 3))
    assert labelled.unexpected[0].change.columns == ("label",)


def test_the_threads_of_a_sent_mail_follow_from_it() -> None:
    after: Rows = {
        "gmail.emails": [{"id": 1, "recipient_ids": [230], "subject": "Club"}],
        "gmail.global_email_threads": [{"id": 4, "email_ids": [1]}],
        "gmail.user_email_threads": [{"id": n, "global_email_thread_id": 4, "user_id": n} for n in (31, 230)],
    }
    found = strict({}, after, create("gmail.emails", {"recipient_ids": [230], "subject": "Club"}))

    assert (found.f1, len(found.follow)) == (1, 3)
    alone = strict({}, {**after, "gmail.emails": []})
    assert {each.change.table for each in alone.unexpected} == {"gmail.global_email_threads"}


def test_what_the_scenario_allows_costs_nothing() -> None:
    before: Rows = {"SETTING": [{"device_id": "d", "wifi": False, "locale": "en"}]}
    after: Rows = {"SETTING": [{"device_id": "d", "wifi": True, "locale": "en"}]}
    allowed = [Effect(table="SETTING", columns=frozenset({"wifi"}))]

    assert strict(before, after).f1 == 0
    found = strict(before, after, allowed=allowed)
    assert (found.f1, len(found.allowed), found.guardrail) == (1, 1, True)
    more: Rows = {"SETTING": [{"device_id": "d", "wifi": True, "locale": "de"}]}
    assert strict(before, more, allowed=allowed).unexpected[0].change.columns == ("locale",)


def test_an_unexpected_entity_is_reported_unless_it_may_be_ignored() -> None:
    # The public fault: order 2 returned too, and a log entry written.
    before: Rows = {"orders": [{"id": 1, "status": "open"}, {"id": 2, "status": "open"}]}
    after: Rows = {"orders": [{"id": 1, "status": "returned"}, {"id": 2, "status": "returned"}], "log": [{"x": 1}]}
    spec = {**update("a.b", 1, {"status": "returned"}), "table": "orders"}

    found = strict(before, after, spec)
    assert {(each.change.table, each.change.operation) for each in found.unexpected} == {
        ("orders", "update"),
        ("log", "create"),
    }
    assert figures(found) == pytest.approx((1 / 3, 1, 0.5))
    spared = strict(before, after, spec, allowed=[Effect(table="log")])
    assert [each.change.table for each in spared.unexpected] == ["orders"]


# Faults of specs.


def test_a_column_that_the_table_lacks_is_a_fault_and_earns_nothing() -> None:
    rows: Rows = {"phone.contacts": [{"id": 1, "first_name": "Tove"}]}
    found = strict(rows, rows, update("phone.contacts", 1, {"name": "Tove A.", "is_self": False}))

    assert found.f1 == 0
    assert faults(found) == [(0, "unknown_column", "is_self"), (0, "unknown_column", "name")]
    assert found.faults[0].blocking


def test_a_declared_column_is_known_even_where_no_row_has_it() -> None:
    schemas = {TASKS: TableSchema(columns={"id": "integer", "title": "text", "due": "time"})}
    after: Rows = {TASKS: [{"id": 1, "title": "x"}]}
    spec = create(TASKS, {"title": "x", "due": "2026-05-20"})

    assert faults(strict({}, after, spec, schemas=schemas)) == []
    assert faults(strict({}, after, spec)) == [(0, "unknown_column", "due")]


@pytest.mark.parametrize("spec", [update(TASKS, 9, {"done": True}), delete(TASKS, 9)])
def test_a_row_that_was_never_there_is_a_fault(spec: Spec) -> None:
    rows: Rows = {TASKS: [{"id": 1, "done": False}]}
    found = strict(rows, rows, spec)

    assert (found.f1, faults(found)) == (0, [(0, "unknown_row", "id")])


def test_an_update_that_is_true_at_the_start_is_a_fault_and_pays_nothing() -> None:
    rows: Rows = {TASKS: [{"id": 1, "done": True}]}
    found = strict(rows, rows, update(TASKS, 1, {"done": True}))

    assert (figures(found), faults(found)) == ((0, 0, 0), [(0, "already_true", "")])
    # Beside another that can be made it counts for nothing.
    both = [update(TASKS, 1, {"done": True}), create(NOTES, {"pinned": True})]
    assert strict(rows, rows, *both).f1 == 0
    assert strict(rows, {**rows, NOTES: [{"id": 1, "pinned": True}]}, *both).f1 == 1


def test_expected_rows_of_mixed_types_are_no_fault() -> None:
    after: Rows = {TASKS: [{"id": 1, "a": 1}, {"id": 2, "a": "x"}]}

    assert strict({}, after, create(TASKS, {"a": 1}), create(TASKS, {"a": "x"})).f1 == 1


# A log of reused keys.


def test_a_row_in_the_place_of_a_deleted_one_is_new() -> None:
    before: Rows = {TASKS: [{"id": 7, "title": "Old"}]}
    after: Rows = {TASKS: [{"id": 7, "title": "New"}]}
    specs = [delete(TASKS, 7), create(TASKS, {"title": "New"})]
    operations: list[Operation] = ["delete", "create"]
    log = [Change(table=TASKS, operation=operation, key=7) for operation in operations]

    assert strict(before, after, *specs, log=log).f1 == 1
    assert strict(before, after, *specs).f1 == 0, "without a log, nobody can know"
