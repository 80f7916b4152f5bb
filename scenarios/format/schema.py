"""Writes docs/scenario.schema.json, the JSON Schema of native scenario files: `python -m scenarios.format.schema`."""

from __future__ import annotations

import json
from pathlib import Path

from scenarios.format.models import ScenarioModel


def schema_text() -> str:
    """The schema as the file holds it."""
    return json.dumps(ScenarioModel.model_json_schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path("docs/scenario.schema.json").write_text(schema_text(), encoding="utf-8")
