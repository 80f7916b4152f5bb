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
            "Sort these.",
            "Select the cheaper one via `ui_user_interact`. If asked, say 'the cheaper one'.",
            images=(0, 2),
            needs_screen=True,
        ),
        Round("Thanks.", "End the conversation."),
    )


def test_the_first_round_is_said_as_its_own_message_has_it_and_with_that_ones_images() -> None:
    said = {"sender": "USER", "recipient": "AGENT", "content": "Sort these, please.", "image_ids": [1]}
    first = read(messages=[RAW["messages"][0], said]).rounds[0]
    assert (first.query, first.images) == ("Sort these, please.", (1,))
    without = read(messages=[RAW["messages"][0]]).rounds[0]
    assert (without.query, without.images) == ("Sort these:\nthe first and the third.", (0, 2))


@pytest.mark.parametrize(
    "head", ["ROUND 1", "Round 1:", "## ROUND 1", "ROUND 1 [challenge]", "ROUND 1 [provide: image_2]  ", "ROUND 1:\r"]
)
def test_the_head_of_a_round_may_be_written_in_several_ways(head: str) -> None:
    (found,) = read(messages=instruction(f"{head}\nQuery: Go.\nInstructions: Wait.\n")).rounds
    assert (found.query, found.private) == ("Go.", "Wait.")
    assert found.images == ((1,) if "provide" in head else ())


def test_what_stands_behind_the_last_round_about_images_is_not_part_of_its_instructions() -> None:
    text = (
        "ROUND 1\nQuery: Go.\nInstructions: First this.\n\nThen, in a second paragraph, that.\n\n"
        "You hold 2 images.\n\nIDs of images count from zero:\n- image_1.jpg -> 0\n- image_2.jpg -> 1\n\nGood luck.\n"
    )
    (found,) = read(messages=instruction(text)).rounds
    assert found.private == "First this.\n\nThen, in a second paragraph, that."


def test_a_query_may_hold_headings_of_its_own() -> None:
    text = "ROUND 1\nQuery: Make a note:\n## Plan\n- sow\nInstructions: Wait.\n"
    assert read(messages=instruction(text)).rounds[0].query == "Make a note:\n## Plan\n- sow"


def test_where_no_round_is_tagged_the_metadata_say_when_images_arrive() -> None:
    text = "ROUND 1\nQuery: Go.\n\nROUND 2\nQuery: On.\n"
    arrival = {"image_arrival": {"2": ["image_3", "image_1"]}}
    rounds = read(messages=instruction(text), metadata=arrival).rounds
    assert [each.images for each in rounds] == [(), (2, 0)]


def test_a_round_that_the_ui_requirements_name_needs_a_screen() -> None:
    text = "ROUND 1\nQuery: Go.\n\nROUND 2\nQuery: On.\n"
    criteria = "Round 1: all sorted.\n\nUI Requirements:\n- Round 2: The agent must present both."
    rounds = read(messages=instruction(text), task_completion_criteria=criteria).rounds
    assert [each.needs_screen for each in rounds] == [False, True]


def test_what_the_system_tells_the_agent_is_the_policy() -> None:
    told = {"sender": "SYSTEM", "recipient": "AGENT", "content": "Never buy anything."}
    assert read(messages=[*RAW["messages"], told]).policy == "Never buy anything."
    assert read().policy == ""


def test_fields_that_mean_nothing_here_are_passed_over_and_nulls_are_as_if_left_out() -> None:
    names = ("description", "image_paths", "entity_diff_specs", "categories", "max_messages", "metadata")
    scenario = read(**dict.fromkeys(names), milestones=[1], difficulty=7, more={"deep": [None]})
    assert (scenario.images, scenario.expected.specs, scenario.tags) == ((), (), ())
    assert scenario.budgets == Budgets(steps=60)


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
    assert read(tool_deny_list=["delete_note"]).denied_tools == ("delete_note",)


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
        ({"agentsandbox_entities": {"reminder": 7}}, "agentsandbox_entities/reminder"),
        ({"appworld_entities": {"gmail.users": [{}, "x"]}}, "appworld_entities/gmail.users/1"),
        ({"messages": ["hello"]}, "messages/0"),
        ({"messages": 7}, "messages"),
        ({"image_paths": "a.png"}, "image_paths"),
        ({"categories": [1]}, "categories/0"),
        ({"entity_diff_specs": {}}, "entity_diff_specs"),
        ({"max_messages": "many"}, "max_messages"),
        ({"max_messages": -1}, "max_messages"),
        ({"metadata": [1]}, "metadata"),
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
