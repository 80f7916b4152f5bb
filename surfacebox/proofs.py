"""What `scenarios check` does: every scenario is played the right way and in every wrong way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scenarios.format.scenario import Mode, Scenario
from scenarios.proof.proof import Proof, prove
from surfacebox.runs import NothingToPlay, open_stage

if TYPE_CHECKING:
    from surfacebox.settings import Settings


async def prove_all(
    scenarios: Sequence[Scenario],
    modes: Sequence[Mode],
    settings: Settings,
    tell: Callable[[Proof], None] | None = None,
) -> list[Proof]:
    """One proof for each scenario in each of its modes that is asked for; raises NothingToPlay, BrowserMissing."""
    todo = [(scenario, mode) for scenario in scenarios for mode in scenario.modes if mode in modes]
    if not todo:
        raise NothingToPlay(modes)
    proofs: list[Proof] = []
    async with open_stage(settings, screens=any(mode == "ui" for _, mode in todo)) as stage:
        for scenario, mode in todo:
            proofs.append(await prove(stage, scenario, mode))
            if tell is not None:
                tell(proofs[-1])
    return proofs


def proof_lines(proof: Proof) -> list[str]:
    """A proof for people: one line if it holds, else one more for each thing that does not."""
    counts = Counter(finding.claim for finding in proof.findings)
    counted = ", ".join(f"{count} {claim}" for claim, count in counts.items())
    state = "holds" if proof.holds else "does not hold"
    weak = [f"  {finding.claim}: {finding.detail}" for finding in proof.findings if not finding.holds]
    return [f"{proof.scenario} ({proof.mode}): {state} ({counted})", *weak]
