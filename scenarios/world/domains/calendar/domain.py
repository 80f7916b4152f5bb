"""The calendar of the device: calendars, events, and series of events."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.calendar import calendars, events, shortcuts
from scenarios.world.domains.calendar.tables import CALENDARS, EVENTS, TABLES
from scenarios.world.owner import Owner, Rows


def base(owner: Owner, now: str) -> Rows:
    """One empty calendar."""
    return {CALENDARS.name: [{"calendar_id": "calendar_personal", "title": "Personal"}]}


SAMPLE: Rows = {
    CALENDARS.name: [{"calendar_id": "calendar_601", "title": "Work"}],
    EVENTS.name: [
        {
            "calendar_event_id": "event_611",
            "calendar_id": "calendar_personal",
            "title": "Doctor",
            "start_datetime": "2026-05-05T09:30:00",
            "end_datetime": "2026-05-05T10:00:00",
            "formatted_address": "3 Quay Street, Larkstead",
        },
        {
            "calendar_event_id": "event_612",
            "calendar_id": "calendar_personal",
            "title": "Choir",
            "description": "Bring the folder",
            "start_datetime": "2026-05-05T18:00:00",
            "end_datetime": "2026-05-05T20:00:00",
            "recurrence_frequency": "WEEKLY",
            "recurrence_interval": 1,
            "recurrence_until_datetime": "2026-06-30T23:59:59",
            "attendee_names": ["Mirela Quist", "Tove Arnesen"],
            "attendee_emails": ["mirela.quist@example.com", "tove.arnesen@example.com"],
        },
        {
            "calendar_event_id": "event_613",
            "calendar_id": "calendar_601",
            "title": "Inventory",
            "start_datetime": "2026-05-06T00:00:00",
            "end_datetime": "2026-05-06T23:59:59",
            "is_all_day": True,
        },
    ],
}

DOMAIN = Domain(
    "calendar", tables=TABLES, tools=calendars.TOOLS + events.TOOLS + shortcuts.TOOLS, base=base, sample=SAMPLE
)
