"""What can be wrong with a tool, or with a call of one.

ToolError                the caller asked for what cannot be done; goes back to it as data
├── UnknownTool          no tool has this name
├── InvalidArguments     the arguments do not fit; one `ArgumentProblem` each
└── Refusal              the call was understood and the world says no; the worlds add their own kinds

ToolkitError             the code of a tool is at fault, never its caller
├── BadTool              a function that no tool can be made of
└── DuplicateTool        two tools of one name
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from ui_server.expressions import Json


class ToolError(Exception):
    """What a call is answered with instead of a result. `code` is stable, `hint` says what to do instead."""

    owner: ClassVar[str] = "agent"
    code: ClassVar[str] = "tool_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def to_json(self) -> dict[str, Json]:
        """What the caller is told."""
        told: dict[str, Json] = {"code": self.code, "message": self.message}
        return {**told, "hint": self.hint} if self.hint else told


class UnknownTool(ToolError):
    """`near` are names that were probably meant, best first."""

    code = "unknown_tool"

    def __init__(self, name: str, near: Sequence[str] = ()) -> None:
        hint = f"Did you mean {' or '.join(near)}?" if near else "Search for the tool first."
        super().__init__(f"There is no tool {name!r}.", hint=hint)
        self.name = name
        self.near = tuple(near)


@dataclass(frozen=True, slots=True)
class ArgumentProblem:
    """`argument` is the name with its place inside, as `recipient_ids[1]`; `got` is the value as JSON, shortened."""

    argument: str
    code: Literal["missing", "unknown", "invalid"]
    expected: str
    got: str = ""
    hint: str = ""

    def sentence(self) -> str:
        if self.code == "missing":
            return f"{self.argument} is missing; expected {self.expected}."
        if self.code == "unknown":
            return f"There is no argument {self.argument}."
        return f"{self.argument} must be {self.expected}, got {self.got}."

    def to_json(self) -> dict[str, Json]:
        return {
            "argument": self.argument,
            "code": self.code,
            "expected": self.expected,
            "got": self.got,
            "hint": self.hint,
        }


class InvalidArguments(ToolError):
    code = "invalid_arguments"

    def __init__(self, tool: str, problems: Sequence[ArgumentProblem]) -> None:
        message = f"{tool}: " + " ".join(problem.sentence() for problem in problems)
        super().__init__(message, hint=" ".join(problem.hint for problem in problems if problem.hint))
        self.tool = tool
        self.problems = tuple(problems)

    def to_json(self) -> dict[str, Json]:
        return {**super().to_json(), "problems": [problem.to_json() for problem in self.problems]}


class Refusal(ToolError):
    code = "refused"


class ToolkitError(Exception):
    """`code` is stable."""

    owner: ClassVar[str] = "harness"
    code: ClassVar[str] = "toolkit_error"


class BadTool(ToolkitError):
    """`fault` is what is missing or wrong."""

    code = "bad_tool"

    def __init__(self, name: str, fault: str) -> None:
        super().__init__(f"no tool can be made of {name!r}: {fault}")
        self.name = name
        self.fault = fault


class DuplicateTool(ToolkitError):
    code = "duplicate_tool"

    def __init__(self, name: str) -> None:
        super().__init__(f"two tools are called {name!r}")
        self.name = name
