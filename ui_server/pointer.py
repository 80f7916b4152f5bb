"""JSON Pointers (RFC 6901) into the data model: parsing, reading, and writing without changing what was there.

Data is never mutated: `write` and `delete` return a new root that shares what did not change, so a refused message
costs nothing to undo and a shown revision keeps its data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ui_server.expressions import Json

MAX_INDEX: Final = 10_000
"""Largest array index that may be written (a2ui-core draws the same line)."""
MAX_TOKENS: Final = 100
"""How deep in the data may be written; paths of an honest screen have a handful of steps."""
MAX_GAP: Final = 100
"""How far past its end an array may be extended in one write; the gap is filled with null."""

Tokens = tuple[str, ...]

_BAD_ESCAPE = re.compile(r"~(?![01])")
_INDEX = re.compile(r"0|[1-9][0-9]{0,8}")


class PointerError(ValueError):
    """A pointer that cannot be parsed or written. `code` is a diagnostic code, `hint` what to write instead."""

    owner = "agent"

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Missing:
    """What `read` returns where there is nothing, as opposed to null."""


MISSING: Final = Missing()


def parse(path: str) -> Tokens:
    """The tokens of `path`, leading slash or not; a closing slash counts for nothing, "." and "" are no tokens.

    Raises PointerError for `~` not followed by 0 or 1 (RFC 6901 section 3).
    """
    if _BAD_ESCAPE.search(path):
        hint = "Write ~0 for ~ and ~1 for / in a key."
        raise PointerError("invalid_pointer", f"{path!r} is not a JSON Pointer", hint)
    stripped = path.strip("/") if path.endswith("/") else path.removeprefix("/")
    if stripped in ("", "."):
        return ()
    return tuple(unescape(token) for token in stripped.split("/"))


def unescape(token: str) -> str:
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def escape(token: str) -> str:
    return token.replace("~", "~0").replace("/", "~1")


def join(tokens: Tokens) -> str:
    """The absolute JSON Pointer of `tokens`; the root is "/", as A2UI writes it."""
    return "/" + "/".join(escape(token) for token in tokens)


def resolve(path: str, base: Tokens) -> Tokens:
    """Absolute tokens of `path` as written inside a template row at `base`; a leading slash starts at the root."""
    return parse(path) if path.startswith("/") else base + parse(path)


def index_of(token: str) -> int | None:
    """The array index that `token` names, None when it names none (negative, leading zero, not a number)."""
    return int(token) if _INDEX.fullmatch(token) else None


def read(data: Json, tokens: Tokens) -> Json | Missing:
    """What is at `tokens`, or MISSING. Lists take plain indices only: no negative ones, no leading zeros."""
    here: Json = data
    for token in tokens:
        if isinstance(here, dict):
            if token not in here:
                return MISSING
            here = here[token]
        elif isinstance(here, list):
            index = index_of(token)
            if index is None or index >= len(here):
                return MISSING
            here = here[index]
        else:
            return MISSING
    return here


def write(data: Json, tokens: Tokens, value: Json, *, lists: bool = False) -> Json:
    """A new root with `value` at `tokens`; objects are made on the way where there is nothing (or null).

    With `lists` a list is made where an index of at most MAX_GAP comes next (v0.9 and later; v0.8 knows objects only).
    Raises PointerError (`not_a_container`, `bad_index`) rather than replacing a number or text by a container, and
    (`limit_reached`) for a path of more than MAX_TOKENS steps.
    """
    if len(tokens) > MAX_TOKENS:
        message = f"The path has {len(tokens)} steps; data may lie {MAX_TOKENS} deep"
        raise PointerError("limit_reached", message, "Flatten the data.")
    return _written(data, tokens, value, lists)


def _written(data: Json, tokens: Tokens, value: Json, lists: bool) -> Json:
    if not tokens:
        return value
    token, rest = tokens[0], tokens[1:]
    if data is None and lists and _starts_a_list(token):
        data = []
    if data is None or isinstance(data, dict):
        entries = dict(data or {})
        entries[token] = _written(entries.get(token), rest, value, lists)
        return entries
    if isinstance(data, list):
        index = _writable_index(token, len(data))
        items: list[Json] = [*data, *[None] * (index + 1 - len(data))]
        items[index] = _written(items[index], rest, value, lists)
        return items
    raise PointerError(
        "not_a_container",
        f"{token!r} cannot be written inside {_kind(data)}",
        "Write a path whose parent is an object or a list, or replace the parent first.",
    )


def delete(data: Json, tokens: Tokens) -> Json:
    """A new root without what is at `tokens` (a list keeps its length and holds null there); nothing there: `data`."""
    if not tokens:
        return {}
    token, rest = tokens[0], tokens[1:]
    if isinstance(data, dict) and token in data:
        if rest:
            return {**data, token: delete(data[token], rest)}
        return {key: entry for key, entry in data.items() if key != token}
    index = index_of(token) if isinstance(data, list) else None
    if isinstance(data, list) and index is not None and index < len(data):
        changed = delete(data[index], rest) if rest else None
        return [*data[:index], changed, *data[index + 1 :]]
    return data


def _starts_a_list(token: str) -> bool:
    index = index_of(token)
    return token == "-" or (index is not None and index <= MAX_GAP)


def _writable_index(token: str, length: int) -> int:
    index = length if token == "-" else index_of(token)
    if index is None or index > MAX_INDEX or index > length + MAX_GAP:
        raise PointerError(
            "bad_index",
            f"{token!r} is not an index of a list of {length}",
            f"Use an index from 0 to {length} without leading zeros.",
        )
    return index


def _kind(value: Json) -> str:
    return {bool: "a boolean", int: "a number", float: "a number", str: "a text"}.get(type(value), "a value")
