"""The agent's tools for screens: draw one, show it, look things up. Names as published; what they give is data."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Protocol

from pydantic import Field

from agent_bridge.long_values import LongValues
from agent_bridge.toolkit.errors import Refusal
from agent_bridge.toolkit.tool import Tool, tools
from ui_server.agent_docs import docs
from ui_server.agent_docs.item import UnknownItem
from ui_server.agent_docs.pointing import page_for
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json
from ui_server.images import ImageRefused
from ui_server.receive import Receipt
from ui_server.screen import Screen
from ui_server.session import Session
from ui_server.surface import Version

DOCS_VERSION: Final[Version] = "v0.9"
"""The version whose documentation agents read where nobody chooses another."""
SCREEN_DOMAIN: Final = "ui"
"""The domain of the tools that draw; those that look things up have their own."""


class NoSuchImage(Refusal):
    code = "no_such_image"


class NothingToShow(Refusal):
    code = "nothing_to_show"


class NoSuchPage(Refusal):
    code = "no_such_page"


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
    repairs: list[str] = field(default_factory=list)

    def count(self, receipt: Receipt) -> None:
        """`repaired` are the accepted payloads that a safe repair mended, `repairs` what it did to them."""
        self.tried += 1
        self.accepted += receipt.accepted
        if receipt.accepted and receipt.repairs:
            self.repaired += 1
            self.repairs += [str(repair) for repair in receipt.repairs]
        for diagnostic in receipt.diagnostics:
            if diagnostic.severity == "error":
                self.by_code[diagnostic.code] = self.by_code.get(diagnostic.code, 0) + 1

    def to_json(self) -> dict[str, Json]:
        return {
            "tried": self.tried,
            "accepted": self.accepted,
            "repaired": self.repaired,
            "by_code": dict(self.by_code),
            "repairs": list(self.repairs),
        }


@dataclass(slots=True)
class ScreenDesk:
    """What the UI tools act in: one episode's session, and where its images are.

    `shown` is set when the agent showed a screen in its present turn; the episode takes it from there. `docs` is the
    version whose documentation the agent is offered; payloads of any version are accepted. `values` are those that were
    too long for the notifications.
    """

    session: Session
    images: ImageSource
    tally: Tally = field(default_factory=Tally)
    drawn: Screen | None = None
    shown: Screen | None = None
    docs: Version = DOCS_VERSION
    values: LongValues = field(default_factory=LongValues)

    async def render(self, ui_json: Json, image_placeholders: Mapping[str, Json] | None) -> dict[str, Json]:
        """Check and draw; refused payloads change nothing and come back with every fault and its remedy."""
        self._register(image_placeholders or {})
        receipt = self.session.receive(ui_json)
        self.tally.count(receipt)
        told = [diagnostic for diagnostic in receipt.diagnostics if diagnostic.severity != "info"]
        found: list[Json] = [_told(diagnostic, receipt.messages, self.docs) for diagnostic in told]
        if not receipt.accepted:
            return {"accepted": False, "problems": found}
        self.drawn = await self.session.render()
        return {
            "accepted": True,
            "surfaces": [surface.surface_id for surface in self.session.surfaces],
            "screenshot": self.drawn.drawing.picture.sha256,
            "elements": [_element(element) for element in self.drawn.elements().values()],
            "problems": found,
            **({"repaired": [str(repair) for repair in receipt.repairs]} if receipt.repairs else {}),
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


def ui_read_value(
    desk: ScreenDesk,
    reference: str,
    start: Annotated[int, Field(ge=0, description="The first character to be read, counted from 0.")] = 0,
) -> Json:
    """Reads a value that was too long for a notification, by the reference that stands there in its place.

    A long one comes in parts; `next_start` is where the next part begins.

    >>> ui_read_value(reference="press-1/context/notes")
    """
    return desk.values.read(reference, start)


def ui_get_quick_start(desk: ScreenDesk) -> Json:
    """Says in short how screens are written: the messages, the rules, every component, and an example.

    >>> ui_get_quick_start()
    """
    return {"version": desk.docs, "text": docs.quick_start(desk.docs)}


def ui_explore_capabilities(desk: ScreenDesk) -> Json:
    """Lists the categories of the documentation about screens.

    >>> ui_explore_capabilities()
    """
    return docs.capabilities(desk.docs)


def ui_list_items(desk: ScreenDesk, category: str) -> Json:
    """Lists the pages of a category of the documentation, each with one sentence.

    >>> ui_list_items(category="Components")
    """
    return _page(lambda: docs.list_items(desk.docs, category))


def ui_get_item_details(desk: ScreenDesk, category: str, item_name: str) -> Json:
    """Gives one page of the documentation: every property with its type and default, and a whole example.

    >>> ui_get_item_details(category="Components", item_name="ChoicePicker")
    """
    return _page(lambda: docs.item_details(desk.docs, category, item_name))


def ui_search_docs(desk: ScreenDesk, query: str) -> Json:
    """Finds the pages of the documentation that answer a question, best first.

    >>> ui_search_docs(query="a button in each row")
    """
    return docs.search(desk.docs, query)


def _page(look: Callable[[], Json]) -> Json:
    try:
        return look()
    except UnknownItem as unknown:
        raise NoSuchPage(unknown.message, hint=unknown.hint) from unknown


_SCREEN: Mapping[Callable[..., Json | Awaitable[Json]], str] = {
    render_ui_screen: "draw screen interface",
    show_ui_to_user: "show screen interface",
}
_VALUES: Mapping[Callable[..., Json], str] = {
    ui_read_value: "long value reference press context field text",
}
_DOCS: Mapping[Callable[..., Json], str] = {
    ui_get_quick_start: "screen interface help start",
    ui_explore_capabilities: "screen interface help categories",
    ui_list_items: "screen interface help list components functions",
    ui_get_item_details: "screen interface help component function property",
    ui_search_docs: "screen interface help search",
}


def ui_tools() -> tuple[Tool, ...]:
    """The tools an agent has in UI mode, beside those of the world; `run_ui_tool` runs them."""
    screen = tools(SCREEN_DOMAIN, _SCREEN, prefix=False)  # type: ignore[arg-type]  # these two have to be awaited
    return (*screen, *tools("ui_values", _VALUES, prefix=False), *tools("ui_docs", _DOCS, prefix=False))


async def run_ui_tool(tool: Tool, desk: ScreenDesk, arguments: Mapping[str, Json]) -> Json:
    """What one of `ui_tools` answers, whether it draws in the browser or only looks something up. Raises ToolError."""
    answer: Json | Awaitable[Json] = tool.run(desk, arguments)
    return await answer if inspect.isawaitable(answer) else answer


def _told(diagnostic: Diagnostic, messages: tuple[Json, ...], version: Version) -> dict[str, Json]:
    """A fault for the agent: no more than it needs, and the page that helps with it."""
    told: dict[str, Json] = {
        "severity": diagnostic.severity,
        "code": diagnostic.code,
        "at": diagnostic.pointer,
        "problem": diagnostic.message,
    }
    if diagnostic.hint:
        told["remedy"] = diagnostic.hint
    page = page_for(diagnostic, messages, version)
    return {**told, "see": {"category": page.category, "item_name": page.name}} if page else told


def _element(element: Any) -> dict[str, Json]:
    return {"name": element.name, "role": element.role, "row": element.row, "action": element.action}
