"""A component as the agent defined it, with one spelling for all protocol versions.

Property names and enum values are those of v0.9 (`text`, `variant`, `justify`, …); `type` keeps the agent's own word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal as OneOf

from ui_server.expressions import Expression

Kind = OneOf[
    "Text", "Image", "Icon", "Video", "AudioPlayer", "Row", "Column", "List", "Card", "Tabs", "Modal", "Divider",
    "Button", "TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput", "Unknown",
]  # fmt: skip
INPUT_KINDS = frozenset({"TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput"})


@dataclass(frozen=True, slots=True)
class Template:
    """One instance of `component_id` for each item found at `path`."""

    component_id: str
    path: str


@dataclass(frozen=True, slots=True)
class TabItem:
    title: Expression
    child: str


@dataclass(frozen=True, slots=True)
class ChoiceItem:
    label: Expression
    value: str


@dataclass(frozen=True, slots=True)
class Check:
    """A condition that must hold, and what the person reads when it does not (None: the function's own words)."""

    condition: Expression
    message: str | None


@dataclass(frozen=True, slots=True)
class Action:
    """What a press does: send the event `name` with its context, or run `call` in the client (then `name` is None)."""

    name: str | None
    context: Mapping[str, Expression] = field(default_factory=dict)
    call: Expression | None = None
    user_message: Expression | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Component:
    """`pointer` is the JSON Pointer of the definition in the list of messages that brought it, `batch` which list."""

    id: str
    type: str
    kind: Kind
    properties: Mapping[str, Expression] = field(default_factory=dict)
    children: tuple[str, ...] | Template | None = None
    slots: Mapping[str, str] = field(default_factory=dict)
    tabs: tuple[TabItem, ...] = ()
    options: tuple[ChoiceItem, ...] = ()
    checks: tuple[Check, ...] = ()
    action: Action | None = None
    weight: float | None = None
    pointer: str = ""
    batch: int = 0

    def references(self) -> Iterator[tuple[str, str]]:
        """Each component id this one refers to, with the relative JSON Pointer of the reference (v0.9 names)."""
        for name, target in self.slots.items():
            yield f"/{name}", target
        if isinstance(self.children, Template):
            yield "/children/componentId", self.children.component_id
        elif self.children:
            for index, target in enumerate(self.children):
                yield f"/children/{index}", target
        for index, tab in enumerate(self.tabs):
            yield f"/tabs/{index}/child", tab.child

    def expressions(self) -> Iterator[tuple[str, Expression]]:
        """Each expression of the component with its relative JSON Pointer (v0.9 names)."""
        for name, expression in self.properties.items():
            yield f"/{name}", expression
        for index, tab in enumerate(self.tabs):
            yield f"/tabs/{index}/title", tab.title
        for index, option in enumerate(self.options):
            yield f"/options/{index}/label", option.label
        for index, check in enumerate(self.checks):
            yield f"/checks/{index}/condition", check.condition
        yield from self._action_expressions()

    def _action_expressions(self) -> Iterator[tuple[str, Expression]]:
        if self.action is None:
            return
        for name, expression in self.action.context.items():
            yield f"/action/event/context/{name}", expression
        if self.action.call is not None:
            yield "/action/functionCall", self.action.call
        if self.action.user_message is not None:
            yield "/action/event/userMessage", self.action.user_message
