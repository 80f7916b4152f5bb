"""How an episode ended, on four axes that are never one: task, side effects, process, validity. No model is asked.

class      when
invalid    the fault of anybody but the agent ended it, or spoilt it
unknown    nothing that was measured can tell whether the task was done
failure    the task was not done, or something was done that nobody asked for
success    the task was done, and nothing else
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Literal

from scenarios.scoring.changes import Logged
from scenarios.scoring.rated import NEARLY_ONE
from scenarios.scoring.result import ColumnScore, RowScore
from scenarios.scoring.rows import Schemas
from scenarios.scoring.side_effects import Bounds, SideEffect, side_effects
from scenarios.scoring.strict import StrictScore
from scenarios.scoring.tables import PUBLISHED
from ui_server.expressions import Json

TimeoutKind = Literal["step", "episode", "model", "tool", "render"]
BudgetKind = Literal["steps", "tokens", "wall clock", "money"]
EpisodeClass = Literal["success", "failure", "invalid", "unknown"]


class Task(StrEnum):
    SUCCESS = "success"
    FAILURE = "failure"
    UNKNOWN = "unknown"


class Owner(StrEnum):
    """Whose fault it is."""

    AGENT = "agent"
    USER_SIMULATOR = "user simulator"
    JUDGE = "judge"
    ENVIRONMENT = "environment"
    RENDERER = "renderer"
    HARNESS = "harness"
    PROVIDER = "provider"


@dataclass(frozen=True, slots=True, kw_only=True)
class Process:
    """What was counted on the way."""

    tool_calls: int = 0
    screens_shown: int = 0
    policy_violations: int = 0
    invalid_actions: int = 0
    invalid_arguments: int = 0
    recoveries: int = 0
    repeats: int = 0
    screens_rejected: int = 0
    screens_repaired: int = 0
    ui_bypassed: int = 0

    @property
    def acted(self) -> bool:
        return bool(self.tool_calls or self.screens_shown)


@dataclass(frozen=True, slots=True, kw_only=True)
class Validity:
    """Valid without an owner; else whose fault it was, and the kind of limit that was reached, if one was."""

    owner: Owner | None = None
    reason: str = ""
    timeout: TimeoutKind | None = None
    budget: BudgetKind | None = None

    @property
    def is_valid(self) -> bool:
        """The agent's own faults are its failures, and the episode counts."""
        return self.owner in (None, Owner.AGENT)


@dataclass(frozen=True, slots=True)
class Check:
    """An executable check of the episode; `passed` is None where it could not tell.

    A check outside the basis is reported and decides nothing, but for a guardrail: a broken one always fails the task.
    """

    name: str
    passed: bool | None
    in_basis: bool = True
    guardrail: bool = False

    @property
    def decides(self) -> bool:
        return self.in_basis or (self.guardrail and self.passed is False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What success means beyond the expected changes.

    `no_change` says that leaving everything as it was is the task. `text_at_least` is the similarity from which a
    column of words is right enough (in an updated row: the part of the way it went); at 1, every word must be there.
    """

    no_change: bool = False
    text_at_least: float = 1.0
    checks: Sequence[Check] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One episode on its four axes, and why the task axis says what it says."""

    task: Task
    reason: str
    side_effects: tuple[SideEffect, ...] = ()
    process: Process = field(default_factory=Process)
    validity: Validity = field(default_factory=Validity)
    checks: tuple[Check, ...] = ()

    @property
    def episode_class(self) -> EpisodeClass:
        if not self.validity.is_valid:
            return "invalid"
        if self.task is Task.SUCCESS and not self.side_effects:
            return "success"
        if self.task is Task.UNKNOWN and not self.side_effects and self.validity.owner is None:
            return "unknown"
        return "failure"

    @property
    def passed(self) -> bool:
        return self.episode_class == "success"

    def to_json(self) -> dict[str, Json]:
        return {
            "class": self.episode_class,
            "task": {"value": self.task.value, "reason": self.reason},
            "side_effects": [effect.to_json() for effect in self.side_effects],
            "process": asdict(self.process),
            "validity": {**asdict(self.validity), "valid": self.validity.is_valid},
            "checks": [asdict(check) for check in self.checks],
        }


def decide(
    strict: StrictScore | None,
    *,
    goal: Goal | None = None,
    bounds: Bounds | None = None,
    process: Process | None = None,
    validity: Validity | None = None,
    log: Iterable[Logged] = (),
    schemas: Schemas = PUBLISHED,
) -> Outcome:
    """The outcome of an episode. `strict` is None where no final state could be had."""
    goal, process, validity = goal or Goal(), process or Process(), validity or Validity()
    task, reason = _task(strict, goal, process)
    if strict is not None and validity.owner is None and any(fault.blocking for fault in strict.faults):
        validity = Validity(owner=Owner.HARNESS, reason="an expected change cannot be made: see the spec faults")
    return Outcome(
        task=task,
        reason=reason,
        side_effects=side_effects(strict, bounds or Bounds(), schemas=schemas, log=log) if strict else (),
        process=process,
        validity=validity,
        checks=tuple(goal.checks),
    )


def _task(strict: StrictScore | None, goal: Goal, process: Process) -> tuple[Task, str]:
    deciding = [check for check in goal.checks if check.decides]
    failed = [check.name for check in deciding if check.passed is False]
    if failed:
        return Task.FAILURE, f"failed: {', '.join(failed)}"
    if strict is None:
        return Task.UNKNOWN, "there is no final state"
    if any(fault.blocking for fault in strict.faults):
        return Task.UNKNOWN, "an expected change cannot be made"
    if any(check.passed is None for check in deciding):
        return Task.UNKNOWN, f"could not tell: {', '.join(check.name for check in deciding if check.passed is None)}"
    return _by_state(strict, goal, process, checked=bool(deciding))


def _by_state(strict: StrictScore, goal: Goal, process: Process, *, checked: bool) -> tuple[Task, str]:
    rows = [row for group in strict.groups if group.scored for row in group.rows if row.counted]
    missed = [row for row in rows if not _is_reached(row, goal.text_at_least)]
    if missed:
        if not process.acted and not strict.changes:
            return Task.FAILURE, "no action"
        return Task.FAILURE, "; ".join(f"spec {row.spec}: {row.reason}" for row in missed)
    if rows:
        return Task.SUCCESS, "every expected change was made"
    if goal.no_change:
        changed = bool(strict.unexpected)
        return (Task.FAILURE, "something was changed") if changed else (Task.SUCCESS, "nothing was to be changed")
    if checked:
        return Task.SUCCESS, "every check passed"
    return Task.UNKNOWN, "no change was expected, so the state cannot tell"


def _is_reached(row: RowScore, text_at_least: float) -> bool:
    return row.matched is not None and all(_is_right(column, text_at_least) for column in row.columns)


def _is_right(column: ColumnScore, text_at_least: float) -> bool:
    if column.similarity is None:
        return True
    return column.similarity >= min(NEARLY_ONE, text_at_least if column.measure == "words" else 1.0)
