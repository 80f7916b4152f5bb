"""The calendar: events, series, occurrences, and free time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.world import moments
from scenarios.world.calls import Call, Calls
from scenarios.world.domains.calendar.recurrence import MOST_OCCURRENCES, occurrence_at, occurrences, split_id
from scenarios.world.domains.calendar.tables import Event
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]

ONCE = Event("e", "c", "Walk", start_datetime="2026-01-31T10:00:00", end_datetime="2026-01-31T11:00:00")


def starts(event: Event, first: str, last: str) -> list[str]:
    return [one.start_datetime[:10] for one in occurrences(event, first, last)]


def ids(result: Any) -> list[str]:
    return [event["calendar_event_id"] for event in result["events"]]


def test_a_single_event_takes_place_where_it_overlaps() -> None:
    assert starts(ONCE, "2026-01-31T10:30:00", "2026-01-31T10:40:00") == ["2026-01-31"]
    assert starts(ONCE, "2026-01-31T11:00:01", "2026-02-01T00:00:00") == []


@pytest.mark.parametrize(
    ("frequency", "interval", "found"),
    [
        ("DAILY", 2, ["2026-01-31", "2026-02-02", "2026-02-04"]),
        ("WEEKLY", None, ["2026-01-31", "2026-02-07"]),
    ],
)
def test_a_series_comes_round(frequency: str, interval: int | None, found: list[str]) -> None:
    series = replace(ONCE, recurrence_frequency=frequency, recurrence_interval=interval)
    assert starts(series, "2026-01-01T00:00:00", "2026-02-07T23:59:59")[: len(found)] == found


def test_months_without_the_day_are_passed_over() -> None:
    series = replace(ONCE, recurrence_frequency="MONTHLY")
    assert starts(series, "2026-01-01", "2026-08-31") == [
        "2026-01-31",
        "2026-03-31",
        "2026-05-31",
        "2026-07-31",
    ]


def test_years_without_the_day_are_passed_over() -> None:
    leap = replace(ONCE, start_datetime="2024-02-29T10:00:00", end_datetime="2024-02-29T11:00:00")
    series = replace(leap, recurrence_frequency="YEARLY")
    assert starts(series, "2024-01-01", "2032-12-31") == ["2024-02-29", "2028-02-29", "2032-02-29"]


def test_a_series_ends_with_its_last_day_and_leaves_out_what_was_taken_out() -> None:
    series = replace(
        ONCE,
        recurrence_frequency="DAILY",
        recurrence_until_datetime="2026-02-03T10:00:00",
        recurrence_exclude_datetime=("2026-02-01T10:00:00",),
    )
    assert starts(series, "2026-01-01", "2026-12-31") == ["2026-01-31", "2026-02-02", "2026-02-03"]


@pytest.mark.parametrize("frequency", ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
def test_a_series_with_steps_beyond_all_years_ends(frequency: str) -> None:
    series = replace(ONCE, recurrence_frequency=frequency, recurrence_interval=10**12)
    assert starts(series, "2026-01-01", "9999-12-31") == ["2026-01-31"]


def test_no_series_gives_more_occurrences_than_anyone_reads() -> None:
    series = replace(ONCE, recurrence_frequency="DAILY")
    assert len(occurrences(series, "2026-01-01", "2126-01-01")) == MOST_OCCURRENCES


def test_an_occurrence_is_named_by_its_series_and_start() -> None:
    series = replace(ONCE, recurrence_frequency="DAILY")
    occurrence = occurrence_at(series, "2026-02-02T10:00:00")
    assert occurrence is not None
    assert occurrence.calendar_event_id == "e@2026-02-02T10:00:00"
    assert occurrence.end_datetime == "2026-02-02T11:00:00"
    assert split_id(occurrence.calendar_event_id) == ("e", "2026-02-02T10:00:00")
    assert split_id("e") == ("e", None)
    assert occurrence_at(series, "2026-02-02T10:30:00") is None


@given(st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]), st.integers(1, 40), st.integers(0, 400))
def test_an_occurrence_shown_in_a_span_can_be_found_by_its_start(frequency: str, interval: int, days: int) -> None:
    series = replace(ONCE, recurrence_frequency=frequency, recurrence_interval=interval)
    last = f"{2026 + days // 100}-12-31T00:00:00"
    for one in occurrences(series, "2026-01-01T00:00:00", last)[:20]:
        assert occurrence_at(series, one.start_datetime) == one
        length = moments.parse(one.end_datetime) - moments.parse(one.start_datetime)
        assert length.total_seconds() == 3600


def test_a_new_event_goes_into_its_calendar(call: Callable[..., Call]) -> None:
    made = call(
        "create_calendar_event",
        calendar_id="calendar_601",
        title="Review",
        start_datetime="2026-05-07T12:00:00+02:00",
        end_datetime="2026-05-07T13:00:00+02:00",
        attendee_names=["Tove Arnesen"],
        attendee_emails=["tove.arnesen@example.com"],
    )
    (change,) = made.changes
    assert (change.table, change.operation, change.derived) == ("CALENDAR_EVENTS", "create", False)
    said = {name: value for name, value in change.new.items() if value not in (None, False)}
    assert said == {
        "calendar_event_id": change.key,
        "calendar_id": "calendar_601",
        "title": "Review",
        "start_datetime": "2026-05-07T10:00:00",
        "end_datetime": "2026-05-07T11:00:00",
        "attendee_names": ["Tove Arnesen"],
        "attendee_emails": ["tove.arnesen@example.com"],
    }


def test_a_calendar_may_be_left_out_if_there_is_only_one(
    open_world: Callable[..., World], plan: Plan, refusal: Refusal
) -> None:
    event: Any = {"title": "x", "start_datetime": "2026-05-07T12:00:00", "end_datetime": "2026-05-07T13:00:00"}
    (change,) = Calls(open_world({}), plan.registry).run("create_calendar_event", event).changes
    assert change.new["calendar_id"] == "calendar_personal"
    code, said = refusal("create_calendar_event", **event)
    assert code == "conflict"
    assert "calendar_601 (Work), calendar_personal (Personal)" in said


@pytest.mark.parametrize(
    "wrong",
    [
        {"end_datetime": "2026-05-07T09:00:00"},
        {"latitude": 1.0},
        {"recurrence_interval": 2},
        {"recurrence_frequency": "WEEKLY", "recurrence_until_datetime": "2026-05-01"},
    ],
)
def test_an_event_that_cannot_be_is_refused(refusal: Refusal, wrong: dict[str, Any]) -> None:
    event = {"calendar_id": "calendar_601", "title": "x", "start_datetime": "2026-05-07T10:00:00"}
    assert (
        refusal("create_calendar_event", **{"end_datetime": "2026-05-07T11:00:00", **event, **wrong})[0] == "conflict"
    )


def test_a_series_shows_once_without_a_span_and_unrolled_within_one(ask: Ask) -> None:
    assert ids(ask("search_calendar_events", title="choir")) == ["event_612"]
    found = ask(
        "search_calendar_events",
        title="choir",
        datetime_range_lowerbound="2026-05-12",
        datetime_range_upperbound="2026-05-19",
    )
    assert ids(found) == ["event_612@2026-05-12T18:00:00", "event_612@2026-05-19T18:00:00"]
    assert ask("search_calendar_events", title="choir", datetime_range_lowerbound="2026-06-30")["total"] == 1


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, ["event_611", "event_612", "event_613"]),
        ({"calendar_id": "calendar_601"}, ["event_613"]),
        ({"calendar_event_id": "event_611"}, ["event_611"]),
        ({"calendar_event_id": "event_611", "calendar_id": "calendar_601"}, []),
        ({"description": "folder"}, ["event_612"]),
        ({"is_all_day": True}, ["event_613"]),
        ({"datetime_range_upperbound": "2026-05-05T12:00:00"}, ["event_611"]),
        (
            {"calendar_event_id": "event_612@2026-05-12T18:00:00", "datetime_range_lowerbound": "2026-05-12"},
            ["event_612@2026-05-12T18:00:00"],
        ),
    ],
)
def test_events_are_narrowed_by_what_is_asked_for(ask: Ask, wanted: dict[str, Any], found: list[str]) -> None:
    assert ids(ask("search_calendar_events", **wanted)) == found


def test_looking_never_writes(ask: Ask, world: World) -> None:
    ask("search_calendar_events", datetime_range_lowerbound="2026-05-01", datetime_range_upperbound="2026-12-31")
    assert world.rows.changes() == ()
    assert world.rows.rows("CALENDAR_EVENTS_RECURRENCE_STAGING") == []


def test_a_whole_series_is_changed_by_its_id(call: Callable[..., Call], ask: Ask) -> None:
    (change,) = call("modify_calendar_event", calendar_event_id="event_612", title="Rehearsal", description="").changes
    assert change.new == {"title": "Rehearsal", "description": None}
    found = ask("search_calendar_events", title="rehearsal", datetime_range_lowerbound="2026-05-01", page_limit=50)
    assert found["total"] == 9


def test_a_changed_occurrence_leaves_its_series(call: Callable[..., Call], ask: Ask) -> None:
    made = call(
        "modify_calendar_event", calendar_event_id="event_612@2026-05-12T18:00:00", end_datetime="2026-05-12T21:00:00"
    )
    alone, series = sorted(made.changes, key=lambda change: change.operation)
    assert (alone.operation, alone.new["recurrence_parent_id"], alone.new["recurrence_frequency"]) == (
        "create",
        "event_612",
        None,
    )
    assert series.new == {"recurrence_exclude_datetime": ["2026-05-12T18:00:00"]}
    may = ask("calendar_agenda", date="2026-05-12")["events"]
    assert [(event["calendar_event_id"], event["end_datetime"]) for event in may] == [
        (alone.key, "2026-05-12T21:00:00")
    ]


def test_an_occurrence_can_be_taken_out_once(call: Callable[..., Call], refusal: Refusal, ask: Ask) -> None:
    (change,) = call("remove_calendar_event", calendar_event_id="event_612@2026-05-12T18:00:00").changes
    assert (change.operation, change.new) == ("update", {"recurrence_exclude_datetime": ["2026-05-12T18:00:00"]})
    assert refusal("remove_calendar_event", calendar_event_id="event_612@2026-05-12T18:00:00")[0] == "not_found"
    assert ask("calendar_agenda", date="2026-05-12")["total"] == 0


def test_removing_a_series_takes_its_changed_occurrences_along(ask: Ask, call: Callable[..., Call]) -> None:
    ask("modify_calendar_event", calendar_event_id="event_612@2026-05-12T18:00:00", title="Concert")
    made = call("remove_calendar_event", calendar_event_id="event_612")
    assert [(change.operation, change.derived) for change in made.changes if change.key == "event_612"] == [
        ("delete", False)
    ]
    assert [change.derived for change in made.changes if change.key != "event_612"] == [True]


def test_a_calendar_goes_with_its_events(call: Callable[..., Call]) -> None:
    made = call("remove_calendar", calendar_id="calendar_601")
    assert {(change.table, change.key, change.derived) for change in made.changes} == {
        ("CALENDARS", "calendar_601", False),
        ("CALENDAR_EVENTS", "event_613", True),
    }


def test_calendars_are_found_renamed_and_named_once(ask: Ask, refusal: Refusal) -> None:
    assert ask("search_calendars")["total"] == 2
    assert ask("search_calendars", title="work")["calendars"] == [{"calendar_id": "calendar_601", "title": "Work"}]
    ask("modify_calendar", calendar_id="calendar_601", title="Office")
    assert refusal("create_calendar", title="Office")[0] == "conflict"
    assert refusal("modify_calendar", calendar_id="calendar_personal", title="Office")[0] == "conflict"
    assert len(ask("calendar_list_calendars")["calendars"]) == 2


def test_an_event_can_move_to_another_calendar(ask: Ask, refusal: Refusal) -> None:
    ask("modify_calendar_event", calendar_event_id="event_611", calendar_id="calendar_601")
    assert ask("calendar_show_event", calendar_event_id="event_611")["calendar_id"] == "calendar_601"
    assert refusal("modify_calendar_event", calendar_event_id="event_611", calendar_id="none")[0] == "not_found"


def test_free_time_lies_between_what_takes_place(ask: Ask) -> None:
    slots = ask("calendar_find_free_slots", date="2026-05-05", duration_minutes=60)["free_slots"]
    assert slots == [
        {"start_datetime": "2026-05-05T08:00:00", "end_datetime": "2026-05-05T09:30:00"},
        {"start_datetime": "2026-05-05T10:00:00", "end_datetime": "2026-05-05T18:00:00"},
    ]
    assert ask("calendar_find_free_slots", date="2026-05-05", duration_minutes=481)["free_slots"] == []


def test_free_time_today_begins_now_and_whole_days_do_not_count(ask: Ask) -> None:
    today = ask("calendar_find_free_slots", date="2026-05-04", duration_minutes=30)["free_slots"]
    assert today == [{"start_datetime": "2026-05-04T09:00:00", "end_datetime": "2026-05-04T20:00:00"}]
    assert len(ask("calendar_find_free_slots", date="2026-05-06", duration_minutes=30)["free_slots"]) == 1
    assert ask("calendar_find_free_slots", date="2026-05-03", duration_minutes=30)["free_slots"] == []


def test_what_only_touches_is_no_conflict(ask: Ask, refusal: Refusal) -> None:
    def at(start: str, end: str) -> list[str]:
        day = "2026-05-05T"
        return ids(ask("calendar_check_conflicts", start_datetime=day + start, end_datetime=day + end))

    assert at("09:00", "09:45") == ["event_611"]
    assert at("10:00", "11:00") == []
    assert at("19:00", "19:30") == ["event_612@2026-05-05T18:00:00"]
    times = {"start_datetime": "2026-05-05T10:00", "end_datetime": "2026-05-05T09:00"}
    assert refusal("calendar_check_conflicts", **times)[0] == "conflict"


def test_a_moved_event_stays_as_long_as_it_was(ask: Ask) -> None:
    ask("calendar_move_event", calendar_event_id="event_611", start_datetime="2026-05-06T08:00:00")
    assert ask("calendar_show_event", calendar_event_id="event_611")["end_datetime"] == "2026-05-06T08:30:00"


def test_people_are_added_and_removed_with_their_names(ask: Ask, refusal: Refusal) -> None:
    ask("calendar_add_attendee", calendar_event_id="event_611", name="Ida", email="ida@example.com")
    assert ask("calendar_show_event", calendar_event_id="event_611")["attendee_names"] == ["Ida"]
    ask("calendar_remove_attendee", calendar_event_id="event_612", email="mirela.quist@example.com")
    choir = ask("calendar_show_event", calendar_event_id="event_612")
    assert (choir["attendee_names"], choir["attendee_emails"]) == (["Tove Arnesen"], ["tove.arnesen@example.com"])
    again = {"calendar_event_id": "event_612", "name": "Tove", "email": "Tove.Arnesen@example.com"}
    assert refusal("calendar_add_attendee", **again)[0] == "conflict"
    gone = {"calendar_event_id": "event_612", "email": "mirela.quist@example.com"}
    assert refusal("calendar_remove_attendee", **gone)[0] == "not_found"


def test_a_copy_of_an_occurrence_is_a_single_event(ask: Ask) -> None:
    made = ask(
        "calendar_copy_event",
        calendar_event_id="event_612@2026-05-12T18:00:00",
        start_datetime="2026-07-07T18:00:00",
    )
    copy = ask("calendar_show_event", calendar_event_id=made["calendar_event_id"])
    assert (copy["title"], copy["end_datetime"]) == ("Choir", "2026-07-07T20:00:00")
    assert "recurrence_frequency" not in copy
