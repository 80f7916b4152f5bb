"""Which version and kind a message is of, judged for each message by itself."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, Final

from a2ui.core import get_agent_to_renderer_schema_map
from a2ui.core.schema import ProtocolVersion

from ui_server.catalog import Schema
from ui_server.catalogs import Family, family
from ui_server.diagnostics import hints, names
from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import json_type, quote, sentence
from ui_server.expressions import Json
from ui_server.pointer import escape
from ui_server.surface import Version

VERSIONS: Final[dict[str, Version]] = {"v0.9": "v0.9", "v0.9.1": "v0.9.1", "v1.0": "v1.0"}
"""What may stand under `version`. v0.8 messages carry no version."""
_MEANT: Final[dict[str, Version]] = {
    **{version.removeprefix("v"): version for version in VERSIONS.values()},
    "0.9.0": "v0.9",
    "0.10": "v1.0",
    "1": "v1.0",
    "1.0.0": "v1.0",
}
_ALL_KINDS: Final = frozenset(kind for kinds in names.KINDS_OF_MESSAGE.values() for kind in kinds)
_OLD_KINDS: Final = frozenset(names.KINDS_OF_MESSAGE["v0.8"]) - {"deleteSurface"}
_WRAPPINGS: Final = 5
_LOOKED_AT: Final = 20
_SPECS: Final[dict[Family, ProtocolVersion]] = {
    "v0.8": ProtocolVersion.V0_8,
    "v0.9": ProtocolVersion.V0_9,
    "v1.0": ProtocolVersion.V1_0,
}


def fault(code: str, pointer: str, message: str, hint: str, *, expected: str = "", got: str = "") -> Diagnostic:
    severity = CODES[code].severity
    return Diagnostic(
        severity=severity,
        code=code,
        pointer=pointer,
        message=sentence(message),
        hint=hint,
        expected=expected,
        got=got,
    )


def version_of(message: Json, index: int) -> tuple[Version | None, list[Diagnostic]]:
    """The version a message is to be judged by, with what is wrong with how it says so.

    With a fault the version is the one it seems to be; None when the message is of no use in any.
    """
    place = f"/{index}"
    if not isinstance(message, dict):
        hint = "Each message is an object with one kind of message, such as createSurface."
        if way_to_messages(message) is not None:
            in_list = isinstance(message, list)
            hint = (
                "Put its messages straight into the outer list." if in_list else "Send the JSON itself, not as a text."
            )
        return None, [
            fault(
                "not_an_object", place, f"Message {index} is {json_type(message)}", hint, expected="an object",
                got=quote(message),
            )
        ]  # fmt: skip
    kinds = [key for key in message if key in _ALL_KINDS]
    if "version" not in message:
        return _unversioned(message, kinds, index)
    stated = message["version"]
    known = VERSIONS.get(stated) if isinstance(stated, str) else None
    if known is None:
        return _odd_version(message, kinds, index)
    if kinds and not any(kind in names.KINDS_OF_MESSAGE[family(known)] for kind in kinds):
        return None, [_foreign_kind(kinds[0], known, place)]
    return known, []


def _unversioned(message: dict[str, Json], kinds: list[str], index: int) -> tuple[Version | None, list[Diagnostic]]:
    if any(kind in _OLD_KINDS for kind in kinds) or kinds == ["deleteSurface"]:
        return "v0.8", []
    if not kinds:
        return None, [_kindless(message, index)]
    guess = _seems(message)
    return guess, [
        fault(
            "missing_version",
            f"/{index}",
            f"Message {index} ({kinds[0]}) has no version",
            f'Add "version": "{guess}".',
            expected=f'"version": "{guess}"',
        )
    ]


def _odd_version(message: dict[str, Json], kinds: list[str], index: int) -> tuple[Version | None, list[Diagnostic]]:
    """A version that is no text, misspelt, unknown, or v0.8's, which is never written."""
    stated, place = message["version"], f"/{index}/version"
    if (
        kinds
        and all(kind in _OLD_KINDS or kind == "deleteSurface" for kind in kinds)
        and stated in ("v0.8", "0.8", 0.8)
    ):
        what = f"Message {index} is of v0.8, which has no version key"
        return "v0.8", [fault("mixed_versions", place, what, "Leave it out, or write the message as v0.9.")]
    if stated in ("v0.8", "0.8", 0.8) and kinds:
        guess = _seems(message)
        what = f"{kinds[0]} does not exist in v0.8; it came with v0.9"
        return guess, [fault("mixed_versions", place, what, f'Write "version": "{guess}".', got=quote(stated))]
    guess = meant_version(stated) or _seems(message)
    given = f"{quote(stated)}, {json_type(stated)}" if not isinstance(stated, str) else quote(stated)
    wrong = fault(
        "unknown_version",
        place,
        f"The version of message {index} is {given}",
        f'Write "version": "{guess}".',
        expected=", ".join(VERSIONS),
        got=quote(stated),
    )
    if not kinds:
        return None, [wrong]
    if any(kind in names.KINDS_OF_MESSAGE[family(guess)] for kind in kinds):
        return guess, [wrong]
    return None, [wrong]


