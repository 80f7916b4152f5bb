from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_bridge.agent import Agent
from scenarios.format.scenario import Mode, Scenario, ScenarioUnreadable
from scenarios.runs import verdicts
from scenarios.runs.evidence import Evidence
from scenarios.runs.executor import Cast, Order, execute, fingerprint, orders
from scenarios.runs.results import EpisodeKey
from scenarios.runs.stage import Stage
from scenarios.runs.store import RunFolder
from scenarios.runs.verdicts import Verdict, judge
from scenarios.scoring.rows import Schemas
from tests.scenarios.plays import scenario, scripted_agent, scripted_user

ORACLE = [{"call": "simple_note_delete_note", "args": {"note_id": 12}}, {"say": "Done."}]
CAST = Cast(scripted_agent, scripted_user)


def many(count: int) -> list[Order]:
    found = [scenario(name=f"s{number}", oracle=ORACLE) for number in range(count)]
    return orders(found, ("text",), 1)


def opened(path: Path) -> RunFolder:
    folder = RunFolder(path)
    folder.open({"fingerprint": "f"}, resume=True)
    return folder


def test_every_scenario_is_played_in_its_own_modes_as_often_as_asked() -> None:
    found = [scenario(name="both"), scenario(name="talk", modes=["text"])]
    assert [order.key for order in orders(found, ("ui", "text"), 2)] == [
        EpisodeKey("both", "ui", 0),
        EpisodeKey("both", "ui", 1),
        EpisodeKey("both", "text", 0),
        EpisodeKey("both", "text", 1),
        EpisodeKey("talk", "text", 0),
        EpisodeKey("talk", "text", 1),
    ]
    assert [order.key.scenario for order in orders(found, ("ui",), 1)] == ["both"]


async def test_progress_is_told_once_for_each_episode(tmp_path: Path, text_stage: Stage) -> None:
    told: list[tuple[int, int, str]] = []

    def tell(done: int, of: int, line: Mapping[str, Any]) -> None:
        told.append((done, of, line["class"]))

    await execute(text_stage, many(5), CAST, opened(tmp_path / "run"), concurrency=3, progress=tell)
    assert told == [(number, 5, "success") for number in range(1, 6)]


async def test_resuming_plays_only_what_is_missing_and_then_nothing(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    played: list[str] = []

    def counting(one: Scenario, mode: Mode) -> Agent:
        played.append(one.name)
        return scripted_agent(one, mode)

    cast = Cast(counting, scripted_user)
    await execute(text_stage, many(7)[:4], cast, folder, concurrency=2)
    lines = await execute(text_stage, many(7), cast, folder, concurrency=2)
    assert sorted(played) == [f"s{number}" for number in range(7)]
    assert len(lines) == len(folder.results()) == 7
    again = await execute(text_stage, many(7), cast, folder, concurrency=2)
    assert len(played) == 7
    assert again == lines


async def test_one_at_a_time_and_many_at_once_leave_the_same_files(tmp_path: Path, text_stage: Stage) -> None:
    one, many_at_once = opened(tmp_path / "one"), opened(tmp_path / "many")
    await execute(text_stage, many(8), CAST, one, concurrency=1)
    await execute(text_stage, many(8), CAST, many_at_once, concurrency=8)
    for file in (one.path / "episodes").rglob("*.json"):
        if file.name != "timings.json":
            twin = many_at_once.path / "episodes" / file.relative_to(one.path / "episodes")
            assert file.read_bytes() == twin.read_bytes(), file.name


class Broken:
    """An agent that fails by a fault of ours."""

    name = "broken"

    async def act(self, view: object) -> Any:
        raise ZeroDivisionError("nothing to divide")


async def test_one_broken_episode_does_not_end_the_others(tmp_path: Path, text_stage: Stage) -> None:
    def maker(one: Scenario, mode: Mode) -> Agent:
        return Broken() if one.name == "s2" else scripted_agent(one, mode)

    lines = await execute(text_stage, many(5), Cast(maker, scripted_user), opened(tmp_path / "run"), concurrency=2)
    found = {line["scenario"]: (line["class"], line["owner"]) for line in lines}
    assert found.pop("s2") == ("invalid", "harness")
    assert set(found.values()) == {("success", None)}


async def test_an_expected_change_that_cannot_be_read_is_loud_before_anything_is_played(
    tmp_path: Path, text_stage: Stage
) -> None:
    folder = opened(tmp_path)
    wrong = scenario(name="wrong", expected=[{"operation": "rename"}])
    todo = [*many(1), *orders([wrong], ("text",), 1)]
    with pytest.raises(ScenarioUnreadable, match="wrong"):
        await execute(text_stage, todo, CAST, folder, concurrency=1)
    assert folder.results() == []


async def test_an_episode_that_cannot_be_scored_is_invalid_and_does_not_end_the_others(
    tmp_path: Path, text_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def judge_but_one(evidence: Evidence, schemas: Schemas) -> Verdict:
        if evidence.tool_calls == 0:
            raise ZeroDivisionError("no calls")
        return judge(evidence, schemas)

    monkeypatch.setattr(verdicts, "judge", judge_but_one)
    scripts = {"a": ORACLE, "b": [{"say": "Hm."}], "c": ORACLE}
    todo = orders([scenario(name=name, oracle=script) for name, script in scripts.items()], ("text",), 1)
    lines = await execute(text_stage, todo, CAST, opened(tmp_path), concurrency=1)
    assert [(line["scenario"], line["class"], line["owner"]) for line in lines] == [
        ("a", "success", None),
        ("b", "invalid", "harness"),
        ("c", "success", None),
    ]
    assert "ZeroDivisionError: no calls" in lines[1]["reason"]
    assert lines[1]["strict_f1"] is None


async def test_a_wrong_scenario_is_loud_before_anything_is_played(tmp_path: Path, text_stage: Stage) -> None:
    folder = opened(tmp_path / "run")
    wrong = scenario(name="wrong", rows={"no.such_table": [{"id": 1}]})
    todo = [*many(3), *orders([wrong], ("text",), 1)]
    with pytest.raises(ScenarioUnreadable, match="wrong"):
        await execute(text_stage, todo, CAST, folder, concurrency=2)
    assert folder.results() == []


async def test_an_agent_that_does_nothing_fails_for_that_reason(tmp_path: Path, text_stage: Stage) -> None:
    silent = scenario(name="silent")
    (line,) = await execute(text_stage, orders([silent], ("text",), 1), CAST, opened(tmp_path / "run"), concurrency=1)
    assert (line["class"], line["reason"]) == ("failure", "no action")


def test_a_fingerprint_follows_every_input() -> None:
    assert fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})
