"""The published entity diff, rule by rule and oddity by oddity, each number worked out by hand."""

from __future__ import annotations

import pytest

from scenarios.scoring.paper import PaperScore
from scenarios.scoring.scores import score
from tests.scenarios.scoring.expecting import Rows, Spec, create, delete, update

IGNORE, EXACT = "column_ignore_similarity", "column_exact_match_similarity"
TIMESTAMPS = (
    "updated_at created_at modified_at deleted_at last_logged_in last_updated_at last_modified_at added_at liked_at "
    "joined_at expected_delivery_at delivered_at initiated_at downloaded_at approved_at denied_at creation_datetime"
)
OTHER_AUTOMATIC = (
    "relationships compressed_data file_compressed_data invitation_code debtor_ids participant_ids invite_code "
    "queue_song_ids label deleted"
)
RUNTIME_IDS = ("reminder_id", "calendar_event_id", "calendar_id", "person_id", "note_id", "message_id")
TASKS, NOTES = "todoist.tasks", "simple_note.notes"


def paper(initial: Rows, final: Rows, *specs: Spec) -> PaperScore:
    found = score(initial, final, list(specs), modes=["paper"]).paper
    assert found is not None
    return found


def figures(found: PaperScore) -> tuple[float, float, float]:
    return found.overall.precision, found.overall.recall, found.f1


# 7.2: groups, means, F1.


def test_without_specs_all_figures_are_1() -> None:
    assert figures(paper({}, {})) == (1, 1, 1)


def test_the_figures_are_plain_means_over_tables_and_operations() -> None:
    # Tasks: 1 of 2 new rows right, all of 1 found: P 1/2, R 1. Notes: nothing found: P 0, R 0.
    # Means: P 1/4, R 1/2; F1 = 2 * 1/8 / (3/4) = 1/3.
    found = paper(
        {},
        {TASKS: [{"id": 1, "priority": "high"}, {"id": 2, "priority": "low"}]},
        create(TASKS, {"priority": "high"}),
        create(NOTES, {"pinned": True}),
    )

    assert figures(found) == pytest.approx((0.25, 0.5, 1 / 3))


def test_the_micro_figures_count_rows() -> None:
    # As above, by rows: similarity 1 over 2 new rows and 2 expected ones.
    found = paper(
        {},
        {TASKS: [{"id": 1, "priority": "high"}, {"id": 2, "priority": "low"}]},
        create(TASKS, {"priority": "high"}),
        create(NOTES, {"pinned": True}),
    )

    assert (found.micro.precision, found.micro.recall) == (0.5, 0.5)


def test_nothing_right_is_an_f1_of_0() -> None:
    assert figures(paper({}, {}, create(TASKS, {"priority": "high"}))) == (0, 0, 0)


# 7.3: what is read, and filled.


def test_rows_marked_as_deleted_are_not_there() -> None:
    before: Rows = {"splitwise.expenses": [{"id": 1, "deleted": False}, {"id": 2, "deleted": False}]}
    after: Rows = {"splitwise.expenses": [{"id": 1, "deleted": True}, {"id": 2, "deleted": False}]}

    assert paper(before, after, delete("splitwise.expenses", 1)).f1 == 1


def test_a_created_row_marked_as_deleted_is_not_there() -> None:
    after: Rows = {"splitwise.expenses": [{"id": 1, "amount": 5, "deleted": True}]}

    assert paper({}, after, create("splitwise.expenses", {"amount": 5})).f1 == 0


@pytest.mark.parametrize(("other", "empty"), [(5, 0), (True, False), ("x", "")])
def test_nulls_become_the_empty_value_of_their_column(other: object, empty: object) -> None:
    before: Rows = {TASKS: [{"id": 1, "value": other}]}
    after: Rows = {TASKS: [{"id": 1, "value": other}, {"id": 2, "value": None}]}

    assert paper(before, after, create(TASKS, {"value": empty}, value=EXACT)).f1 == 1


