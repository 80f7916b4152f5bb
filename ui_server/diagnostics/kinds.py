"""Which kind of value a schema asks for, and who explains it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ui_server.catalog import Catalog, Schema
from ui_server.diagnostics import actions, bound, references, values
from ui_server.diagnostics.place import Explain
from ui_server.surface import Version

_CURRENT: Final[dict[str, Explain]] = {
    **{name: values.explain_dynamic_as(name) for name in values.PLAIN_SCHEMAS},
    "DataBinding": values.explain_binding,
    "FunctionCall": values.explain_call,
    "Action": actions.explain_action,
    "CheckRule": actions.explain_check,
    "ChildList": references.explain_children,
    "ComponentId": references.explain_child,
    "Child": references.explain_child,
}


def special_kinds(version: Version) -> Callable[[str, Schema, Catalog], Explain | None]:
    """Looks up how a definition of this version is explained; None when its schema alone says what is wrong."""
    return _first_line if version == "v0.8" else _current


def _current(name: str, schema: Schema, catalog: Catalog) -> Explain | None:
    return _CURRENT.get(name) if name in catalog.official else None


def _first_line(name: str, schema: Schema, catalog: Catalog) -> Explain | None:
    """v0.8 has no shared definitions; its kinds are known by their properties."""
    if name == "ComponentId":
        return references.explain_child
    properties = schema.get("properties")
    if not properties or schema.get("additionalProperties") is not False:
        return None
    if any(key.startswith("literal") for key in properties):
        return bound.explain_bound
    if "explicitList" in properties:
        return bound.explain_children
    if "name" in properties and "context" in properties:
        return bound.explain_action
    return None
