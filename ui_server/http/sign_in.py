"""How a browser is let in, which cannot send a bearer token with what it opens: once by the token, then by a cookie.

The token comes behind an address, `?token=…`, or from the page that asks for it. The cookie holds a seal made from the
token, never the token: whatever else listens on this machine's name gets to see it.
"""

from __future__ import annotations

import hmac
import urllib.parse
from dataclasses import dataclass
from html import escape
from typing import Final

from fastapi import FastAPI, Request
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Scope

from ui_server.http.problems import Problem

COOKIE: Final = "surfacebox_token"
PATH: Final = "/sign-in"
WRONG: Final = "That is not this server's token."
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}


@dataclass(frozen=True, slots=True)
class SignIn:
    """`token` is the server's. Requests are taken to be of the server's own name and origin; that was seen before."""

    token: str

    def is_token(self, sent: str) -> bool:
        return hmac.compare_digest(sent.strip().encode("utf-8", "replace"), self.token.encode())

    def remembers(self, scope: Scope) -> bool:
        """Whether the request carries the cookie, and it is a page of this server, or its person, that asks.

        A browser sends a cookie along with what other pages ask for, so the cookie alone allows no write and no
        WebSocket, and no look at what another page would embed.
        """
        headers = Headers(scope=scope)
        sent = cookie_parser(headers.get("cookie", "")).get(_cookie_name(headers), "")
        known = hmac.compare_digest(sent.encode("utf-8", "replace"), self._seal().encode())
        return known and _is_asked_for_here(scope, headers)

    def by_link(self, scope: Scope) -> Response | None:
        """For an address with the token behind it: on to the clean address, with the cookie."""
        if not _reads(scope):
            return None
        query = urllib.parse.parse_qsl(_query(scope), keep_blank_values=True)
        if not any(name == "token" and self.is_token(value) for name, value in query):
            return None
        return self.admit(scope, _address(scope))

    def admit(self, scope: Scope, to: str) -> Response:
        """On to `to`, an address of this server, with the cookie."""
        headers = Headers(scope=scope)
        if headers.get("sec-fetch-site") == "cross-site":
            # A redirect would still count as coming from the other site, and the cookie would not be sent with it.
            page = f'<!doctype html><meta http-equiv="refresh" content="0; url={escape(to)}">'
            answer: Response = HTMLResponse(page, headers=HEADERS)
        else:
            answer = RedirectResponse(to, 303, headers=HEADERS)
        secure = scope.get("scheme") == "https"
        answer.set_cookie(_cookie_name(headers), self._seal(), httponly=True, samesite="strict", secure=secure)
        return answer

    def page(self, scope: Scope, to: str | None = None, *, fault: str = "") -> Response:
        """The page that asks for the token, and leads to where the person wanted to go."""
        environment = Environment(loader=PackageLoader("ui_server.http"), autoescape=True, undefined=StrictUndefined)
        content = environment.get_template("sign_in.html").render(to=to or _address(scope), path=PATH, fault=fault)
        # Without a referrer of any kind a browser would send the form as from an unknown origin.
        headers = {**HEADERS, "Referrer-Policy": "same-origin", "WWW-Authenticate": "Bearer"}
        return HTMLResponse(content, 401, headers=headers)

    def _seal(self) -> str:
        return hmac.new(self.token.encode(), b"surfacebox: a browser that has signed in", "sha256").hexdigest()


def wants_page(scope: Scope) -> bool:
    """Whether a person's browser asks, which can do nothing with a problem document."""
    return _reads(scope) and "text/html" in Headers(scope=scope).get("accept", "")


def add_sign_in(app: FastAPI, token: str | None) -> SignIn | None:
    """Adds the call that the page makes; opened by itself it leads to the start. Gives None without a token."""
    if token is None:
        return None
    sign_in = SignIn(token)

    @app.get(PATH, include_in_schema=False)
    async def start() -> Response:
        return RedirectResponse("/", 303)

    @app.post(PATH, include_in_schema=False)
    async def give_token(request: Request) -> Response:
        try:
            form = dict(urllib.parse.parse_qsl((await request.body()).decode("utf-8", "replace"), max_num_fields=8))
        except ValueError as error:
            raise Problem("bad_request", "The form has more fields than there are.") from error
        to = _own(form.get("to", "/"))
        if sign_in.is_token(form.get("token", "")):
            return sign_in.admit(request.scope, to)
        return sign_in.page(request.scope, to, fault=WRONG)

    return sign_in


def _is_asked_for_here(scope: Scope, headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site == "same-origin" or "origin" in headers:
        return True
    if not _reads(scope):
        return False
    opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return site in (None, "none") or opened


def _reads(scope: Scope) -> bool:
    return scope["type"] == "http" and scope["method"] in ("GET", "HEAD")


def _cookie_name(headers: Headers) -> str:
    """With the port, since browsers keep one set of cookies for all ports of a name."""
    try:
        port = urllib.parse.urlsplit(f"//{headers.get('host', '')}").port
    except ValueError:
        port = None
    return f"{COOKIE}_{port}" if port else COOKIE


def _query(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    return query.decode("latin-1")


def _address(scope: Scope) -> str:
    """What was asked for, without the token."""
    rest = [(name, value) for name, value in urllib.parse.parse_qsl(_query(scope), True) if name != "token"]
    path = _own(urllib.parse.quote(scope["path"]))
    return f"{path}?{urllib.parse.urlencode(rest)}" if rest else path


def _own(to: str) -> str:
    """`to` if it can lead nowhere but here, else the start page."""
    plain = to.startswith("/") and not to.startswith(("//", "/\\")) and to.isprintable()
    return to if plain else "/"
