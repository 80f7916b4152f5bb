"""What is wrong with references to other components: one id, a list of ids, a template."""

from __future__ import annotations

from collections.abc import Iterator

from ui_server.catalog import Schema
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain, explain_object
from ui_server.diagnostics.place import Place, Subject, as_object, fragment, quote
from ui_server.diagnostics.types import wrong_type
from ui_server.expressions import Json


def explain_child(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if isinstance(value, str):
        yield from explain(value, {key: entry for key, entry in schema.items() if key != "$ref"}, place, subject)
    elif isinstance(value, dict) and ("component" in value or "id" in value):
        yield inline_component(value, place, subject)
    elif isinstance(value, dict) and "componentId" in value:
        hint = f'Make a List with "children": {fragment(value) or "this template"} and write its id here.'
        yield wrong_type(value, {"type": "string"}, place, subject, hint)
    elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        yield wrong_type(value, {"type": "string"}, place, subject, f"Write {quote(value[0])} without the list.")
    elif isinstance(value, list):
        yield subject.fault(
            "several_children",
            place,
            f"{place.label} takes one id, here it is a list of {len(value)}",
            f"Put a Column with these children there: {hints.column_of(value, subject)}.",
            expected="the id of a component",
            got=quote(value),
        )
    else:
        yield wrong_type(value, {"type": "string"}, place, subject, "Write the id of a component.")


def explain_children(value: Json, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from explain_child(item, {"type": "string"}, place / index, subject)
    elif isinstance(value, dict) and ("explicitList" in value or "template" in value):
        yield _old_children(value, place, subject)
    elif isinstance(value, dict) and "component" in value:
        yield inline_component(value, place, subject)
    elif isinstance(value, dict):
        template = next(branch for branch in schema["oneOf"] if branch.get("type") == "object")
        yield from explain_object(value, template, place, subject)
    else:
        ids: Json = [value] if isinstance(value, str) else ["id", "…"]
        shown = f"Write {quote(ids)}, or a template {quote({'path': '/items', 'componentId': 'row'})}."
        yield wrong_type(value, {"type": "array"}, place, subject, shown)


def _old_children(value: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    inner = value.get("template")
    template = as_object(inner)
    written: Json = value.get("explicitList")
    if template:
        written = {"path": template.get("dataBinding", "/…"), "componentId": template.get("componentId", "…")}
    elif isinstance(inner, str):
        written = {"path": value.get("path", value.get("dataBinding", "/…")), "componentId": inner}
    return subject.fault(
        "other_version",
        place,
        f"{place.label} is written as in v0.8",
        f'In {subject.version} write "children": {fragment(written) or "the list alone"}.',
        expected="a list of ids or a template",
        got=quote(value),
    )


def inline_component(value: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    """A component written where its id belongs."""
    given = value.get("id")
    own = given if isinstance(given, str) else "its_id"
    return subject.fault(
        "inline_component",
        place,
        f"{place.label} is a component; it must be the id of one",
        f'Move the object to the list of components and write "{own}" here.',
        expected="the id of a component",
        got=quote(value),
    )