def test_an_expected_null_compared_exactly_never_matches_a_filled_one() -> None:
    # The null of the new row is an empty text by the time it is compared: 0 of the one column.
    before: Rows = {TASKS: [{"id": 1, "section": "a"}]}
    after: Rows = {TASKS: [{"id": 1, "section": "a"}, {"id": 2, "section": None}]}

    assert paper(before, after, create(TASKS, {"section": None}, section=EXACT)).f1 == 0


def test_a_column_of_nulls_alone_stays_null() -> None:
    assert paper({}, {TASKS: [{"id": 2, "section": None}]}, create(TASKS, {"section": None}, section=EXACT)).f1 == 1


def test_the_nullable_columns_of_the_device_have_types_of_their_own() -> None:
    # A reminder's latitude is a number, so its null is 0 even where no row has one.
    after: Rows = {"REMINDER": [{"reminder_id": "r", "latitude": None}]}

    assert paper({}, after, create("REMINDER", {"latitude": None}, latitude=EXACT)).f1 == 0
    assert paper({}, after, create("REMINDER", {"latitude": 0}, latitude=EXACT)).f1 == 1


def test_an_expected_null_beside_other_values_is_filled_too() -> None:
    # The expected column holds "a" and a null, so the null is "", and so is the actual one: both pairs score 1.
    after: Rows = {TASKS: [{"id": 1, "section": "a"}, {"id": 2, "section": None}]}
    specs = [create(TASKS, {"section": value}, section=EXACT) for value in ("a", None)]

    assert paper({}, after, *specs).f1 == 1


# 7.4: created rows.


def test_rows_are_new_when_their_key_is_not_there_before_compared_as_text() -> None:
    before: Rows = {TASKS: [{"id": "1", "priority": "low"}]}
    after: Rows = {TASKS: [{"id": 1, "priority": "high"}, {"id": 2, "priority": "high"}]}

    found = paper(before, after, create(TASKS, {"priority": "high"}))

    assert (found.groups[0].actual, found.f1) == (1, 1)


def test_the_key_is_the_first_known_column_that_both_sides_have() -> None:
    # Both id and calendar_event_id are there; id goes first, and by id nothing is new.
    before: Rows = {"CALENDAR_EVENTS": [{"id": 1, "calendar_event_id": "a"}]}
    after: Rows = {"CALENDAR_EVENTS": [{"id": 1, "calendar_event_id": "b"}]}

    assert paper(before, after, create("CALENDAR_EVENTS", {"is_all_day": True})).groups[0].actual == 0


def test_without_a_known_key_rows_are_told_apart_by_all_common_columns() -> None:
    # message_id is not among the known keys.
    before: Rows = {"MESSAGING": [{"message_id": "a", "content": "hi"}]}
    after: Rows = {"MESSAGING": [{"message_id": "a", "content": "hi"}, {"message_id": "b", "content": "bye"}]}

    found = paper(before, after, create("MESSAGING", {"content": "bye"}))

    assert (found.groups[0].actual, found.f1) == (1, 1)


def test_when_nothing_was_there_before_all_rows_are_new() -> None:
    after: Rows = {TASKS: [{"id": 1, "priority": "high"}, {"id": 2, "priority": "low"}]}

    assert paper({TASKS: []}, after, create(TASKS, {"priority": "high"})).groups[0].actual == 2


def test_the_best_pair_is_given_up_for_a_better_sum() -> None:
    # x wants a = 1, b = 1; y wants a = 1. Row 1 has both, row 2 has only b.
    # x-1 is 1 and leaves y-2 with 0: sum 1. x-2 is 1/2 and leaves y-1 with 1: sum 3/2 of 2.
    after: Rows = {TASKS: [{"id": 1, "a": 1, "b": 1}, {"id": 2, "a": 2, "b": 1}]}
    found = paper({}, after, create(TASKS, {"a": 1, "b": 1}), create(TASKS, {"a": 1}))

    assert figures(found) == (0.75, 0.75, 0.75)
    assert [row.matched for row in found.groups[0].rows] == [2, 1]


