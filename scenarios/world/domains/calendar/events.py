"""Making, finding, changing and removing events, single ones and series."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.domains.calendar.access import (
    CalendarId,
    EventId,
    check,
    event_shown,
    is_occurrence,
    leave_out,
    one_calendar,
    one_event,
    only_calendar,
    store,
)
from scenarios.world.domains.calendar.recurrence import occurrences
from scenarios.world.domains.calendar.tables import EVENTS, Event
from scenarios.world.edits import edited
from scenarios.world.parameters import From, Latitude, Longitude, PageIndex, PageLimit, UpTo, When
from scenarios.world.ranking import ranked
from scenarios.world.results import page
from scenarios.world.world import World
from ui_server.expressions import Json

LOOKS_AHEAD = timedelta(days=366)

Title = Annotated[str, Field(min_length=1)]
Frequency = Annotated[
    Literal["DAILY", "WEEKLY", "MONTHLY", "YEARLY"], Field(description="How often it comes round; left out, never.")
]
Interval = Annotated[int, Field(ge=1, description="Every how many days, weeks, months or years.")]
Until = Annotated[When, Field(description="The series has no start after this time.")]
PlaceId = Annotated[str, Field(description="The id of the place on a map, if you know it.")]
Names = Annotated[list[str], Field(description="Names of those who take part.")]
Addresses = Annotated[list[str], Field(description="E-mail addresses of those who take part, in the same order.")]


def create_calendar_event(
    world: World,
    title: Title,
    start_datetime: When,
    end_datetime: When,
    calendar_id: Annotated[str | None, Field(description="May be left out if there is only one calendar.")] = None,
    description: str | None = None,
    is_all_day: bool = False,
    recurrence_frequency: Frequency | None = None,
    recurrence_interval: Interval | None = None,
    recurrence_until_datetime: Until | None = None,
    latitude: Latitude | None = None,
    longitude: Longitude | None = None,
    place_id: PlaceId | None = None,
    formatted_address: str | None = None,
    attendee_names: Names | None = None,
    attendee_emails: Addresses | None = None,
) -> Json:
    """Put an event into a calendar, or a series of events that comes round.

    >>> create_calendar_event(
    ...     calendar_id="calendar_601",
    ...     title="Review",
    ...     start_datetime="2026-05-07T10:00:00",
    ...     end_datetime="2026-05-07T11:00:00",
    ... )
    """
    calendar = only_calendar(world) if calendar_id is None else one_calendar(world, calendar_id)
    event = Event(
        calendar_event_id=world.chance.uuid("event"),
        calendar_id=calendar.calendar_id,
        title=title,
        description=description,
        start_datetime=start_datetime,
        end_datetime=end_datetime,
        is_all_day=is_all_day,
        recurrence_frequency=recurrence_frequency,
        recurrence_interval=recurrence_interval,
        recurrence_until_datetime=recurrence_until_datetime,
        latitude=latitude,
        longitude=longitude,
        place_id=place_id,
        formatted_address=formatted_address,
        attendee_names=None if attendee_names is None else tuple(attendee_names),
        attendee_emails=None if attendee_emails is None else tuple(attendee_emails),
    )
    check(event)
    world.rows.add(EVENTS, event)
    return {"message": f"{title!r} was put into {calendar.title!r}.", "calendar_event_id": event.calendar_event_id}


def search_calendar_events(
    world: World,
    calendar_id: Annotated[str | None, Field(description="Only events of this calendar.")] = None,
    calendar_event_id: Annotated[str | None, Field(description="Only this event or series.")] = None,
    title: Annotated[str, Field(description="Words in the title; events with more of them come first.")] = "",
    description: Annotated[str, Field(description="Words in the description.")] = "",
    datetime_range_lowerbound: From | None = None,
    datetime_range_upperbound: UpTo | None = None,
    is_all_day: Annotated[bool | None, Field(description="Only events of whole days, or only others.")] = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find events by words and time. Within a span of time a series shows each of its occurrences, else it shows once.
    Without an upper end the span is a year long.

    >>> search_calendar_events(title="choir")
    >>> search_calendar_events(datetime_range_lowerbound="2026-05-05", datetime_range_upperbound="2026-05-12")
    """
    events = [
        event
        for event in world.rows.find(EVENTS)
        if calendar_id in (None, event.calendar_id) and is_all_day in (None, event.is_all_day)
    ]
    if calendar_event_id is not None:
        wanted = one_event(world, calendar_event_id)
        events = [wanted] if wanted.calendar_id == (calendar_id or wanted.calendar_id) else []
    if datetime_range_lowerbound or datetime_range_upperbound:
        first, last = _span(datetime_range_lowerbound, datetime_range_upperbound)
        events = [one for event in events for one in _unrolled(world, event, first, last)]
    events.sort(key=lambda event: (event.start_datetime, event.calendar_event_id))
    titled = ranked(title, events, lambda event: event.title)
    found = ranked(description, titled, lambda event: event.description or "")
    return page("events", found, page_index, page_limit, event_shown)


