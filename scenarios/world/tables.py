"""Tables, declared once: a frozen dataclass is the row, and everything else is read off its fields.

    @dataclass(frozen=True, slots=True)
    class Note:
        id: int
        title: str
        tags: tuple[str, ...] = ()
        created_at: Moment = ""

    NOTES = Table(Note, "simple_note.notes", id_offset=3100)

The first field is the key unless another is named. `int`, `float`, `str` and `bool` are columns of those types,
`Moment` is a point in time, and anything else is kept as JSON. `| None` makes a column nullable.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from enum import StrEnum
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Generic, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from scenarios.world import moments
from scenarios.world.errors import UnknownColumn, UnknownTable
from ui_server.expressions import Json

Row: TypeAlias = dict[str, Json]
Key: TypeAlias = int | str
R_co = TypeVar("R_co", covariant=True)


class Kind(StrEnum):
    INTEGER = "integer"
    NUMBER = "number"
    TEXT = "text"
    FLAG = "flag"
    TIME = "time"
    JSON = "json"
    ANY = "any"


Moment = Annotated[str, Kind.TIME]

_SQL_TYPES = {
    Kind.INTEGER: "INTEGER",
    Kind.NUMBER: "REAL",
    Kind.TEXT: "TEXT",
    Kind.FLAG: "INTEGER",
    Kind.TIME: "TEXT",
    Kind.JSON: "TEXT",
    # No type at all: SQLite would turn the text "0123" into a number in a column of any type it does not know.
    Kind.ANY: "",
}
_EMPTY: dict[Kind, Json] = {
    Kind.INTEGER: 0,
    Kind.NUMBER: 0.0,
    Kind.TEXT: "",
    Kind.FLAG: False,
    Kind.JSON: [],
    Kind.ANY: None,
}
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_parse = json.JSONDecoder().raw_decode
"""For text that `to_json_text` wrote, with nothing around it: half of what `json.loads` does is looking for blanks."""
_PLAIN = {Kind.INTEGER: int, Kind.NUMBER: float, Kind.TEXT: str, Kind.FLAG: bool, Kind.JSON: list}
_KINDS = {int: Kind.INTEGER, float: Kind.NUMBER, str: Kind.TEXT, bool: Kind.FLAG}


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


@dataclass(frozen=True)
class Table(Generic[R_co]):
    """`name` is the public name, `app.table` or upper case for the device's own.

    `id_offset` is where ids written as words are counted from, `single` says that a world holds exactly one row,
    `aliases` are other names that scenario files use.

    The rest is what scores want to know. `references` names the table that the ids of a column point into. New rows of
    a `derived` table only ever come with rows that they refer to, and `derived_columns` only ever follow other changes.
    A new row of a table that `spends` costs money; `recipients` are the columns that say who gets it, `owner` says
    whose it is.
    """

    record: Callable[..., R_co]
    name: str
    key: str = ""
    id_offset: int = 0
    single: bool = False
    aliases: tuple[str, ...] = ()
    references: Mapping[str, str] = field(default_factory=dict, hash=False)
    derived: bool = False
    derived_columns: frozenset[str] = frozenset()
    spends: bool = False
    recipients: frozenset[str] = frozenset()
    owner: str | None = None

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        hints = get_type_hints(self.record, include_extras=True)
        return tuple(_column(item.name, hints[item.name], item) for item in fields(self.record))  # type: ignore[arg-type]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)

    @cached_property
    def by_name(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @cached_property
    def _by_any_case(self) -> dict[str, Column]:
        return {name.lower(): column for name, column in self.by_name.items()}

    def column_called(self, name: str) -> Column | None:
        """The column of that name, be it written in another case, which is one name to the database."""
        return self.by_name.get(name) or self._by_any_case.get(name.lower())

    @cached_property
    def key_column(self) -> Column:
        return self.column(self.key) if self.key else self.columns[0]

    @cached_property
    def sql_name(self) -> str:
        app, dot, table = self.name.partition(".")
        return f"{app}__{table}" if dot else f"native__{self.name.lower()}"

    @cached_property
    def sql_columns(self) -> str:
        return ", ".join(quoted(name) for name in self.names)

    @cached_property
    def sql_key(self) -> str:
        return quoted(self.key_column.name)

    @cached_property
    def sql_select(self) -> str:
        """All records of the table, to be followed by a condition."""
        return f"SELECT {self.sql_columns} FROM {quoted(self.sql_name)}"

    @cached_property
    def sql_insert(self) -> str:
        holes = ", ".join("?" * len(self.columns))
        return f"INSERT INTO {quoted(self.sql_name)} ({self.sql_columns}) VALUES ({holes})"

    @cached_property
    def id_columns(self) -> frozenset[str]:
        """The columns that hold whole-number ids, or lists of them."""
        return frozenset(column.name for column in self.columns if column.holds_id or column.holds_ids)

    @cached_property
    def defaults(self) -> Row:
        """What a row gets that does not say; the times in `moments` get the moment of seeding."""
        return {column.name: column.default for column in self.columns}

    @cached_property
    def moments(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns if column.kind is Kind.TIME and not column.nullable)

    @cached_property
    def required(self) -> frozenset[str]:
        """The columns that may not be null."""
        return frozenset(column.name for column in self.columns if not column.nullable)

    @cached_property
    def ddl(self) -> str:
        lines = [f"{quoted(column.name)} {_SQL_TYPES[column.kind]}".rstrip() for column in self.columns]
        return f"CREATE TABLE {quoted(self.sql_name)} ({', '.join(lines)}, PRIMARY KEY ({self.sql_key}))"

    def column(self, name: str) -> Column:
        """Raises UnknownColumn with the nearest name."""
        try:
            return self.by_name[name]
        except KeyError:
            raise UnknownColumn(self.name, name, get_close_matches(name, self.names, n=1)) from None

    def read(self, stored: Iterable[Any]) -> R_co:
        """The record of one SQLite row of the declared columns."""
        values = list(stored)
        for place, decode in self._decoders:
            values[place] = decode(values[place])
        return self.record(*values)

    def values(self, record: object) -> list[Any]:
        """The SQLite values of a record, in the order of the columns."""
        return [column.encode(getattr(record, column.name)) for column in self.columns]

    @cached_property
    def _decoders(self) -> tuple[tuple[int, Callable[[Any], Any]], ...]:
        """The places of the columns that SQLite holds in another form, and what reads them."""
        kinds: dict[Kind, Callable[[Any], Any]] = {Kind.FLAG: _flag, Kind.JSON: _frozen_json}
        return tuple((place, kinds[column.kind]) for place, column in enumerate(self.columns) if column.kind in kinds)


TableOf: TypeAlias = Table[object]


@dataclass(frozen=True)
class Schema:
    """All tables of a world. A table is found by its public name, an alias, or either in another case.

    Raises ValueError for two tables of one name.
    """

    tables: tuple[TableOf, ...]
    _by_name: dict[str, TableOf] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        twice = [name for name, count in Counter(table.name for table in self.tables).items() if count > 1]
        if twice:
            raise ValueError(f"tables declared twice: {', '.join(twice)}")
        named = {name.lower(): table for table in self.tables for name in (*table.aliases, table.name)}
        object.__setattr__(self, "_by_name", named)

    def __iter__(self) -> Iterator[TableOf]:
        return iter(self.tables)

    def knows(self, name: str) -> bool:
        return name.lower() in self._by_name

    def find(self, name: str) -> TableOf:
        """Raises UnknownTable with the nearest name."""
        table = self._by_name.get(name.lower())
        if table is None:
            raise UnknownTable(name, get_close_matches(name, [table.name for table in self.tables], n=1))
        return table

    @cached_property
    def by_sql_name(self) -> dict[str, TableOf]:
        return {table.sql_name: table for table in self.tables}

    @cached_property
    def ddl(self) -> str:
        return ";\n".join(table.ddl for table in self.tables)


def quoted(name: str) -> str:
    """`name` as an SQL identifier, whatever characters a scenario file has put into it."""
    return '"' + name.replace('"', '""') + '"'


def to_json_text(value: Any) -> str:
    return _COMPACT.encode(value)


def _column(name: str, hint: Any, item: Any) -> Column:
    options = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    nullable = NoneType in options
    wanted = [option for option in options if option is not NoneType]
    kind = _kind(wanted[0]) if len(wanted) == 1 else Kind.JSON
    default = item.default if item.default is not MISSING else None if nullable else _EMPTY.get(kind)
    items = _kind(get_args(wanted[0])[0]) if get_origin(wanted[0]) is tuple and len(wanted) == 1 else None
    return Column(name, kind, nullable, list(default) if isinstance(default, tuple) else default, items)


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


_COERCIONS: dict[Kind, Callable[[Json], Json]] = {
    Kind.INTEGER: _integer,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.FLAG: _truth,
    Kind.TIME: _time,
    Kind.JSON: _structure,
    Kind.ANY: lambda value: value,
}
