"""Days, free time, conflicts and smaller edits, beyond the published tools."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.domains.calendar.access import (
    EventId,
    event_shown,
    events_listed,
    one_event,
    store,
    taking_place,
)
from scenarios.world.domains.calendar.tables import CALENDARS, EVENTS, Event
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import Day, Email, When
from scenarios.world.results import plain
from scenarios.world.world import World
from ui_server.expressions import Json

DAY_BEGINS, DAY_ENDS = "08:00:00", "20:00:00"


def list_calendars(world: World) -> Json:
    """List all calendars.

    >>> calendar_list_calendars()
    """
    return {"calendars": [plain(calendar) for calendar in world.rows.find(CALENDARS)]}


def show_event(world: World, calendar_event_id: EventId) -> Json:
    """See one event, series or occurrence.

    >>> calendar_show_event(calendar_event_id="event_611")
    """
    return event_shown(one_event(world, calendar_event_id))


def agenda(world: World, date: Day) -> Json:
    """List what takes place on a day, by start.

    >>> calendar_agenda(date="2026-05-05")
    """
    return events_listed(taking_place(world, f"{date}T00:00:00", f"{date}T23:59:59"))


def find_free_slots(
    world: World,
    date: Day,
    duration_minutes: Annotated[int, Field(ge=1, le=720, description="How long the free time has to be.")],
) -> Json:
    """Find free time on a day between 8:00 and 20:00; today, from now on. Events of whole days do not count.

    >>> calendar_find_free_slots(date="2026-05-05", duration_minutes=90)
    """
    day_ends = f"{date}T{DAY_ENDS}"
    free_from = max(f"{date}T{DAY_BEGINS}", world.now())
    slots: list[Json] = []
    for event in [*_timed(world, free_from, day_ends), None]:
        free_until = min(event.start_datetime, day_ends) if event else day_ends
        if _minutes(free_from, free_until) >= duration_minutes:
            slots.append({"start_datetime": free_from, "end_datetime": free_until})
        free_from = max(free_from, event.end_datetime) if event else day_ends
    return {"free_slots": slots}


def check_conflicts(world: World, start_datetime: When, end_datetime: When) -> Json:
    """List what takes place at the same time as something from start to end would.

    >>> calendar_check_conflicts(start_datetime="2026-05-05T09:00:00", end_datetime="2026-05-05T10:00:00")
    """
    if end_datetime < start_datetime:
        raise Conflict("The time ends before it starts.", hint="Give a later end.")
    return events_listed(
        [
            event
            for event in taking_place(world, start_datetime, end_datetime)
            if event.start_datetime < end_datetime and event.end_datetime > start_datetime
        ]
    )


def move_event(world: World, calendar_event_id: EventId, start_datetime: When) -> Json:
    """Move an event to another start; it stays as long as it was.

    >>> calendar_move_event(calendar_event_id="event_611", start_datetime="2026-05-06T08:00:00")
    """
    event = one_event(world, calendar_event_id)
    stored_id = store(world, event, _moved(event, start_datetime))
    return {"message": f"{event.title!r} starts at {start_datetime} now.", "calendar_event_id": stored_id}


def add_attendee(
    world: World, calendar_event_id: EventId, name: Annotated[str, Field(min_length=1)], email: Email
) -> Json:
    """Add a person to an event.

    >>> calendar_add_attendee(calendar_event_id="event_611", name="Tove Arnesen", email="tove.arnesen@example.com")
    """
    event = one_event(world, calendar_event_id)
    if email in _emails(event):
        raise Conflict(f"{email} takes part in {event.title!r} already.", hint="Nothing needs to be done.")
    names, emails = (*(event.attendee_names or ()), name), (*(event.attendee_emails or ()), email)
    stored_id = store(world, event, replace(event, attendee_names=names, attendee_emails=emails))
    return {"message": f"{name} takes part in {event.title!r} now.", "calendar_event_id": stored_id}


def remove_attendee(world: World, calendar_event_id: EventId, email: Email) -> Json:
    """Remove a person from an event.

    >>> calendar_remove_attendee(calendar_event_id="event_612", email="mirela.quist@example.com")
    """
    event = one_event(world, calendar_event_id)
    emails = _emails(event)
    if email not in emails:
        hint = f"Those who take part are: {', '.join(emails) or 'nobody'}."
        raise NotFound(f"person in {event.title!r} with the address", email, hint=hint)
    place = emails.index(email)
    left = replace(
        event,
        attendee_names=_without(event.attendee_names or (), place),
        attendee_emails=_without(event.attendee_emails or (), place),
    )
    return {
        "message": f"{email} takes part in {event.title!r} no more.",
        "calendar_event_id": store(world, event, left),
    }


def copy_event(world: World, calendar_event_id: EventId, start_datetime: When) -> Json:
    """Put a copy of an event at another start; of a series, or one occurrence of it, a single event.

    >>> calendar_copy_event(calendar_event_id="event_611", start_datetime="2026-06-02T08:00:00")
    """
    event = one_event(world, calendar_event_id)
    copy = replace(
        _moved(event, start_datetime),
        calendar_event_id=world.chance.uuid("event"),
        recurrence_frequency=None,
        recurrence_interval=None,
        recurrence_until_datetime=None,
        recurrence_parent_id=None,
        recurrence_exclude_datetime=None,
    )
    world.rows.add(EVENTS, copy)
    return {"message": f"{event.title!r} was copied.", "calendar_event_id": copy.calendar_event_id}


def _timed(world: World, first: str, last: str) -> list[Event]:
    return [event for event in taking_place(world, first, last) if not event.is_all_day]


def _minutes(start: str, end: str) -> float:
    return (moments.parse(end) - moments.parse(start)) / timedelta(minutes=1)


def _moved(event: Event, start: str) -> Event:
    length = moments.parse(event.end_datetime) - moments.parse(event.start_datetime)
    return replace(event, start_datetime=start, end_datetime=moments.later(start, length))


def _emails(event: Event) -> list[str]:
    return [email.lower() for email in event.attendee_emails or ()]


def _without(values: tuple[str, ...], place: int) -> tuple[str, ...]:
    return values[:place] + values[place + 1 :]


TOOLS = tools(
    "calendar",
    {
        list_calendars: "all schedules",
        show_event: "appointment meeting details",
        agenda: "day today tomorrow appointments meetings plan",
        find_free_slots: "available time gap when free",
        check_conflicts: "clash overlap busy free",
        move_event: "reschedule postpone appointment meeting",
        add_attendee: "invite person guest meeting",
        remove_attendee: "uninvite person guest meeting",
        copy_event: "duplicate repeat appointment meeting",
    },
    extra=True,
)
