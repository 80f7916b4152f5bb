"""Every scenario of the library measures something: its oracle solves it, and nothing less or other does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path

import pytest
from PIL import Image

from scenarios.format.lint import lint
from scenarios.format.load import library
from scenarios.format.scenario import Mode, Scenario
from scenarios.library.draw_images import HERE, draw_all
from scenarios.proof.proof import Claim, Finding, Proof, prove
from scenarios.runs.stage import Stage
from scenarios.world.plan import Plan
from tests.scenarios.plays import scripted_agent, scripted_user

SCENARIOS = {scenario.name: scenario for scenario in library()}
CASES = [(name, mode) for name, scenario in SCENARIOS.items() for mode in scenario.modes]
UI_CASES = [name for name, mode in CASES if mode == "ui" and any(each.decisions for each in SCENARIOS[name].rounds)]
HEAVIEST_PICTURE = 20_000
Prove = Callable[[str, Mode], Awaitable[Proof]]


@pytest.fixture(scope="session")
def proof_of(text_stage: Stage, ui_stage: Stage) -> Prove:
    """Proves a scenario in a mode when it is first asked for."""
    known: dict[tuple[str, Mode], Proof] = {}

    async def found(name: str, mode: Mode) -> Proof:
        if (name, mode) not in known:
            known[name, mode] = await prove(ui_stage if mode == "ui" else text_stage, SCENARIOS[name], mode)
        return known[name, mode]

    return found


async def findings(proof_of: Prove, name: str, mode: Mode, claim: Claim) -> list[Finding]:
    return [finding for finding in (await proof_of(name, mode)).findings if finding.claim == claim]


def broken(found: list[Finding]) -> list[str]:
    return [finding.detail for finding in found if not finding.holds]


@pytest.mark.parametrize(("name", "mode"), CASES)
async def test_its_oracle_solves_it(proof_of: Prove, name: str, mode: Mode) -> None:
    found = await findings(proof_of, name, mode, "solved")

    assert len(found) == 1
    assert broken(found) == []


@pytest.mark.parametrize(("name", "mode"), CASES)
async def test_doing_nothing_fails(proof_of: Prove, name: str, mode: Mode) -> None:
    found = await findings(proof_of, name, mode, "nothing done")

    assert len(found) == 1
    assert broken(found) == []


@pytest.mark.parametrize(("name", "mode"), CASES)
async def test_every_change_that_is_left_out_makes_it_fail(proof_of: Prove, name: str, mode: Mode) -> None:
    found = await findings(proof_of, name, mode, "left out")

    assert found
    assert broken(found) == []


@pytest.mark.parametrize(("name", "mode"), CASES)
async def test_every_change_that_is_made_otherwise_makes_it_fail(proof_of: Prove, name: str, mode: Mode) -> None:
    found = await findings(proof_of, name, mode, "altered")

    assert found
    assert broken(found) == []


@pytest.mark.parametrize("name", UI_CASES)
async def test_a_private_choice_that_is_said_instead_of_clicked_is_a_bypass(proof_of: Prove, name: str) -> None:
    found = await findings(proof_of, name, "ui", "bypass")

    assert len(found) == 1
    assert broken(found) == []


@pytest.mark.parametrize("name", [name for name, mode in CASES if mode == "ui"])
async def test_its_screens_are_drawn_at_the_first_try_without_a_warning(ui_stage: Stage, name: str) -> None:
    record = await ui_stage.play(SCENARIOS[name], "ui", scripted_agent, scripted_user)

    payloads = record.process.payloads
    assert payloads["tried"] == payloads["accepted"] != 0
    assert payloads["repaired"] == 0
    assert [
        f"{found.code} at {found.pointer}: {found.message}"
        for shot in record.screens
        for found in shot.screen.diagnostics
        if found.severity != "info"
    ] == []
    assert record.process.lacking == []


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
def test_it_is_sound_without_being_played(scenario: Scenario, plan: Plan) -> None:
    assert [str(flaw) for flaw in lint(scenario, plan)] == []


def test_the_library_has_four_scenarios_of_each_mode_and_of_each_kind_one() -> None:
    modes = [mode for _, mode in CASES]
    tags = {tag for scenario in SCENARIOS.values() for tag in scenario.tags}

    assert modes.count("ui") >= 4
    assert modes.count("text") >= 4
    assert {"error correction", "goal change", "state mutation", "late image", "multi-select"} <= tags


def test_some_scenarios_have_several_decisions_in_one_round() -> None:
    assert any(len(each.decisions) > 1 for scenario in SCENARIOS.values() for each in scenario.rounds)


def test_a_round_with_private_decisions_can_also_be_played_by_word_of_mouth() -> None:
    silent = [
        scenario.name
        for scenario in SCENARIOS.values()
        for each in scenario.rounds
        for decision in each.decisions
        if not decision.spoken
    ]

    assert silent == []


def test_pictures_are_small() -> None:
    sizes = {
        name: (scenario.image_folder / name).stat().st_size
        for scenario in SCENARIOS.values()
        if scenario.image_folder is not None
        for name in scenario.images
    }

    assert {name: size for name, size in sizes.items() if size > HEAVIEST_PICTURE} == {}


def sizes(paths: Iterable[Path]) -> dict[str, tuple[int, int]]:
    found = {}
    for path in paths:
        with Image.open(path) as picture:
            found[path.name] = picture.size
    return found


def test_the_pictures_are_those_that_the_script_draws(tmp_path: Path) -> None:
    drawn = sizes(draw_all(tmp_path))
    used = {Path(name).name for scenario in SCENARIOS.values() for name in scenario.images}

    assert sizes(HERE.glob("*.png")) == drawn
    assert used == set(drawn)
