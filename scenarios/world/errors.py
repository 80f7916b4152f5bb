"""What can go wrong in a world.

agent_bridge.toolkit.errors.Refusal   the world says no to a call; goes back to the agent as data
├── NotFound                          nothing the owner can see has this id, name or address
├── Conflict                          it is there already, or is in a state in which this cannot be done
├── NotAllowed                        it is there, and belongs to somebody else
└── ServiceOff                        something on the device must be switched on first

WorldError                            the scenario or the world's own code is at fault
├── UnknownTable
├── UnknownColumn
├── SeedError                         a row that no table can hold
└── ToolCrashed                       a tool failed in a way it should not; its changes were rolled back
    └── ToolMisled                    it did in a world whose rows hold values that their columns cannot mean
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from agent_bridge.toolkit.errors import Refusal
from ui_server.expressions import Json


class NotFound(Refusal):
    """`kind` is what was looked for, in the words of the tools: `product`, `e-mail thread`."""

    code = "not_found"

    def __init__(self, kind: str, given: Json, *, hint: str) -> None:
        super().__init__(f"There is no {kind} {given!r}.", hint=hint)
        self.kind = kind
        self.given = given


class Conflict(Refusal):
    code = "conflict"


class NotAllowed(Refusal):
    code = "not_allowed"


class ServiceOff(Refusal):
    code = "service_off"

    def __init__(self, service: str, *, hint: str) -> None:
        super().__init__(f"The device has no {service} now.", hint=hint)
        self.service = service


class WorldError(Exception):
    """`code` is stable."""

    owner: ClassVar[str] = "environment"
    code: ClassVar[str] = "world_error"


class UnknownTable(WorldError):
    """`near` are names that were probably meant, best first."""

    code = "unknown_table"

    def __init__(self, name: str, near: Sequence[str] = ()) -> None:
        super().__init__(f"there is no table {name!r}" + (f"; did you mean {near[0]!r}?" if near else ""))
        self.name = name
        self.near = tuple(near)


class UnknownColumn(WorldError):
    """`near` are names that were probably meant, best first."""

    code = "unknown_column"

    def __init__(self, table: str, column: str, near: Sequence[str] = ()) -> None:
        hint = f"; did you mean {near[0]!r}?" if near else ""
        super().__init__(f"table {table!r} has no column {column!r}{hint}")
        self.table = table
        self.column = column
        self.near = tuple(near)


class SeedError(WorldError):
    """`place` is the row's number within the list of its table."""

    code = "bad_row"

    def __init__(self, table: str, place: int, fault: str) -> None:
        super().__init__(f"row {place} of {table!r}: {fault}")
        self.table = table
        self.place = place
        self.fault = fault


class ToolCrashed(WorldError):
    """Caused by the exception that the tool raised (`__cause__`)."""

    owner = "harness"
    code = "tool_crashed"

    def __init__(self, tool: str, cause: Exception) -> None:
        super().__init__(f"{tool} failed: {type(cause).__name__}: {cause}")
        self.tool = tool


class ToolMisled(ToolCrashed):
    """The scenario put values into the rows that their columns cannot mean: lint names them as misfits."""

    owner = "environment"
    code = "tool_misled"
