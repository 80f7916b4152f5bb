"""Which scenarios, modes and files the command line means."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from scenarios.format.load import library, load_suite
from scenarios.format.scenario import Mode, Scenario
from scenarios.scoring.scores import MODES
from scenarios.scoring.scores import Mode as ScoreMode
from surfacebox.errors import InputUnreadable, SettingInvalid
from surfacebox.filters import parse_filter


def chosen_scenarios(
    suites: Sequence[Path], *, images: Path | None = None, limit: int | None = None, only: str | None = None
) -> list[Scenario]:
    """The scenarios of the paths, of the library without any; raises ScenarioUnreadable, InputUnreadable and
    SettingInvalid."""
    found = load_suite(suites, images=images) if suites else library()
    if only:
        meant = parse_filter(only)
        found = [scenario for scenario in found if meant(scenario.name, scenario.tags)]
    if not found:
        raise InputUnreadable("--filter", f"no scenario has {only!r} in its name or tags")
    return found[:limit] if limit is not None else found


def chosen_modes(text: str) -> tuple[Mode, ...]:
    """`ui`, `text` or both, with a comma; raises SettingInvalid."""
    asked = {name.strip() for name in text.split(",")}
    if not asked or asked - {"ui", "text"}:
        raise SettingInvalid("mode", place="--mode", got=text, expected="ui, text or ui,text")
    modes: tuple[Mode, ...] = ("ui", "text")
    return tuple(mode for mode in modes if mode in asked)


def chosen_score_modes(text: str) -> tuple[ScoreMode, ...]:
    """`paper`, `strict` or both; raises SettingInvalid."""
    asked = {name.strip() for name in text.split(",")}
    if not asked or asked - set(MODES):
        raise SettingInvalid("mode", place="--mode", got=text, expected="paper, strict or paper,strict")
    return tuple(mode for mode in MODES if mode in asked)


def read_json(path: Path) -> Any:
    """The JSON in a file; raises InputUnreadable."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as fault:
        raise InputUnreadable(str(path), fault.strerror or str(fault), hint="Check the path.") from fault
    except ValueError as fault:
        raise InputUnreadable(str(path), f"it is no JSON: {fault}") from fault


def named_scenario(name: str, suites: Sequence[Path]) -> Scenario:
    """The scenario of that name; raises InputUnreadable that lists the others."""
    found = {scenario.name: scenario for scenario in chosen_scenarios(suites)}
    if name not in found:
        raise InputUnreadable(name, "there is no such scenario", hint=f"Known: {', '.join(found)}.")
    return found[name]


def scenario_facts(scenario: Scenario, *, whole: bool = False) -> dict[str, Any]:
    """A scenario as JSON; `whole` with rounds, initial rows and expected changes."""
    facts: dict[str, Any] = {
        "name": scenario.name,
        "description": scenario.description,
        "modes": list(scenario.modes),
        "rounds": len(scenario.rounds),
        "expected": len(scenario.expected.specs),
        "oracle": scenario.oracle is not None,
        "tags": list(scenario.tags),
        "origin": scenario.origin,
        "hash": scenario.content_hash,
    }
    if not whole:
        return facts
    rounds = [{"query": each.query, "private": each.private, "images": list(each.images)} for each in scenario.rounds]
    return {
        **facts,
        "owner": scenario.owner_email,
        "now": scenario.now.isoformat(),
        "rounds": rounds,
        "rows": {table: len(rows) for table, rows in scenario.rows.items()},
        "expected": list(scenario.expected.specs),
        "criteria": scenario.criteria,
    }


def scenario_lines(scenario: Scenario) -> list[str]:
    """A scenario for people."""
    lines = [f"{scenario.name} ({', '.join(scenario.modes)}): {scenario.description}"]
    lines.append(f"owner {scenario.owner_email}, clock {scenario.now.isoformat()}")
    for number, each in enumerate(scenario.rounds, 1):
        lines.append(f"round {number}: {each.query}")
        if each.private:
            lines.append(f"  for the user alone: {each.private}")
    lines += [f"starts with {len(rows)} rows in {table}" for table, rows in scenario.rows.items()]
    for spec in scenario.expected.specs:
        if isinstance(spec, dict):
            lines.append(f"expects: {spec.get('operation')} in {spec.get('table') or spec.get('namespace')}")
    lines.append(f"oracle: {len(scenario.oracle.steps)} steps" if scenario.oracle else "oracle: none")
    return lines
