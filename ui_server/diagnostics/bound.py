"""What is wrong with v0.8's kinds of value: typed literals, lists of children, actions with pairs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ui_server.catalog import Schema
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain_object
from ui_server.diagnostics.place import Place, Subject, fragment, quote
from ui_server.diagnostics.types import wrong_type
from ui_server.expressions import Json
from ui_server.functions import to_text

LITERAL_OF: Final = {str: "literalString", bool: "literalBoolean", int: "literalNumber", float: "literalNumber"}


def explain_bound(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """A value under a schema of typed literals and `path`."""
    properties = schema["properties"]
    if not isinstance(value, dict):
        yield _unwrapped_literal(value, schema, place, subject)
    elif "call" in value:
        yield subject.fault(
            "other_version",
            place,
            f"{place.label} calls a function, which v0.8 does not have",
            f"Put the finished value into the data and write {quote({'path': '/…'})}.",
            expected="a literal or a path",
            got=quote(value),
        )
    elif value and not any(name in properties for name in value):
        wanted = quote({next(iter(properties)): "…"}) if "path" not in properties else _shapes(properties)
        what = f"{place.label} is an object with {', '.join(quote(key) for key in value)}, which does not fit here"
        expected = " or ".join(properties)
        yield subject.fault("wrong_type", place, what, f"Write {wanted}.", expected=expected, got=quote(value))
    else:
        yield from explain_object(value, schema, place, subject)


def _shapes(properties: Schema) -> str:
    literal = next((name for name in properties if name.startswith("literal")), "literalString")
    return f"{quote({literal: '…'})} or {quote({'path': '/…'})}"


def _unwrapped_literal(value: Json, schema: Schema, place: Place, subject: Subject) -> Diagnostic:
    properties = schema["properties"]
    if isinstance(value, list) and "literalArray" in properties:
        wrapped: Json = {"literalArray": value}
    else:
        name = LITERAL_OF.get(type(value), "literalString")
        as_text = name not in properties and "literalString" in properties and isinstance(value, bool | int | float)
        wrapped = {name if name in properties else next(iter(properties)): value}
        if as_text:
            wrapped = {"literalString": to_text(value)}
    return subject.fault(
        "other_version" if isinstance(value, str | int | float | list) else "wrong_type",
        place,
        f"{place.label} is a plain value; v0.8 wraps it in an object",
        f"Write {fragment(wrapped) or _shapes(properties)}.",
        expected="an object with a literal or a path",
        got=quote(value),
    )


def explain_children(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """A value where `explicitList` or `template` belongs."""
    if isinstance(value, list):
        ids = [
            item if isinstance(item, str) else item.get("id", "…") if isinstance(item, dict) else "…" for item in value
        ]
        yield subject.fault(
            "other_version",
            place,
            f"{place.label} is a bare list, as in v0.9",
            f'In v0.8 write "children": {fragment({"explicitList": ids}) or "an object with explicitList"}.',
            expected="explicitList or template",
            got=quote(value),
        )
    elif (
        isinstance(value, dict)
        and isinstance(value.get("componentId"), str)
        and "componentId" not in schema["properties"]
    ):
        template = {
            "componentId": value["componentId"],
            "dataBinding": value.get("path", value.get("dataBinding", "/…")),
        }
        yield subject.fault(
            "other_version",
            place,
            f"{place.label} is a template as in v0.9",
            f'In v0.8 write "children": {fragment({"template": template}) or "{template}"}.',
            expected="explicitList or template",
            got=quote(value),
        )
    elif isinstance(value, dict):
        yield from explain_object(value, schema, place, subject)
    else:
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {quote({'explicitList': ['id']})}.")


def explain_action(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if isinstance(value, str):
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {quote({'name': value})}.")
    elif isinstance(value, dict) and ("event" in value or "functionCall" in value):
        event = value.get("event")
        mended = fragment(_with_pairs(event)) if isinstance(event, dict) else None
        hint = f"In v0.8 write {mended or 'name and context'}." if event else "v0.8 has no functions; send an event."
        yield subject.fault(
            "other_version",
            place,
            f"{place.label} is written as in v0.9",
            hint,
            expected="name, context",
            got=quote(value),
        )
    elif isinstance(value, dict) and isinstance(value.get("context"), dict):
        yield subject.fault(
            "other_version",
            place / "context",
            f"{place.label}.context is an object, as in v0.9",
            f'In v0.8 it is a list of pairs: "context": {fragment(_with_pairs(value)["context"]) or "[…]"}.',
            expected="a list of key and value",
            got="an object",
        )
    elif isinstance(value, dict):
        yield from explain_object(value, schema, place, subject)
    else:
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {quote({'name': '…'})}.")


def _with_pairs(event: dict[str, Json]) -> dict[str, Json]:
    """A v0.9 event as v0.8 writes it."""
    context = event.get("context")
    entries = context.items() if isinstance(context, dict) else ()
    listed: list[Json] = [{"key": key, "value": _wrapped(entry)} for key, entry in entries]
    return {"name": event.get("name", "…"), "context": listed}


def _wrapped(value: Json) -> Json:
    if isinstance(value, dict):
        return value
    return {LITERAL_OF.get(type(value), "literalString"): value}
