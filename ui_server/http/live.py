"""What the agent hears, as it happens: by long poll, as Server-Sent Events, and over a WebSocket both ways."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Query, Request, WebSocket
from pydantic import BaseModel, ValidationError
from starlette.responses import Response, StreamingResponse
from starlette.websockets import WebSocketDisconnect

from renderer.errors import RendererError
from ui_server.errors import ActRefused
from ui_server.hosted import HostedSession, StepFailed
from ui_server.http import calls
from ui_server.http.answers import TEXT, Notifications, gives, gives_content
from ui_server.http.models import InteractRequest, NewMessages, RenderRequest, ShowRequest
from ui_server.http.problems import Answer, Problem, encode, problem_of
from ui_server.http.service import Service, service_of
from ui_server.http.sessions import ServiceOf, SessionOf
from ui_server.sessions import SessionError

router = APIRouter(prefix="/sessions/{session_id}", tags=["events"], default_response_class=Answer)
Tell = Callable[[dict[str, Any]], Awaitable[None]]
HEARTBEAT_SECONDS: Final = 15.0
ENDED: Final = 1000
BODIES: Final[dict[str, type[BaseModel]]] = {
    "messages": NewMessages,
    "render": RenderRequest,
    "show": ShowRequest,
    "interact": InteractRequest,
}
After = Annotated[int | None, Query(ge=0, description="The number of the last event that is known already.")]
All = Annotated[bool, Query(alias="all", description="Also what the user did that sends the agent nothing.")]
States = Annotated[bool, Query(description="Also a `state` whenever what is shown may have changed.")]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a follower wants to hear: events after a number (None: from now on), all of them, states as well."""

    after: int | None
    everything: bool
    states: bool

    def start(self, session: HostedSession) -> int:
        return session.last_event if self.after is None else self.after


async def the_wish(after: After = None, everything: All = False, states: States = False) -> Wish:
    return Wish(after, everything, states)


WishOf = Annotated[Wish, Depends(the_wish)]


def news(session: HostedSession, after: int, *, everything: bool = False) -> list[dict[str, Any]]:
    """The events after number `after`, each with its own; those that the agent hears, or all."""
    return [
        {"n": number, **event.to_json()}
        for number, event in session.events_after(after)
        if everything or event.message is not None
    ]


@router.get("/notifications", summary="Events since a number", responses=gives(Notifications))
async def notifications(
    request: Request,
    service: ServiceOf,
    session: SessionOf,
    after: Annotated[int, Query(ge=0)] = 0,
    wait: Annotated[float, Query(ge=0, allow_inf_nan=False, description="Seconds, at most 60 of them.")] = 0,
    everything: All = False,
) -> Response:
    """`events` after number `after`, waiting up to `wait` seconds for the first; `last` is what to ask after next."""
    with watching(service, session):
        await _first_news(request, session, after, everything, min(wait, service.limits.wait_seconds))
    found = news(session, after, everything=everything)
    if session.ended and not found:
        raise Problem("session_not_found", "The session has ended.")
    return Answer({"events": found, "last": session.last_event, "revision": session.revision})


async def _first_news(request: Request, session: HostedSession, after: int, everything: bool, seconds: float) -> None:
    """Returns when there is news, the time is up, the session has ended or the client has gone."""
    loop = asyncio.get_running_loop()
    ends = loop.time() + seconds
    gone = asyncio.create_task(_until_gone(request))
    try:
        while not (news(session, after, everything=everything) or session.ended or gone.done()):
            left = ends - loop.time()
            if left <= 0:
                return
            beat = asyncio.create_task(session.pulse.wait(left))
            await asyncio.wait({beat, gone}, return_when=asyncio.FIRST_COMPLETED)
            beat.cancel()
    finally:
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)


async def _until_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


@contextmanager
def watching(service: Service, session: HostedSession) -> Iterator[None]:
    """Counts someone who follows the session, so that it does not count as idle; raises Problem when there are many."""
    _check_watchers(service, session)
    session.watchers += 1
    try:
        yield
    finally:
        session.watchers -= 1


def _check_watchers(service: Service, session: HostedSession) -> None:
    if session.watchers >= service.limits.streams:
        raise Problem("too_many_requests", f"{session.watchers} follow this session already.", retry_after=1.0)


# -- Server-Sent Events ------------------------------------------------------------------------------------------------


@router.get(
    "/stream",
    summary="Events as they happen",
    response_class=StreamingResponse,
    responses=gives_content(TEXT, "text/event-stream"),
)
async def stream(
    service: ServiceOf, session: SessionOf, wish: WishOf, last_event_id: Annotated[str | None, Header()] = None
) -> Response:
    """Server-Sent Events: each one's data is what `notifications` gives, its id is its number.

    A client that comes back goes on after `Last-Event-ID`. The event `end` says that the session has ended.
    """
    _check_watchers(service, session)
    if last_event_id and last_event_id.isdecimal():
        wish = replace(wish, after=int(last_event_id[:12]))
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_stream(service, session, wish), media_type="text/event-stream", headers=headers)


