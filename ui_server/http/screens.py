"""Screens by revision, earlier ones too, as picture, page and report."""

from __future__ import annotations

import asyncio
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from renderer.picture import Frame
from renderer.view import View
from ui_server.hosted import HostedSession
from ui_server.http import calls
from ui_server.http.answers import BINARY, TEXT, ScreenReport, gives, gives_content
from ui_server.http.models import framed
from ui_server.http.problems import Answer
from ui_server.http.service import Service
from ui_server.http.sessions import ServiceOf, SessionOf
from ui_server.screen import Screen

router = APIRouter(prefix="/sessions/{session_id}/screens", tags=["screens"], default_response_class=Answer)
SHUT_IN: Final = {
    "content-security-policy": "sandbox; default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "private, no-cache",
}
"""Headers of what came from an agent: it can do nothing in the browser that opens it."""


async def the_frame(
    session: SessionOf,
    width: Annotated[int | None, Query(ge=100, le=4096)] = None,
    height: Annotated[int | None, Query(ge=100, le=8192)] = None,
    scale: Annotated[float | None, Query(ge=0.25, le=4, allow_inf_nan=False)] = None,
    full_page: bool | None = None,
    scroll_y: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Frame:
    usual = session.settings.frame
    viewport = (width or usual.width, height or usual.height)
    return framed(usual, viewport=viewport, scale=scale, full_page=full_page, scroll_y=scroll_y)


FrameOf = Annotated[Frame, Depends(the_frame)]


@router.get(
    "/{revision}.png",
    name="get_picture",
    summary="Picture of a revision",
    response_class=Response,
    responses=gives_content(BINARY, "image/png"),
)
async def picture(session: SessionOf, revision: int, frame: FrameOf, surface_id: str | None = None) -> Response:
    """The very picture that was drawn then while it is held, else one drawn anew from what the revision was."""
    screen = await _screen(session, revision, surface_id, frame)
    return Response(screen.png, media_type="image/png", headers=SHUT_IN)


@router.get("/{revision}.json", name="get_report", summary="Report of a revision", responses=gives(ScreenReport))
async def report(session: SessionOf, revision: int, frame: FrameOf, surface_id: str | None = None) -> Response:
    """The screen report, as `render` gives it."""
    screen = await _screen(session, revision, surface_id, frame)
    return Answer(calls.report(session, screen, surface_id))


@router.get(
    "/{revision}.html",
    name="get_page",
    summary="Page of a revision",
    response_class=Response,
    responses=gives_content(TEXT, "text/html"),
)
async def page(
    service: ServiceOf,
    session: SessionOf,
    revision: int,
    surface_id: str | None = None,
    theme: Literal["light", "dark"] | None = None,
) -> Response:
    """The screen as one HTML file without scripts, which asks for nothing else."""
    scene = await session.scene_at(revision, surface_id)
    view = View(scene.view.surfaces, scene.view.pictures, theme or scene.view.theme, scene.view.locale)
    content = await asyncio.to_thread(_document, service, view)
    return Response(content, media_type="text/html; charset=utf-8", headers=SHUT_IN)


def _document(service: Service, view: View) -> bytes:
    return service.renderer.document(service.renderer.markup(view)).encode("utf-8", "replace")


async def _screen(session: HostedSession, revision: int, surface_id: str | None, frame: Frame) -> Screen:
    held = session.kept(revision, surface_id, frame)
    return held or await session.screen_at(revision, surface_id, frame=frame)
