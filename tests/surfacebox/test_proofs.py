"""The command that proves scenarios: one line for each that holds, the reasons for each that does not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from surfacebox.cli import main

SCENARIO = """
name: rope
description: A note about a rope is made.
owner: nora.lindqvist@example.com
now: 2026-05-04T09:00:00
modes: [text]
rows: {{simple_note.users: [{{id: 1, first_name: Nora, last_name: Lindqvist, email: nora.lindqvist@example.com}}]}}
rounds: [{{query: Note that the rope is 30 m long.}}]
expected:
  - operation: create
    source: appworld
    table: simple_note.notes
    entity_data: {{user_id: 1, title: Rope, content: 30 m}}
    column_similarity_measure:
      user_id: column_exact_match_similarity
      title: column_exact_match_similarity
      content: {content}
oracle:
  - {{call: simple_note_create_note, args: {{title: Rope, content: 30 m}}}}
  - {{say: Done.}}
"""


def scenario(folder: Path, content: str = "column_exact_match_similarity") -> str:
    path = folder / "rope.yaml"
    path.write_text(SCENARIO.format(content=content), encoding="utf-8")
    return str(path)


def test_a_scenario_that_holds_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", scenario(tmp_path)]) == 0
    assert capsys.readouterr().out == "rope (text): holds (1 solved, 1 nothing done, 1 left out, 3 altered)\n"


def test_one_that_does_not_hold_says_what_was_played_and_ends_badly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["scenarios", "check", scenario(tmp_path, "column_ignore_similarity")])

    lines = capsys.readouterr().out.splitlines()
    assert code == 1
    assert lines[0].startswith("rope (text): does not hold")
    assert len(lines) == 3
    assert "simple_note_create_note with content '31 m' instead of '30 m': success" in lines[2]


def test_the_findings_are_there_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "check", scenario(tmp_path), "--json"])

    (proof,) = json.loads(capsys.readouterr().out)
    assert (proof["scenario"], proof["mode"], proof["holds"]) == ("rope", "text", True)
    assert len(proof["findings"]) == 6


def test_a_mode_that_no_scenario_is_for_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["scenarios", "check", scenario(tmp_path), "--mode", "ui"])

    told = capsys.readouterr()
    assert (code, told.out) == (2, "")
    assert "ui" in told.err


def test_a_file_that_is_no_scenario_is_unreadable_input(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.yaml").write_text("name: bad", encoding="utf-8")

    assert main(["scenarios", "check", str(tmp_path / "bad.yaml")]) == 2
    assert "bad.yaml at description: Field required" in capsys.readouterr().err


def test_a_run_without_an_oracle_is_refused_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = SCENARIO.format(content="column_exact_match_similarity").partition("oracle:")[0]
    (tmp_path / "rope.yaml").write_text(text, encoding="utf-8")

    code = main(["run", str(tmp_path / "rope.yaml"), "--out", str(tmp_path / "run")])

    assert code == 2
    assert "rope has no oracle" in capsys.readouterr().err
    assert not (tmp_path / "run").exists()
