"""The things a person could operate on the screen, as the page measured them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Role = Literal[
    "button", "textbox", "checkbox", "radio", "slider", "combobox", "date", "time", "datetime", "tab", "link", "option"
]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class OptionFact:
    value: str
    label: str
    selected: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Element:
    """One operable thing; `box` is x, y, width, height and `point` x, y, in pixels of the picture.

    `covered_by` names the element (or "backdrop") that a click at `point` would reach instead. `group` is the label of
    the choice or tab bar an option belongs to. The value of an obscured text field is shown as bullets.
    """

    element_id: str
    component_id: str
    surface_id: str
    component: str
    role: Role
    name: str
    value: Any = None
    checked: bool | None = None
    enabled: bool = True
    options: tuple[OptionFact, ...] | None = None
    min: Any = None
    max: Any = None
    step: Any = None
    box: Box
    point: tuple[float, float]
    in_view: bool
    covered_by: str | None
    row: str | None = None
    binding: str | None = None
    action: str | None = None
    group: str | None = None
    messages: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The element as `docs/screen-report.md` describes it."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ImageFact:
    alt: str
    src: str
    loaded: bool
    box: Box


@dataclass(frozen=True, slots=True)
class SurfaceFacts:
    """What the page shows of one surface, in reading order."""

    surface_id: str
    texts: tuple[str, ...]
    images: tuple[ImageFact, ...]
    icons: tuple[str, ...]
    elements: tuple[Element, ...]
