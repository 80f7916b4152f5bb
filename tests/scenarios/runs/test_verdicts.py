"""From evidence to an outcome: whose fault it was, which budget ended it, and what cannot be scored at all."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scenarios.episode.record import Fault
from scenarios.episode.scheduler import Ending
from scenarios.runs.evidence import Evidence, evidence_of
from scenarios.runs.stage import Stage
from scenarios.runs.verdicts import judge, verdict_on
from scenarios.scoring.verdict import Owner
from tests.scenarios.plays import Agent, User, call, calls, play

DELETE = calls(call("simple_note_delete_note", note_id=12))


@pytest.fixture
async def solved(text_stage: Stage) -> Evidence:
    """An episode in which the note went that had to go."""
    return evidence_of(await play(text_stage, Agent(DELETE), User()))


async def test_what_was_to_be_done_was_done(solved: Evidence) -> None:
    verdict = judge(solved)

    assert verdict.passed
    assert verdict.outcome.validity.owner is None


@pytest.mark.parametrize(
    ("owner", "told", "outcome"),
    [
        ("agent", Owner.AGENT, "success"),
        ("user", Owner.USER_SIMULATOR, "invalid"),
        ("judge", Owner.JUDGE, "invalid"),
        ("environment", Owner.ENVIRONMENT, "invalid"),
        ("renderer", Owner.RENDERER, "invalid"),
        ("provider", Owner.PROVIDER, "invalid"),
        ("harness", Owner.HARNESS, "invalid"),
        ("caller", Owner.HARNESS, "invalid"),
    ],
)
async def test_a_fault_is_whose_the_error_said(solved: Evidence, owner: str, told: Owner, outcome: str) -> None:
    found = judge(replace(solved, fault=Fault(owner, "broken", "it broke"))).outcome

    assert (found.validity.owner, found.validity.reason) == (told, "broken: it broke")
    assert found.episode_class == outcome


@pytest.mark.parametrize(
    ("ending", "budget"),
    [
        (Ending.STEPS, "steps"),
        (Ending.SECONDS, "wall clock"),
        (Ending.TOKENS, "tokens"),
        (Ending.DOLLARS, "money"),
        (Ending.USER_DONE, None),
        (Ending.USER_GAVE_UP, None),
        (Ending.SILENCE, None),
    ],
)
async def test_a_budget_that_ended_it_is_named_and_is_the_agents(
    solved: Evidence, ending: Ending, budget: str | None
) -> None:
    validity = judge(replace(solved, ending=ending.value)).outcome.validity

    assert validity.budget == budget
    assert validity.owner is (Owner.AGENT if budget else None)


async def test_what_cannot_be_scored_is_the_harness_fault_and_is_said(solved: Evidence) -> None:
    broken = replace(solved, expected=replace(solved.expected, specs=({"operation": "conjure"},)))
    outcome = verdict_on(broken).outcome

    assert (outcome.episode_class, outcome.validity.owner) == ("invalid", Owner.HARNESS)
    assert outcome.reason.startswith("it cannot be scored: SpecUnreadable")