def meant_version(stated: Json) -> Version | None:
    """The version that `0.9`, "0.9", "V0.9" or "1.0" stands for; v1.0 was first called v0.10."""
    text = str(stated).lower().lstrip("v").strip()
    meant = {
        "0.9": "v0.9",
        "0.9.0": "v0.9",
        "0.9.1": "v0.9.1",
        "0.10": "v1.0",
        "1.0": "v1.0",
        "1.0.0": "v1.0",
        "1": "v1.0",
    }
    return VERSIONS.get(meant.get(text, ""))


def _seems(message: dict[str, Json]) -> Version:
    """v0.9 or v1.0, by what only one of them has."""
    body = message.get("createSurface")
    text = str(message)
    later = isinstance(body, dict) and ("components" in body or "dataModel" in body)
    if later or "'@path'" in text or "'@call'" in text or "v1_0" in text or "callRendererFunction" in message:
        return "v1.0"
    return "v0.9"


def _foreign_kind(kind: str, version: Version, place: str) -> Diagnostic:
    origin = "v0.8" if kind in _OLD_KINDS else "v1.0"
    same = names.COUNTERPARTS.get(kind)
    instead = f"In {version} use {same}" if same else f"{version} has nothing like it"
    leave = "; for v0.8 leave the version out." if origin == "v0.8" else '; for v1.0 write "version": "v1.0".'
    return fault(
        "mixed_versions",
        f"{place}/{kind}",
        f"{kind} belongs to {origin}, but the message says {version}",
        instead + leave,
        expected=", ".join(names.KINDS_OF_MESSAGE[family(version)]),
        got=kind,
    )


def _kindless(message: dict[str, Json], index: int) -> Diagnostic:
    """A message without version and without any known kind."""
    return next(unknown_kinds(message, index, "v0.9"))


