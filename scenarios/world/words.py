"""Ids that a scenario writes as words, such as `todoist_project_100`, become the same whole number everywhere.

Published files write rows they stage with such words in their id columns. A number below 200 at the end of the word is
counted from the table's own offset, a larger one is the id itself; a word without a number gets an id from its letters.
"""

from __future__ import annotations

import re
from hashlib import sha256

from scenarios.world.columns import Column
from scenarios.world.tables import Schema, Table, TableOf
from ui_server.expressions import Json

VERBATIM_FROM = 200
FIRST_OF_LETTERS = 1_000_000

_NUMBERED = re.compile(r"(?P<name>.*?)_?(?P<number>\d+)")


def resolve(word: str, table: TableOf, schema: Schema) -> int:
    """The id that `word` stands for among those of `table`; the word's own beginning may name another table."""
    if word.isdecimal():
        return int(word)
    match = _NUMBERED.fullmatch(word)
    if match is None:
        return FIRST_OF_LETTERS + int.from_bytes(sha256(word.encode()).digest()[:4])
    number = int(match["number"])
    return number if number >= VERBATIM_FROM else _offset(match["name"], table, schema) + number


def resolve_value(value: Json, column: Column, table: TableOf, schema: Schema) -> Json:
    """`value` with the words in it resolved, if `column` of `table` holds whole-number ids or a list of them."""
    if not isinstance(value, (str, list)) or column.name not in table.id_columns:
        return value
    target = schema.find(table.references.get(column.name, table.name))
    if isinstance(value, list) and column.holds_ids:
        return [resolve(item, target, schema) if isinstance(item, str) else item for item in value]
    return resolve(value, target, schema) if isinstance(value, str) and column.holds_id else value


def _offset(name: str, table: TableOf, schema: Schema) -> int:
    """The offset of the table that `todoist_project` names, else that of `table`."""
    named = [other for other in schema if name.lower() in _names(other)]
    return named[0].id_offset if named else table.id_offset


def _names(table: Table[object]) -> tuple[str, ...]:
    plural = table.name.lower().replace(".", "_")
    return plural, plural.removesuffix("s"), plural.removesuffix("ies") + "y"
