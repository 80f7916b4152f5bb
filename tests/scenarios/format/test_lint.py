"""Flaws that can be seen without playing, each named so that its author finds it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from scenarios.format.lint import lint
from scenarios.format.scenario import Scenario
from scenarios.world.plan import Plan
from tests.scenarios.plays import GONE, NOTES, scenario

SAY: list[dict[str, Any]] = [{"say": "Done."}]


def flaws(plan: Plan, **more: Any) -> list[tuple[str, str]]:
    return [(flaw.severity, flaw.code) for flaw in lint(scenario(**{"modes": ["text"], "oracle": SAY, **more}), plan)]


def message(plan: Plan, played: Scenario, code: str) -> str:
    return next(flaw.message for flaw in lint(played, plan) if flaw.code == code)


def test_a_sound_scenario_has_no_flaw(plan: Plan) -> None:
    assert flaws(plan) == []


@pytest.mark.parametrize(
    ("more", "flaw"),
    [
        ({"oracle": []}, ("warning", "no_oracle")),
        ({"expected": []}, ("warning", "nothing_expected")),
        ({"modes": ["ui"]}, ("warning", "no_screen")),
        ({"oracle": [{"call": "simple_note_serch_notes"}]}, ("error", "unknown_tool")),
        ({"expected": [{"operation": "rename"}]}, ("error", "unreadable_spec")),
        ({"rows": {"simple_note.nots": []}}, ("error", "unusable_rows")),
        ({"rows": {"simple_note.notes": [{"id": 1, "colour": "red"}]}}, ("warning", "unknown_columns")),
        ({"rows": {"simple_note.notes": [{"id": 1, "pinned": "maybe"}]}}, ("error", "misfit")),
        ({"rows": {"simple_note.notes": [{"id": 1}, {"id": 1}]}}, ("error", "repeated_key")),
        ({"rounds": [{"query": "x", "decisions": [{"press": "a"}]}]}, ("error", "unspoken_decision")),
        ({"expected": [{**GONE, "table": "chess.games"}]}, ("error", "unreachable_change")),
        ({"tools": ["simple_note_search_notes", "serch_notes"]}, ("warning", "unknown_tool_listed")),
    ],
)
def test_each_flaw_is_found_and_nothing_else(plan: Plan, more: dict[str, Any], flaw: tuple[str, str]) -> None:
    assert flaws(plan, **more) == [flaw]


def test_images_are_looked_for_by_name(plan: Plan, tmp_path: Path) -> None:
    Image.new("RGB", (4, 4)).save(tmp_path / "there.png")
    rounds = [{"query": "See.", "images": [0]}]
    played = scenario(modes=["text"], oracle=SAY, images=["there.png", "gone.png"], rounds=rounds)

    found = lint(replace(played, image_folder=tmp_path), plan)

    assert [(flaw.severity, flaw.code, flaw.message) for flaw in found] == [
        ("warning", "missing_image", "image 1 (gone.png): not found"),
        ("warning", "unused_image", "image 1 is never handed over"),
    ]


def test_a_misspelt_tool_and_a_misspelt_table_are_told_with_what_was_meant(plan: Plan) -> None:
    tool = scenario(oracle=[{"call": "simple_note_serch_notes"}])
    table = scenario(rows={"simple_note.nots": NOTES})

    assert "near: simple_note_search_notes" in message(plan, tool, "unknown_tool")
    assert "did you mean 'simple_note.notes'?" in message(plan, table, "unusable_rows")


def test_what_is_odd_in_a_published_file_is_no_error(plan: Plan) -> None:
    odd = scenario(modes=["text"], oracle=SAY, rows={"simple_note.notes": [{"id": 1, "pinned": "maybe"}, {"id": 1}]})

    found = lint(replace(odd, origin="published"), plan)

    assert {flaw.severity for flaw in found} == {"warning"}
    assert {flaw.code for flaw in found} == {"misfit", "repeated_key"}


def test_a_published_file_may_stage_and_expect_rows_of_any_table(plan: Plan) -> None:
    specs = [{"operation": "create", "source": "appworld", "table": "chess.games", "entity_data": {"white": "Nora"}}]
    odd = scenario(modes=["text"], oracle=SAY, rows={"chess.games": [{"id": 1}]}, expected=specs)

    found = lint(replace(odd, origin="published"), plan)

    assert [(flaw.severity, flaw.code) for flaw in found] == [
        ("warning", "unknown_table"),
        ("warning", "unreachable_change"),
    ]


def test_names_of_screen_tools_and_aliases_are_known_on_a_list_of_tools(plan: Plan) -> None:
    assert flaws(plan, tools=["render_ui_screen", "create_note", "ui_search_docs"]) == []


def test_a_flaw_as_json_has_severity_code_and_message(plan: Plan) -> None:
    found = lint(scenario(modes=["text"]), plan)[0]

    assert found.to_json() == {"severity": found.severity, "code": found.code, "message": found.message}
