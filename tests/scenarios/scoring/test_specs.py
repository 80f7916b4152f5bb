"""Reading expected changes, and refusing what says nothing."""

from __future__ import annotations

import pytest

from scenarios.scoring.errors import SpecUnreadable
from scenarios.scoring.specs import by_group, read_specs
from ui_server.expressions import Json

CREATE: dict[str, Json] = {
    "operation": "create",
    "source": "appworld",
    "table": "todoist.tasks",
    "entity_data": {"title": "Paint"},
    "column_similarity_measure": {"title": "column_rouge_l_similarity"},
}
DELETE: dict[str, Json] = {
    "operation": "delete",
    "source": "agentsandbox",
    "namespace": "REMINDER",
    "entity_id_column": "reminder_id",
    "entity_id_value": "r1",
}


def place_of_fault(specs: Json) -> str:
    with pytest.raises(SpecUnreadable) as refused:
        read_specs(specs)
    assert refused.value.owner == "harness"
    return refused.value.place


def test_a_row_to_be_created_has_values_and_measures() -> None:
    (spec,) = read_specs([CREATE])

    assert (spec.operation, spec.table, spec.values) == ("create", "todoist.tasks", {"title": "Paint"})
    assert spec.measures == {"title": "column_rouge_l_similarity"}


def test_a_row_to_be_deleted_has_a_key_and_may_have_no_measures() -> None:
    (spec,) = read_specs([DELETE])

    assert (spec.table, spec.key_column, spec.key, spec.measures) == ("REMINDER", "reminder_id", "r1", {})


def test_fields_to_be_updated_are_the_values() -> None:
    (spec,) = read_specs([{**DELETE, "operation": "update", "expected_fields": {"content": "x"}}])

    assert spec.values == {"content": "x"}


def test_a_namespace_is_found_in_the_case_of_the_rows() -> None:
    (spec,) = read_specs([DELETE], ["reminder"])

    assert spec.table == "reminder"


def test_specs_are_grouped_by_table_and_operation_in_order() -> None:
    groups = by_group(read_specs([DELETE, CREATE, {**CREATE, "entity_data": {"title": "Rest"}}]))

    assert [(group, len(specs)) for group, specs in groups.items()] == [
        (("REMINDER", "delete"), 1),
        (("todoist.tasks", "create"), 2),
    ]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"operation": "upsert"}, "/0/operation"),
        ({"operation": None}, "/0/operation"),
        ({"source": "elsewhere"}, "/0/source"),
        ({"table": ""}, "/0/table"),
        ({"entity_data": None}, "/0/entity_data"),
        ({"column_similarity_measure": {"title": "column_guess"}}, "/0/column_similarity_measure/title"),
        (
            {"column_similarity_measure": {"title": "column_tool_trace_exact_match_similarity"}},
            "/0/column_similarity_measure/title",
        ),
    ],
)
def test_what_cannot_be_read_is_named_by_its_place(change: dict[str, Json], place: str) -> None:
    assert place_of_fault([{**CREATE, **change}]) == place


def test_an_update_without_a_key_is_refused() -> None:
    assert place_of_fault([{**DELETE, "entity_id_value": None}]) == "/0/entity_id_value"


def test_what_is_no_list_of_objects_is_refused() -> None:
    assert place_of_fault({"a": 1}) == ""
    assert place_of_fault([3]) == "/0"
