"""Plays the episodes of a run side by side, saves each as soon as it is over, and continues where a run was cut off."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scenarios.format.scenario import Mode, Scenario, ScenarioUnreadable
from scenarios.runs.evidence import evidence_of
from scenarios.runs.results import EpisodeKey, key_of, result_line
from scenarios.runs.stage import AgentMaker, Stage, UserMaker
from scenarios.runs.store import RunFolder
from scenarios.runs.verdicts import verdict_on
from scenarios.scoring.errors import ScoringError
from scenarios.scoring.specs import read_specs
from scenarios.world.errors import WorldError
from ui_server.expressions import Json

Progress = Callable[[int, int, Mapping[str, Any]], None]


@dataclass(frozen=True, slots=True)
class Order:
    """One episode to be played."""

    key: EpisodeKey
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays: makers of fresh roles, so that no state passes from one episode to another."""

    agent: AgentMaker
    user: UserMaker


def orders(scenarios: Iterable[Scenario], modes: Sequence[Mode], trials: int) -> list[Order]:
    """Every scenario in each of its modes that is asked for, `trials` times."""
    return [
        Order(EpisodeKey(scenario.name, mode, trial), scenario)
        for scenario in scenarios
        for mode in scenario.modes
        if mode in modes
        for trial in range(trials)
    ]


def fingerprint(facts: Mapping[str, Json]) -> str:
    """SHA-256 over everything that decides what a run would give."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


async def execute(
    stage: Stage,
    todo: Sequence[Order],
    cast: Cast,
    folder: RunFolder,
    *,
    concurrency: int,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Play what is not done yet and return the lines of all. One broken episode never ends the others.

    What ends them all, such as a full disk, is raised as it is; what is saved by then is whole and can be resumed.
    """
    done = folder.done()
    waiting = [order for order in todo if order.key not in done]
    check_worlds(stage, waiting)
    turnstile = asyncio.Semaphore(concurrency)
    finished = 0

    async def play(order: Order) -> None:
        nonlocal finished
        async with turnstile:
            line = await play_one(stage, order, cast, folder)
        finished += 1
        if progress is not None:
            progress(finished, len(waiting), line)

    try:
        async with asyncio.TaskGroup() as group:
            for order in waiting:
                group.create_task(play(order))
    except BaseExceptionGroup as faults:
        raise faults.exceptions[0] from None
    wanted = {order.key for order in todo}
    return [line for line in folder.results() if key_of(line) in wanted]


async def play_one(stage: Stage, order: Order, cast: Cast, folder: RunFolder) -> dict[str, Any]:
    key = order.key
    record = await stage.play(order.scenario, key.mode, cast.agent, cast.user, trial=key.trial)
    verdict = verdict_on(evidence_of(record), stage.schemas)
    folder.save(key, record, verdict)
    return result_line(key, record, verdict)


def check_worlds(stage: Stage, waiting: Iterable[Order]) -> None:
    """Open each world and read each expected change before anything runs: a wrong file is loud, and costs no episode.

    Raises ScenarioUnreadable, with the scenario's name.
    """
    seen: set[str] = set()
    for order in waiting:
        if order.scenario.name in seen:
            continue
        seen.add(order.scenario.name)
        try:
            stage.open_world(order.scenario).close()
        except (ValueError, WorldError) as fault:
            raise ScenarioUnreadable(order.scenario.name, "rows", str(fault)) from fault
        try:
            read_specs(list(order.scenario.expected.specs))
        except ScoringError as fault:
            raise ScenarioUnreadable(order.scenario.name, "expected", str(fault)) from fault
