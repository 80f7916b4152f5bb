"""One app: its tables, its tools, and the rows with which it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from agent_bridge.toolkit.tool import Tool
from scenarios.world.owner import Owner, Rows
from scenarios.world.tables import TableOf


def nothing(owner: Owner, now: str) -> Rows:
    return {}


@dataclass(frozen=True, slots=True)
class Domain:
    """`base` makes the rows that every world starts with, for an owner and a moment. `sample` holds rows of the sample
    world, in which the examples of the tools run; its owner has the id 1."""

    name: str
    tables: tuple[TableOf, ...] = ()
    tools: tuple[Tool, ...] = ()
    base: Callable[[Owner, str], Rows] = nothing
    sample: Rows = field(default_factory=dict)
