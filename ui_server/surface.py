"""A surface: what the agent defined, the data it shows, and what the person did to it that is no data.

Surfaces are values: every change makes a new one, which shares what stayed the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from ui_server import pointer
from ui_server.component import Component
from ui_server.expressions import Json
from ui_server.pointer import Tokens

Version = Literal["v0.8", "v0.9", "v0.9.1", "v1.0"]


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
        """The surface with these components put in; each replaces the whole of its namesake (A2UI has no merge)."""
        return replace(self, components={**self.components, **components})

    def with_value(self, tokens: Tokens, value: Json) -> Surface:
        """The surface with `value` written at `tokens`; raises pointer.PointerError."""
        return replace(self, data=pointer.write(self.data, tokens, value))

    def without_value(self, tokens: Tokens) -> Surface:
        return replace(self, data=pointer.delete(self.data, tokens))

    def read(self, tokens: Tokens) -> Json | pointer.Missing:
        return pointer.read(self.data, tokens)
