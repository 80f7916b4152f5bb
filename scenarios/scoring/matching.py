"""Pairing expected rows with actual ones so that the pairs are as alike as can be."""

from __future__ import annotations

from scipy.optimize import linear_sum_assignment

from scenarios.scoring.rouge import Matrix


def assign(scores: Matrix) -> dict[int, int]:
    """The actual row (column of `scores`) for each expected one (row), by the Hungarian method: the sum is the largest.

    Where the counts differ, some rows stay without a partner.
    """
    if not scores.size:
        return {}
    expected, actual = linear_sum_assignment(scores, maximize=True)
    return dict(zip(expected.tolist(), actual.tolist(), strict=True))
