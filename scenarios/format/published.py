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
from scenarios.format.published_models import MessageModel, PublishedModel
from scenarios.format.scenario import NAME, Budgets, Mode, Scenario, ScenarioUnreadable, SpecSet
from user_sim.rounds import Round

MARKERS = ("agentsandbox_entities", "appworld_entities", "entity_diff_specs")
STEPS = 60
"""The published cap on messages where a file names none."""
_ROUND = re.compile(r"^(?:#+ )?ROUND (\d+)[ :]*((?: *\[[^\]\n]*\])*)[ :]*$", re.MULTILINE | re.IGNORECASE)
_PROVIDED = re.compile(r"\[provide:([^\]]*)\]", re.IGNORECASE)
_PRIVATE = re.compile(r"^Instructions:[ \t]*", re.MULTILINE)
_QUERY = re.compile(r"^Query:[ \t]*(.*)\Z", re.MULTILINE | re.DOTALL)
_AFTER = re.compile(r"^(?:Images to hand over|## )", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")
_IMAGE = re.compile(r"image_(\d+)")
_IMAGE_TO_ID = re.compile(r"^\W*image_\d+\.\w+\s*(?:->|=>|→|=|:)", re.MULTILINE)
_UI_ROUND = re.compile(r"^\W*Round (\d+):", re.MULTILINE | re.IGNORECASE)


def is_published(raw: object) -> bool:
    return isinstance(raw, Mapping) and any(marker in raw for marker in MARKERS)


def read_published(raw: Mapping[str, Any], *, source: str, folder: Path | None, content_hash: str) -> Scenario:
    """The scenario of a published file; raises ScenarioUnreadable. `folder` is where its image paths start."""
    model = checked(PublishedModel, raw, source)
    details = model.metadata.scenario_metadata.values()
    modes: tuple[Mode, ...] = ("ui",) if "UI_MODE" in model.categories else ("text",)
    return Scenario(
        name=_name(model, source),
        description=model.description,
        owner_email=model.device_state_id,
        now=_moment(model, source),
        rows=_rows(model),
        rounds=_rounds(model, source),
        expected=SpecSet(specs=tuple(model.entity_diff_specs)),
        modes=modes,
        images=tuple(model.image_paths),
        image_folder=folder,
        policy=policy.content if (policy := model.message("SYSTEM", "AGENT")) else "",
        criteria=model.task_completion_criteria,
        budgets=Budgets(steps=model.max_messages or STEPS),
        tags=tuple(dict.fromkeys([*model.categories, *(value for value in details if isinstance(value, str))])),
        tools=tuple(model.tool_allow_list),
        denied_tools=tuple(model.tool_deny_list),
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


def _rounds(model: PublishedModel, source: str) -> tuple[Round, ...]:
    """The rounds of the user's instruction; the first one is said by a message of its own, and as that has it."""
    instruction = model.message("SYSTEM", "USER")
    if instruction is None:
        raise ScenarioUnreadable(source, "messages", "there is no message from SYSTEM to USER with the rounds")
    text = instruction.content.removeprefix("{{USER_INSTRUCTION}}").replace("\r\n", "\n")
    heads = list(_ROUND.finditer(text))
    if not heads:
        raise ScenarioUnreadable(source, "messages", "the user's instruction holds no 'ROUND 1'")
    ends = [head.start() for head in heads[1:]] + [len(text)]
    rounds = [_round(head, text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]
    rounds = _with_screens(_with_images(rounds, model.metadata.image_arrival), model.task_completion_criteria)
    return (_as_said(rounds[0], model.message("USER", "AGENT")), *rounds[1:])


def _round(head: re.Match[str], body: str) -> Round:
    private = _PRIVATE.search(body)
    said, hidden = (body[: private.start()], _without_image_help(body[private.end() :])) if private else (body, "")
    query = _QUERY.search(said)
    provided = ",".join(_PROVIDED.findall(head[2]))
    images = tuple(int(number) - 1 for number in _IMAGE.findall(provided))
    return Round(
        query=(query[1] if query else _before(_AFTER, said)).strip(),
        private=hidden,
        images=images,
        needs_screen="ui_user_interact" in hidden,
    )


def _without_image_help(text: str) -> str:
    """Private instructions without what stands after the last round: how many images there are, and their ids."""
    paragraphs = _PARAGRAPH.split(_before(_AFTER, text))
    first = next((place for place, each in enumerate(paragraphs) if _IMAGE_TO_ID.search(each)), len(paragraphs))
    while 1 < first < len(paragraphs) and "image" in paragraphs[first - 1].lower():
        first -= 1
    return "\n\n".join(paragraphs[: max(1, first)]).strip()


def _before(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return text[: found.start()] if found else text


def _with_images(rounds: list[Round], arrival: object) -> list[Round]:
    """Where no round is tagged with its images, the metadata say in which one each of them arrives."""
    if not isinstance(arrival, Mapping) or any(each.images for each in rounds):
        return rounds
    return [
        replace(each, images=tuple(int(found) - 1 for found in _IMAGE.findall(str(arrival.get(str(number), "")))))
        for number, each in enumerate(rounds, 1)
    ]


def _with_screens(rounds: list[Round], criteria: str) -> list[Round]:
    """A round needs a screen when its instructions have the user press something, or the UI requirements name it."""
    _, _, required = criteria.partition("UI Requirements:")
    named = {int(number) for number in _UI_ROUND.findall(required)}
    return [replace(each, needs_screen=each.needs_screen or place in named) for place, each in enumerate(rounds, 1)]


def _as_said(first: Round, message: MessageModel | None) -> Round:
    if message is None:
        return first
    images = first.images if message.image_ids is None else tuple(message.image_ids)
    return replace(first, query=message.content.strip() or first.query, images=images)


def _rows(model: PublishedModel) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for table, entries in model.agentsandbox_entities.items():
        rows.setdefault(table.upper(), []).extend(entries)
    for table, entries in model.appworld_entities.items():
        rows.setdefault(table, []).extend(entries)
    return rows


def _moment(model: PublishedModel, source: str) -> datetime:
    try:
        return datetime.fromisoformat(model.reference_time)
    except ValueError as fault:
        raise ScenarioUnreadable(source, "reference_time", "it is no ISO 8601 time") from fault


def _name(model: PublishedModel, source: str) -> str:
    """The name is also that of a folder, so it may not lead anywhere else."""
    if not NAME.fullmatch(model.name):
        raise ScenarioUnreadable(source, "name", f"{model.name!r} is no name", "Use letters, digits, '_', '.' and '-'.")
    return model.name
