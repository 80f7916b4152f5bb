"""The script that solves a scenario: tool calls, screens and texts, with values taken from what came before.

`{{name.path}}` stands for a saved value: alone it keeps its type, inside a text it is written out. `click` is the last
press of the person, `clicks` are all since the agent last heard of any.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ui_server.expressions import Json
from ui_server.functions import to_text

_REFERENCE = re.compile(r"\{\{\s*([A-Za-z_]\w*(?:\.[\w-]+|\[\d+\])*)\s*\}\}")
_PIECE = re.compile(r"[\w-]+")
Kind = Literal["call", "screen", "show", "say", "pick"]
HEARD = frozenset({"click", "clicks"})
EACH = "item"
"""What an item of the list `each` is called in the arguments of its call."""


@dataclass(frozen=True, slots=True)
class OracleStep:
    """`call` a tool, send a `screen`, `show` it, `say` something (which ends the turn), or `pick` from a saved list.

    With `each`, a list, the call is made once for every item of it.
    """

    kind: Kind
    name: str = ""
    body: Json = None
    save: str = ""
    each: Json = None
    mode: Literal["ui", "text", "both"] = "both"


@dataclass(frozen=True, slots=True)
class Oracle:
    steps: tuple[OracleStep, ...] = field(default_factory=tuple)

    def for_mode(self, mode: Literal["ui", "text"]) -> Oracle:
        """The steps that are played in this mode."""
        return Oracle(tuple(step for step in self.steps if step.mode in ("both", mode)))


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
    """One item (`least`, `most`, `where`) or several (`all_over`, `all_where`) of the list `from`.

    Raises KeyError where there is no list, no such column, or no item for a pick of one.
    """
    items = fill(how.get("from"), saved)
    if not isinstance(items, list):
        raise KeyError(str(how.get("from")))
    rows = [item for item in items if isinstance(item, dict)]
    match how:
        case {"least": str(column)}:
            return _first(sorted(rows, key=lambda row: _number(row, column)), column)
        case {"most": str(column)}:
            return _first(sorted(rows, key=lambda row: -_number(row, column)), column)
        case {"where": dict(wanted)}:
            return _first([row for row in rows if _has(row, fill(wanted, saved))], str(wanted))
        case {"all_where": dict(wanted)}:
            return [row for row in rows if _has(row, fill(wanted, saved))]
        case {"all_over": dict(limits)}:
            return [row for row in rows if all(_number(row, column) > _limit(limits[column]) for column in limits)]
    raise KeyError("least, most, where, all_where or all_over")


def loose_references(steps: Sequence[OracleStep]) -> Iterator[tuple[int, str]]:
    """References that no earlier step saves, each with the number of its step: what a script can be checked for."""
    known = set(HEARD)
    for number, step in enumerate(steps):
        named = known | {EACH} if step.each is not None else known
        yield from ((number, found) for found in _references([step.body, step.each]) if _head(found) not in named)
        known |= {step.save} - {""}


def _references(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from _REFERENCE.findall(value)
    elif isinstance(value, list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _references(item)


def _head(reference: str) -> str:
    return reference.partition(".")[0].partition("[")[0]


def _first(rows: Sequence[Mapping[str, Json]], wanted: str) -> Json:
    if not rows:
        raise KeyError(f"an item with {wanted}")
    return dict(rows[0])


def _number(row: Mapping[str, Json], column: str) -> float:
    value = row.get(column)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise KeyError(column)
    return value


def _limit(value: Json) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise KeyError(f"a number instead of {value!r}")
    return float(value)


def _has(row: Mapping[str, Json], wanted: Json) -> bool:
    return isinstance(wanted, dict) and all(row.get(column) == value for column, value in wanted.items())
