"""The tools: draw, show, operate, hear, check. Each gives structured content, and screens come with their picture."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mcp_types import CallToolResult

from ui_server.events import Event
from ui_server.expressions import Json
from ui_server.hosted import HostedSession, StepFailed
from ui_server.images import ImageRefused, StoredImage, inspect
from ui_server.mcp import client_tools, docs_tools, media
from ui_server.mcp.answers import answer, describe, embedded, picture, report
from ui_server.mcp.arguments import (
    Arguments,
    CategoryArguments,
    DocsArguments,
    InteractArguments,
    ItemArguments,
    JoinArguments,
    NotificationsArguments,
    OpenArguments,
    QueryArguments,
    RenderArguments,
    ShowArguments,
    ValidateArguments,
)
from ui_server.mcp.errors import ToolRefused
from ui_server.mcp.seats import Seat, Seats
from ui_server.receive import receive
from ui_server.steps import parse_steps
from ui_server.surfaces import Surfaces

LONGEST_WAIT: Final = 55.0
"""Seconds that a call waits at most, whatever it asks for: many clients give up on an answer after 60."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: `seat` is None where the protocol keeps no connection; `capabilities` are the client's for A2UI."""

    seats: Seats
    seat: Seat | None
    capabilities: Json


async def render_ui_screen(caller: Caller, given: RenderArguments) -> CallToolResult:
    """Checks A2UI messages and draws them. The person does not see the screen until show_ui_to_user.

    Refused messages change nothing; each fault comes with its place and its remedy.
    """
    payload = media.unwrapped(given.ui_json)
    session = caller.seats.find_or_open(caller.seat, given.session_id)
    await _register(caller, session, given.images)
    receipt = await session.take(payload)
    found = [*receipt.diagnostics, *session.other_versions(receipt)]
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "accepted": receipt.accepted,
        "revision": session.revision,
        "surfaces": _surface_ids(session),
        "diagnostics": [diagnostic.to_json() for diagnostic in found],
        "repairs": [str(repair) for repair in receipt.repairs],
        "responses": [*receipt.responses],
    }
    if not receipt.accepted:
        refusal: dict[str, Json] = {"code": "payload_refused", "message": "The messages are refused; nothing changed."}
        return answer({**refusal, **told}, is_error=True)
    screen = await session.render()
    return answer({**told, "screen": report(session, screen)}, picture(screen))


async def show_ui_to_user(caller: Caller, given: ShowArguments) -> CallToolResult:
    """Shows the drawn screen to the person, who can then operate it."""
    session = caller.seats.find(caller.seat, given.session_id)
    if not _surface_ids(session):
        raise ToolRefused("There is nothing to show.", code="nothing_to_show", hint="Draw with render_ui_screen first.")
    screen = await session.show(given.surface_id)
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "shown": True,
        "revision": screen.revision,
        "surfaces": [surface.surface_id for surface in screen.scene.surfaces],
        "screen": report(session, screen),
    }
    return answer(told, picture(screen), *embedded(session, screen, caller.capabilities))


async def ui_interact(caller: Caller, given: InteractArguments) -> CallToolResult:
    """Plays the person: performs steps on the shown screen and gives what they led to and the screen after them.

    A step that a person could not do is refused with what can be done; those before it stay.
    """
    session = caller.seats.find(caller.seat, given.session_id)
    steps = parse_steps([*given.steps])
    try:
        events, screen = await session.act(steps, revision=given.revision)
    except StepFailed as failed:
        refusal: dict[str, Json] = {
            **describe(failed.fault),
            "session_id": session.session_id,
            "step": failed.step,
            "events": [event.to_json() for event in failed.events],
        }
        return answer(refusal, is_error=True)
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "events": [event.to_json() for event in events],
        "revision": screen.revision,
        "screen": report(session, screen),
    }
    return answer(told, picture(screen))


async def ui_notifications(caller: Caller, given: NotificationsArguments) -> CallToolResult:
    """Tells the agent what the person did: each action in A2UI's own form, with all that was changed before it.

    Ask again with `after` set to the `last` of this answer.
    """
    session = caller.seats.find(caller.seat, given.session_id)
    session.watchers += 1
    try:
        heard = await _heard(session, given.after, min(given.wait, LONGEST_WAIT))
    finally:
        session.watchers -= 1
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "notifications": [{"number": number, **event.to_json()} for number, event in heard],
        "last": max(session.last_event, given.after),
        "ended": session.ended,
    }
    return answer(told)


async def validate(_: Caller, given: ValidateArguments) -> CallToolResult:
    """Says all that is wrong with a finished A2UI payload, each fault with its place and remedy. Draws nothing."""
    payload = media.unwrapped(given.ui_json)
    receipt = await asyncio.to_thread(receive, Surfaces(), payload, purpose="validate", repair=given.repair)
    told: dict[str, Json] = {"ok": receipt.ok, "diagnostics": [found.to_json() for found in receipt.diagnostics]}
    if given.repair:
        told |= {"repairs": [str(repair) for repair in receipt.repairs], "messages": [*receipt.messages]}
    return answer(told)


