"""The reminders app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]


def ids(result: Any) -> list[int]:
    return [int(reminder["reminder_id"][-3:]) for reminder in result["reminders"]]


def test_a_new_reminder_is_dated_by_the_episode(call: Callable[..., Call]) -> None:
    made = call("add_reminder", content="Pay the fee", reminder_datetime="2026-05-20T20:00:00+02:00")
    (change,) = made.changes
    assert (change.table, change.operation) == ("REMINDER", "create")
    assert change.new == {
        "reminder_id": made.result["reminder_id"],  # type: ignore[index,call-overload]
        "content": "Pay the fee",
        "creation_datetime": "2026-05-04T09:00:00",
        "reminder_datetime": "2026-05-20T18:00:00",
        "latitude": None,
        "longitude": None,
    }


def test_ids_follow_from_the_seed_of_the_episode(open_world: Callable[..., World], plan: Plan) -> None:
    def made(seed: int) -> Any:
        calls = Calls(open_world({}, seed=seed), plan.registry)
        wanted: Any = {"content": "x", "reminder_datetime": "2026-05-20"}
        return [calls.run("add_reminder", wanted).result for _ in range(2)]

    assert made(1) == made(1)
    assert made(1) != made(2)
    assert len({str(result) for result in (*made(1), *made(2))}) == 4


@pytest.mark.parametrize("moment", ["tomorrow", "20260520", "2026-05-32", "None", ""])
def test_what_is_no_time_is_refused_with_an_example(refusal: Refusal, moment: str) -> None:
    code, said = refusal("add_reminder", content="x", reminder_datetime=moment)
    assert code == "invalid_arguments"
    assert "a date and time such as 2026-05-04T09:30:00" in said


def test_a_place_has_both_degrees(call: Callable[..., Call], refusal: Refusal) -> None:
    assert refusal("add_reminder", content="x", reminder_datetime="2026-05-20", latitude=51.5)[0] == "conflict"
    assert refusal("modify_reminder", reminder_id="reminder_501", longitude=1.0)[0] == "conflict"
    assert refusal("add_reminder", content="x", reminder_datetime="2026-05-20", latitude=91)[0] == "invalid_arguments"
    assert call("modify_reminder", reminder_id="reminder_501", latitude=51.5, longitude=0).ok


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [502, 503, 501]),
        ({"reminder_id": "reminder_501"}, [501]),
        ({"content": "library book"}, [502]),
        ({"content": "umbrella"}, []),
        ({"creation_datetime_lowerbound": "2026-05-01"}, [503]),
        ({"creation_datetime_upperbound": "2026-04-20"}, [501]),
        ({"reminder_datetime_lowerbound": "2026-05-04", "reminder_datetime_upperbound": "2026-05-04"}, [503]),
        ({"latitude": 51.5, "longitude": -0.12}, [503]),
        ({"latitude": 51.52}, []),
    ],
)
def test_reminders_are_found_by_words_time_and_place(ask: Ask, wanted: dict[str, Any], found: list[int]) -> None:
    assert ids(ask("search_reminder", **wanted)) == found


def test_a_change_is_that_and_nothing_else(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("modify_reminder", reminder_id="reminder_501", reminder_datetime="2026-05-06T08:30:00Z").changes
    assert change.new == {"reminder_datetime": "2026-05-06T08:30:00"}
    assert refusal("modify_reminder", reminder_id="reminder_501")[0] == "conflict"


def test_a_removed_reminder_is_gone(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("remove_reminder", reminder_id="reminder_501").changes
    assert (change.operation, change.key) == ("delete", "reminder_501")
    assert refusal("reminder_show", reminder_id="reminder_501")[0] == "not_found"


def test_views_by_time_are_those_of_the_episode(ask: Ask) -> None:
    assert ids(ask("reminder_list")) == [502, 503, 501]
    assert ids(ask("reminder_due_today")) == [503]
    assert ids(ask("reminder_overdue")) == [502]
    assert ask("reminder_count") == {"count": 3}


@pytest.mark.parametrize(
    ("reminder", "later"), [("reminder_501", "2026-05-05T09:00:00"), ("reminder_502", "2026-05-04T09:30:00")]
)
def test_a_reminder_is_put_off_from_its_time_or_from_now(ask: Ask, reminder: str, later: str) -> None:
    ask("reminder_snooze", reminder_id=reminder, minutes=30)
    assert ask("reminder_show", reminder_id=reminder)["reminder_datetime"] == later


def test_past_reminders_are_removed_once(ask: Ask, refusal: Refusal, world: World) -> None:
    assert ask("reminder_clear_past")["removed"] == 1
    assert [(change.operation, change.key) for change in world.rows.changes()] == [("delete", "reminder_502")]
    assert refusal("reminder_clear_past")[0] == "conflict"


def test_reminders_need_no_network(open_world: Callable[..., World], plan: Plan) -> None:
    world = open_world({"setting": [{"wifi": False, "cellular": False}]})
    assert Calls(world, plan.registry).run("search_reminder", {}).ok
