"""Every refusal as a problem document (RFC 9457), and the closed list of their types (`docs/http-api.md`)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from renderer.errors import BrowserMissing, DeadlineExceeded, RendererError
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.errors import ActRefused, StaleScreen
from ui_server.hosted import StepFailed, UnknownRevision
from ui_server.images import ImageRefused
from ui_server.sessions import SessionError

MEDIA_TYPE: Final = "application/problem+json"
RETRY_SECONDS: Final = 1.0
MAX_SHOWN: Final = 120
METHODS: Final = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")


@dataclass(frozen=True, slots=True)
class Kind:
    """One type of problem: its status, its title, and when it arises."""

    status: int
    title: str
    meaning: str


KINDS: Final[Mapping[str, Kind]] = {
    "bad_request": Kind(400, "The request cannot be read", "The body is no JSON, or the request no sound HTTP."),
    "unauthorized": Kind(401, "A token is needed", "The server has a token and the request does not carry it."),
    "forbidden": Kind(
        403, "The request comes from elsewhere", "Another web site's page, or a host name that is not ours."
    ),
    "not_found": Kind(404, "There is nothing at this address", "No call has this path."),
    "session_not_found": Kind(404, "There is no such session", "It never was, was deleted, or was idle for too long."),
    "revision_not_found": Kind(
        404, "There is no such revision", "It never was, or is older than the last 200; large ones go sooner."
    ),
    "image_not_found": Kind(404, "There is no such image", "The session has no image of this id."),
    "method_not_allowed": Kind(405, "The method does not fit", "The path exists, with another method."),
    "too_slow": Kind(408, "The body did not arrive in time", "A request's body must arrive within 30 seconds."),
    "stale_screen": Kind(
        409, "The screen is not the one that was meant", "Another revision is shown, or nothing, or it is gone."
    ),
    "too_large": Kind(413, "The body is too large", "Messages, images and steps have each their limit."),
    "too_many_images": Kind(413, "The session holds enough images", "By number or by bytes; waiting does not help."),
    "invalid_request": Kind(
        422, "The request has faults", "`diagnostics` names each, with a pointer into the request's body."
    ),
    "payload_refused": Kind(
        422, "The messages are refused", "`diagnostics` says all that is wrong with them; nothing has changed."
    ),
    "act_refused": Kind(
        422, "This cannot be done on the screen", "`step` is the step, `possible` what can be done instead."
    ),
    "surface_not_found": Kind(422, "There is no such surface", "`expected` lists the surfaces of the session."),
    "image_refused": Kind(422, "The image is refused", "It is no sound PNG, JPEG, GIF, WebP or plain SVG."),
    "key_reused": Kind(
        422, "The idempotency key is taken", "An earlier request had the same key and another address or body."
    ),
    "too_many_sessions": Kind(429, "The server is full", "`Retry-After` says when the first may end."),
    "too_many_requests": Kind(429, "Too much at once", "`Retry-After` says when there is room again."),
    "internal": Kind(500, "A fault of the server", "It is in the server's log; nothing of it is told here."),
    "renderer_failed": Kind(
        503, "No screen can be made now", "The browser was lost or is missing; it is started anew."
    ),
    "renderer_late": Kind(504, "The screen took too long", "The page was replaced; the request may be made again."),
}


class Problem(Exception):
    """A refusal of type `code`, one of `KINDS`. `more` are further members of the document.

    `methods` are those that the address does take.
    """

    owner = "caller"

    def __init__(
        self,
        code: str,
        detail: str,
        /,
        *,
        diagnostics: Iterable[Diagnostic | dict[str, Any]] = (),
        retry_after: float | None = None,
        **more: Any,
    ) -> None:
        super().__init__(detail)
        self.code = code
        self.kind = KINDS[code]
        self.detail = detail
        self.diagnostics = [each.to_json() if isinstance(each, Diagnostic) else each for each in diagnostics]
        self.retry_after = retry_after
        self.methods: tuple[str, ...] = ()
        self.more = more

    def to_json(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "type": f"/problems/{self.code}",
            "title": self.kind.title,
            "status": self.kind.status,
            "detail": self.detail,
        }
        if self.diagnostics:
            document["diagnostics"] = self.diagnostics
        return document | self.more

    def answer(self) -> Response:
        headers = {"cache-control": "no-store"}
        if self.retry_after is not None:
            headers["retry-after"] = str(math.ceil(self.retry_after))
        if self.methods:
            headers["allow"] = ", ".join(self.methods)
        if self.code == "unauthorized":
            headers["www-authenticate"] = "Bearer"
        return Answer(self.to_json(), self.kind.status, headers, MEDIA_TYPE)


class Answer(JSONResponse):
    """JSON that holds whatever an agent can send: half a surrogate pair is escaped, what is no JSON number is null.

    It ends in a line break, for those who read it on a terminal.
    """

    def render(self, content: Any) -> bytes:
        return encode(content) + b"\n"


def encode(content: Any) -> bytes:
    """`content` as JSON in UTF-8."""
    try:
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except ValueError:
        text = json.dumps(_finite(content), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(json.loads(text), separators=(",", ":")).encode()


def _finite(content: Any) -> Any:
    match content:
        case float() if not math.isfinite(content):
            return None
        case dict():
            return {key: _finite(value) for key, value in content.items()}
        case list() | tuple():
            return [_finite(value) for value in content]
    return content


def problem_of(error: Exception) -> Problem:
    """The problem that a typed error of any package is to a client."""
    match error:
        case Problem():
            return error
        case StepFailed():
            return _step_problem(error)
        case StaleScreen() | ActRefused():
            return _refusal(error)
        case RendererError():
            return _renderer_problem(error)
        case SessionError():
            return Problem(error.code, f"{error} {error.hint}".strip(), retry_after=error.retry_after)
        case UnknownRevision():
            return Problem("revision_not_found", str(error), newest=error.newest)
        case ImageRefused():
            return Problem("image_refused", f"The image is {error.reason}." if error.reason else "", hint=error.hint)
        case RequestValidationError() | ValidationError():
            return _invalid(error)
        case HTTPException():
            return _plain(error)
    return Problem("internal", "The server met a fault of its own.")


def _refusal(error: ActRefused) -> Problem:
    told = error.to_json()
    message = told.pop("message")
    if error.code == "unknown_surface":
        return Problem("surface_not_found", message, **told)
    return Problem("stale_screen" if isinstance(error, StaleScreen) else "act_refused", message, **told)


def _step_problem(error: StepFailed) -> Problem:
    problem = problem_of(error.fault)
    problem.more |= {"step": error.step, "events": [event.to_json() for event in error.events]}
    return problem


def _renderer_problem(error: RendererError) -> Problem:
    late = isinstance(error, DeadlineExceeded)
    # Where the browser is kept is this machine's business, and in the log.
    detail = "There is no browser that starts." if isinstance(error, BrowserMissing) else error.message
    return Problem("renderer_late" if late else "renderer_failed", detail, retry_after=RETRY_SECONDS, cause=error.code)


def _invalid(error: RequestValidationError | ValidationError) -> Problem:
    faults = list(error.errors())
    if any(fault["type"] == "json_invalid" for fault in faults):
        return Problem("bad_request", "The body is no JSON.")
    if any(isinstance(fault.get("input"), bytes) for fault in faults):
        return Problem("bad_request", "Send the body as JSON, with the header `Content-Type: application/json`.")
    found = [_fault(fault) for fault in faults[:20]]
    first = found[0]
    return Problem("invalid_request", f"{first['pointer'] or 'The request'}: {first['message']}", diagnostics=found)


def _fault(fault: Any) -> dict[str, Any]:
    place = [str(part) for part in fault["loc"]]
    if place[:1] in (["body"], ["query"], ["path"], ["header"]):
        place = place[1:]
    pointer = "".join(f"/{part.replace('~', '~0').replace('/', '~1')}" for part in place)
    return Diagnostic(
        severity="error",
        code="invalid_request",
        message=f"{fault['msg']}.",
        pointer=pointer,
        expected=str(fault.get("ctx", {}).get("expected", fault["type"])),
        got=ascii(fault.get("input"))[:MAX_SHOWN],
    ).to_json()


def _plain(error: HTTPException) -> Problem:
    codes = {400: "bad_request", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}
    code = codes.get(error.status_code, "bad_request")
    return Problem(code, f"{KINDS[code].meaning}")


async def _answer(request: Request, error: Exception) -> Response:
    problem = problem_of(error)
    if problem.code == "method_not_allowed":
        problem.methods = _methods(request)
    return problem.answer()


def _methods(request: Request) -> tuple[str, ...]:
    """What the address takes: each of its calls is a route of its own, and knows only itself."""
    return tuple(
        method
        for method in METHODS
        if any(
            route.matches({**request.scope, "method": "GET" if method == "HEAD" else method})[0] is Match.FULL
            for route in request.app.routes
        )
    )


def install(app: FastAPI) -> None:
    """Make `app` answer every typed error with its problem document."""
    for kind in (
        Problem,
        StepFailed,
        ActRefused,
        RendererError,
        SessionError,
        UnknownRevision,
        ImageRefused,
        RequestValidationError,
        HTTPException,
    ):
        app.add_exception_handler(kind, _answer)