async def ui_open_session(caller: Caller, given: OpenArguments) -> CallToolResult:
    """Opens an empty session with its own window, colours or locale, in place of the client's present one."""
    settings = given.applied_to(caller.seats.settings)
    session = caller.seats.open(caller.seat, settings, version=given.version)
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "viewport": [settings.frame.width, settings.frame.height],
        "theme": settings.theme,
        "locale": settings.locale,
        "version": given.version,
        "repair": settings.repair,
    }
    return answer(told)


async def ui_join_session(caller: Caller, given: JoinArguments) -> CallToolResult:
    """Joins another client's session, as its person or as one more agent. One's own ends if nobody else is in it."""
    session = caller.seats.join(caller.seat, given.session_id)
    told: dict[str, Json] = {
        "session_id": session.session_id,
        "revision": session.revision,
        "shown_revision": session.shown.screen.revision if session.shown else None,
        "surfaces": _surface_ids(session),
    }
    return answer(told)


async def ui_end_session(caller: Caller, given: Arguments) -> CallToolResult:
    """Ends a session for everyone in it: surfaces, pictures and events are gone."""
    session = caller.seats.find(caller.seat, given.session_id)
    if caller.seat is not None and caller.seat.session_id == session.session_id:
        caller.seats.leave(caller.seat)
    caller.seats.end(session.session_id)
    return answer({"session_id": session.session_id, "ended": True})


@dataclass(frozen=True, slots=True)
class ToolKind:
    """A tool as the server offers it. `gives` names the fields of its structured content that are always there."""

    run: Callable[[Caller, Any], Awaitable[CallToolResult]]
    arguments: type[Any]
    gives: tuple[str, ...]
    title: str
    reads_only: bool = False


TOOLS: Mapping[str, ToolKind] = {
    "render_ui_screen": ToolKind(
        render_ui_screen,
        RenderArguments,
        ("session_id", "accepted", "revision", "surfaces", "diagnostics", "screen"),
        "Draw a screen",
    ),
    "show_ui_to_user": ToolKind(
        show_ui_to_user, ShowArguments, ("session_id", "shown", "revision", "surfaces", "screen"), "Show the screen"
    ),
    "ui_interact": ToolKind(
        ui_interact, InteractArguments, ("session_id", "events", "revision", "screen"), "Operate the screen"
    ),
    "ui_notifications": ToolKind(
        ui_notifications,
        NotificationsArguments,
        ("session_id", "notifications", "last", "ended"),
        "Hear what the person did",
        reads_only=True,
    ),
    "validate": ToolKind(validate, ValidateArguments, ("ok", "diagnostics"), "Check a payload", reads_only=True),
    "ui_open_session": ToolKind(
        ui_open_session,
        OpenArguments,
        ("session_id", "viewport", "theme", "locale", "version", "repair"),
        "Open a session",
    ),
    "ui_join_session": ToolKind(
        ui_join_session, JoinArguments, ("session_id", "revision", "shown_revision", "surfaces"), "Join a session"
    ),
    "action": ToolKind(
        client_tools.action,
        client_tools.ActionArguments,
        ("session_id", "number", "event"),
        "Tell of a person's action",
    ),
    "error": ToolKind(
        client_tools.error, client_tools.ErrorArguments, ("session_id", "number", "event"), "Tell of a fault"
    ),
    "ui_end_session": ToolKind(ui_end_session, Arguments, ("session_id", "ended"), "End a session"),
    "ui_get_quick_start": ToolKind(
        docs_tools.ui_get_quick_start, DocsArguments, ("version", "text"), "Read how to begin", reads_only=True
    ),
    "ui_explore_capabilities": ToolKind(
        docs_tools.ui_explore_capabilities,
        DocsArguments,
        ("version", "categories"),
        "See what is documented",
        reads_only=True,
    ),
    "ui_list_items": ToolKind(
        docs_tools.ui_list_items, CategoryArguments, ("version", "items"), "List pages", reads_only=True
    ),
    "ui_get_item_details": ToolKind(
        docs_tools.ui_get_item_details, ItemArguments, ("version",), "Read a page", reads_only=True
    ),
    "ui_search_docs": ToolKind(
        docs_tools.ui_search_docs, QueryArguments, ("version", "results"), "Search the documentation", reads_only=True
    ),
}


def _surface_ids(session: HostedSession) -> list[Json]:
    return [surface.surface_id for surface in session.surfaces]


async def _register(caller: Caller, session: HostedSession, images: Mapping[str, str]) -> None:
    sessions = caller.seats.sessions
    for name, source in images.items():
        try:
            # In a thread: every image is opened and decoded, which may take a while.
            opened = await asyncio.to_thread(_opened, source)
            sessions.register_image(session, opened, name)
        except ImageRefused as fault:
            raise ToolRefused(
                f"The image {name!r} is refused: {fault.reason}.",
                code=fault.code,
                hint=fault.hint,
                detail={"image": name, "session_id": session.session_id},
            ) from fault


def _opened(source: str) -> StoredImage:
    return inspect(media.image_bytes(source))


async def _heard(session: HostedSession, after: int, seconds: float) -> list[tuple[int, Event]]:
    """The events for the agent after number `after`, as soon as there is one, at most `seconds` later."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    while True:
        heard = [(number, event) for number, event in session.events_after(after) if event.message is not None]
        left = ends - loop.time()
        if heard or session.ended or left <= 0:
            return heard
        await session.pulse.wait(left)
