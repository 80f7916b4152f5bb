"""Three files in the published format load as they are, play with scripted roles, and score 1.0 in both modes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from agent_bridge.messages import Role
from scenarios.format.lint import lint
from scenarios.format.load import load_scenario
from scenarios.format.scenario import Mode, Scenario
from scenarios.proof.proof import prove, weaknesses
from scenarios.runs.stage import Stage
from scenarios.world.images import Images
from scenarios.world.plan import Plan
from tests.scenarios.plays import scripted_agent, scripted_user, verdict_of

COMPANIONS = Path(__file__).parent / "companions"
NAMES: dict[str, Mode] = {
    "scenario_synth_ui_0001": "ui",
    "scenario_synth_text_0002": "text",
    "scenario_synth_state_0003": "text",
}
EACH = pytest.mark.parametrize("name", NAMES)


def file_of(name: str, shared: Path) -> Path:
    return shared / "data" / "scenarios" / f"{name}.json"


def load(name: str, shared: Path, images: Path | None = None) -> Scenario:
    return load_scenario(file_of(name, shared), images=images, companion=COMPANIONS / f"{name}.oracle.yaml")


@pytest.fixture
def drawn(tmp_path: Path, shared: Path) -> Path:
    """A folder in which every image that the files name is a picture of one colour."""
    for number, name in enumerate(NAMES):
        for path in json.loads(file_of(name, shared).read_text(encoding="utf-8"))["image_paths"]:
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (64, 48), (40 * number, 90, 120)).save(target)
    return tmp_path


@EACH
def test_it_loads_as_it_is_without_a_companion(name: str, shared: Path) -> None:
    raw = json.loads(file_of(name, shared).read_text(encoding="utf-8"))

    scenario = load_scenario(file_of(name, shared))

    assert scenario.name == name
    assert scenario.modes == (NAMES[name],)
    assert scenario.rounds[0].query == raw["messages"][1]["content"]
    assert list(scenario.rounds[0].images) == raw["messages"][1]["image_ids"]
    assert len(scenario.rounds) == raw["metadata"]["scenario_metadata"]["num_user_rounds"]
    delivered = {each.query: list(each.images) for each in scenario.rounds[1:] if each.images}
    assert delivered == {entry["query"]: entry["image_ids"] for entry in raw["metadata"]["image_delivery_map"]}
    assert list(scenario.expected.specs) == raw["entity_diff_specs"]


@EACH
def test_images_that_are_missing_are_reported_by_name(name: str, shared: Path, plan: Plan) -> None:
    scenario = load(name, shared)

    missing = Images.load(scenario.images, scenario.image_folder).missing
    flaws = lint(scenario, plan)

    assert [each.name for each in missing] == list(scenario.images)
    assert {each.reason for each in missing} == {"not found"}
    assert [flaw.code for flaw in flaws] == ["missing_image"] * len(scenario.images)
    for flaw, path in zip(flaws, scenario.images, strict=True):
        assert path in flaw.message


@EACH
async def test_it_plays_and_scores_full_marks_in_both_modes_with_its_images_missing(
    name: str, shared: Path, ui_stage: Stage
) -> None:

    record = await ui_stage.play(load(name, shared), NAMES[name], scripted_agent, scripted_user)

    verdict = verdict_of(record)
    assert verdict.outcome.episode_class == "success", verdict.outcome.reason
    assert verdict.scores.paper is not None and verdict.scores.paper.f1 == 1.0
    assert verdict.scores.strict is not None and verdict.scores.strict.f1 == 1.0


@EACH
async def test_with_its_images_there_each_is_handed_over_in_its_round(
    name: str, shared: Path, drawn: Path, ui_stage: Stage
) -> None:
    scenario = load(name, shared, images=drawn)

    record = await ui_stage.play(scenario, NAMES[name], scripted_agent, scripted_user)

    assert verdict_of(record).passed
    assert Images.load(scenario.images, scenario.image_folder).missing == []
    queries = {each.query: each.images for each in scenario.rounds}
    handed = {message.text: message.images for message in record.messages if message.sender is Role.USER}
    assert {query: handed[query] for query in queries} == queries
    assert all(len(str(row["image_content"])) == 64 for row in record.initial["IMAGE"])


@EACH
async def test_whatever_is_left_out_or_done_otherwise_fails(name: str, shared: Path, ui_stage: Stage) -> None:
    proof = await prove(ui_stage, load(name, shared), NAMES[name])

    assert {"left out", "altered", "nothing done"} <= {finding.claim for finding in proof.findings}
    assert weaknesses([proof]) == []


async def test_the_screens_of_the_ui_file_show_what_its_rounds_ask_for(shared: Path, ui_stage: Stage) -> None:
    record = await ui_stage.play(load("scenario_synth_ui_0001", shared), "ui", scripted_agent, scripted_user)

    shown = [" ".join(facts.texts) for shot in record.screens for facts in shot.screen.drawing.surfaces]
    assert any("Halden" in text and "Brisk" in text and "Oxeye" in text and "5 days" in text for text in shown)
    assert any("Halden" in text and "Brisk" not in text and "rated 4.8" in text for text in shown)
    assert any("Tove Arnesen" in text and "Tove Bremnes" in text for text in shown)
    assert any("I have ordered a lantern for our trip" in text for text in shown)
    assert [type(each.step).__name__ for each in record.interactions] == ["ClickStep"] * 4
    assert record.process.bypasses == 0
