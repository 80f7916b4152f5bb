"""Published scenario files: rounds out of prose, rows of both kinds, and what a companion adds."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.format.published import is_published, read_published, with_companion
from scenarios.format.scenario import Budgets, Scenario, ScenarioUnreadable
from scenarios.scoring.effects import Effect
from user_sim.rounds import Criterion, Decision, Round

INSTRUCTION = (
    "{{USER_INSTRUCTION}}ROUND 1 [provide: image_1, image_3]\n"
    "Query: Sort these:\nthe first and the third.\n"
    "Instructions: Select the cheaper one via `ui_user_interact`. If asked, say 'the cheaper one'.\n\n"
    "ROUND 2\n"
    "Query: Thanks.\n"
    "Instructions: End the conversation.\n\n"
    "Images to hand over with send_message_with_image, numbered from zero:\n  image_1.jpg -> image ID 0\n\n"
    "## IMAGE DELIVERY\n\n  Round 2: hand over image_ids='1'."
)
RAW: dict[str, Any] = {
    "name": "scenario_9001",
    "description": "Sorting. (UI mode)",
    "device_state_id": "nora.lindqvist@example.com",
    "reference_time": "2026-05-04T09:00:00.250000+00:00",
    "agentsandbox_entities": {"reminder": [{"reminder_id": "reminder_200"}]},
    "appworld_entities": {"gmail.users": [], "simple_note.notes": [{"id": 1}]},
    "image_paths": ["a/1.jpg", "a/2.jpg", "a/3.jpg"],
    "messages": [
        {"sender": "SYSTEM", "recipient": "USER", "content": INSTRUCTION},
        {"sender": "USER", "recipient": "AGENT", "content": "Sort these.", "image_ids": [0, 2]},
    ],
    "milestones": [],
    "entity_diff_specs": [{"operation": "delete", "table": "simple_note.notes"}],
    "task_completion_criteria": "All sorted.",
    "categories": ["APPWORLD", "UI_MODE"],
    "max_messages": 100,
    "metadata": {"scenario_metadata": {"challenge_type": "goal_change", "num_images": 3}},
}


def read(**more: Any) -> Scenario:
    return read_published({**RAW, **more}, source="s.json", folder=None, content_hash="h")


def instruction(text: str) -> list[dict[str, str]]:
    return [{"sender": "SYSTEM", "recipient": "USER", "content": text}]


def test_the_rounds_are_read_out_of_the_instruction() -> None:
    assert read().rounds == (
        Round(
            "Sort these:\nthe first and the third.",
            "Select the cheaper one via `ui_user_interact`. If asked, say 'the cheaper one'.",
            images=(0, 2),
            needs_screen=True,
        ),
        Round("Thanks.", "End the conversation."),
    )


def test_a_round_without_instructions_is_all_query() -> None:
    assert read(messages=instruction("ROUND 1\nJust do it.\n")).rounds == (Round("Just do it."),)


def test_everything_else_is_taken_field_by_field() -> None:
    scenario = read()

    assert scenario.name == "scenario_9001"
    assert scenario.owner_email == "nora.lindqvist@example.com"
    assert scenario.now == datetime(2026, 5, 4, 9, 0, 0, 250000, tzinfo=UTC)
    assert scenario.images == ("a/1.jpg", "a/2.jpg", "a/3.jpg")
    assert scenario.criteria == "All sorted."
    assert scenario.budgets == Budgets(steps=100)
    assert scenario.expected.specs == ({"operation": "delete", "table": "simple_note.notes"},)
    assert scenario.tags == ("APPWORLD", "UI_MODE", "goal_change")
    assert scenario.origin == "published"


def test_native_tables_are_known_by_their_upper_case_name_and_empty_ones_stay_empty() -> None:
    assert read().rows == {
        "REMINDER": [{"reminder_id": "reminder_200"}],
        "gmail.users": [],
        "simple_note.notes": [{"id": 1}],
    }


def test_the_category_decides_the_mode() -> None:
    assert read().modes == ("ui",)
    assert read(categories=["APPWORLD"]).modes == ("text",)


def test_a_list_of_tools_limits_what_is_offered_and_its_absence_does_not() -> None:
    assert read().tools == ()
    assert read(tool_allow_list=["create_note"]).tools == ("create_note",)


def test_files_are_told_apart_by_their_fields() -> None:
    assert is_published(RAW)
    assert is_published({"entity_diff_specs": []})
    assert not is_published({"rounds": []})
    assert not is_published(["entity_diff_specs"])


@pytest.mark.parametrize(
    ("more", "place"),
    [
        ({"name": ""}, "name"),
        ({"device_state_id": None}, "device_state_id"),
        ({"reference_time": "yesterday"}, "reference_time"),
        ({"messages": []}, "messages"),
        ({"messages": instruction("Do as you like.")}, "messages"),
        ({"agentsandbox_entities": [1]}, "agentsandbox_entities"),
    ],
)
def test_what_cannot_be_read_is_named_by_its_field(more: dict[str, Any], place: str) -> None:
    with pytest.raises(ScenarioUnreadable) as caught:
        read(**more)

    assert (caught.value.source, caught.value.place) == ("s.json", place)


def test_a_companion_adds_decisions_effects_and_the_oracle() -> None:
    companion = {
        "decisions": {1: [{"press": "choose", "by": {"least": r"\$(\d+)"}}]},
        "allowed": [{"table": "REMINDER"}],
        "forbidden": [{"table": "gmail.*", "operation": "create"}],
        "oracle": [{"say": "Done."}],
    }

    scenario = with_companion(read(), companion, "s.oracle.yaml")

    assert scenario.rounds[0].decisions == (Decision("choose", Criterion("least", r"\$(\d+)")),)
    assert scenario.rounds[0].private == read().rounds[0].private
    assert scenario.rounds[1] == read().rounds[1]
    assert scenario.expected.specs == read().expected.specs
    assert scenario.expected.allowed == (Effect(table="REMINDER"),)
    assert scenario.expected.forbidden == (Effect(table="gmail.*", operation="create"),)
    assert scenario.oracle is not None and len(scenario.oracle.steps) == 1


@pytest.mark.parametrize(
    ("companion", "message"),
    [
        ({"decisions": {3: []}}, "there are 2 rounds, from 1"),
        ({"decisions": {0: []}}, "there are 2 rounds, from 1"),
        ({"decisions": [{"press": "x"}]}, "valid dictionary"),
        ({"oracle": [{"say": "{{found}}"}]}, "no earlier step saves"),
        ({"rounds": []}, "Extra inputs"),
    ],
)
def test_a_companion_that_does_not_fit_is_refused(companion: dict[str, Any], message: str) -> None:
    with pytest.raises(ScenarioUnreadable, match=message) as caught:
        with_companion(read(), companion, "s.oracle.yaml")

    assert caught.value.source == "s.oracle.yaml"


@pytest.mark.parametrize("name", ["a/b", "../up", ".hidden", "a b", ""])
def test_a_name_that_could_lead_out_of_the_run_folder_is_refused(name: str) -> None:
    with pytest.raises(ScenarioUnreadable):
        read_published(
            {"name": name, "device_state_id": "a@example.com", "reference_time": "2026-05-04T09:00:00"},
            source="x.json",
            folder=None,
            content_hash="",
        )
