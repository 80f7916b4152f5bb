"""The apps of a world. Each folder declares its tables in `tables`, its tools in files by purpose, and joins them in
`DOMAIN`; `ALL` lists them."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains import (
    amazon,
    calendar,
    contacts,
    file_system,
    gmail,
    messages,
    phone,
    reminder,
    simple_note,
    todoist,
)

ALL: tuple[Domain, ...] = (
    amazon.DOMAIN,
    calendar.DOMAIN,
    contacts.DOMAIN,
    file_system.DOMAIN,
    gmail.DOMAIN,
    messages.DOMAIN,
    phone.DOMAIN,
    reminder.DOMAIN,
    simple_note.DOMAIN,
    todoist.DOMAIN,
)
