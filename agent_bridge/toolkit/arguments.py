"""The arguments of a tool: a model made of the function's signature, and readable problems when a call misfits."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model
from pydantic_core import ErrorDetails

from agent_bridge.toolkit.errors import ArgumentProblem, BadTool, InvalidArguments
from ui_server.expressions import Json

LONGEST_ECHO = 80
LARGEST = 2**63 - 1
_BITS = "a whole number of at most 63 bits"

_CONFIG = ConfigDict(extra="forbid", coerce_numbers_to_str=True, allow_inf_nan=False, protected_namespaces=())
_NOUNS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "null": "null",
}


@dataclass(frozen=True)
class Arguments:
    """What `function` can be called with, its first parameter left out: that one is the context a tool acts in.

    The model is built when first needed, since five hundred at once cost more than half a second.
    """

    tool: str
    function: Callable[..., object]

    @cached_property
    def parameters(self) -> tuple[inspect.Parameter, ...]:
        """Raises BadTool for a function without a context, or with parameters that cannot be given by name."""
        found = tuple(inspect.signature(self.function).parameters.values())
        if not found:
            raise BadTool(self.tool, "it takes no context")
        for parameter in found[1:]:
            if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
                raise BadTool(self.tool, f"{parameter.name} cannot be given by name")
            if parameter.annotation is parameter.empty:
                raise BadTool(self.tool, f"{parameter.name} has no type")
        return found[1:]

    @cached_property
    def schema(self) -> dict[str, Any]:
        """JSON Schema of the object of arguments, without titles, and without null where that means "not given"."""
        schema = self._model.model_json_schema(by_alias=True)
        properties = {name: _plainer(_untitled(prop)) for name, prop in schema.get("properties", {}).items()}
        required = schema.get("required", [])
        extras = {"$defs": schema["$defs"]} if "$defs" in schema else {}
        return {
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
            **extras,
        }

    def accept(self, given: Mapping[str, Json]) -> dict[str, Any]:
        """The arguments as the function wants them. What was not given is left to the function's defaults, and so is a
        null for a parameter that has a default and no use for null.

        Raises InvalidArguments with one problem for each argument that does not fit.
        """
        meant = {name: value for name, value in given.items() if value is not None or name not in self._null_is_absent}
        try:
            model = self._model.model_validate(meant)
        except ValidationError as error:
            faults = error.errors(include_url=False, include_context=True)
            raise InvalidArguments(self.tool, self._problems(faults)) from None
        accepted = {name.removesuffix("_"): getattr(model, name) for name in model.model_fields_set}
        large = [name for name, value in accepted.items() if _is_too_large(value)]
        if large:
            problems = [ArgumentProblem(name, "invalid", _BITS, _echo(given[name])) for name in large]
            raise InvalidArguments(self.tool, problems)
        return accepted

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    @cached_property
    def _null_is_absent(self) -> frozenset[str]:
        return frozenset(
            parameter.name
            for parameter in self.parameters
            if parameter.default is not parameter.empty and not _takes_null(self._hints[parameter.name])
        )

    @cached_property
    def _model(self) -> type[BaseModel]:
        # A trailing underscore keeps parameters called `copy` or `json` clear of the model's own names.
        fields: dict[str, Any] = {
            f"{parameter.name}_": (
                Annotated[self._hints[parameter.name], Field(alias=parameter.name)],
                ... if parameter.default is parameter.empty else parameter.default,
            )
            for parameter in self.parameters
        }
        model: type[BaseModel] = create_model("Arguments", __config__=_CONFIG, **fields)
        return model

    def _problems(self, faults: list[ErrorDetails]) -> list[ArgumentProblem]:
        problems: dict[str, ArgumentProblem] = {}
        for fault in faults:
            problem = self._problem(fault)
            problems.setdefault(problem.argument, problem)
        return list(problems.values())

    def _problem(self, fault: ErrorDetails) -> ArgumentProblem:
        name, *inside = fault["loc"]
        schema = self.schema["properties"].get(name, {})
        if fault["type"] == "extra_forbidden":
            return ArgumentProblem(str(name), "unknown", self._names(), _echo(fault["input"]), self._nearest(str(name)))
        if fault["type"] == "missing":
            return ArgumentProblem(str(name), "missing", expected(schema), hint=schema.get("description", ""))
        wanted = str(fault["ctx"]["error"]) if fault["type"] == "value_error" else expected(_schema_at(schema, inside))
        got = fault["input"]
        return ArgumentProblem(_place(name, inside), "invalid", wanted, _echo(got), _near_choice(schema, got))

    def _names(self) -> str:
        return ", ".join(parameter.name for parameter in self.parameters) or "no arguments"

    def _nearest(self, name: str) -> str:
        near = get_close_matches(name, [parameter.name for parameter in self.parameters], n=1)
        return f"Did you mean {near[0]}?" if near else f"It takes {self._names()}."


def _is_too_large(value: object) -> bool:
    """Whether a whole number, or one in a list, is too large for a database."""
    if isinstance(value, list):
        return any(map(_is_too_large, value))
    return isinstance(value, int) and not -LARGEST - 1 <= value <= LARGEST


def expected(schema: Mapping[str, Any]) -> str:
    """What a JSON Schema asks for, in a few words: `a whole number from 1 to 99`, `one of "high", "low"`."""
    if "enum" in schema:
        return "one of " + ", ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(expected(option) for option in schema["anyOf"] if option.get("type") != "null")
    if schema.get("type") == "array":
        return _sized(f"a list, each entry {expected(schema.get('items', {}))}", schema, "minItems")
    if schema.get("format") == "date-time":
        return "a date and time such as 2026-05-04T09:30:00"
    if schema.get("format") == "date":
        return "a date such as 2026-05-04"
    return _sized(_bounded(_NOUNS.get(schema.get("type", ""), "a value"), schema), schema, "minLength")


def _bounded(noun: str, schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f"{noun} from {low} to {high}"
    if low is not None:
        return f"{noun}, {low} or more"
    if high is not None:
        return f"{noun}, {high} or less"
    return f"{noun} above {schema['exclusiveMinimum']}" if "exclusiveMinimum" in schema else noun


def _sized(noun: str, schema: Mapping[str, Any], least: str) -> str:
    return f"{noun}, not empty" if schema.get(least) else noun


def _plainer(schema: dict[str, Any]) -> dict[str, Any]:
    options = [option for option in schema.get("anyOf", ()) if option != {"type": "null"}]
    if len(options) != 1 or schema.get("default", ...) is not None:
        return schema
    around = {key: value for key, value in schema.items() if key not in ("anyOf", "default")}
    return {**options[0], **around}


def _untitled(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: _untitled(value) for key, value in schema.items() if key != "title"}
    return [_untitled(item) for item in schema] if isinstance(schema, list) else schema


def _takes_null(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return _takes_null(get_args(hint)[0])
    return hint is NoneType or (get_origin(hint) in (Union, UnionType) and any(map(_takes_null, get_args(hint))))


def _schema_at(schema: Mapping[str, Any], inside: list[int | str]) -> Mapping[str, Any]:
    """The part of `schema` that a place inside an argument has to fit: for now lists have places, nothing else does."""
    for step in inside:
        options = [schema, *schema.get("anyOf", ())]
        lists = [option for option in options if option.get("type") == "array"]
        if not isinstance(step, int) or not lists:
            return schema
        schema = lists[0].get("items", {})
    return schema


def _place(name: int | str, inside: list[int | str]) -> str:
    return str(name) + "".join(f"[{step}]" for step in inside if isinstance(step, int))


def _near_choice(schema: Mapping[str, Any], got: object) -> str:
    choices = [value for option in (schema, *schema.get("anyOf", ())) for value in option.get("enum", ())]
    near = get_close_matches(str(got), [str(choice) for choice in choices], n=1)
    return f"Did you mean {near[0]}?" if near else ""


def _echo(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_ECHO else text[: LONGEST_ECHO - 1] + "…"
