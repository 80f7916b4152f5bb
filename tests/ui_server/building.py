"""Surfaces and screens for tests, from the JSON an agent would send."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from hypothesis import strategies as st

from renderer import view
from renderer.picture import Happened
from ui_server import consequences
from ui_server.component import Component
from ui_server.consequences import Consequence
from ui_server.element_ids import ElementIds
from ui_server.expressions import Json
from ui_server.functions import Functions
from ui_server.images import Images
from ui_server.protocol import dynamic, v08, v09
from ui_server.resolve import Resolved, resolve
from ui_server.screen import Scene, scene_of
from ui_server.surface import LocalState, Surface, Version
from ui_server.surfaces import Surfaces

Raw = dict[str, Json]
NOW = dt.datetime(2026, 3, 20, 9, 30, 15, 123456, tzinfo=dt.UTC)

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def component(raw: Raw, version: Version = "v0.9") -> Component:
    """The component as the adapter of `version` reads it."""
    if version == "v0.8":
        return v08.component(raw, "", 1)
    return v09.component(raw, "", 1, dynamic.V10 if version == "v1.0" else dynamic.V09)


def surface(
    *components: Raw,
    data: Json = None,
    version: Version = "v0.9",
    surface_id: str = "s",
    root: str | None = None,
    local: LocalState | None = None,
    owner: str = "agent",
    send_data_model: bool = False,
) -> Surface:
    """A live surface; its root is the first component unless another is named."""
    made = [component(raw, version) for raw in components]
    return Surface(
        surface_id=surface_id,
        version=version,
        root=root or (made[0].id if made else "root"),
        components={one.id: one for one in made},
        data={} if data is None else data,
        local=local or LocalState(),
        owner=owner,
        send_data_model=send_data_model,
    )


def resolved(given: Surface, images: Images | None = None) -> Resolved:
    return resolve(given, Functions(given.version), images or Images())


def tree(*components: Raw, data: Json = None, version: Version = "v0.9") -> view.Node:
    """The root of what is shown."""
    root = resolved(surface(*components, data=data, version=version)).view.root
    assert root is not None
    return root


def nodes(shown: Resolved) -> list[view.Node]:
    return [*view.walk(shown.view.root)]


def keys(shown: Resolved) -> list[str]:
    return [node.key for node in nodes(shown)]


def texts(shown: Resolved) -> list[str]:
    return [node.text for node in nodes(shown) if isinstance(node, view.Text)]


def codes(shown: Resolved) -> list[str]:
    return [diagnostic.code for diagnostic in shown.diagnostics]


def scene(*surfaces: Surface) -> Scene:
    """The screen with these surfaces, as a session resolves it."""
    ids = [component_id for one in surfaces for component_id in one.components]
    named = ElementIds({component_id for component_id in ids if ids.count(component_id) > 1})
    return scene_of(
        ((one, resolve(one, Functions(one.version), Images(), ids=named)) for one in surfaces),
        theme="light",
        locale="en-US",
    )


def holding(*surfaces: Surface) -> Surfaces:
    return Surfaces({one.surface_id: one for one in surfaces})


def after(given: Surface | Surfaces, *happenings: Happened) -> Consequence:
    """What follows from the happenings, each on the screen that the one before led to."""
    state = Consequence(given if isinstance(given, Surfaces) else holding(given))
    for happened in happenings:
        state = consequences.apply(state, happened, scene(*state.surfaces), Functions, NOW)
    return state


def click(element_id: str) -> Happened:
    return Happened("click", element_id)


def change(element_id: str, value: str | bool) -> Happened:
    return Happened("change", element_id, value)


def nested(depth: int, leaf: Json = 1) -> Json:
    """Lists inside each other."""
    value = leaf
    for _ in range(depth):
        value = [value]
    return value


def column(*children: str, component_id: str = "root") -> Raw:
    return {"id": component_id, "component": "Column", "children": [*children]}


def rows(component_id: str, path: str, of: str) -> Raw:
    return {"id": component_id, "component": "List", "children": {"path": path, "componentId": of}}


def text(component_id: str, value: Json, **more: Json) -> Raw:
    return {"id": component_id, "component": "Text", "text": value, **more}


def button(component_id: str, child: str = "label", context: Mapping[str, Json] | None = None, **more: Json) -> Raw:
    event: Raw = {"name": f"press-{component_id}", "context": dict(context or {})}
    return {"id": component_id, "component": "Button", "child": child, "action": {"event": event}, **more}


def picker(component_id: str, value: Json, *options: str, **more: Json) -> Raw:
    listed: list[Json] = [{"label": option.upper(), "value": option} for option in options]
    return {"id": component_id, "component": "ChoicePicker", "options": listed, "value": value, **more}


def field(component_id: str, value: Json, **more: Json) -> Raw:
    return {"id": component_id, "component": "TextField", "label": component_id, "value": value, **more}