def test_more_new_rows_than_expected_cost_precision() -> None:
    # One of three is right: P 1/3, R 1, F1 = 2 * 1/3 / (4/3) = 1/2.
    after: Rows = {TASKS: [{"id": n, "priority": p} for n, p in enumerate(["high", "low", "low"])]}

    assert figures(paper({}, after, create(TASKS, {"priority": "high"}))) == pytest.approx((1 / 3, 1, 0.5))


def test_fewer_new_rows_than_expected_cost_recall() -> None:
    # P 1, R 1/2, F1 = 2 * 1/2 / (3/2) = 2/3.
    specs = [create(TASKS, {"priority": "high"}) for _ in range(2)]

    assert figures(paper({}, {TASKS: [{"id": 1, "priority": "high"}]}, *specs)) == pytest.approx((1, 0.5, 2 / 3))


def test_no_new_row_is_0_on_both() -> None:
    assert figures(paper({}, {TASKS: []}, create(TASKS, {"priority": "high"}))) == (0, 0, 0)


def test_a_pair_in_which_every_column_is_ignored_scores_1() -> None:
    # Any row will do, whatever it holds; only the count matters: one expected, two new: P 1/2, R 1.
    after: Rows = {TASKS: [{"id": 1, "task_id": 5}, {"id": 2, "task_id": 6}]}

    assert figures(paper({}, after, create(TASKS, {"task_id": 9}, task_id=IGNORE))) == pytest.approx((0.5, 1, 2 / 3))


def test_no_common_column_is_0() -> None:
    assert figures(paper({}, {TASKS: [{"id": 1}]}, create(TASKS, {"priority": "high"}))) == (0, 0, 0)


def test_a_column_the_table_lacks_is_dropped_without_a_penalty() -> None:
    after: Rows = {TASKS: [{"id": 1, "priority": "high"}]}

    assert paper({}, after, create(TASKS, {"priority": "high", "mood": "good"})).f1 == 1


# 7.5: the measure of a column.


@pytest.mark.parametrize("value", [None, "", []])
def test_an_empty_expected_value_is_ignored(value: object) -> None:
    after: Rows = {TASKS: [{"id": 1, "priority": "high", "color": "red"}]}

    assert paper({}, after, create(TASKS, {"priority": "high", "color": value})).f1 == 1


@pytest.mark.parametrize("column", RUNTIME_IDS)
def test_ids_of_the_device_are_ignored_even_when_a_spec_names_a_measure(column: str) -> None:
    after: Rows = {"NOTES": [{column: "x", "pinned": True}]}

    assert paper({}, after, create("NOTES", {column: "y", "pinned": True}, **{column: EXACT})).f1 == 1


@pytest.mark.parametrize("column", [*TIMESTAMPS.split(), *OTHER_AUTOMATIC.split()])
def test_automatic_columns_are_ignored_even_when_a_spec_names_a_measure(column: str) -> None:
    after: Rows = {TASKS: [{"id": 1, "priority": "high", column: ""}]}

    assert paper({}, after, create(TASKS, {"priority": "high", column: "y"}, **{column: EXACT})).f1 == 1


@pytest.mark.parametrize("column", ["content", "title", "description", "name", "body", "text", "subject"])
def test_words_are_compared_by_rouge(column: str) -> None:
    # 2 of 3 tokens and 2 of 2: 0.8.
    assert paper(
        {}, {TASKS: [{"id": 1, column: "Buy milk"}]}, create(TASKS, {column: "Buy milk."})
    ).f1 == pytest.approx(0.8)


@pytest.mark.parametrize("column", ["tags", "data"])
def test_tags_and_data_are_ignored_unless_a_spec_names_a_measure(column: str) -> None:
    after: Rows = {TASKS: [{"id": 1, "priority": "high", column: "a"}]}
    values = {"priority": "high", column: "b"}

    assert paper({}, after, create(TASKS, values)).f1 == 1
    # Named: 1 of 2 columns.
    assert paper({}, after, create(TASKS, values, **{column: EXACT})).f1 == 0.5


