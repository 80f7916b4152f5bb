"""The FastAPI application: what stands where, and the lifespan that owns the browser."""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from renderer.errors import RendererError
from renderer.html import Renderer
from renderer.pages import Canvas
from ui_server.http import debug, images, live, mcp_door, reference, screens, sessions, sign_in
from ui_server.http.access import Access
from ui_server.http.answers import Health, ProblemType, complete, gives
from ui_server.http.idempotency import Idempotency
from ui_server.http.limits import Bodies, CallLimits
from ui_server.http.problems import KINDS, MEDIA_TYPE, Answer, Problem, install
from ui_server.http.service import Service, service_of
from ui_server.mcp.transports import PATH as MCP_PATH
from ui_server.session import Clock, SessionSettings
from ui_server.sessions import Limits, Sessions

log = logging.getLogger(__name__)
SWEEP_SECONDS: Final = 15.0
OpenCanvas = Callable[[], AbstractAsyncContextManager[Canvas]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a server is set up. `hosts` are the names it answers to (None: any); `now` counts seconds, `clock` dates
    events. `trusted` is false where strangers can reach the server. The debug page opens on the file `follow`.
    `version` is the product's, for clients that ask."""

    defaults: SessionSettings = field(default_factory=SessionSettings)
    limits: Limits = field(default_factory=Limits)
    call_limits: CallLimits = field(default_factory=CallLimits)
    token: str | None = None
    hosts: Collection[str] | None = None
    trusted: bool = True
    follow: Path | None = None
    version: str = ""
    clock: Clock = lambda: dt.datetime.now(dt.UTC)
    now: Callable[[], float] = time.monotonic
    new_id: Callable[[], str] = lambda: secrets.token_urlsafe(16)


def create_app(open_canvas: OpenCanvas, setup: Setup | None = None) -> FastAPI:
    """The service. Its lifespan opens the canvas, ends idle sessions, and at the end leaves nothing running."""
    setup = setup or Setup()
    app = Api(
        title="Surfacebox",
        version=setup.version or "0",
        description="Checks and shows what an agent draws in A2UI, and does on it what a user does.",
        lifespan=_lifespan(open_canvas, setup),
        responses=_responses(),
        generate_unique_id_function=lambda route: route.name,
        redirect_slashes=False,
        docs_url=None,
        redoc_url=None,
        strict_content_type=False,
    )
    install(app)
    for part in (sessions, screens, images, live):
        app.include_router(part.router)
    _add_own(app)
    app.router.routes.extend(mcp_door.routes())
    open_paths = ("/healthz", sign_in.PATH, *_add_pages(app))
    app.state.follow = setup.follow
    app.add_middleware(Idempotency, now=setup.now)
    app.add_middleware(Heads)
    app.add_middleware(Bodies, limits=setup.call_limits)
    entrance = sign_in.add_sign_in(app, setup.token)
    app.add_middleware(Access, token=setup.token, hosts=setup.hosts, open_paths=open_paths, sign_in=entrance)
    app.add_middleware(LastDefence)
    return app


class Api(FastAPI):
    """An application that describes also what routes cannot declare."""

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            complete(super().openapi())
        return super().openapi()


def _lifespan(open_canvas: OpenCanvas, setup: Setup) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        try:
            async with open_canvas() as canvas:
                service = app.state.service = _service(canvas, setup)
                sweeping = asyncio.create_task(_sweep(service))
                try:
                    async with mcp_door.opened(service, setup.version) as app.state.mcp:
                        yield
                finally:
                    service.sessions.close()
                    sweeping.cancel()
                    with suppress(asyncio.CancelledError):
                        await sweeping
        except RendererError as error:
            app.state.failed = error
            raise

    return lifespan


def _service(canvas: Canvas, setup: Setup) -> Service:
    store = Sessions(canvas, limits=setup.limits, clock=setup.clock, now=setup.now, new_id=setup.new_id)
    return Service(
        store,
        Renderer(),
        defaults=setup.defaults,
        limits=setup.call_limits,
        now=setup.now,
        trusted=setup.trusted,
    )


async def _sweep(service: Service) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        service.sweep()


def _add_own(app: FastAPI) -> None:
    @app.get("/healthz", tags=["server"], summary="Whether a screen can be made", responses=gives(Health))
    async def healthz(request: Request) -> Response:
        """200 when the browser draws, 503 when it does not."""
        service = service_of(request)
        await service.health.check()
        browser = service.sessions.canvas.browser
        return Answer({"status": "ok", "browser": browser.version, "sessions": len(service.sessions)})

    @app.get("/problems/{code}", tags=["server"], summary="What a problem's type means", responses=gives(ProblemType))
    async def problem_type(code: str) -> Response:
        """Each problem's `type` is the path of this call."""
        kind = KINDS.get(code)
        if kind is None:
            raise Problem("not_found", "There is no such type of problem.")
        return Answer({"type": f"/problems/{code}", "title": kind.title, "status": kind.status, "detail": kind.meaning})


def _add_pages(app: FastAPI) -> tuple[str, ...]:
    """Both pages; gives the paths that hold no data, and so need no token."""
    app.include_router(debug.router)
    app.include_router(reference.router)
    return (*debug.OPEN_PATHS, reference.PATH, "/openapi.json")


def _responses() -> dict[int | str, dict[str, Any]]:
    """The documented problems, by status."""
    found: dict[int | str, dict[str, Any]] = {}
    for code, kind in KINDS.items():
        response = found.setdefault(kind.status, {"description": "", "content": {MEDIA_TYPE: {}}})
        response["description"] = f"{response['description']}\n\n`{code}`: {kind.meaning}".strip()
    return found


class Heads:
    """Answers HEAD as GET without its body, so that whoever only looks whether something is there need not read it.

    Streams have no end to be without, and MCP has rules of its own: there HEAD stays what it is.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or _is_endless(scope["path"]):
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, without_body)


def _is_endless(path: str) -> bool:
    return path.endswith("/stream") or path.rstrip("/") == MCP_PATH


class LastDefence:
    """A fault of our own is a problem document to the client, and is told in full in the log alone."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception:
            if scope["type"] != "http":
                raise
            log.exception("a fault while answering %s %s", scope["method"], scope["path"])
            if not begun:
                await Problem("internal", KINDS["internal"].meaning).answer()(scope, receive, send)
