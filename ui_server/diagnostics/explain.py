"""Why a value does not fit a JSON Schema, in words for whoever wrote it.

The compiled schemas say quickly whether a component is sound. These functions take over when it is not: they go down
to the faulty place, through unions too, and say what belongs there. The protocol's own kinds of value (bindings,
calls, actions, lists of children) are left to the subject's special explanations.
"""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import jsonschema_rs

from ui_server.catalogs import Catalog, Schema, Shape
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import Place, Subject, as_object, json_type, quote
from ui_server.expressions import Json

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5")
_NOUNS: Final = {
    "string": "a text",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*")


@dataclass(frozen=True, slots=True)
class _Format:
    noun: str
    hint: str
    accepts: Callable[[str], bool]


def _is_moment(value: str) -> bool:
    """RFC 3339: a date, a time and an offset."""
    try:
        return "T" in value.upper() and dt.datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


_FORMATS: Final = {
    "uri": _Format(
        "a whole URL",
        'Begin it with its scheme, as in "https://example.org/page".',
        lambda value: _URI.fullmatch(value) is not None,
    ),
    "date-time": _Format("an ISO 8601 moment", 'Write it as "2026-01-31T09:30:00Z".', _is_moment),
}


_EXAMPLES: Final = {"date": '"2026-01-31"', "time": '"09:30:00Z"', "date-time": '"2026-01-31T09:30:00Z"'}


def explain(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """Everything that is wrong with `value` under `schema`, in the order of the document."""
    name, schema = subject.catalog.resolve(schema)
    special = subject.special(name, schema, subject.catalog)
    if special is not None:
        yield from special(value, schema, place, subject)
    elif not _type_fits(value, schema.get("type")):
        yield wrong_type(value, schema, place, subject)
    elif "const" in schema or "enum" in schema:
        yield from _one_of_values(value, schema, place, subject)
    elif isinstance(value, dict):
        yield from explain_object(value, schema, place, subject)
    else:
        yield from _plain(value, schema, place, subject)


def fits(value: Json, schema: Schema, subject: Subject) -> bool:
    return next(explain(value, schema, Place("", ""), subject), None) is None


def describe(schema: Schema, catalog: Catalog) -> str:
    """What a value under `schema` is, in a few words."""
    _, schema = catalog.resolve(schema)
    if "const" in schema:
        return quote(schema["const"])
    if "enum" in schema:
        return f"one of {hints.listed(str(choice) for choice in schema['enum'])}"
    branches = schema.get("oneOf") or schema.get("anyOf")
    if branches and "type" not in schema:
        return " or ".join(dict.fromkeys(describe(branch, catalog) for branch in branches))
    kinds = schema.get("type", "object")
    return " or ".join(_NOUNS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def wrong_type(value: Json, schema: Schema, place: Place, subject: Subject, hint: str = "") -> Diagnostic:
    expected = describe(schema, subject.catalog)
    return subject.fault(
        "wrong_type",
        place,
        f"{place.label} is {json_type(value)}; it must be {expected}",
        hint or _converted(value, schema, subject) or f"Write {expected}.",
        expected=expected,
        got=quote(value),
    )


def _converted(value: Json, schema: Schema, subject: Subject) -> str:
    """The same value in the right type, where there is one."""
    wanted = schema.get("type")
    if isinstance(value, dict) and wanted in _NOUNS and (subject.path_key in value or subject.call_key in value):
        return f"It cannot be bound or computed: write {_NOUNS[wanted].replace('a list', 'the list')} itself."
    if wanted == "object" and isinstance(value, str) and not isinstance(_inner_json(value), dict):
        keys = subject.catalog.shape(schema).required
        return f"Write {quote(dict.fromkeys(keys, value))}." if set(keys) == {"label", "value"} else ""
    if wanted == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return f'Write "{value}".'
    if wanted in ("number", "integer") and isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value):
        return f"Write {value} without quotation marks."
    if wanted == "boolean" and isinstance(value, str) and value.lower() in ("true", "false"):
        return f"Write {value.lower()} without quotation marks."
    if isinstance(value, str) and wanted in ("array", "object") and _type_fits(_inner_json(value), wanted):
        return f"Write the {'list' if wanted == 'array' else 'object'} itself, not its JSON as a text."
    if wanted == "array" and isinstance(value, dict):
        return _as_list(value)
    return f"Write [{quote(value)}]." if wanted == "array" and value is not None else ""


def _inner_json(text: str) -> Json:
    """What a text that is itself JSON says, null where it is none."""
    try:
        inner: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return inner


def _as_list(value: dict[str, Json]) -> str:
    """How an object where a list belongs becomes one."""
    if value and all(isinstance(entry, dict) for entry in value.values()):
        return 'Write a list of its entries, each key as the entry\'s "id".'
    return "Put it into a list."


def explain_object(value: dict[str, Json], schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """What is wrong with an object's keys and, under each, with its value."""
    shape = subject.catalog.shape(schema)
    for part in schema.get("allOf", ()):
        name, resolved = subject.catalog.resolve(part)
        if (special := subject.special(name, resolved, subject.catalog)) is not None:
            yield from special(value, resolved, place, subject)
            shape = _without_closing(shape)
    unknown = [name for name in value if name not in shape.properties] if shape.closed else []
    yield from _missing(value, shape, place, subject, unknown)
    yield from _entries(value, schema, shape, place, subject)
    if "oneOf" in schema or ("anyOf" in schema and not shape.one_of):
        yield from _union(value, schema, place, subject)


def _without_closing(shape: Shape) -> Shape:
    return Shape(shape.properties, shape.required, closed=False, one_of=shape.one_of)


def _missing(
    value: dict[str, Json], shape: Shape, place: Place, subject: Subject, unknown: list[str]
) -> Iterator[Diagnostic]:
    """Required keys that are not there, unless an unknown key is this one under a wrong name: that says it all."""
    meant = {hints.meant_property(name, value[name], shape.properties, value) for name in unknown}
    meant |= {key for name in unknown for key in as_object(value[name])}
    meant |= {found[0] for name in unknown if (found := hints.renamed(name, shape.properties, subject.version))}
    for name in shape.required:
        if name not in value and name not in meant:
            how = hints.example(name, shape.properties.get(name, {}), subject)
            what = f"{place.label} has no {quote(name)}" if place.label else f"{quote(name)} is missing"
            yield subject.fault("missing_property", place, what, f"Add {how}.", expected=name)
    if shape.one_of and not any(name in value for name in shape.one_of):
        yield lacking(shape.one_of, place.label, place, subject)


def lacking(names: tuple[str, ...], owner: str, place: Place, subject: Subject) -> Diagnostic:
    """The diagnostic for an object that has none of several keys of which it needs one."""
    quoted = [quote(name) for name in names]
    what = f"{owner} has neither {' nor '.join(quoted)}"
    return subject.fault("missing_property", place, what, f"Add {' or '.join(quoted)}.", expected=" or ".join(names))


def _entries(
    value: dict[str, Json], schema: Schema, shape: Shape, place: Place, subject: Subject
) -> Iterator[Diagnostic]:
    others = schema.get("additionalProperties")
    for name, entry in value.items():
        if name in shape.properties:
            yield from explain(entry, shape.properties[name], place / name, subject)
        elif isinstance(others, dict):
            yield from explain(entry, others, place / name, subject)
        elif shape.closed and not _matches_a_pattern(name, schema):
            yield unknown_key(name, entry, shape, place, subject, given=value)


def _matches_a_pattern(name: str, schema: Schema) -> bool:
    return bool(schema.get("patternProperties")) and name.isidentifier()


def unknown_key(
    name: str, entry: Json, shape: Shape, place: Place, subject: Subject, *, given: Collection[str] = ()
) -> Diagnostic:
    """The diagnostic for a key that has no place here beside the `given` ones, with the name it should have had."""
    owner = subject.component_type if place.label == subject.component_id and subject.component_type else place.label
    found = hints.renamed(name, shape.properties, subject.version)
    if found is not None:
        new, origin = found
        if new in shape.properties:
            value = quote(hints.renamed_value(name, new, entry))
            return subject.fault(
                "renamed_property",
                place / name,
                f"{owner}.{name} is what {origin} calls it",
                f'In {subject.version} write "{new}": {value}.' if len(value) < 50 else f'Write "{new}".',
                expected=new,
                got=name,
            )
    return subject.fault(
        "unknown_property",
        place / name,
        f"{owner} has no property {quote(name)}",
        hints.unknown_property(name, entry, shape.properties, subject, given),
        got=name,
    )


def _type_fits(value: Json, wanted: str | list[str] | None) -> bool:
    if wanted is None:
        return True
    if isinstance(wanted, list):
        return any(_type_fits(value, one) for one in wanted)
    match value:
        case None:
            return wanted == "null"
        case bool():
            return wanted == "boolean"
        case int() | float():
            return wanted == "number" or (wanted == "integer" and float(value).is_integer())
        case str():
            return wanted == "string"
        case list():
            return wanted == "array"
        case dict():
            return wanted == "object"


def _one_of_values(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    allowed: list[Json] = [schema["const"]] if "const" in schema else schema["enum"]
    if any(value == choice and isinstance(value, bool) == isinstance(choice, bool) for choice in allowed):
        return
    words = [str(choice) for choice in allowed]
    if value in _HEADINGS and subject.version == "v1.0" and "caption" in words:
        choices = f'v1.0 has no heading variants: begin the text with "{"#" * int(str(value)[1])} ".'
    else:
        choices = f"Allowed: {hints.listed(words, str(value))}."
    near = hints.meant_value(value, words) if isinstance(value, str) else None
    if (
        subject.component_type in ("ChoicePicker", "MultipleChoice")
        and place.label.endswith(".variant")
        and value == "chips"
    ):
        choices = f'Chips are "displayStyle": "chips". {choices}'
    yield subject.fault(
        "not_allowed",
        place,
        f"{place.label} is {quote(value)}, which is not allowed",
        (f'Write "{near}". ' if near else "") + choices if len(allowed) > 1 else f"Write {quote(allowed[0])}.",
        expected=hints.listed(words, str(value)),
        got=quote(value),
    )


def _plain(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if "oneOf" in schema or "anyOf" in schema:
        yield from _union(value, schema, place, subject)
    for part in schema.get("allOf", ()):
        yield from explain(value, part, place, subject)
    if isinstance(value, list):
        yield from _list(value, schema, place, subject)
    elif isinstance(value, str):
        yield from _text(value, schema, place, subject)
        if schema.get("if") == {"type": "string"}:
            yield from _one_of_formats(value, schema.get("then", {}), place, subject)
    elif isinstance(value, int | float):
        yield from _number(value, schema, place, subject)


def _list(value: list[Json], schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
    if not least <= len(value) <= most:
        wanted = f"at least {least}" if len(value) < least else f"at most {most}"
        entries = "entry" if (least if len(value) < least else most) == 1 else "entries"
        yield subject.fault(
            "out_of_range",
            place,
            f"{place.label} has {len(value)} {'entry' if len(value) == 1 else 'entries'}",
            f"Give it {wanted} {entries}.",
            expected=f"{wanted} {entries}",
            got=str(len(value)),
        )
    items = schema.get("items")
    if isinstance(items, dict):
        for index, item in enumerate(value):
            yield from explain(item, items, place / index, subject)


def _text(value: str, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not shortest <= len(value) <= longest:
        wanted = f"{shortest} characters or more" if len(value) < shortest else f"{longest} characters or fewer"
        yield subject.fault(
            "out_of_range", place, f"{place.label} has {len(value)} characters", f"Write {wanted}.", expected=wanted
        )
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not re.search(pattern, value):
        yield _bad_format(value, pattern, place, subject)
    form = _FORMATS.get(schema.get("format", ""))
    if form is not None and not form.accepts(value):
        what = f"{place.label} is {quote(value)}, which is not {form.noun}"
        yield subject.fault("bad_format", place, what, form.hint, expected=form.noun, got=quote(value))


def _one_of_formats(value: str, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """A text that may have one of several formats, as the limits of a DateTimeInput have."""
    formats = tuple(choice["format"] for choice in schema.get("oneOf", ()) if set(choice) == {"format"})
    if not formats or _has_format(value, formats):
        return
    wanted = " or ".join(_EXAMPLES.get(name, name) for name in formats)
    what = f"{place.label} is {quote(value)}, which does not have the form asked for"
    yield subject.fault(
        "bad_format", place, what, f"Write it as {wanted}.", expected=" or ".join(formats), got=quote(value)
    )


def _has_format(value: str, formats: tuple[str, ...]) -> bool:
    """By the same judge as the schemas, so that the two agree."""
    whole = value.encode("utf-8", "replace").decode()
    return _judge_of(formats).is_valid(whole)


@cache
def _judge_of(formats: tuple[str, ...]) -> jsonschema_rs.Validator:
    schema = {"oneOf": [{"format": name} for name in formats]}
    return jsonschema_rs.validator_for(schema, validate_formats=True, offline=True)


def _bad_format(value: str, pattern: str, place: Place, subject: Subject) -> Diagnostic:
    if "~" in value and "~[01]" in pattern:
        return subject.fault(
            "invalid_pointer",
            place,
            f"{place.label} is {quote(value)}, which is not a JSON Pointer",
            "In a key write ~0 for ~ and ~1 for /.",
            expected="a JSON Pointer",
            got=quote(value),
        )
    if "#" in pattern and "{6}" in pattern:
        return subject.fault(
            "bad_format",
            place,
            f"{place.label} is {quote(value)}, which is not a colour",
            'Write it as six hexadecimal digits, such as "#1A73E8".',
            expected="#RRGGBB",
            got=quote(value),
        )
    return subject.fault(
        "bad_format",
        place,
        f"{place.label} is {quote(value)}, which does not have the form asked for",
        f"It must match {pattern}.",
        expected=pattern,
        got=quote(value),
    )


def _number(value: float, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    bounds = (
        ("minimum", value.__lt__, "at least"),
        ("maximum", value.__gt__, "at most"),
        ("exclusiveMinimum", value.__le__, "more than"),
        ("exclusiveMaximum", value.__ge__, "less than"),
    )
    for keyword, outside, words in bounds:
        if keyword in schema and outside(schema[keyword]) is True:
            wanted = f"{words} {schema[keyword]}"
            yield subject.fault(
                "out_of_range",
                place,
                f"{place.label} is {quote(value)}; it must be {wanted}",
                f"Write a number of {wanted}.",
                expected=wanted,
                got=quote(value),
            )


def _union(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """Explains the branch that `value` was most likely meant for."""
    branches: list[Schema] = schema.get("oneOf") or schema.get("anyOf") or []
    if any(fits(value, branch, subject) for branch in branches):
        return
    possible = [branch for branch in branches if _type_fits(value, subject.catalog.resolve(branch)[1].get("type"))]
    if not possible:
        yield wrong_type(value, {"oneOf": branches}, place, subject)
        return
    yield from explain(value, max(possible, key=lambda branch: _likeness(value, branch, subject)), place, subject)


def _likeness(value: Json, branch: Schema, subject: Subject) -> tuple[int, int, int]:
    if not isinstance(value, dict):
        return (0, 0, 0)
    shape = subject.catalog.shape(branch)
    constants = sum(
        1 for name, entry in value.items() if name in shape.properties and shape.properties[name].get("const") == entry
    )
    present = sum(1 for name in shape.required if name in value)
    return constants, present, -sum(1 for name in value if name not in shape.properties)
