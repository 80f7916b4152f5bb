"""What a client that draws A2UI itself tells: what its person did, and what it could not draw.

The names and arguments of the tools are those of A2UI's guide to MCP; what the agent hears is A2UI's own message.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

from mcp_types import CallToolResult
from pydantic import ConfigDict, Field

from ui_server.diagnostics.client import check_event
from ui_server.events import Event, timestamp
from ui_server.expressions import Json
from ui_server.hosted import HostedSession
from ui_server.mcp.answers import answer
from ui_server.mcp.arguments import Arguments
from ui_server.mcp.errors import ToolRefused
from ui_server.surface import Surface, Version

DEFAULT_VERSION: Version = "v0.9"


class ActionArguments(Arguments):
    """Spelled as in A2UI's own message; only the name has to be known."""

    model_config = ConfigDict(extra="forbid", validate_by_name=True)

    name: str = Field(max_length=1000, description="The name of the event, as the component's action has it.")
    context: dict[str, Any] = Field(default_factory=dict, description="Its context, every binding resolved.")
    surface_id: str | None = Field(None, alias="surfaceId", description="Needed where surfaces share the name.")
    source_component_id: str | None = Field(None, alias="sourceComponentId", description="Which component was used.")
    timestamp: dt.datetime | None = Field(None, description="When, as ISO 8601; now if not given.")


class ErrorArguments(Arguments):
    model_config = ConfigDict(extra="forbid", validate_by_name=True)

    code: str = Field(max_length=1000, description="Such as VALIDATION_FAILED.")
    message: str = Field(max_length=10_000, description="What went wrong, for the agent.")
    surface_id: str | None = Field(None, alias="surfaceId", description="The surface that could not be drawn.")
    path: str | None = Field(None, max_length=10_000, description="Where in its messages, as a JSON Pointer.")


async def action(caller: Any, given: ActionArguments) -> CallToolResult:
    """For clients that draw the shown surfaces themselves: tells the agent of an action that their person took."""
    session = caller.seats.find(caller.seat, given.session_id)
    surface, component_id = _source(session, given)
    body: dict[str, Json] = {
        "name": given.name,
        "surfaceId": surface.surface_id,
        "sourceComponentId": component_id,
        "timestamp": timestamp(given.timestamp or session.clock()),
        "context": given.context,
    }
    message = {"userAction": body} if surface.version == "v0.8" else {"version": surface.version, "action": body}
    event = Event(surface.surface_id, component_id, message=message, owner=surface.owner)
    return await _tell(session, event, surface.version)


async def error(caller: Any, given: ErrorArguments) -> CallToolResult:
    """For clients that draw the shown surfaces themselves: tells the agent what they could not draw."""
    session = caller.seats.find(caller.seat, given.session_id)
    surface = _named(session, given.surface_id) if given.surface_id is not None else None
    version = surface.version if surface else session.version or DEFAULT_VERSION
    body = given.model_dump(by_alias=True, exclude_none=True, exclude={"session_id"})
    message = {"error": body} if version == "v0.8" else {"version": version, "error": body}
    event = Event(given.surface_id, None, message=message, owner=surface.owner if surface else "agent")
    return await _tell(session, event, version)


async def _tell(session: HostedSession, event: Event, version: Version) -> CallToolResult:
    faults = [found.to_json() for found in check_event(event.message, version) if found.severity == "error"]
    if faults:
        raise ToolRefused(
            f"This is no message that a client may send in {version}.",
            code="message_refused",
            hint=str(faults[0]["hint"]),
            detail={"diagnostics": [*faults]},
        )
    number = await session.tell(event)
    return answer({"session_id": session.session_id, "number": number, "event": event.message})


def _source(session: HostedSession, given: ActionArguments) -> tuple[Surface, str]:
    """The surface and component that have the action; the first of them where the client does not say which."""
    if session.shown is None:
        raise ToolRefused("Nothing is shown.", code="not_shown", hint="Show a screen with show_ui_to_user first.")
    surfaces = [_named(session, given.surface_id)] if given.surface_id is not None else list(session.surfaces)
    known = [(surface, name, component_id) for surface in surfaces for name, component_id in _actions(surface)]
    wanted = [
        (surface, component_id)
        for surface, name, component_id in known
        if name == given.name and given.source_component_id in (None, component_id)
    ]
    if not wanted:
        names = sorted({name for _, name, _ in known})
        detail: dict[str, Json] = {"possible": [*names]}
        raise ToolRefused(f"No such component sends {given.name!r}.", code="unknown_action", detail=detail)
    if len({surface.surface_id for surface, _ in wanted}) > 1:
        raise ToolRefused(f"Several surfaces send {given.name!r}.", code="unclear_surface", hint="Name the surfaceId.")
    return wanted[0]


def _actions(surface: Surface) -> Iterator[tuple[str, str]]:
    for component in surface.components.values():
        if component.action is not None and component.action.name is not None:
            yield component.action.name, component.id


def _named(session: HostedSession, surface_id: str) -> Surface:
    surface = session.surfaces.get(surface_id)
    if surface is None:
        known: list[Json] = [each.surface_id for each in session.surfaces]
        raise ToolRefused(f"There is no surface {surface_id!r}.", code="unknown_surface", detail={"possible": known})
    return surface
