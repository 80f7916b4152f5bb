"""Scores learn what tables are from the declarations of the world."""

from __future__ import annotations

from scenarios.scoring.rows import TableSchema
from scenarios.world.plan import Plan
from scenarios.world.schemas import scoring_schemas


def test_every_table_of_a_world_is_described(plan: Plan) -> None:
    assert set(scoring_schemas(plan.schema)) == {table.name for table in plan.schema}


def test_a_table_is_described_by_its_declaration(plan: Plan) -> None:
    assert scoring_schemas(plan.schema)["phone.global_text_messages"] == TableSchema(
        key=("id",),
        columns={
            "id": "integer",
            "sender_id": "integer",
            "receiver_id": "integer",
            "message": "text",
            "created_at": "time",
        },
        references={"sender_id": "phone.users", "receiver_id": "phone.users"},
        recipients=frozenset({"receiver_id"}),
        owner="sender_id",
    )
