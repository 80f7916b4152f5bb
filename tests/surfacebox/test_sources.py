"""What goes in and out of the command line: payloads, steps, images, and files that are whole or not there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from surfacebox.errors import InputUnreadable
from surfacebox.sources import read_images, read_payloads, read_steps, write_bytes, write_json


def test_a_folder_stands_for_its_payloads_by_name(tmp_path: Path) -> None:
    for name in ("b.json", "a.jsonl", "notes.md", "picture.png"):
        (tmp_path / name).write_text("[]")

    assert [payload.source for payload in read_payloads([tmp_path])] == ["a.jsonl", "b.json", "notes.md"]


def test_payloads_of_one_name_get_names_that_differ(tmp_path: Path) -> None:
    for name in ("a.json", "a.jsonl", "a-2.json"):
        (tmp_path / name).write_text("[]")

    assert sorted(payload.name for payload in read_payloads([tmp_path])) == ["a", "a-2", "a-3"]


def test_a_folder_without_payloads_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputUnreadable, match="there is no payload"):
        read_payloads([tmp_path])


def test_steps_come_as_text_or_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "steps.json").write_text('[{"do": "scroll", "y": 1}]')

    assert read_steps(' [{"do": "scroll", "y": 1}]') == read_steps(str(tmp_path / "steps.json"))


def test_steps_that_are_no_json_are_answered_with_an_example() -> None:
    with pytest.raises(InputUnreadable) as caught:
        read_steps('[{"do": }]')

    assert '"do": "click"' in caught.value.hint


@pytest.mark.parametrize("given", ["picture.png", "=picture.png"])
def test_an_image_without_a_name_is_refused(given: str) -> None:
    with pytest.raises(InputUnreadable, match="is not NAME=FILE"):
        read_images([given])


def test_json_goes_to_a_file_or_to_stdout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_json(tmp_path / "new" / "out.json", {"a": "é"})
    write_json(Path("-"), {"a": "é"})

    assert json.loads((tmp_path / "new" / "out.json").read_text(encoding="utf-8")) == {"a": "é"}
    assert json.loads(capsys.readouterr().out) == {"a": "é"}


def test_what_cannot_be_written_is_named_and_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "out.png"
    path.mkdir()

    with pytest.raises(OSError) as caught:
        write_bytes(path, b"picture")

    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == [path]
