"""A scenario that is written as a native file is the same scenario when it is read."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC
from pathlib import Path

import pytest

from scenarios.format.load import library, load_scenario
from scenarios.format.scenario import Scenario
from scenarios.format.write import native_form, native_text

LIBRARY = {scenario.name: scenario for scenario in library()}
PUBLISHED = {
    "name": "two_rounds",
    "description": "A note, then another.",
    "categories": ["UI_MODE"],
    "device_state_id": "nora.lindqvist@example.com",
    "reference_time": "2026-05-04T09:00:00",
    "image_paths": ["list.png"],
    "messages": [
        {
            "sender": "SYSTEM",
            "recipient": "USER",
            "content": "ROUND 1 [provide: image_1]\nQuery: Note what is on the list.\nInstructions: Press 'Save' "
            "with ui_user_interact.\nNot before: 12:30\n\nROUND 2\nQuery: And note: no.\nInstructions: End.",
        }
    ],
    "appworld_entities": {"simple_note.notes": [{"id": 7, "title": "no", "content": "2026-05-04"}]},
    "entity_diff_specs": [
        {"operation": "create", "source": "appworld", "table": "simple_note.notes", "entity_data": {"title": "12:30"}}
    ],
    "task_completion_criteria": "Both are noted.",
    "tool_deny_list": ["simple_note_delete_note"],
    "max_messages": 40,
}
COMPANION = """
decisions: {1: [{press: Save, by: {most: "([0-9]+) €"}, spoken: The dearest.}, {press: Send, tick: Pick, fill: {A: 1}}]}
oracle:
  - {call: simple_note_show_note, args: {note_id: 7}, save: note, mode: ui}
  - {pick: {from: "{{note.rows}}", where: {id: 7}}, save: one}
  - {call: simple_note_delete_note, args: {note_id: "{{item.id}}"}, each: "{{note.rows}}"}
  - {screen: [{version: v0.9, deleteSurface: {surfaceId: s}}], images: {photo: 0}}
  - {show: null}
  - {show: s}
  - {say: Done.}
allowed: [{table: "simple_note.*", columns: [pinned]}]
forbidden: [{table: amazon.orders, operation: create, where: {user_id: 7}, severity: purchase}]
"""


def published(folder: Path) -> Scenario:
    (folder / "two_rounds.json").write_text(json.dumps(PUBLISHED), encoding="utf-8")
    (folder / "two_rounds.oracle.yaml").write_text(COMPANION, encoding="utf-8")
    return load_scenario(folder / "two_rounds.json")


def read_again(scenario: Scenario, folder: Path) -> Scenario:
    path = folder / "again.yaml"
    path.write_text(native_text(scenario), encoding="utf-8")
    return load_scenario(path, images=scenario.image_folder)


@pytest.mark.parametrize("name", LIBRARY)
def test_a_native_scenario_comes_back_as_it_was(name: str, tmp_path: Path) -> None:
    scenario = LIBRARY[name]

    assert replace(read_again(scenario, tmp_path), content_hash=scenario.content_hash) == scenario


def test_a_published_scenario_keeps_all_that_it_says_and_is_native_from_then_on(tmp_path: Path) -> None:
    scenario = published(tmp_path)
    again = read_again(scenario, tmp_path)

    assert again.origin == "native"
    kept = replace(scenario, origin="native", content_hash=again.content_hash, now=scenario.now.replace(tzinfo=UTC))
    assert again == kept


def test_what_goes_without_saying_is_not_said(tmp_path: Path) -> None:
    form = native_form(published(tmp_path))

    assert not {"version", "policy", "tools", "a2ui", "seed"} & form.keys()
    assert form["budgets"] == {"steps": 40}
    assert form["rounds"][1] == {"query": "And note: no.", "private": "End."}


def test_the_official_files_come_back_as_they_were(shared: Path, tmp_path: Path) -> None:
    for path in sorted((shared / "data" / "scenarios").glob("*.json")):
        scenario = load_scenario(path)
        again = read_again(scenario, tmp_path)

        assert (again.rounds, again.rows, again.expected) == (scenario.rounds, scenario.rows, scenario.expected)
