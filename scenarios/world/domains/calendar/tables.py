"""The rows of the calendar."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Calendar:
    calendar_id: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """An event, or a series of them if it has a `recurrence_frequency`.

    Occurrences of a series that were removed or changed are left out by `recurrence_exclude_datetime`; a changed one is
    an event of its own, with the series as `recurrence_parent_id`.
    """

    calendar_event_id: str
    calendar_id: str
    title: str
    description: str | None = None
    start_datetime: Moment = ""
    end_datetime: Moment = ""
    is_all_day: bool = False
    recurrence_frequency: str | None = None
    recurrence_interval: int | None = None
    recurrence_until_datetime: Moment | None = None
    recurrence_parent_id: str | None = None
    recurrence_exclude_datetime: tuple[str, ...] | None = None
    latitude: float | None = None
    longitude: float | None = None
    place_id: str | None = None
    formatted_address: str | None = None
    attendee_names: tuple[str, ...] | None = None
    attendee_emails: tuple[str, ...] | None = None


CALENDARS = Table(Calendar, "CALENDARS", aliases=("calendar",))
_REFERENCES = {"calendar_id": CALENDARS.name, "recurrence_parent_id": "CALENDAR_EVENTS"}
EVENTS = Table(Event, "CALENDAR_EVENTS", references=_REFERENCES)
# Published scenarios know this table; nothing is ever kept in it, since looking must not write.
STAGING = Table(Event, "CALENDAR_EVENTS_RECURRENCE_STAGING", derived=True)
TABLES = (CALENDARS, EVENTS, STAGING)