def test_other_columns_are_compared_exactly() -> None:
    # 1 of 2 columns.
    after: Rows = {TASKS: [{"id": 1, "priority": "high", "color": "Red"}]}

    assert paper({}, after, create(TASKS, {"priority": "high", "color": "red"})).f1 == 0.5


def test_the_key_of_an_app_counts_when_a_spec_gives_it() -> None:
    # `id` is no runtime id: 1 of 2 columns.
    after: Rows = {TASKS: [{"id": 7, "priority": "high"}]}

    assert paper({}, after, create(TASKS, {"id": 6500, "priority": "high"})).f1 == 0.5


# 7.6: deleted rows.


def test_a_row_is_deleted_when_its_key_is_gone() -> None:
    before: Rows = {NOTES: [{"id": 1}, {"id": 2}]}

    assert paper(before, {NOTES: [{"id": 2}]}, delete(NOTES, 1)).f1 == 1


def test_deleting_another_row_is_0() -> None:
    before: Rows = {NOTES: [{"id": 1}, {"id": 2}]}

    assert figures(paper(before, {NOTES: [{"id": 1}]}, delete(NOTES, 1))) == (0, 0, 0)


def test_deleting_more_costs_precision() -> None:
    # P 1/2, R 1.
    before: Rows = {NOTES: [{"id": 1}, {"id": 2}, {"id": 3}]}

    assert figures(paper(before, {NOTES: [{"id": 3}]}, delete(NOTES, 1))) == pytest.approx((0.5, 1, 2 / 3))


def test_when_nothing_is_left_all_rows_were_deleted() -> None:
    assert paper({NOTES: [{"id": 1}]}, {NOTES: []}, delete(NOTES, 1)).f1 == 1
    assert paper({NOTES: [{"id": 1}]}, {}, delete(NOTES, 1)).f1 == 1


def test_the_key_of_a_device_row_counts_when_the_spec_names_no_measure() -> None:
    before: Rows = {"REMINDER": [{"reminder_id": "a"}, {"reminder_id": "b"}]}
    after: Rows = {"REMINDER": [{"reminder_id": "a"}]}

    assert paper(before, after, delete("REMINDER", "a", by="reminder_id")).f1 == 0


def test_the_key_of_a_device_row_is_ignored_when_the_spec_names_its_measure() -> None:
    # So deleting the wrong reminder is right.
    before: Rows = {"REMINDER": [{"reminder_id": "a"}, {"reminder_id": "b"}]}
    after: Rows = {"REMINDER": [{"reminder_id": "a"}]}

    assert paper(before, after, delete("REMINDER", "a", by="reminder_id", reminder_id=EXACT)).f1 == 1


# 7.7: updated rows.


def test_the_key_is_one_of_the_averaged_columns() -> None:
    # The id is right and the field is not: (1 + 0) / 2.
    rows: Rows = {TASKS: [{"id": 1, "is_completed": False}]}

    assert paper(rows, rows, update(TASKS, 1, {"is_completed": True})).f1 == 0.5


def test_the_key_of_a_device_row_is_not() -> None:
    rows: Rows = {"REMINDER": [{"reminder_id": "a", "latitude": 1.0}]}

    assert paper(rows, rows, update("REMINDER", "a", {"latitude": 2.0}, by="reminder_id")).f1 == 0
    # Unless the spec names a measure for it: (1 + 0) / 2.
    named = update("REMINDER", "a", {"latitude": 2.0}, by="reminder_id", reminder_id=EXACT)
    assert paper(rows, rows, named).f1 == 0.5


def test_a_missing_row_is_0() -> None:
    assert paper({TASKS: [{"id": 1}]}, {TASKS: [{"id": 2}]}, update(TASKS, 1, {"a": 1})).f1 == 0


