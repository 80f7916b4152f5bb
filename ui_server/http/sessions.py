"""The calls on sessions: create, look, end, send messages, render, show, interact."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request
from starlette.responses import Response

from ui_server.hosted import HostedSession
from ui_server.http import calls
from ui_server.http.answers import (
    ListedSessions,
    MessagesTaken,
    ScreenReport,
    ScreenShown,
    SessionState,
    StepsDone,
    gives,
)
from ui_server.http.models import InteractRequest, NewMessages, NewSession, RenderRequest, ShowRequest
from ui_server.http.problems import Answer
from ui_server.http.service import Service, service_of

router = APIRouter(prefix="/sessions", tags=["sessions"], default_response_class=Answer)


async def the_service(request: Request) -> Service:
    return service_of(request)


async def the_session(request: Request, session_id: str) -> HostedSession:
    return service_of(request).session(session_id)


ServiceOf = Annotated[Service, Depends(the_service)]
SessionOf = Annotated[HostedSession, Depends(the_session)]


@router.post("", status_code=201, summary="Create a session", responses=gives(SessionState, 201))
async def create_session(service: ServiceOf, body: Annotated[NewSession, Body(default_factory=NewSession)]) -> Response:
    """A session shares nothing with any other. It ends when deleted, or when neither used nor watched for long."""
    session = calls.create(service, body)
    place = {"location": f"/sessions/{session.session_id}"}
    return Answer(calls.state(service, session), 201, place)


@router.get("", summary="List the sessions", responses=gives(ListedSessions))
async def list_sessions(service: ServiceOf) -> Response:
    """The sessions of this server, oldest first, with what each shows.

    None where strangers can reach the server: a session's id is all it takes to use it.
    """
    listed = [
        {
            "session_id": session.session_id,
            "revision": session.revision,
            "shown_revision": session.shown.screen.revision if session.shown else None,
            "surfaces": [calls.surface_json(surface) for surface in session.surfaces],
        }
        for session in service.visible
    ]
    return Answer({"sessions": listed})


@router.get("/{session_id}", summary="State of a session", responses=gives(SessionState))
async def get_session(service: ServiceOf, session: SessionOf) -> Response:
    """Its surfaces with their data models, its revision, the revision shown to the user, its settings."""
    return Answer(calls.state(service, session))


@router.delete("/{session_id}", status_code=204, summary="End a session")
async def delete_session(service: ServiceOf, session: SessionOf) -> Response:
    """Its streams end, whoever waits for its notifications is answered, and its id means nothing from here on."""
    service.sessions.delete(session.session_id)
    return Response(status_code=204)


@router.post("/{session_id}/messages", summary="Send A2UI messages", responses=gives(MessagesTaken))
async def send_messages(session: SessionOf, body: NewMessages) -> Response:
    """All of them or nothing: refused messages change nothing, and `diagnostics` says everything that is wrong."""
    return Answer(await calls.send_messages(session, body))


@router.post("/{session_id}/render", summary="Draw the screen", responses=gives(ScreenReport))
async def render(session: SessionOf, body: Annotated[RenderRequest, Body(default_factory=RenderRequest)]) -> Response:
    """The screen report (`docs/screen-report.md`) and the address of the picture. The user sees nothing of it."""
    return Answer(await calls.render(session, body))


@router.post("/{session_id}/show", summary="Show the screen to the user", responses=gives(ScreenShown))
async def show(session: SessionOf, body: Annotated[ShowRequest, Body(default_factory=ShowRequest)]) -> Response:
    """What the user now sees; from here on steps are taken on this revision."""
    return Answer(await calls.show(session, body))


@router.post("/{session_id}/interact", summary="Do what a user does", responses=gives(StepsDone))
async def interact(service: ServiceOf, session: SessionOf, body: InteractRequest) -> Response:
    """Performs the steps in the live page, one after the other, and tells what the agent hears and the user sees.

    409 when another revision is shown than `revision`, or nothing is; 422 at the first step that cannot be done, with
    what can be: that step changes nothing, those before it stay.
    """
    return Answer(await calls.interact(service, session, body))
