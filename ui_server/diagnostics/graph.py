"""Which component stands inside which: roots, missing children, cycles, orphans."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ui_server.component import Component, Template
from ui_server.diagnostics import hints
from ui_server.diagnostics.check import MAX_DIAGNOSTICS
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.locations import Steps
from ui_server.diagnostics.place import quote
from ui_server.diagnostics.screen import Judged
from ui_server.expressions import Literal

MAX_DEPTH: Final = 50
"""How many components may lie inside each other, as in a2ui-core."""
_LAYOUT: Final = frozenset({"Row", "Column", "List", "Card"})


@dataclass(frozen=True, slots=True)
class Reference:
    """One place where `parent` names `child`."""

    parent: Component
    child: str
    steps: Steps


@dataclass(frozen=True, slots=True)
class Graph:
    """Every reference of a surface, by parent and by child, in the order of the components."""

    components: Mapping[str, Component]
    out: Mapping[str, list[Reference]] = field(default_factory=dict)
    into: Mapping[str, list[Reference]] = field(default_factory=dict)

    @classmethod
    def of(cls, components: Mapping[str, Component]) -> Graph:
        out: dict[str, list[Reference]] = {}
        into: dict[str, list[Reference]] = {}
        for component in components.values():
            for reference in _references(component, components):
                out.setdefault(component.id, []).append(reference)
                into.setdefault(reference.child, []).append(reference)
        return cls(components, out, into)

    def reachable(self, start: str) -> set[str]:
        """The ids of the components that are `start` or inside it."""
        found, waiting = set(), [start]
        while waiting:
            current = waiting.pop()
            if current not in found and current in self.components:
                found.add(current)
                waiting += [reference.child for reference in self.out.get(current, ())]
        return found


def _references(component: Component, components: Mapping[str, Component]) -> Iterator[Reference]:
    for name, target in component.slots.items():
        yield Reference(component, target, (name,))
    if isinstance(component.children, Template):
        yield Reference(component, component.children.component_id, ("children", "componentId"))
    elif component.children:
        for index, target in enumerate(component.children):
            yield Reference(component, target, ("children", index))
    for index, tab in enumerate(component.tabs):
        yield Reference(component, tab.child, ("tabs", index, "child"))
    if component.kind == "Unknown":
        yield from _guessed(component, components)


def _guessed(component: Component, components: Mapping[str, Component]) -> Iterator[Reference]:
    """A type of a custom catalog may refer to others under any name: texts that are ids count as references."""
    for name, expression in component.properties.items():
        value = expression.value if isinstance(expression, Literal) else None
        for index, item in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(item, str) and item in components and item != component.id:
                yield Reference(component, item, (name, index) if isinstance(value, list) else (name,))


def check_graph(judged: Judged, graph: Graph) -> Iterator[Diagnostic]:
    """What is wrong with how the components of a surface hang together."""
    root = judged.surface.root
    if not judged.partial:
        yield from _root(judged, graph)
        yield from _dangling(judged, graph)
    circles = [*_cycles(judged, graph)]
    yield from circles
    yield from _two_parents(judged, graph)
    if root is not None and root in graph.components and not (judged.partial or judged.broken):
        shown = graph.reachable(root)
        yield from _orphans(judged, graph, shown)
        if not circles:
            yield from _empty(judged, graph, shown)
    if root is not None:
        yield from _depth(judged, graph, root)


def _root(judged: Judged, graph: Graph) -> Iterator[Diagnostic]:
    surface, components = judged.surface, graph.components
    if not components:
        if judged.complete:
            what = f"Surface {quote(surface.surface_id)} has no components, so nothing is shown"
            yield judged.at_components("empty_screen", what, "Send its components.")
        return
    if surface.root is None:
        if surface.version == "v0.8" and judged.complete:
            outermost = _top(graph) or "root"
            begin = quote({"beginRendering": {"surfaceId": surface.surface_id, "root": outermost}})
            what = f"Surface {quote(surface.surface_id)} has components but no beginRendering, so it is never shown"
            yield judged.at_components("not_begun", what, f"Add {begin}.")
        return
    if surface.root in components:
        return
    top = _top(graph)
    if top is None:
        remedy = f"Give the outermost component the id {quote(surface.root)}."
    elif surface.version == "v0.8":
        remedy = f'Write "root": {quote(top)} in beginRendering; nothing refers to that component.'
    else:
        remedy = f"Rename the top component {quote(top)}, which nothing refers to, to {quote(surface.root)}."
    what = f"No component has the id {quote(surface.root)}, where drawing starts, so nothing is shown"
    yield judged.at_components("missing_root", what, remedy, graded=True)


def _top(graph: Graph) -> str | None:
    """The one component that no other refers to, if there is just one."""
    tops = [name for name in graph.components if name not in graph.into]
    return tops[0] if len(tops) == 1 else None


def _dangling(judged: Judged, graph: Graph) -> Iterator[Diagnostic]:
    missing = [(child, references) for child, references in graph.into.items() if child not in graph.components]
    for number, (child, references) in enumerate(missing):
        # More than are told need no remedy of their own, and finding one takes a while.
        near = hints.nearest(child, graph.components) if number < MAX_DIAGNOSTICS else None
        for reference in references:
            place = judged.place(reference.parent, reference.steps)
            yield judged.fault(
                "dangling_child",
                reference.parent,
                place,
                f"{place.label} refers to {quote(child)}, which does not exist",
                f"Write {quote(near)}, or add that component."
                if near
                else f"Add a component with the id {quote(child)}.",
                got=child,
                graded=True,
            )


def _cycles(judged: Judged, graph: Graph) -> Iterator[Diagnostic]:
    """Each reference that leads back to a component it stands inside of, seen from the root first."""
    done: set[str] = set()
    root = judged.surface.root
    for start in (*([root] if root in graph.components else []), *graph.components):
        if start is not None and start not in done:
            yield from _circles_under(judged, graph, start, done)


def _circles_under(judged: Judged, graph: Graph, start: str, done: set[str]) -> Iterator[Diagnostic]:
    trail = {start: iter(graph.out.get(start, ()))}
    while trail:
        current = next(reversed(trail))
        reference = next(trail[current], None)
        if reference is None:
            done.add(current)
            del trail[current]
        elif reference.child in trail:
            yield _cycle(judged, reference, list(trail))
        elif reference.child not in done and reference.child in graph.components:
            trail[reference.child] = iter(graph.out.get(reference.child, ()))


def _cycle(judged: Judged, reference: Reference, trail: list[str]) -> Diagnostic:
    place = judged.place(reference.parent, reference.steps)
    if reference.child == reference.parent.id:
        what, code = f"{place.label} refers to the component itself", "self_reference"
    else:
        way = " → ".join([*trail[trail.index(reference.child) :], reference.child])
        what, code = f"{place.label} closes a circle: {way}", "cycle"
    hint = "A component cannot stand inside itself: refer to another one."
    return judged.fault(code, reference.parent, place, what, hint, got=reference.child)


def _two_parents(judged: Judged, graph: Graph) -> Iterator[Diagnostic]:
    for child, references in graph.into.items():
        if len(references) < 2 or child not in graph.components:
            continue
        under = graph.reachable(child)
        first, *others = [reference for reference in references if reference.parent.id not in under] or references[:1]
        for second in others[:1]:
            place = judged.place(second.parent, second.steps)
            what = f"{quote(child)} stands in two places, {first.parent.id} and {place.label}"
            hint = "It is drawn in both; make a second component if they should differ."
            yield judged.fault("two_parents", second.parent, place, what, hint)


def _orphans(judged: Judged, graph: Graph, shown: set[str]) -> Iterator[Diagnostic]:
    """The tops of what cannot be reached; what lies under them goes with them."""
    hidden = [name for name in graph.components if name not in shown]
    covered: set[str] = set()
    tops = [name for name in hidden if not any(reference.parent.id in hidden for reference in graph.into.get(name, ()))]
    for name in [*tops, *hidden]:
        if name in covered:
            continue
        under = graph.reachable(name) - {name}
        covered |= {name} | under
        component = graph.components[name]
        rest = f" nor the {len(under)} below it" if under else ""
        root = quote(judged.surface.root)
        if component.batch != judged.batch:
            continue  # A2UI cannot delete a component: what an update has replaced stays behind, and is no fault.
        yield judged.fault(
            "orphan",
            component,
            judged.place(component, ()),
            f"{quote(name)} is not shown{rest}: it cannot be reached from {root}",
            "List it among the children of a component that is shown, or leave it out.",
            severity="warning" if judged.complete else "info",
        )


def _empty(judged: Judged, graph: Graph, shown: set[str]) -> Iterator[Diagnostic]:
    kinds = {graph.components[name].kind for name in shown}
    if (
        judged.complete
        and kinds <= _LAYOUT
        and not any(reference.child not in graph.components for name in shown for reference in graph.out.get(name, ()))
    ):
        component = graph.components[str(judged.surface.root)]
        what = "Nothing can be seen on this screen: it consists of empty containers"
        hint = "Put Text, Button or other components into it."
        yield judged.fault("empty_screen", component, judged.place(component, ()), what, hint)


def _depth(judged: Judged, graph: Graph, root: str) -> Iterator[Diagnostic]:
    level, seen = [root], {root}
    for depth in range(MAX_DEPTH + 1):
        below = [reference for name in level for reference in graph.out.get(name, ()) if reference.child not in seen]
        if not below:
            return
        if depth == MAX_DEPTH:
            place = judged.place(below[0].parent, below[0].steps)
            what = f"Components lie more than {MAX_DEPTH} deep inside each other at {place.label}"
            yield judged.fault("limit_reached", below[0].parent, place, what, "Make the layout flatter.")
        level = list(dict.fromkeys(reference.child for reference in below))
        seen.update(level)
