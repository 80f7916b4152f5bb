"""A file is whole or not there, and a list of lines keeps its whole lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scenarios.runs.files import append_line, is_draft, write_bytes, write_json


def test_a_file_is_replaced_whole_and_no_draft_stays(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    write_json(path, {"rows": ["é"]})
    write_json(path, {"rows": []})

    assert json.loads(path.read_text(encoding="utf-8")) == {"rows": []}
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "absent" / "state.json"

    with pytest.raises(OSError) as caught:
        write_bytes(path, b"{}")

    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_a_draft_that_cannot_take_its_name_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    path.mkdir()

    with pytest.raises(OSError):
        write_bytes(path, b"{}")

    assert list(tmp_path.iterdir()) == [path]


def test_a_line_after_half_a_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    append_line(path, '{"n": 1}')
    path.write_bytes(path.read_bytes() + b'{"n": ')
    append_line(path, '{"n": 2}')

    assert path.read_text().splitlines() == ['{"n": 1}', '{"n": ', '{"n": 2}']


def test_only_what_a_kill_may_leave_counts_as_a_draft() -> None:
    assert is_draft(Path("run/.run.json.part"))
    assert not is_draft(Path("run/run.json.part")) and not is_draft(Path("run/.gitignore"))
