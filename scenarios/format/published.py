"""Scenario files in the MM-ToolSandBox format, exactly as published: nothing in them has to be changed.

The rounds stand in the text of the first message to the user; everything else is plain fields. A companion file may add
what the format lacks: the oracle and the decisions behind the private instructions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from scenarios.format.models import CompanionModel, oracle_of
from scenarios.format.native import checked, checked_oracle
from scenarios.format.scenario import NAME, Budgets, Mode, Scenario, ScenarioUnreadable, SpecSet
from user_sim.rounds import Round

MARKERS = ("agentsandbox_entities", "appworld_entities", "entity_diff_specs")
_ROUND = re.compile(r"^ROUND (\d+)(?: \[provide: ([^\]]*)\])?\s*$", re.MULTILINE)
_QUERY = re.compile(r"^Query:\s*(.*?)(?=^Instructions:|\Z)", re.MULTILINE | re.DOTALL)
_PRIVATE = re.compile(r"^Instructions:\s*(.*)\Z", re.MULTILINE | re.DOTALL)
_AFTER = re.compile(r"^(?:Images to hand over|## )", re.MULTILINE)
_IMAGE = re.compile(r"image_(\d+)")


def is_published(raw: object) -> bool:
    return isinstance(raw, Mapping) and any(marker in raw for marker in MARKERS)


def read_published(raw: Mapping[str, Any], *, source: str, folder: Path | None, content_hash: str) -> Scenario:
    """The scenario of a published file; raises ScenarioUnreadable. `folder` is where its image paths start."""
    text = _instruction(raw, source)
    metadata = raw.get("metadata") or {}
    details = metadata.get("scenario_metadata") or {}
    categories = [str(category) for category in raw.get("categories") or []]
    modes: tuple[Mode, ...] = ("ui",) if "UI_MODE" in categories else ("text",)
    return Scenario(
        name=_name(raw, source),
        description=str(raw.get("description", "")),
        owner_email=_text(raw, "device_state_id", source),
        now=_moment(raw, source),
        rows=_rows(raw, source),
        rounds=_rounds(text, source),
        expected=SpecSet(specs=tuple(raw.get("entity_diff_specs") or ())),
        modes=modes,
        images=tuple(str(path) for path in raw.get("image_paths") or ()),
        image_folder=folder,
        criteria=str(raw.get("task_completion_criteria", "")),
        budgets=Budgets(steps=int(raw.get("max_messages") or 60)),
        tags=tuple(dict.fromkeys([*categories, *(str(value) for value in details.values() if isinstance(value, str))])),
        tools=tuple(raw.get("tool_allow_list") or ()),
        origin="published",
        content_hash=content_hash,
    )


def with_companion(scenario: Scenario, companion: Mapping[str, Any], source: str) -> Scenario:
    """The scenario with the oracle, the decisions and the effects of its companion file; raises ScenarioUnreadable."""
    model = checked(CompanionModel, companion, source)
    beyond = sorted(set(model.decisions) - set(range(1, len(scenario.rounds) + 1)))
    if beyond:
        raise ScenarioUnreadable(source, f"decisions/{beyond[0]}", f"there are {len(scenario.rounds)} rounds, from 1")
    rounds = tuple(
        replace(each, decisions=tuple(found.decision() for found in model.decisions.get(number, ())))
        for number, each in enumerate(scenario.rounds, 1)
    )
    expected = replace(
        scenario.expected,
        allowed=tuple(each.effect() for each in model.allowed),
        forbidden=tuple(each.effect() for each in model.forbidden),
    )
    oracle = checked_oracle(oracle_of(model.oracle), scenario.modes, source)
    return replace(scenario, rounds=rounds, oracle=oracle, expected=expected)


def _instruction(raw: Mapping[str, Any], source: str) -> str:
    for message in raw.get("messages") or []:
        if message.get("sender") == "SYSTEM" and message.get("recipient") == "USER":
            return str(message.get("content", "")).removeprefix("{{USER_INSTRUCTION}}")
    raise ScenarioUnreadable(source, "messages", "there is no message from SYSTEM to USER with the rounds")


def _rounds(text: str, source: str) -> tuple[Round, ...]:
    heads = list(_ROUND.finditer(text))
    if not heads:
        raise ScenarioUnreadable(source, "messages", "the user's instruction holds no 'ROUND 1'")
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return tuple(_round(head, text[head.end() : end]) for head, end in zip(heads, ends, strict=True))


def _round(head: re.Match[str], body: str) -> Round:
    after = _AFTER.search(body)
    body = body[: after.start()] if after else body
    query, private = _QUERY.search(body), _PRIVATE.search(body)
    images = tuple(int(number) - 1 for number in _IMAGE.findall(head[2] or ""))
    hidden = private[1].strip() if private else ""
    return Round(
        query=query[1].strip() if query else body.strip(),
        private=hidden,
        images=images,
        needs_screen="ui_user_interact" in hidden,
    )


def _rows(raw: Mapping[str, Any], source: str) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for place, upper in (("agentsandbox_entities", True), ("appworld_entities", False)):
        listed = raw.get(place) or {}
        if not isinstance(listed, Mapping):
            raise ScenarioUnreadable(source, place, "it maps table names to lists of rows")
        for table, entries in listed.items():
            rows.setdefault(table.upper() if upper else table, []).extend(entries)
    return rows


def _moment(raw: Mapping[str, Any], source: str) -> datetime:
    try:
        return datetime.fromisoformat(_text(raw, "reference_time", source))
    except ValueError as fault:
        raise ScenarioUnreadable(source, "reference_time", "it is no ISO 8601 time") from fault


def _name(raw: Mapping[str, Any], source: str) -> str:
    """The name is also that of a folder, so it may not lead anywhere else."""
    name = _text(raw, "name", source)
    if not NAME.fullmatch(name):
        raise ScenarioUnreadable(source, "name", f"{name!r} is no name", "Use letters, digits, '_', '.' and '-'.")
    return name


def _text(raw: Mapping[str, Any], name: str, source: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str) or not value:
        raise ScenarioUnreadable(source, name, "it is missing, or no text")
    return value
