"""The time of an episode moves only by its own rule."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from scenarios.world.clock import Clock

START = datetime.fromisoformat("2026-04-16T23:51:15.700848+02:00")


def test_a_clock_stands_still_unless_told_otherwise() -> None:
    clock = Clock(START)
    clock.tick()
    assert clock.now() == START
    assert clock.text() == "2026-04-16T21:51:15"


def test_a_clock_with_a_step_moves_by_it_with_every_tick() -> None:
    clock = Clock(START, step=timedelta(seconds=30))
    clock.tick()
    clock.tick()
    assert clock.text() == "2026-04-16T21:52:15"


def test_a_start_without_an_offset_is_utc() -> None:
    assert Clock(datetime(2026, 5, 4, 9)).now() == datetime(2026, 5, 4, 9, tzinfo=UTC)


def test_a_scenario_may_move_the_clock_on_but_not_back() -> None:
    clock = Clock(START)
    clock.advance(timedelta(days=1))
    assert clock.text() == "2026-04-17T21:51:15"
    with pytest.raises(ValueError):
        clock.advance(timedelta(seconds=-1))
