"""Episodes know nothing of each other, however many there are, and nothing of the machine's own time."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import Sequence

from scenarios.format.load import library
from scenarios.format.scenario import Mode, Scenario
from scenarios.runs.stage import Stage
from tests.scenarios.plays import (
    NOTES,
    SHOW,
    Agent,
    User,
    button,
    call,
    calls,
    play,
    says,
    scenario,
    screen,
    scripted_agent,
    scripted_user,
)
from ui_server.steps import ClickStep
from user_sim.user import UserTurn

Case = tuple[Scenario, Mode, int]


def cases(mode: Mode, count: int) -> list[Case]:
    """So many trials of the library's scenarios in a mode, each scenario as often as the others."""
    scenarios = [each for each in library() if mode in each.modes]
    return [(scenarios[number % len(scenarios)], mode, number // len(scenarios)) for number in range(count)]


async def told(stage: Stage, case: Case) -> str:
    played, mode, trial = case
    record = await stage.play(played, mode, scripted_agent, scripted_user, trial=trial)
    assert record.fault is None, record.fault
    return json.dumps(record.to_json(), sort_keys=True)


async def at_once(stage: Stage, listed: Sequence[Case]) -> list[str]:
    return await asyncio.gather(*(told(stage, case) for case in listed))


async def one_by_one(stage: Stage, listed: Sequence[Case]) -> list[str]:
    return [await told(stage, case) for case in listed]


async def test_fifty_episodes_at_once_leave_the_same_records_as_one_by_one(text_stage: Stage) -> None:
    fifty = cases("text", 50)

    assert await at_once(text_stage, fifty) == await one_by_one(text_stage, fifty)


async def test_episodes_with_screens_at_once_leave_the_same_records_as_one_by_one(ui_stage: Stage) -> None:
    seven = cases("ui", 7)

    assert await at_once(ui_stage, seven) == await one_by_one(ui_stage, seven)


async def test_episodes_with_and_without_screens_may_run_together(ui_stage: Stage) -> None:
    both = [*cases("ui", 3), *cases("text", 6)]

    assert await at_once(ui_stage, both) == await one_by_one(ui_stage, both)


async def test_what_one_episode_changes_no_other_begins_with(text_stage: Stage) -> None:
    """Eight at once: each appends to the same note, and all of them began with the scenario's own."""
    added = call("simple_note_add_content_to_note", note_id=11, append_or_prepend="append", added_content="Rope")

    async def one() -> tuple[object, object]:
        record = await play(text_stage, Agent(calls(added), *says("Added.")), User())
        notes = [row["content"] for row in record.initial["simple_note.notes"]]
        return notes, [row["content"] for row in record.final["simple_note.notes"]]

    found = await asyncio.gather(*(one() for _ in range(8)))

    assert found == [([row["content"] for row in NOTES], ["Tent\nStove\nRope", "hazel-4471"])] * 8


async def test_what_a_caller_does_to_a_record_or_a_scenario_changes_no_later_episode(text_stage: Stage) -> None:
    shared = scenario()
    before = json.dumps(shared.rows)
    first = await text_stage.play(shared, "text", lambda _s, _m: Agent(), lambda _s, _m: User())
    for rows in (first.initial, first.final):
        rows["simple_note.notes"][0]["tags"] = ["changed outside"]

    second = await text_stage.play(shared, "text", lambda _s, _m: Agent(), lambda _s, _m: User())

    assert json.dumps(shared.rows) == before
    assert second.initial["simple_note.notes"][0]["tags"] == []


async def test_surfaces_of_one_episode_are_not_there_in_the_next(ui_stage: Stage) -> None:
    form = screen({"id": "root", "component": "Row", "children": ["go"]}, *button("go", "Go"))
    await play(ui_stage, Agent(calls(form), calls(SHOW), *says("Here.")), User(), "ui")
    user = User(UserTurn(acts=(ClickStep("go"),)))

    record = await play(ui_stage, Agent(calls(SHOW), *says("Here.")), user, "ui")

    assert record.process.invalid_actions == 1
    assert user.views[0].screen is None
    assert user.views[1].refused is not None and user.views[1].refused.code == "not_shown"


async def test_trials_differ_in_nothing_but_what_is_left_to_chance(text_stage: Stage) -> None:
    listed = [case for case in cases("text", 12) if case[0].name == "hall_costs"]
    first, second = await one_by_one(text_stage, listed[:2])

    assert first == second


async def test_all_times_are_those_of_the_scenario(ui_stage: Stage) -> None:
    """Whoever searched messages, calls, events and rows for the machine's date would not find it."""
    form = screen({"id": "root", "component": "Row", "children": ["go"]}, *button("go", "Go"))
    made = calls(
        call("simple_note_create_note", title="Rope"),
        call("add_reminder", "b", content="Go", reminder_datetime="2023-06-01T09:00:00"),
    )
    agent = Agent(made, calls(form), calls(SHOW), *says("Here.", "Done."))

    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),))), "ui", now="2023-05-18T12:00:00+00:00")

    today = {dt.date.today().isoformat(), dt.datetime.now(dt.UTC).date().isoformat()}
    whole = json.dumps([record.to_json(), record.initial, record.final])
    assert not any(day in whole for day in today)
    assert [each.at for each in record.calls] == ["2023-05-18T12:00:00"] * 2
    assert record.final["simple_note.notes"][-1]["created_at"] == "2023-05-18T12:00:00"
    message = record.interactions[0].events[0].message
    assert message is not None and message["action"]["timestamp"] == "2023-05-18T12:00:00.000Z"
