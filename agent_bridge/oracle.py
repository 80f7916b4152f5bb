"""The script that solves a scenario: tool calls, screens and texts, with values taken from what came before.

`{{name.path}}` stands for a saved value: alone it keeps its type, inside a text it is written out. `click` is the last
thing the person did on a screen.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from agent_bridge.errors import OracleUnreadable
from ui_server.expressions import Json
from ui_server.functions import to_text

_REFERENCE = re.compile(r"\{\{\s*([A-Za-z_]\w*(?:\.[\w-]+|\[\d+\])*)\s*\}\}")
_PIECE = re.compile(r"[\w-]+")
Kind = Literal["call", "screen", "show", "say", "pick"]


@dataclass(frozen=True, slots=True)
class OracleStep:
    """`call` a tool, send a `screen`, `show` it, `say` something (which ends the turn), or `pick` from a saved list."""

    kind: Kind
    name: str = ""
    body: Json = None
    save: str = ""
    mode: Literal["ui", "text", "both"] = "both"


@dataclass(frozen=True, slots=True)
class Oracle:
    steps: tuple[OracleStep, ...] = field(default_factory=tuple)

    def for_mode(self, mode: Literal["ui", "text"]) -> Oracle:
        """The steps that are played in this mode."""
        return Oracle(tuple(step for step in self.steps if step.mode in ("both", mode)))


def read_oracle(raw: Json) -> Oracle:
    """The script of a scenario file; raises OracleUnreadable with the number of the first bad step."""
    if not isinstance(raw, list):
        raise OracleUnreadable("an oracle is a list of steps")
    return Oracle(tuple(_step(step, number) for number, step in enumerate(raw)))


def _step(raw: Json, number: int) -> OracleStep:
    if not isinstance(raw, dict):
        raise OracleUnreadable(f"step {number} is not an object")
    mode = raw.get("mode", "both")
    if mode not in ("ui", "text", "both"):
        raise OracleUnreadable(f"step {number}: mode is {mode!r}, not ui, text or both")
    save = str(raw.get("save", ""))
    match raw:
        case {"call": str(tool)}:
            return OracleStep("call", tool, raw.get("args", {}), save, mode)  # type: ignore[arg-type]
        case {"screen": list(messages)}:
            body: Json = {"messages": messages, "images": raw.get("images", {})}
            return OracleStep("screen", "", body, save, mode)  # type: ignore[arg-type]
        case {"show": shown}:
            return OracleStep("show", str(shown or ""), None, save, mode)  # type: ignore[arg-type]
        case {"say": str(text)}:
            return OracleStep("say", "", text, save, mode)  # type: ignore[arg-type]
        case {"pick": dict(how)} if save:
            return OracleStep("pick", "", how, save, mode)  # type: ignore[arg-type]
    raise OracleUnreadable(f"step {number} is none of call, screen, show, say, pick (with save)")


def fill(value: Json, saved: Mapping[str, Json]) -> Json:
    """`value` with every reference replaced; raises KeyError with the reference that leads nowhere."""
    if isinstance(value, str):
        whole = _REFERENCE.fullmatch(value)
        if whole:
            return look_up(whole[1], saved)
        return _REFERENCE.sub(lambda found: to_text(look_up(found[1], saved)), value)
    if isinstance(value, list):
        return [fill(item, saved) for item in value]
    if isinstance(value, dict):
        return {key: fill(item, saved) for key, item in value.items()}
    return value


def look_up(reference: str, saved: Mapping[str, Json]) -> Json:
    """What `a.b[0].c` stands for; raises KeyError."""
    here: Json = dict(saved)
    for piece in _PIECE.findall(reference):
        if isinstance(here, dict) and piece in here:
            here = here[piece]
        elif isinstance(here, list) and piece.isdigit() and int(piece) < len(here):
            here = here[int(piece)]
        else:
            raise KeyError(reference)
    return here


def pick(how: Mapping[str, Json], saved: Mapping[str, Json]) -> Json:
    """One item (`least`, `most`, `where`) or several (`all_over`, `all_where`) of the list `from`; raises KeyError."""
    items = fill(how.get("from"), saved)
    if not isinstance(items, list):
        raise KeyError(str(how.get("from")))
    rows = [item for item in items if isinstance(item, dict)]
    match how:
        case {"least": str(column)}:
            return min(rows, key=lambda row: _number(row, column))
        case {"most": str(column)}:
            return max(rows, key=lambda row: _number(row, column))
        case {"where": dict(wanted)}:
            return next((row for row in rows if _has(row, fill(wanted, saved))), None)
        case {"all_where": dict(wanted)}:
            return [row for row in rows if _has(row, fill(wanted, saved))]
        case {"all_over": dict(limits)}:
            return [row for row in rows if all(_number(row, column) > _limit(limits[column]) for column in limits)]
    raise KeyError("least, most, where, all_where or all_over")


def _number(row: Mapping[str, Json], column: str) -> float:
    value = row.get(column)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise KeyError(column)
    return value


def _limit(value: Json) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _has(row: Mapping[str, Json], wanted: Json) -> bool:
    return isinstance(wanted, dict) and all(row.get(column) == value for column, value in wanted.items())


def saved_names(steps: Sequence[OracleStep]) -> set[str]:
    """The names that steps save, for a check before anything runs."""
    return {step.save for step in steps if step.save}
