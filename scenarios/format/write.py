"""A scenario written as a native file, which reads back as the same scenario."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from pydantic import BaseModel

from agent_bridge.oracle import OracleStep
from scenarios.format.models import BudgetModel, DecisionModel, RoundModel, ScenarioModel
from scenarios.format.scenario import Scenario
from scenarios.format.yaml_text import write_yaml
from scenarios.scoring.effects import Effect
from user_sim.rounds import Criterion, Decision, Round


def native_text(scenario: Scenario) -> str:
    """The YAML of a native file. What a native scenario has by itself is left out."""
    return write_yaml(native_form(scenario))


def native_form(scenario: Scenario) -> dict[str, Any]:
    """The fields of a native file, in the order in which they are documented."""
    said: dict[str, Any] = {
        "name": scenario.name,
        "version": scenario.version,
        "description": scenario.description or scenario.name,
        "owner": scenario.owner_email,
        "now": scenario.now.isoformat(),
        "modes": list(scenario.modes),
        "rows": {table: list(rows) for table, rows in scenario.rows.items()},
        "images": list(scenario.images),
        "rounds": [_round(each) for each in scenario.rounds],
        "expected": list(scenario.expected.specs),
        "allowed": _effects(scenario.expected.allowed),
        "forbidden": _effects(scenario.expected.forbidden),
        "oracle": [_step(step) for step in scenario.oracle.steps] if scenario.oracle else [],
        "policy": scenario.policy,
        "criteria": scenario.criteria,
        "budgets": _stated(asdict(scenario.budgets), _defaults(BudgetModel)),
        "tags": list(scenario.tags),
        "tools": list(scenario.tools),
        "denied_tools": list(scenario.denied_tools),
        "a2ui": scenario.a2ui,
        "seed": scenario.seed,
    }
    return _stated(said, {**_defaults(ScenarioModel), "budgets": {}})


def _defaults(model: type[BaseModel]) -> dict[str, Any]:
    return {
        name: field.get_default(call_default_factory=True)
        for name, field in model.model_fields.items()
        if not field.is_required()
    }


def _stated(fields: dict[str, Any], defaults: dict[str, Any]) -> dict[str, Any]:
    """Without what is as it would be anyway."""
    return {name: value for name, value in fields.items() if name not in defaults or value != defaults[name]}


def _round(each: Round) -> dict[str, Any]:
    said = {
        "query": each.query,
        "private": each.private,
        "images": list(each.images),
        "needs_screen": each.needs_screen,
        "decisions": [_decision(decision) for decision in each.decisions],
    }
    return _stated(said, _defaults(RoundModel))


def _decision(decision: Decision) -> dict[str, Any]:
    said = {
        "press": decision.press,
        "by": _criterion(decision.by),
        "tick": decision.tick,
        "fill": dict(decision.fill),
        "spoken": decision.spoken,
        "ask": decision.ask,
    }
    return _stated(said, _defaults(DecisionModel))


def _criterion(criterion: Criterion) -> dict[str, Any] | None:
    if criterion.kind == "any":
        return None
    limit = {"limit": criterion.limit} if criterion.kind == "over" else {}
    return {criterion.kind: criterion.pattern, **limit}


def _step(step: OracleStep) -> dict[str, Any]:
    mode = {} if step.mode == "both" else {"mode": step.mode}
    save = {"save": step.save} if step.save else {}
    match step.kind, step.body:
        case "call", body:
            each = {} if step.each is None else {"each": step.each}
            return {"call": step.name, **({"args": body} if body else {}), **save, **each, **mode}
        case "screen", {"messages": messages, "images": images}:
            return {"screen": messages, **({"images": images} if images else {}), **save, **mode}
        case "show", _:
            return {"show": step.name or None, **mode}
        case kind, body:
            return {kind: body, **save, **mode}


def _effects(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    return [
        {
            "table": effect.table,
            **({"operation": effect.operation} if effect.operation else {}),
            **({"where": dict(effect.where)} if effect.where else {}),
            **({"columns": sorted(effect.columns)} if effect.columns else {}),
            "severity": str(effect.severity),
        }
        for effect in effects
    ]
