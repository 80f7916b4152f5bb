"""What scores have to know of a world's tables, in the form in which they want it."""

from __future__ import annotations

from scenarios.scoring.rows import TableSchema
from scenarios.world.tables import Schema


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
        )
        for table in schema
    }
