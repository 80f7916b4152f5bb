"""Faults that were reported of other systems, and that no world has. The numbers are those of the collected cases."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.world.calls import Calls
from scenarios.world.plan import Opening, Plan
from scenarios.world.world import World

CLOCK = datetime.fromisoformat("2023-05-18T12:00:00+00:00")
NOTE = {"id": 1, "user_id": 4, "title": "Plan", "tags": ["a"], "data": {"nested": {"list": [1]}}}


def opening(**more: Any) -> Opening:
    return Opening(**{"owner": "ines.calder@example.com", "now": CLOCK, "rows": {"simple_note.notes": [NOTE]}, **more})


def run(plan: Plan, title: str) -> tuple[object, object]:
    with plan.open(opening()) as world:
        start = world.rows.all_rows()
        call = Calls(world, plan.registry).run(
            "simple_note_update_note", {"note_id": 1, "title": title, "tags": [title]}
        )
        return start, call.to_json()


def test_bug_072_worlds_that_run_at_once_start_alike(plan: Plan) -> None:
    with ThreadPoolExecutor(max_workers=8) as pool:
        at_once = list(pool.map(lambda number: run(plan, f"t{number}"), range(8)))
    assert at_once == [run(plan, f"t{number}") for number in range(8)]
    assert all(start == at_once[0][0] for start, _ in at_once)


def test_bug_072_what_is_handed_out_is_a_copy_and_so_is_what_is_taken_in(plan: Plan) -> None:
    note: Any = {**NOTE, "data": {"nested": {"list": [1]}}}
    with plan.open(opening(rows={"simple_note.notes": [note]})) as world:
        note["data"]["nested"]["list"].append(2)
        (row,) = world.rows.rows("simple_note.notes")
        data: Any = row["data"]
        data["nested"]["list"].append(3)
        shown: Any = Calls(world, plan.registry).run("simple_note_show_note", {"note_id": 1}).result
        assert shown["data"] == {"nested": {"list": [1]}}


def test_bug_073_a_call_lands_in_its_own_world_and_in_no_other(plan: Plan) -> None:
    with plan.open(opening()) as one, plan.open(opening()) as other:
        Calls(one, plan.registry).run("simple_note_delete_note", {"note_id": 1})
        assert one.rows.rows("simple_note.notes") == []
        assert other.rows.changes() == ()
        assert len(other.rows.rows("simple_note.notes")) == 1


@pytest.mark.parametrize("missing", [None, "", "default"])
def test_bug_073_there_is_no_world_to_fall_back_to(plan: Plan, missing: Any) -> None:
    with pytest.raises(AttributeError):
        Calls(missing, plan.registry).run("simple_note_show_note", {"note_id": 1})


def test_bug_075_nothing_tells_the_machines_time(plan: Plan, open_world: Callable[..., World]) -> None:
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    world = open_world(now=CLOCK)
    calls = Calls(world, plan.registry)
    for tool in plan.registry:
        calls.run(tool.name, tool.examples[0])
    assert today not in str([call.to_json() for call in calls.made])
    stamps = [
        value
        for change in world.rows.changes()
        if change.operation == "create"
        for name, value in change.new.items()
        if name in ("created_at", "creation_datetime")
    ]
    assert len(stamps) > 20
    assert {str(stamp)[:10] for stamp in stamps} <= {"2023-05-18", *_seeded_days(plan)}


def test_bug_084_0_is_an_id(open_world: Callable[..., World], plan: Plan) -> None:
    rows = {"simple_note.notes": [{"id": 0, "user_id": 0, "title": "Zero"}, {"id": 5, "user_id": 0, "title": "Five"}]}
    world = open_world(rows)
    assert world.owner.id == 0
    calls = Calls(world, plan.registry)
    assert calls.run("simple_note_show_note", {"note_id": 0}).ok
    (change,) = calls.run("simple_note_update_note", {"note_id": 0, "content": "x"}).changes
    assert change.key == 0
    assert calls.run("todoist_create_project", {"name": "P"}).ok
    assert calls.run("amazon_place_order", {"payment_card_id": 0, "address_id": 0}).error is not None


def test_w41_a_row_made_in_the_place_of_a_deleted_one_is_a_new_row(plan: Plan) -> None:
    with plan.open(opening()) as world:
        calls = Calls(world, plan.registry)
        calls.run("simple_note_delete_note", {"note_id": 1})
        calls.run("simple_note_create_note", {"title": "Plan"})
        assert [(change.operation, change.key) for change in world.rows.changes()] == [("delete", 1), ("create", 2)]


def test_w30_every_table_is_watched(plan: Plan, open_world: Callable[..., World]) -> None:
    world = open_world()
    calls = Calls(world, plan.registry)
    calls.run("simple_note_create_note", {"title": "Wanted"})
    calls.run("amazon_place_order", {"payment_card_id": 1, "address_id": 1})
    assert {"simple_note.notes", "amazon.orders", "gmail.emails"} <= {change.table for change in world.rows.changes()}


def test_w68_the_text_none_is_no_date(open_world: Callable[..., World], plan: Plan) -> None:
    calls = Calls(open_world(), plan.registry)
    arguments: Any = {"project_id": 301, "title": "x", "due_date": "None"}
    call = calls.run("todoist_create_task", arguments)
    assert call.error is not None and call.error["code"] == "invalid_arguments"
    assert calls.run("todoist_create_task", {**arguments, "due_date": None}).ok


def _seeded_days(plan: Plan) -> set[str]:
    """Days that copies of seeded rows may carry."""
    return {
        str(value)[:10]
        for rows in plan.sample().values()
        for row in rows
        for name, value in row.items()
        if name in ("created_at", "creation_datetime")
    }
