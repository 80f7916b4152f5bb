"""What a tool refuses of its caller. It reaches the client as a tool error with these fields as structured content.

ToolRefused
└── NoSession      no session is named, or none of that name lives
"""

from __future__ import annotations

from typing import ClassVar

from ui_server.expressions import Json


class ToolRefused(Exception):
    """`code` is stable, `hint` the remedy, `detail` more fields of the answer."""

    owner: ClassVar[str] = "agent"
    code = "tool_refused"

    def __init__(self, message: str, *, code: str = "", hint: str = "", detail: dict[str, Json] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.hint = hint
        self.detail = detail or {}

    def to_json(self) -> dict[str, Json]:
        return {"code": self.code, "message": self.message, "hint": self.hint, **self.detail}


class NoSession(ToolRefused):
    code = "no_session"
