"""A proof finds out scenarios that measure too little."""

from __future__ import annotations

from typing import Any

from scenarios.proof.proof import Proof, prove, weaknesses
from scenarios.runs.stage import Stage
from tests.scenarios.plays import button, messages, scenario
from ui_server.expressions import Json

CREATED: dict[str, Any] = {
    "operation": "create",
    "source": "appworld",
    "table": "simple_note.notes",
    "entity_data": {"user_id": 1, "title": "Rope", "content": "30 m"},
    "column_similarity_measure": {
        "user_id": "column_exact_match_similarity",
        "title": "column_exact_match_similarity",
        "content": "column_exact_match_similarity",
    },
}
CREATE: dict[str, Any] = {"call": "simple_note_create_note", "args": {"title": "Rope", "content": "30 m"}}


def told(proof: Proof) -> list[tuple[str, bool]]:
    return [(finding.claim, finding.holds) for finding in proof.findings]


async def test_a_scenario_that_measures_what_it_should_holds(text_stage: Stage) -> None:
    proof = await prove(text_stage, scenario(expected=[CREATED], oracle=[CREATE, {"say": "Done."}]), "text")

    assert proof.holds
    assert told(proof) == [
        ("solved", True),
        ("nothing done", True),
        ("left out", True),
        ("altered", True),
        ("altered", True),
        ("altered", True),
    ]


async def test_an_oracle_that_does_not_solve_it_is_found_and_nothing_is_altered(text_stage: Stage) -> None:
    proof = await prove(text_stage, scenario(expected=[CREATED], oracle=[{"say": "Done."}]), "text")

    assert told(proof) == [("solved", False), ("nothing done", True)]
    assert weaknesses([proof]) == ["small (text): solved: the oracle: failure (no action)"]


async def test_a_scenario_without_an_oracle_is_not_solved(text_stage: Stage) -> None:
    assert told(await prove(text_stage, scenario(expected=[CREATED]), "text"))[0] == ("solved", False)


async def test_a_column_that_nobody_looks_at_is_found(text_stage: Stage) -> None:
    ignored = {**CREATED["column_similarity_measure"], "content": "column_ignore_similarity"}
    loose = {**CREATED, "column_similarity_measure": ignored}

    proof = await prove(text_stage, scenario(expected=[loose], oracle=[CREATE, {"say": "Done."}]), "text")

    found = weaknesses([proof])
    assert len(found) == 2
    assert all("with content" in line and "success" in line for line in found)


async def test_a_task_that_is_done_from_the_start_is_found(text_stage: Stage) -> None:
    proof = await prove(text_stage, scenario(expected=[], oracle=[{"say": "You have two."}]), "text")

    assert told(proof) == [("solved", True), ("nothing done", False)]


async def test_a_change_that_no_spec_asks_for_is_found(text_stage: Stage) -> None:
    more = {"call": "simple_note_pin_note", "args": {"note_id": 11}}

    proof = await prove(text_stage, scenario(expected=[CREATED], oracle=[CREATE, more, {"say": "Done."}]), "text")

    assert told(proof)[0] == ("solved", False)


async def test_in_ui_mode_a_spoken_choice_has_to_show_as_a_bypass(ui_stage: Stage) -> None:
    components: list[Json] = [{"id": "root", "component": "Row", "children": ["make"]}, *button("make", "Make it")]
    oracle: list[dict[str, Any]] = [{"screen": messages(*components)}, {"show": None}, {"say": "Shall I?"}, CREATE]
    rounds: list[dict[str, Any]] = [
        {"query": "Make the note when I say so.", "decisions": [{"press": "make", "spoken": "Make it."}]}
    ]
    played = scenario(expected=[CREATED], oracle=[*oracle, {"say": "Done."}], rounds=rounds)

    proof = await prove(ui_stage, played, "ui")

    assert proof.holds
    assert told(proof)[-1] == ("bypass", True)


async def test_a_proof_as_json_names_scenario_mode_and_findings(text_stage: Stage) -> None:
    proof = await prove(text_stage, scenario(expected=[CREATED], oracle=[CREATE, {"say": "Done."}]), "text")

    found = proof.to_json()
    assert (found["scenario"], found["mode"], found["holds"]) == ("small", "text", True)
    assert isinstance(found["findings"], list) and len(found["findings"]) == len(proof.findings)
