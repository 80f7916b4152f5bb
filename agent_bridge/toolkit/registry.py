"""All tools that there are, found by name, by an older name, or by domain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from agent_bridge.toolkit.errors import DuplicateTool, UnknownTool
from agent_bridge.toolkit.tiers import Tier, offered
from agent_bridge.toolkit.tool import Tool


class Registry:
    """An unchanging set of tools in the order in which they were declared. Raises DuplicateTool."""

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        self._known_as: dict[str, list[Tool]] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise DuplicateTool(tool.name)
            self._tools[tool.name] = tool
            for name in (*tool.aliases, *tool.absorbs):
                self._known_as.setdefault(name, []).append(tool)

    def __iter__(self) -> Iterator[Tool]:
        return iter(self._tools.values())

    def __len__(self) -> int:
        return len(self._tools)

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def get(self, name: str) -> Tool:
        """The tool that is called exactly `name`. Raises UnknownTool with the names that were probably meant."""
        try:
            return self._tools[name]
        except KeyError:
            raise UnknownTool(name, self.near(name)) from None

    def known_as(self, name: str) -> tuple[Tool, ...]:
        """The tools that do what `name` does: the one called so, else those with it as an alias or absorbing it."""
        return (self._tools[name],) if name in self._tools else tuple(self._known_as.get(name, ()))

    def near(self, name: str, *, most: int = 3) -> tuple[str, ...]:
        """Names that `name` was probably meant to be, those it is an alias of first."""
        meant = [tool.name for tool in self._known_as.get(name, ())]
        close = get_close_matches(name, self._tools, n=most, cutoff=0.7)
        return tuple(dict.fromkeys([*meant, *close]))[:most]

    def domains(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tool.domain for tool in self))

    def of_domain(self, domain: str) -> tuple[Tool, ...]:
        return tuple(tool for tool in self if tool.domain == domain)

    def at(self, tier: Tier, *, extra: bool = False) -> Registry:
        """The tools that a run of `tier` offers, as a registry of their own."""
        return Registry(offered(self, tier, extra=extra))
