"""What a message asks for, the same for every protocol version."""

from __future__ import annotations

from dataclasses import dataclass, field

from ui_server.component import Component
from ui_server.expressions import Json
from ui_server.surface import Theme, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """`pointer` is where in the list of messages the order stands, for diagnostics about the state."""

    surface_id: str
    version: Version
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateSurface(Operation):
    """v0.9 `createSurface`, or v0.8 `beginRendering`, which names the root and may come after everything else."""

    catalog_id: str = ""
    root: str = "root"
    theme: Theme = field(default_factory=Theme)
    send_data_model: bool = False
    data: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutComponents(Operation):
    components: tuple[Component, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PutData(Operation):
    """Write `value` at `path`, in place of whatever is there (v0.8 contents replace the whole object too)."""

    path: str = "/"
    value: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteData(Operation):
    path: str = "/"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteSurface(Operation):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRendererFunction(Operation):
    """v1.0: the agent asks the client to run a function; the basic catalog allows none of its own."""

    call_id: str = ""
    function: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFunctionResponse(Operation):
    call_id: str = ""
    value: Json = None
    error: Json = field(default=None)
