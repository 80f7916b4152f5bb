"""How tools answer: plain objects of a record, pages of lists, and lists in the order that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeVar

from scenarios.world.tables import Row
from ui_server.expressions import Json

T = TypeVar("T")


def plain(record: Any, *, without: Iterable[str] = (), **more: Json) -> Row:
    """The columns of a record as an object, those of `without` left out and `more` put behind."""
    hidden = set(without)
    shown: Row = {item.name: _plain(getattr(record, item.name)) for item in fields(record) if item.name not in hidden}
    return {**shown, **more}


def page(name: str, items: Sequence[T], index: int, limit: int, show: Callable[[T], Json]) -> Row:
    """One page of `items` under `name`, with how many there are in all."""
    shown = [show(item) for item in items[index * limit : (index + 1) * limit]]
    return {name: shown, "total": len(items), "page_index": index, "page_limit": limit}


def ordered(items: Sequence[T], sort_by: str | None) -> list[T]:
    """By the attribute that `sort_by` names, downwards with a minus before it. Nulls come last, ties stay in order."""
    if not sort_by:
        return list(items)
    name = sort_by.removeprefix("-")
    known = [item for item in items if getattr(item, name) is not None]
    unknown = [item for item in items if getattr(item, name) is None]
    return sorted(known, key=lambda item: getattr(item, name), reverse=sort_by.startswith("-")) + unknown


def _plain(value: Any) -> Json:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value
