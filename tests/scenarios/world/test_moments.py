"""Times are stored in one form, and nothing that merely looks like a number is taken for a date."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.world import moments


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("2026-05-20T18:00:00Z", "2026-05-20T18:00:00"),
        ("2026-05-20T18:00:00+00:00", "2026-05-20T18:00:00"),
        ("2026-05-20T18:00:00-07:00", "2026-05-21T01:00:00"),
        ("2026-05-20T18:00:00+0530", "2026-05-20T12:30:00"),
        ("2026-05-20 18:00", "2026-05-20T18:00:00"),
        ("2026-05-20 18:00 +02", "2026-05-20T16:00:00"),
        ("2026-05-20t18:00:00z", "2026-05-20T18:00:00"),
        ("2026-04-16T23:51:15.700848+00:00", "2026-04-16T23:51:15"),
        ("2026-05-20", "2026-05-20T00:00:00"),
    ],
)
def test_a_written_time_is_stored_in_utc_without_an_offset(written: str, stored: str) -> None:
    assert moments.normal(written) == stored


@pytest.mark.parametrize(
    "text", ["20240115", "2026-W10", "5550140220", "tomorrow", "", "None", "2026-13-01", "18:00", "0001-01-01T00:00+02"]
)
def test_what_is_no_date_with_dashes_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="a date and time such as"):
        moments.normal(text)


def test_early_years_sort_before_later_ones() -> None:
    assert moments.normal("0999-01-01") == "0999-01-01T00:00:00"


def test_a_time_moved_on_stays_within_the_years_there_are() -> None:
    assert moments.later("2026-05-20T23:00:00", timedelta(hours=2)) == "2026-05-21T01:00:00"
    assert moments.later("9999-12-31T23:00:00", timedelta(hours=2)) == moments.THE_LAST


def test_a_date_as_an_upper_end_includes_its_whole_day() -> None:
    assert moments.last_of("2026-05-20") == "2026-05-20T23:59:59"
    assert moments.last_of("2026-05-20T08:00:00") == "2026-05-20T08:00:00"


zones = st.integers(-14 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))
times = st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2100, 1, 1), timezones=zones)


@given(times, times)
def test_stored_times_sort_as_the_times_do(one: datetime, other: datetime) -> None:
    one, other = one.replace(microsecond=0), other.replace(microsecond=0)
    assert (moments.write(one) < moments.write(other)) == (one < other)


@given(times)
def test_a_stored_time_is_read_as_the_same_second(moment: datetime) -> None:
    assert moments.parse(moments.write(moment)) == moment.astimezone(UTC).replace(microsecond=0)
