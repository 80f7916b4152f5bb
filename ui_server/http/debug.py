"""The debug page: `GET /`, its files, and the few calls it needs beside those of the service.

The application's state holds the `service`, and may hold `follow`, the path of a file to follow. None of this is part
of the API, and it is left out of its description. Live sessions are only ever looked at.
"""

from __future__ import annotations

import json
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from renderer.fonts import load
from renderer.view import Theme
from ui_server.hosted import HostedSession
from ui_server.http.benches import Bench, Benches, Edit, Overtaken, UnknownBench, data_message, look
from ui_server.http.followed import wait_for_change
from ui_server.http.models import NewSession
from ui_server.http.problems import Answer, Problem
from ui_server.http.service import service_of
from ui_server.screen import Screen
from ui_server.sessions import UnknownSession
from ui_server.steps import parse_steps

MAX_TEXT: Final = 4_000_000
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
PICTURE: Final = {"Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin"}
OPEN_PATHS: Final = ("/debug/static/",)
"""What is served without a token: it holds no data."""

router = APIRouter(include_in_schema=False)
Name = Annotated[str, Field(max_length=64)]
Width = Annotated[int, Field(ge=120, le=4000)]


def _known_locale(tag: str) -> str:
    """By the rule for sessions; raises ValueError."""
    return NewSession(locale=tag).locale or tag


Locale = Annotated[str, Field(max_length=40), AfterValidator(_known_locale)]


class Text(BaseModel):
    model_config = ConfigDict(extra="forbid")

    edit: int = Field(ge=0)
    text: str = Field(max_length=MAX_TEXT)
    theme: Theme = "light"
    width: Width = 600
    locale: Locale = "en-US"


class Acts(BaseModel):
    model_config = ConfigDict(extra="forbid")

    edit: int
    steps: list[dict[str, Any]] = Field(max_length=50)


class DataModel(BaseModel):
    model_config = ConfigDict(extra="forbid")

    edit: int
    surface_id: str
    value: Any


# -- the page ----------------------------------------------------------------------------------------------------------


@router.get("/")
def page() -> Response:
    return _file(_static() / "debug.html")


@router.get("/debug/static/inter.ttf")
def typeface() -> Response:
    """The Latin typeface that screens are set in, for the page too."""
    face = load().faces[0]
    return Response(face.data, media_type="font/ttf", headers={**HEADERS, "Cache-Control": "max-age=86400"})


@router.get("/debug/static/{name}")
def static(name: str) -> Response:
    found = next((entry for entry in _static().iterdir() if entry.name == name), None)
    if found is None:
        raise Problem("not_found", "There is no such file.")
    return _file(found)


def _static() -> Traversable:
    return files("ui_server.http") / "static"


def _file(entry: Traversable) -> Response:
    kind = guess_type(entry.name)[0] or "application/octet-stream"
    return Response(entry.read_bytes(), media_type=kind, headers=HEADERS)


# -- trying a payload out ----------------------------------------------------------------------------------------------


@router.post("/debug/benches/{name}")
async def try_out(name: Name, text: Text, request: Request) -> Response:
    """The screen of whatever is sound in the text, and everything that is wrong with it."""
    edit = Edit(text.edit, text.text, text.theme, text.width, text.locale)
    try:
        bench, screen = await _benches(request).try_out(name, edit)
    except Overtaken as late:
        raise Problem("stale_screen", str(late)) from late
    return Answer(_shown(name, bench, screen))


@router.post("/debug/benches/{name}/steps")
async def act(name: Name, acts: Acts, request: Request) -> Response:
    bench = _bench(request, name, acts.edit)
    events, screen = await bench.session.act(parse_steps(list(acts.steps)))
    return Answer({**_shown(name, bench, screen), "events": [event.to_json() for event in events]})


@router.post("/debug/benches/{name}/data")
async def change_data(name: Name, data: DataModel, request: Request) -> Response:
    """Replaces a surface's data model by the message an agent would send."""
    bench = _bench(request, name, data.edit)
    session = bench.session
    surface = session.surfaces.get(data.surface_id)
    if surface is None:
        raise Problem("surface_not_found", f"There is no surface {data.surface_id!r}.")
    message, before = data_message(surface, data.value), session.revision
    receipt = await session.take([message], purpose="salvage")
    if session.revision == before and receipt.diagnostics:
        raise Problem("payload_refused", receipt.diagnostics[0].message, diagnostics=receipt.diagnostics)
    screen = await session.show()
    return Answer({**_shown(name, bench, screen), "message": message})


@router.get("/debug/benches/{name}/screens/{picture}.png")
def bench_picture(name: Name, picture: str, request: Request) -> Response:
    found = _bench(request, name).pictures.get(picture)
    if found is None:
        raise Problem("not_found", "This picture is no longer kept.")
    return _png(found)


@router.get("/debug/benches/{name}/looks/{theme}-{width}.png")
async def bench_look(name: Name, theme: Theme, width: Width, request: Request) -> Response:
    return _png(await look(_bench(request, name).session, theme, width))


