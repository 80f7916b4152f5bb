"""The agent's tools for screens: draw one, show it. Names and meaning as published; what they give is data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from agent_bridge.toolkit.errors import Refusal
from agent_bridge.toolkit.tool import Tool, tools
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json
from ui_server.images import ImageRefused
from ui_server.screen import Screen
from ui_server.session import Session


class NoSuchImage(Refusal):
    code = "no_such_image"


class NothingToShow(Refusal):
    code = "nothing_to_show"


class ImageSource(Protocol):
    """Where the images of the conversation lie, by id; `image` raises KeyError."""

    def image(self, image_id: int) -> bytes: ...


@dataclass(slots=True)
class Tally:
    """What became of the payloads of one episode, for the record and for the report."""

    tried: int = 0
    accepted: int = 0
    repaired: int = 0
    by_code: dict[str, int] = field(default_factory=dict)

    def count(self, diagnostics: tuple[Diagnostic, ...], *, accepted: bool, repaired: bool) -> None:
        self.tried += 1
        self.accepted += accepted
        self.repaired += repaired
        for diagnostic in diagnostics:
            if diagnostic.severity == "error":
                self.by_code[diagnostic.code] = self.by_code.get(diagnostic.code, 0) + 1

    def to_json(self) -> dict[str, Json]:
        return {
            "tried": self.tried,
            "accepted": self.accepted,
            "repaired": self.repaired,
            "by_code": dict(self.by_code),
        }


@dataclass(slots=True)
class ScreenDesk:
    """What the UI tools act in: one episode's session, and where its images are.

    `shown` is set when the agent showed a screen in its present turn; the episode takes it from there.
    """

    session: Session
    images: ImageSource
    tally: Tally = field(default_factory=Tally)
    drawn: Screen | None = None
    shown: Screen | None = None

    async def render(self, ui_json: Json, image_placeholders: Mapping[str, Json] | None) -> dict[str, Json]:
        """Check and draw; refused payloads change nothing and come back with every fault and its remedy."""
        self._register(image_placeholders or {})
        receipt = self.session.receive(ui_json)
        self.tally.count(receipt.diagnostics, accepted=receipt.accepted, repaired=bool(receipt.repairs))
        found: list[Json] = [_told(diagnostic) for diagnostic in receipt.diagnostics if diagnostic.severity != "info"]
        if not receipt.accepted:
            return {"accepted": False, "problems": found}
        self.drawn = await self.session.render()
        return {
            "accepted": True,
            "surfaces": [surface.surface_id for surface in self.session.surfaces],
            "screenshot": self.drawn.drawing.picture.sha256,
            "elements": [_element(element) for element in self.drawn.elements().values()],
            "problems": found,
        }

    async def show(self, surface_id: str | None) -> dict[str, Json]:
        """Put a surface, or all of them, before the user. Raises NothingToShow when there is no such surface."""
        known = [surface.surface_id for surface in self.session.surfaces]
        if not known or (surface_id is not None and surface_id not in known):
            hint = f"Surfaces: {', '.join(known)}." if known else "Draw one with render_ui_screen first."
            raise NothingToShow("There is no such surface to show.", hint=hint)
        self.shown = await self.session.show(surface_id)
        shown: list[Json] = [surface.surface_id for surface in self.shown.scene.surfaces]
        return {"shown": True, "surfaces": shown, "revision": self.shown.revision}

    def _register(self, placeholders: Mapping[str, Json]) -> None:
        """Each placeholder becomes the name of a registered image: the payload keeps its short text."""
        for name, image_id in placeholders.items():
            if isinstance(image_id, bool) or not isinstance(image_id, int):
                raise NoSuchImage(f"{name!r} stands for {image_id!r}, which is no image id.", hint="Give a number.")
            try:
                self.session.register_image(name, self.images.image(image_id))
            except (KeyError, ImageRefused) as fault:
                raise NoSuchImage(f"There is no image {image_id}.", hint="Use an id from the conversation.") from fault


async def render_ui_screen(
    desk: ScreenDesk, ui_json: Any, image_placeholders: dict[str, int] | None = None
) -> dict[str, Json]:
    """Checks A2UI messages and draws them as a screen. The user does not see it until it is shown.

    `ui_json` is a list of messages. `image_placeholders` maps a text used as an image url to an image id.

    >>> render_ui_screen(ui_json=[{"version": "v0.9", "deleteSurface": {"surfaceId": "menu"}}])
    """
    return await desk.render(ui_json, image_placeholders)


async def show_ui_to_user(desk: ScreenDesk, surface_id: str | None = None) -> dict[str, Json]:
    """Shows the drawn screen to the user, who can then operate it. End the turn with one short sentence.

    >>> show_ui_to_user(surface_id="menu")
    """
    return await desk.show(surface_id)


def ui_tools() -> tuple[Tool, ...]:
    """The tools an agent has in UI mode, beside those of the world."""
    functions = {render_ui_screen: "draw screen interface", show_ui_to_user: "show screen interface"}
    return tools("ui", functions, prefix=False)  # type: ignore[arg-type]  # these two are awaited by the episode


def _told(diagnostic: Diagnostic) -> dict[str, Json]:
    told: dict[str, Json] = {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "at": diagnostic.pointer,
        "problem": diagnostic.message,
    }
    return {**told, "remedy": diagnostic.hint} if diagnostic.hint else told


def _element(element: Any) -> dict[str, Json]:
    return {"name": element.name, "role": element.role, "row": element.row, "action": element.action}
