"""The ways in which a solved episode could have gone wrong: each change of state left out, each argument of it altered.

What an argument becomes is taken from what the agent had before it: the other contact's number, the other note's id.
Where it had nothing else to choose from, a number grows by one, a time moves by a day, a text says something else.
An argument whose effect was taken back later, as the wording of a draft that had to go, is not altered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from agent_bridge.messages import Message, Role, ToolCall
from agent_bridge.toolkit.registry import Registry
from scenarios.episode.record import EpisodeRecord
from scenarios.world.calls import Call
from scenarios.world.changes import Change
from ui_server.expressions import Json

OTHER_TEXT = "Something else altogether"


@dataclass(frozen=True, slots=True)
class Alteration:
    """Used as a `Tamper`: it lets all calls pass but the one it is about. Without `argument` that call is left out."""

    call: ToolCall
    argument: str = ""
    value: Json = None

    @property
    def leaves_out(self) -> bool:
        return not self.argument

    def __call__(self, call: ToolCall) -> ToolCall | None:
        if call.call_id != self.call.call_id:
            return call
        if self.leaves_out:
            return None
        return ToolCall(call.call_id, call.tool, {**call.arguments, self.argument: self.value})

    def __str__(self) -> str:
        if self.leaves_out:
            return f"{self.call.tool} left out"
        old = self.call.arguments[self.argument]
        return f"{self.call.tool} with {self.argument} {self.value!r} instead of {old!r}"


def alterations(record: EpisodeRecord, registry: Registry) -> list[Alteration]:
    """Every alteration of a played episode, in the order of its calls."""
    lasting = {(change.table, change.key): change for change in record.changes}
    found: list[Alteration] = []
    for written, made in _writes(record):
        found.append(Alteration(written))
        effects = [_Effect(change, lasting.get((change.table, change.key))) for change in made.changes]
        properties = registry.get(written.tool).schema.get("properties", {})
        before = _before(record, written)
        for name, value in written.arguments.items():
            if _lasts(value, effects):
                others = _others(value, properties.get(name, {}), before)
                found += [Alteration(written, name, other) for other in others]
    return found


def _writes(record: EpisodeRecord) -> Iterator[tuple[ToolCall, Call]]:
    """The calls that changed something: as the agent wrote them, and as they were made."""
    made = iter(record.calls)
    follows = next(made, None)
    for call in (call for message in record.messages for call in message.calls):
        if follows is None or call.tool != follows.tool:
            continue
        if follows.ok and follows.changes:
            yield call, follows
        follows = next(made, None)


@dataclass(frozen=True, slots=True)
class _Effect:
    """A change that a call made, and what became of the same row in the whole episode."""

    change: Change
    became: Change | None

    @property
    def lasts(self) -> bool:
        return self.change.operation == "delete" or any(self.keeps(column) for column in self.change.new)

    def keeps(self, column: str) -> bool:
        return self.became is not None and self.became.new.get(column) == self.change.new[column]


def _lasts(value: Json, effects: Sequence[_Effect]) -> bool:
    """Whether something is left at the end of what the argument decided."""
    columns = [(effect, name) for effect in effects for name, new in effect.change.new.items() if new == value]
    if columns:
        return any(effect.keeps(name) for effect, name in columns)
    return any(effect.lasts for effect in effects)


def _before(record: EpisodeRecord, call: ToolCall) -> list[Message]:
    """What the agent had been told before it made the call."""
    at = next(message.index for message in record.messages if call in message.calls)
    return [message for message in record.messages[:at] if Role.AGENT in message.audience]


def _others(value: Json, schema: dict[str, Json], before: Sequence[Message]) -> Iterator[Json]:
    choices = schema.get("enum")
    if isinstance(choices, list):
        yield from [choice for choice in choices if choice != value][:1]
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, list):
        yield from _other_lists(value, before)
    elif isinstance(value, int | float):
        yield _rival(value, before) or value + 1
    elif isinstance(value, str):
        yield from _other_texts(value, before)


def _other_lists(value: list[Json], before: Sequence[Message]) -> Iterator[Json]:
    if not value:
        return
    yield value[1:] if len(value) > 1 else [other for other in _others(value[0], {}, before)][:1]


def _other_texts(value: str, before: Sequence[Message]) -> Iterator[Json]:
    rival = _rival(value, before)
    moved = _a_day_later(value)
    number = re.search(r"\d+", value)
    if rival is not None:
        yield rival
    elif moved is not None:
        yield moved
    else:
        yield OTHER_TEXT
        if number:
            yield f"{value[: number.start()]}{int(number[0]) + 1}{value[number.end() :]}"


def _a_day_later(value: str) -> str | None:
    if "-" not in value:
        return None
    try:
        moved = datetime.fromisoformat(value) + timedelta(days=1)
    except ValueError:
        return None
    return moved.date().isoformat() if len(value) == len("2026-01-01") else moved.isoformat()


def _rival(value: Json, before: Sequence[Message]) -> Json:
    """The value that stood in the same place of another row in what the agent was told last; None without one."""
    for message in reversed(before):
        told = message.result.value if message.result is not None else None
        for rows in _lists(told):
            for column in dict.fromkeys(name for row in rows for name in row if _is(row[name], value)):
                others = [row[column] for row in rows if row.get(column) not in (value, None, "")]
                if others:
                    return others[0]
    return None


def _is(one: Json, other: Json) -> bool:
    """To JSON, true is not 1."""
    return one == other and type(one) is type(other)


def _lists(value: Json) -> Iterator[list[dict[str, Json]]]:
    """Every list of objects in a result, the outer ones first."""
    if isinstance(value, list):
        rows = [item for item in value if isinstance(item, dict)]
        if rows:
            yield rows
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _lists(item)
