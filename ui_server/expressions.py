"""How a property gets its value, whatever the protocol version wrote it as.

The adapters of `ui_server.protocol` turn each version's spelling into these forms once, when a component arrives;
`ui_server.resolve` evaluates them against the data after every write.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"


class Unevaluable(Exception):
    """An expression that gives no value. `code` is a diagnostic code."""

    owner = "agent"

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Literal:
    value: Json


@dataclass(frozen=True, slots=True)
class Binding:
    """A place in the data model as written: `/a/b` from the root, `a/b` from the template row, `.` or "" the row."""

    path: str


@dataclass(frozen=True, slots=True)
class Initial:
    """v0.8's path together with a literal: the literal is written at the path once, then the path is bound."""

    path: str
    value: Json


@dataclass(frozen=True, slots=True)
class Call:
    """A catalog function; `@index` is the row number of a template."""

    name: str
    args: Mapping[str, Expression] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sequence:
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Fields:
    entries: Mapping[str, Expression]


Expression = Literal | Binding | Initial | Call | Sequence | Fields

NOTHING = Literal(None)


def bindings(expression: Expression) -> Iterator[Binding | Initial]:
    """Every place in the data model that `expression` reads, nested calls included."""
    match expression:
        case Binding() | Initial():
            yield expression
        case Call(args=entries) | Fields(entries=entries):
            for inner in entries.values():
                yield from bindings(inner)
        case Sequence(items=items):
            for inner in items:
                yield from bindings(inner)


def calls(expression: Expression) -> Iterator[Call]:
    """Every function call in `expression`, outermost first."""
    match expression:
        case Call(args=args):
            yield expression
            for inner in args.values():
                yield from calls(inner)
        case Fields(entries=entries):
            for inner in entries.values():
                yield from calls(inner)
        case Sequence(items=items):
            for inner in items:
                yield from calls(inner)
