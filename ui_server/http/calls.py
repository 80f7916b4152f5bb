"""What a client can ask of a session, whether over HTTP or a WebSocket: each call from its body to its answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from renderer.picture import Frame
from ui_server.diagnostics.diagnostic import errors
from ui_server.fetch import is_address
from ui_server.hosted import HostedSession
from ui_server.http.models import InteractRequest, NewMessages, NewSession, RenderRequest, ShowRequest, framed
from ui_server.http.problems import Problem
from ui_server.http.service import Service
from ui_server.screen import Screen
from ui_server.steps import parse_steps
from ui_server.surface import Surface

# -- sessions ----------------------------------------------------------------------------------------------------------


def create(service: Service, body: NewSession) -> HostedSession:
    """A new session; raises SessionsFull and Problem."""
    usual = service.defaults
    hosts = usual.allow_hosts if body.allow_hosts is None else frozenset(body.allow_hosts)
    if not service.trusted:
        _refuse_inward(hosts - usual.allow_hosts)
    settings = replace(
        usual,
        frame=framed(usual.frame, viewport=body.viewport, scale=body.scale, full_page=body.full_page),
        theme=body.theme or usual.theme,
        locale=body.locale or usual.locale,
        allow_hosts=hosts,
        repair=body.repair,
    )
    service.rates.check(None)
    return service.sessions.create(settings, version=body.version)


def _refuse_inward(hosts: frozenset[str]) -> None:
    """Addresses inside this machine's network are open only to those whom its owner trusts."""
    for host in sorted(hosts):
        if is_address(host.partition(":")[0]):
            raise Problem("invalid_request", f"/allow_hosts: {host!r} is an address; this server takes names only.")


def state(service: Service, session: HostedSession) -> dict[str, Any]:
    """Surfaces with their data models, what is shown, and how the session shows it."""
    settings, shown = session.settings, session.shown
    return {
        "session_id": session.session_id,
        "revision": session.revision,
        "shown_revision": shown.screen.revision if shown else None,
        "shown_surface_id": shown.surface_id if shown else None,
        "surfaces": [{**surface_json(surface), "data_model": surface.data} for surface in session.surfaces],
        "last": session.last_event,
        "version": session.version,
        "viewport": [settings.frame.width, settings.frame.height],
        "scale": settings.frame.scale,
        "full_page": settings.frame.full_page,
        "theme": settings.theme,
        "locale": settings.locale,
        "allow_hosts": sorted(settings.allow_hosts),
        "repair": settings.repair,
        "idle_seconds_left": round(
            service.sessions.limits.idle_seconds - service.sessions.idle_seconds(session.session_id), 1
        ),
    }


def surface_json(surface: Surface) -> dict[str, Any]:
    return {"surface_id": surface.surface_id, "protocol": surface.version, "components": len(surface.components)}


# -- messages ----------------------------------------------------------------------------------------------------------


async def send_messages(session: HostedSession, body: NewMessages) -> dict[str, Any]:
    """Apply what the agent sent; raises Problem `payload_refused`, and then nothing has changed."""
    known = {placeholder: _hash_of(session, image) for placeholder, image in body.images.items()}
    receipt = await session.take(body.messages)
    found = [*receipt.diagnostics, *session.other_versions(receipt)]
    if not receipt.accepted:
        first = errors(receipt.diagnostics)[0]
        raise Problem(
            "payload_refused", f"{first.pointer}: {first.message}", diagnostics=found, revision=session.revision
        )
    for placeholder, digest in known.items():
        session.images.names[placeholder] = digest
        session.images.refusals.pop(placeholder, None)
    return {
        "revision": session.revision_of(receipt),
        "surfaces": [surface_json(surface) for surface in receipt.surfaces],
        "diagnostics": [diagnostic.to_json() for diagnostic in found],
        "repairs": [str(repair) for repair in receipt.repairs],
        "responses": list(receipt.responses),
    }


def _hash_of(session: HostedSession, image: str | int) -> str:
    digest = session.image_ids.get(str(image))
    if digest is None:
        known = ", ".join(session.image_ids) or "none"
        raise Problem("invalid_request", f"/images: there is no image {str(image)[:80]!r}.", expected=known)
    return digest


# -- screens -----------------------------------------------------------------------------------------------------------


async def render(session: HostedSession, body: RenderRequest) -> dict[str, Any]:
    """The screen report of the session as it is now, not shown to anyone."""
    screen = await session.render(body.surface_id, frame=body.frame(session.settings.frame))
    return report(session, screen, body.surface_id)


async def show(session: HostedSession, body: ShowRequest) -> dict[str, Any]:
    """As `render`, and from here on it is what the user sees; `elements` are those of all surfaces."""
    screen = await session.show(body.surface_id)
    elements = [element.to_json() for element in screen.elements().values()]
    return {**report(session, screen, body.surface_id), "shown_revision": screen.revision, "elements": elements}


async def interact(service: Service, session: HostedSession, body: InteractRequest) -> dict[str, Any]:
    """What the steps led to. Raises StepFailed at the first step that cannot be done, BadStep for one that is none."""
    if len(body.steps) > service.limits.steps:
        raise Problem("too_large", f"At most {service.limits.steps} steps at a time.", most=service.limits.steps)
    events, screen = await session.act(parse_steps(body.steps), revision=body.revision)
    asked = session.shown.surface_id if session.shown else None
    return {"events": [event.to_json() for event in events], "screen": report(session, screen, asked)}


def report(session: HostedSession, screen: Screen, surface_id: str | None) -> dict[str, Any]:
    """The screen report with the address of its picture, which is kept for whoever asks for it."""
    session.keep(screen, surface_id)
    document = screen.report()
    document["session_id"] = session.session_id
    for ending, name in (("png", "url"), ("html", "html_url"), ("json", "report_url")):
        document["screenshot"][name] = address(session, screen.revision, surface_id, screen.frame, ending)
    return document


def address(session: HostedSession, revision: int, surface_id: str | None, frame: Frame, ending: str) -> str:
    """Where a screen can be fetched; it says all that is needed to draw the screen again."""
    usual = session.settings.frame
    query: dict[str, Any] = {"surface_id": surface_id} if surface_id is not None else {}
    if (frame.width, frame.height) != (usual.width, usual.height):
        query |= {"width": frame.width, "height": frame.height}
    if frame.scale != usual.scale:
        query["scale"] = f"{frame.scale:g}"
    if frame.full_page != usual.full_page:
        query["full_page"] = str(frame.full_page).lower()
    if frame.scroll_y:
        query["scroll_y"] = frame.scroll_y
    path = f"/sessions/{quote(session.session_id, safe='')}/screens/{revision}.{ending}"
    return f"{path}?{urlencode(query, errors='replace')}" if query else path
