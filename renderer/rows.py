"""What a row is made of, which decides how it is laid out, and where the messages of its buttons are told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from renderer.columns import length_of
from renderer.view import (
    AudioPlayer,
    Button,
    Card,
    CheckBox,
    Column,
    Icon,
    Image,
    Input,
    List,
    Modal,
    Node,
    Row,
    Tabs,
    Text,
    Video,
    walk,
)

Style = Literal["", "cards", "panes", "table", "icons", "words", "fields", "pack", "fluid"]
Side = Literal["start", "center", "end"]

MANY_BUTTONS = 3
NARROWEST_BUTTON = 44.0
MESSAGE_SIZE = 13.0
"""Pixels, as in the stylesheet."""

_PANES = (Card, Column, List, Tabs)


def style_of(row: Row) -> Style:
    """Whether and how the row may continue on the next line when space is short.

    A `table` never does: its cells line up with those of other rows. `icons` do only when they are alone on their line,
    `words` between texts, and `fluid` has one large part that gives way to the buttons beside it.
    """
    items = row.items
    if len(items) < 2:
        return ""
    if all(isinstance(item, _PANES) for item in items):
        if all(isinstance(item, Card) for item in items):
            return "cards"
        if any(_is_pane(item) for item in items):
            return "panes"
    weighted = sum(item.weight is not None for item in items)
    fields = any(_is_field(item) for item in items)
    if weighted > 1:
        return "fields" if fields and all(_is_field(item) or _is_small(item) for item in items) else "table"
    if all(isinstance(item, Text) or (weighted == 0 and _is_run_of_icons(item)) for item in items):
        return "words"
    if weighted == 0 and all(isinstance(item, Icon) for item in items):
        return "icons"
    if weighted == 0 and fields:
        return "fields"
    if weighted == 0 and all(isinstance(item, CheckBox) for item in items):
        return "pack"
    return _style_by_size(row)


def tail_of(row: Row) -> int:
    """Where the small things after the large one begin, if they are several: they go to the next line together."""
    large = next(place for place, item in enumerate(row.items) if not _is_small(item))
    return large + 1 if len(row.items) - large > 2 else len(row.items)


@dataclass(frozen=True, slots=True)
class Told:
    """What is told under a row: each message once, with the ids it has; `by_button` holds the ids for each button."""

    side: Side
    messages: tuple[tuple[str, str], ...]
    by_button: dict[str, str]


def told_under(container: Row | List, element_id: str) -> Told | None:
    """The messages of the row's own buttons, so that they leave the buttons where and as wide as they are.

    None when no check fails, and when every message is short enough to stand under its own button.
    """
    buttons = [_button_of(item) for item in container.items]
    failing = {place: button for place, button in enumerate(buttons) if button is not None and button.messages}
    if not failing or _each_fits_its_button(container.items, failing.values()):
        return None
    ids: dict[str, str] = {}
    by_button: dict[str, str] = {}
    for button in failing.values():
        for message in button.messages:
            ids.setdefault(message, f"{element_id}-{len(ids)}")
        by_button[button.key] = " ".join(ids[message] for message in button.messages)
    return Told(_side(container, min(failing)), tuple(ids.items()), by_button)


def _button_of(item: Node) -> Button | None:
    """The button itself, or the one that opens the modal."""
    if isinstance(item, Modal):
        item = item.trigger or item
    return item if isinstance(item, Button) else None


def _each_fits_its_button(items: Sequence[Node], failing: Iterable[Button]) -> bool:
    if not all(isinstance(item, Button) for item in items):
        return False
    return all(
        len(button.messages) == 1 and length_of(button.messages[0], MESSAGE_SIZE) <= NARROWEST_BUTTON
        for button in failing
    )


def _side(container: Row | List, place: int) -> Side:
    """Where in the row the button at `place` stands."""
    if isinstance(container, List):
        return "start"
    ends = [other for other, item in enumerate(container.items) if _grows(item)]
    if not ends and container.justify in ("spaceBetween", "stretch"):
        ends = [0, len(container.items) - 1]
    if ends:
        return "start" if place <= ends[0] else "end" if place >= ends[-1] else "center"
    return "start" if container.justify == "start" else "end" if container.justify == "end" else "center"


def _grows(item: Node) -> bool:
    return item.weight is not None or _is_field(item) or isinstance(item, Tabs | List | AudioPlayer | Video)


def _style_by_size(row: Row) -> Style:
    large = [item for item in row.items if not _is_small(item)]
    if not large:
        return "pack"
    gives_way = large[0].weight is not None or row.justify == "spaceBetween"
    acts = any(not isinstance(item, Icon | Image) for item in row.items if item is not large[0])
    if len(large) == 1 and gives_way and acts:
        return "fluid"
    return "pack" if sum(isinstance(item, Button) for item in row.items) >= MANY_BUTTONS else ""


def _is_small(node: Node) -> bool:
    if isinstance(node, Row):
        return all(_is_small(item) for item in node.items)
    if isinstance(node, Modal):
        return isinstance(node.trigger, Button | Icon)
    return isinstance(node, Button | Icon) or (isinstance(node, Image) and node.variant in ("icon", "avatar"))


def _is_run_of_icons(node: Node) -> bool:
    return isinstance(node, Row) and bool(node.items) and all(isinstance(item, Icon) for item in node.items)


def _is_field(node: Node) -> bool:
    return isinstance(node, Input) and not isinstance(node, CheckBox)


def _is_pane(node: Node) -> bool:
    return any(isinstance(inner, Input | Card | List | Tabs) for inner in walk(node))
