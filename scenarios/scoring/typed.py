"""The strict column measures: values are compared by the type of their column, and every difference of type is told.

One answer everywhere: a column that is missing is null; null, "", [], 0 and False are five different values. Numbers
are equal within 12 significant digits, whether whole or not. A text that came back from a form counts as the number,
flag or time that its column holds (`"7"` in an integer column is 7), but in a text column `"007"` is never 7. Times are
compared as instants, UTC where no offset is given, and only in columns of times. Lists are equal in any order.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from scenarios.scoring.rouge import Matrix, strict_rouges, strict_tokens
from scenarios.scoring.rows import Kind
from scenarios.world.moments import parse
from ui_server.expressions import Json

Measure = Literal["exact", "words", "wall clock", "later", "contains", "set"]
Cell: TypeAlias = tuple[Measure, Json]


def canonical(value: Json, kind: Kind = "any") -> Hashable:
    """A form that two values share exactly when they are the same value of a column of this kind."""
    read = _READERS.get(kind)
    found = read(value) if read and value is not None else None
    return found if found is not None else _natural(value)


def measure(name: Measure, expected: Json, actual: Json, kind: Kind = "any") -> float:
    """How like `expected` one actual value is, from 0 to 1."""
    if name in ("exact", "words") and type(expected) is type(actual) and expected == actual:
        return 1.0
    return float(TypedColumn([actual], kind).against([(name, expected)])[0, 0])


def kind_of(values: Iterable[Json]) -> Kind:
    """The kind that all values that are not null share; "any" when they share none or there are none.

    Zeros and ones are a flag when a True or False is among them. Text is a time only when all of it is ISO 8601 with
    dashes, so that no phone number is a date.
    """
    found = {_kind(value) for value in values if value is not None}
    if not found:
        return "any"
    if len(found) == 1:
        (kind,) = found
        return "integer" if kind == "bit" else kind
    if found == {"flag", "bit"}:
        return "flag"
    if found <= {"bit", "integer"}:
        return "integer"
    if found <= {"bit", "integer", "number"}:
        return "number"
    return "text" if found == {"time", "text"} else "any"


def type_difference(expected: Json, actual: Json) -> str:
    """What is odd about the type of the actual value, or nothing."""
    wanted, found = _type_name(expected), _type_name(actual)
    return "" if wanted == found else f"{found} where {wanted} is expected"


class TypedColumn:
    """The values of one column over all actual rows."""

    def __init__(self, values: Sequence[Json], kind: Kind) -> None:
        self._values = values
        self._kind = kind

    def against(self, cells: Sequence[Cell]) -> Matrix:
        """The similarity of each row's value (column of the result) to each expected one (row of it)."""
        scores = np.zeros((len(cells), len(self._values)))
        words = [place for place, (name, _) in enumerate(cells) if name == "words"]
        places, texts = self._texts
        if words and places:
            scores[np.ix_(words, places)] = strict_rouges([str(cells[place][1]) for place in words], texts)
        for place, (name, expected) in enumerate(cells):
            if name == "exact":
                scores[place, self._places.get(canonical(expected, self._kind), [])] = 1.0
            elif name != "words":
                test = _TESTS[name]
                scores[place] = [test(expected, value) for value in self._values]
        return scores

    @cached_property
    def _places(self) -> dict[Hashable, list[int]]:
        found: dict[Hashable, list[int]] = {}
        for place, value in enumerate(self._values):
            found.setdefault(canonical(value, self._kind), []).append(place)
        return found

    @cached_property
    def _texts(self) -> tuple[list[int], list[str]]:
        texts = [(place, value) for place, value in enumerate(self._values) if isinstance(value, str)]
        return [place for place, _ in texts], [text for _, text in texts]


def perfect_form(name: Measure, value: Json, kind: Kind) -> Hashable | None:
    """What two values share when the measure cannot tell them apart; None for a measure without such a form."""
    if name == "exact":
        return canonical(value, kind)
    if name == "words":
        return (
            (tuple(strict_tokens(value)) or "".join(value.split()))
            if isinstance(value, str)
            else ("no text", repr(value))
        )
    return None


def _natural(value: Json) -> Hashable:
    match value:
        case None:
            return "null"
        case bool():
            return ("flag", value)
        case int() | float():
            return ("number", _digits(value))
        case str():
            return ("text", value)
        case list():
            return ("list", tuple(sorted((_natural(item) for item in value), key=repr)))
        case _:
            return ("object", tuple(sorted((name, _natural(item)) for name, item in value.items())))


def _digits(value: float) -> str:
    if isinstance(value, int) or (value.is_integer() and abs(value) < 1e15):
        return str(int(value))
    return f"{value:.12g}"


def _number(value: Json) -> Hashable | None:
    if isinstance(value, str):
        try:
            return ("number", _digits(float(value) if "." in value or "e" in value.lower() else int(value)))
        except ValueError:
            return None
    return None


def _flag(value: Json) -> Hashable | None:
    if isinstance(value, str):
        known = {"true": True, "false": False}.get(value.strip().lower())
        return None if known is None else ("flag", known)
    return ("flag", bool(value)) if value in (0, 1) else None


def _time(value: Json) -> Hashable | None:
    moment = _moment(value)
    return None if moment is None else ("time", moment.isoformat())


def _structure(value: Json) -> Hashable | None:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return _natural(json.loads(value))
        except json.JSONDecodeError:
            return None
    return None


_READERS: dict[Kind, Callable[[Json], Hashable | None]] = {
    "integer": _number,
    "number": _number,
    "flag": _flag,
    "time": _time,
    "json": _structure,
}


def _moment(value: Json) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        return parse(value)
    except ValueError:
        return None


def _wall_clock(value: Json) -> datetime | None:
    if _moment(value) is None or not isinstance(value, str):
        return None
    try:
        return datetime.fromisoformat(value.strip()).replace(tzinfo=None, microsecond=0)
    except ValueError:
        return None


def _same_wall_clock(expected: Json, actual: Json) -> bool:
    wanted = _wall_clock(expected)
    return wanted is not None and wanted == _wall_clock(actual)


def _is_later(expected: Json, actual: Json) -> bool:
    before, after = _moment(expected), _moment(actual)
    return before is not None and after is not None and after > before


def _contains(expected: Json, actual: Json) -> bool:
    if isinstance(actual, list):
        return canonical(expected) in {canonical(item) for item in actual}
    return isinstance(expected, str) and isinstance(actual, str) and expected in actual


_TESTS: dict[Measure, Callable[[Json, Json], bool]] = {
    "wall clock": _same_wall_clock,
    "later": _is_later,
    "contains": _contains,
    "set": lambda expected, actual: (expected is None) == (actual is None),
}


def _kind(value: Json) -> Kind | Literal["bit"]:
    match value:
        case bool():
            return "flag"
        case int():
            return "bit" if value in (0, 1) else "integer"
        case float():
            return "number"
        case str():
            return "text" if _moment(value) is None else "time"
        case _:
            return "json"


def _type_name(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "a flag"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