def test_a_missing_key_column_is_0() -> None:
    rows: Rows = {TASKS: [{"a": 1}]}

    assert paper(rows, rows, update(TASKS, 1, {"a": 1})).f1 == 0


def test_precision_and_recall_of_updates_are_the_mean_over_specs() -> None:
    # 1 and 1/2: 3/4 on both.
    after: Rows = {TASKS: [{"id": 1, "done": True}, {"id": 2, "done": False}]}
    found = paper({}, after, *(update(TASKS, key, {"done": True}) for key in (1, 2)))

    assert figures(found) == (0.75, 0.75, 0.75)


def test_other_updated_rows_are_never_counted() -> None:
    before: Rows = {TASKS: [{"id": n, "done": False} for n in range(50)]}
    after: Rows = {TASKS: [{"id": n, "done": True} for n in range(50)]}

    assert paper(before, after, update(TASKS, 1, {"done": True})).f1 == 1


def test_keys_of_updated_rows_are_compared_as_texts() -> None:
    assert paper({}, {TASKS: [{"id": 1, "done": True}]}, update(TASKS, "1", {"done": True})).f1 == 1


@pytest.mark.parametrize("column", TIMESTAMPS.split())
def test_timestamps_have_to_be_later_than_expected(column: str) -> None:
    fields = {column: "2026-05-02T08:00:00"}
    later: Rows = {NOTES: [{"id": 1, column: "2026-05-02T08:00:01"}]}
    same: Rows = {NOTES: [{"id": 1, column: "2026-05-02T08:00:00"}]}

    assert paper({}, later, update(NOTES, 1, fields)).f1 == 1
    # The id alone: 1/2.
    assert paper({}, same, update(NOTES, 1, fields)).f1 == 0.5
    # A named measure goes first.
    assert paper({}, same, update(NOTES, 1, fields, **{column: EXACT})).f1 == 1


@pytest.mark.parametrize("table", ["gmail.global_email_threads", "gmail.user_email_threads", "gmail.drafts"])
def test_in_three_mail_tables_timestamps_are_ignored_instead(table: str) -> None:
    after: Rows = {table: [{"id": 1, "updated_at": "2026-05-02T08:00:00"}]}

    # Only the id counts.
    assert paper({}, after, update(table, 1, {"updated_at": "2026-05-02T08:00:00"})).f1 == 1


@pytest.mark.parametrize("column", OTHER_AUTOMATIC.split())
def test_other_automatic_columns_of_updates_are_ignored_unless_a_spec_names_a_measure(column: str) -> None:
    # Without `deleted`, which would hide the row.
    after: Rows = {TASKS: [{"id": 1, column: ""}]}

    assert paper({}, after, update(TASKS, 1, {column: "x"})).f1 == 1
    assert paper({}, after, update(TASKS, 1, {column: "x"}, **{column: EXACT})).f1 == 0.5


# 7.10: guardrails.


@pytest.mark.parametrize("namespace", ["SETTING", "CONTACT", "CALENDARS", "NOTES"])
def test_a_change_in_a_namespace_without_specs_makes_f1_0(namespace: str) -> None:
    before: Rows = {namespace: [{"wifi": True}], TASKS: []}
    after: Rows = {namespace: [{"wifi": False}], TASKS: [{"id": 1, "a": 1}]}
    found = paper(before, after, create(TASKS, {"a": 1}))

    assert (found.overall.precision, found.overall.recall) == (1, 1), "the figures stay"
    assert (found.guardrail, found.broken, found.f1) == (False, (namespace,), 0)


@pytest.mark.parametrize("namespace", ["SANDBOX", "IMAGE", "CALENDAR_EVENTS_RECURRENCE_STAGING"])
def test_three_namespaces_are_not_guarded(namespace: str) -> None:
    assert paper({namespace: []}, {namespace: [{"a": 1}]}).f1 == 1


