"""The messages that make a surface anew: what the agent defined of it, with the data as it is now.

Components are kept as they were sent, one per id, so that what is kept grows with the surface and not with the talk.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ui_server.expressions import Json
from ui_server.surface import Surface

_CREATES: Final = ("createSurface", "beginRendering")
_PUTS: Final = ("updateComponents", "surfaceUpdate")

Object = dict[str, Json]


@dataclass(slots=True)
class Definition:
    """One surface as its agent wrote it. `creation` is None for a v0.8 surface that has not begun."""

    creation: Object | None = None
    components: dict[str, Json] = field(default_factory=dict)


@dataclass(slots=True)
class Definitions:
    """Those of one session, by surface id."""

    by_surface: dict[str, Definition] = field(default_factory=dict)

    def take(self, messages: Iterable[Json]) -> None:
        """Note what accepted messages define."""
        for message in messages:
            for kind, body in message.items() if isinstance(message, dict) else ():
                if isinstance(message, dict) and isinstance(body, dict) and isinstance(body.get("surfaceId"), str):
                    self._take(kind, body, message)

    def _take(self, kind: str, body: Object, message: Object) -> None:
        surface_id = str(body["surfaceId"])
        if kind == "deleteSurface":
            self.by_surface.pop(surface_id, None)
            return
        definition = self.by_surface.setdefault(surface_id, Definition())
        if kind in _CREATES:
            kept = {name: value for name, value in body.items() if name not in ("components", "dataModel")}
            definition.creation = copy.deepcopy({**message, kind: kept})
        if kind in (*_CREATES, *_PUTS):
            listed = body.get("components")
            for component in listed if isinstance(listed, list) else ():
                if isinstance(component, dict):
                    definition.components[str(component.get("id"))] = copy.deepcopy(component)

    def messages(self, surface: Surface) -> list[Json] | None:
        """What to send to have `surface` as it is now, None when it was not defined here."""
        definition = self.by_surface.get(surface.surface_id)
        if definition is None or definition.creation is None:
            return None
        creation, version = copy.deepcopy(definition.creation), definition.creation.get("version")
        if surface.version == "v0.8":
            return [*_parts_v08(surface, definition), creation]
        parts: list[Json] = [creation]
        if definition.components:
            body: Object = {"surfaceId": surface.surface_id, "components": _components(definition)}
            parts.append({"version": version, "updateComponents": body})
        if surface.data not in ({}, None):
            body = {"surfaceId": surface.surface_id, "path": "/", "value": copy.deepcopy(surface.data)}
            parts.append({"version": version, "updateDataModel": body})
        return parts


def _components(definition: Definition) -> list[Json]:
    return copy.deepcopy([*definition.components.values()])


def _parts_v08(surface: Surface, definition: Definition) -> list[Json]:
    """v0.8 defines first and begins last."""
    parts: list[Json] = []
    if definition.components:
        body: Object = {"surfaceId": surface.surface_id, "components": _components(definition)}
        parts.append({"surfaceUpdate": body})
    if contents := entries(surface.data):
        parts.append({"dataModelUpdate": {"surfaceId": surface.surface_id, "path": "/", "contents": contents}})
    return parts


def entries(data: Json) -> list[Json]:
    """v0.8 `contents` for a data model; null has no v0.8 form and is left out, as is what is not an object."""
    named = data if isinstance(data, dict) else {}
    return [{"key": key, **_typed(value)} for key, value in named.items() if value is not None]


def _typed(value: Json) -> Object:
    if isinstance(value, bool):
        return {"valueBoolean": value}
    if isinstance(value, int | float):
        return {"valueNumber": value}
    # v0.8 has no lists of objects and one level of maps; both are sent as JSON in a text, which every renderer unpacks.
    return {"valueString": value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}
