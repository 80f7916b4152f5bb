"""Places in lists: whatever is put at a place moves those behind it down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scenarios.world.domains.todoist.access import Placed, in_order
from scenarios.world.tables import Table
from scenarios.world.world import World


def place_for(siblings: Sequence[Placed], wanted: int | None) -> int:
    """The place that a new entry gets among its siblings: the one wanted, else that behind the last."""
    last = max((sibling.order_index for sibling in siblings), default=0)
    return last + 1 if wanted is None else wanted


def make_room(world: World, table: Table[Placed], siblings: Sequence[Placed], place: int) -> None:
    """Moves siblings down as far as needed to leave `place` free."""
    for sibling in in_order(siblings):
        if sibling.order_index == place:
            world.rows.put(table, replace(sibling, order_index=place + 1), derived=True)
            place += 1
