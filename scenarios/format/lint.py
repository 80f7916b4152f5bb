"""What is missing or contradictory in a scenario, before anything is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from agent_bridge.ui_tools import ui_tools
from scenarios.format.scenario import Scenario
from scenarios.scoring.errors import ScoringError
from scenarios.scoring.specs import read_specs
from scenarios.world.errors import WorldError
from scenarios.world.images import Images
from scenarios.world.plan import Opening, Plan
from scenarios.world.seeding import SeedReport

UI_TOOLS = frozenset(tool.name for tool in ui_tools())


@dataclass(frozen=True, slots=True)
class Flaw:
    severity: Literal["error", "warning"]
    code: str
    message: str

    def to_json(self) -> dict[str, str]:
        return {"severity": self.severity, "code": self.code, "message": self.message}


def lint(scenario: Scenario, plan: Plan) -> list[Flaw]:
    """Every flaw that can be seen without playing; `scenarios check` proves the rest."""
    return [
        *_images(scenario),
        *_world(scenario, plan),
        *_expected(scenario, plan),
        *_tools(scenario, plan),
        *_oracle(scenario, plan),
        *_modes(scenario),
    ]


def _images(scenario: Scenario) -> Iterator[Flaw]:
    loaded = Images.load(scenario.images, scenario.image_folder)
    for missing in loaded.missing:
        yield Flaw("warning", "missing_image", f"image {missing.image_id} ({missing.name}): {missing.reason}")
    handed = {image for each in scenario.rounds for image in each.images}
    for image in sorted(handed - set(range(len(scenario.images)))):
        yield Flaw("error", "unknown_image", f"a round hands over image {image}, of {len(scenario.images)}")
    for image in sorted(set(range(len(scenario.images))) - handed):
        yield Flaw("warning", "unused_image", f"image {image} is never handed over")


def _world(scenario: Scenario, plan: Plan) -> Iterator[Flaw]:
    opening = Opening(
        owner=scenario.owner_email,
        now=scenario.now,
        rows=scenario.rows,
        expected=scenario.expected_rows,
        foreign=scenario.origin == "published",
    )
    try:
        world = plan.open(opening)
    except (ValueError, WorldError) as fault:
        yield Flaw("error", "unusable_rows", str(fault))
        return
    with world:
        yield from _report(world.report, "error" if scenario.origin == "native" else "warning")


def _report(report: SeedReport, severity: Literal["error", "warning"]) -> Iterator[Flaw]:
    """Published files are taken as they are, whatever is in them."""
    for table in report.added_tables:
        yield Flaw("warning", "unknown_table", f"no app here has {table}: its rows are kept, no tool uses them")
    for table, columns in report.added_columns.items():
        yield Flaw("warning", "unknown_columns", f"{table} has columns nobody declared: {', '.join(columns)}")
    for misfit in report.misfits:
        place = f"{misfit.table} row {misfit.place}"
        yield Flaw(severity, "misfit", f"{place}: {misfit.column} must be {misfit.expected}, got {misfit.got!r}")
    for table, keys in report.repeated.items():
        yield Flaw(severity, "repeated_key", f"{table} has rows of one key: {', '.join(map(str, keys))}")


def _expected(scenario: Scenario, plan: Plan) -> Iterator[Flaw]:
    try:
        specs = read_specs(list(scenario.expected.specs))
    except ScoringError as fault:
        yield Flaw("error", "unreadable_spec", str(fault))
        return
    for table in sorted({spec.table for spec in specs if not plan.schema.knows(spec.table)}):
        severity: Literal["error", "warning"] = "error" if scenario.origin == "native" else "warning"
        yield Flaw(severity, "unreachable_change", f"no tool changes {table}, where a change is expected")
    if not scenario.expected.specs:
        yield Flaw("warning", "nothing_expected", "it expects no change: doing nothing would solve it")


def _tools(scenario: Scenario, plan: Plan) -> Iterator[Flaw]:
    known = {name for tool in plan.registry for name in (tool.name, *tool.aliases)}
    for name in sorted({*scenario.tools, *scenario.denied_tools} - known - UI_TOOLS):
        near = ", ".join(plan.registry.near(name))
        yield Flaw("warning", "unknown_tool_listed", f"{name!r} is on a list of tools; near: {near or 'none'}")


def _oracle(scenario: Scenario, plan: Plan) -> Iterator[Flaw]:
    if scenario.oracle is None:
        yield Flaw("warning", "no_oracle", "without an oracle nobody has shown that it can be solved")
        return
    for number, step in enumerate(scenario.oracle.steps):
        if step.kind == "call" and step.name not in plan.registry:
            near = ", ".join(plan.registry.near(step.name))
            yield Flaw("error", "unknown_tool", f"oracle step {number} calls {step.name!r}; near: {near or 'none'}")


def _modes(scenario: Scenario) -> Iterator[Flaw]:
    decisions = [decision for each in scenario.rounds for decision in each.decisions]
    if "ui" in scenario.modes and scenario.oracle and not any(step.kind == "show" for step in scenario.oracle.steps):
        yield Flaw("warning", "no_screen", "it is for UI mode, but its oracle shows no screen")
    if "text" in scenario.modes and any(not decision.spoken for decision in decisions):
        yield Flaw("error", "unspoken_decision", "it is for text mode, but a decision says nothing aloud")
