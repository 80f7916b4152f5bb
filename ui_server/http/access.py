"""Who may call: those with the token, if there is one, and no other web site's pages."""

from __future__ import annotations

import hmac
import urllib.parse
from collections.abc import Collection
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from ui_server.http.problems import Problem

COOKIE: Final = "surfacebox_token"
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


class Access:
    """`hosts` are the names the server answers to, None for any: a name of someone else that leads here is refused.

    `open_paths` need no token; those that end in a slash stand for all below them.
    """

    def __init__(
        self, app: ASGIApp, *, token: str | None, hosts: Collection[str] | None, open_paths: Collection[str] = ()
    ) -> None:
        self._app = app
        self._open_paths = open_paths
        self._token = token
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._refusal(scope)
        if problem is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await problem.answer()(scope, receive, send)
        else:
            await deny(problem, scope, receive, send)

    def _refusal(self, scope: Scope) -> Problem | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self._hosts is not None and _name_of(host) not in self._hosts:
            return Problem("forbidden", "The server does not go by this host name.")
        origin = headers.get("origin")
        if origin is not None and urllib.parse.urlsplit(origin).netloc.lower() != host.lower():
            return Problem("forbidden", "A page of another web site may not call this server.")
        if self._token is None or self._is_open(scope["path"]) or self._is_known(headers):
            return None
        return Problem("unauthorized", "Send the header `Authorization: Bearer TOKEN`.")

    def _is_open(self, path: str) -> bool:
        folders = tuple(each for each in self._open_paths if len(each) > 1 and each.endswith("/"))
        return path in self._open_paths or path.startswith(folders)

    def _is_known(self, headers: Headers) -> bool:
        """By the header; a browser, which cannot set it on streams, by a cookie."""
        kind, _, sent = headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer":
            sent = _cookie(headers.get("cookie", ""))
        expected = (self._token or "").encode()
        return hmac.compare_digest(sent.strip().encode("utf-8", "replace"), expected)


async def deny(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    """Refuse a WebSocket before it opens, with the problem document where the server can send one."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": 1008, "reason": problem.code})
        return

    async def as_denial(message: dict[str, object]) -> None:
        await send({**message, "type": f"websocket.{message['type']}"})

    await problem.answer()({**scope, "type": "http", "method": "GET"}, receive, as_denial)  # type: ignore[arg-type]


def _name_of(host: str) -> str:
    """The host without its port."""
    try:
        return (urllib.parse.urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _cookie(header: str) -> str:
    try:
        morsel = SimpleCookie(header).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""
