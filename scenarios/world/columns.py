"""Columns: what a value of each kind is in a record, in SQLite, and in what a scenario file says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass
from enum import StrEnum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from scenarios.world import moments
from ui_server.expressions import Json


class Kind(StrEnum):
    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    TIME = "time"
    JSON = "json"
    ANY = "any"


Moment = Annotated[str, Kind.TIME]

_EMPTY: Final[Mapping[Kind, Json]] = {
    Kind.INTEGER: 0,
    Kind.NUMBER: 0.0,
    Kind.TEXT: "",
    Kind.FLAG: False,
    Kind.JSON: [],
    Kind.ANY: None,
}
_COMPACT: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_parse = json.JSONDecoder().raw_decode
"""For text that `to_json_text` wrote, with nothing around it: half of what `json.loads` does is looking for blanks."""
_PLAIN: Final = {Kind.INTEGER: int, Kind.NUMBER: float, Kind.TEXT: str, Kind.FLAG: bool, Kind.JSON: list}
_KINDS: Final = {int: Kind.INTEGER, float: Kind.NUMBER, str: Kind.TEXT, bool: Kind.FLAG}


@dataclass(frozen=True, slots=True)
class Column:
    """`default` is what a row gets that does not say; a time that may not be null gets the moment of seeding.
    `items` is the kind of the entries of a list.
    """

    name: str
    kind: Kind
    nullable: bool = True
    default: Json = None
    items: Kind | None = None

    @property
    def holds_id(self) -> bool:
        return self.kind is Kind.INTEGER and (self.name == "id" or self.name.endswith("_id"))

    @property
    def holds_ids(self) -> bool:
        return self.kind is Kind.JSON and self.name.endswith("_ids")

    def encode(self, value: Any) -> Any:
        """The SQLite value of a value of this column."""
        if value is None:
            return None
        if self.kind is Kind.JSON:
            return to_json_text(value)
        return int(value) if isinstance(value, bool) else value

    def decode(self, stored: Any) -> Json:
        """The plain value of what SQLite holds. What was put there against the column's kind comes back as it is."""
        if self.kind is Kind.FLAG and stored in (0, 1):
            return bool(stored)
        if self.kind is Kind.JSON and isinstance(stored, str):
            decoded: Json = _parse(stored)[0]
            return decoded
        return stored  # type: ignore[no-any-return]

    def coerce(self, value: Json) -> Json:
        """`value` as this column holds it, from what a scenario file says. Raises ValueError with what would fit."""
        if self.items is not None and value is not None:
            return _listed(_structure(value), self.items)
        return value if value is None or type(value) is _PLAIN.get(self.kind) else _COERCIONS[self.kind](value)


def to_json_text(value: Any) -> str:
    return _COMPACT.encode(value)


def column_of(item: Field[Any], hint: Any) -> Column:
    """The column that a field of a record declares."""
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    nullable = NoneType in options
    wanted = [option for option in options if option is not NoneType]
    kind = _kind(wanted[0]) if len(wanted) == 1 else Kind.JSON
    default = item.default if item.default is not MISSING else None if nullable else _EMPTY.get(kind)
    items = _kind(get_args(wanted[0])[0]) if get_origin(wanted[0]) is tuple and len(wanted) == 1 else None
    return Column(item.name, kind, nullable, list(default) if isinstance(default, tuple) else default, items)


def _kind(hint: Any) -> Kind:
    if get_origin(hint) is Annotated:
        marks = [mark for mark in get_args(hint) if isinstance(mark, Kind)]
        return marks[0] if marks else _kind(get_args(hint)[0])
    return _KINDS.get(hint, Kind.JSON)


def _flag(stored: Any) -> Any:
    return None if stored is None else bool(stored)


def _frozen_json(stored: Any) -> Any:
    value = _parse(stored)[0] if isinstance(stored, str) else stored
    return tuple(value) if isinstance(value, list) else value


DECODERS: Final[Mapping[Kind, Callable[[Any], Any]]] = {Kind.FLAG: _flag, Kind.JSON: _frozen_json}
"""What makes a record's value of what SQLite holds, for the kinds that it holds in another form."""


def _integer(value: Json) -> Json:
    if isinstance(value, (bool, int)) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    if isinstance(value, str) and value.strip().lstrip("+-").isdecimal():
        return int(value)
    raise ValueError("a whole number")


def _number(value: Json) -> Json:
    if isinstance(value, (int, float, str)):
        try:
            return float(value)
        except ValueError:
            pass
    raise ValueError("a number")


def _text(value: Json) -> Json:
    return value if isinstance(value, str) else to_json_text(value)


def _truth(value: Json) -> Json:
    words: dict[Json, bool] = {"true": True, "false": False, "1": True, "0": False}
    found = words.get(str(value).strip().lower())
    if found is None:
        raise ValueError("true or false")
    return found


def _time(value: Json) -> Json:
    if not isinstance(value, str):
        raise ValueError("a date and time such as 2026-05-04T09:30:00")
    return moments.normal(value)


def _structure(value: Json) -> Json:
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            parsed: Json = json.loads(value)
        except json.JSONDecodeError:
            return value
        return parsed
    return value


def _listed(value: Json, items: Kind) -> Json:
    """A list of what its column holds lists of; one value alone is a list of one. Nulls in it say nothing."""
    listed = value if isinstance(value, list) else [value]
    return [item if type(item) is _PLAIN.get(items) else _item(item, items) for item in listed if item is not None]


def _item(value: Json, items: Kind) -> Json:
    if isinstance(value, (list, dict)) and items is not Kind.JSON:
        raise ValueError(f"a list, each entry {items}")
    try:
        return _COERCIONS[items](value)
    except ValueError as fault:
        raise ValueError(f"a list, each entry {fault}") from None


_COERCIONS: Final[Mapping[Kind, Callable[[Json], Json]]] = {
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.FLAG: _truth,
    Kind.TIME: _time,
    Kind.JSON: _structure,
    Kind.ANY: lambda value: value,
}
