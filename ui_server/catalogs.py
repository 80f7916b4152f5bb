"""Catalogs: which components and functions an agent may use, and what each of them takes.

The basic catalogs come from `a2ui-core`; any other one is read from its JSON document by `catalog_from_json`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, Literal, TypeAlias

import jsonschema_rs
from a2ui.core import get_common_types_schema_map
from a2ui.core.basic_catalog import BasicCatalog
from a2ui.core.schema import ProtocolVersion

from ui_server.surface import Version

Schema: TypeAlias = Mapping[str, Any]
Family = Literal["v0.8", "v0.9", "v1.0"]
Reference = Literal["one", "many"]

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
_CHILD_TYPES: Final[Mapping[str, Reference]] = {
    "ComponentId": "one",
    "Child": "one",
    "ChildList": "many",
    "ChildrenItem": "many",
}
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


@dataclass(frozen=True, slots=True)
class Shape:
    """What an object schema asks for once its parts are joined; `closed` forbids other keys, `one_of` names keys of
    which at least one must be there."""

    properties: Mapping[str, Schema]
    required: tuple[str, ...] = ()
    closed: bool = False
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Catalog:
    """Components, functions and shared definitions, with every `$ref` local to the catalog.

    `official` names the definitions that are the protocol's own, not the catalog's. Validators are compiled when first
    asked for and kept.
    """

    catalog_id: str
    version: Version
    components: Mapping[str, Schema]
    functions: Mapping[str, Schema]
    definitions: Mapping[str, Schema]
    theme: Schema | None = None
    official: frozenset[str] = frozenset()
    _compiled: dict[str, jsonschema_rs.Validator] = field(default_factory=dict, repr=False)
    _registry: list[jsonschema_rs.Registry] = field(default_factory=list, repr=False)

    def accepts(self, component_type: str, component: object) -> bool:
        """Whether `component` (v0.8: its properties alone) fits its type, a known one."""
        validator = self.validator(f"components/{component_type}")
        try:
            return validator.is_valid(component)
        except UnicodeEncodeError:
            return validator.is_valid(_with_whole_characters(component))

    def misfits(self, component_type: str, component: object) -> list[list[str | int]]:
        """The path of each place in `component` that does not fit its type."""
        validator = self.validator(f"components/{component_type}")
        try:
            return [error.instance_path for error in validator.iter_errors(component)]
        except UnicodeEncodeError:
            return [error.instance_path for error in validator.iter_errors(_with_whole_characters(component))]

    def validator(self, place: str) -> jsonschema_rs.Validator:
        """The compiled schema at `place`, such as `components/Text`, `functions/required` or `$defs/Action`."""
        if place not in self._compiled:
            if not self._registry:
                self._registry.append(jsonschema_rs.Registry([("urn:catalog", self.document())]))
            self._compiled[place] = jsonschema_rs.Draft202012Validator(
                {"$ref": f"urn:catalog#/{place}"}, registry=self._registry[0], validate_formats=True, offline=True
            )
        return self._compiled[place]

    def document(self) -> dict[str, Any]:
        return {"components": self.components, "functions": self.functions, "$defs": self.definitions}

    def resolve(self, schema: Schema) -> tuple[str, Schema]:
        """The schema behind `schema`'s chain of references, and the name of the last definition passed ("" if none)."""
        name = ""
        for _ in range(len(self.definitions) + 2):
            target = schema.get("$ref")
            if not isinstance(target, str):
                break
            _, section, name = target.split("/", 2)
            source = {"$defs": self.definitions, "components": self.components, "functions": self.functions}
            schema = source[section][name]
        return name, schema

    def shape(self, schema: Schema) -> Shape:
        """The properties that an object under `schema` may and must have, through `$ref` and `allOf`."""
        _, schema = self.resolve(schema)
        parts = [self.shape(part) for part in schema.get("allOf", ())]
        properties: dict[str, Schema] = {}
        for part in parts:
            properties |= part.properties
        properties |= schema.get("properties", {})
        required = [name for part in parts for name in part.required] + list(schema.get("required", ()))
        closed = schema.get("additionalProperties") is False or schema.get("unevaluatedProperties") is False
        return Shape(
            properties=properties,
            required=tuple(dict.fromkeys(required)),
            closed=closed or any(part.closed for part in parts),
            one_of=_alternatives(schema) or next((part.one_of for part in parts if part.one_of), ()),
        )

    def properties(self, component_type: str) -> Mapping[str, Schema]:
        """The properties of a known component type by name."""
        return self.shape(self.components[component_type]).properties

    def arguments(self, function: str) -> Shape:
        """What a known function takes."""
        return self.shape(self.shape(self.functions[function]).properties.get("args", {}))

    def child_references(self, component_type: str) -> dict[str, Reference]:
        """The properties of a known component type that hold ids of other components."""
        found: dict[str, Reference] = {}
        for name, schema in self.properties(component_type).items():
            target, _ = self.resolve(schema)
            if target in _CHILD_TYPES and name != "id":
                found[name] = _CHILD_TYPES[target]
        return found


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


def _with_whole_characters(value: object) -> object:
    """A copy in which each half of a surrogate pair is U+FFFD: the compiled schemas take nothing that is not UTF-8."""
    match value:
        case str():
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        case dict():
            return {_with_whole_characters(key): _with_whole_characters(entry) for key, entry in value.items()}
        case list():
            return [_with_whole_characters(entry) for entry in value]
    return value


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


def _alternatives(schema: Schema) -> tuple[str, ...]:
    branches = schema.get("anyOf", ())
    if branches and all(set(branch) == {"required"} for branch in branches):
        return tuple(name for branch in branches for name in branch["required"])
    return ()


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
