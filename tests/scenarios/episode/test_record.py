"""The evidence of an episode: counts of how it went, whose fault it was, and JSON that is the same every time."""

from __future__ import annotations

import json

import pytest

from agent_bridge.messages import Role
from scenarios.episode.errors import TurnTimedOut
from scenarios.episode.record import Counts, Fault
from scenarios.runs.stage import Stage
from scenarios.world.calls import Call
from scenarios.world.errors import ToolCrashed, UnknownTable
from tests.scenarios.plays import SHOW, Agent, User, button, call, calls, play, says, screen
from ui_server.steps import ClickStep
from user_sim.user import UserTurn

SEARCH = call("simple_note_search_notes")
PIN = call("simple_note_pin_note", note_id=11)


async def counted(stage: Stage, *made: str, **arguments: int) -> Counts:
    """The counts of an episode with these calls of tools for note 11."""
    turns = [calls(call(tool, note_id=11)) for tool in made]
    return (await play(stage, Agent(*turns), User())).process


async def test_a_call_that_changed_something_and_is_made_again_is_a_repeat(text_stage: Stage) -> None:
    twice = await play(text_stage, Agent(calls(call("simple_note_create_note", title="A")), calls(SEARCH)), User())
    record = await play(
        text_stage,
        Agent(*[calls(call("messages_send_text_message", phone_number="5550140201", message="Hello"))] * 2),
        User(),
        rows={"phone.users": [{"id": 201, "first_name": "Tove", "last_name": "A", "phone_number": "5550140201"}]},
    )

    assert twice.process.repeats == 0
    assert record.process.repeats == 1


async def test_looking_twice_is_no_repeat(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(calls(SEARCH), calls(SEARCH)), User())

    assert record.process.repeats == 0


async def test_a_tool_that_works_after_it_was_refused_is_a_recovery(text_stage: Stage) -> None:
    wrong = calls(call("simple_note_show_note", note_id=99))
    right = calls(call("simple_note_show_note", note_id=11))

    once = await play(text_stage, Agent(wrong, right, right), User())
    never = await play(text_stage, Agent(right, wrong), User())

    assert (once.process.recoveries, never.process.recoveries) == (1, 0)


async def test_a_refusal_counts_as_wrong_arguments_or_as_a_wrong_action(text_stage: Stage) -> None:
    assert (await counted(text_stage, "simple_note_unpin_note")).to_json()["invalid_actions"] == 1
    record = await play(text_stage, Agent(calls(call("simple_note_unpin_note", note="first"))), User())
    assert record.process.to_json()["invalid_arguments"] == 1


async def test_the_record_as_json_is_complete_and_the_same_every_time(ui_stage: Stage) -> None:
    async def once() -> str:
        form = screen({"id": "root", "component": "Row", "children": ["go"]}, *button("go", "Go"))
        agent = Agent(calls(SEARCH), calls(form), calls(SHOW), *says("Shall I?"), calls(PIN), *says("Pinned."))
        record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),))), "ui")
        return json.dumps(record.to_json())

    first, second = await once(), await once()

    assert first == second
    told = json.loads(first)
    assert set(told) == {
        "scenario",
        "mode",
        "ending",
        "fault",
        "steps",
        "usage",
        "process",
        "digest",
        "messages",
        "calls",
        "interactions",
        "screens",
    }
    assert [each["tool"] for each in told["calls"]] == ["simple_note_search_notes", "simple_note_pin_note"]
    assert told["calls"][1]["changes"][0]["new"]["pinned"] is True
    assert told["interactions"][0]["step"] == {"do": "click", "element": "go"}
    assert [shot["shown"] for shot in told["screens"]] == [False, True, True]
    assert told["ending"] == "user ended the conversation"


async def test_seconds_are_kept_by_phase_and_apart(ui_stage: Stage) -> None:
    record = await play(ui_stage, Agent(calls(SEARCH), *says("Two.")), User(), "ui")

    assert set(record.timings) == {"agent", "tool", "user"}
    assert "timings" not in record.to_json()


@pytest.mark.parametrize(
    ("error", "owner", "code", "traced"),
    [
        (TurnTimedOut(Role.USER, 3.0), "user", "turn_timeout", False),
        (UnknownTable("notes"), "environment", "unknown_table", False),
        (ToolCrashed("find", KeyError("x")), "harness", "tool_crashed", True),
        (ValueError("no"), "harness", "ValueError", True),
    ],
)
def test_a_fault_belongs_to_whoever_its_type_names(error: Exception, owner: str, code: str, traced: bool) -> None:
    fault = Fault.of(error)

    assert (fault.owner, fault.code, bool(fault.trace)) == (owner, code, traced)
    assert fault.to_json()["message"] == str(error)


def test_counts_start_at_nothing() -> None:
    told = Counts().to_json()

    assert [value for value in told.values() if value] == []


async def test_the_call_itself_is_not_among_the_earlier_ones(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(calls(PIN)), User())
    made: tuple[Call, ...] = record.calls

    process = Counts()
    process.count_call(made[0], made)

    assert (process.repeats, process.recoveries) == (0, 0)
