"""Plays a scenario the right way and in every wrong way, and says what each came to."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Literal

from agent_bridge.oracle import Oracle
from agent_bridge.scripted import ScriptedAgent, Tamper
from scenarios.episode.record import EpisodeRecord
from scenarios.format.scenario import Mode, Scenario
from scenarios.proof.alterations import Alteration, alterations
from scenarios.runs.evidence import evidence_of
from scenarios.runs.stage import AgentMaker, Stage
from scenarios.runs.verdicts import Verdict, judge
from ui_server.expressions import Json
from user_sim.scripted import ScriptedUser

Claim = Literal["solved", "nothing done", "left out", "altered", "bypass"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`holds` tells whether the claim was found to be true, `detail` what was played and what it came to."""

    claim: Claim
    holds: bool
    detail: str

    def to_json(self) -> dict[str, Json]:
        return {"claim": self.claim, "holds": self.holds, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Proof:
    scenario: str
    mode: Mode
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        return all(finding.holds for finding in self.findings)

    def to_json(self) -> dict[str, Json]:
        found: list[Json] = [finding.to_json() for finding in self.findings]
        return {"scenario": self.scenario, "mode": self.mode, "holds": self.holds, "findings": found}


async def prove(stage: Stage, scenario: Scenario, mode: Mode, *, concurrency: int = 2) -> Proof:
    """Whether the oracle solves `scenario` in `mode`, doing nothing does not, and no altered change of state does.

    In UI mode also whether a private choice that is said instead of clicked is recorded. Raises what `Stage.play` does.
    """
    trial = _Trial(stage, scenario, mode)
    solved, record = await trial.solved()
    findings = [solved, await trial.nothing_done()]
    if solved.holds:
        turnstile = asyncio.Semaphore(concurrency)
        work = [trial.altered(alteration) for alteration in alterations(record, stage.plan.registry)]
        findings += await asyncio.gather(*(_one_of(turnstile, each) for each in work))
    if mode == "ui" and any(each.decisions for each in scenario.rounds):
        findings.append(await trial.bypassed())
    return Proof(scenario.name, mode, tuple(findings))


async def _one_of(turnstile: asyncio.Semaphore, work: Awaitable[Finding]) -> Finding:
    async with turnstile:
        return await work


@dataclass(frozen=True, slots=True)
class _Trial:
    stage: Stage
    scenario: Scenario
    mode: Mode

    async def solved(self) -> tuple[Finding, EpisodeRecord]:
        record, verdict = await self._play(self._oracle())
        return Finding("solved", verdict.passed, f"the oracle: {_said(record, verdict)}"), record

    async def nothing_done(self) -> Finding:
        record, verdict = await self._play(lambda _scenario, _mode: ScriptedAgent(Oracle()))
        return Finding("nothing done", _is_failure(verdict), f"nothing done: {_said(record, verdict)}")

    async def altered(self, alteration: Alteration) -> Finding:
        record, verdict = await self._play(self._oracle(alteration))
        claim: Claim = "left out" if alteration.leaves_out else "altered"
        return Finding(claim, _is_failure(verdict), f"{alteration}: {_said(record, verdict)}")

    async def bypassed(self) -> Finding:
        record, _ = await self._play(self._oracle(), habit="speak")
        return Finding("bypass", record.process.bypasses > 0, f"said, not clicked: {record.process.bypasses} times")

    def _oracle(self, tamper: Tamper | None = None) -> AgentMaker:
        def make(scenario: Scenario, mode: Mode) -> ScriptedAgent:
            oracle = (scenario.oracle or Oracle()).for_mode(mode)
            return ScriptedAgent(oracle, tamper=tamper) if tamper else ScriptedAgent(oracle)

        return make

    async def _play(
        self, agent: AgentMaker, habit: Literal["click", "speak"] = "click"
    ) -> tuple[EpisodeRecord, Verdict]:
        record = await self.stage.play(
            self.scenario, self.mode, agent, lambda scenario, _mode: ScriptedUser(scenario.rounds, habit=habit)
        )
        return record, judge(evidence_of(record), self.stage.schemas)


def _is_failure(verdict: Verdict) -> bool:
    """A failure of the agent that shows in the rows; an invalid episode proves nothing."""
    strict = verdict.scores.strict
    return verdict.outcome.episode_class == "failure" and strict is not None and strict.f1 < 1


def _said(record: EpisodeRecord, verdict: Verdict) -> str:
    fault = f"; {record.fault.message}" if record.fault else ""
    return f"{verdict.outcome.episode_class} ({verdict.outcome.reason}{fault})"


def weaknesses(proofs: Sequence[Proof]) -> list[str]:
    """What does not hold, one line each."""
    return [
        f"{proof.scenario} ({proof.mode}): {finding.claim}: {finding.detail}"
        for proof in proofs
        for finding in proof.findings
        if not finding.holds
    ]
