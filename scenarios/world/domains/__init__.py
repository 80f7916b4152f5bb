"""The apps of a world. Each folder declares its tables in `tables`, its tools in files by purpose, and joins them in
`DOMAIN`; `ALL` lists them."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains import amazon, contacts, file_system, gmail, messages, phone, simple_note, todoist

ALL: tuple[Domain, ...] = (
    amazon.DOMAIN,
    contacts.DOMAIN,
    file_system.DOMAIN,
    gmail.DOMAIN,
    messages.DOMAIN,
    phone.DOMAIN,
    simple_note.DOMAIN,
    todoist.DOMAIN,
)
