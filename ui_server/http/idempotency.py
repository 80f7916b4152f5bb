"""`Idempotency-Key`: a POST that is sent again gets the first answer and is not done again."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui_server.http.limits import replay
from ui_server.http.problems import Problem

HEADER: Final = b"idempotency-key"
MAX_KEY: Final = 255
MAX_ANSWERS: Final = 2000
MAX_BYTES: Final = 64_000_000
KEPT_SECONDS: Final = 3600.0
NOTHING_WAS_DONE: Final = (401, 403, 408, 413, 429)


@dataclass(slots=True)
class Kept:
    """The answer to the first request with a key; `request` is the digest of what was asked, `at` when."""

    request: bytes
    at: float
    done: asyncio.Event = field(default_factory=asyncio.Event)
    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"]) if self.messages else 500

    @property
    def size(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.messages)


class Idempotency:
    """Keeps answers for an hour, the latest 2000 of them.

    A key counts together with the caller's token and address: who guesses a stranger's key does not get their answer.
    """

    def __init__(self, app: ASGIApp, now: Callable[[], float]) -> None:
        self._app = app
        self._now = now
        self._answers: OrderedDict[bytes, Kept] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"]) if scope["type"] == "http" and scope["method"] == "POST" else {}
        if HEADER not in headers:
            await self._app(scope, receive, send)
            return
        try:
            await self._once(headers[HEADER], _caller(scope, headers), scope, receive, send)
        except Problem as problem:
            await problem.answer()(scope, receive, send)

    async def _once(self, key: bytes, caller: bytes, scope: Scope, receive: Receive, send: Send) -> None:
        if not 0 < len(key) <= MAX_KEY:
            raise Problem("bad_request", f"An idempotency key has 1 to {MAX_KEY} characters.")
        body = (await receive()).get("body", b"")
        place = hashlib.sha256(caller + b"\0" + key).digest()
        query = scope.get("query_string", b"")
        request = hashlib.sha256(b"\0".join([scope["path"].encode(), query, body])).digest()
        self._forget_old()
        while (kept := self._answers.get(place)) is not None:
            if kept.request != request:
                raise Problem("key_reused", "This key came with another request before; use a new key for a new one.")
            await kept.done.wait()
            if kept.messages:
                await _repeat(kept, send)
                return
        await self._do(Kept(request, self._now()), place, (scope, replay(body, receive), send))

    async def _do(self, kept: Kept, place: bytes, call: tuple[Scope, Receive, Send]) -> None:
        """The first time. What did nothing, or broke off without a trace, is not kept."""
        scope, receive, send = call
        self._answers[place] = kept
        heard: list[Message] = []

        async def remember(message: Message) -> None:
            heard.append(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                self._settle(kept, place, heard, scope["path"])
            await send(message)

        try:
            await self._app(scope, receive, remember)
        finally:
            if not kept.done.is_set():
                self._settle(kept, place, [], scope["path"])

    def _settle(self, kept: Kept, place: bytes, heard: list[Message], path: str) -> None:
        status = int(heard[0]["status"]) if heard else 500
        # Steps that a failing browser interrupted may have been done in part: that answer stands.
        partly = heard and status >= 500 and path.endswith("/interact")
        if heard and status not in NOTHING_WAS_DONE and (status < 500 or partly):
            kept.messages = list(heard)
        else:
            self._answers.pop(place, None)
        kept.done.set()

    def _forget_old(self) -> None:
        while self._answers and (
            self._now() - next(iter(self._answers.values())).at > KEPT_SECONDS
            or len(self._answers) > MAX_ANSWERS
            or sum(kept.size for kept in self._answers.values()) > MAX_BYTES
        ):
            self._answers.popitem(last=False)


def _caller(scope: Scope, headers: dict[bytes, bytes]) -> bytes:
    address, _ = scope.get("client") or ("", 0)
    return b"\0".join([headers.get(b"authorization", b""), str(address).encode()])


async def _repeat(kept: Kept, send: Send) -> None:
    start = kept.messages[0]
    await send({**start, "headers": [*start["headers"], (b"idempotency-replayed", b"true")]})
    for message in kept.messages[1:]:
        await send(message)
