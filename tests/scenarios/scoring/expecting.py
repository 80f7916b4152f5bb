"""Expected changes in the published form, written short; a table with a dot is an app's, any other the device's."""

from __future__ import annotations

from typing import Any

Rows = dict[str, list[dict[str, Any]]]
Spec = dict[str, Any]


def create(table: str, values: dict[str, Any], **measures: str) -> Spec:
    return {**_in(table), "operation": "create", "entity_data": values, "column_similarity_measure": measures}


def update(table: str, key: object, fields: dict[str, Any], *, by: str = "id", **measures: str) -> Spec:
    row = {"entity_id_column": by, "entity_id_value": key, "expected_fields": fields}
    return {**_in(table), "operation": "update", **row, "column_similarity_measure": measures}


def delete(table: str, key: object, *, by: str = "id", **measures: str) -> Spec:
    row = {"entity_id_column": by, "entity_id_value": key}
    return {**_in(table), "operation": "delete", **row, "column_similarity_measure": measures}


def _in(table: str) -> Spec:
    if "." in table:
        return {"source": "appworld", "table": table}
    return {"source": "agentsandbox", "namespace": table}
