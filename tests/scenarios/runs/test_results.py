"""A line of results.jsonl is that of an episode, or is passed over."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scenarios.runs.results import EpisodeKey, key_of, read_line

LINE: dict[str, Any] = {
    "scenario": "small",
    "mode": "text",
    "trial": 2,
    "class": "success",
    "task": "success",
    "reason": "",
    "side_effects": 0,
    "owner": None,
    "paper_f1": 1.0,
    "strict_f1": 1.0,
    "ending": "user done",
    "steps": 4,
    "screens": 0,
    "bypasses": 0,
    "seconds": 0.1,
}


def written(**other: Any) -> bytes:
    return json.dumps({**LINE, **other}).encode()


def test_a_line_names_its_episode_and_the_folder_of_it() -> None:
    line = read_line(written())

    assert line == LINE
    assert key_of(line) == EpisodeKey("small", "text", 2)
    assert key_of(line).folder == "small/text-2"


@pytest.mark.parametrize("name", ["scenario", "mode", "trial", "class", "steps"])
def test_a_line_that_lacks_what_the_table_needs_is_none(name: str) -> None:
    assert read_line(json.dumps({key: value for key, value in LINE.items() if key != name}).encode()) is None


@pytest.mark.parametrize(
    "other", [{"scenario": "../up"}, {"scenario": 7}, {"mode": "voice"}, {"trial": "2"}, {"trial": True}]
)
def test_a_line_whose_episode_could_not_have_a_folder_is_none(other: dict[str, Any]) -> None:
    assert read_line(written(**other)) is None


@pytest.mark.parametrize("text", [b"", b"7", b"null", b"[1, 2]", b"\xff\xfe", written()[:-1]])
def test_what_is_no_json_object_is_no_line(text: bytes) -> None:
    assert read_line(text) is None
