"""The expressions of a component, each with the way to it, nested ones and those inside `formatString` included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ui_server.component import Component
from ui_server.diagnostics.locations import Steps
from ui_server.expressions import Call, Expression, Fields, Json, Literal, Sequence, Unevaluable
from ui_server.templates import parse_template

Part: TypeAlias = tuple[Steps, Expression]


def parts(component: Component) -> Iterator[Part]:
    """The outermost expressions of a component."""
    for name, expression in component.properties.items():
        yield tuple(name.split("/")) if name.startswith("accessibility/") else (name,), expression
    for index, tab in enumerate(component.tabs):
        yield ("tabs", index, "title"), tab.title
    for index, option in enumerate(component.options):
        yield ("options", index, "label"), option.label
    for index, check in enumerate(component.checks):
        yield ("checks", index, "condition"), check.condition
    if component.action is None:
        return
    for name, expression in component.action.context.items():
        yield ("action", "event", "context", name), expression
    if component.action.call is not None:
        yield ("action", "functionCall"), component.action.call
    if component.action.user_message is not None:
        yield ("action", "event", "userMessage"), component.action.user_message


def within(steps: Steps, expression: Expression, *, texts: bool = True) -> Iterator[Part]:
    """`expression` and every expression inside it, outermost first; with `texts` those in templates as well."""
    yield steps, expression
    match expression:
        case Call(name, args):
            for key, inner in args.items():
                yield from within((*steps, "args", key), inner, texts=texts)
            if texts and name == "formatString":
                yield from _interpolated((*steps, "args", "value"), args.get("value"))
        case Sequence(items):
            for index, inner in enumerate(items):
                yield from within((*steps, index), inner, texts=texts)
        case Fields(entries):
            for key, inner in entries.items():
                yield from within((*steps, key), inner, texts=texts)


def _interpolated(steps: Steps, template: Expression | None) -> Iterator[Part]:
    """What stands in `${…}`; a template that cannot be parsed has no parts."""
    if not isinstance(template, Literal) or not isinstance(template.value, str) or "${" not in template.value:
        return
    try:
        found = parse_template(template.value)
    except Unevaluable:
        return
    for expression in found:
        for _, inner in within(steps, expression):
            if not isinstance(inner, Literal):
                yield steps, inner


def plain_text(expression: Expression | None) -> str | None:
    """The text that an expression is, when it is just that."""
    value: Json = expression.value if isinstance(expression, Literal) else None
    return value if isinstance(value, str) else None
