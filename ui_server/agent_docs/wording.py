"""How a value is written, in a few words, from the schema that it has to fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ui_server.catalog import Catalog, Schema
from ui_server.expressions import Json

_NOUNS: Final[Mapping[str, str]] = {
    "string": "text",
    "number": "number",
    "integer": "whole number",
    "boolean": "true or false",
    "object": "object",
    "array": "list",
}
_DYNAMIC: Final[Mapping[str, str]] = {
    "DynamicString": "text",
    "DynamicNumber": "number",
    "DynamicBoolean": "true or false",
    "DynamicStringList": "list of texts",
    "DynamicValue": "any value",
}
_REFERENCES: Final[Mapping[str, str]] = {
    "ComponentId": "id of a component",
    "Child": "id of a component",
    "ChildList": 'list of ids, or {"componentId": "id", "path": "/list"}',
    "ChildrenItem": '{"explicitList": [ids]} or {"template": {"componentId": "id", "dataBinding": "/list"}}',
    "Action": '{"event": {"name": "…", "context": {…}}} or {"functionCall": a call}',
    "ActionItem": '{"name": "…", "context": [{"key": "…", "value": …}]}',
    "CheckRule": '{"condition": a call or a binding, "message": "…"}',
    "CallId": "text",
    "Extensions": "object",
}
DEPTH: Final = 2
"""How many objects inside each other are spelt out."""


def written(schema: Schema, catalog: Catalog, depth: int = DEPTH) -> str:
    """What to write under `schema`: `text, {"path": "/…"} or a call`."""
    name, resolved = catalog.resolve(schema)
    key = "@path" if catalog.version == "v1.0" else "path"
    if name in _DYNAMIC:
        return f'{_DYNAMIC[name]}, {{"{key}": "/…"}} or a call'
    if name in _REFERENCES:
        return _REFERENCES[name]
    if name == "DataBinding":
        return f'{{"{key}": "/…"}}'
    if name == "FunctionCall":
        return "a call"
    return _plain(resolved, catalog, depth)


def _plain(schema: Schema, catalog: Catalog, depth: int) -> str:
    branches = schema.get("oneOf") or schema.get("anyOf")
    if isinstance(branches, list) and not any("required" in branch for branch in branches if len(branch) == 1):
        return " or ".join(dict.fromkeys(written(branch, catalog, depth) for branch in branches))
    if "enum" in schema:
        return "one of: " + ", ".join(str(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if schema.get("type") == "array" and "items" in schema:
        return f"list of {written(schema['items'], catalog, depth)}"
    if "properties" in schema:
        return _object(schema["properties"], schema.get("required", ()), catalog, depth)
    return _bounded(schema)


def _object(properties: Mapping[str, Schema], required: Any, catalog: Catalog, depth: int) -> str:
    """v0.8's values are objects of which one key is written; all other objects are spelt out, `?` for what may miss."""
    if any(name.startswith("literal") for name in properties):
        values = {name: '"/…"' if name == "path" else written(each, catalog, 0) for name, each in properties.items()}
        return " or ".join(f'{{"{name}": {value}}}' for name, value in values.items())
    if depth == 0:
        return "object"
    inside = (
        f'"{name}"{"" if name in required else "?"}: {written(each, catalog, depth - 1)}'
        for name, each in properties.items()
    )
    return f"{{{', '.join(inside)}}}"


def _bounded(schema: Schema) -> str:
    kind = schema.get("type", "any value")
    noun = " or ".join(_NOUNS.get(each, each) for each in (kind if isinstance(kind, list) else [kind]))
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f"{noun} from {least} to {most}"
    if least is not None:
        return f"{noun}, {least} or more"
    return f"{noun}, {most} or less" if most is not None else noun


def property_rows(
    properties: Mapping[str, Schema], required: tuple[str, ...], catalog: Catalog, *, leave_out: tuple[str, ...] = ()
) -> list[Json]:
    """One row for each property, those required first; what is not known of one is left out of its row."""
    names = sorted((name for name in properties if name not in leave_out), key=lambda name: name not in required)
    return [_row(name, properties[name], name in required, catalog) for name in names]


def _row(name: str, schema: Schema, required: bool, catalog: Catalog) -> dict[str, Json]:
    _, resolved = catalog.resolve(schema)
    row: dict[str, Json] = {"name": name, "type": written(schema, catalog), "required": required}
    if "default" in resolved:
        row["default"] = resolved["default"]
    about = schema.get("description") or resolved.get("description")
    return {**row, "about": about} if about else row
