"""The template rows in which each component is drawn, as far as the data says."""

from __future__ import annotations

from typing import Final

from ui_server import pointer
from ui_server.component import Template
from ui_server.diagnostics.graph import Graph
from ui_server.expressions import Json
from ui_server.pointer import Missing, PointerError, Tokens
from ui_server.surface import Surface

SAMPLES: Final = 3
"""Rows of each template that are looked at."""
_MOST: Final = 2_000

Rows = dict[str, list[Tokens]]


def rows_of(surface: Surface, graph: Graph) -> Rows:
    """For each component that is drawn the rows it is drawn in, a few of many; () is the root of the data."""
    rows: Rows = {}
    waiting: list[tuple[str, Tokens]] = [(surface.root, ())] if surface.root else []
    while waiting and len(rows) < _MOST:
        name, base = waiting.pop()
        if name not in graph.components or base in rows.get(name, ()):
            continue
        rows.setdefault(name, []).append(base)
        children = graph.components[name].children
        for reference in graph.out.get(name, ()):
            if isinstance(children, Template) and reference.steps[0] == "children":
                waiting += [(reference.child, row) for row in sample_rows(surface, children.path, base)]
            else:
                waiting.append((reference.child, base))
    return rows


def sample_rows(surface: Surface, path: str, base: Tokens) -> list[Tokens]:
    """The first rows of a template over `path`."""
    tokens = tokens_of(path, base)
    value = surface.read(tokens) if tokens is not None else None
    if tokens is None or isinstance(value, Missing):
        return []
    return [(*tokens, key) for key in _keys(value, maps=surface.version == "v0.8")[:SAMPLES]]


def _keys(value: Json, *, maps: bool) -> list[str]:
    if isinstance(value, list):
        return [str(index) for index, item in enumerate(value) if item is not None]
    return list(value) if isinstance(value, dict) and maps else []


def tokens_of(path: str, base: Tokens) -> Tokens | None:
    """Where `path` leads from `base`, None when it is no JSON Pointer."""
    try:
        return pointer.resolve(path, base)
    except PointerError:
        return None
