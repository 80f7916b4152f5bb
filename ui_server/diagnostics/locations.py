"""Where a part of a component stands in the message that defined it, under the names its version uses."""

from __future__ import annotations

from typing import Final

from ui_server.component import Component
from ui_server.diagnostics.place import Place
from ui_server.pointer import escape
from ui_server.surface import Version

Steps = tuple[str | int, ...]
"""The way to a part of a component in v0.9's names, such as ("checks", 0, "condition")."""

_V08_NAMES: Final = {
    "trigger": "entryPointChild",
    "content": "contentChild",
    "tabs": "tabItems",
    "min": "minValue",
    "max": "maxValue",
    "justify": "distribution",
    "align": "alignment",
}
_V08_NAMES_BY_TYPE: Final = {
    ("TextField", "value"): "text",
    ("TextField", "variant"): "textFieldType",
    ("MultipleChoice", "value"): "selections",
    ("MultipleChoice", "displayStyle"): "variant",
    ("Text", "variant"): "usageHint",
    ("Image", "variant"): "usageHint",
    ("Image", "description"): "altText",
}


def locate(component: Component, steps: Steps, version: Version, *, batch: int) -> Place:
    """The place of a part, with an empty pointer when an earlier list of messages brought the component."""
    written = _written(component, steps, version)
    label = component.id
    for step in written:
        label += f"[{step}]" if isinstance(step, int) else f".{step}"
    if component.batch != batch:
        return Place("", label)
    inside = f"/component/{escape(component.type)}" if version == "v0.8" and written else ""
    return Place(component.pointer + inside + "".join(f"/{escape(str(step))}" for step in written), label)


def _written(component: Component, steps: Steps, version: Version) -> Steps:
    """`steps` as the agent's version spells them."""
    if not steps:
        return steps
    if _is_pattern(component, steps, version):
        return ("validationRegexp",)
    if version != "v0.8":
        return steps
    first, rest = steps[0], steps[1:]
    if first == "children":
        return _v08_children(rest)
    if steps[:3] == ("action", "event", "context") and component.action is not None and len(steps) > 3:
        names = list(component.action.context)
        return ("action", "context", names.index(str(steps[3])), "value", *steps[4:])
    if steps[:2] == ("action", "event"):
        return ("action", *steps[2:])
    name = str(first)
    return (_V08_NAMES_BY_TYPE.get((component.type, name), _V08_NAMES.get(name, name)), *rest)


def _v08_children(rest: Steps) -> Steps:
    if not rest or isinstance(rest[0], int):
        return ("children", "explicitList", *rest)
    return ("children", "template", "dataBinding" if rest[0] == "path" else rest[0])


def _is_pattern(component: Component, steps: Steps, version: Version) -> bool:
    """Whether a check stands for `validationRegexp`: in v0.8 and v0.9 all other checks have a message."""
    if steps[0] != "checks" or version == "v1.0" or len(steps) < 2 or not isinstance(steps[1], int):
        return False
    return steps[1] < len(component.checks) and component.checks[steps[1]].message is None
