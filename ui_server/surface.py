"""A surface: what the agent defined, the data it shows, and what the person did to it that is no data.

Surfaces are values: every change makes a new one, which shares what stayed the same.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Literal

from ui_server import pointer
from ui_server.component import Component, Template
from ui_server.expressions import Json
from ui_server.pointer import Tokens

Version = Literal["v0.8", "v0.9", "v0.9.1", "v1.0"]
MAX_PLACEMENTS: Final = 10_000


@dataclass(frozen=True, slots=True)
class Theme:
    """v0.8 `styles` and v0.9 `theme`: what of it we know, checked; all else is left out."""

    primary_color: str | None = None
    font: str | None = None
    icon_url: str | None = None
    agent_name: str | None = None


@dataclass(frozen=True, slots=True)
class LocalState:
    """What belongs to the person looking at the surface, keyed by element id: it never reaches the data model."""

    open_tabs: Mapping[str, int] = field(default_factory=dict)
    open_modals: tuple[str, ...] = ()
    values: Mapping[str, Json] = field(default_factory=dict)
    filters: Mapping[str, str] = field(default_factory=dict)

    def without(self, component_ids: Collection[str]) -> LocalState:
        """The state without the values given to inputs of these components, whatever row they stand in."""
        kept = {
            key: value
            for key, value in self.values.items()
            if not any(key == own or key.startswith((f"{own}:", f"{own}~")) for own in component_ids)
        }
        return replace(self, values=kept) if len(kept) < len(self.values) else self


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """`root` is the id rendering starts at; None while a v0.8 surface waits for `beginRendering` and shows nothing.

    `version` is the one the agent used (events answer in it), `owner` the agent that made the surface.
    """

    surface_id: str
    version: Version
    catalog_id: str = ""
    root: str | None = "root"
    components: Mapping[str, Component] = field(default_factory=dict)
    data: Json = field(default_factory=dict)
    theme: Theme = Theme()
    send_data_model: bool = False
    owner: str = "agent"
    local: LocalState = LocalState()

    def with_components(self, components: Mapping[str, Component]) -> Surface:
        """The surface with these components put in; each replaces the whole of its namesake (A2UI has no merge).

        What a person gave an unbound input stays, unless its value is now defined otherwise.
        """
        redefined = [key for key, new in components.items() if _redefines_value(self.components.get(key), new)]
        local = self.local.without(redefined)
        return replace(self, components={**self.components, **components}, local=local)

    def with_value(self, tokens: Tokens, value: Json) -> Surface:
        """The surface with `value` written at `tokens`; raises pointer.PointerError."""
        lists = self.version != "v0.8"
        return replace(self, data=pointer.write(self.data, tokens, value, lists=lists))

    def without_value(self, tokens: Tokens) -> Surface:
        return replace(self, data=pointer.delete(self.data, tokens))

    def read(self, tokens: Tokens) -> Json | pointer.Missing:
        return pointer.read(self.data, tokens)

    def placements(self) -> Iterator[tuple[Component, Tokens]]:
        """Each component that can be reached from the root, with the row it stands in, once for each row.

        Closed tabs and modals count as well. Ends after MAX_PLACEMENTS.
        """
        seen: set[tuple[str, Tokens]] = set()
        waiting: list[tuple[str, Tokens]] = [(self.root, ())] if self.root is not None else []
        while waiting:
            component_id, base = waiting.pop()
            component = self.components.get(component_id)
            if component is None or (component_id, base) in seen:
                continue
            seen.add((component_id, base))
            yield component, base
            room = max(MAX_PLACEMENTS - len(seen) - len(waiting), 0)
            waiting += islice(self._inside(component, base), room)

    def _inside(self, component: Component, base: Tokens) -> Iterator[tuple[str, Tokens]]:
        template = component.children if isinstance(component.children, Template) else None
        if template is not None:
            yield from ((template.component_id, row) for row in self.rows(template, base))
        for _, target in component.references():
            if template is None or target != template.component_id:
                yield target, base

    def rows(self, template: Template, base: Tokens) -> Iterator[Tokens]:
        """Where each row of `template` stands in the data, for a template that itself stands in the row at `base`.

        Lists and objects have rows; a null in a list is a hole (v0.9 deletes items so) and has none.
        """
        try:
            tokens = pointer.resolve(template.path, base)
        except pointer.PointerError:
            return
        data = self.read(tokens)
        if isinstance(data, list):
            yield from ((*tokens, str(index)) for index, item in enumerate(data) if item is not None)
        elif isinstance(data, dict):
            yield from ((*tokens, key) for key in data)


def _redefines_value(old: Component | None, new: Component) -> bool:
    return old is not None and old.properties.get("value") != new.properties.get("value")
