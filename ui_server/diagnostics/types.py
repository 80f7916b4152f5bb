"""What type a value must have, in words, and the same value in the right type where there is one."""

from __future__ import annotations

import json
import re
from typing import Final

from ui_server.catalog import Catalog, Schema
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import Place, Subject, json_type, quote
from ui_server.expressions import Json

_NOUNS: Final = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def describe(schema: Schema, catalog: Catalog) -> str:
    """What a value under `schema` is, in a few words."""
    _, schema = catalog.resolve(schema)
    if "const" in schema:
        return quote(schema["const"])
    if "enum" in schema:
        return f"one of {hints.listed(str(choice) for choice in schema['enum'])}"
    branches = schema.get("oneOf") or schema.get("anyOf")
    if branches and "type" not in schema:
        return " or ".join(dict.fromkeys(describe(branch, catalog) for branch in branches))
    kinds = schema.get("type", "object")
    return " or ".join(_NOUNS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def wrong_type(value: Json, schema: Schema, place: Place, subject: Subject, hint: str = "") -> Diagnostic:
    expected = describe(schema, subject.catalog)
    return subject.fault(
        "wrong_type",
        place,
        f"{place.label} is {json_type(value)}; it must be {expected}",
        hint or _converted(value, schema, subject) or f"Write {expected}.",
        expected=expected,
        got=quote(value),
    )


def _converted(value: Json, schema: Schema, subject: Subject) -> str:
    """The same value in the right type, where there is one."""
    wanted = schema.get("type")
    if isinstance(value, dict) and wanted in _NOUNS and (subject.path_key in value or subject.call_key in value):
        return f"It cannot be bound or computed: write {_NOUNS[wanted].replace('a list', 'the list')} itself."
    if wanted == "object" and isinstance(value, str) and not isinstance(_inner_json(value), dict):
        keys = subject.catalog.shape(schema).required
        return f"Write {quote(dict.fromkeys(keys, value))}." if set(keys) == {"label", "value"} else ""
    if wanted == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return f'Write "{value}".'
    if wanted in ("number", "integer") and isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value):
        return f"Write {value} without quotation marks."
    if wanted == "boolean" and isinstance(value, str) and value.lower() in ("true", "false"):
        return f"Write {value.lower()} without quotation marks."
    if isinstance(value, str) and wanted in ("array", "object") and type_fits(_inner_json(value), wanted):
        return f"Write the {'list' if wanted == 'array' else 'object'} itself, not its JSON as a text."
    if wanted == "array" and isinstance(value, dict):
        return _as_list(value)
    return f"Write [{quote(value)}]." if wanted == "array" and value is not None else ""


def _inner_json(text: str) -> Json:
    """What a text that is itself JSON says, null where it is none."""
    try:
        inner: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return inner


def _as_list(value: dict[str, Json]) -> str:
    """How an object where a list belongs becomes one."""
    if value and all(isinstance(entry, dict) for entry in value.values()):
        return 'Write a list of its entries, each key as the entry\'s "id".'
    return "Put it into a list."


def type_fits(value: Json, wanted: str | list[str] | None) -> bool:
    """Whether JSON Schema calls the value `wanted`, or one of them; without any every value fits."""
    if wanted is None:
        return True
    if isinstance(wanted, list):
        return any(type_fits(value, one) for one in wanted)
    match value:
        case None:
            return wanted == "null"
        case bool():
            return wanted == "boolean"
        case int() | float():
            return wanted == "number" or (wanted == "integer" and float(value).is_integer())
        case str():
            return wanted == "string"
        case list():
            return wanted == "array"
        case dict():
            return wanted == "object"