def modify_calendar_event(
    world: World,
    calendar_event_id: EventId,
    calendar_id: CalendarId | None = None,
    title: Title | None = None,
    description: Annotated[str | None, Field(description="Empty text clears it.")] = None,
    start_datetime: When | None = None,
    end_datetime: When | None = None,
    is_all_day: bool | None = None,
    recurrence_frequency: Frequency | None = None,
    recurrence_interval: Interval | None = None,
    recurrence_until_datetime: Until | None = None,
    latitude: Latitude | None = None,
    longitude: Longitude | None = None,
    place_id: PlaceId | None = None,
    formatted_address: Annotated[str | None, Field(description="Empty text clears it.")] = None,
    attendee_names: Names | None = None,
    attendee_emails: Addresses | None = None,
) -> Json:
    """Change an event, a whole series, or one occurrence of it, which then becomes an event of its own.

    >>> modify_calendar_event(calendar_event_id="event_611", title="Doctor, with the children")
    >>> modify_calendar_event(calendar_event_id="event_612@2026-05-12T18:00:00", end_datetime="2026-05-12T21:00:00")
    """
    event = one_event(world, calendar_event_id)
    changed = edited(
        event,
        clears=("description", "place_id", "formatted_address"),
        calendar_id=None if calendar_id is None else one_calendar(world, calendar_id).calendar_id,
        title=title,
        description=description,
        start_datetime=start_datetime,
        end_datetime=end_datetime,
        is_all_day=is_all_day,
        recurrence_frequency=recurrence_frequency,
        recurrence_interval=recurrence_interval,
        recurrence_until_datetime=recurrence_until_datetime,
        latitude=latitude,
        longitude=longitude,
        place_id=place_id,
        formatted_address=formatted_address,
        attendee_names=None if attendee_names is None else tuple(attendee_names),
        attendee_emails=None if attendee_emails is None else tuple(attendee_emails),
    )
    stored_id = store(world, event, changed)
    return {"message": f"{changed.title!r} was changed.", "calendar_event_id": stored_id}


def remove_calendar_event(world: World, calendar_event_id: EventId) -> Json:
    """Remove an event, a whole series, or one occurrence of it.

    >>> remove_calendar_event(calendar_event_id="event_611")
    >>> remove_calendar_event(calendar_event_id="event_612@2026-05-12T18:00:00")
    """
    event = one_event(world, calendar_event_id)
    if is_occurrence(world, event):
        leave_out(world, event)
        return {
            "message": f"{event.title!r} of {event.start_datetime} was removed.",
            "calendar_event_id": calendar_event_id,
        }
    for alone in world.rows.find(EVENTS, recurrence_parent_id=event.calendar_event_id):
        world.rows.remove(EVENTS, alone, derived=True)
    world.rows.remove(EVENTS, event)
    return {"message": f"{event.title!r} was removed.", "calendar_event_id": calendar_event_id}


def _span(first: str | None, last: str | None) -> tuple[str, str]:
    return first or moments.THE_FIRST, last or moments.later(first or moments.THE_FIRST, LOOKS_AHEAD)


def _unrolled(world: World, event: Event, first: str, last: str) -> list[Event]:
    once = replace(event, recurrence_frequency=None) if is_occurrence(world, event) else event
    return [replace(one, recurrence_frequency=event.recurrence_frequency) for one in occurrences(once, first, last)]


TOOLS = tools(
    "calendar",
    {
        create_calendar_event: "new add appointment meeting schedule book recurring",
        search_calendar_events: "find list appointments meetings when schedule",
        modify_calendar_event: "edit change move reschedule appointment meeting",
        remove_calendar_event: "delete cancel appointment meeting",
    },
    prefix=False,
)
