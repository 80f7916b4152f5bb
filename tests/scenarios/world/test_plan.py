"""A plan makes worlds that start alike and share nothing."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.world.calls import Calls
from scenarios.world.errors import UnknownTable
from scenarios.world.owner import Rows
from scenarios.world.plan import Opening, Plan
from scenarios.world.world import World

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)


def opening(plan: Plan, **more: Any) -> Opening:
    start = {"owner": "nora.lindqvist@example.com", "now": NOW, "rows": plan.sample(), **more}
    return Opening(**start)


def write_notes(plan: Plan, world: World, count: int) -> list[object]:
    calls = Calls(world, plan.registry)
    for number in range(count):
        calls.run("simple_note_create_note", {"title": f"Note {number}", "tags": ["a", str(count)]})
    return [world.rows.digest, world.rows.all_rows(), [call.to_json() for call in calls.made]]


def test_a_hundred_worlds_side_by_side_do_not_see_each_other(plan: Plan) -> None:
    with ExitStack() as stack:
        worlds = [stack.enter_context(plan.open(opening(plan))) for _ in range(100)]
        start = [world.rows.all_rows() for world in worlds]
        assert all(rows == start[0] for rows in start)
        seen = [write_notes(plan, world, number % 5) for number, world in enumerate(worlds)]
        titles = [[row["title"] for row in world.rows.rows("simple_note.notes")] for world in worlds]
    for number in range(100):
        assert len(titles[number]) == 3 + number % 5
        assert seen[number] == seen[number % 5]
    assert len({str(one[0]) for one in seen}) == 5


def test_worlds_used_at_once_give_the_same_as_one_by_one(plan: Plan) -> None:
    def run(number: int) -> list[object]:
        with plan.open(opening(plan)) as world:
            return write_notes(plan, world, number)

    with ThreadPoolExecutor(max_workers=8) as pool:
        at_once = list(pool.map(run, range(8)))
    assert at_once == [run(number) for number in range(8)]


def test_a_start_is_opened_as_often_as_it_is_tried(plan: Plan) -> None:
    start = plan.prepare(opening(plan, seed=3))
    with start.open() as one, start.open() as other, start.open(seed=4) as third:
        write_notes(plan, one, 2)
        assert other.rows.changes() == ()
        assert other.chance.uuid("event") == one.chance.uuid("event") != third.chance.uuid("event")
        assert other.rows.digest == third.rows.digest


def test_rows_given_to_an_opening_are_not_altered_by_the_episode(plan: Plan) -> None:
    given = plan.sample()
    before = str(given)
    with plan.open(opening(plan, rows=given)) as world:
        write_notes(plan, world, 3)
    assert str(given) == before == str(plan.sample())


def test_the_owner_has_an_account_in_every_app(open_world: Callable[..., World], plan: Plan) -> None:
    world = open_world({"phone.contacts": [{"user_id": 12}]} if "phone.contacts" in tables(plan) else {})
    for name in tables(plan):
        if name.endswith(".users"):
            assert world.owner.id in [row["id"] for row in world.rows.rows(name)], name


def test_seeded_rows_are_the_start_and_no_change(world: World) -> None:
    assert world.rows.changes() == ()
    assert [row["title"] for row in world.rows.rows("simple_note.notes")] == [
        "Packing list",
        "Old wifi code",
        "Choir dates",
    ]


def test_equal_openings_have_equal_digests_and_others_not(plan: Plan) -> None:
    def digest(**more: Any) -> str:
        with plan.open(opening(plan, **more)) as world:
            return world.rows.digest

    changed: Rows = {**plan.sample(), "simple_note.notes": [{"id": 11, "user_id": 1, "title": "Packing lists"}]}
    assert digest() == digest()
    assert digest() != digest(rows=changed)


def test_expected_rows_help_to_find_the_owner(open_world: Callable[..., World]) -> None:
    world = open_world({}, expected={"simple_note.notes": [{"user_id": 31, "title": "Club evening"}]})
    assert world.owner.id == 31


def test_an_unknown_table_is_the_scenarios_fault(open_world: Callable[..., World]) -> None:
    with pytest.raises(UnknownTable) as caught:
        open_world({"simple_note.note": [{"id": 1}]})
    assert caught.value.owner == "environment"
    assert caught.value.near == ("simple_note.notes",)


def test_added_columns_belong_to_one_world_only(open_world: Callable[..., World]) -> None:
    odd = open_world({"simple_note.notes": [{"id": 5, "user_id": 1, "title": "a", "mood": "grim"}]})
    plain = open_world({"simple_note.notes": [{"id": 5, "user_id": 1, "title": "a"}]})
    assert odd.report.added_columns == {"simple_note.notes": ("mood",)}
    assert odd.rows.rows("simple_note.notes")[0]["mood"] == "grim"
    assert "mood" not in plain.rows.rows("simple_note.notes")[0]


def test_rows_are_put_as_a_world_holds_them_for_comparing(plan: Plan) -> None:
    normal = plan.normal(
        {"simple_note.notes": [{"id": "simple_note_note_4", "created_at": "2026-05-04T11:00:00+02:00"}]}
    )
    assert normal == {"simple_note.notes": [{"id": 3104, "created_at": "2026-05-04T09:00:00"}]}


def tables(plan: Plan) -> list[str]:
    return [table.name for table in plan.schema]