def unknown_kinds(message: dict[str, Json], index: int, version: Version) -> Iterator[Diagnostic]:
    """Why a message of no kind of its version is none: a client's, a bare body, a misspelt kind."""
    place, kinds = f"/{index}", names.KINDS_OF_MESSAGE[family(version)]
    from_client = next((key for key in message if key in names.CLIENT_MESSAGES), None)
    bare = bare_body(message, version)
    if from_client is not None:
        what = f"Message {index} is {quote(from_client)}, which only a client sends"
        yield fault(
            "wrong_direction", f"{place}/{from_client}", what, f"An agent sends {', '.join(kinds)}.", got=from_client
        )
    elif bare is not None:
        outside: dict[str, Json] = {} if version == "v0.8" else {"version": version}
        envelope: Json = {**outside, bare: {"…": "…"}}
        what = f"Message {index} is the inside of {bare} without the message around it"
        yield fault("missing_envelope", place, what, f"Wrap it: {quote(envelope)}.", expected=bare)
    elif (way := way_to_messages(message)) is not None:
        what = f"Message {index} is no message, but messages stand inside it, under {quote(_spelled(way))}"
        hint = "Send what stands there alone, as one list."
        yield fault("unknown_message", f"{place}/{escape(way[0])}", what, hint, expected="messages", got=way[0])
    else:
        word = next((key for key in message if key != "version"), "")
        near = hints.nearest(word, kinds)
        yield fault(
            "unknown_message",
            f"{place}/{word}" if word else place,
            f"Message {index} is of no known kind" + (f": {quote(word)}" if word else ""),
            (f"Write {near}. " if near else "") + f"Known: {', '.join(kinds)}.",
            expected=", ".join(kinds),
            got=word,
        )


def way_to_messages(value: Json, depth: int = 0) -> tuple[str, ...] | None:
    """The keys that lead to the first message inside a wrapping: A2A parts, an MCP resource, a list, JSON as a text."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, dict) and any(kind in value for kind in _ALL_KINDS):
        return ()
    if depth >= _WRAPPINGS or not isinstance(value, dict | list):
        return None
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in islice(entries, _LOOKED_AT):
        if (way := way_to_messages(entry, depth + 1)) is not None:
            return (str(key), *way)
    return None


def _spelled(way: tuple[str, ...]) -> str:
    """The way to a list of messages, or to a single one, as a JSON Pointer."""
    inner = way[:-1] if way[-1].isdigit() else way
    return "".join(f"/{escape(key)}" for key in inner)


def bare_body(message: dict[str, Json], version: Version) -> str | None:
    """The kind of message whose body, or part of a body, `message` is."""
    old = version == "v0.8"
    if isinstance(message.get("components"), list):
        return "surfaceUpdate" if old else "updateComponents"
    if "id" in message and "component" in message:
        return "surfaceUpdate" if old else "updateComponents"
    if isinstance(message.get("contents"), list):
        return "dataModelUpdate"
    if "surfaceId" in message and "catalogId" in message:
        return "beginRendering" if old else "createSurface"
    if "surfaceId" in message and ("value" in message or "path" in message):
        return "dataModelUpdate" if old else "updateDataModel"
    return None


@cache
def bodies(line: Family) -> dict[str, Schema]:
    """The schema of each kind of message's body. Components, data and theme are left open: they are judged apart."""
    document = get_agent_to_renderer_schema_map(_SPECS[line])
    messages: dict[str, Any] = (
        document["properties"]
        if line == "v0.8"
        else {
            kind: definition["properties"][kind]
            for definition in document["$defs"].values()
            for kind in names.KINDS_OF_MESSAGE[line]
            if kind in definition.get("properties", {})
        }
    )
    return {kind: _opened(body) for kind, body in messages.items()}


def _opened(body: dict[str, Any]) -> dict[str, Any]:
    opened: dict[str, Any] = {
        "components": {"type": "array", "minItems": 1},
        "contents": {"type": "array"},
        "theme": {"type": "object"},
    }
    properties = {name: opened.get(name, _local(schema)) for name, schema in body.get("properties", {}).items()}
    if "path" in properties:
        properties["path"] = {"type": "string", "pattern": "^(?:[^~]|~[01])*$"}
    local: dict[str, Any] = _local(body)
    return {**local, "properties": properties} if "properties" in body else local


def _local(node: Any) -> Any:
    if isinstance(node, dict):
        copy = {key: _local(value) for key, value in node.items()}
        if isinstance(copy.get("$ref"), str):
            copy["$ref"] = "#" + copy["$ref"].partition("#")[2]
        return copy
    return [_local(item) for item in node] if isinstance(node, list) else node
