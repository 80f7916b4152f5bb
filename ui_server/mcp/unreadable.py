"""Lines that are no message: the SDK drops them, and a client that waits for their answer would wait for ever."""

from __future__ import annotations

import contextvars
import json
from collections.abc import Iterable
from types import TracebackType
from typing import Any, Self

from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError
from pydantic import ValidationError


class Readable:
    """The messages of `reading`; for whatever else comes an error is sent to `writing`, under its id if it has one.

    Empty lines are nothing, and are not answered.
    """

    def __init__(self, reading: Any, writing: Any) -> None:
        self._reading = reading
        self._writing = writing

    @property
    def last_context(self) -> contextvars.Context | None:
        """The context of whoever sent the last message; the SDK asks for it."""
        found: contextvars.Context | None = self._reading.last_context
        return found

    async def receive(self) -> SessionMessage:
        while True:
            item = await self._reading.receive()
            if isinstance(item, SessionMessage):
                return item
            await self._refuse(item)

    async def _refuse(self, fault: Exception) -> None:
        told = refusal(fault)
        if told is not None:
            await self._writing.send(SessionMessage(told))

    async def aclose(self) -> None:
        await self._reading.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage:
        async for item in self._reading:
            if isinstance(item, SessionMessage):
                return item
            await self._refuse(item)
        raise StopAsyncIteration

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def refusal(fault: Exception) -> JSONRPCError | None:
    """What a client is told of a line that could not be read, by the numbers of JSON-RPC 2.0; None if it is empty."""
    found = fault.errors(include_url=False, include_context=False) if isinstance(fault, ValidationError) else []
    if found and isinstance(found[0]["input"], str) and not found[0]["input"].strip():
        return None
    if any(each["type"] == "json_invalid" for each in found):
        told = ErrorData(code=PARSE_ERROR, message="The line is no JSON in UTF-8, or holds half a surrogate pair.")
        return JSONRPCError(jsonrpc="2.0", id=_id_in(_parsed(each["input"]) for each in found), error=told)
    told = ErrorData(code=INVALID_REQUEST, message="The line is no JSON-RPC 2.0 message; batches are not taken.")
    return JSONRPCError(jsonrpc="2.0", id=_id_in(each["input"] for each in found), error=told)


def _parsed(line: Any) -> Any:
    """By a reader that takes more than the SDK's, None if it cannot either."""
    try:
        return json.loads(line.lstrip("\ufeff"))
    except (ValueError, AttributeError, RecursionError):
        return None


def _id_in(candidates: Iterable[Any]) -> int | str | None:
    for each in candidates:
        number = each.get("id") if isinstance(each, dict) and "jsonrpc" in each else None
        if isinstance(number, str) or (isinstance(number, int) and not isinstance(number, bool)):
            return number
    return None
