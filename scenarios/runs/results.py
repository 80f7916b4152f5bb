"""The lines of results.jsonl: one episode each, made of what happened and of the verdict on it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from scenarios.episode.payloads import Payloads
from scenarios.episode.record import EpisodeRecord
from scenarios.format.scenario import NAME, Mode
from scenarios.runs.verdicts import Verdict

_DECIDED: Final = ("class", "task", "reason", "side_effects", "owner", "paper_f1", "strict_f1")
_NEEDED: Final = frozenset(
    {"scenario", "mode", "trial", *_DECIDED, "ending", "steps", "screens", "bypasses", "seconds"}
)


@dataclass(frozen=True, slots=True, order=True)
class EpisodeKey:
    """What tells one episode of a run from all others."""

    scenario: str
    mode: Mode
    trial: int

    @property
    def folder(self) -> str:
        return f"{self.scenario}/{self.mode}-{self.trial}"


def result_line(key: EpisodeKey, record: EpisodeRecord, verdict: Verdict) -> dict[str, Any]:
    """What the table at the end is made of."""
    return {
        "scenario": key.scenario,
        "mode": key.mode,
        "trial": key.trial,
        "scenario_hash": record.scenario.content_hash,
        **decided(verdict),
        "ending": record.ending.value,
        "steps": record.steps,
        "calls": len(record.calls),
        "screens": sum(shot.shown for shot in record.screens),
        "bypasses": record.process.bypasses,
        "payloads": Payloads.of(record.process.payloads).to_json(),
        "seconds": round(sum(record.timings.values()), 3),
    }


def decided(verdict: Verdict) -> dict[str, Any]:
    """The part of a line that a verdict decides, and scoring again may change."""
    scores, outcome = verdict.scores, verdict.outcome
    values = (
        outcome.episode_class,
        outcome.task.value,
        outcome.reason,
        len(outcome.side_effects),
        outcome.validity.owner.value if outcome.validity.owner else None,
        scores.paper.f1 if scores.paper else None,
        scores.strict.f1 if scores.strict else None,
    )
    return dict(zip(_DECIDED, values, strict=True))


def read_line(text: bytes) -> dict[str, Any] | None:
    """The line of an episode, if it is one."""
    try:
        line = json.loads(text)
    except ValueError:
        return None
    if not isinstance(line, dict) or not line.keys() >= _NEEDED:
        return None
    name, mode, trial = line["scenario"], line["mode"], line["trial"]
    named = isinstance(name, str) and NAME.fullmatch(name) and mode in ("ui", "text")
    return line if named and isinstance(trial, int) and not isinstance(trial, bool) else None


def key_of(line: Mapping[str, Any]) -> EpisodeKey:
    return EpisodeKey(line["scenario"], line["mode"], line["trial"])
