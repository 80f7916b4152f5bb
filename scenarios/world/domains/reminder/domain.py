"""The reminders app of the device."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.reminder import reminders, shortcuts
from scenarios.world.domains.reminder.tables import REMINDERS
from scenarios.world.owner import Rows

SAMPLE: Rows = {
    REMINDERS.name: [
        {
            "reminder_id": "reminder_501",
            "content": "Dentist appointment",
            "creation_datetime": "2026-04-20T08:00:00",
            "reminder_datetime": "2026-05-05T08:30:00",
        },
        {
            "reminder_id": "reminder_502",
            "content": "Return the library books",
            "creation_datetime": "2026-04-21T08:00:00",
            "reminder_datetime": "2026-05-02T17:00:00",
        },
        {
            "reminder_id": "reminder_503",
            "content": "Buy bread at the mill",
            "creation_datetime": "2026-05-03T08:00:00",
            "reminder_datetime": "2026-05-04T16:00:00",
            "latitude": 51.5012,
            "longitude": -0.1245,
        },
    ],
}

DOMAIN = Domain("reminder", tables=(REMINDERS,), tools=reminders.TOOLS + shortcuts.TOOLS, sample=SAMPLE)