async def _stream(service: Service, session: HostedSession, wish: Wish) -> AsyncIterator[bytes]:
    after = wish.start(session)
    with watching(service, session):
        yield b": ready\n\n"
        told: dict[str, Any] = {}
        while not session.ended:
            found = news(session, after, everything=wish.everything)
            after, quiet = session.last_event, not found
            for event in found:
                yield b"id: %d\ndata: %b\n\n" % (event["n"], encode(event))
            if wish.states and (state := state_of(session)) != told:
                told, quiet = state, False
                yield b"event: state\ndata: %b\n\n" % encode(state)
            if quiet:
                before = _mark(session)
                await session.pulse.wait(HEARTBEAT_SECONDS)
                if before == _mark(session):
                    yield b": still here\n\n"
        yield b"event: end\ndata: {}\n\n"


def _mark(session: HostedSession) -> tuple[object, ...]:
    return (session.last_event, session.revision, session.ended)


def state_of(session: HostedSession) -> dict[str, Any]:
    """What a follower needs to know to look again."""
    shown = session.shown
    return {
        "revision": session.revision,
        "shown_revision": shown.screen.revision if shown else None,
        "last": session.last_event,
    }


# -- WebSocket ---------------------------------------------------------------------------------------------------------


@router.websocket("/ws")
async def socket(websocket: WebSocket, session_id: str, wish: WishOf) -> None:
    """Frames from the client are calls, `{"call": "interact", "id": 7, "steps": […]}`; each gets one answer.

    Frames to the client: `answer` (with `status` and `body`), `problem`, `event`, and `state` when asked for.
    """
    service = service_of(websocket)
    try:
        session = service.session(session_id)
        with watching(service, session):
            await websocket.accept()
            await _converse(websocket, service, session, wish)
    except (SessionError, Problem) as fault:
        await websocket.send_denial_response(problem_of(fault).answer())


async def _converse(websocket: WebSocket, service: Service, session: HostedSession, wish: Wish) -> None:
    sending = asyncio.Lock()

    async def tell(frame: dict[str, Any]) -> None:
        async with sending:
            await websocket.send_text(encode(frame).decode())

    hearing = asyncio.create_task(_hear(websocket, service, session, tell))
    telling = asyncio.create_task(_tell(session, wish, tell))
    try:
        await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hearing.cancel()
        telling.cancel()
        await asyncio.gather(hearing, telling, return_exceptions=True)
    with suppress(RuntimeError, WebSocketDisconnect):
        await websocket.close(ENDED, "the session has ended" if session.ended else None)


async def _tell(session: HostedSession, wish: Wish, tell: Tell) -> None:
    after = wish.start(session)
    told: dict[str, Any] = {}
    while not session.ended:
        found = news(session, after, everything=wish.everything)
        after = session.last_event
        for event in found:
            await tell({"type": "event", **event})
        if wish.states and (state := state_of(session)) != told:
            told = state
            await tell({"type": "state", **state})
        elif not found:
            await session.pulse.wait(HEARTBEAT_SECONDS)


async def _hear(websocket: WebSocket, service: Service, session: HostedSession, tell: Tell) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        await tell(await _answer(service, session, message.get("text") or message.get("bytes") or ""))


async def _answer(service: Service, session: HostedSession, text: str | bytes) -> dict[str, Any]:
    """The frame that answers the frame `text`."""
    asked: Any = None
    try:
        frame = _read(text)
        asked = frame.pop("id", None)
        service.session(session.session_id)
        return {"type": "answer", "id": asked, "status": 200, "body": await _call(service, session, frame)}
    except (Problem, StepFailed, ActRefused, RendererError, SessionError, ValidationError) as fault:
        problem = problem_of(fault)
        return {"type": "problem", "id": asked, "status": problem.kind.status, "problem": problem.to_json()}


def _read(text: str | bytes) -> dict[str, Any]:
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Problem("bad_request", "The frame is no JSON.") from error
    if not isinstance(frame, dict):
        raise Problem("bad_request", "A frame is an object with `call`.")
    return frame


async def _call(service: Service, session: HostedSession, frame: dict[str, Any]) -> dict[str, Any]:
    call = frame.pop("call", None)
    if call == "state":
        return calls.state(service, session)
    model = BODIES.get(call) if isinstance(call, str) else None
    if model is None:
        known = ", ".join(["state", *BODIES])
        raise Problem("invalid_request", f"There is no call {str(call)[:80]!r}.", expected=known)
    match model.model_validate(frame):
        case NewMessages() as body:
            return await calls.send_messages(session, body)
        case RenderRequest() as body:
            return await calls.render(session, body)
        case ShowRequest() as body:
            return await calls.show(session, body)
        case InteractRequest() as body:
            return await calls.interact(service, session, body)
    raise TypeError(f"no call takes a {model.__name__}")
