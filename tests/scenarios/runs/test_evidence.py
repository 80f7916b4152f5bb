"""What a verdict rests on comes back from the folder as the episode left it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scenarios.episode.record import EpisodeRecord
from scenarios.runs.errors import RunUnusable
from scenarios.runs.evidence import evidence_of, read_evidence
from scenarios.runs.results import EpisodeKey
from scenarios.runs.stage import Stage
from scenarios.runs.store import RunFolder
from scenarios.runs.verdicts import judge
from tests.scenarios.plays import scenario, scripted_agent, scripted_user

ORACLE = [{"call": "simple_note_delete_note", "args": {"note_id": 12}}, {"say": "Done."}]


async def saved(stage: Stage, path: Path, **fields: Any) -> tuple[EpisodeRecord, Path]:
    """An episode that has been played, and the folder that it was written to."""
    record = await stage.play(scenario(oracle=ORACLE, **fields), "text", scripted_agent, scripted_user)
    key = EpisodeKey("small", "text", 0)
    RunFolder(path).save(key, record, judge(evidence_of(record), stage.schemas))
    return record, path / "episodes" / key.folder


async def test_what_is_read_back_is_judged_as_the_episode_was(tmp_path: Path, text_stage: Stage) -> None:
    _, place = await saved(text_stage, tmp_path)
    stored = json.loads((place / "verdict.json").read_text())

    assert judge(read_evidence(place), text_stage.schemas).to_json() == stored


async def test_the_expected_changes_and_effects_are_kept_with_the_state(tmp_path: Path, text_stage: Stage) -> None:
    forbidden = [{"table": "gmail.*", "operation": "create", "severity": "write"}]
    record, place = await saved(text_stage, tmp_path, forbidden=forbidden, allowed=[{"table": "simple_note.users"}])

    assert read_evidence(place).expected == record.scenario.expected


async def test_an_episode_and_its_folder_are_the_same_evidence(tmp_path: Path, text_stage: Stage) -> None:
    record, place = await saved(text_stage, tmp_path)
    played, read = evidence_of(record), read_evidence(place)

    assert (read.initial, read.final) == (played.initial, played.final)
    assert list(read.changes) == list(played.changes) and list(read.log) == list(played.log)
    assert (read.tool_calls, read.screens_shown, read.ending, read.fault) == (1, 0, played.ending, None)


def test_a_folder_without_an_episode_is_said_to_be_none(tmp_path: Path) -> None:
    with pytest.raises(RunUnusable):
        read_evidence(tmp_path)
