"""Who has which number, and what the owner calls them."""

from __future__ import annotations

from scenarios.world.domains.phone.tables import CONTACTS, USERS, Contact, PhoneUser
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.owner import Owner, Rows
from scenarios.world.ranking import digits
from scenarios.world.tables import Row
from scenarios.world.world import World

NATIONAL_LENGTH = 10


def same_number(one: str | None, other: str | None) -> bool:
    """Whether two written numbers reach the same phone; a country code that only one of them has does not matter."""
    first, second = digits(one or ""), digits(other or "")
    if min(len(first), len(second)) >= NATIONAL_LENGTH:
        return first[-NATIONAL_LENGTH:] == second[-NATIONAL_LENGTH:]
    return first == second != ""


def user_by_number(world: World, number: str) -> PhoneUser:
    """Raises NotFound if nobody can be reached under the number."""
    for user in world.rows.find(USERS):
        if same_number(user.phone_number, number):
            return user
    raise NotFound("phone with the number", number, hint="Look the number up with contacts_search_contacts.")


def other_user(world: World, number: str) -> PhoneUser:
    """Raises NotFound as `user_by_number` does, and Conflict for the owner's own number."""
    user = user_by_number(world, number)
    if user.id == world.owner.id:
        raise Conflict(f"{number} is your own number.", hint="Give the number of somebody else.")
    return user


def own_contacts(world: World) -> list[Contact]:
    return world.rows.find(CONTACTS, user_id=world.owner.id)


def own_contact(world: World, contact_id: int) -> Contact:
    """Raises NotFound for a contact that does not exist or is somebody else's."""
    contact = world.rows.get(CONTACTS, contact_id)
    if contact is None or contact.user_id != world.owner.id:
        raise NotFound("contact of yours with the id", contact_id, hint="Find the id with contacts_search_contacts.")
    return contact


def known_as(world: World, user: PhoneUser) -> Row:
    """A user as the owner knows them: by the name in their contacts, else by the one the user gave."""
    named = [contact.name for contact in own_contacts(world) if same_number(contact.phone_number, user.phone_number)]
    return {"name": named[0] if named else user.name, "phone_number": user.phone_number}


def owner_row(owner: Owner, now: str) -> Rows:
    row: Row = {
        "id": owner.id,
        "first_name": owner.first_name,
        "last_name": owner.last_name,
        "phone_number": owner.phone_number,
        "created_at": now,
        "last_logged_in": now,
    }
    return {USERS.name: [row]}
