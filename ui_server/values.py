"""What each control takes: a value for an element, checked and brought to the control's own text, or refused."""

from __future__ import annotations

import math
import re

from renderer import view
from renderer.elements import Element
from ui_server import moments
from ui_server.errors import ValueRefused
from ui_server.expressions import Json
from ui_server.moments import MomentKind, moment_text

_NUMBER = re.compile(r"-?([0-9]+(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
_NO_CHARACTER = re.compile("[\0\ud800-\udfff]")
_SHAPES = {"date": "YYYY-MM-DD", "time": "HH:MM", "datetime": "YYYY-MM-DDTHH:MM"}
_STEP_TOLERANCE = 1e-6


def text_for(node: view.TextField, value: str) -> str:
    """`value` as the text box would hold it; raises ValueRefused."""
    if _NO_CHARACTER.search(value):
        raise _refusal(node.key, "The text holds a null or half of a surrogate pair.", "whole characters", ascii(value))
    if node.variant == "number" and value and _to_number(value) is None:
        raise _refusal(node.key, f"{value!r} is not accepted for a number field.", "a number", value)
    if node.variant != "longText" and ("\n" in value or "\r" in value):
        raise _refusal(node.key, "The field takes one line only.", "a text without line breaks", value)
    return value.replace("\r\n", "\n").replace("\r", "\n")


def slider_text(node: view.Slider, value: Json) -> str:
    """A number in the slider's range and on its steps, as text; raises ValueRefused."""
    number = _to_number(value)
    wanted = f"a number from {plain(node.min)} to {plain(node.max)}"
    if number is None:
        raise _refusal(node.key, f"{value!r} is not accepted for a slider.", wanted, value)
    if not node.min <= number <= node.max:
        raise _refusal(node.key, f"{plain(number)} is out of range.", wanted, value)
    if node.step:
        steps = (number - node.min) / node.step
        if abs(steps - round(steps)) > _STEP_TOLERANCE:
            raise _refusal(node.key, f"{plain(number)} is between two steps.", f"{wanted} by {plain(node.step)}", value)
        number = float(f"{node.min + round(steps) * node.step:.15g}")
    return plain(number)


def moment_for(node: view.DateTimeInput, value: Json) -> str:
    """An ISO date or time in the control's shape and range, "" to clear it; raises ValueRefused."""
    shape = _SHAPES[node.kind]
    if value is None or value == "":
        return ""
    text = _moment(value, node.kind) if isinstance(value, str) else None
    if text is None:
        raise _refusal(node.key, f"{value!r} is not accepted for a {node.kind} input.", shape, value)
    late, early = bool(node.min) and text < node.min, bool(node.max) and text > node.max
    overnight = node.kind == "time" and node.min > node.max > ""
    if (late and early) if overnight else (late or early):
        wanted = f"from {node.min or 'any'} to {node.max or 'any'}"
        raise _refusal(node.key, f"{text} is out of range.", wanted, value)
    return text


def _moment(text: str, kind: MomentKind) -> str | None:
    """`text` when it is just what the control takes: no zone, no seconds but :00, no part too many or too few."""
    written = moments.read(text)
    if written is None or written.offset is not None:
        return None
    if (written.date is None) != (kind == "time") or (written.time is None) != (kind == "date"):
        return None
    whole_minute = written.time is None or written.time == written.time.replace(second=0, microsecond=0)
    return moment_text(text, kind) if whole_minute else None


def choices_for(node: view.ChoicePicker, values: tuple[str, ...]) -> tuple[str, ...]:
    """The option values to have selected, in the order of the options; raises ValueRefused."""
    offered = [option.value for option in node.options]
    for value in values:
        if value not in offered:
            raise _refusal(node.key, f"The option {value!r} is not offered.", ", ".join(offered[:30]), value)
    if not node.multiple and len(values) != 1:
        raise _refusal(node.key, "Exactly one option can be chosen.", "one value", str(list(values)))
    if node.most is not None and node.multiple and len(set(values)) > node.most:
        message = f"At most {node.most} options can be chosen."
        raise _refusal(node.key, message, f"{node.most} values", str(list(values)))
    return tuple(value for value in dict.fromkeys(offered) if value in values)


def typed(node: view.Node, value: str | bool | None) -> Json:
    """What the control's new state means as data (contract: booleans, numbers, ISO texts)."""
    if isinstance(node, view.CheckBox):
        return value is True
    if isinstance(node, view.Slider):
        return number_of(str(value))
    return str(value if value is not None else "")


def number_of(text: str) -> int | float:
    number = float(text)
    return int(number) if number.is_integer() else number


def plain(number: float) -> str:
    """A number as an HTML control writes it: no exponent for everyday sizes, no trailing `.0`."""
    return str(int(number)) if float(number).is_integer() and abs(number) < 1e15 else repr(float(number))


def _to_number(value: Json) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        return None
    try:
        number = float(value) if isinstance(value, int | float | str) else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def _refusal(element_id: str, message: str, expected: str, got: Json) -> ValueRefused:
    return ValueRefused(message, element_id=element_id, expected=expected, got=str(got), hint=f"Give {expected}.")


def element_for(elements: dict[str, Element], key: str) -> Element | None:
    """The element `key`, or the first of the options, tabs or chips that belong to it; never a close control."""
    found = elements.get(key)
    if found is not None:
        return found
    parts = (element for name, element in elements.items() if name.startswith(f"{key}#"))
    return next((element for element in parts if element.component != "Modal"), None)
