"""The catalogs there are: the basic ones, which `a2ui-core` brings, and any other one from its JSON document."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final, Literal

import jsonschema_rs
from a2ui.core import get_common_types_schema_map
from a2ui.core.basic_catalog import BasicCatalog
from a2ui.core.schema import ProtocolVersion

from ui_server.catalog import Catalog, Schema
from ui_server.surface import Version

Family = Literal["v0.8", "v0.9", "v1.0"]

_SITE: Final = "https://a2ui.org/"
BASIC_IDS: Final[Mapping[Family, tuple[str, ...]]] = {
    "v0.8": (f"{_SITE}specification/v0_8/standard_catalog_definition.json",),
    "v0.9": (
        f"{_SITE}specification/v0_9/catalogs/basic/catalog.json",
        f"{_SITE}specification/v0_9_1/catalogs/basic/catalog.json",
        f"{_SITE}specification/v0_9/basic_catalog.json",
        f"{_SITE}specification/v0_9_1/basic_catalog.json",
    ),
    "v1.0": (
        f"{_SITE}specification/v1_0/catalogs/basic/catalog.json",
        f"{_SITE}catalogs/basic/v1/catalog.json",
    ),
}
"""Every id under which a basic catalog is in circulation; the first is the one to recommend."""
_OLDER_BASIC: Final = re.compile(
    r"https://(?:a2ui\.(?:org|dev)|github\.com/(?:google|a2ui-project)/a2ui/blob/[\w.-]+"
    r"|raw\.githubusercontent\.com/(?:google|a2ui-project)/a2ui/(?:refs/heads/)?[\w.-]+)"
    r"/specification/v?(?P<version>0[._]8|0[._]9(?:[._]1)?|1[._]0)/(?:json/)?"
    r"(?:standard_catalog(?:_definition)?|basic_catalog|catalogs/basic/catalog)\.json",
    re.IGNORECASE,
)
"""The addresses at which the same catalogs have lain before, and where their sources lie: agents still name them."""
MINIMAL_IDS: Final[Mapping[Family, tuple[str, ...]]] = {
    "v0.8": (f"{_SITE}specification/v0_8/catalogs/minimal/minimal_catalog.json",),
    "v0.9": (
        f"{_SITE}specification/v0_9/catalogs/minimal/catalog.json",
        f"{_SITE}specification/v0_9_1/catalogs/minimal/catalog.json",
    ),
    "v1.0": (),
}
MINIMAL_TYPES: Final = ("Text", "Row", "Column", "Button", "TextField")

_POINTER_TEXT: Final = "^(?:[^~]|~[01])*$"
_V08_SLOTS: Final = frozenset({"child", "entryPointChild", "contentChild"})
_LOCAL_REF: Final = re.compile(r"#(/(?:\$defs|components|functions)/.+)$")


class CatalogError(ValueError):
    """A catalog document that cannot be used; `hint` says what a catalog needs. Its owner is whoever supplies it."""

    owner = "user"
    code = "invalid_catalog"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def family(version: Version) -> Family:
    """The version whose catalog and schemas apply: v0.9.1 changed neither."""
    return "v0.9" if version == "v0.9.1" else version


def catalog_for(version: Version, catalog_id: str | None) -> Catalog | None:
    """The built-in catalog of that id, None when it is unknown; without an id the basic one, as v0.8 and v1.0 allow."""
    line = family(version)
    if not catalog_id or is_basic(catalog_id, line):
        return basic_catalog(line)
    return minimal_catalog(line) if catalog_id in MINIMAL_IDS[line] else None


def is_basic(catalog_id: str, line: Family) -> bool:
    """Whether this is the id of that line's basic catalog, or one it used to have."""
    if catalog_id in BASIC_IDS[line]:
        return True
    found = _OLDER_BASIC.fullmatch(catalog_id)
    return found is not None and f"v{found['version'][:3].replace('_', '.')}" == line


@cache
def basic_catalog(line: Family) -> Catalog:
    return catalog_from_json(BasicCatalog(line).validation_schema, line)


@cache
def minimal_catalog(line: Family) -> Catalog:
    """The catalog the A2UI project tests renderers with: five components of the basic one, and in v0.9 `capitalize`."""
    basic = basic_catalog(line)
    functions = {"capitalize": _capitalize()} if line == "v0.9" else {}
    return Catalog(
        catalog_id=MINIMAL_IDS[line][0],
        version=line,
        components={name: basic.components[name] for name in MINIMAL_TYPES},
        functions=functions,
        definitions={**basic.definitions, "anyFunction": _any_of_functions(functions)},
        theme=basic.theme,
        official=basic.official,
    )


