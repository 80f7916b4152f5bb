"""`scenarios import`: published files become native ones, with their images, and nothing is written over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from scenarios.format.load import load_scenario
from surfacebox.cli import main

PUBLISHED = {
    "name": "one_note",
    "device_state_id": "nora.lindqvist@example.com",
    "reference_time": "2026-05-04T09:00:00",
    "image_paths": ["images/list.png", "images/lost.png", "../secret.png"],
    "messages": [{"sender": "SYSTEM", "recipient": "USER", "content": "ROUND 1\nQuery: Hello.\nInstructions: End."}],
    "entity_diff_specs": [],
}


@pytest.fixture
def given(tmp_path: Path) -> Path:
    folder = tmp_path / "given"
    (folder / "images").mkdir(parents=True)
    Image.new("RGB", (4, 4), "#884422").save(folder / "images" / "list.png")
    Image.new("RGB", (4, 4)).save(tmp_path / "secret.png")
    (folder / "one_note.json").write_text(json.dumps(PUBLISHED), encoding="utf-8")
    return folder


def test_a_published_file_becomes_a_native_one_with_its_images(
    given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "mine"
    code = main(["scenarios", "import", str(given), "--out-dir", str(out)])
    told = capsys.readouterr().out

    assert code == 0
    assert sorted(path.relative_to(out).as_posix() for path in out.rglob("*.*")) == ["images/list.png", "one_note.yaml"]
    assert load_scenario(out / "one_note.yaml").rounds[0].query == "Hello."
    assert told.splitlines()[0] == f"one_note: {out / 'one_note.yaml'}"
    assert "image 1 (images/lost.png): not found" in told
    assert "image 2 (../secret.png): outside the folder" in told


def test_what_is_lacking_can_be_had_as_json(given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "import", str(given), "--out-dir", str(tmp_path / "mine"), "--json"])
    ((path, flaws),) = json.loads(capsys.readouterr().out).items()

    assert path == str(tmp_path / "mine" / "one_note.yaml")
    assert "no_oracle" in {flaw["code"] for flaw in flaws}


def test_a_file_that_exists_stays_as_it_is_and_no_other_is_written(
    given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (given / "another.json").write_text(json.dumps({**PUBLISHED, "name": "another"}), encoding="utf-8")
    mine = tmp_path / "one_note.yaml"
    mine.write_text("mine", encoding="utf-8")
    code = main(["scenarios", "import", str(given), "--out-dir", str(tmp_path)])

    assert code == 2
    assert "one_note.yaml exists already" in capsys.readouterr().err
    assert mine.read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "another.yaml").exists()


def test_nothing_is_written_of_files_that_no_native_one_can_say(
    given: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (given / "another.json").write_text(json.dumps({**PUBLISHED, "name": "another", "device_state_id": "phone 7"}))
    code = main(["scenarios", "import", str(given), "--out-dir", str(tmp_path / "mine")])

    assert code == 2
    assert "another.yaml at owner" in capsys.readouterr().err
    assert not (tmp_path / "mine").exists()
