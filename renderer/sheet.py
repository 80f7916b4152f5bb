"""One page while it is being drawn: what the templates ask for, and what they leave behind for the stylesheet.

A `Sheet` lives for one `Renderer.markup` call. It numbers ids, collects open dialogs (they are drawn last, over
everything else), the pictures in use, and the few numbers that become style rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from math import isfinite

from markupsafe import Markup

from renderer import markdown, rows
from renderer.columns import Columns, is_unbroken
from renderer.icons import Icons, outline, readable
from renderer.rows import Told
from renderer.view import (
    Button,
    Card,
    ChoicePicker,
    Column,
    Container,
    Icon,
    Image,
    Input,
    List,
    Modal,
    Node,
    Option,
    Row,
    Slider,
    Tabs,
    Text,
    TextField,
    View,
    walk,
)

Draw = Callable[[Node, "Sheet"], Markup]

NOTHING = Markup("")
MAX_WEIGHT = 10_000.0
LINE_LENGTH = 80
"""Characters beyond which a text is a paragraph."""
OWN_ICON = "custom"
"""What the screen report calls an icon that the agent drew itself and did not name."""
_RIGHT_TO_LEFT = frozenset({"ar", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"})
_NUMBER_INPUT = re.compile(r"(?:-?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?)?")
_PLAIN_CHILDREN = (Text, Icon, Image)


@dataclass(frozen=True, slots=True)
class Dialog:
    """An open modal with its drawn content. When `titled`, that begins with text: the close control sits beside it."""

    node: Modal
    content: Markup
    titled: bool
    inert: bool = False


@dataclass(frozen=True, slots=True)
class DrawnIcon:
    """`name` stands for the icon in the screen report, `label` is what is read aloud."""

    shapes: Markup
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class Range:
    """A slider's numbers as HTML wants them. `fill` is the filled share in percent, `shown` the value for people."""

    min: str
    max: str
    step: str
    value: str
    fill: str
    shown: str


