"""The figures themselves."""

from __future__ import annotations

import numpy as np
import pytest

from scenarios.scoring.matching import assign
from scenarios.scoring.result import Ratio, count_ratio, mean_ratio


def test_f1_is_the_harmonic_mean_and_0_of_nothing() -> None:
    assert Ratio(0.5, 1).f1 == pytest.approx(2 / 3)
    assert Ratio(0, 0).f1 == 0


@pytest.mark.parametrize(
    ("total", "expected", "actual", "precision", "recall"),
    [
        (1, 2, 4, 0.25, 0.5),
        (0, 0, 0, 1, 1),
        (0, 0, 3, 0, 1),
        (0, 2, 0, 0, 0),
        (2 + 1e-12, 2, 2, 1, 1),
    ],
)
def test_counts_give_precision_and_recall_never_above_1(
    total: float, expected: int, actual: int, precision: float, recall: float
) -> None:
    assert count_ratio(total, expected=expected, actual=actual) == Ratio(precision, recall)


def test_the_mean_of_no_ratios_is_perfect() -> None:
    assert mean_ratio([]) == Ratio(1, 1)
    assert mean_ratio([Ratio(1, 0), Ratio(0, 0)]) == Ratio(0.5, 0)


def test_rows_are_assigned_so_that_the_sum_is_largest() -> None:
    # 0.9 + 0.1 = 1.0 straight, 0.8 + 0.7 = 1.5 across; the third column stays free.
    assert assign(np.array([[0.9, 0.8, 0.0], [0.7, 0.1, 0.0]])) == {0: 1, 1: 0}
    assert assign(np.zeros((0, 3))) == {}
