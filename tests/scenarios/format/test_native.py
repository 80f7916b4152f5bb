"""Native scenario files: what they may leave out, and what is said about what they may not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from agent_bridge.oracle import OracleStep
from scenarios.format.models import ScenarioModel
from scenarios.format.native import read_native
from scenarios.format.scenario import Budgets, Scenario, ScenarioUnreadable
from scenarios.scoring.effects import Effect, Severity
from ui_server.expressions import Json
from user_sim.rounds import Criterion, Decision, Round

SMALLEST: dict[str, Any] = {
    "name": "smallest",
    "description": "Nothing but a question.",
    "owner": "nora.lindqvist@example.com",
    "now": "2026-05-04T09:00:00",
    "modes": ["text"],
    "rounds": [{"query": "How many notes have I?"}],
}


def read(**more: Any) -> Scenario:
    return read_native({**SMALLEST, **more}, source="small.yaml", folder=Path("/files"), content_hash="h")


def refusal(**more: Any) -> ScenarioUnreadable:
    with pytest.raises(ScenarioUnreadable) as caught:
        read(**more)
    return caught.value


def test_little_is_needed_and_the_rest_has_plain_defaults() -> None:
    scenario = read()

    assert scenario.rounds == (Round("How many notes have I?"),)
    assert scenario.budgets == Budgets(steps=100, seconds=600, tokens=None, dollars=None)
    assert (scenario.oracle, scenario.rows, scenario.images, scenario.version, scenario.seed) == (None, {}, (), "1", 0)
    assert (scenario.origin, scenario.content_hash, scenario.image_folder) == ("native", "h", Path("/files"))


def test_a_clock_without_an_offset_is_utc_and_one_with_keeps_its_moment() -> None:
    assert read().now == datetime(2026, 5, 4, 9, tzinfo=UTC)
    assert read(now="2026-05-04T11:00:00+02:00").now == datetime(2026, 5, 4, 9, tzinfo=UTC)


def test_rounds_carry_decisions_images_and_what_stays_private() -> None:
    decision = {
        "tick": "waits",
        "press": "move",
        "by": {"over": r"\$([0-9.]+)", "limit": 40},
        "fill": {"Note": "later"},
        "spoken": "What costs more than 40.",
        "ask": "What does it cost?",
    }
    scenario = read(
        images=["a.png"],
        rounds=[
            {"query": "Sort.", "private": "Over 40.", "images": [0], "needs_screen": True, "decisions": [decision]}
        ],
    )

    assert scenario.rounds == (
        Round(
            "Sort.",
            "Over 40.",
            (0,),
            (
                Decision(
                    "move",
                    Criterion("over", r"\$([0-9.]+)", 40.0),
                    spoken="What costs more than 40.",
                    tick="waits",
                    fill={"Note": "later"},
                    ask="What does it cost?",
                ),
            ),
            needs_screen=True,
        ),
    )


def test_each_kind_of_step_is_read() -> None:
    screen: list[Json] = [{"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}]
    scenario = read(
        modes=["ui", "text"],
        oracle=[
            {"call": "find", "args": {"query": "x"}, "save": "found"},
            {"call": "send", "args": {"id": "{{item}}"}, "each": "{{found.ids}}"},
            {"screen": screen, "images": {"photo": 0}, "mode": "ui"},
            {"show": None, "mode": "ui"},
            {"pick": {"from": "{{found.rows}}", "least": "price"}, "save": "best", "mode": "text"},
            {"say": "Done."},
        ],
    )

    assert scenario.oracle is not None
    assert scenario.oracle.steps == (
        OracleStep("call", "find", {"query": "x"}, "found"),
        OracleStep("call", "send", {"id": "{{item}}"}, "", "{{found.ids}}"),
        OracleStep("screen", "", {"messages": screen, "images": {"photo": 0}}, mode="ui"),
        OracleStep("show", mode="ui"),
        OracleStep("pick", "", {"from": "{{found.rows}}", "least": "price"}, "best", mode="text"),
        OracleStep("say", "", "Done."),
    )


def test_effects_are_read_with_how_bad_they_are() -> None:
    scenario = read(
        allowed=[{"table": "simple_note.*", "operation": "update", "columns": ["pinned"]}],
        forbidden=[{"table": "amazon.orders", "where": {"user_id": 1}, "severity": "purchase"}],
    )

    assert scenario.expected.allowed == (
        Effect(table="simple_note.*", operation="update", columns=frozenset({"pinned"})),
    )
    assert scenario.expected.forbidden == (
        Effect(table="amazon.orders", where={"user_id": 1}, severity=Severity.PURCHASE),
    )


@pytest.mark.parametrize(
    ("more", "place", "message"),
    [
        ({"rounds": []}, "rounds", "at least 1 item"),
        ({"rounds": [{}]}, "rounds/0/query", "Field required"),
        ({"rounds": [{"query": "x", "decision": []}]}, "rounds/0/decision", "Extra inputs"),
        ({"modes": []}, "modes", "at least 1 item"),
        ({"modes": ["voice"]}, "modes/0", "'ui' or 'text'"),
        ({"name": "two words"}, "name", "match pattern"),
        ({"name": "../up"}, "name", "match pattern"),
        ({"owner": "nora"}, "owner", "match pattern"),
        ({"now": "soon"}, "now", "valid datetime"),
        ({"budgets": {"steps": 0}}, "budgets/steps", "greater than or equal to 1"),
        ({"rows": {"simple_note.notes": [{}, "x"]}}, "rows/simple_note.notes/1", "valid dictionary"),
        ({"forbidden": [{"table": "x", "severity": "awful"}]}, "forbidden/0/severity", "Input should be"),
        ({"oracle": [{"say": "a"}, {"shout": "b"}]}, "oracle/1", "a step is call, screen, show, say or pick"),
        ({"oracle": [{"say": "a", "to": "b"}]}, "oracle/0/say/to", "Extra inputs"),
        ({"oracle": [{"pick": {"from": "x"}}]}, "oracle/0/pick/save", "Field required"),
        ({"oracle": ["say"]}, "oracle/0", "a step is call, screen, show, say or pick"),
        ({"rounds": [{"query": "x", "images": [0]}]}, "", "hands over image 0, but images has 0"),
    ],
)
def test_the_first_fault_is_named_with_its_place(more: dict[str, Any], place: str, message: str) -> None:
    fault = refusal(**more)

    assert fault.source == "small.yaml"
    assert fault.place == place
    assert message in str(fault)
    assert fault.owner == "harness"
    assert fault.hint


@pytest.mark.parametrize(
    ("by", "message"),
    [
        ({}, "exactly one of"),
        ({"least": "(a)", "most": "(b)"}, "exactly one of"),
        ({"over": r"(\d+)"}, "over and limit go together"),
        ({"least": r"(\d+)", "limit": 3}, "over and limit go together"),
        ({"least": r"\d+"}, "needs one group"),
        ({"earliest": r"(\d+)-(\d+)"}, "needs one group"),
        ({"least": "("}, "is no pattern"),
        ({"says": ""}, "at least 1 character"),
    ],
)
def test_a_criterion_that_cannot_decide_is_refused(by: dict[str, Any], message: str) -> None:
    fault = refusal(rounds=[{"query": "x", "decisions": [{"press": "take", "by": by}]}])

    assert fault.place.startswith("rounds/0/decisions/0/by")
    assert message in str(fault)


def test_a_reference_must_be_saved_by_an_earlier_step() -> None:
    fault = refusal(oracle=[{"say": "{{found.total}}"}, {"call": "find", "save": "found"}])

    assert "in text mode, step 0 uses {{found.total}}, which no earlier step saves" in str(fault)


def test_references_are_looked_up_mode_by_mode() -> None:
    oracle = [{"call": "find", "save": "found", "mode": "ui"}, {"say": "{{found.total}}"}]

    assert read(modes=["ui"], oracle=oracle).oracle
    assert "in text mode" in str(refusal(modes=["ui", "text"], oracle=oracle))


def test_the_published_schema_is_that_of_the_model(root: Path) -> None:
    published = json.loads((root / "docs" / "scenario.schema.json").read_text(encoding="utf-8"))

    assert published == ScenarioModel.model_json_schema(), "write it anew with python -m scenarios.format.schema"
