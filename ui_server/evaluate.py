"""Expressions against the data, in the scope of a template row."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ui_server import pointer
from ui_server.expressions import Binding, Call, Expression, Fields, Initial, Json, Literal, Sequence
from ui_server.functions import Functions, Unevaluable, is_number, parse_template, to_text
from ui_server.pointer import MISSING, Missing, Tokens

MAX_CALL_DEPTH: Final = 20
MAX_CALLS: Final = 50_000
"""Function calls one screen may make; an honest screen makes hundreds."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The template row that relative paths start from, and its number for `@index`; the root has no row."""

    base: Tokens = ()
    index: int | None = None

    @property
    def row(self) -> str | None:
        return pointer.join(self.base) if self.base else None


class Evaluator:
    """Evaluates against one state of the data; make a new one after each write."""

    def __init__(self, data: Json, functions: Functions) -> None:
        self._data = data
        self._functions = functions
        self._calls = 0

    def value(self, expression: Expression, scope: Scope, depth: int = 0) -> Json | Missing:
        """The value, or MISSING for a binding to nothing. Raises Unevaluable and PointerError."""
        match expression:
            case Literal(value):
                return value
            case Binding(path):
                return pointer.read(self._data, pointer.resolve(path, scope.base))
            case Initial(path, literal):
                found = pointer.read(self._data, pointer.resolve(path, scope.base))
                return literal if isinstance(found, Missing) else found
            case Call(name, args):
                return self._call(name, args, scope, depth + 1)
            case Sequence(items):
                return [self.present(item, scope, depth) for item in items]
            case Fields(entries):
                return self.fields(entries, scope, depth)

    def fields(self, entries: Mapping[str, Expression], scope: Scope, depth: int = 0) -> dict[str, Json]:
        """Each entry's value; an entry bound to nothing is left out, as the official renderer leaves out undefined."""
        values = {name: self.value(entry, scope, depth) for name, entry in entries.items()}
        return {name: value for name, value in values.items() if not isinstance(value, Missing)}

    def present(self, expression: Expression, scope: Scope, depth: int = 0) -> Json:
        """The value, with null for a binding to nothing."""
        value = self.value(expression, scope, depth)
        return None if isinstance(value, Missing) else value

    def _call(self, name: str, args: Mapping[str, Expression], scope: Scope, depth: int) -> Json:
        self._calls += 1
        if depth > MAX_CALL_DEPTH or self._calls > MAX_CALLS:
            raise Unevaluable(
                "limit_reached", f"{name} is nested or called too often.", "Compute the value beforehand."
            )
        values = {key: self.present(arg, scope, depth) for key, arg in args.items()}
        if name == "formatString":
            return self._format(to_text(values.get("value")), scope, depth)
        if name == "@index":
            return self._index(values.get("offset"), scope)
        return self._functions.call(name, values)

    def _format(self, template: str, scope: Scope, depth: int) -> str:
        parts = (self.present(part, scope, depth) for part in parse_template(template))
        return "".join(to_text(part) for part in parts)

    def _index(self, offset: Json, scope: Scope) -> Json:
        if scope.index is None:
            raise Unevaluable("unevaluable", "@index has a value only inside a template.")
        return scope.index + (offset if is_number(offset) else 0)  # type: ignore[operator]


__all__ = ["MAX_CALLS", "MAX_CALL_DEPTH", "MISSING", "Evaluator", "Scope"]
