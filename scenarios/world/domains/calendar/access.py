"""Calendars and events by id, and what takes place when."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from scenarios.world.domains.calendar.recurrence import occurrence_at, occurrences, split_id
from scenarios.world.domains.calendar.tables import CALENDARS, EVENTS, Calendar, Event
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.results import plain
from scenarios.world.tables import Row
from scenarios.world.world import World

CalendarId = Annotated[str, Field(description="The calendar's id, as search_calendars gives it.")]
EventId = Annotated[
    str,
    Field(
        description="The event's id, as search_calendar_events gives it. Of a series, the id with @ and a start means "
        "that occurrence, the id without it the whole series."
    ),
]


def one_calendar(world: World, calendar_id: str) -> Calendar:
    """Raises NotFound with the calendars that there are."""
    calendar = world.rows.get(CALENDARS, calendar_id)
    if calendar is None:
        raise NotFound("calendar with the id", calendar_id, hint=_known(world))
    return calendar


def only_calendar(world: World) -> Calendar:
    """Raises Conflict if there is no calendar, or more than one to choose from."""
    calendars = world.rows.find(CALENDARS)
    if len(calendars) != 1:
        raise Conflict(f"There are {len(calendars)} calendars; one has to be named.", hint=_known(world))
    return calendars[0]


def one_event(world: World, event_id: str) -> Event:
    """The event, series or occurrence of that id. Raises NotFound."""
    event = world.rows.get(EVENTS, event_id)
    series_id, start = split_id(event_id)
    if event is None and start is not None:
        series = world.rows.get(EVENTS, series_id)
        event = occurrence_at(series, start) if series else None
    if event is None:
        raise NotFound("event with the id", event_id, hint="Find the id with search_calendar_events.")
    return event


def taking_place(world: World, first: str, last: str) -> list[Event]:
    """All that takes place within a span of time, series unrolled, by start."""
    found = [one for event in world.rows.find(EVENTS) for one in occurrences(event, first, last)]
    return sorted(found, key=lambda event: (event.start_datetime, event.calendar_event_id))


def is_occurrence(world: World, event: Event) -> bool:
    """Whether it is one of a series, with no row of its own yet."""
    return world.rows.get(EVENTS, event.calendar_event_id) is None


def leave_out(world: World, occurrence: Event) -> Event:
    """Takes an occurrence out of its series; gives the series as it is now."""
    series = world.rows.get(EVENTS, split_id(occurrence.calendar_event_id)[0])
    assert series is not None
    excluded = (*(series.recurrence_exclude_datetime or ()), occurrence.start_datetime)
    return world.rows.put(EVENTS, replace(series, recurrence_exclude_datetime=excluded))


def store(world: World, event: Event, changed: Event) -> str:
    """Writes a changed event back; an occurrence leaves its series and becomes an event of its own. Gives the id."""
    check(changed)
    if not is_occurrence(world, event):
        return world.rows.put(EVENTS, changed).calendar_event_id
    series = leave_out(world, event)
    alone = replace(
        changed,
        calendar_event_id=world.chance.uuid("event"),
        recurrence_frequency=None,
        recurrence_interval=None,
        recurrence_until_datetime=None,
        recurrence_parent_id=series.calendar_event_id,
        recurrence_exclude_datetime=None,
    )
    return world.rows.add(EVENTS, alone).calendar_event_id


def check(event: Event) -> None:
    """Raises Conflict for an event that cannot be."""
    if event.end_datetime < event.start_datetime:
        hint = f"It starts at {event.start_datetime}; give a later end."
        raise Conflict("The event ends before it starts.", hint=hint)
    if (event.latitude is None) != (event.longitude is None):
        raise Conflict("A place needs latitude and longitude.", hint="Give both, or neither.")
    if event.recurrence_frequency is None and (event.recurrence_interval or event.recurrence_until_datetime):
        hint = "Give recurrence_frequency: DAILY, WEEKLY, MONTHLY or YEARLY."
        raise Conflict("How often the event comes round is not said.", hint=hint)
    until = event.recurrence_until_datetime
    if until is not None and until < event.start_datetime:
        raise Conflict("The series ends before it starts.", hint=f"It starts at {event.start_datetime}.")


def event_shown(event: Event) -> Row:
    """The event without what it does not say."""
    return {name: value for name, value in plain(event).items() if value not in (None, [])}


def events_listed(events: list[Event]) -> Row:
    return {"events": [event_shown(event) for event in events], "total": len(events)}


def _known(world: World) -> str:
    calendars: list[Calendar] = world.rows.find(CALENDARS)
    named = ", ".join(f"{calendar.calendar_id} ({calendar.title})" for calendar in calendars)
    return f"Those that there are: {named}." if named else "Make one with create_calendar."