def test_another_order_of_rows_breaks_the_guardrail() -> None:
    rows = [{"person_id": "a"}, {"person_id": "b"}]

    assert paper({"CONTACT": rows}, {"CONTACT": rows[::-1]}).f1 == 0


def test_a_missing_column_is_null_to_the_guardrail() -> None:
    assert paper({"CONTACT": [{"a": None}]}, {"CONTACT": [{}]}).guardrail


def test_the_guardrail_of_app_tables_never_fires() -> None:
    after: Rows = {"venmo.transactions": [{"id": 1, "amount": 900}], NOTES: [{"id": 1, "pinned": True}]}

    assert paper({}, after, create(NOTES, {"pinned": True})).f1 == 1


def test_within_a_named_namespace_only_the_named_operations_are_looked_at() -> None:
    before: Rows = {"REMINDER": [{"reminder_id": "a"}]}
    after: Rows = {"REMINDER": [{"reminder_id": "b", "content": "new"}]}

    # Reminder a was deleted, and nobody minds.
    assert paper(before, after, create("REMINDER", {"content": "new"})).f1 == 1


# 7.11: doing nothing.


def test_an_update_that_was_true_before_pays_for_doing_nothing() -> None:
    # Update group 1, create group 0: P = R = 1/2.
    rows: Rows = {TASKS: [{"id": 1, "done": True}]}

    assert figures(paper(rows, rows, update(TASKS, 1, {"done": True}), create(NOTES, {"pinned": True}))) == (
        0.5,
        0.5,
        0.5,
    )


def test_an_update_of_columns_the_table_lacks_pays_too() -> None:
    # Only the id is left of it.
    rows: Rows = {"phone.contacts": [{"id": 1, "first_name": "Tove"}]}

    assert paper(rows, rows, update("phone.contacts", 1, {"name": "Tove A.", "is_self": False})).f1 == 1


def test_a_table_with_updates_alone_does_not_see_new_rows() -> None:
    after: Rows = {TASKS: [{"id": 1, "done": True}, {"id": 2, "done": True}]}

    assert paper({TASKS: [{"id": 1, "done": False}]}, after, update(TASKS, 1, {"done": True})).f1 == 1


# 7.12: what the published scorer fails on.


def test_expected_rows_of_mixed_types_score_0_and_say_why() -> None:
    found = paper({}, {TASKS: [{"id": 1, "a": 1}]}, create(TASKS, {"a": 1}), create(TASKS, {"a": "x"}))

    assert figures(found) == (0, 0, 0)
    assert "column 'a'" in found.fault


def test_a_tolerance_that_nobody_gave_scores_0_and_says_why() -> None:
    found = paper({}, {TASKS: [{"id": 1, "a": 1}]}, create(TASKS, {"a": 1}, a="column_close_similarity"))

    assert figures(found) == (0, 0, 0)
    assert "tolerance" in found.fault


# What it explains.


def test_each_expected_row_tells_its_match_its_columns_and_the_reason() -> None:
    after: Rows = {
        TASKS: [{"id": 8, "title": "Buy milk", "priority": "low"}, {"id": 9, "title": "x", "priority": "low"}]
    }
    told = paper({}, after, create(TASKS, {"title": "Buy milk.", "priority": "high", "color": None})).groups[0]

    (row,) = told.rows
    assert (row.spec, row.matched) == (0, 8)
    assert row.similarity == pytest.approx(0.4), "(0.8 + 0) / 2"
    assert {column.column: column.similarity for column in row.columns} == {
        "title": pytest.approx(0.8),
        "priority": 0,
    }, "the table has no color"
    assert row.reason == "differs in priority, title"
    assert told.unmatched == (9,)


def test_an_expected_row_without_a_match_says_so() -> None:
    (row,) = paper({}, {}, delete(NOTES, 1)).groups[0].rows

    assert (row.matched, row.similarity, row.reason) == (None, 0, "no row left that was deleted")
