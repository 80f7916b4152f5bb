"""Reading a judge's reply: only the declared fields of exactly one JSON object count, and nothing is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from scenarios.scoring.errors import ReplyUnreadable
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One field of a verdict. Numbers lie from `low` to `high`, both included; True is no number, "false" no flag."""

    kind: Literal["number", "flag", "text", "list"]
    required: bool = True
    low: float = float("-inf")
    high: float = float("inf")

    def fault(self, value: Json) -> str:
        """What is wrong with a value, or nothing."""
        if not self._fits(value):
            return f"a {self.kind} is needed, not {value!r}"
        if isinstance(value, (int, float)) and self.kind == "number" and not self.low <= value <= self.high:
            return f"{value!r} is not from {self.low:g} to {self.high:g}"
        return ""

    def _fits(self, value: Json) -> bool:
        match self.kind:
            case "number":
                return isinstance(value, (int, float)) and not isinstance(value, bool)
            case "flag":
                return isinstance(value, bool)
            case "text":
                return isinstance(value, str)
            case "list":
                return isinstance(value, list)


Shape: TypeAlias = Mapping[str, Slot]


def read_verdict(reply: str, shape: Shape) -> dict[str, Json]:
    """The one object in a reply that has the declared shape; text around it, and other objects, are passed over.

    Raises ReplyUnreadable, whose owner is the judge: `no verdict` without any declared field, `cut off` when the reply
    ends inside an object, `several verdicts` when more than one fits, `wrong shape` when none does.
    """
    objects, is_cut_off = _objects(reply)
    verdicts = [found for found in objects if found.keys() & shape.keys()]
    fitting = [found for found in verdicts if not _faults(found, shape)]
    if is_cut_off:
        raise ReplyUnreadable("cut off", detail="the reply ends inside an object")
    if not verdicts:
        raise ReplyUnreadable("no verdict", detail=f"no object with any of {', '.join(sorted(shape))}")
    if not fitting:
        raise ReplyUnreadable("wrong shape", detail="; ".join(_faults(verdicts[-1], shape)))
    if len(fitting) > 1:
        raise ReplyUnreadable("several verdicts", detail=f"{len(fitting)} objects fit")
    return fitting[0]


def _faults(found: Mapping[str, Json], shape: Shape) -> list[str]:
    missing = [f"{name} is missing" for name, slot in shape.items() if slot.required and name not in found]
    wrong = [f"{name}: {fault}" for name, slot in shape.items() if name in found and (fault := slot.fault(found[name]))]
    return missing + wrong


_BEGINS = re.compile(r'\{\s*("|$)')
_BRACE = re.compile(r'"(?:[^"\\]|\\.)*(?:"|\\?$)|[{}]', re.DOTALL)
"""A quoted text, closed or up to the end, or a brace outside of one."""


def _never_closes(text: str) -> bool:
    """Whether a text that begins with a brace begins an object and ends within it; `{this}` in prose does not."""
    depth = 0
    for match in _BRACE.finditer(text):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if depth == 0:
            return False
    return _BEGINS.match(text) is not None


def _objects(reply: str) -> tuple[list[dict[str, Json]], bool]:
    """The complete objects of a reply, and whether its last opened one never closes."""
    found: list[dict[str, Json]] = []
    place, cut_off = reply.find("{"), False
    while place >= 0:
        try:
            value, end = json.JSONDecoder().raw_decode(reply, place)
        except json.JSONDecodeError:
            cut_off = cut_off or _never_closes(reply[place:])
            end = place + 1
        else:
            if isinstance(value, dict):
                found.append(value)
        place = reply.find("{", end)
    return found, cut_off
