"""Expressions against the data, in the scope of a template row."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ui_server import pointer
from ui_server.expressions import Binding, Call, Expression, Fields, Initial, Json, Literal, Sequence
from ui_server.expressions import Unevaluable as Unevaluable
from ui_server.functions import MAX_TEXT, Functions, is_number, to_text
from ui_server.pointer import MISSING, Missing, PointerError, Tokens
from ui_server.templates import parse_template

MAX_CALL_DEPTH: Final = 20
MAX_WORK: Final = 300_000
"""What one screen may cost, for about a second: an expression one, a function call ten more, ten characters of text
that are put together one. An honest screen costs thousands."""
CALL_COST: Final = 10
MAX_PATTERN_SECONDS: Final = 1.0
"""How long all regular expressions of one screen may take; together with the limit of each one, this is the end."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The template row that relative paths start from, and its number for `@index`; the root has no row."""

    base: Tokens = ()
    index: int | None = None

    @property
    def row(self) -> str | None:
        return pointer.join(self.base) if self.base else None


class Evaluator:
    """Evaluates against one state of the data; make a new one after each write.

    A part of a text that fails leaves a gap in it; `faults` tells of it.
    """

    def __init__(self, data: Json, functions: Functions) -> None:
        self._data = data
        self._functions = functions
        self._work = 0
        self._pattern_seconds = 0.0
        self._faults: list[Unevaluable | PointerError] = []

    def faults(self) -> list[Unevaluable | PointerError]:
        """What failed inside the values since this was last asked."""
        faults, self._faults = self._faults, []
        return faults

    def value(self, expression: Expression, scope: Scope, depth: int = 0) -> Json | Missing:
        """The value, or MISSING for a binding to nothing. Raises Unevaluable and PointerError."""
        self._spend(1)
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
        if depth > MAX_CALL_DEPTH:
            raise Unevaluable("limit_reached", f"{name} is nested too deep.", "Compute the value beforehand.")
        self._spend(CALL_COST)
        values = {key: self.present(arg, scope, depth) for key, arg in args.items()}
        if name == "formatString":
            return self._format(to_text(values.get("value")), scope, depth)
        if name == "@index":
            return self._index(values.get("offset"), scope)
        return self._match(values) if name == "regex" else self._functions.call(name, values)

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > MAX_WORK:
            message = "There is more to compute on this screen than can be done at once."
            raise Unevaluable("limit_reached", message, "Show less at once; compute values beforehand.")

    def _match(self, values: Mapping[str, Json]) -> Json:
        if self._pattern_seconds > MAX_PATTERN_SECONDS:
            message = "The patterns of this screen take too long together."
            raise Unevaluable("costly_pattern", message, "Use fewer and simpler patterns.")
        started = time.perf_counter()
        try:
            return self._functions.call("regex", values)
        finally:
            self._pattern_seconds += time.perf_counter() - started

    def _format(self, template: str, scope: Scope, depth: int) -> str:
        """The text, or the beginning of one that is longer than is ever shown."""
        pieces: list[str] = []
        length = 0
        for part in parse_template(template):
            piece = to_text(self._piece(part, scope, depth))[: MAX_TEXT + 1]
            self._spend(len(piece) // 10)
            pieces.append(piece)
            length += len(piece)
            if length > MAX_TEXT:
                break
        return "".join(pieces)

    def _piece(self, part: Expression, scope: Scope, depth: int) -> Json:
        """The value of a part of a text, null where it fails; only a limit ends the whole."""
        try:
            return self.present(part, scope, depth)
        except (Unevaluable, PointerError) as fault:
            if fault.code == "limit_reached":
                raise
            self._faults.append(fault)
            return None

    def _index(self, offset: Json, scope: Scope) -> Json:
        if scope.index is None:
            raise Unevaluable("unevaluable", "@index has a value only inside a template.", "Use it in a row.")
        return scope.index + (offset if is_number(offset) else 0)


__all__ = ["MAX_CALL_DEPTH", "MAX_WORK", "MISSING", "Evaluator", "Scope"]
