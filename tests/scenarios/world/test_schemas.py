"""Scores learn what tables are from the declarations of the world."""

from __future__ import annotations

from scenarios.scoring.rows import Rows, TableSchema
from scenarios.scoring.scores import score
from scenarios.world.plan import Plan
from scenarios.world.schemas import known_schemas, scoring_schemas
from ui_server.expressions import Json


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


def test_ids_in_expected_changes_may_be_words_as_in_the_rows_that_are_staged(plan: Plan) -> None:
    schemas = scoring_schemas(plan.schema)
    # The words end in 100 and 101, counted from the offset of tasks (6400): rows 6500 and 6501.
    before: Rows = {"todoist.tasks": [{"id": 6500, "project_id": 410, "title": "Mow", "is_completed": False}]}
    after: Rows = {
        "todoist.tasks": [
            {"id": 6500, "project_id": 410, "title": "Mow", "is_completed": True},
            {"id": 6502, "project_id": 410, "title": "Dig", "is_completed": False},
        ],
        "todoist.task_label_links": [{"id": 1, "task_id": 6502, "label_id": 2401}],
    }
    done: Json = {"is_completed": True}
    update: dict[str, Json] = {"operation": "update", "entity_id_column": "id", "expected_fields": done}
    specs: list[Json] = [
        {**update, "table": "todoist.tasks", "entity_id_value": "todoist_task_100"},
        {
            "operation": "create",
            "table": "todoist.tasks",
            "entity_data": {"id": "todoist_task_105", "project_id": "todoist_project_410", "title": "Dig"},
        },
        {
            "operation": "create",
            "table": "todoist.task_label_links",
            "entity_data": {"task_id": "todoist_task_105", "label_id": "todoist_label_101"},
        },
    ]

    found = score(before, after, specs, schemas=schemas)

    assert found.strict is not None and found.strict.faults == ()
    assert found.strict.f1 == 1.0
    # As published, specs are not mapped: only the title and nothing else of three created columns and one update fits.
    assert found.paper is not None and found.paper.f1 < 0.5


def test_a_word_that_means_another_row_is_still_the_wrong_row(plan: Plan) -> None:
    before: Rows = {"todoist.tasks": [{"id": 6500, "title": "Mow"}, {"id": 6501, "title": "Sow"}]}
    spec: dict[str, Json] = {"operation": "delete", "table": "todoist.tasks", "entity_id_column": "id"}

    found = score(
        before,
        {"todoist.tasks": before["todoist.tasks"][:1]},
        [{**spec, "entity_id_value": "todoist_task_100"}],
        schemas=scoring_schemas(plan.schema),
    )

    assert found.strict is not None and found.strict.f1 == 0.0


def test_published_tables_that_the_world_lacks_are_known_all_the_same(plan: Plan) -> None:
    known = known_schemas(plan.schema, logged=True)
    assert known["venmo.transactions"].spends
    assert known["amazon.orders"] == scoring_schemas(plan.schema)["amazon.orders"]


def test_without_a_log_what_usually_follows_is_taken_to_follow(plan: Plan) -> None:
    logged, unlogged = (known_schemas(plan.schema, logged=each)["todoist.tasks"] for each in (True, False))
    assert "order_index" not in logged.derived_columns
    assert "order_index" in unlogged.derived_columns
    assert unlogged.columns == logged.columns
