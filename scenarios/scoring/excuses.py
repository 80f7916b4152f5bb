"""Changes that nobody asked for and that are not held against anyone: they follow from others, or the scenario allows
them.

A change follows when the world's log says so. Without a log, a row of a derived table follows when a row that it points
to was created, or deleted, too; where it is not declared what such rows point to, all of them follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from scenarios.scoring.changes import Change, KeyForm, key_form
from scenarios.scoring.effects import Effect
from scenarios.scoring.rows import UNKNOWN_TABLE, Operation, Schemas, TableSchema
from ui_server.expressions import Json

Excuse = Literal["follows", "allowed"]


@dataclass(frozen=True, slots=True)
class Excuses:
    schemas: Schemas
    allowed: Sequence[Effect] = ()
    keys: dict[tuple[str, Operation], set[KeyForm]] = field(default_factory=dict)

    @classmethod
    def among(cls, changes: Iterable[Change], schemas: Schemas, allowed: Sequence[Effect]) -> Excuses:
        found = cls(schemas, allowed)
        for change in changes:
            found.keys.setdefault((change.table, change.operation), set()).add(key_form(change.key))
        return found

    def why(self, change: Change) -> Excuse | None:
        """Why the whole of a change is excused, if it is."""
        if change.operation == "update":
            reasons = {self._why_column(change, column) for column in change.columns}
            return None if None in reasons else "allowed" if "allowed" in reasons else "follows"
        if self._follows(change):
            return "follows"
        return "allowed" if self._allowing(change) else None

    def split(self, changes: Iterable[Change]) -> tuple[tuple[Change, ...], tuple[Change, ...]]:
        """What is left of the changes, and those of which nothing is."""
        found = [(change, self.rest(change)) for change in changes]
        return (
            tuple(rest for _, rest in found if rest is not None),
            tuple(change for change, rest in found if rest is None),
        )

    def rest(self, change: Change) -> Change | None:
        """What is left of a change when its excused columns are taken away; None when nothing is."""
        if self.why(change):
            return None
        if change.operation != "update":
            return change
        left = [column for column in change.columns if self._why_column(change, column) is None]
        old, new = ({name: side[name] for name in left} for side in (change.old, change.new))
        return replace(change, old=old, new=new)

    def _why_column(self, change: Change, column: str) -> Excuse | None:
        schema = self.schemas.get(change.table, UNKNOWN_TABLE)
        if change.derived or column in change.followed or column in schema.derived_columns:
            return "follows"
        target = schema.references.get(column) if schema.derived else None
        if target is not None and self._points(target, change.new.get(column), "create"):
            return "follows"
        allowing = self._allowing(change)
        return "allowed" if any(not effect.columns or column in effect.columns for effect in allowing) else None

    def _follows(self, change: Change) -> bool:
        schema = self.schemas.get(change.table, UNKNOWN_TABLE)
        return change.derived or (schema.derived and self._points_to_changed(schema, change))

    def _points_to_changed(self, schema: TableSchema, change: Change) -> bool:
        return not schema.references or any(
            self._points(target, change.row.get(column), change.operation)
            for column, target in schema.references.items()
        )

    def _points(self, target: str, value: Json, operation: Operation) -> bool:
        keys = self.keys.get((target, operation), set())
        return any(key_form(item) in keys for item in (value if isinstance(value, list) else [value]))

    def _allowing(self, change: Change) -> list[Effect]:
        return [effect for effect in self.allowed if effect.covers(change.table, change.operation, change.row)]
