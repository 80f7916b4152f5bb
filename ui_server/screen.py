"""The screen report: everything that anyone downstream knows about a screen (`docs/screen-report.md`)."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from renderer import view
from renderer.elements import Element, SurfaceFacts
from renderer.picture import Drawing, Frame
from renderer.view import Node
from ui_server.diagnostics.diagnostic import Diagnostic, errors
from ui_server.element_ids import belongs
from ui_server.expressions import Json
from ui_server.resolve import Origin, Resolved
from ui_server.surface import Surface, Version

SCHEMA: Final = "surfacebox.screen/1"
_MARK: Final = re.compile("[#@]")
NOTHING: Final = Diagnostic(
    severity="info",
    code="nothing_to_show",
    message="There is no surface to show; the picture is blank.",
    hint="Create a surface with createSurface, in v0.8 with beginRendering.",
)


@dataclass(frozen=True, slots=True)
class Scene:
    """The resolved surfaces of one screen, before any browser has seen them.

    `nodes` and `origins` are keyed by element id; ids that stand on two surfaces carry their surface's id in front.
    """

    surfaces: tuple[Surface, ...]
    view: view.View
    nodes: Mapping[str, Node]
    origins: Mapping[str, Origin]
    diagnostics: tuple[Diagnostic, ...]

    def node_of(self, element_id: str) -> Node | None:
        """The node an element id stands for: its own, or the one whose option, tab, link or close control it is."""
        found = self.nodes.get(element_id)
        if found is not None:
            return found
        for end in (place.start() for place in _MARK.finditer(element_id)):
            origin = self.origins.get(element_id[:end])
            if origin is not None and belongs(element_id[end:], origin.component):
                return self.nodes.get(element_id[:end])
        return None

    def modals(self, surface_id: str) -> set[str]:
        """The modals of a surface, open or closed, by the keys of its local state."""
        found = (node for node in self.nodes.values() if isinstance(node, view.Modal) and node.surface_id == surface_id)
        return {self.origins[node.key].local_key for node in found}

    def surface(self, surface_id: str) -> Surface:
        return next(surface for surface in self.surfaces if surface.surface_id == surface_id)


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen as it was shown: what it was made of, what the browser measured, and the picture."""

    source: str
    revision: int
    frame: Frame
    scene: Scene
    drawing: Drawing
    diagnostics: tuple[Diagnostic, ...]
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    repaired: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not errors(self.diagnostics)

    @property
    def png(self) -> bytes:
        return self.drawing.picture.png

    def elements(self) -> dict[str, Element]:
        """Every operable thing on the screen by its id, in reading order."""
        return {element.element_id: element for facts in self.drawing.surfaces for element in facts.elements}

    def report(self, *, path: str | None = None) -> dict[str, Any]:
        """The contract's JSON; `path` is where the picture was written, if it was."""
        picture = self.drawing.picture
        return {
            "schema": SCHEMA,
            "source": self.source,
            "protocol": protocol_of(self.scene.surfaces),
            "revision": self.revision,
            "ok": self.ok,
            "surfaces": [_surface_report(facts, self.scene) for facts in self.drawing.surfaces],
            "diagnostics": [diagnostic.to_json() for diagnostic in self.diagnostics],
            "repairs": list(self.repaired),
            "screenshot": {
                "path": path,
                "width": picture.width,
                "height": picture.height,
                "scale": picture.scale,
                "sha256": picture.sha256,
                "cut_from": picture.cut_from,
            },
            "viewport": {
                "width": self.frame.width,
                "height": self.frame.height,
                "full_page": self.frame.full_page,
                "scroll_y": self.frame.scroll_y,
            },
            "timings_ms": dict(self.timings_ms),
        }


def scrolled(frame: Frame, y: float, content_height: int) -> Frame:
    """The frame with its window at `y`, or as near to it as a page of that height lets it come."""
    place = min(max(0, round(y)), max(0, content_height - frame.height))
    return frame if place == frame.scroll_y else replace(frame, scroll_y=place)


def protocol_of(surfaces: Iterable[Surface]) -> Version | None:
    """The version of the first surface, None when there is none."""
    return next((surface.version for surface in surfaces), None)


def _surface_report(facts: SurfaceFacts, scene: Scene) -> dict[str, Any]:
    data: Json = copy.deepcopy(scene.surface(facts.surface_id).data)
    return {
        "surface_id": facts.surface_id,
        "texts": list(facts.texts),
        "images": [
            {"alt": image.alt, "src": image.src, "loaded": image.loaded, "box": list(image.box)}
            for image in facts.images
        ],
        "icons": list(facts.icons),
        "elements": [element.to_json() for element in facts.elements],
        "data_model": data,
    }


def scene_of(resolved: Iterable[tuple[Surface, Resolved]], *, theme: view.Theme, locale: str) -> Scene:
    """The scene that shows these surfaces one under the other."""
    pairs = list(resolved)
    pictures: dict[str, tuple[str, bytes]] = {}
    origins: dict[str, Origin] = {}
    nodes: dict[str, Node] = {}
    for _, shown in pairs:
        pictures |= shown.pictures
        origins |= shown.origins
        nodes |= {node.key: node for node in view.walk(shown.view.root)}
    found = tuple(diagnostic for _, shown in pairs for diagnostic in shown.diagnostics)
    return Scene(
        surfaces=tuple(surface for surface, _ in pairs),
        view=view.View(tuple(shown.view for _, shown in pairs), pictures, theme, locale),
        nodes=nodes,
        origins=origins,
        diagnostics=found if pairs else (NOTHING,),
    )
