"""Values that may be literal, bound or computed, as v0.9 and v1.0 spell them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ui_server.expressions import NOTHING, Binding, Call, Expression, Fields, Json, Literal, Sequence


@dataclass(frozen=True, slots=True)
class Spelling:
    """The keys that mark a binding and a call; with `escapes` a literal key `@x` is written `@@x` (v1.0)."""

    path: str
    call: str
    escapes: bool = False


MAX_NESTING: Final = 60
"""Objects and lists inside each other that are looked into; messages are refused long before (schema check: 50)."""
V09: Final = Spelling("path", "call")
V10: Final = Spelling("@path", "@call", escapes=True)


def read(raw: Json, spelling: Spelling, depth: int = 0) -> Expression:
    """The expression that `raw` stands for; anything without a binding or call inside is one literal.

    Shares no list or object with `raw`. What lies deeper than MAX_NESTING is null.
    """
    if depth > MAX_NESTING:
        return NOTHING
    if isinstance(raw, dict):
        return _read_object(raw, spelling, depth + 1)
    if isinstance(raw, list):
        items = tuple(read(item, spelling, depth + 1) for item in raw)
        values = [item.value for item in items if isinstance(item, Literal)]
        return Literal(values) if len(values) == len(items) else Sequence(items)
    return Literal(raw)


def _read_object(raw: dict[str, Json], spelling: Spelling, depth: int) -> Expression:
    path, call = raw.get(spelling.path), raw.get(spelling.call)
    if isinstance(path, str) and len(raw) == 1:
        return Binding(path)
    if isinstance(call, str):
        args = raw.get("args")
        given = args if isinstance(args, dict) else {}
        return Call(call, {name: read(arg, spelling, depth) for name, arg in given.items()})
    entries = {_plain_key(key, spelling): read(value, spelling, depth) for key, value in raw.items()}
    values = {key: entry.value for key, entry in entries.items() if isinstance(entry, Literal)}
    return Literal(values) if len(values) == len(entries) else Fields(entries)


def _plain_key(key: str, spelling: Spelling) -> str:
    return key[1:] if spelling.escapes and key.startswith("@@") else key
