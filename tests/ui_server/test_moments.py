from __future__ import annotations

import datetime as dt

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from ui_server import moments
from ui_server.moments import MomentKind, format_date, moment_kind, moment_text

ENGLISH = Locale("en", "US")


@pytest.mark.parametrize(
    ("text", "date", "time", "datetime"),
    [
        ("2026-03-20", "2026-03-20", "", "2026-03-20T00:00"),
        ("10:30", "", "10:30", ""),
        ("10:30:45", "", "10:30", ""),
        ("2026-03-20T10:30", "2026-03-20", "10:30", "2026-03-20T10:30"),
        ("2026-03-20 10:30:45.123456", "2026-03-20", "10:30", "2026-03-20T10:30"),
        (" 2026-03-20 ", "2026-03-20", "", "2026-03-20T00:00"),
        ("0001-01-01", "0001-01-01", "", "0001-01-01T00:00"),
        ("0850-06-01T08:00", "0850-06-01", "08:00", "0850-06-01T08:00"),
        ("9999-12-31T23:59:59Z", "9999-12-31", "23:59", "9999-12-31T23:59"),
    ],
)
def test_each_control_shows_the_part_it_has_room_for(text: str, date: str, time: str, datetime: str) -> None:
    assert (moment_text(text, "date"), moment_text(text, "time"), moment_text(text, "datetime")) == (
        date,
        time,
        datetime,
    )


@pytest.mark.parametrize("zone", ["Z", "z", "+02:00", "-0530", "+14", "+00:00"])
def test_the_clock_stays_as_written_whatever_the_zone(zone: str) -> None:
    assert moment_text(f"2026-03-20T23:15{zone}", "datetime") == "2026-03-20T23:15"
    assert moment_text(f"23:15{zone}", "time") == "23:15"


@pytest.mark.parametrize(
    "text",
    [
        "20240115",
        "2026-W10",
        "2026-W10-1",
        "2026-080",
        "2026-03",
        "2026-3-5",
        "20-03-2026",
        "03/20/2026",
        "2026-02-30",
        "2026-13-01",
        "0000-01-01",
        "10000-01-01",
        "24:00",
        "10:60",
        "1030",
        "T10:30",
        "10",
        "2026-03-20x10:30",
        "2026-03-20T",
        "2026-03-20T1030",
        "2026-03-20T10:30+2",
        "2026-03-20T10:30+25:00",
        "2026-03-20Z",
        "tomorrow",
        "",
        "٢٠٢٦-٠٣-٢٠",
    ],
)
@pytest.mark.parametrize("kind", ["date", "time", "datetime"])
def test_whatever_is_no_plain_iso_date_or_time_is_none(text: str, kind: MomentKind) -> None:
    assert moment_text(text, kind) == ""
    assert format_date(text, "yyyy", ENGLISH) == ""


@pytest.mark.parametrize(
    ("date", "time", "kind"),
    [(True, False, "date"), (False, True, "time"), (True, True, "datetime"), (False, False, "datetime")],
)
def test_the_flags_decide_the_control(date: bool, time: bool, kind: MomentKind) -> None:
    assert moment_kind(date, time) == kind


@pytest.mark.parametrize(
    ("text", "pattern", "shown"),
    [
        ("2026-03-20", "yyyy-MM-dd", "2026-03-20"),
        ("2026-03-20", "d MMM yyyy", "20 Mar 2026"),
        ("2026-03-20T09:05", "h:mm a", "9:05 AM"),
        ("2026-03-20T14:05", "'at' HH 'o''clock'", "at 14 o'clock"),
        ("14:05", "HH:mm", "14:05"),
        ("2026-03-20T23:30-02:00", "yyyy-MM-dd HH:mm", "2026-03-21 01:30"),
        ("2026-03-20T00:30+02:00", "EEEE", "Thursday"),
        ("10:30+02:00", "HH:mm", "08:30"),
        ("2026-03-20", "ISO", "2026-03-20T00:00:00.000Z"),
        ("2026-03-20T10:30:15.5+01:00", "ISO", "2026-03-20T09:30:15.500Z"),
    ],
)
def test_a_date_is_shown_in_its_pattern_and_a_zone_is_brought_to_utc(text: str, pattern: str, shown: str) -> None:
    assert format_date(text, pattern, ENGLISH).replace("\u202f", " ") == shown


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00"])
def test_an_offset_that_leads_out_of_the_calendar_gives_nothing(text: str) -> None:
    assert format_date(text, "yyyy", ENGLISH) == ""


def test_a_pattern_named_like_a_style_is_a_pattern_all_the_same() -> None:
    assert format_date("2026-03-20", "full", ENGLISH) == "f2026ll"


def test_names_follow_the_locale() -> None:
    assert format_date("2026-03-20", "EEEE, d. MMMM", Locale("de")) == "Freitag, 20. März"


@given(st.datetimes(min_value=dt.datetime(1, 1, 2), max_value=dt.datetime(9999, 12, 30)))
def test_every_moment_python_writes_is_read_back(moment: dt.datetime) -> None:
    written = moments.read(moment.isoformat())
    assert written is not None
    assert written.in_utc() == moment


@given(
    st.datetimes(
        min_value=dt.datetime(1, 1, 3),
        max_value=dt.datetime(9999, 12, 29),
        timezones=st.integers(-23 * 60 - 59, 23 * 60 + 59).map(lambda m: dt.timezone(dt.timedelta(minutes=m))),
    )
)
def test_an_offset_is_taken_off_as_python_does_it(moment: dt.datetime) -> None:
    written = moments.read(moment.isoformat())
    assert written is not None
    assert written.in_utc() == moment.astimezone(dt.UTC).replace(tzinfo=None)


@given(st.text(max_size=30), st.sampled_from(["date", "time", "datetime"]))
def test_no_text_at_all_raises(text: str, kind: MomentKind) -> None:
    assert isinstance(moment_text(text, kind), str)
    assert isinstance(format_date(text, "yyyy", ENGLISH), str)


@given(st.dates(), st.times(), st.sampled_from(["date", "time", "datetime"]))
def test_what_a_control_shows_is_shown_the_same_again(date: dt.date, time: dt.time, kind: MomentKind) -> None:
    shown = moment_text(f"{date.isoformat()}T{time.isoformat()}", kind)
    assert shown
    assert moment_text(shown, kind) == shown


def test_a_day_that_is_the_last_allowed_is_allowed_to_its_last_minute() -> None:
    assert moment_text("2026-06-30", "datetime", end_of_day=True) == "2026-06-30T23:59"
    assert moment_text("2026-06-30T08:00", "datetime", end_of_day=True) == "2026-06-30T08:00"
    assert moment_text("2026-06-30", "date", end_of_day=True) == "2026-06-30"
