"""Look-ups and smaller edits of contacts, beyond the published tools."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.device import NETWORK
from scenarios.world.domains.contacts.book import ContactId, Relationship, saved, shown
from scenarios.world.domains.phone.people import own_contact, own_contacts, same_number
from scenarios.world.domains.phone.tables import CONTACTS, Contact
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import Email, PhoneNumber
from scenarios.world.ranking import digits
from scenarios.world.world import World
from ui_server.expressions import Json

_ALIKE: dict[str, Callable[[Contact], str]] = {
    "name": lambda contact: contact.name.casefold(),
    "email": lambda contact: contact.email.casefold(),
    "phone_number": lambda contact: digits(contact.phone_number or ""),
}


def show_contact(world: World, contact_id: ContactId) -> Json:
    """See everything that is known of one contact.

    >>> contacts_show_contact(contact_id=21)
    """
    return shown(own_contact(world, contact_id))


def find_by_email(world: World, email: Email) -> Json:
    """Find the contact with exactly this e-mail address.

    >>> contacts_find_by_email(email="tove.arnesen@example.com")
    """
    for contact in own_contacts(world):
        if contact.email.lower() == email:
            return shown(contact)
    raise NotFound("contact with the address", email, hint="Look for the name with contacts_search_contacts.")


def find_by_phone(world: World, phone_number: PhoneNumber) -> Json:
    """Find the contact with this phone number, however it is written.

    >>> contacts_find_by_phone(phone_number="(555) 014-0201")
    """
    for contact in own_contacts(world):
        if same_number(contact.phone_number, phone_number):
            return shown(contact)
    raise NotFound("contact with the number", phone_number, hint="Look for the name with contacts_search_contacts.")


def add_relationship(world: World, contact_id: ContactId, relationship: Relationship) -> Json:
    """Note one more way in which you know a contact.

    >>> contacts_add_relationship(contact_id=21, relationship="climbing partner")
    """
    contact = own_contact(world, contact_id)
    if relationship in contact.relationships:
        raise Conflict(f"{contact.name} is a {relationship} already.", hint="Nothing needs to be done.")
    return saved(world, edited(contact, relationships=(*contact.relationships, relationship)))


def remove_relationship(world: World, contact_id: ContactId, relationship: Relationship) -> Json:
    """Strike out one way in which you know a contact.

    >>> contacts_remove_relationship(contact_id=22, relationship="friend")
    """
    contact = own_contact(world, contact_id)
    if relationship not in contact.relationships:
        hint = f"Those noted are: {', '.join(contact.relationships) or 'none'}."
        raise NotFound(f"relationship of {contact.name} called", relationship, hint=hint)
    return saved(world, edited(contact, relationships=tuple(w for w in contact.relationships if w != relationship)))


def upcoming_birthdays(
    world: World, days: Annotated[int, Field(ge=0, le=366, description="How many days to look ahead.")] = 30
) -> Json:
    """List whose birthday is today or within the days to come, the soonest first.

    >>> contacts_upcoming_birthdays(days=30)
    """
    today = world.clock.now().date()
    born = [(_birthday(contact), contact) for contact in own_contacts(world)]
    coming = [(_next(birthday, today), contact) for birthday, contact in born if birthday]
    soon = sorted((pair for pair in coming if (pair[0] - today).days <= days), key=lambda pair: (pair[0], pair[1].id))
    return {
        "birthdays": [
            {"contact_id": contact.id, "name": contact.name, "date": day.isoformat(), "in_days": (day - today).days}
            for day, contact in soon
        ]
    }


def find_duplicates(world: World) -> Json:
    """Find contacts that share a name, an e-mail address or a phone number.

    >>> contacts_find_duplicates()
    """
    groups: list[Json] = []
    for alike, value in _ALIKE.items():
        held: dict[str, list[Json]] = {}
        for contact in own_contacts(world):
            held.setdefault(value(contact), []).append(contact.id)
        groups += [{"alike": alike, "contact_ids": ids} for key, ids in held.items() if key and len(ids) > 1]
    return {"groups": groups}


def merge(
    world: World,
    keep_contact_id: ContactId,
    merge_contact_id: Annotated[
        int, Field(description="The contact that is removed after what it knows is taken over.")
    ],
) -> Json:
    """Merge two contacts into the first: it takes over what it lacks, and all relationships of both.

    >>> contacts_merge(keep_contact_id=21, merge_contact_id=23)
    """
    if keep_contact_id == merge_contact_id:
        raise Conflict("A contact cannot be merged with itself.", hint="Give the ids of two contacts.")
    kept, other = own_contact(world, keep_contact_id), own_contact(world, merge_contact_id)
    merged = replace(
        kept,
        email=kept.email or other.email,
        phone_number=kept.phone_number or other.phone_number,
        relationships=tuple(dict.fromkeys((*kept.relationships, *other.relationships))),
        birthday=kept.birthday or other.birthday,
        home_address=kept.home_address or other.home_address,
        work_address=kept.work_address or other.work_address,
    )
    world.rows.remove(CONTACTS, other)
    return saved(world, merged)


def count(world: World) -> Json:
    """Count your contacts.

    >>> contacts_count()
    """
    return {"count": len(own_contacts(world))}


def _birthday(contact: Contact) -> date | None:
    try:
        return moments.parse(contact.birthday or "").date()
    except ValueError:
        return None


def _next(birthday: date, today: date) -> date:
    """The next anniversary from today on; that of 29 February is the 28th in other years."""
    for year in (today.year, today.year + 1):
        leap = birthday.month == 2 and birthday.day == 29 and not isleap(year)
        day = birthday.replace(year=year, day=28) if leap else birthday.replace(year=year)
        if day >= today:
            return day
    raise AssertionError("every date comes round within a year")


TOOLS = tools(
    "contacts",
    {
        show_contact: "details person open",
        find_by_email: "who has mail address person",
        find_by_phone: "who has number caller person",
        add_relationship: "tag person friend family",
        remove_relationship: "untag person friend family",
        upcoming_birthdays: "whose birthday soon congratulate",
        find_duplicates: "double same person twice clean up",
        merge: "join combine duplicates contacts persons",
        count: "how many people",
    },
    extra=True,
    needs=(NETWORK,),
)
