"""`demo`, `run`, `score`, `diff`, `report` and `scenarios` from the outside: real processes, files on a disk."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.scenarios.plays import GONE, NOTES, OWNER

Done = subprocess.CompletedProcess[str]
SCENARIO: dict[str, Any] = {
    "name": "old_code",
    "description": "The old code has to go.",
    "owner": OWNER,
    "now": "2026-05-04T09:00:00",
    "modes": ["text"],
    "rows": {
        "simple_note.users": [{"id": 1, "first_name": "Nora", "last_name": "Lindqvist", "email": OWNER}],
        "simple_note.notes": NOTES,
    },
    "rounds": [{"query": "Delete the note with the old code."}],
    "expected": [GONE],
    "oracle": [{"call": "simple_note_delete_note", "args": {"note_id": 12}}, {"say": "It is gone."}],
}


def surfacebox(*arguments: str | Path, cwd: Path) -> Done:
    command = [sys.executable, "-m", "surfacebox", *map(str, arguments)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=150, stdin=subprocess.DEVNULL)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite"
    folder.mkdir()
    for number in range(3):
        name = f"{SCENARIO['name']}_{number}"
        (folder / f"{name}.yaml").write_text(yaml.safe_dump({**SCENARIO, "name": name, "tags": [f"t{number}"]}))
    return folder


def test_the_demo_solves_every_built_in_scenario_and_names_the_report(tmp_path: Path) -> None:
    done = surfacebox("demo", "--out", "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    report = tmp_path / "demo" / "report.html"
    assert f"open {report.relative_to(tmp_path)}" in done.stdout
    assert report.is_file() and list((tmp_path / "demo" / "episodes").rglob("*.png"))
    lines = [json.loads(line) for line in (tmp_path / "demo" / "results.jsonl").read_text().splitlines()]
    assert {line["class"] for line in lines} == {"success"}
    assert {line["strict_f1"] for line in lines} == {line["paper_f1"] for line in lines} == {1.0}
    modes = [line["mode"] for line in lines]
    assert modes.count("ui") >= 3 and modes.count("text") >= 3


def test_a_run_prints_a_table_and_can_be_told_as_json(tmp_path: Path, suite: Path) -> None:
    done = surfacebox("run", suite, "--out", "run", "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert [line["scenario"] for line in told["episodes"]] == ["old_code_0", "old_code_1", "old_code_2"]
    assert told["summaries"][0]["success_of_all"] == 1.0


def test_a_run_is_refused_where_one_is_and_continued_when_asked(tmp_path: Path, suite: Path) -> None:
    assert surfacebox("run", suite, "--out", "run", "--limit", "2", cwd=tmp_path).returncode == 0
    refused = surfacebox("run", suite, "--out", "run", "--limit", "2", cwd=tmp_path)
    assert refused.returncode == 2
    assert "--resume" in refused.stderr and "Traceback" not in refused.stderr
    again = surfacebox("run", suite, "--out", "run", "--limit", "2", "--resume", cwd=tmp_path)
    assert again.returncode == 0
    assert len((tmp_path / "run" / "results.jsonl").read_text().splitlines()) == 2
    other = surfacebox("run", suite, "--out", "run", "--resume", cwd=tmp_path)
    assert other.returncode == 2 and "fingerprint" in other.stderr


@pytest.mark.parametrize("flag", ["--trials", "--concurrency", "--limit"])
@pytest.mark.parametrize("count", ["0", "-1"])
def test_a_count_below_one_is_refused_before_anything_is_made(
    tmp_path: Path, suite: Path, flag: str, count: str
) -> None:
    done = surfacebox("run", suite, "--out", "run", flag, count, cwd=tmp_path)
    assert done.returncode == 2 and flag in done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("command", [("run", "--out", "run"), ("scenarios", "check")])
def test_a_mode_that_no_scenario_is_for_is_said(tmp_path: Path, suite: Path, command: tuple[str, ...]) -> None:
    done = surfacebox(*command, suite, "--mode", "ui", cwd=tmp_path)
    assert done.returncode == 2 and "no scenario is for ui mode" in done.stderr
    assert not (tmp_path / "run").exists()


def test_a_folder_that_is_no_run_is_not_scored(tmp_path: Path) -> None:
    for command in ("score", "report"):
        done = surfacebox(command, ".", cwd=tmp_path)
        assert done.returncode == 2 and "holds no run" in done.stderr
    assert not list(tmp_path.iterdir())


def test_scoring_by_other_rules_is_told_by_the_report_too(tmp_path: Path, suite: Path) -> None:
    surfacebox("run", suite, "--out", "run", "--limit", "1", cwd=tmp_path)
    results = tmp_path / "run" / "results.jsonl"
    was = json.loads(results.read_text())
    results.write_text(json.dumps({**was, "class": "failure", "strict_f1": 0.25}) + "\n")
    assert surfacebox("score", "run", cwd=tmp_path).returncode == 0
    told = json.loads(surfacebox("report", "run", "--json", cwd=tmp_path).stdout)
    assert told["episodes"] == [was]
    assert told["summaries"][0]["success_of_all"] == 1.0


def with_a_slip(folder: Path) -> Path:
    """A scenario in UI mode whose first payload gives a Card its child in a list: one reading, and yet an error."""
    catalog = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
    components: list[dict[str, Any]] = [
        {"id": "root", "component": "Card", "children": ["text"]},
        {"id": "text", "component": "Text", "text": "Which note?"},
    ]
    screen: list[dict[str, Any]] = [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}},
    ]
    path = folder / "slip.yaml"
    oracle: list[dict[str, Any]] = [{"screen": screen}, *SCENARIO["oracle"]]
    path.write_text(yaml.safe_dump({**SCENARIO, "modes": ["ui"], "oracle": oracle}))
    return path


def test_a_run_mends_payloads_only_when_asked_and_tells_both_kinds_of_run_apart(tmp_path: Path) -> None:
    scenario = with_a_slip(tmp_path)
    told = {}
    for name, flags in {"plain": (), "forbidden": ("--no-repair",), "mended": ("--repair",)}.items():
        surfacebox("run", scenario, "--out", name, *flags, cwd=tmp_path)
        facts = json.loads((tmp_path / name / "run.json").read_text())
        line = json.loads((tmp_path / name / "results.jsonl").read_text())
        told[name] = (facts["repair"], facts["fingerprint"], line["payloads"])
    assert told["plain"] == told["forbidden"]
    assert told["plain"][0] is False and told["plain"][2]["accepted"] == 0
    assert told["mended"][0] is True
    assert told["mended"][2] == {"tried": 1, "accepted": 1, "repaired": 1, "repairs_per_screen": 1.0}
    assert told["plain"][1] != told["mended"][1]
    again = surfacebox("run", scenario, "--out", "plain", "--repair", "--resume", cwd=tmp_path)
    assert again.returncode == 2 and "fingerprint" in again.stderr


def test_a_filter_picks_by_name_or_tag(tmp_path: Path, suite: Path) -> None:
    done = surfacebox("run", suite, "--out", "run", "--filter", "t1", "--json", cwd=tmp_path)
    assert [line["scenario"] for line in json.loads(done.stdout)["episodes"]] == ["old_code_1"]
    nothing = surfacebox("run", suite, "--out", "other", "--filter", "nobody", cwd=tmp_path)
    assert nothing.returncode == 2


def test_scoring_again_gives_the_same_and_leaves_the_evidence(tmp_path: Path, suite: Path) -> None:
    surfacebox("run", suite, "--out", "run", cwd=tmp_path)
    evidence = {path: path.read_bytes() for path in (tmp_path / "run").rglob("*.json") if path.name != "verdict.json"}
    verdicts = {path: path.read_bytes() for path in (tmp_path / "run").rglob("verdict.json")}
    done = surfacebox("score", "run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {path: path.read_bytes() for path in evidence} == evidence
    assert {path: path.read_bytes() for path in verdicts} == verdicts


def test_an_unsolved_scenario_ends_with_one(tmp_path: Path) -> None:
    unsolved = {**SCENARIO, "oracle": [{"say": "I would rather not."}]}
    (tmp_path / "unsolved.yaml").write_text(yaml.safe_dump(unsolved))
    done = surfacebox("run", "unsolved.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 1
    assert "failure" in done.stdout


def test_a_file_that_is_no_scenario_ends_with_two_and_says_where(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(yaml.safe_dump({**SCENARIO, "now": "soon"}))
    done = surfacebox("run", "odd.yaml", "--out", "run", cwd=tmp_path)
    assert done.returncode == 2
    assert "odd.yaml at now" in done.stderr and not (tmp_path / "run").exists()


@pytest.mark.parametrize("role", ["agent", "user"])
def test_an_unknown_role_is_answered_with_those_known(tmp_path: Path, suite: Path, role: str) -> None:
    done = surfacebox("run", suite, f"--{role}", "oracle-of-delphi", "--out", "run", cwd=tmp_path)
    assert done.returncode == 2
    assert "scripted" in done.stderr


def test_a_killed_run_is_continued_without_playing_anything_twice(tmp_path: Path, suite: Path) -> None:
    command = [sys.executable, "-m", "surfacebox", "run", str(suite), "--out", "run", "--trials", "400"]
    results = tmp_path / "run" / "results.jsonl"
    process = subprocess.Popen([*command, "--concurrency", "1"], cwd=tmp_path, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 60
    while time.monotonic() < until and not (results.exists() and results.stat().st_size > 2_000):
        os.sched_yield()
    process.send_signal(signal.SIGKILL)
    process.wait()
    played = results.read_bytes().count(b"\n")
    assert 0 < played < 1200
    done = surfacebox("run", suite, "--out", "run", "--trials", "400", "--resume", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in results.read_text().splitlines() if line.startswith("{")]
    keys = [(line["scenario"], line["trial"]) for line in lines]
    assert len(keys) == len(set(keys)) == 1200


ROWS = {"simple_note.notes": [{"id": 1, "title": "a", "content": "b"}, {"id": 2, "title": "c", "content": "d"}]}


def test_a_diff_scores_rows_without_a_run(tmp_path: Path) -> None:
    after = {"simple_note.notes": ROWS["simple_note.notes"][:1]}
    specs = [{**GONE, "entity_id_value": 2}]
    for name, value in {"initial": ROWS, "final": after, "specs": specs}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    files = ("--initial", "initial.json", "--final", "final.json", "--specs", "specs.json")
    done = surfacebox("diff", *files, "--json", cwd=tmp_path)
    told = json.loads(done.stdout)
    assert done.returncode == 0
    assert {mode: told[mode]["f1"] for mode in told} == {"paper": 1.0, "strict": 1.0}
    assert {"precision", "recall", "f1", "guardrail", "groups"} <= told["paper"].keys()
    (tmp_path / "final.json").write_text(json.dumps(ROWS))
    undone = surfacebox("diff", *files, cwd=tmp_path)
    assert undone.returncode == 1
    assert "strict: precision" in undone.stdout


def test_a_diff_of_something_else_is_unreadable(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("[1]")
    done = surfacebox("diff", "--initial", "x.json", "--final", "x.json", "--specs", "x.json", cwd=tmp_path)
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_scenarios_are_listed_shown_and_checked_for_flaws(tmp_path: Path, suite: Path) -> None:
    listed = surfacebox("scenarios", "list", suite, "--json", cwd=tmp_path)
    assert [facts["name"] for facts in json.loads(listed.stdout)] == ["old_code_0", "old_code_1", "old_code_2"]
    shown = surfacebox("scenarios", "show", "old_code_1", suite, cwd=tmp_path)
    assert "Delete the note with the old code." in shown.stdout
    sound = surfacebox("scenarios", "lint", suite, cwd=tmp_path)
    assert sound.returncode == 0, sound.stdout
    (tmp_path / "odd.yaml").write_text(yaml.safe_dump({**SCENARIO, "oracle": [{"call": "delete_notes"}, {"say": "x"}]}))
    odd = surfacebox("scenarios", "lint", "odd.yaml", cwd=tmp_path)
    assert odd.returncode == 1 and "unknown_tool" in odd.stdout
