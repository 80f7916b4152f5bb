"""Resources: surfaces as A2UI, screens of any remembered revision as pictures and reports, registered images."""

from __future__ import annotations

import base64
import json
import re

from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    BlobResourceContents,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from renderer.errors import RendererError
from ui_server.errors import ActRefused
from ui_server.hosted import HostedSession, UnknownRevision
from ui_server.mcp import media
from ui_server.mcp.media import Address
from ui_server.mcp.seats import Seat, Seats
from ui_server.sessions import UnknownSession

TEMPLATES = (
    ResourceTemplate(
        name="surface",
        uri_template="a2ui://sessions/{session_id}/surfaces/{surface_id}",
        mime_type=media.A2UI,
        description="The messages that make a surface as it is now, with its present data.",
    ),
    ResourceTemplate(
        name="picture",
        uri_template="a2ui://sessions/{session_id}/screens/{revision}.png",
        mime_type=media.PNG,
        description="The screen of a revision.",
    ),
    ResourceTemplate(
        name="report",
        uri_template="a2ui://sessions/{session_id}/screens/{revision}.json",
        mime_type=media.JSON,
        description="The screen report of a revision: texts, elements with their places, data, diagnostics.",
    ),
    ResourceTemplate(
        name="image",
        uri_template="a2ui://sessions/{session_id}/images/{name}",
        description="An image that was registered with the session.",
    ),
)


def listed(seats: Seats, seat: Seat | None) -> list[Resource]:
    """What there is to read in the seat's session; nothing while it has none."""
    if seat is None or seat.session_id is None:
        return []
    try:
        session = seats.find(seat, None)
    except UnknownSession:
        return []
    found = [
        _resource(session, Address(session.session_id, "surfaces", surface.surface_id), media.A2UI)
        for surface in session.surfaces
        if session.definitions.messages(surface) is not None
    ]
    for ending, media_type in (("png", media.PNG), ("json", media.JSON)) if session.revision else ():
        address = Address(session.session_id, "screens", f"{session.revision}.{ending}")
        found.append(_resource(session, address, media_type))
    for name, digest in session.images.names.items():
        # A picture that came inside a payload has its whole content for a name; it is no address to offer.
        if not name.startswith("data:"):
            address = Address(session.session_id, "images", name)
            found.append(_resource(session, address, session.images.by_hash[digest].media_type))
    return found


async def read(seats: Seats, uri: str) -> ReadResourceResult:
    """The resource at `uri`; raises MCPError where there is none. To know a session's id is to be let in."""
    address = media.read_address(uri)
    if address is None:
        raise _missing(uri, "a2ui://sessions/… addresses are listed by resources/templates/list")
    try:
        session = seats.sessions.get(address.session_id)
        match address.kind:
            case "surfaces":
                return _one(_surface(session, address, uri))
            case "screens":
                return _one(await _screen(session, address, uri))
            case "images":
                return _one(_image(session, address, uri))
    except (UnknownSession, UnknownRevision, ActRefused) as fault:
        raise _missing(uri, str(fault)) from fault
    except RendererError as fault:
        raise MCPError(code=INVALID_PARAMS, message=f"The screen could not be drawn: {fault}") from fault


def _surface(session: HostedSession, address: Address, uri: str) -> TextResourceContents:
    surface = session.surfaces.get(address.name)
    messages = session.definitions.messages(surface) if surface else None
    if messages is None:
        raise _missing(uri, f"the session has no surface {address.name!r}")
    return TextResourceContents(uri=uri, mime_type=media.A2UI, text=json.dumps(messages, ensure_ascii=False))


async def _screen(session: HostedSession, address: Address, uri: str) -> BlobResourceContents | TextResourceContents:
    named = re.fullmatch(r"(\d{1,9})\.(png|json)", address.name)
    if named is None:
        raise _missing(uri, "a screen is named by its revision: 3.png or 3.json")
    screen = await session.screen_at(int(named[1]))
    if named[2] == "json":
        text = json.dumps(screen.report(), ensure_ascii=False)
        return TextResourceContents(uri=uri, mime_type=media.JSON, text=text)
    return BlobResourceContents(uri=uri, mime_type=media.PNG, blob=base64.b64encode(screen.png).decode())


def _image(session: HostedSession, address: Address, uri: str) -> BlobResourceContents:
    digest = session.images.names.get(address.name)
    if digest is None:
        raise _missing(uri, f"no image {address.name!r} is registered with this session")
    image = session.images.by_hash[digest]
    return BlobResourceContents(uri=uri, mime_type=image.media_type, blob=base64.b64encode(image.content).decode())


def _resource(session: HostedSession, address: Address, media_type: str) -> Resource:
    return Resource(name=f"{address.kind}/{address.name}", uri=str(address), mime_type=media_type)


def _one(contents: BlobResourceContents | TextResourceContents) -> ReadResourceResult:
    return ReadResourceResult(contents=[contents])


def _missing(uri: str, reason: str) -> MCPError:
    return MCPError(code=INVALID_PARAMS, message=f"There is no resource {uri[:200]!r}: {reason}", data={"uri": uri})
