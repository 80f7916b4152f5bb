"""A catalog: which components and functions an agent may use, and what each of them takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

import jsonschema_rs

from ui_server.surface import Version

Schema: TypeAlias = Mapping[str, Any]
Reference = Literal["one", "many"]

_CHILD_TYPES: Final[Mapping[str, Reference]] = {
    "ComponentId": "one",
    "Child": "one",
    "ChildList": "many",
    "ChildrenItem": "many",
}


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


def _alternatives(schema: Schema) -> tuple[str, ...]:
    branches = schema.get("anyOf", ())
    if branches and all(set(branch) == {"required"} for branch in branches):
        return tuple(name for branch in branches for name in branch["required"])
    return ()


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