def catalog_from_json(document: Schema, version: Version) -> Catalog:
    """A catalog from its JSON document (`catalogId`, `components`, `functions`, `$defs`).

    Raises CatalogError when it has no components or refers to a schema that is not there.
    """
    line = family(version)
    raw_components, raw_functions = document.get("components"), document.get("functions", {})
    if not isinstance(raw_components, Mapping) or not isinstance(raw_functions, Mapping):
        raise CatalogError("The catalog has no object `components`", "A catalog maps each component type to a schema.")
    common = _common_definitions(line)
    own = _guarded({name: _localised(schema) for name, schema in document.get("$defs", {}).items()})
    functions = {name: _localised(schema) for name, schema in raw_functions.items()}
    catalog = Catalog(
        catalog_id=str(document.get("catalogId", "")),
        version=version,
        components={name: _component(_localised(schema), line) for name, schema in raw_components.items()},
        functions=functions,
        definitions={"anyFunction": _any_of_functions(functions), **common, **own},
        theme=own.get("theme"),
        official=frozenset(name for name in common if name not in own or own[name] == common[name]),
    )
    _compile_all(catalog)
    return catalog


def _compile_all(catalog: Catalog) -> None:
    try:
        for name in catalog.components:
            catalog.validator(f"components/{name}")
    except (ValueError, jsonschema_rs.ReferencingError) as error:
        raise CatalogError(
            f"The schema of component {name!r} cannot be compiled",
            "Every $ref must point into the catalog's own $defs or into the common types of A2UI.",
        ) from error


def _component(schema: dict[str, Any], line: Family) -> dict[str, Any]:
    """v0.8 keeps id and type outside a component's properties; v1.0 adds the common ones in the message's schema."""
    if line == "v0.8":
        outside = ("id", "component")
        properties = {key: _slot(key, value) for key, value in schema.get("properties", {}).items()}
        return schema | {
            "properties": {key: value for key, value in properties.items() if key not in outside},
            "required": [key for key in schema.get("required", ()) if key not in outside],
        }
    if line == "v1.0":
        return {"allOf": [{"$ref": "#/$defs/ComponentCommon"}, schema], "unevaluatedProperties": False}
    return schema


def _slot(name: str, schema: Any) -> Any:
    """v0.8's schemas call a child reference a text; here it is marked as what it is."""
    plain = isinstance(schema, dict) and schema.get("type") == "string"
    return {"$ref": "#/$defs/ComponentId"} if plain and name in _V08_SLOTS else schema


@cache
def _common_definitions(line: Family) -> dict[str, Any]:
    if line == "v0.8":
        return {"ComponentId": {"type": "string"}}
    version = ProtocolVersion.V0_9 if line == "v0.9" else ProtocolVersion.V1_0
    definitions = get_common_types_schema_map(version)["$defs"]
    return _guarded({name: _localised(schema) for name, schema in definitions.items()})


def _guarded(definitions: dict[str, Any]) -> dict[str, Any]:
    """The definitions with every path to the data held to the escapes of RFC 6901, which the schemas leave open."""
    return {
        name: _with_pointers(schema) if name in ("DataBinding", "ChildList") or name.endswith("Item") else schema
        for name, schema in definitions.items()
    }


def _with_pointers(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_with_pointers(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {**value, "pattern": _POINTER_TEXT}
        if key in ("path", "@path", "dataBinding") and isinstance(value, dict) and value.get("type") == "string"
        else _with_pointers(value)
        for key, value in schema.items()
    }


def _localised(node: Any) -> Any:
    """A copy whose references all point into the one document that a catalog is compiled as."""
    if isinstance(node, list):
        return [_localised(item) for item in node]
    if not isinstance(node, Mapping):
        return node
    copy = {key: _localised(value) for key, value in node.items()}
    target = copy.get("$ref")
    if isinstance(target, str) and (found := _LOCAL_REF.search(target)):
        copy["$ref"] = f"#{found[1]}"
    return copy


def _any_of_functions(names: Collection[str]) -> dict[str, Any]:
    return {"oneOf": [{"$ref": f"#/functions/{name}"} for name in names]} if names else {"not": {}}


def _capitalize() -> dict[str, Any]:
    argument = {"value": {"$ref": "#/$defs/DynamicString"}}
    return {
        "type": "object",
        "properties": {
            "call": {"const": "capitalize"},
            "args": {"type": "object", "properties": argument, "required": ["value"], "unevaluatedProperties": False},
            "returnType": {"const": "string"},
        },
        "required": ["call", "args"],
        "unevaluatedProperties": False,
    }
