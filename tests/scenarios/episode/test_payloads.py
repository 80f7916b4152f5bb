"""How many payloads a screen costs."""

from __future__ import annotations

import pytest

from scenarios.episode.payloads import Payloads


@pytest.mark.parametrize(
    ("payloads", "rate"),
    [
        (Payloads(tried=1, accepted=1), 0.0),
        (Payloads(tried=3, accepted=1), 2.0),
        (Payloads(tried=4, accepted=2, repaired=1), 1.5),
        (Payloads(tried=5), None),
        (Payloads(), None),
    ],
)
def test_a_screen_costs_what_was_refused_before_it_and_what_was_mended_in_it(
    payloads: Payloads, rate: float | None
) -> None:
    assert payloads.repairs_per_screen == rate


def test_counts_are_read_from_an_episode_with_screens_or_without() -> None:
    assert Payloads.of({"tried": 2, "accepted": 1, "repaired": 1, "by_code": {}}) == Payloads(2, 1, 1)
    assert Payloads.of({}) == Payloads.of(None) == Payloads()


def test_totals_are_sums() -> None:
    assert Payloads.total([Payloads(3, 2, 1), Payloads(1, 1, 0)]) == Payloads(4, 3, 1)
    assert Payloads.total([]) == Payloads()
