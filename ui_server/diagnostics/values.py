"""What is wrong with a value that may be literal, bound or computed, as v0.9 and v1.0 write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ui_server.catalog import Schema, Shape
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain, explain_object, lacking, unknown_key
from ui_server.diagnostics.place import Explain, Place, Subject, as_object, quote
from ui_server.diagnostics.references import inline_component
from ui_server.diagnostics.types import wrong_type
from ui_server.expressions import Json

LITERALS: Final = ("literalString", "literalNumber", "literalBoolean", "literalArray", "literalObject")
"""The keys under which v0.8 writes a plain value."""
PLAIN_SCHEMAS: Final[dict[str, dict[str, Any]]] = {
    "DynamicString": {"type": "string"},
    "DynamicNumber": {"type": "number"},
    "DynamicBoolean": {"type": "boolean"},
    "DynamicStringList": {"type": "array", "items": {"type": "string"}},
    "DynamicValue": {"type": ["string", "number", "boolean", "array"]},
}
"""What a dynamic value is when it is neither bound nor computed."""
_BINDING_WORDS: Final = ("path", "@path", "binding", "bind", "dataBinding", "$path", "$ref", "ref", "pointer", "$bind")
_CALL_WORDS: Final = ("call", "@call", "function", "fn", "func", "functionCall", "$call", "expression")


def explain_dynamic_as(kind: str) -> Explain:
    def explain_dynamic(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
        literal = PLAIN_SCHEMAS[kind]
        if not isinstance(value, dict):
            yield from explain(value, literal, place, subject)
        elif subject.call_key in value:
            yield from explain_call(value, schema, place, subject)
            yield from _return_type(value, kind, place, subject)
        elif subject.path_key in value:
            yield from explain_binding(value, schema, place, subject)
        elif kind == "DynamicValue" and subject.version == "v1.0":
            yield from _reserved_keys(value, place, subject)
        else:
            yield _odd_object(value, literal, place, subject)

    return explain_dynamic


def _reserved_keys(value: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    for key in value:
        if key.startswith("@") and not key.startswith("@@"):
            yield subject.fault(
                "unknown_property",
                place / key,
                f"{place.label} has the key {quote(key)}; keys with one @ are the protocol's",
                f'Write "@{key}" for a key of your own.',
                got=key,
            )


def _odd_object(value: dict[str, Json], literal: Schema, place: Place, subject: Subject) -> Diagnostic:
    """An object where a value belongs, by what it seems to have been meant as."""
    old = next((name for name in LITERALS if name in value), None)
    if old is not None:
        return subject.fault(
            "other_version",
            place,
            f"{place.label} is written as in v0.8",
            f"In {subject.version} write the plain value: {quote(value[old])}.",
            expected=quote(value[old]),
            got=quote(value),
        )
    if "component" in value:
        return inline_component(value, place, subject)
    path = next((value[word] for word in _BINDING_WORDS if isinstance(value.get(word), str)), None)
    if path is not None:
        return wrong_type(value, literal, place, subject, f"To bind it write {quote({subject.path_key: path})}.")
    call = next((value[word] for word in _CALL_WORDS if isinstance(value.get(word), str)), None)
    if call is not None:
        return wrong_type(
            value, literal, place, subject, f"To call a function write {quote({subject.call_key: call, 'args': {}})}."
        )
    shown = f"{quote({subject.path_key: '/…'})} or {quote({subject.call_key: '…', 'args': {}})}"
    return wrong_type(value, literal, place, subject, f"Write a plain value, {shown}.")


def explain_binding(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    path = as_object(value).get(subject.path_key)
    for key in as_object(value):
        if key == "componentId":
            yield subject.fault(
                "unknown_property", place / key, f"{place.label} is a template, which only children can be",
                f"Write {quote({subject.path_key: path})}, or move it to \"children\".", got=key,
            )  # fmt: skip
        elif key != subject.path_key:
            yield subject.fault(
                "unknown_property",
                place / key,
                f"A binding has no {quote(key)} ({place.label})",
                f"Write {quote({subject.path_key: path})} alone."
                + (" Set a first value with updateDataModel." if key in LITERALS else ""),
                got=key,
            )
    definition = subject.catalog.definitions.get("DataBinding", {})
    known = definition.get("properties", {}).get(subject.path_key, {"type": "string"})
    where = place if subject.version == "v1.0" else place / subject.path_key
    yield from explain(path, known, where, subject)


def explain_call(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if not isinstance(value, dict):
        shape = quote({subject.call_key: "…", "args": {}})
        yield wrong_type(value, {"type": "object"}, place, subject, f"Write {shape}, or leave it out.")
        return
    name = value.get(subject.call_key)
    if not isinstance(name, str):
        at = place / subject.call_key if subject.call_key in value else place
        yield subject.fault(
            "missing_property",
            at,
            f"{place.label} does not name its function",
            f'Write {{"{subject.call_key}": "…", "args": {{…}}}}. {hints.unknown_function("", subject.catalog)}',
            expected="the name of a function",
            got=quote(name),
        )
    elif name == "@index" and subject.version == "v1.0":
        yield from explain_object(value, subject.catalog.definitions["IndexSystemFunction"], place, subject)
    elif name not in subject.catalog.functions:
        yield subject.fault(
            "unknown_function",
            place / subject.call_key if subject.version != "v1.0" else place,
            f"There is no function {quote(name)} ({place.label})",
            hints.unknown_function(name, subject.catalog),
            expected=hints.listed(subject.catalog.functions, name),
            got=name,
        )
    else:
        yield from _arguments(value, name, place, subject)


def _arguments(value: dict[str, Json], name: str, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    function = subject.catalog.shape(subject.catalog.functions[name])
    allowed = {**function.properties, **({"catalogId": {"type": "string"}} if subject.version == "v1.0" else {})}
    known = Shape(allowed, closed=function.closed or subject.version == "v1.0")
    arguments = subject.catalog.arguments(name)
    args = value.get("args", {})
    if isinstance(args, dict):
        at = place / "args" if "args" in value else place
        yield from _missing_arguments(args, name, arguments, at, subject)
    for key, entry in value.items():
        if key == "args" and isinstance(entry, dict):
            for argument, given in entry.items():
                if given is None and not _takes_null(subject):
                    yield wrong_type(
                        given, PLAIN_SCHEMAS["DynamicValue"], place / key / argument, subject, _instead_of_null(subject)
                    )
                elif argument in arguments.properties:
                    yield from explain(given, arguments.properties[argument], place / key / argument, subject)
                elif arguments.closed:
                    yield unknown_key(argument, given, arguments, place / key, subject)
        elif key == "args":
            shown = quote({name: entry if isinstance(entry, str) else "…" for name in arguments.required[:1]})
            yield wrong_type(entry, {"type": "object"}, place / key, subject, f'Write "args": {shown}.')
        elif key in allowed:
            yield from explain(entry, allowed[key], place / key, subject)
        elif known.closed:
            yield unknown_key(key, entry, known, place, subject)


def _takes_null(subject: Subject) -> bool:
    """Whether an argument may be null: v0.9 wants a value, a binding, a call or an object, whatever the function."""
    args = subject.catalog.definitions.get("FunctionCall", {}).get("properties", {}).get("args", {})
    return not isinstance(args.get("additionalProperties"), dict)


def _instead_of_null(subject: Subject) -> str:
    return f"Write a plain value or {quote({subject.path_key: '/…'})}."


def _missing_arguments(
    args: dict[str, Json], name: str, arguments: Shape, place: Place, subject: Subject
) -> Iterator[Diagnostic]:
    label = place.label.removesuffix(".args")
    for missing in arguments.required:
        if missing not in args:
            how = hints.example(missing, arguments.properties.get(missing, {}), subject)
            hint = 'Add "currency": an ISO code, such as "USD".' if missing == "currency" else f"Add {how} to its args."
            yield subject.fault(
                "missing_property", place, f"{name} in {label} lacks {quote(missing)}", hint, expected=missing
            )
    if arguments.one_of and not any(name in args for name in arguments.one_of):
        yield lacking(arguments.one_of, f"{name} in {label}", place, subject)


def _return_type(value: dict[str, Json], kind: str, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    wanted = {"DynamicString": "string", "DynamicNumber": "number", "DynamicBoolean": "boolean",
              "DynamicStringList": "array"}.get(kind)  # fmt: skip
    stated = value.get("returnType")
    name = value.get(subject.call_key)
    known = subject.catalog.functions.get(name, {}) if isinstance(name, str) else {}
    if wanted is None or stated is None or stated == wanted or "returnType" not in value:
        return
    if known.get("properties", {}).get("returnType", {}).get("const") == stated:
        yield subject.fault(
            "wrong_type",
            place,
            f"{name} gives {quote(stated)}, but {place.label} needs {quote(wanted)}",
            "Use a function that gives the right type.",
            expected=wanted,
            got=quote(stated),
        )
