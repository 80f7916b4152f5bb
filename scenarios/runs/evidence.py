"""What an episode leaves for its verdict, and the way of that into its folder and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scenarios.episode.record import EpisodeRecord, Fault
from scenarios.format.scenario import SpecSet
from scenarios.runs.errors import RunUnusable
from scenarios.scoring.effects import Effect, Severity
from scenarios.world.changes import Change
from scenarios.world.tables import Row


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a verdict rests on: as an episode left it, or as it was read back from its folder."""

    initial: Mapping[str, list[Row]]
    final: Mapping[str, list[Row]]
    changes: Sequence[Change]
    log: Sequence[Change]
    expected: SpecSet
    process: Mapping[str, Any]
    tool_calls: int
    screens_shown: int
    ending: str
    fault: Fault | None


def read_evidence(folder: Path) -> Evidence:
    """What verdicts rest on, read back from an episode's folder; raises RunUnusable."""
    try:
        episode = json.loads((folder / "episode.json").read_text(encoding="utf-8"))
        state = json.loads((folder / "state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise RunUnusable(f"{folder} holds no episode: {fault}", "Name the folder of a run.") from fault
    return Evidence(
        initial=state["initial"],
        final=state["final"],
        changes=[_change(raw) for raw in state["changes"]],
        log=[_change(raw) for call in episode["calls"] for raw in call["changes"]],
        expected=_expected(state["expected"]),
        process=episode["process"],
        tool_calls=len(episode["calls"]),
        screens_shown=sum(shot["shown"] for shot in episode["screens"]),
        ending=episode["ending"],
        fault=Fault(**episode["fault"]) if episode["fault"] else None,
    )


def evidence_of(record: EpisodeRecord) -> Evidence:
    """The same of an episode that has just been played."""
    return Evidence(
        initial=record.initial,
        final=record.final,
        changes=record.changes,
        log=[change for call in record.calls for change in call.changes],
        expected=record.scenario.expected,
        process=record.process.to_json(),
        tool_calls=len(record.calls),
        screens_shown=sum(shot.shown for shot in record.screens),
        ending=record.ending.value,
        fault=record.fault,
    )


def state_of(record: EpisodeRecord) -> dict[str, Any]:
    """What state.json says: rows at the start and at the end, and what should have become of them."""
    expected = record.scenario.expected
    return {
        "initial": record.initial,
        "final": record.final,
        "changes": [change.to_json() for change in record.changes],
        "expected": {
            "specs": list(expected.specs),
            "allowed": [_effect_json(effect) for effect in expected.allowed],
            "forbidden": [_effect_json(effect) for effect in expected.forbidden],
        },
    }


def _effect_json(effect: Effect) -> dict[str, Any]:
    return {
        "table": effect.table,
        "operation": effect.operation,
        "where": dict(effect.where),
        "columns": sorted(effect.columns),
        "severity": effect.severity.value,
    }


def _expected(raw: Mapping[str, Any]) -> SpecSet:
    allowed, forbidden = (tuple(_effect(item) for item in raw[name]) for name in ("allowed", "forbidden"))
    return SpecSet(tuple(raw["specs"]), allowed, forbidden)


def _effect(raw: Mapping[str, Any]) -> Effect:
    return Effect(
        table=raw["table"],
        operation=raw["operation"],
        where=raw["where"],
        columns=frozenset(raw["columns"]),
        severity=Severity(raw["severity"]),
    )


def _change(raw: Mapping[str, Any]) -> Change:
    return Change(raw["table"], raw["key"], raw["operation"], raw["old"], raw["new"], raw["derived"])