def _benches(request: Request) -> Benches:
    """The app's benches, made when first needed; one call is counted on the server."""
    state, service = request.app.state, service_of(request)
    service.rates.check(None)
    benches = getattr(state, "benches", None)
    if not isinstance(benches, Benches):
        benches = state.benches = Benches(service.sessions.canvas, service.defaults)
    return benches


def _bench(request: Request, name: str, edit: int | None = None) -> Bench:
    try:
        return _benches(request).get(name, edit)
    except UnknownBench as unknown:
        raise Problem("not_found", f"{unknown} {unknown.hint}") from unknown
    except Overtaken as late:
        raise Problem("stale_screen", str(late)) from late


def _shown(name: str, bench: Bench, screen: Screen) -> dict[str, Any]:
    picture = f"/debug/benches/{name}/screens/{bench.keep(screen)}.png"
    return {"report": screen.report(), "picture": picture, "edit": bench.edit}


def _png(content: bytes) -> Response:
    return Response(content, media_type="image/png", headers=PICTURE)


# -- looking at live sessions ------------------------------------------------------------------------------------------


@router.get("/debug/live")
def live_sessions(request: Request) -> Response:
    return Answer({"sessions": [_summary(session) for session in service_of(request).visible]})


def _summary(session: HostedSession) -> dict[str, Any]:
    return {
        "session_id": session.session_id,
        "revision": session.revision,
        "surfaces": [surface.surface_id for surface in session.surfaces],
        "events": session.last_event,
    }


@router.get("/debug/live/{session_id}")
async def live_session(
    session_id: str, request: Request, seen: str = "", events: Annotated[int, Query(ge=0)] = 0
) -> Response:
    """Events after number `events`, and the screen unless its stamp is the one that was `seen`."""
    session = _live(request, session_id)
    stamp = f"{session.revision}.{session.shown.screen.revision if session.shown else 0}"
    answer: dict[str, Any] = {
        "stamp": stamp,
        "events": [event.to_json() for _, event in session.events_after(events)],
        "last_event": session.last_event,
        "report": None,
    }
    if stamp != seen:
        screen = await _screen_of(session, session.revision)
        answer["report"] = screen.report()
        answer["picture"] = f"/debug/live/{session_id}/screens/{screen.revision}.png"
    return Answer(answer)


@router.get("/debug/live/{session_id}/screens/{revision}.png")
async def live_picture(session_id: str, revision: int, request: Request) -> Response:
    return _png((await _screen_of(_live(request, session_id), revision)).png)


@router.get("/debug/live/{session_id}/looks/{theme}-{width}.png")
async def live_look(session_id: str, theme: Theme, width: Width, request: Request) -> Response:
    return _png(await look(_live(request, session_id), theme, width))


async def _screen_of(session: HostedSession, revision: int) -> Screen:
    """What the user has before them when it is of that revision, else what they would have."""
    shown = session.shown
    return shown.screen if shown and shown.screen.revision == revision else await session.screen_at(revision)


def _live(request: Request, session_id: str) -> HostedSession:
    """By walking the store, so that being looked at keeps no session alive. Raises UnknownSession."""
    service = service_of(request)
    service.rates.check(None)
    for session in service.visible:
        if session.session_id == session_id:
            return session
    raise UnknownSession(session_id)


# -- the followed file, the usual look and the examples ----------------------------------------------------------------


@router.get("/debug/look")
def usual_look(request: Request) -> dict[str, Any]:
    """How the server shows screens unless it is asked for something else."""
    usual = service_of(request).defaults
    return {"theme": usual.theme, "width": usual.frame.width, "locale": usual.locale}


@router.get("/debug/file")
async def followed_file(
    request: Request, after: str = "", wait: Annotated[float, Query(ge=0, le=30)] = 0
) -> dict[str, Any]:
    """The file that the service was started on, at once or when it is no longer as it was at stamp `after`."""
    path = getattr(request.app.state, "follow", None)
    return (await wait_for_change(path, after, wait)).to_json() if isinstance(path, Path) else {"name": None}


@router.get("/debug/examples")
def examples() -> dict[str, Any]:
    return {"examples": [{"name": entry.name, "title": _title(entry)} for entry in _examples()]}


@router.get("/debug/examples/{name}")
def example(name: str) -> Response:
    found = next((entry for entry in _examples() if entry.name == name), None)
    if found is None:
        raise Problem("not_found", "There is no such example.")
    return Answer({"name": name, "title": _title(found), "text": found.read_text("utf-8")})


def _examples() -> list[Traversable]:
    """The payloads that come with the distribution; none where its top package is not installed."""
    try:
        folder = files("surfacebox") / "examples"
    except ModuleNotFoundError:
        return []
    if not folder.is_dir():
        return []
    return sorted((entry for entry in folder.iterdir() if entry.name.endswith((".json", ".jsonl"))), key=_name)


def _name(entry: Traversable) -> str:
    return entry.name


def _title(entry: Traversable) -> str:
    if entry.name.endswith(".json"):
        document = json.loads(entry.read_text("utf-8"))
        if isinstance(document, dict) and isinstance(document.get("name"), str):
            return str(document["name"])
    return entry.name.partition(".")[0].replace("_", " ").capitalize()
