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

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final, Generic, TypeAlias, TypeVar, get_type_hints

from scenarios.world.columns import DECODERS, Column, Kind, column_of
from scenarios.world.errors import UnknownColumn, UnknownTable
from ui_server.expressions import Json

Row: TypeAlias = dict[str, Json]
Key: TypeAlias = int | str
R_co = TypeVar("R_co", covariant=True)

_SQL_TYPES: Final = {
    Kind.INTEGER: "INTEGER",
    Kind.NUMBER: "REAL",
    Kind.TEXT: "TEXT",
    Kind.FLAG: "INTEGER",
    Kind.TIME: "TEXT",
    Kind.JSON: "TEXT",
    # No type at all: SQLite would turn the text "0123" into a number in a column of any type it does not know.
    Kind.ANY: "",
}


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
        return tuple(column_of(item, hints[item.name]) for item in fields(self.record))  # type: ignore[arg-type]

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
        return insertion(self.sql_name, self.names)

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
        return tuple(
            (place, DECODERS[column.kind]) for place, column in enumerate(self.columns) if column.kind in DECODERS
        )


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


def insertion(sql_name: str, names: Sequence[str]) -> str:
    """The SQL that adds a row with a `?` for each of the columns `names`."""
    holes = ", ".join("?" * len(names))
    return f"INSERT INTO {quoted(sql_name)} ({', '.join(map(quoted, names))}) VALUES ({holes})"


def quoted(name: str) -> str:
    """`name` as an SQL identifier, whatever characters a scenario file has put into it."""
    return '"' + name.replace('"', '""') + '"'
