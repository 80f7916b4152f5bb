"""The pages that follow from a catalog: its components, its functions, and the messages of its version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ui_server.agent_docs import content
from ui_server.agent_docs.item import Item
from ui_server.agent_docs.wording import property_rows
from ui_server.catalog import Catalog
from ui_server.catalogs import basic_catalog, family
from ui_server.diagnostics import envelope, names
from ui_server.expressions import Json
from ui_server.surface import Version

_COMMON: Final = ("id", "component")
"""What every component has, said once under the concepts."""
_CONDITIONS: Final = frozenset({"required", "regex", "length", "numeric", "email", "and", "or", "not"})


def components(version: Version) -> Iterator[Item]:
    """One page for each component type: every property with its type, default and meaning, and a screen with it."""
    catalog, shown = basic_catalog(family(version)), content.samples(version, "components")
    for name, schema in catalog.components.items():
        shape = catalog.shape(schema)
        body: dict[str, Json] = {
            "properties": property_rows(shape.properties, shape.required, catalog, leave_out=_COMMON),
            "example": [*shown.get(name, ())],
        }
        yield Item("Components", name, _summary(name, catalog.components), body, names.COMPONENTS.get(name, ()))


def functions(version: Version) -> Iterator[Item]:
    """One page for each function: its arguments, what it gives, and a screen that calls it."""
    catalog, shown = basic_catalog(family(version)), content.samples(version, "functions")
    for name in catalog.functions:
        arguments = catalog.arguments(name)
        body: dict[str, Json] = {
            "arguments": property_rows(arguments.properties, arguments.required, catalog),
            "returns": _returns(name, catalog),
            "example": [*shown.get(name, ())],
        }
        if arguments.one_of:
            body["needs_one_of"] = list(arguments.one_of)
        yield Item("Client Actions", name, _summary(name, catalog.functions), body, names.FUNCTIONS.get(name, ()))


def messages(version: Version) -> Iterator[Item]:
    """One page for each kind of message that an agent sends."""
    catalog, screen = basic_catalog(family(version)), content.samples(version, "components")["TextField"]
    for kind in names.KINDS_OF_MESSAGE[family(version)]:
        _, schema = catalog.resolve(envelope.bodies(family(version))[kind])
        rows = property_rows(schema.get("properties", {}), tuple(schema.get("required", ())), catalog)
        body: dict[str, Json] = {"properties": rows}
        if version != "v0.8":
            body["beside_it"] = outside(version)
        if kind == "deleteSurface":
            body["example"] = [{**outside(version), kind: {"surfaceId": "demo"}}]
        elif any(kind in message for message in screen):
            body["example"] = [*screen]
        yield Item("Server Actions", kind, content.summary(kind), body, ("message", "envelope"))


def heard(version: Version) -> Item:
    """The message that a pressed Button sends."""
    kind = "userAction" if version == "v0.8" else "action"
    event: Json = {
        "name": "book_table",
        "surfaceId": "booking",
        "sourceComponentId": "book",
        "timestamp": "2026-05-04T09:00:00Z",
        "context": {"guests": 2},
    }
    body: dict[str, Json] = {
        "message": {**outside(version), kind: event},
        "note": "The context holds the values as they were when the button was pressed.",
    }
    return Item("Client Actions", kind, content.summary(kind), body, ("event", "click", "press", "answer"))


def outside(version: Version) -> dict[str, Json]:
    """What a message says beside its kind."""
    return {} if version == "v0.8" else {"version": version}


def _summary(name: str, known: Mapping[str, object]) -> str:
    """Our sentence; for what another catalog adds, the catalog's own."""
    found = content.summary(name)
    schema = known[name]
    return found or (str(schema.get("description", name)) if isinstance(schema, dict) else name)


def _returns(name: str, catalog: Catalog) -> str:
    schema = catalog.functions[name]
    stated = schema.get("returnType") or catalog.shape(schema).properties.get("returnType", {}).get("const")
    plain = {"validationResult": "boolean", "void": "nothing"}
    return str(plain.get(stated, stated)) if stated else ("boolean" if name in _CONDITIONS else "nothing")
