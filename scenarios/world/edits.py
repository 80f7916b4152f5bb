"""Edits of a record by a tool whose arguments are all optional."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, TypeVar

from scenarios.world.errors import Conflict

T = TypeVar("T")


def edited(record: T, *, clears: Collection[str] = (), **given: Any) -> T:
    """The record with everything that is not None set; an empty text sets a column of `clears` to null.

    Raises Conflict if nothing was given at all.
    """
    said = {name: value for name, value in given.items() if value is not None}
    if not said:
        raise Conflict("Nothing to change was given.", hint=f"Give at least one of {', '.join(given)}.")
    cleared = {name: None for name in clears if said.get(name) == ""}
    edit: Any = replace
    changed: T = edit(record, **{**said, **cleared})
    return changed
