"""Who may call: those with the token, if there is one, and no other web site's pages."""

from __future__ import annotations

import hmac
import urllib.parse
from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui_server.http.problems import Problem
from ui_server.http.sign_in import SignIn, wants_page

LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Access:
    """`hosts` are the names the server answers to, None for any: a name of someone else that leads here is refused.

    `open_paths` need no token; those that end in a slash stand for all below them. With `sign_in` a browser is let in
    by the token once, and from then on by its cookie.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str | None,
        hosts: Collection[str] | None,
        open_paths: Collection[str] = (),
        sign_in: SignIn | None = None,
    ) -> None:
        self._app = app
        self._open_paths = open_paths
        self._token = token
        self._hosts = hosts
        self._sign_in = sign_in

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._from_elsewhere(scope)
        arrival = self._sign_in.by_link(scope) if self._sign_in and problem is None else None
        if problem is None and not self._is_let_in(scope):
            problem = Problem("unauthorized", "Send the header `Authorization: Bearer TOKEN`.")
        if arrival is not None:
            await arrival(scope, receive, send)
        elif problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(problem, scope)(scope, receive, send)
        else:
            await deny(problem, scope, receive, send)

    def _from_elsewhere(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return Problem("forbidden", "The server does not go by this host name.")
        origin = headers.get("origin")
        if origin is not None and _host_of(origin) != host.lower():
            return Problem("forbidden", "A page of another web site may not call this server.")
        if _is_embedded(headers):
            return Problem("forbidden", "A page of another web site may not hold what is this server's.")
        return None

    def _is_let_in(self, scope: Scope) -> bool:
        if self._token is None or self._is_open(scope["path"]):
            return True
        kind, _, sent = Headers(scope=scope).get("authorization", "").partition(" ")
        known = hmac.compare_digest(sent.strip().encode("utf-8", "replace"), self._token.encode())
        return (known and kind.lower() == "bearer") or (self._sign_in is not None and self._sign_in.remembers(scope))

    def _is_open(self, path: str) -> bool:
        folders = tuple(each for each in self._open_paths if len(each) > 1 and each.endswith("/"))
        return path in self._open_paths or path.startswith(folders)

    def _answer(self, problem: Problem, scope: Scope) -> Response:
        if self._sign_in is not None and problem.code == "unauthorized" and wants_page(scope):
            return self._sign_in.page(scope)
        return problem.answer()


async def deny(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a WebSocket before it opens, with the problem document where the server can send one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
        return

    async def as_denial(message: dict[str, object]) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await problem.answer()({**scope, "type": "http", "method": "GET"}, receive, as_denial)  # type: ignore[arg-type]


def _is_embedded(headers: Headers) -> bool:
    """Whether a page of another site or port asks for it: browsers say so of pictures and frames, which have no origin.

    What a person follows a link to is no such thing.
    """
    opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return headers.get("sec-fetch-site") in ("cross-site", "same-site") and not opened


def _host_of(origin: str) -> str | None:
    """The host of an origin with its port; None for what is no origin, or for that of a page without one (`null`)."""
    try:
        return urllib.parse.urlsplit(origin).netloc.lower() or None
    except ValueError:
        return None


def _name_of(host: str) -> str:
    """The host without its port."""
    try:
        return (urllib.parse.urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""
