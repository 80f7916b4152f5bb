"""A call is checked, runs as one step, and is recorded with all that it changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from agent_bridge.toolkit.registry import Registry
from agent_bridge.toolkit.tool import Tool, tools
from scenarios.world.calls import Call, Calls
from scenarios.world.device import SETTINGS
from scenarios.world.domains.simple_note.tables import NOTES
from scenarios.world.errors import Conflict, ToolCrashed
from scenarios.world.plan import Plan
from scenarios.world.world import World
from ui_server.expressions import Json


def scribble(world: World, title: str, fault: str = "") -> Json:
    """Write over note 11 and add another; then fail as asked."""
    note = world.rows.get(NOTES, 11)
    assert note is not None
    world.rows.put(NOTES, replace(note, title=title))
    added = world.rows.add(NOTES, replace(note, id=world.rows.next_id(NOTES), title=f"{title} again"))
    code = world.chance.digits("code", 4)
    if fault == "refusal":
        raise Conflict("No.", hint="Do something else.")
    if fault == "crash":
        raise ZeroDivisionError("division by zero")
    return {"id": added.id, "code": code, "at": world.now()}


def returns_a_set(world: World) -> Any:
    """Return what is no JSON."""
    return {1, 2}


SCRIBBLE = tools("note", {scribble: "", returns_a_set: ""})


@pytest.fixture
def scribbles(world: World) -> Calls:
    return Calls(world, Registry(SCRIBBLE))


def test_a_call_is_recorded_with_arguments_result_changes_and_digest(scribbles: Calls, world: World) -> None:
    before = world.rows.digest
    call = scribbles.run("note_scribble", {"title": "Stars"})
    assert call.ok
    assert call.arguments == {"title": "Stars"}
    assert call.result == call.answer
    assert [(change.operation, change.key) for change in call.changes] == [("update", 11), ("create", 14)]
    assert call.digest == world.rows.digest != before
    assert call.at == "2026-05-04T09:00:00"
    assert scribbles.made == (call,)


def test_a_read_changes_neither_rows_nor_digest(calls: Calls, world: World) -> None:
    before = world.rows.digest
    call = calls.run("simple_note_show_note", {"note_id": 11})
    assert (call.ok, call.changes, call.digest) == (True, (), before)


@pytest.mark.parametrize("fault", ["refusal", "crash"])
def test_a_call_that_fails_leaves_no_trace_in_rows_changes_digest_or_later_ids(
    open_world: Callable[..., World], fault: str
) -> None:
    spoilt, clean = open_world(), open_world()
    before = spoilt.rows.all_rows()
    calls = Calls(spoilt, Registry(SCRIBBLE))
    with suppress(ToolCrashed):
        calls.run("note_scribble", {"title": "Stars", "fault": fault})
    assert spoilt.rows.all_rows() == before
    assert spoilt.rows.changes() == ()
    assert spoilt.rows.digest == clean.rows.digest
    later = calls.run("note_scribble", {"title": "Moon"})
    assert later.result == Calls(clean, Registry(SCRIBBLE)).run("note_scribble", {"title": "Moon"}).result


def test_a_refusal_is_data_that_says_what_to_do(scribbles: Calls) -> None:
    call = scribbles.run("note_scribble", {"title": "Stars", "fault": "refusal"})
    assert not call.ok
    assert call.result is None
    assert call.answer == {"error": {"code": "conflict", "message": "No.", "hint": "Do something else."}}


def test_wrong_arguments_are_told_one_by_one_and_recorded(scribbles: Calls) -> None:
    call = scribbles.run("note_scribble", {"name": "Stars"})
    assert call.error is not None
    problems: Any = call.error["problems"]
    assert [(problem["argument"], problem["code"]) for problem in problems] == [
        ("title", "missing"),
        ("name", "unknown"),
    ]
    assert scribbles.made == (call,)


def test_an_unknown_tool_is_told_the_nearest_and_recorded(calls: Calls) -> None:
    call = calls.run("simple_note_shownote", {"note_id": 11})
    assert call.error is not None
    assert call.error["code"] == "unknown_tool"
    assert "simple_note_show_note" in str(call.error["hint"])
    assert len(calls.made) == 1


def test_a_tool_that_crashes_is_our_fault_and_is_recorded(scribbles: Calls) -> None:
    with pytest.raises(ToolCrashed) as caught:
        scribbles.run("note_scribble", {"title": "Stars", "fault": "crash"})
    assert caught.value.owner == "harness"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    (call,) = scribbles.made
    assert call.error == {
        "code": "tool_crashed",
        "message": "note_scribble failed: ZeroDivisionError: division by zero",
    }


def test_a_tool_that_crashes_over_rows_that_nothing_can_mean_is_the_scenarios_fault(
    plan: Plan, open_world: Callable[..., World]
) -> None:
    cart = [{"id": 1, "user_id": 1, "product_id": 402, "quantity": "a few"}]
    calls = Calls(open_world({**plan.sample(), "amazon.cart_entries": cart}), plan.registry)
    with pytest.raises(ToolCrashed) as caught:
        calls.run("amazon_show_cart", {})
    assert caught.value.owner == "environment"


def test_a_result_that_is_no_json_is_a_crash(scribbles: Calls) -> None:
    with pytest.raises(ToolCrashed):
        scribbles.run("note_returns_a_set", {})


def test_a_record_cannot_be_altered_from_outside(calls: Calls) -> None:
    arguments: dict[str, Json] = {"note_id": 11, "tags": ["a"]}
    call = calls.run("simple_note_update_note", arguments)
    tags: Any = arguments["tags"]
    tags.append("b")
    result: Any = call.result
    result["message"] = "spoilt"
    told: Any = call.to_json()
    told["changes"][0]["new"]["tags"].append("c")
    assert call.arguments["tags"] == ["a"]
    assert call.result != result
    assert call.changes[0].new["tags"] == ["a"]


def test_a_record_is_plain_data(scribbles: Calls) -> None:
    told = scribbles.run("note_scribble", {"title": "Stars"}).to_json()
    assert json.loads(json.dumps(told)) == told
    assert set(told) == {"index", "tool", "at", "arguments", "ok", "result", "error", "changes", "digest"}


def test_a_clock_with_a_step_moves_between_calls(open_world: Callable[..., World]) -> None:
    calls = Calls(open_world(step=timedelta(minutes=1)), Registry(SCRIBBLE))
    first = calls.run("note_scribble", {})
    second = calls.run("note_scribble", {"title": "Stars"})
    assert (first.at, second.at) == ("2026-05-04T09:00:00", "2026-05-04T09:01:00")
    assert second.result == {"id": 14, "code": second.answer["code"], "at": "2026-05-04T09:01:00"}  # type: ignore[index,call-overload]


@pytest.mark.parametrize("settings", [{"cellular": False, "wifi": False}, {"airplane_mode": True}])
def test_a_tool_that_needs_the_network_is_refused_without_it(
    open_world: Callable[..., World], settings: dict[str, Json]
) -> None:
    world = open_world({"setting": [settings]})
    call = Calls(world, Registry([online()])).run("note_online", {})
    assert call.error is not None
    assert call.error["code"] == "service_off"
    assert "set_wifi_status" in str(call.error["hint"])


@pytest.mark.parametrize("settings", [{"cellular": False}, {"wifi": False}])
def test_either_kind_of_network_is_enough(open_world: Callable[..., World], settings: dict[str, Json]) -> None:
    world = open_world({"setting": [settings]})
    assert Calls(world, Registry([online()])).run("note_online", {}).ok


def test_a_device_is_online_to_begin_with(open_world: Callable[..., World]) -> None:
    (setting,) = open_world({}).rows.find(SETTINGS)
    assert (setting.wifi, setting.cellular, setting.airplane_mode) == (True, True, False)


def test_index_and_order_are_those_in_which_the_calls_were_made(call: Callable[..., Call]) -> None:
    made = [call("simple_note_show_note", note_id=11), call("nothing"), call("simple_note_list_tags")]
    assert [one.index for one in made] == [0, 1, 2]


def online() -> Tool:
    def ping(world: World) -> Json:
        """Ask for an answer."""
        return "pong"

    return Tool(name="note_online", domain="note", function=ping, needs=("network",))