class Sheet:
    def __init__(self, view: View, draws: Mapping[type[Node], Draw], icons: Icons) -> None:
        self.weights: set[str] = set()
        self.fills: set[str] = set()
        self.columns = Columns()
        self.pictures: dict[str, tuple[str, bytes]] = {}
        self.covered = False
        self.direction = "rtl" if view.locale.split("-")[0].lower() in _RIGHT_TO_LEFT else "ltr"
        self._registered = view.pictures
        self._draws = draws
        self._icons = icons
        self._dialogs: list[Dialog | None] = []
        self._told: dict[str, str] = {}
        self._ids = 0
        self._buttons = 0

    # Drawing

    def draw(self, node: Node) -> Markup:
        return self._draws[type(node)](node, self)

    def draw_inside_button(self, node: Node) -> Markup:
        """Inside a button, links are text: a click there presses the button."""
        self._buttons += 1
        drawn = self.draw(node)
        self._buttons -= 1
        return drawn

    def portal(self, modal: Modal) -> Markup:
        """Leaves nothing in place; the open dialog comes out of `take_dialogs`, an outer one before those inside it."""
        if not modal.open or modal.content is None:
            return NOTHING
        place = len(self._dialogs)
        self._dialogs.append(None)
        buttons, self._buttons = self._buttons, 0
        self._dialogs[place] = Dialog(modal, self.draw(modal.content), _begins_with_text(modal.content))
        self._buttons = buttons
        return NOTHING

    def take_dialogs(self) -> list[Dialog]:
        taken = [dialog for dialog in self._dialogs if dialog is not None]
        self._dialogs = []
        return taken

    def new_id(self) -> str:
        self._ids += 1
        return f"e{self._ids}"

    # Attributes

    def frame(self, node: Node) -> Markup:
        """The attributes that every component's outermost element has."""
        if node.weight is None and not node.hidden_from_assistance:
            return NOTHING
        weight = self._weight(node.weight)
        shown = Markup(' data-weight="{}"').format(weight) if weight else NOTHING
        return shown + Markup(' aria-hidden="true"') if node.hidden_from_assistance else shown

    def region(self, node: Node) -> Markup:
        """`frame`, with the accessible name and description of a component that is no control."""
        frame = self.frame(node)
        if not node.accessible_name and not node.accessible_description:
            return frame
        role = Markup(' role="group"') if isinstance(node, Container | Card) else NOTHING
        label = Markup(' aria-label="{}"').format(node.accessible_name) if node.accessible_name else NOTHING
        return role + label + _description(node) + frame

    def naming(self, node: Input, element_id: str, fallback: str) -> Markup:
        """What names and describes an input: an empty label and no accessible name give the `fallback` name."""
        name = node.accessible_name or ("" if node.label else fallback)
        label = Markup(' aria-label="{}"').format(name) if name else NOTHING
        invalid = Markup(' aria-invalid="true"') if node.messages else NOTHING
        return label + self.described(node, element_id) + invalid

    def described(self, node: Input | Button, element_id: str) -> Markup:
        """Points to its failing messages, and adds the description that the agent gave."""
        ids = self._told.get(node.key) or f"{element_id}-messages"
        messages = Markup(' aria-describedby="{}"').format(ids) if node.messages else NOTHING
        return messages + _description(node)

    def button_name(self, node: Node, content: Node | None) -> Markup:
        name = node.accessible_name or name_without_text(content)
        return Markup(' aria-label="{}"').format(name) if name else NOTHING

    def search_name(self, node: ChoicePicker) -> str:
        label = node.accessible_name or node.label
        return f"Search in {label}" if label else "Search"

    def dialog_name(self, modal: Modal) -> str:
        return modal.accessible_name or words_of(modal.trigger) or name_without_text(modal.trigger) or "Dialog"

    # Content

    def prose(self, node: Text) -> markdown.Prose:
        return markdown.render(node.text, node.variant, link_key=None if self._buttons else node.key)

    def icon(self, node: Icon) -> DrawnIcon:
        own = outline(node.path) if node.path else None
        glyph = self._icons.find(node.name)
        name = node.name or node.accessible_name or OWN_ICON
        if own is not None:
            return DrawnIcon(own, name, node.accessible_name)
        return DrawnIcon(glyph.shapes, name, node.accessible_name or ("" if glyph.known else node.name or "Icon"))

    def glyph(self, name: str) -> Markup:
        """A mark of ours, no part of the agent's screen."""
        return Markup('<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">{}</svg>').format(
            self._icons.find(name).shapes
        )

    def has_picture(self, digest: str | None) -> bool:
        """Whether the picture is registered; remembers that the page uses it."""
        picture = self._registered.get(digest) if digest else None
        if picture is None or digest is None:
            return False
        self.pictures[digest] = picture
        return True

    def has_selected(self, options: tuple[Option, ...]) -> bool:
        return any(option.selected for option in options)

    def input_type(self, node: TextField) -> str:
        """A number input shows nothing at all for a value that is no number, so such a value is shown as text."""
        if node.variant == "obscured":
            return "password"
        return "number" if node.variant == "number" and _NUMBER_INPUT.fullmatch(node.value) else "text"

    def range(self, node: Slider) -> Range:
        low, high = sorted((_finite(node.min), _finite(node.max)))
        value = min(max(_finite(node.value), low), high)
        fill = number(round(100 * (value - low) / (high - low), 1)) if high > low else "0"
        self.fills.add(fill)
        step = number(node.step) if node.step is not None and isfinite(node.step) and node.step > 0 else "any"
        return Range(number(low), number(high), step, number(value), fill, number(round(value, 4)))

    # Choices of style that CSS alone cannot make

    def is_button(self, node: Node | None) -> bool:
        return isinstance(node, Button)

    def holds_controls(self, node: Node | None) -> bool:
        """Whether something operable is inside: HTML allows no control within a native button."""
        if node is None or isinstance(node, _PLAIN_CHILDREN):
            return False
        return any(isinstance(inner, Button | Input | Tabs | Modal) for inner in walk(node))

    def button_style(self, node: Button) -> str:
        child = node.child
        if isinstance(child, Icon):
            return "icon-only"
        tile = isinstance(child, Column | Card | List | Image) or (
            isinstance(child, Row) and any(isinstance(item, Container | Card) for item in child.items)
        )
        return "tile" if tile else ""

    def row_style(self, node: Row) -> str:
        return rows.style_of(node)

    def row_tail(self, node: Row) -> int:
        return rows.tail_of(node)

    def columns_of(self, node: Row) -> str:
        """The weights of a table's row, which name the table; notes how wide its cells have to be."""
        weights = " ".join(self._weight(item.weight) or "0" for item in node.items)
        self.columns.add(weights, node.items)
        return weights

    def told_under(self, node: Row | List) -> Told | None:
        """The messages told under this row; its buttons, drawn next, then only point to them."""
        told = rows.told_under(node, self.new_id())
        if told is not None:
            self._told |= told.by_button
        return told

    def is_told(self, node: Button) -> bool:
        return node.key in self._told

    def is_unbroken(self, node: Text) -> bool:
        return is_unbroken(node.text)

    def is_long(self, node: Text) -> bool:
        """Whether it is a paragraph rather than a line: two of them stand further apart than lines do."""
        return node.variant == "body" and len(node.text) > LINE_LENGTH

    def is_refused(self, node: ChoicePicker, option: Option) -> bool:
        """Whether as many options are chosen as may be, and this is none of them."""
        if node.most is None or not node.multiple or option.selected:
            return False
        return sum(each.selected for each in node.options) >= node.most

    def _weight(self, weight: float | None) -> str:
        if weight is None or not isfinite(weight) or weight < 0:
            return ""
        text = number(min(round(weight, 4), MAX_WEIGHT))
        self.weights.add(text)
        return text


def number(value: float) -> str:
    """A finite number without exponent or needless zeros, as HTML and CSS read it."""
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(float(value))), "f")


def words_of(node: Node | None) -> str:
    """The plain text of all Texts from `node` down."""
    texts = (markdown.plain(inner.text, inner.variant) for inner in walk(node) if isinstance(inner, Text))
    return " ".join(" ".join(texts).split())


def name_without_text(node: Node | None) -> str:
    """A name for a control that shows no word: its icon's or image's, else `Button`; empty when it does show one."""
    if isinstance(node, Text) and node.text:
        return "" if node.text.isalnum() or words_of(node) else "Button"
    pictured = ""
    for inner in walk(node):
        if isinstance(inner, Text) and words_of(inner):
            return ""
        if not pictured and isinstance(inner, Icon):
            pictured = inner.accessible_name or readable(inner.name)
        elif not pictured and isinstance(inner, Image):
            pictured = inner.accessible_name or inner.description
    return pictured or "Button"


def _description(node: Node) -> Markup:
    if not node.accessible_description:
        return NOTHING
    return Markup(' aria-description="{}"').format(node.accessible_description)


def _finite(value: float) -> float:
    return value if isfinite(value) else 0


def _begins_with_text(node: Node | None) -> bool:
    while isinstance(node, Card | Column):
        children = node.children()
        node = children[0] if children else None
    return isinstance(node, Text)
