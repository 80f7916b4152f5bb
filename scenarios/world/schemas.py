"""What scores have to know of a world's tables, in the form in which they want it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from scenarios.scoring.rows import TableSchema
from scenarios.scoring.tables import PUBLISHED
from scenarios.world import words
from scenarios.world.tables import Schema, TableOf
from ui_server.expressions import Json


def known_schemas(schema: Schema, *, logged: bool) -> dict[str, TableSchema]:
    """All that is known of tables: those of the world, and published ones that it lacks.

    Where no log tells what followed from what, columns that usually follow in published tables are taken to do so.
    """
    own = scoring_schemas(schema)
    if not logged:
        both = own.keys() & PUBLISHED.keys()
        own |= {name: replace(own[name], derived_columns=_follow(own[name], PUBLISHED[name])) for name in both}
    return {**PUBLISHED, **own}


def _follow(*tables: TableSchema) -> frozenset[str]:
    return frozenset[str]().union(*(table.derived_columns for table in tables))


def scoring_schemas(schema: Schema) -> dict[str, TableSchema]:
    """By public table name."""
    return {
        table.name: TableSchema(
            key=(table.key_column.name,),
            columns={column.name: column.kind.value for column in table.columns},
            references=table.references,
            derived=table.derived,
            derived_columns=table.derived_columns,
            spends=table.spends,
            recipients=table.recipients,
            owner=table.owner,
            resolve=partial(_meant, table, schema),
        )
        for table in schema
    }


def _meant(table: TableOf, schema: Schema, column: str, value: Json) -> Json:
    """An id as a number, be it written as a word; any other value as it is."""
    found = table.by_name.get(column)
    return value if found is None else words.resolve_value(value, found, table, schema)
