"""The page of a person who plays the user: `GET /user`, its files, the turn that is open, and the answer to it.

The application's state holds the `seat`. It is served on loopback for as long as a run lasts.
"""

from __future__ import annotations

import asyncio
from importlib.resources import files
from mimetypes import guess_type
from typing import Annotated, Any, Final

from fastapi import APIRouter, FastAPI, Query, Request, Response
from fastapi.responses import RedirectResponse
from pydantic import BaseModel, ConfigDict, Field

from agent_bridge.messages import Message, Role
from ui_server.http import debug
from ui_server.http.access import LOOPBACK, Access
from ui_server.http.limits import Bodies, CallLimits
from ui_server.http.problems import Answer, Problem, install
from ui_server.http.sign_in import PATH, add_sign_in
from ui_server.steps import parse_steps
from user_sim.person import Asked, NotTheirTurn, Seat
from user_sim.rounds import Round
from user_sim.user import UserTurn

FILES: Final = ("user.html", "user.css", "user.js")
MAX_TEXT: Final = 20_000

router = APIRouter(include_in_schema=False)


class Answered(BaseModel):
    """Acts come first, then the text with its images, then the end: what a user of any kind can do in a turn."""

    model_config = ConfigDict(extra="forbid")

    turn: int
    steps: list[dict[str, Any]] = Field(default_factory=list, max_length=50)
    text: str = Field(default="", max_length=MAX_TEXT)
    images: list[int] = Field(default_factory=list, max_length=50)
    ended: bool = False
    gave_up: bool = False


def create_page(seat: Seat, *, token: str | None = None) -> FastAPI:
    """The application; it answers to this machine's own names alone, and with a `token` to those who have it."""
    app = bare_page(token=token)
    app.state.seat = seat
    app.include_router(router)
    return app


def bare_page(*, token: str | None = None) -> FastAPI:
    """An application for this machine alone that has nothing but what pages share: style, stage and typeface."""
    app = FastAPI(title="Surfacebox", openapi_url=None, redirect_slashes=False, docs_url=None, redoc_url=None)
    install(app)
    app.add_api_route("/debug/static/inter.ttf", debug.typeface)
    app.add_api_route("/debug/static/{name}", debug.static)
    app.add_middleware(Bodies, limits=CallLimits())
    entrance = add_sign_in(app, token)
    open_paths = (PATH, *debug.OPEN_PATHS)
    app.add_middleware(Access, token=token, hosts=LOOPBACK, open_paths=open_paths, sign_in=entrance)
    return app


@router.get("/")
def start() -> Response:
    return RedirectResponse("/user")


@router.get("/user")
def page() -> Response:
    return static("user.html")


@router.get("/user/static/{name}")
def static(name: str) -> Response:
    if name not in FILES:
        raise Problem("not_found", "There is no such file.")
    content = (files("user_sim") / "static" / name).read_bytes()
    return Response(content, media_type=guess_type(name)[0], headers=debug.HEADERS)


@router.get("/user/turn")
async def open_turn(request: Request, after: int = -1, wait: Annotated[float, Query(ge=0, le=30)] = 0) -> Response:
    """How it stands, at once or as soon as it is no longer at version `after`."""
    seat = _seat(request)
    await seat.wait(after, wait)
    return Answer(_state(seat))


@router.post("/user/turn")
async def answer_turn(answered: Answered, request: Request) -> Response:
    """Answers the open turn. The episode checks the acts against the shown screen; a refusal opens the next turn."""
    seat = _seat(request)
    turn = UserTurn(
        acts=parse_steps(list(answered.steps)),
        text=answered.text.strip(),
        images=tuple(answered.images),
        ended=answered.ended or answered.gave_up,
        gave_up=answered.gave_up,
    )
    try:
        seat.answer(answered.turn, turn)
    except NotTheirTurn as late:
        raise Problem("stale_screen", str(late)) from late
    return Answer({"version": seat.version})


@router.get("/user/screens/{turn}.png")
def picture(turn: int, request: Request) -> Response:
    """The picture of the open turn's screen."""
    seat = _seat(request)
    if seat.asked is None or seat.asked.view.screen is None or seat.version != turn:
        raise Problem("stale_screen", "This screen is no longer before the user.")
    return Response(seat.asked.view.screen.png, media_type="image/png", headers=debug.PICTURE)


def _seat(request: Request) -> Seat:
    seat = request.app.state.seat
    if not isinstance(seat, Seat):
        raise TypeError("the app has no seat; make it with create_page")
    return seat


def _state(seat: Seat) -> dict[str, Any]:
    """`turn` is None while the agent is at work."""
    asked = seat.asked
    return {"version": seat.version, "over": seat.over, "turn": _turn(asked, seat.version) if asked else None}


def _turn(asked: Asked, number: int) -> dict[str, Any]:
    view, screen = asked.view, asked.view.screen
    return {
        "seconds_left": round(max(0.0, asked.until - asyncio.get_running_loop().time()), 1),
        "rounds": [_round(each) for each in asked.rounds],
        "messages": [_message(each) for each in view.messages if _is_said(each)],
        "refused": view.refused.to_json() if view.refused else None,
        "ui": view.ui,
        "revision": screen.revision if screen else None,
        "report": screen.report() if screen else None,
        "picture": f"/user/screens/{number}.png" if screen else None,
    }


def _round(each: Round) -> dict[str, Any]:
    return {"query": each.query, "private": each.private, "images": list(each.images)}


def _is_said(message: Message) -> bool:
    return message.sender in (Role.AGENT, Role.USER) and bool(message.text or message.images)


def _message(message: Message) -> dict[str, Any]:
    return {"sender": message.sender.value, "text": message.text, "images": list(message.images)}
