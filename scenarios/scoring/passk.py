"""How reliably scenarios are solved over repeated trials: pass@k, pass^k, and two plainer figures of their own names.

With n trials of a scenario of which c succeed, k trials drawn without putting back contain at least one success with
probability pass@k = 1 - C(n-c, k) / C(n, k), and are successes alone with probability pass^k = C(c, k) / C(n, k).
Both are averaged over scenarios.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from math import comb, isfinite

from scenarios.scoring.errors import BadTrial, DuplicateTrial, TooFewTrials
from ui_server.expressions import Json

TOLERANCE = 1e-6
"""A reward this near to 1 is a success; nothing less is, and rewards are never added up to make one."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One try at a scenario and its reward, from 0 to 1."""

    scenario: str | int
    trial: int
    reward: float

    @property
    def succeeded(self) -> bool:
        return self.reward >= 1 - TOLERANCE


@dataclass(frozen=True, slots=True)
class Tally:
    trials: int
    successes: int


@dataclass(frozen=True, slots=True)
class PassRates:
    """Means over `scenarios` scenarios. `plug_in` is the biased (c/n)^k; `all_planned` is the share of scenarios whose
    first k trials, as planned, all succeeded."""

    k: int
    scenarios: int
    pass_at_k: float
    pass_hat_k: float
    plug_in: float
    all_planned: float

    def to_json(self) -> dict[str, Json]:
        return asdict(self)


def pass_at_k(trials: int, successes: int, k: int) -> Fraction:
    return 1 - Fraction(comb(trials - successes, k), comb(trials, k))


def pass_hat_k(trials: int, successes: int, k: int) -> Fraction:
    return Fraction(comb(successes, k), comb(trials, k))


def plug_in(trials: int, successes: int, k: int) -> Fraction:
    return Fraction(successes, trials) ** k


def tally(trials: Iterable[Trial]) -> dict[str, Tally]:
    """Trials and successes by scenario.

    Raises DuplicateTrial for a trial that is there twice and BadTrial for a reward outside 0 to 1 or an empty name.
    Scenario names are texts: a name given as the number 0 is the name "0".
    """
    return {
        name: Tally(len(numbered), sum(trial.succeeded for trial in numbered.values()))
        for name, numbered in _by_scenario(trials).items()
    }


def pass_rates(trials: Iterable[Trial], k: int) -> PassRates:
    """The four figures for one k. Raises TooFewTrials when k is below 1 or above the smallest number of trials."""
    numbered = _by_scenario(trials)
    counts = tally(trial for found in numbered.values() for trial in found.values())
    _check_k(counts, k)
    planned = [_first(found, k) for found in numbered.values()]
    return PassRates(
        k=k,
        scenarios=len(counts),
        pass_at_k=_mean(pass_at_k(each.trials, each.successes, k) for each in counts.values()),
        pass_hat_k=_mean(pass_hat_k(each.trials, each.successes, k) for each in counts.values()),
        plug_in=_mean(plug_in(each.trials, each.successes, k) for each in counts.values()),
        all_planned=_mean(Fraction(all(trial.succeeded for trial in first)) for first in planned),
    )


def _by_scenario(trials: Iterable[Trial]) -> dict[str, dict[int, Trial]]:
    found: dict[str, dict[int, Trial]] = {}
    for trial in trials:
        _check(trial)
        numbered = found.setdefault(str(trial.scenario), {})
        if trial.trial in numbered:
            raise DuplicateTrial(str(trial.scenario), trial.trial)
        numbered[trial.trial] = trial
    return found


def _check(trial: Trial) -> None:
    if not str(trial.scenario).strip():
        raise BadTrial(str(trial.scenario), trial.trial, "a scenario needs a name")
    if not isfinite(trial.reward) or not -TOLERANCE <= trial.reward <= 1 + TOLERANCE:
        raise BadTrial(str(trial.scenario), trial.trial, f"a reward is a number from 0 to 1, not {trial.reward!r}")


def _check_k(counts: Mapping[str, Tally], k: int) -> None:
    if not counts:
        raise TooFewTrials(k, "any scenario", 0)
    name = min(counts, key=lambda each: (counts[each].trials, each))
    if not 1 <= k <= counts[name].trials:
        raise TooFewTrials(k, name, counts[name].trials)


def _first(numbered: Mapping[int, Trial], k: int) -> list[Trial]:
    return [numbered[number] for number in sorted(numbered)[:k]]


def _mean(values: Iterable[Fraction]) -> float:
    # Exact until here, so that the order of the scenarios cannot move the last digit.
    found = list(values)
    return float(sum(found, Fraction(0)) / len(found))
