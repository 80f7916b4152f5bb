"""Ids in expected rows that mean a row which is yet to be created: they are compared through the row it became.

A spec may give the row it creates a key, `{"id": 6500, "title": "Paint"}`, and another may point to it,
`{"task_id": 6500, "label_id": 3}`. Whatever key the world then gave the task, the link must hold that one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from scenarios.scoring.changes import KeyForm, key_form
from scenarios.scoring.rows import TableSchema
from ui_server.expressions import Json

NOT_CREATED = "\x00 the row meant here was not created"
"""What a reference to a missing row is resolved to: no column holds it."""


@dataclass(slots=True)
class Links:
    """Which spec creates the row that an id stands for, by table; and, once rows are matched, the key of that row."""

    creators: Mapping[str, Mapping[KeyForm, int]]
    keys: dict[int, Json] = field(default_factory=dict)

    def settle(self, spec: int, key: Json) -> None:
        """The row of `spec` was found to have this key; NOT_CREATED when there is none."""
        self.keys[spec] = key

    def creators_of(self, target: str | None, value: Json) -> tuple[int, ...]:
        """The specs whose rows `value`, an id or a list of them, points to."""
        known = self.creators.get(target, {}) if target else {}
        values = value if isinstance(value, list) else [value]
        return tuple(known[form] for form in map(key_form, values) if form in known) if known else ()

    def is_open(self, target: str | None, value: Json) -> bool:
        """Whether `value` points to a row that has not been looked for yet."""
        return any(spec not in self.keys for spec in self.creators_of(target, value))

    def resolve(self, target: str | None, value: Json) -> Json:
        """`value` with the ids that stand for created rows replaced by the keys those rows got."""
        if not self.creators_of(target, value):
            return value
        if isinstance(value, list):
            return [self.resolve(target, item) for item in value]
        return self.keys[self.creators_of(target, value)[0]]


def target_of(
    column: str, table: str, schema: TableSchema, *, created: Mapping[str, tuple[str, ...]], tables: Iterable[str]
) -> str | None:
    """The table that the ids in a column point into: as declared, else as the names say.

    `task_id` and `parent_task_id` of `todoist.links` point to `todoist.tasks`; `calendar_id` of `CALENDAR_EVENTS` to
    the table whose key is called so. `created` are tables in which specs create rows, with their key columns.
    """
    if column in schema.references:
        return schema.references[column]
    stem = column.removesuffix("s").removesuffix("_id")
    if stem == column.removesuffix("s"):
        return None
    for other, key in created.items():
        if key == (column,) and other != table:
            return other
    app = table.rpartition(".")[0]
    near = [other for other in tables if other.rpartition(".")[0] == app and _means(stem, _singular(other))]
    return max(near, key=lambda other: (len(other), other), default=None)


def creators(
    named: Iterable[tuple[str, int, Json]], pointing: Iterable[tuple[str, Json]], known: Mapping[str, set[KeyForm]]
) -> dict[str, dict[KeyForm, int]]:
    """The specs behind the ids that stand for created rows.

    `named` are the rows to be created: table, spec, and the key that its spec gives it. `pointing` are the ids by which
    specs point to them: table and id. `known` are the keys that the tables had at the start; those stand for
    themselves. A single created row without a key of its own is what the single unknown id means.
    """
    found: dict[str, dict[KeyForm, int]] = {}
    unnamed: dict[str, list[int]] = {}
    for table, spec, name in named:
        if name is None:
            unnamed.setdefault(table, []).append(spec)
        elif key_form(name) not in known.get(table, set()):
            found.setdefault(table, {})[key_form(name)] = spec
    unknown: dict[str, set[KeyForm]] = {}
    for table, value in pointing:
        forms = {key_form(item) for item in (value if isinstance(value, list) else [value]) if item is not None}
        unknown.setdefault(table, set()).update(forms - known.get(table, set()))
    for table, specs in unnamed.items():
        if len(specs) == 1 and table not in found and len(unknown.get(table, ())) == 1:
            found[table] = {form: specs[0] for form in unknown[table]}
    return found


def _singular(table: str) -> str:
    name = table.rpartition(".")[2].lower()
    if name.endswith("ies"):
        return f"{name[:-3]}y"
    return name[:-2] if name.endswith(("sses", "xes", "ches")) else name.removesuffix("s")


def _means(stem: str, noun: str) -> bool:
    return stem == noun or stem.endswith(f"_{noun}")
