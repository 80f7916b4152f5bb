"""Whether what a client sends to an agent has the wire form of its version: events, errors, function calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ui_server.catalog import Catalog, Schema
from ui_server.catalogs import Family, basic_catalog, family
from ui_server.diagnostics import names
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.envelope import VERSIONS
from ui_server.diagnostics.explain import explain
from ui_server.diagnostics.place import Explain, Place, Subject, json_type, quote
from ui_server.expressions import Json
from ui_server.surface import Version

_TEXT: Final[dict[str, Any]] = {"type": "string"}
_OBJECT: Final[dict[str, Any]] = {"type": "object"}
_PLACED_ERRORS: Final[dict[Family, tuple[str, ...]]] = {
    "v0.8": (),
    "v0.9": ("VALIDATION_FAILED",),
    "v1.0": ("VALIDATION_FAILED", "UNALLOWED_PARENT", "UNALLOWED_CHILD"),
}
"""Error codes that must say where the fault is."""


_FROM_AGENTS: Final = {kind for kinds in names.KINDS_OF_MESSAGE.values() for kind in kinds}


def _exactly(properties: dict[str, Any], *optional: str) -> dict[str, Any]:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


_FIELDS: Final[dict[str, Any]] = {
    "name": _TEXT,
    "surfaceId": _TEXT,
    "sourceComponentId": _TEXT,
    "timestamp": {"type": "string", "format": "date-time"},
    "context": _OBJECT,
}
_LATER: Final[dict[str, Any]] = {
    "userMessage": _TEXT,
    "metadata": _OBJECT,
    "wantResponse": {"type": "boolean"},
    "actionId": _TEXT,
}
"""What v1.0 adds to an action; the last two only in its first draft."""
_PLACED: Final = _exactly({"code": _TEXT, "surfaceId": _TEXT, "path": _TEXT, "message": _TEXT})
_GENERAL: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"code": _TEXT, "message": _TEXT, "surfaceId": _TEXT, "functionCallId": _TEXT},
    "required": ["code", "message"],
}
_FAILURE: Final = _exactly({"code": _TEXT, "message": _TEXT})
_BODIES: Final[dict[Family, dict[str, Schema]]] = {
    "v0.8": {"userAction": _exactly(_FIELDS), "error": _OBJECT},
    "v0.9": {"action": _exactly(_FIELDS), "error": _GENERAL},
    "v1.0": {
        "action": _exactly({**_FIELDS, **_LATER}, *_LATER),
        "error": _GENERAL,
        "callAgentFunction": _exactly({"surfaceId": _TEXT, "functionCallId": _TEXT, "callFunction": _OBJECT}),
        "rendererFunctionResponse": _exactly(
            {"functionCallId": _TEXT, "value": {}, "error": _FAILURE}, "value", "error"
        ),
    },
}


def check_event(message: Json, version: Version) -> list[Diagnostic]:
    """What is wrong with a message from a client that speaks `version`; pointers are into the message itself."""
    line = family(version)
    subject = Subject(catalog=basic_catalog(line), version=version, special=_nothing_special)
    if not isinstance(message, dict):
        what = f"A message is {json_type(message)}; it must be an object"
        return [subject.fault("not_an_object", Place("", ""), what, got=quote(message))]
    return [*_envelope(message, version, subject), *_bodies(message, line, subject)]


def _nothing_special(name: str, schema: Schema, catalog: Catalog) -> Explain | None:
    return None


def _envelope(message: dict[str, Json], version: Version, subject: Subject) -> Iterator[Diagnostic]:
    line, root = family(version), Place("", "")
    kinds = [key for key in message if key in _BODIES[line]]
    known = ", ".join(_BODIES[line])
    for key in message:
        if key in _FROM_AGENTS:
            what = f"{quote(key)} is what an agent sends, not a client"
            yield subject.fault("wrong_direction", root / key, what, f"A client sends {known}.", got=key)
        elif key not in kinds and not (key == "version" and line != "v0.8"):
            what = f"A message from a client has no key {quote(key)} in {version}"
            yield subject.fault("unknown_property", root / key, what, f"Known: {known}.", got=key)
    if not kinds and not any(key in _FROM_AGENTS for key in message):
        yield subject.fault("unknown_message", root, "The message is of no known kind", f"Known: {known}.")
    elif len(kinds) > 1:
        what = f"One message holds {' and '.join(kinds)}"
        yield subject.fault("two_messages", root, what, "Send two messages.", got=", ".join(kinds))
    if line != "v0.8":
        yield from _version(message, version, subject)


def _version(message: dict[str, Json], version: Version, subject: Subject) -> Iterator[Diagnostic]:
    stated, root = message.get("version"), Place("", "")
    add = f'Write "version": "{version}".'
    if stated is None:
        yield subject.fault("missing_version", root, "The message has no version", add, expected=version)
    elif not isinstance(stated, str) or family(VERSIONS.get(stated, "v0.8")) != family(version):
        what = f"The version of the message is {quote(stated)}"
        yield subject.fault("unknown_version", root / "version", what, add, expected=version, got=quote(stated))


def _bodies(message: dict[str, Json], line: Family, subject: Subject) -> Iterator[Diagnostic]:
    for kind, schema in _BODIES[line].items():
        if kind in message:
            body, place = message[kind], Place(f"/{kind}", kind)
            yield from explain(body, _error_schema(body, line) if kind == "error" else schema, place, subject)
            if isinstance(body, dict):
                yield from _conditions(kind, body, place, line, subject)


def _error_schema(body: Json, line: Family) -> Schema:
    code = body.get("code") if isinstance(body, dict) else None
    if code in _PLACED_ERRORS[line]:
        return _PLACED
    if line == "v0.9":
        return {**_GENERAL, "required": ["code", "message", "surfaceId"]}
    return _GENERAL if line == "v1.0" else _OBJECT


def _conditions(kind: str, body: dict[str, Json], place: Place, line: Family, subject: Subject) -> Iterator[Diagnostic]:
    """What depends on something else in the message."""
    if kind == "action" and body.get("wantResponse") is True and "actionId" not in body:
        what = "An action that wants a response has no actionId"
        yield subject.fault("missing_property", place, what, 'Add "actionId": "…".', expected="actionId")
    if kind == "error" and line == "v1.0" and body.get("code") not in _PLACED_ERRORS[line]:
        yield from _one_of(body, ("surfaceId", "functionCallId"), place, subject)
    if kind == "rendererFunctionResponse":
        yield from _one_of(body, ("value", "error"), place, subject)


def _one_of(body: dict[str, Json], keys: tuple[str, str], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    given = [key for key in keys if key in body]
    either = " or ".join(keys)
    if not given:
        what = f"{place.label} has neither {keys[0]} nor {keys[1]}"
        yield subject.fault("missing_property", place, what, f"Add {either}.", expected=either)
    elif len(given) == len(keys):
        what = f"{place.label} has both {keys[0]} and {keys[1]}"
        yield subject.fault("exclusive", place, what, f"Keep {either}.", expected=either, got="both")
