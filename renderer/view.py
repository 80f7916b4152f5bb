"""What a screen shows: one resolved tree per surface, with no binding, function or protocol version left in it.

`ui_server.resolve` makes these trees; `renderer.html` turns them into a page; `renderer.elements` joins them with what
the page measured. A node's `key` is the element id of the contract: the component id, and inside a template the
component id, a colon and the row's data path (`book:items/1`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Justify = Literal["start", "center", "end", "spaceBetween", "spaceAround", "spaceEvenly", "stretch"]
Align = Literal["start", "center", "end", "stretch"]
TextVariant = Literal["h1", "h2", "h3", "h4", "h5", "caption", "body"]
ImageFit = Literal["contain", "cover", "fill", "none", "scaleDown"]
ImageVariant = Literal["icon", "avatar", "smallFeature", "mediumFeature", "largeFeature", "header"]
ButtonVariant = Literal["default", "primary", "borderless"]
TextFieldVariant = Literal["shortText", "longText", "number", "obscured"]
Theme = Literal["light", "dark"]
MissingReason = Literal["pending", "cycle", "unknown", "limit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """What every component shares.

    `component` is the type as the agent wrote it (`MultipleChoice` in v0.8), `row` the JSON Pointer of the template row
    it stands in, `weight` its share of the free space in a Row or Column.
    """

    key: str
    component_id: str
    surface_id: str
    component: str
    row: str | None = None
    weight: float | None = None
    accessible_name: str = ""
    accessible_description: str = ""
    hidden_from_assistance: bool = False

    def children(self) -> tuple[Node, ...]:
        """The nodes directly inside this one that are on the screen now."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(Node):
    text: str = ""
    variant: TextVariant = "body"


@dataclass(frozen=True, slots=True, kw_only=True)
class Image(Node):
    """`source` is the address as the agent gave it, `picture` the content hash of its registered bytes.

    Without a picture the page shows a placeholder with `description`; `refusal` says why in a few words.
    """

    source: str = ""
    picture: str | None = None
    refusal: str = ""
    description: str = ""
    fit: ImageFit = "fill"
    variant: ImageVariant = "mediumFeature"


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon(Node):
    """A named icon, or `path`, the `d` of a 24 x 24 outline that the agent drew itself."""

    name: str = ""
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Video(Node):
    source: str = ""
    poster: str | None = None
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AudioPlayer(Node):
    source: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Container(Node):
    items: tuple[Node, ...] = ()
    align: Align = "stretch"

    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Container):
    justify: Justify = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Container):
    justify: Justify = "start"


@dataclass(frozen=True, slots=True, kw_only=True)
class List(Container):
    direction: Literal["vertical", "horizontal"] = "vertical"


@dataclass(frozen=True, slots=True, kw_only=True)
class Card(Node):
    child: Node | None = None

    def children(self) -> tuple[Node, ...]:
        return (self.child,) if self.child else ()


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab head; its element id is `<key>#<index>`."""

    title: str
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tabs(Node):
    """All heads, and the pane of the open one only: what is in a closed tab is not on the screen."""

    tabs: tuple[Tab, ...] = ()
    selected: int = 0
    pane: Node | None = None

    def children(self) -> tuple[Node, ...]:
        return (self.pane,) if self.pane else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Modal(Node):
    """The trigger, and the content while it is open (else None). Its close control is `<key>#close`."""

    trigger: Node | None = None
    content: Node | None = None
    open: bool = False

    def children(self) -> tuple[Node, ...]:
        return tuple(node for node in (self.trigger, self.content) if node)


@dataclass(frozen=True, slots=True, kw_only=True)
class Divider(Node):
    axis: Literal["horizontal", "vertical"] = "horizontal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Button(Node):
    child: Node | None = None
    variant: ButtonVariant = "default"
    enabled: bool = True
    action: str | None = None
    messages: tuple[str, ...] = ()

    def children(self) -> tuple[Node, ...]:
        return (self.child,) if self.child else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Input(Node):
    """What every input shares: `binding` is the absolute pointer it writes, None when it only keeps a local value."""

    label: str = ""
    binding: str | None = None
    messages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextField(Input):
    value: str = ""
    variant: TextFieldVariant = "shortText"
    placeholder: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckBox(Input):
    checked: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One choice; its element id is `<key>#<value>`."""

    value: str
    label: str
    selected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoicePicker(Input):
    """A choice of one (`multiple` false) or several options.

    `layout` is decided by the resolver: chips, a list of radio buttons or check boxes, or a closed `menu` for one of
    many. `filter` is what the person typed to narrow a filterable list; `shown` are the options that pass it.
    """

    options: tuple[Option, ...] = ()
    shown: tuple[Option, ...] = ()
    multiple: bool = False
    layout: Literal["list", "chips", "menu"] = "list"
    filterable: bool = False
    filter: str = ""
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider(Input):
    """`step` None means any value between the ends."""

    value: float = 0
    min: float = 0
    max: float = 100
    step: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DateTimeInput(Input):
    """`value`, `min` and `max` are ISO 8601 in the control's own shape: a date, a time, or both with a `T`; or ""."""

    value: str = ""
    kind: Literal["date", "time", "datetime"] = "datetime"
    min: str = ""
    max: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing(Node):
    """A place in the tree that cannot be drawn: a child not yet sent, a cycle, an unknown type, a limit reached."""

    reason: MissingReason = "pending"


@dataclass(frozen=True, slots=True)
class SurfaceView:
    """One surface as it is shown. `primary_color` is `#RRGGBB`, checked; `icon` a picture's content hash."""

    surface_id: str
    root: Node | None
    primary_color: str | None = None
    font: str | None = None
    agent_name: str | None = None
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything that the page is made of. `pictures` maps content hashes to (media type, bytes)."""

    surfaces: tuple[SurfaceView, ...]
    pictures: dict[str, tuple[str, bytes]]
    theme: Theme = "light"
    locale: str = "en-US"


def walk(node: Node | None) -> Iterator[Node]:
    """Every node on the screen from `node` down, in document order."""
    if node is None:
        return
    yield node
    for child in node.children():
        yield from walk(child)
