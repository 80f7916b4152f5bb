"""From an episode's evidence to its scores and its outcome, without a model and without the episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from scenarios.episode.scheduler import Ending
from scenarios.runs.evidence import Evidence
from scenarios.scoring.rows import Schemas
from scenarios.scoring.scores import Scores, score
from scenarios.scoring.side_effects import Bounds
from scenarios.scoring.tables import PUBLISHED
from scenarios.scoring.verdict import BudgetKind, Goal, Outcome, Owner, Process, Task, Validity, decide
from ui_server.expressions import Json

TEXT_AT_LEAST: Final = 0.9
"""How near a worded column must come to the expected wording (ROUGE-L); numbers in it are always checked exactly."""
_OWNERS: Final = {
    "agent": Owner.AGENT,
    "user": Owner.USER_SIMULATOR,
    "judge": Owner.JUDGE,
    "environment": Owner.ENVIRONMENT,
    "renderer": Owner.RENDERER,
    "harness": Owner.HARNESS,
    "provider": Owner.PROVIDER,
}
_BUDGETS: Final[Mapping[str, BudgetKind]] = {
    Ending.STEPS.value: "steps",
    Ending.SECONDS.value: "wall clock",
    Ending.TOKENS.value: "tokens",
    Ending.DOLLARS.value: "money",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    scores: Scores
    outcome: Outcome

    @property
    def passed(self) -> bool:
        return self.outcome.passed

    def to_json(self) -> dict[str, Json]:
        return {"scores": self.scores.to_json(), "outcome": self.outcome.to_json()}


def judge(evidence: Evidence, schemas: Schemas = PUBLISHED) -> Verdict:
    """Scores in both modes, and the outcome on its four axes. `schemas` say what the tables of the world mean."""
    expected = evidence.expected
    scores = score(
        evidence.initial,
        evidence.final,
        list(expected.specs),
        schemas=schemas,
        log=evidence.log,
        allowed=expected.allowed,
    )
    outcome = decide(
        scores.strict,
        goal=Goal(no_change=not expected.specs, text_at_least=TEXT_AT_LEAST),
        bounds=Bounds(forbidden=expected.forbidden),
        process=_process(evidence),
        validity=_validity(evidence),
        log=evidence.log,
        schemas=schemas,
    )
    return Verdict(scores, outcome)


def verdict_on(evidence: Evidence, schemas: Schemas = PUBLISHED) -> Verdict:
    """As `judge`; where that fails, the episode is invalid by the harness's fault, so that no other is lost with it."""
    try:
        return judge(evidence, schemas)
    except Exception as error:  # noqa: BLE001  # one episode that cannot be scored must not end a run
        reason = f"it cannot be scored: {type(error).__name__}: {error}"
        fault = Validity(owner=Owner.HARNESS, reason=reason)
        outcome = Outcome(task=Task.UNKNOWN, reason=reason, process=_process(evidence), validity=fault)
        return Verdict(Scores(), outcome)


def _process(evidence: Evidence) -> Process:
    counts = evidence.process
    payloads = counts.get("payloads") or {}
    return Process(
        tool_calls=evidence.tool_calls,
        screens_shown=evidence.screens_shown,
        invalid_actions=counts["invalid_actions"] + counts["refused_acts"],
        invalid_arguments=counts["invalid_arguments"],
        recoveries=counts["recoveries"],
        repeats=counts["repeats"],
        screens_rejected=counts["screens_rejected"],
        screens_repaired=payloads.get("repaired", 0),
        ui_bypassed=counts["bypasses"],
    )


def _validity(evidence: Evidence) -> Validity:
    """A budget that ran out is the agent's failure; a fault belongs to whoever its type names."""
    if evidence.fault is not None:
        owner = _OWNERS.get(evidence.fault.owner, Owner.HARNESS)
        return Validity(owner=owner, reason=f"{evidence.fault.code}: {evidence.fault.message}")
    budget = _BUDGETS.get(evidence.ending)
    if budget is not None:
        return Validity(owner=Owner.AGENT, reason=evidence.ending, budget=budget)
    return Validity()
