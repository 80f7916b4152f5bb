"""What is wrong with actions and checks, as v0.9 and v1.0 write them."""

from __future__ import annotations

from collections.abc import Iterator

from ui_server.catalog import Schema
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain, explain_object
from ui_server.diagnostics.place import Place, Subject, fragment, quote
from ui_server.diagnostics.types import wrong_type
from ui_server.diagnostics.values import LITERALS, explain_call
from ui_server.expressions import Json


def explain_action(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if isinstance(value, str):
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {quote({'event': {'name': value}})}.")
    elif not isinstance(value, dict):
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {quote({'event': {'name': '…'}})}.")
    elif "event" in value and "functionCall" in value:
        yield subject.fault(
            "exclusive",
            place,
            f"{place.label} has both an event and a functionCall",
            'Keep one: "event" tells the agent, "functionCall" runs in the client.',
            expected="event or functionCall",
            got="both",
        )
        yield from _action_parts(value, schema, place, subject)
    elif "event" in value or "functionCall" in value:
        yield from _action_parts(value, schema, place, subject)
    else:
        yield _actionless(value, place, subject)


def _action_parts(value: dict[str, Json], schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    parts = {name: branch["properties"][name] for branch in schema["oneOf"] for name in branch["properties"]}
    for name, entry in value.items():
        if name not in parts:
            yield subject.fault(
                "unknown_property",
                place / name,
                f"{place.label} has no {quote(name)}",
                f'Put "{name}" inside "event".' if name in ("name", "context", "userMessage") else "Leave it out.",
                got=name,
            )
        elif name == "event" and isinstance(entry, str):
            yield wrong_type(entry, parts[name], place / name, subject, f"Write {quote({'name': entry})}.")
        elif name == "event" and isinstance(entry, dict) and isinstance(entry.get("context"), list):
            yield from explain({**entry, "context": {}}, parts[name], place / name, subject)
            yield _context_list(entry, place / name, subject)
        else:
            yield from explain(entry, parts[name], place / name, subject)


def _context_list(event: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    context = pairs(event["context"])
    return subject.fault(
        "other_version",
        place / "context",
        f"{place.label}.context is a list of pairs, as in v0.8",
        f'In {subject.version} it is an object: "context": {fragment(context) or "{…}"}.',
        expected="an object",
        got="a list",
    )


def _actionless(value: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    """An action with neither of its two forms."""
    if isinstance(value.get("name"), str):
        event = {key: entry for key, entry in value.items() if key in ("name", "context", "userMessage")}
        old = isinstance(event.get("context"), list)
        if old:
            event["context"] = pairs(event["context"])
        also = " and make context an object, not a list of pairs" if old else ""
        return subject.fault(
            "other_version",
            place,
            f"{place.label} is written as in v0.8",
            f'In {subject.version} wrap it in "event"{also}: {fragment({"event": event}) or ""}'.rstrip(": ") + ".",
            expected="event or functionCall",
            got=quote(value),
        )
    if isinstance(value.get(subject.call_key), str):
        hint = f"Wrap it: {fragment({'functionCall': value}) or quote({'functionCall': '…'})}."
    else:
        hint = f"Write {quote({'event': {'name': '…', 'context': {}}})}."
    return subject.fault(
        "missing_property",
        place,
        f"{place.label} has neither an event nor a functionCall",
        hint,
        expected="event or functionCall",
        got=quote(value),
    )


def pairs(context: Json) -> dict[str, Json]:
    """v0.8's list of `{key, value}` pairs as the object it is in v0.9, literals unwrapped."""
    entries = [entry for entry in context if isinstance(entry, dict)] if isinstance(context, list) else []
    return {str(entry.get("key")): unwrapped(entry.get("value")) for entry in entries}


def unwrapped(value: Json) -> Json:
    """A v0.8 value as v0.9 writes it."""
    if not isinstance(value, dict):
        return value
    literal = next((name for name in LITERALS if name in value), None)
    return value[literal] if literal is not None and "path" not in value else value


def explain_check(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if isinstance(value, dict) and "condition" not in value and isinstance(value.get(subject.call_key), str):
        call = {key: entry for key, entry in value.items() if key != "message"}
        mended = {"condition": call, **({"message": value["message"]} if "message" in value else {})}
        yield subject.fault(
            "missing_condition",
            place,
            f'{place.label} has its call outside of "condition"',
            f"Write {fragment(mended)}." if fragment(mended) else 'Put the call into "condition", beside "message".',
            expected="condition",
            got=quote(value),
        )
        yield from explain_call(call, schema, place, subject)
    elif isinstance(value, dict):
        yield from explain_object(value, schema, place, subject)
    else:
        call_shape: Json = {subject.call_key: "required", "args": {"value": {subject.path_key: "/…"}}}
        mended = {"condition": call_shape, "message": value if isinstance(value, str) else "…"}
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {fragment(mended)}.")
