"""From a surface to the tree that is shown: templates expanded, bindings and functions evaluated, checks run.

Everything is computed anew from the data each time. After this module nothing knows a protocol version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from renderer import view
from renderer.view import MissingReason, Node
from ui_server import pointer
from ui_server.builders import BUILDERS, unknown
from ui_server.component import Check, Component, Template
from ui_server.diagnostics.diagnostic import Diagnostic, Severity
from ui_server.element_ids import ElementIds
from ui_server.evaluate import Evaluator, Scope
from ui_server.expressions import Binding, Expression, Initial, Json, Literal
from ui_server.functions import MAX_TEXT, Functions, Unevaluable, to_text, truth
from ui_server.images import ImageRefused, Images
from ui_server.pointer import Tokens
from ui_server.surface import Surface

MAX_NODES: Final = 5_000
"""Components, options and tab heads one surface may expand to; what lies beyond is left out and reported (shared
children can explode)."""
MAX_DEPTH: Final = 60
MAX_TEXTS: Final = 1_000_000
"""Characters of all texts of one surface."""
_VALUE = "value"
_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Resolved:
    """The tree to show, where each element came from, and what could not be evaluated."""

    view: view.SurfaceView
    origins: Mapping[str, Origin]
    pictures: Mapping[str, tuple[str, bytes]]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """The component an element id stands for, and the scope its bindings resolve in."""

    component: Component
    scope: Scope
    local_key: str


def resolve(surface: Surface, functions: Functions, images: Images, *, ids: ElementIds | None = None) -> Resolved:
    """The tree of `surface` as a person would see it now. Never raises for anything an agent sent.

    `ids` are those of the screen, to be given when several surfaces stand on it.
    """
    walk = Walk(surface, functions, images, ids or ElementIds())
    root = walk.node(surface.root, Scope(), (), 0) if surface.root else None
    theme = surface.theme
    shown = view.SurfaceView(
        surface_id=surface.surface_id,
        root=root,
        primary_color=theme.primary_color,
        font=theme.font,
        agent_name=theme.agent_name,
        icon=walk.picture(theme.icon_url)[0] if theme.icon_url else None,
    )
    return Resolved(shown, walk.origins, walk.pictures, tuple(walk.diagnostics))


@dataclass(slots=True)
class Place:
    """Where in the tree a component is being drawn."""

    component: Component
    scope: Scope
    key: str
    local_key: str
    trail: tuple[tuple[str, Tokens], ...]
    depth: int


@dataclass(slots=True)
class Walk:
    surface: Surface
    functions: Functions
    images: Images
    ids: ElementIds = field(default_factory=ElementIds)
    origins: dict[str, Origin] = field(default_factory=dict)
    pictures: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    local_ids: ElementIds = field(default_factory=ElementIds)
    reported: set[tuple[str, str]] = field(default_factory=set)
    nodes: int = 0
    characters: int = 0
    is_oversized: bool = False
    is_wordy: bool = False
    evaluator: Evaluator = field(init=False)

    def __post_init__(self) -> None:
        self.evaluator = Evaluator(self.surface.data, self.functions)

    # -- the tree ------------------------------------------------------------------------------------------------

    def node(self, component_id: str, scope: Scope, trail: tuple[tuple[str, Tokens], ...], depth: int) -> Node:
        self.nodes += 1
        component = self.surface.components.get(component_id)
        local_key, key = self._keys(component_id, component, scope)
        here = (component_id, scope.base)
        reason: MissingReason | None = "pending" if component is None else "cycle" if here in trail else None
        if component is not None and reason is None and (depth > MAX_DEPTH or self.nodes > MAX_NODES):
            self._report_size(component)
            reason = "limit"
        if component is None or reason is not None:
            return self._missing(key, component_id, scope, reason or "pending")
        self.origins[key] = Origin(component, scope, local_key)
        place = Place(component, scope, key, local_key, (*trail, here), depth + 1)
        return BUILDERS.get(component.kind, unknown)(self, place)

    def _keys(self, component_id: str, component: Component | None, scope: Scope) -> tuple[str, str]:
        """The key of the component's local state, and its element id on this screen."""
        row = pointer.join(scope.base)[1:] if scope.base else ""
        wanted = f"{component_id}:{row}" if row else component_id
        surface_id = self.surface.surface_id
        local_key = self.local_ids.claim(wanted, component, surface_id=surface_id, component_id=component_id)
        return local_key, self.ids.claim(local_key, component, surface_id=surface_id, component_id=component_id)

    def _missing(self, key: str, component_id: str, scope: Scope, reason: MissingReason) -> Node:
        return view.Missing(
            key=key,
            component_id=component_id,
            surface_id=self.surface.surface_id,
            component="",
            row=scope.row,
            reason=reason,
        )

    def slot(self, place: Place, name: str) -> Node | None:
        target = place.component.slots.get(name)
        return self.node(target, place.scope, place.trail, place.depth) if target is not None else None

    def items(self, place: Place) -> tuple[Node, ...]:
        """The children, up to the first one beyond the limit, which stands for all the others."""
        nodes: list[Node] = []
        for target, scope in self._children(place):
            if self.nodes > MAX_NODES:
                self._report_size(place.component)
                break
            nodes.append(self.node(target, scope, place.trail, place.depth))
        return tuple(nodes)

    def _children(self, place: Place) -> Iterator[tuple[str, Scope]]:
        children = place.component.children
        if not isinstance(children, Template):
            yield from ((child, place.scope) for child in children or ())
            return
        rows = self.surface.rows(children, place.scope.base)
        yield from ((children.component_id, Scope(row, number)) for number, row in enumerate(rows))

    def within_limit(self, place: Place, parts: Sequence[_Item]) -> Sequence[_Item]:
        """As many of a component's options or tabs as there is room for."""
        room = max(MAX_NODES - self.nodes, 0)
        self.nodes += min(len(parts), room)
        if len(parts) > room:
            self._report_size(place.component)
        return parts[:room]

    # -- values --------------------------------------------------------------------------------------------------

    def value(self, place: Place, name: str) -> Json:
        """The value of a property now, null where nothing is; a function that fails is reported once."""
        expression = place.component.properties.get(name)
        return None if expression is None else self.evaluate(place, expression)

    def text(self, place: Place, name: str) -> str:
        expression = place.component.properties.get(name)
        return "" if expression is None else self.words(place, expression)

    def words(self, place: Place, expression: Expression) -> str:
        """The text of an expression, as far as it can be shown."""
        if self.characters < MAX_TEXTS:
            return self.cut(place, to_text(self.evaluate(place, expression)))
        self._report_words(place.component)
        return ""

    def cut(self, place: Place, text: str) -> str:
        """`text`, or the beginning of one that is too long or stands on a screen with too many words."""
        room = MAX_TEXTS - self.characters
        if len(text) > room:
            self._report_words(place.component)
        elif len(text) > MAX_TEXT:
            message = f"A text of {len(text):,} characters is cut to {MAX_TEXT:,}."
            self._report("limit_reached", place.component, message)
        shown = text[: min(room, MAX_TEXT)]
        self.characters += len(shown)
        return shown

    def evaluate(self, place: Place, expression: Expression) -> Json:
        if isinstance(expression, Literal):
            return expression.value
        try:
            value = self.evaluator.value(expression, place.scope)
        except (Unevaluable, pointer.PointerError) as fault:
            self._report(fault.code, place.component, fault.message, fault.hint)
            return None
        self._report_gaps(place.component)
        return None if isinstance(value, pointer.Missing) else value

    def local(self, place: Place) -> Json:
        """An input's value: what its binding holds, or what the person gave it where nothing is bound."""
        if place.local_key in self.surface.local.values and self.binding(place) is None:
            return self.surface.local.values[place.local_key]
        return self.value(place, _VALUE)

    def binding(self, place: Place) -> str | None:
        tokens = binding_of(place.component, place.scope)
        return None if tokens is None else pointer.join(tokens)

    def messages(self, place: Place) -> tuple[str, ...]:
        failing = (self._failing(place, check) for check in place.component.checks)
        return tuple(self.cut(place, message) for message in failing if message is not None)

    def _failing(self, place: Place, check: Check) -> str | None:
        try:
            value = self.evaluator.value(check.condition, place.scope)
        except (Unevaluable, pointer.PointerError) as fault:
            self._report(fault.code, place.component, fault.message, fault.hint)
            return check.message or fault.message
        self._report_gaps(place.component)
        if not isinstance(value, pointer.Missing) and truth(value):
            return None
        own = value.get("message") if isinstance(value, dict) else None
        return check.message or to_text(own) or "Not valid"

    def picture(self, source: str, component: Component | None = None) -> tuple[str | None, str]:
        """The content hash of a picture that may be shown; or None and why not, which is told of `component`."""
        try:
            stored = self.images.find(source)
        except ImageRefused as refusal:
            if component is not None:
                message = f"A placeholder stands for the picture ({refusal.reason})."
                self._report("image_refused", component, message, refusal.hint, severity="info")
            return None, refusal.reason
        self.pictures[stored.sha256] = (stored.media_type, stored.content)
        return stored.sha256, ""

    def common(self, place: Place) -> dict[str, Any]:
        """What every node shares, as keyword arguments of its class."""
        component = place.component
        shared: dict[str, Any] = {
            "key": place.key,
            "component_id": component.id,
            "surface_id": self.surface.surface_id,
            "component": component.type,
            "row": place.scope.row,
            "weight": component.weight,
        }
        if "accessibility/label" in component.properties:
            shared["accessible_name"] = self.text(place, "accessibility/label")
        if "accessibility/description" in component.properties:
            shared["accessible_description"] = self.text(place, "accessibility/description")
        if "accessibility/hidden" in component.properties:
            shared["hidden_from_assistance"] = self.value(place, "accessibility/hidden") is True
        return shared

    def input(self, place: Place) -> dict[str, Any]:
        return {
            **self.common(place),
            "label": self.text(place, "label"),
            "binding": self.binding(place),
            "messages": self.messages(place),
        }

    def _report_gaps(self, component: Component) -> None:
        for fault in self.evaluator.faults():
            self._report(fault.code, component, fault.message, fault.hint)

    def _report_size(self, component: Component) -> None:
        if not self.is_oversized:
            message = f"The screen stops at {MAX_NODES:,} components, {MAX_DEPTH} deep."
            self._report("limit_reached", component, message, "Show less at once.")
        self.is_oversized = True

    def _report_words(self, component: Component) -> None:
        if not self.is_wordy:
            self._report("limit_reached", component, f"The screen stops at {MAX_TEXTS:,} characters.", "Show less.")
        self.is_wordy = True

    def _report(
        self, code: str, component: Component, message: str, hint: str = "", *, severity: Severity = "warning"
    ) -> None:
        if (code, component.id) in self.reported:
            return
        self.reported.add((code, component.id))
        self.diagnostics.append(
            Diagnostic(
                severity=severity,
                code=code,
                message=message,
                hint=hint,
                pointer=component.pointer,
                surface_id=self.surface.surface_id,
                component_id=component.id,
            )
        )


def binding_of(component: Component, scope: Scope) -> Tokens | None:
    """Where in the data an input writes, None when its value is a literal or computed."""
    expression = component.properties.get(_VALUE)
    if not isinstance(expression, Binding | Initial):
        return None
    try:
        return pointer.resolve(expression.path, scope.base)
    except pointer.PointerError:
        return None
