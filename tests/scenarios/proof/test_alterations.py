"""What a solved episode could have done otherwise: other rows it had seen, other numbers, times and words."""

from __future__ import annotations

from typing import Any

import pytest

from agent_bridge.messages import ToolCall
from scenarios.proof.alterations import OTHER_TEXT, Alteration, alterations
from scenarios.runs.stage import Stage
from tests.scenarios.plays import Agent, User, call, calls, play
from ui_server.expressions import Json

CONTACTS: dict[str, list[dict[str, Any]]] = {
    "phone.users": [
        {"id": 1, "first_name": "Nora", "last_name": "Lindqvist", "phone_number": "5550140001"},
        {"id": 201, "first_name": "Tove", "last_name": "Arnesen", "phone_number": "5550140201"},
        {"id": 202, "first_name": "Rasmus", "last_name": "Oyelaran", "phone_number": "5550140202"},
    ],
    "phone.contacts": [
        {"id": 21, "user_id": 1, "first_name": "Tove", "last_name": "Arnesen", "phone_number": "5550140201"},
        {"id": 22, "user_id": 1, "first_name": "Rasmus", "last_name": "Oyelaran", "phone_number": "5550140202"},
    ],
}


async def altered(stage: Stage, *made: ToolCall, **more: Any) -> list[tuple[str, str, Json]]:
    """Tool, argument and value of every alteration of an episode with these calls, one a turn."""
    turns = [calls(ToolCall(f"call-{number}", each.tool, each.arguments)) for number, each in enumerate(made)]
    record = await play(stage, Agent(*turns), User(), **more)
    assert all(each.ok for each in record.calls), [each.error for each in record.calls]
    return [(each.call.tool, each.argument, each.value) for each in alterations(record, stage.plan.registry)]


async def test_only_calls_that_change_something_are_altered(text_stage: Stage) -> None:
    assert await altered(text_stage, call("simple_note_search_notes", query="tent")) == []


async def test_a_call_is_left_out_and_each_of_its_arguments_altered(text_stage: Stage) -> None:
    found = await altered(text_stage, call("simple_note_create_note", title="Rope", content="30 m", pinned=True))

    assert found == [
        ("simple_note_create_note", "", None),
        ("simple_note_create_note", "title", OTHER_TEXT),
        ("simple_note_create_note", "content", OTHER_TEXT),
        ("simple_note_create_note", "content", "31 m"),
        ("simple_note_create_note", "pinned", False),
    ]


async def test_an_id_becomes_that_of_another_row_the_agent_had_seen(text_stage: Stage) -> None:
    search, delete = call("simple_note_search_notes"), call("simple_note_delete_note", note_id=11)

    assert ("simple_note_delete_note", "note_id", 12) in await altered(text_stage, search, delete)


async def test_without_another_row_an_id_grows_by_one(text_stage: Stage) -> None:
    assert ("simple_note_delete_note", "note_id", 12) in await altered(
        text_stage, call("simple_note_delete_note", note_id=11)
    )


async def test_a_number_becomes_that_of_the_other_contact(text_stage: Stage) -> None:
    found = await altered(
        text_stage,
        call("contacts_search_contacts"),
        call("messages_send_text_message", phone_number="5550140201", message="Hello"),
        rows=CONTACTS,
    )

    assert ("messages_send_text_message", "phone_number", "5550140202") in found


async def test_a_time_moves_by_a_day(text_stage: Stage) -> None:
    found = await altered(text_stage, call("add_reminder", content="Pay", reminder_datetime="2026-05-31T18:00:00"))

    assert ("add_reminder", "reminder_datetime", "2026-06-01T18:00:00") in found


async def test_one_of_a_few_words_becomes_another_of_them(text_stage: Stage) -> None:
    found = await altered(
        text_stage,
        call("simple_note_add_content_to_note", note_id=11, append_or_prepend="append", added_content="Rope"),
    )

    assert ("simple_note_add_content_to_note", "append_or_prepend", "prepend") in found


async def test_a_list_loses_its_first_and_an_only_item_is_altered(text_stage: Stage) -> None:
    two = await altered(text_stage, call("simple_note_create_note", title="A", tags=["x", "y"]))
    one = await altered(text_stage, call("simple_note_create_note", title="A", tags=["x"]))

    assert ("simple_note_create_note", "tags", ["y"]) in two
    assert ("simple_note_create_note", "tags", [OTHER_TEXT]) in one


async def test_an_argument_whose_effect_is_taken_back_is_left_alone_but_its_call_is_not(text_stage: Stage) -> None:
    found = await altered(
        text_stage,
        call("simple_note_create_note", title="Draft", content="x"),
        call("simple_note_delete_note", note_id=13),
    )

    assert found == [
        ("simple_note_create_note", "", None),
        ("simple_note_delete_note", "", None),
        ("simple_note_delete_note", "note_id", 14),
    ]


async def test_an_argument_that_is_overwritten_is_left_alone_and_one_that_stays_is_not(text_stage: Stage) -> None:
    found = await altered(
        text_stage,
        call("simple_note_create_note", title="Rope", content="30 m"),
        call("simple_note_update_note", note_id=13, content="60 m"),
    )

    first = [(argument, value) for tool, argument, value in found if tool == "simple_note_create_note"]
    assert first == [("", None), ("title", OTHER_TEXT)]


def test_an_alteration_lets_every_other_call_pass() -> None:
    made, other = ToolCall("call-1", "send", {"text": "a", "to": 1}), ToolCall("call-2", "send", {"text": "a"})

    assert Alteration(made)(made) is None
    assert Alteration(made, "to", 2)(made) == ToolCall("call-1", "send", {"text": "a", "to": 2})
    assert Alteration(made, "to", 2)(other) is other


@pytest.mark.parametrize(
    ("alteration", "said"),
    [
        (Alteration(ToolCall("c", "send", {"to": 1})), "send left out"),
        (Alteration(ToolCall("c", "send", {"to": 1}), "to", 2), "send with to 2 instead of 1"),
    ],
)
def test_it_says_what_it_does(alteration: Alteration, said: str) -> None:
    assert str(alteration) == said
