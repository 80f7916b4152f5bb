"""Why a value does not fit a JSON Schema, in words for whoever wrote it.

The compiled schemas say quickly whether a component is sound. These functions take over when it is not: they go down
to the faulty place, through unions too, and say what belongs there. The protocol's own kinds of value (bindings,
calls, actions, lists of children) are left to the subject's special explanations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from ui_server.catalog import Schema, Shape
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.formats import explain_text
from ui_server.diagnostics.place import Place, Subject, as_object, quote
from ui_server.diagnostics.types import type_fits, wrong_type
from ui_server.expressions import Json

_HEADINGS: Final = ("h1", "h2", "h3", "h4", "h5")


def explain(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """Everything that is wrong with `value` under `schema`, in the order of the document."""
    name, schema = subject.catalog.resolve(schema)
    special = subject.special(name, schema, subject.catalog)
    if special is not None:
        yield from special(value, schema, place, subject)
    elif not type_fits(value, schema.get("type")):
        yield wrong_type(value, schema, place, subject)
    elif "const" in schema or "enum" in schema:
        yield from _one_of_values(value, schema, place, subject)
    elif isinstance(value, dict):
        yield from explain_object(value, schema, place, subject)
    else:
        yield from _plain(value, schema, place, subject)


def fits(value: Json, schema: Schema, subject: Subject) -> bool:
    return next(explain(value, schema, Place("", ""), subject), None) is None


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
        yield from explain_text(value, schema, place, subject)
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
    possible = [branch for branch in branches if type_fits(value, subject.catalog.resolve(branch)[1].get("type"))]
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
