"""What passes between the roles of an episode, and who may read it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ui_server.expressions import Json


class Role(StrEnum):
    SYSTEM = "system"
    USER = "user"
    AGENT = "agent"
    ENVIRONMENT = "environment"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call as a role wrote it; `call_id` ties the result to it."""

    call_id: str
    tool: str
    arguments: Mapping[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        return {"call_id": self.call_id, "tool": self.tool, "arguments": dict(self.arguments)}


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call gave, as data. With `ok` false, `value` says what is wrong and what to do instead."""

    call_id: str
    tool: str
    value: Json
    ok: bool = True

    def to_json(self) -> dict[str, Json]:
        return {"call_id": self.call_id, "tool": self.tool, "value": self.value, "ok": self.ok}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One entry of the conversation. `audience` are exactly the roles that see it.

    `images` are ids of the world's images, `screen` the content hash of a picture of a screen, `notification` what a
    person did on it.
    """

    index: int
    sender: Role
    audience: frozenset[Role]
    text: str = ""
    images: tuple[int, ...] = ()
    calls: tuple[ToolCall, ...] = ()
    result: ToolResult | None = None
    screen: str | None = None
    notification: Mapping[str, Json] | None = None

    def to_json(self) -> dict[str, Any]:
        """The message as episode.json holds it; what is empty is left out."""
        found: dict[str, Any] = {
            "index": self.index,
            "sender": self.sender.value,
            "audience": sorted(role.value for role in self.audience),
            "text": self.text,
            "images": list(self.images),
            "calls": [call.to_json() for call in self.calls],
            "result": self.result.to_json() if self.result else None,
            "screen": self.screen,
            "notification": dict(self.notification) if self.notification is not None else None,
        }
        return {name: value for name, value in found.items() if value not in ("", [], None)}
