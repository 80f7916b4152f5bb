from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from scenarios.runs.errors import RunUnusable
from scenarios.runs.evidence import read_evidence
from scenarios.runs.executor import Cast, Order, execute
from scenarios.runs.files import write_json
from scenarios.runs.results import EpisodeKey
from scenarios.runs.stage import Stage
from scenarios.runs.store import RunFolder
from scenarios.runs.verdicts import judge
from tests.scenarios.plays import scenario, scripted_agent, scripted_user

FACTS: dict[str, Any] = {"agent": "scripted", "fingerprint": "f" * 64}
ORACLE = [{"call": "simple_note_delete_note", "args": {"note_id": 12}}, {"say": "Done."}]
CAST = Cast(scripted_agent, scripted_user)


async def play(stage: Stage, folder: RunFolder, trial: int = 0) -> Path:
    solved = scenario(oracle=ORACLE)
    await execute(stage, [Order(EpisodeKey("small", "text", trial), solved)], CAST, folder, concurrency=1)
    return folder.path / "episodes" / "small" / f"text-{trial}"


def opened(path: Path, *, resume: bool = False, **facts: Any) -> RunFolder:
    folder = RunFolder(path)
    folder.open({**FACTS, **facts}, resume=resume)
    return folder


async def test_an_episode_leaves_its_evidence_its_verdict_and_one_line(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    place = await play(text_stage, folder)
    assert {file.name for file in place.iterdir()} == {
        "episode.json", "state.json", "verdict.json", "timings.json", "screens",
    }  # fmt: skip
    (line,) = folder.results()
    assert (line["scenario"], line["mode"], line["trial"], line["class"]) == ("small", "text", 0, "success")
    assert not list(folder.path.rglob(".*.part"))


async def test_scoring_again_does_not_touch_the_evidence(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    place = await play(text_stage, folder)
    before = {name: (place / name).read_bytes() for name in ("episode.json", "state.json")}
    write_json(place / "verdict.json", judge(read_evidence(place), text_stage.schemas).to_json())
    assert {name: (place / name).read_bytes() for name in before} == before


async def test_nothing_in_an_episode_says_when_it_was_played(tmp_path: Path, text_stage: Stage) -> None:
    first = await play(text_stage, opened(tmp_path / "one"))
    second = await play(text_stage, opened(tmp_path / "two"))
    for name in ("episode.json", "state.json", "verdict.json"):
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_a_folder_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(RunUnusable):
        opened(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["notes.txt"]


def test_a_run_is_continued_only_when_asked(tmp_path: Path) -> None:
    opened(tmp_path / "run")
    with pytest.raises(RunUnusable) as caught:
        opened(tmp_path / "run")
    assert "--resume" in caught.value.hint
    opened(tmp_path / "run", resume=True)


def test_two_fingerprints_are_never_mixed(tmp_path: Path) -> None:
    opened(tmp_path / "run")
    with pytest.raises(RunUnusable) as caught:
        opened(tmp_path / "run", resume=True, fingerprint="0" * 64)
    assert "never mixes" in caught.value.hint


@pytest.mark.parametrize("cut", [1, 10, 60])
async def test_a_line_cut_off_by_a_kill_counts_as_not_played(tmp_path: Path, text_stage: Stage, cut: int) -> None:
    folder = opened(tmp_path / "run")
    await play(text_stage, folder)
    await play(text_stage, folder, trial=1)
    results = folder.path / "results.jsonl"
    results.write_bytes(results.read_bytes()[:-cut])
    done = folder.done()
    assert EpisodeKey("small", "text", 0) in done
    await play(text_stage, folder, trial=1)
    assert folder.done() == {EpisodeKey("small", "text", 0), EpisodeKey("small", "text", 1)}


async def test_an_episode_that_was_half_written_is_written_anew(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    draft = folder.path / "episodes" / "small" / ".text-0.part"
    draft.mkdir(parents=True)
    (draft / "episode.json").write_text("{")
    place = await play(text_stage, folder)
    assert json.loads((place / "episode.json").read_text())["scenario"] == "small"
    assert not draft.exists()


@pytest.mark.parametrize(
    "line",
    [b"[1, 2]", b"7", b"null", b"\xff\xfe", b'{"scenario": "small"}', b'{"scenario": "a", "mode": "x", "trial": 0}'],
)
async def test_a_line_that_tells_of_no_episode_is_passed_over(tmp_path: Path, text_stage: Stage, line: bytes) -> None:
    folder = opened(tmp_path / "run")
    await play(text_stage, folder)
    with (folder.path / "results.jsonl").open("ab") as file:
        file.write(line + b"\n")
    assert [result["scenario"] for result in folder.results()] == ["small"]
    assert folder.done() == {EpisodeKey("small", "text", 0)}


async def test_of_two_lines_of_one_episode_the_later_counts(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    await play(text_stage, folder)
    (line,) = folder.results()
    folder.append({**line, "class": "failure"})
    (found,) = folder.results()
    assert found["class"] == "failure"
    assert len(list(folder.episodes())) == 1


async def test_an_episode_whose_evidence_is_gone_is_played_again(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    place = await play(text_stage, folder)
    shutil.rmtree(place)
    assert folder.done() == set()
    await play(text_stage, folder)
    assert (place / "episode.json").is_file()
    assert len(folder.results()) == 1


def test_two_runs_at_once_never_write_to_one_folder(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "run")
    with folder.held():
        with pytest.raises(RunUnusable) as caught, RunFolder(tmp_path / "run").held():
            pass
        assert "another run" in str(caught.value)
    with folder.held():
        folder.open(FACTS, resume=False)


def test_what_a_kill_left_before_anything_was_written_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".run.json.part").write_text("{")
    opened(tmp_path)
    assert RunFolder(tmp_path).facts()["agent"] == "scripted"


@pytest.mark.parametrize("content", ["", "{broken", "[]", "7"])
def test_a_run_json_that_says_nothing_is_named(tmp_path: Path, content: str) -> None:
    (tmp_path / "run.json").write_text(content)
    with pytest.raises(RunUnusable) as caught:
        opened(tmp_path, resume=True)
    assert "run.json" in str(caught.value)
