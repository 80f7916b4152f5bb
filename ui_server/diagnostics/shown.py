"""Whether the controls of a surface can show the values they have: what they cannot is dropped without a sound."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ui_server import moments
from ui_server.builders import slider_range
from ui_server.component import Component
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.paths import Data
from ui_server.diagnostics.place import json_type, quote
from ui_server.diagnostics.scopes import tokens_of
from ui_server.diagnostics.screen import Judged
from ui_server.expressions import Binding, Expression, Initial, Json, Literal
from ui_server.functions import is_number, to_text
from ui_server.moments import MomentKind
from ui_server.pointer import Missing

_SHAPES: Final = {"date": "2026-01-31", "time": "09:30", "datetime": "2026-01-31T09:30"}


def check_shown(judged: Judged, component: Component, data: Data) -> Iterator[Diagnostic]:
    """A value that the control drops, once for each control; a value that has not come yet is none."""
    for value in _values(judged, component, data):
        misfit = _misfit(component, value)
        if misfit is None:
            continue
        what, hint = misfit
        place = judged.place(component, ("value",))
        expression = component.properties["value"]
        source = f" ({quote(expression.path)})" if isinstance(expression, Binding | Initial) else ""
        message = f"{place.label}{source} is {quote(value)}, {what}"
        yield judged.fault("unshown_value", component, place, message, hint, got=quote(value))
        return


def _values(judged: Judged, component: Component, data: Data) -> Iterator[Json]:
    expression = component.properties.get("value")
    if isinstance(expression, Literal):
        yield expression.value
    elif isinstance(expression, Binding | Initial):
        for base in reversed(data.rows.get(component.id, [])):
            tokens = tokens_of(expression.path, base)
            value = judged.surface.read(tokens) if tokens is not None else None
            if not isinstance(value, Missing):
                yield value


def _misfit(component: Component, value: Json) -> tuple[str, str] | None:
    """What is wrong with a control's value, and what to write instead."""
    if value is None or value == "":
        return None
    match component.kind:
        case "CheckBox" if not isinstance(value, bool):
            return f"{json_type(value)}, so the box is not ticked", "Write true or false."
        case "TextField" if isinstance(value, list | dict):
            return f"{json_type(value)}, which is shown as JSON", "Bind it to a text."
        case "ChoicePicker":
            return _unoffered(component, value)
        case "Slider":
            return _off_the_scale(component, value)
        case "DateTimeInput":
            return _no_moment(component, value)
    return None


def _unoffered(component: Component, value: Json) -> tuple[str, str] | None:
    offered = [option.value for option in component.options]
    chosen = [to_text(item) for item in (value if isinstance(value, list) else [value]) if item not in (None, "")]
    odd = next((text for text in chosen if text not in offered), None)
    if odd is None or not offered:
        return None
    labels = {to_text(label): option.value for option in component.options if (label := _plain(option.label))}
    near = labels.get(odd) or hints.nearest(odd, offered)
    remedy = f"Write {quote(near)}. " if near else ""
    return f"and no option has the value {quote(odd)}", f"{remedy}Offered: {hints.listed(offered, odd)}."


def _off_the_scale(component: Component, value: Json) -> tuple[str, str] | None:
    least, most, _ = slider_range(*(_plain(component.properties.get(name)) for name in ("min", "max", "steps")))
    if is_number(value):
        inside = least <= float(value) <= most
        return None if inside else ("beyond the ends of the slider", f"Write a number from {least:g} to {most:g}.")
    return f"{json_type(value)}, so the slider stands at its beginning", f"Write a number from {least:g} to {most:g}."


def _no_moment(component: Component, value: Json) -> tuple[str, str] | None:
    kind = kind_of(component)
    shown = moments.moment_text(value, kind) if isinstance(value, str) else ""
    if not shown:
        return f"from which no {kind} can be read, so the input is empty", f"Write it as {quote(_SHAPES[kind])}."
    least, most = ends_of(component, kind)
    reversed_ends = least and most and most < least
    if not reversed_ends and ((least and shown < least) or (most and shown > most)):
        return "beyond the ends of the input", f"Write one from {least or 'any'} to {most or 'any'}."
    return None


def kind_of(component: Component) -> MomentKind:
    """What a DateTimeInput takes."""
    date, time = (_plain(component.properties.get(name)) is True for name in ("enableDate", "enableTime"))
    return moments.moment_kind(date, time)


def ends_of(component: Component, kind: MomentKind) -> tuple[str, str]:
    """The earliest and the latest that a DateTimeInput takes, "" where there is no such end."""
    least, most = (to_text(_plain(component.properties.get(name))) for name in ("min", "max"))
    return moments.moment_text(least, kind), moments.moment_text(most, kind, end_of_day=True)


def _plain(expression: Expression | None) -> Json:
    return expression.value if isinstance(expression, Literal) else None
