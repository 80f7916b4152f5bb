"""The apps of a world. Each folder declares its tables in `tables`, its tools in files by purpose, and joins them in
`domain`; `ALL` lists them."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.amazon.domain import DOMAIN as AMAZON
from scenarios.world.domains.calendar.domain import DOMAIN as CALENDAR
from scenarios.world.domains.contacts.domain import DOMAIN as CONTACTS
from scenarios.world.domains.file_system.domain import DOMAIN as FILE_SYSTEM
from scenarios.world.domains.gmail.domain import DOMAIN as GMAIL
from scenarios.world.domains.messages.domain import DOMAIN as MESSAGES
from scenarios.world.domains.phone.domain import DOMAIN as PHONE
from scenarios.world.domains.reminder.domain import DOMAIN as REMINDER
from scenarios.world.domains.simple_note.domain import DOMAIN as SIMPLE_NOTE
from scenarios.world.domains.todoist.domain import DOMAIN as TODOIST

ALL: tuple[Domain, ...] = (
    AMAZON,
    CALENDAR,
    CONTACTS,
    FILE_SYSTEM,
    GMAIL,
    MESSAGES,
    PHONE,
    REMINDER,
    SIMPLE_NOTE,
    TODOIST,
)
