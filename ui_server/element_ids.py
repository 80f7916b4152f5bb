"""Element ids: each one names one thing on a screen, whatever ids the agent chose.

A component's element id is its own id, with its row after a colon inside a template. What it is made of (options, tabs,
a close control, links) adds a mark and a name to it. Agents may use these marks in ids and option values themselves,
so an id that would stand for two things gets `~2`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from ui_server.component import Component

_LINK = re.compile(r"(.+)@[0-9]+", re.DOTALL)


class ElementIds:
    """Hands out the element ids of one screen. `shared` are component ids that stand on several of its surfaces."""

    def __init__(self, shared: Collection[str] = ()) -> None:
        self._shared = shared
        self._taken: set[str] = set()
        self._uses: dict[str, int] = {}
        self._texts: set[str] = set()
        self._before_links: set[str] = set()

    def claim(self, key: str, component: Component | None, *, surface_id: str, component_id: str) -> str:
        """An id that no one has: `key`, with the surface in front when others have that component too."""
        wanted = f"{surface_id}/{key}" if component_id in self._shared else key
        suffixes = suffixes_of(component) if component else frozenset()
        links = component is not None and component.kind == "Text"
        claimed = self._first_free(wanted, suffixes, links)
        self._take([claimed, *(claimed + suffix for suffix in suffixes)])
        if links:
            self._texts.add(claimed)
        return claimed

    def _first_free(self, wanted: str, suffixes: Collection[str], links: bool) -> str:
        count, claimed = self._uses.get(wanted, 0) + 1, wanted
        while not self._is_free(claimed := wanted if count == 1 else f"{wanted}~{count}", suffixes, links):
            count += 1
        self._uses[wanted] = count
        return claimed

    def _is_free(self, key: str, suffixes: Collection[str], links: bool) -> bool:
        if key in self._taken or (links and key in self._before_links):
            return False
        link = _LINK.fullmatch(key)
        if link is not None and link[1] in self._texts:
            return False
        return not any(key + suffix in self._taken for suffix in suffixes)

    def _take(self, ids: Iterable[str]) -> None:
        for taken in ids:
            self._taken.add(taken)
            if (link := _LINK.fullmatch(taken)) is not None:
                self._before_links.add(link[1])


def suffixes_of(component: Component) -> frozenset[str]:
    """What may follow the component's element id: `#<value>` of options, `#<index>` of tabs, `#close`, `#filter`."""
    match component.kind:
        case "Tabs":
            return frozenset(f"#{index}" for index in range(len(component.tabs)))
        case "Modal":
            return frozenset({"#close"})
        case "ChoicePicker":
            return frozenset({"#filter", *(f"#{option.value}" for option in component.options)})
    return frozenset()


def belongs(suffix: str, component: Component) -> bool:
    """Whether an element id may be that of `component` with `suffix`; `@<number>` are the links of a text."""
    if component.kind == "Text":
        return _LINK.fullmatch(f"_{suffix}") is not None and suffix.startswith("@")
    return suffix in suffixes_of(component)
