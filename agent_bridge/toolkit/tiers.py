"""How many tools a run offers: every published one, or fewer and wider ones that stand for several.

A tool belongs to the tier that brought it in and names in `absorbs` the tools it stands for. `medium` is what it brings
plus `full` without what it absorbs, `compact` likewise on top of `medium`, `mini` only what it brings. Tools that are
`everywhere`, as those of the screen are, belong to all four. Tools of our own (`extra`) stay out unless asked for, so
that the counts compare with the published ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agent_bridge.toolkit.tool import Tool


class Tier(StrEnum):
    FULL = "full"
    MEDIUM = "medium"
    COMPACT = "compact"
    MINI = "mini"


_BUILDS_ON = {Tier.MEDIUM: Tier.FULL, Tier.COMPACT: Tier.MEDIUM}


def offered(tools: Iterable[Tool], tier: Tier, *, extra: bool = False) -> tuple[Tool, ...]:
    """The tools of `tier`, in the order in which they were given."""
    known = tuple(tool for tool in tools if extra or not tool.extra)
    names = _names(known, tier)
    return tuple(tool for tool in known if tool.everywhere or tool.name in names)


def _names(tools: tuple[Tool, ...], tier: Tier) -> frozenset[str]:
    own = [tool for tool in tools if tool.tier is tier]
    if tier not in _BUILDS_ON:
        return frozenset(tool.name for tool in own)
    absorbed = {name for tool in own for name in tool.absorbs}
    return (_names(tools, _BUILDS_ON[tier]) - absorbed) | {tool.name for tool in own}
