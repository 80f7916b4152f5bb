"""Whole episodes with scripted roles, and what scoring one costs."""

from __future__ import annotations

import time
from collections.abc import Sequence

from agent_bridge.agent import Agent
from agent_bridge.scripted import ScriptedAgent
from bench.machine import Figure, Report
from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from scenarios.episode.record import EpisodeRecord
from scenarios.format.load import library
from scenarios.format.scenario import Mode, Scenario
from scenarios.runs.evidence import evidence_of
from scenarios.runs.stage import Stage
from scenarios.runs.verdicts import judge
from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from user_sim.scripted import ScriptedUser
from user_sim.user import User

ROUNDS = 5
SCORINGS = 50


async def measure() -> Report:
    """Every library scenario in every mode, several times."""
    report = Report([], [])
    async with Canvas.open(Renderer(), BrowserSettings(pages=1)) as canvas:
        stage = Stage(Plan(ALL), canvas)
        scenarios = library()
        for mode in ("text", "ui"):
            await _episodes(stage, [each for each in scenarios if mode in each.modes], mode, report)
    return report


async def _episodes(stage: Stage, scenarios: Sequence[Scenario], mode: Mode, report: Report) -> None:
    whole, beside, scored = [], [], []
    for scenario in scenarios:
        for number in range(ROUNDS + 1):
            started = time.perf_counter()
            record = await stage.play(scenario, mode, _agent, _user)
            taken = time.perf_counter() - started
            if number:
                whole.append(taken * 1000)
                beside.append((taken - record.timings.get("render", 0.0)) * 1000)
        scored += _score(record)
    report.figures.append(Figure.of(f"scripted episode, {mode} mode", whole))
    if mode == "ui":
        report.figures.append(Figure.of("the same without its screens", beside))
        report.ratio("worst seconds beyond the screens", max(beside) / 1000, "at most 0.5")
    report.figures.append(Figure.of(f"diff and score, {mode} mode", scored))


def _score(record: EpisodeRecord) -> list[float]:
    taken = []
    for _ in range(SCORINGS):
        started = time.perf_counter()
        judge(evidence_of(record))
        taken.append((time.perf_counter() - started) * 1000)
    return taken


def _agent(scenario: Scenario, mode: Mode) -> Agent:
    if scenario.oracle is None:
        raise ValueError(f"{scenario.name} has no oracle")
    return ScriptedAgent(scenario.oracle.for_mode(mode))


def _user(scenario: Scenario, mode: Mode) -> User:
    return ScriptedUser(scenario.rounds)
