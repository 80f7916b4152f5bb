"""Native scenario files: YAML or JSON, one file a scenario, checked field by field.

They say as data what the published format keeps in prose: rounds with private decisions, the oracle that solves them,
allowed and forbidden effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent_bridge.errors import OracleUnreadable
from agent_bridge.oracle import read_oracle
from scenarios.format.scenario import Budgets, Scenario, ScenarioUnreadable, SpecSet
from scenarios.scoring.effects import Effect, Severity
from user_sim.rounds import RoundUnreadable, read_rounds


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class EffectModel(_Model):
    """A change named by what it does: `table` may end in `.*`."""

    table: str
    operation: Literal["create", "update", "delete"] | None = None
    where: dict[str, Any] = Field(default_factory=dict)
    columns: list[str] = Field(default_factory=list)
    severity: Severity = Severity.WRITE


class BudgetModel(_Model):
    steps: int = Field(100, ge=1, description="Turns of agent and user, and tool calls.")
    seconds: float = Field(600, gt=0, description="Wall clock.")
    tokens: int | None = Field(None, ge=1)
    dollars: float | None = Field(None, gt=0)


class ScenarioModel(_Model):
    """One native scenario file. The JSON Schema of this model is published in docs/scenario.schema.json."""

    name: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$", description="Unique; also the name of its folder.")
    version: str = "1"
    description: str
    owner: str = Field(description="E-mail address of the person whose device it is.")
    now: datetime = Field(description="The episode's clock, frozen; without an offset it is UTC.")
    modes: list[Literal["ui", "text"]] = Field(min_length=1)
    rows: dict[str, list[dict[str, Any]]] = Field(default_factory=dict, description="Initial rows by table.")
    images: list[str] = Field(default_factory=list, description="Image files, relative to this one; ids from 0.")
    rounds: list[dict[str, Any]] = Field(min_length=1, description="See docs/write-a-scenario.md.")
    expected: list[dict[str, Any]] = Field(default_factory=list, description="Expected changes, as published.")
    allowed: list[EffectModel] = Field(default_factory=list)
    forbidden: list[EffectModel] = Field(default_factory=list)
    oracle: list[dict[str, Any]] = Field(default_factory=list)
    policy: str = ""
    criteria: str = ""
    budgets: BudgetModel = Field(default_factory=BudgetModel)
    tags: list[str] = Field(default_factory=list)
    tools: list[str] = Field(default_factory=list, description="Tools offered; all of the tier if empty.")
    seed: int = 0


def read_native(raw: Mapping[str, Any], *, source: str, folder: Path | None, content_hash: str) -> Scenario:
    """The scenario of a native file; raises ScenarioUnreadable with the place of the first fault."""
    try:
        model = ScenarioModel.model_validate(raw)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        place = "/".join(str(piece) for piece in first["loc"])
        raise ScenarioUnreadable(source, place, first["msg"], "See docs/write-a-scenario.md.") from fault
    try:
        rounds = read_rounds(model.rounds)  # type: ignore[arg-type]  # JSON from the file
        oracle = read_oracle([*model.oracle]) if model.oracle else None
    except (RoundUnreadable, OracleUnreadable) as fault:
        raise ScenarioUnreadable(source, "", str(fault), "See docs/write-a-scenario.md.") from fault
    budgets = model.budgets
    return Scenario(
        name=model.name,
        version=model.version,
        description=model.description,
        owner_email=model.owner,
        now=model.now if model.now.tzinfo else model.now.replace(tzinfo=UTC),
        rows=model.rows,
        rounds=rounds,
        expected=SpecSet(tuple(model.expected), _effects(model.allowed), _effects(model.forbidden)),
        modes=tuple(dict.fromkeys(model.modes)),
        images=tuple(model.images),
        image_folder=folder,
        oracle=oracle,
        policy=model.policy,
        criteria=model.criteria,
        budgets=Budgets(budgets.steps, budgets.seconds, budgets.tokens, budgets.dollars),
        tags=tuple(model.tags),
        tools=tuple(model.tools),
        seed=model.seed,
        content_hash=content_hash,
    )


def _effects(models: list[EffectModel]) -> tuple[Effect, ...]:
    return tuple(
        Effect(
            table=model.table,
            operation=model.operation,
            where=model.where,
            columns=frozenset(model.columns),
            severity=model.severity,
        )
        for model in models
    )
