"""Native scenario files: YAML or JSON, one file a scenario, checked field by field.

They say as data what the published format keeps in prose: rounds with private decisions, the oracle that solves them,
allowed and forbidden effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agent_bridge.oracle import Oracle, loose_references
from scenarios.format.models import ScenarioModel, oracle_of
from scenarios.format.scenario import Budgets, Mode, Scenario, ScenarioUnreadable, SpecSet

ModelT = TypeVar("ModelT", bound=BaseModel)
HINT = "See docs/write-a-scenario.md."


def read_native(raw: Mapping[str, Any], *, source: str, folder: Path | None, content_hash: str) -> Scenario:
    """The scenario of a native file; raises ScenarioUnreadable with the place of the first fault."""
    model = checked(ScenarioModel, raw, source)
    budgets = model.budgets
    modes: tuple[Mode, ...] = tuple(dict.fromkeys(model.modes))
    return Scenario(
        name=model.name,
        version=model.version,
        description=model.description,
        owner_email=model.owner,
        now=model.now if model.now.tzinfo else model.now.replace(tzinfo=UTC),
        rows=model.rows,
        rounds=tuple(each.round() for each in model.rounds),
        expected=SpecSet(
            tuple(model.expected),
            tuple(each.effect() for each in model.allowed),
            tuple(each.effect() for each in model.forbidden),
        ),
        modes=modes,
        images=tuple(model.images),
        image_folder=folder,
        oracle=checked_oracle(oracle_of(model.oracle), modes, source),
        policy=model.policy,
        criteria=model.criteria,
        budgets=Budgets(budgets.steps, budgets.seconds, budgets.tokens, budgets.dollars),
        tags=tuple(model.tags),
        tools=tuple(model.tools),
        denied_tools=tuple(model.denied_tools),
        a2ui=model.a2ui,
        seed=model.seed,
        content_hash=content_hash,
    )


def checked(model: type[ModelT], raw: Mapping[str, Any], source: str) -> ModelT:
    """`raw` as that model; raises ScenarioUnreadable."""
    try:
        return model.model_validate(raw)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        place = "/".join(str(piece) for piece in first["loc"])
        raise ScenarioUnreadable(source, place, first["msg"].removeprefix("Value error, "), HINT) from fault


def checked_oracle(oracle: Oracle | None, modes: tuple[Mode, ...], source: str) -> Oracle | None:
    """The oracle, if each of its references is saved by an earlier step of the same mode; raises ScenarioUnreadable."""
    for mode in modes if oracle else ():
        steps = oracle.for_mode(mode).steps if oracle else ()
        for number, reference in loose_references(steps):
            message = f"in {mode} mode, step {number} uses {{{{{reference}}}}}, which no earlier step saves"
            raise ScenarioUnreadable(source, "oracle", message, HINT)
    return oracle
