"""The acts of a person, as the command line and the service take them (`docs/interact.md`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ui_server.errors import BadStep
from ui_server.expressions import Json
from ui_server.functions import is_number


@dataclass(frozen=True, slots=True)
class ClickStep:
    element: str


@dataclass(frozen=True, slots=True)
class ClickAtStep:
    """A click at a point of the picture, in its pixels."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FillStep:
    element: str
    value: str


@dataclass(frozen=True, slots=True)
class ChooseStep:
    """Make exactly `values` the selection; `element` is the choice itself or any of its options."""

    element: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToggleStep:
    """Switch a check box, radio button or chip; with `value` bring it to that state."""

    element: str
    value: bool | None


@dataclass(frozen=True, slots=True)
class SetStep:
    """Give any input its value, typed: a number, an ISO date, a boolean, a text, a list of options."""

    element: str
    value: Json


@dataclass(frozen=True, slots=True)
class PressStep:
    key: str


@dataclass(frozen=True, slots=True)
class ScrollStep:
    """Move the window to `y` CSS pixels from the top; it shows in viewport-only pictures."""

    y: int


@dataclass(frozen=True, slots=True)
class SendStep:
    """Messages of the agent, between two acts of the person."""

    messages: Json


Step = ClickStep | ClickAtStep | FillStep | ChooseStep | ToggleStep | SetStep | PressStep | ScrollStep | SendStep
KEYS = ("Escape", "Enter", "Tab", "Space", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
KNOWN = ("click", "fill", "choose", "toggle", "set", "press", "scroll", "send")


def parse_steps(raw: Json) -> tuple[Step, ...]:
    """The steps of a JSON list (or object with `steps`); raises BadStep that names the first bad one."""
    listed = raw.get("steps") if isinstance(raw, dict) else raw
    if not isinstance(listed, list):
        raise BadStep("Steps must be a JSON list.", hint='For example [{"do": "click", "element": "save"}].')
    return tuple(parse_step(step, index) for index, step in enumerate(listed))


def parse_step(raw: Json, index: int = 0) -> Step:
    """One step; raises BadStep."""
    if not isinstance(raw, dict):
        raise BadStep(f"Step {index} is not an object.", hint='Write {"do": "click", "element": "save"}.')
    match raw.get("do"):
        case "click" if "point" in raw:
            return ClickAtStep(*_point(raw["point"], index))
        case "click":
            return ClickStep(_element(raw, index))
        case "fill" | "type":
            return FillStep(_element(raw, index), _text(raw, index))
        case "choose":
            return ChooseStep(_element(raw, index), _values(raw, index))
        case "toggle":
            return ToggleStep(_element(raw, index), _switch(raw, index))
        case "set":
            return SetStep(_element(raw, index), _required(raw, "value", index))
        case "press":
            return PressStep(_key(raw, index))
        case "scroll":
            return ScrollStep(int(_number(raw.get("y"), index)))
        case "send":
            return SendStep(_required(raw, "messages", index))
    raise BadStep(
        f"Step {index} does {raw.get('do')!r}, which is not known.", expected=", ".join(KNOWN), got=str(raw.get("do"))
    )


def _required(raw: dict[str, Json], name: str, index: int) -> Json:
    if name not in raw:
        raise BadStep(f"Step {index} ({raw['do']}) lacks {name!r}.", expected=name)
    return raw[name]


def _element(raw: dict[str, Json], index: int) -> str:
    element = raw.get("element", raw.get("element_id"))
    if not isinstance(element, str) or not element:
        raise BadStep(f"Step {index} ({raw['do']}) lacks the element it acts on.", expected="element")
    return element


def _text(raw: dict[str, Json], index: int) -> str:
    value = _required(raw, "value", index)
    if not isinstance(value, str) and not is_number(value):
        raise BadStep(f"Step {index} fills in {value!r}, which is not a text.", expected="a text", got=str(value))
    return str(value)


def _values(raw: dict[str, Json], index: int) -> tuple[str, ...]:
    values = raw.get("values", raw.get("value"))
    listed = [values] if isinstance(values, str) else values
    if not isinstance(listed, list) or not all(isinstance(value, str) for value in listed):
        raise BadStep(f"Step {index} (choose) lacks its list of option values.", expected='"values": ["…"]')
    return tuple(str(value) for value in listed)


def _switch(raw: dict[str, Json], index: int) -> bool | None:
    value = raw.get("value")
    if value is not None and not isinstance(value, bool):
        raise BadStep(f"Step {index} toggles to {value!r}.", expected="true, false or nothing", got=str(value))
    return value


def _key(raw: dict[str, Json], index: int) -> str:
    key = raw.get("key")
    if key not in KEYS:
        raise BadStep(f"Step {index} presses {key!r}, which is not known.", expected=", ".join(KEYS), got=str(key))
    return str(key)


def _point(raw: Json, index: int) -> tuple[float, float]:
    if not isinstance(raw, list) or len(raw) != 2:
        raise BadStep(f"Step {index} clicks at {raw!r}.", expected='"point": [x, y]', got=str(raw))
    return _number(raw[0], index), _number(raw[1], index)


def _number(raw: Any, index: int) -> float:
    if not is_number(raw):
        raise BadStep(f"Step {index} has {raw!r} where a number belongs.", expected="a number", got=str(raw))
    return float(raw)


_VERBS = {
    ClickStep: "click",
    ClickAtStep: "click",
    FillStep: "fill",
    ChooseStep: "choose",
    ToggleStep: "toggle",
    SetStep: "set",
    PressStep: "press",
    ScrollStep: "scroll",
    SendStep: "send",
}


def step_json(step: Step) -> dict[str, Any]:
    """The step as `parse_step` takes it."""
    verb = {"do": _VERBS[type(step)]}
    match step:
        case ClickAtStep(x, y):
            return {**verb, "point": [x, y]}
        case ChooseStep(element, values):
            return {**verb, "element": element, "values": list(values)}
        case _:
            return {**verb, **{name: getattr(step, name) for name in step.__dataclass_fields__}}
