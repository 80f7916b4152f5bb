"""pass@k, pass^k and their neighbours, by hand."""

from __future__ import annotations

from itertools import combinations
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.errors import BadTrial, DuplicateTrial, TooFewTrials
from scenarios.scoring.passk import Tally, Trial, pass_at_k, pass_hat_k, pass_rates, plug_in, tally


def trials(**rewards: list[float]) -> list[Trial]:
    return [Trial(name, number, reward) for name, listed in rewards.items() for number, reward in enumerate(listed)]


PUBLIC_FAULT_77 = trials(a=[0.5, 0.5, 0.0, 0.0], b=[1.0, 1.0, 0.0, 0.9999999], c=[1.0, 0.0, 1.0, 0.0])


def test_two_halves_are_no_success_and_nearly_one_is() -> None:
    assert tally(PUBLIC_FAULT_77) == {"a": Tally(4, 0), "b": Tally(4, 3), "c": Tally(4, 2)}


def test_a_reward_a_little_further_from_one_is_no_success() -> None:
    assert not Trial("a", 0, 0.99999).succeeded


def test_pass_hat_2_counts_pairs_of_successes() -> None:
    # a: C(0,2)/C(4,2) = 0; b: C(3,2)/C(4,2) = 3/6; c: C(2,2)/C(4,2) = 1/6.
    assert [float(pass_hat_k(4, c, 2)) for c in (0, 3, 2)] == [0.0, 0.5, pytest.approx(1 / 6)]
    assert pass_rates(PUBLIC_FAULT_77, 2).pass_hat_k == pytest.approx((0 + 1 / 2 + 1 / 6) / 3)


def test_pass_at_2_counts_pairs_with_a_success() -> None:
    # a: 1 - C(4,2)/6 = 0; b: 1 - C(1,2)/6 = 1; c: 1 - C(2,2)/6 = 5/6.
    assert [float(pass_at_k(4, c, 2)) for c in (0, 3, 2)] == [0.0, 1.0, pytest.approx(5 / 6)]
    assert pass_rates(PUBLIC_FAULT_77, 2).pass_at_k == pytest.approx((0 + 1 + 5 / 6) / 3)


def test_the_plug_in_figure_is_the_share_to_the_power_of_k() -> None:
    # (0/4)^2 = 0, (3/4)^2 = 9/16, (2/4)^2 = 4/16.
    assert float(plug_in(4, 3, 2)) == 9 / 16
    assert pass_rates(PUBLIC_FAULT_77, 2).plug_in == pytest.approx((0 + 9 / 16 + 4 / 16) / 3)


def test_all_planned_looks_at_the_first_k_trials_alone() -> None:
    # b begins with two successes, a and c do not: one scenario of three.
    assert pass_rates(PUBLIC_FAULT_77, 2).all_planned == pytest.approx(1 / 3)


def test_with_one_trial_all_figures_are_the_success_rate() -> None:
    rates = pass_rates(trials(a=[1.0], b=[0.0]), 1)

    assert (rates.pass_at_k, rates.pass_hat_k, rates.plug_in, rates.all_planned) == (0.5, 0.5, 0.5, 0.5)


@pytest.mark.parametrize("k", [0, 3, -1])
def test_a_k_that_some_scenario_cannot_give_is_refused(k: int) -> None:
    with pytest.raises(TooFewTrials) as refused:
        pass_rates(trials(a=[1.0, 1.0, 1.0], b=[1.0, 0.0]), k)

    assert (refused.value.scenario, refused.value.trials) == ("b", 2)
    assert refused.value.owner == "harness"


def test_no_trials_at_all_are_refused() -> None:
    with pytest.raises(TooFewTrials):
        pass_rates([], 1)


def test_a_stale_file_with_the_same_trial_again_is_refused() -> None:
    with pytest.raises(DuplicateTrial) as refused:
        pass_rates([*PUBLIC_FAULT_77, Trial("c", 0, 1.0)], 2)

    assert (refused.value.scenario, refused.value.trial) == ("c", 0)


def test_the_number_0_is_a_name_and_the_same_one_as_the_text() -> None:
    assert tally([Trial(0, 0, 1.0), Trial("00", 0, 0.0)]) == {"0": Tally(1, 1), "00": Tally(1, 0)}
    with pytest.raises(DuplicateTrial):
        tally([Trial(0, 0, 1.0), Trial("0", 0, 1.0)])


def test_a_scenario_without_a_name_is_refused() -> None:
    with pytest.raises(BadTrial):
        tally([Trial("", 0, 1.0)])


@pytest.mark.parametrize("reward", [nan, 1.5, -0.5])
def test_a_reward_that_is_none_is_refused(reward: float) -> None:
    with pytest.raises(BadTrial):
        tally([Trial("a", 0, reward)])


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.integers(1, 7))
def test_both_figures_are_what_counting_all_draws_gives(outcomes: list[bool], k: int) -> None:
    k = min(k, len(outcomes))
    draws = list(combinations(outcomes, k))

    assert pass_at_k(len(outcomes), sum(outcomes), k) * len(draws) == sum(map(any, draws))
    assert pass_hat_k(len(outcomes), sum(outcomes), k) * len(draws) == sum(map(all, draws))


@given(st.permutations(PUBLIC_FAULT_77))
def test_the_order_of_results_changes_nothing(shuffled: list[Trial]) -> None:
    assert pass_rates(shuffled, 2) == pass_rates(PUBLIC_FAULT_77, 2)
