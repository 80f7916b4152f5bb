"""Joins what the tree says of a screen with what the page measured of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

from renderer.elements import Box, Element, ImageFact, OptionFact, Role, SurfaceFacts
from renderer.view import Button, ChoicePicker, Input, Modal, Node, SurfaceView, Tabs, View, walk


class MeasuredElement(TypedDict, total=False):
    """An element in the page's own words; lengths are CSS pixels of the window."""

    element_id: str
    role: Role
    name: str
    value: Any
    checked: bool | None
    enabled: bool
    min: Any
    max: Any
    step: Any
    box: list[float]
    point: list[float]
    covered_by: str | None
    shown: bool


class MeasuredImage(TypedDict):
    alt: str
    src: str
    loaded: bool
    box: list[float]


class MeasuredSurface(TypedDict):
    surface_id: str
    texts: list[str]
    images: list[MeasuredImage]
    icons: list[str]
    elements: list[MeasuredElement]


class PageFacts(TypedDict):
    """All that page.js measures; `content_height` is in CSS pixels, as are `width`, `height` and `scroll`."""

    surfaces: list[MeasuredSurface]
    content_height: int
    width: int
    height: int
    scroll: float


@dataclass(frozen=True, slots=True)
class Part:
    """Where in the tree an element id leads: its node, and what only that part of the node has."""

    node: Node
    options: tuple[OptionFact, ...] | None = None
    group: str | None = None


def join(view: View, facts: PageFacts, scale: float) -> tuple[SurfaceFacts, ...]:
    """The facts of each surface, in pixels of the picture. An element the tree does not know is left out."""
    picture = (facts["width"] * scale, facts["height"] * scale)
    trees = {surface.surface_id: surface for surface in view.surfaces}
    return tuple(
        _surface(trees[measured["surface_id"]], measured, scale=scale, picture=picture)
        for measured in facts["surfaces"]
        if measured["surface_id"] in trees
    )


def parts(surface: SurfaceView) -> dict[str, Part]:
    """Every element id that a surface may show."""
    return {element_id: part for node in walk(surface.root) for element_id, part in _parts(node)}


def _surface(
    surface: SurfaceView, measured: MeasuredSurface, *, scale: float, picture: tuple[float, float]
) -> SurfaceFacts:
    known = parts(surface)
    elements = ((_part(known, one["element_id"]), one) for one in measured["elements"])
    return SurfaceFacts(
        surface_id=surface.surface_id,
        texts=tuple(measured["texts"]),
        images=tuple(_image(image, scale) for image in measured["images"]),
        icons=tuple(measured["icons"]),
        elements=tuple(_element(part, one, scale, picture) for part, one in elements if part is not None),
    )


def _parts(node: Node) -> Iterator[tuple[str, Part]]:
    key = node.key
    if isinstance(node, Tabs):
        for tab in node.tabs:
            yield f"{key}#{tab.index}", Part(node, group=node.accessible_name or None)
    elif isinstance(node, Modal):
        yield f"{key}#close", Part(node)
        yield key, Part(node)
    elif isinstance(node, ChoicePicker):
        yield f"{key}#filter", Part(node, group=node.label or None)
        if node.layout == "menu":
            options = tuple(OptionFact(one.value, one.label, one.selected) for one in node.shown)
            yield key, Part(node, options=options)
        for option in node.options:
            yield f"{key}#{option.value}", Part(node, group=node.label or None)
    else:
        yield key, Part(node)


def _part(known: Mapping[str, Part], element_id: str) -> Part | None:
    found = known.get(element_id)
    if found is not None:
        return found
    key, mark, number = element_id.rpartition("@")
    return known.get(key) if mark and number.isdecimal() else None


def _element(part: Part, measured: MeasuredElement, scale: float, picture: tuple[float, float]) -> Element:
    node = part.node
    x, y = measured["point"]
    point = (_pixels(x, scale), _pixels(y, scale))
    inside = 0 <= point[0] < picture[0] and 0 <= point[1] < picture[1]
    trigger = _trigger(node, measured["element_id"])
    told = trigger or node
    return Element(
        element_id=measured["element_id"],
        component_id=node.component_id,
        surface_id=node.surface_id,
        component=node.component,
        role=measured["role"],
        name=measured["name"],
        value=_value(part, measured),
        checked=measured.get("checked"),
        enabled=measured["enabled"] and not (trigger and not trigger.enabled),
        options=part.options,
        min=measured.get("min"),
        max=measured.get("max"),
        step=measured.get("step"),
        box=_box(measured["box"], scale),
        point=point,
        in_view=inside and measured["shown"],
        covered_by=measured["covered_by"],
        row=node.row,
        binding=_binding(node, measured["element_id"]),
        action=_action(node, measured["element_id"]),
        group=part.group,
        messages=told.messages if isinstance(told, Input | Button) else (),
    )


def _trigger(node: Node, element_id: str) -> Button | None:
    """The button that opens the modal `element_id`: while it is disabled, nothing opens."""
    if isinstance(node, Modal) and element_id == node.key and isinstance(node.trigger, Button):
        return node.trigger
    return None


def _value(part: Part, measured: MeasuredElement) -> Any:
    """A menu with nothing chosen shows an empty line, which is no option."""
    value = measured.get("value")
    if part.options is not None and measured["role"] == "combobox":
        return value if any(option.selected for option in part.options) else None
    return value


def _binding(node: Node, element_id: str) -> str | None:
    """What the element writes; the search box of a choice writes nothing."""
    return node.binding if isinstance(node, Input) and element_id != f"{node.key}#filter" else None


def _action(node: Node, element_id: str) -> str | None:
    return node.action if isinstance(node, Button) and element_id == node.key else None


def _image(measured: MeasuredImage, scale: float) -> ImageFact:
    return ImageFact(measured["alt"], measured["src"], measured["loaded"], _box(measured["box"], scale))


def _box(box: list[float], scale: float) -> Box:
    x, y, width, height = (_pixels(length, scale) for length in box)
    return (x, y, width, height)


def _pixels(length: float, scale: float) -> float:
    return round(length * scale, 2)
