"""Values that may be literal, bound or computed, as v0.9 and v1.0 spell them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ui_server.expressions import Binding, Call, Expression, Fields, Json, Literal, Sequence


@dataclass(frozen=True, slots=True)
class Spelling:
    """The keys that mark a binding and a call; with `escapes` a literal key `@x` is written `@@x` (v1.0)."""

    path: str
    call: str
    escapes: bool = False


V09: Final = Spelling("path", "call")
V10: Final = Spelling("@path", "@call", escapes=True)


def read(raw: Json, spelling: Spelling) -> Expression:
    """The expression that `raw` stands for; anything without a binding or call inside is one literal."""
    if isinstance(raw, dict):
        return _read_object(raw, spelling)
    if isinstance(raw, list):
        items = tuple(read(item, spelling) for item in raw)
        return Literal(raw) if all(isinstance(item, Literal) for item in items) else Sequence(items)
    return Literal(raw)


def _read_object(raw: dict[str, Json], spelling: Spelling) -> Expression:
    path, call = raw.get(spelling.path), raw.get(spelling.call)
    if isinstance(path, str) and len(raw) == 1:
        return Binding(path)
    if isinstance(call, str):
        args = raw.get("args")
        return Call(call, {name: read(arg, spelling) for name, arg in args.items()} if isinstance(args, dict) else {})
    entries = {_plain_key(key, spelling): read(value, spelling) for key, value in raw.items()}
    if all(isinstance(entry, Literal) for entry in entries.values()):
        return Literal({key: entry.value for key, entry in entries.items() if isinstance(entry, Literal)})
    return Fields(entries)


def _plain_key(key: str, spelling: Spelling) -> str:
    return key[1:] if spelling.escapes and key.startswith("@@") else key
