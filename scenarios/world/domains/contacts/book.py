"""Finding, adding and changing the owner's contacts."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.phone.people import own_contact, own_contacts, user_by_number
from scenarios.world.domains.phone.tables import CONTACTS, Contact
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict
from scenarios.world.parameters import Day, Email, PageIndex, PageLimit, PhoneNumber, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

ContactId = Annotated[int, Field(description="The contact's id, as contacts_search_contacts gives it.")]
Relationship = Annotated[str, Field(min_length=1, description="One word, such as friend, sister or coworker.")]
Relationships = Annotated[list[str], Field(description="All words that say how you know the person.")]
FirstName = Annotated[str, Field(min_length=1)]
Address = Annotated[str, Field(description="In one line; empty text clears it.")]


def search_contacts(
    world: World,
    query: Query = "",
    relationship: Annotated[str | None, Field(description="Only people with this relationship.")] = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find people in your contacts by name, address, number or how you know them; all of them without a query.

    >>> contacts_search_contacts(query="Tove")
    >>> contacts_search_contacts(relationship="coworker")
    """
    wanted = (relationship or "").casefold()
    known = [contact for contact in own_contacts(world) if not wanted or wanted in _folded(contact.relationships)]
    found = ranked(query, sorted(known, key=lambda contact: contact.name), _words)
    return page("contacts", found, page_index, page_limit, shown)


def add_contact(
    world: World,
    first_name: FirstName,
    last_name: str,
    email: Email,
    phone_number: PhoneNumber | None = None,
    relationships: Relationships | None = None,
    birthday: Day | None = None,
    home_address: str | None = None,
    work_address: str | None = None,
) -> Json:
    """Add a person to your contacts.

    >>> contacts_add_contact(first_name="Ida", last_name="Berg", email="ida.berg@example.com", relationships=["sister"])
    """
    refuse_taken_email(world, email)
    contact = Contact(
        id=world.rows.next_id(CONTACTS),
        user_id=world.owner.id,
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone_number=phone_number,
        relationships=tuple(relationships or ()),
        birthday=birthday,
        home_address=home_address,
        work_address=work_address,
        created_at=world.now(),
    )
    world.rows.add(CONTACTS, contact)
    return {"message": f"{contact.name} was added to your contacts.", "contact_id": contact.id}


def update_contact(
    world: World,
    contact_id: ContactId,
    first_name: FirstName | None = None,
    last_name: str | None = None,
    email: Email | None = None,
    phone_number: Annotated[str | None, Field(description="Digits; empty text clears it.")] = None,
    relationships: Relationships | None = None,
    birthday: Day | None = None,
    home_address: Address | None = None,
    work_address: Address | None = None,
) -> Json:
    """Change what is known of a contact. What is not given stays as it is.

    >>> contacts_update_contact(contact_id=22, phone_number="5550140299")
    """
    contact = own_contact(world, contact_id)
    if email is not None and email != contact.email.lower():
        refuse_taken_email(world, email)
    changed = edited(
        contact,
        clears=("phone_number", "home_address", "work_address"),
        first_name=first_name,
        last_name=last_name,
        email=email,
        phone_number=phone_number,
        relationships=None if relationships is None else tuple(relationships),
        birthday=birthday,
        home_address=home_address,
        work_address=work_address,
    )
    return saved(world, changed)


def delete_contact(world: World, contact_id: ContactId) -> Json:
    """Remove a person from your contacts.

    >>> contacts_delete_contact(contact_id=23)
    """
    contact = own_contact(world, contact_id)
    world.rows.remove(CONTACTS, contact)
    return {"message": f"{contact.name} was removed from your contacts.", "contact_id": contact.id}


def show_contact_relationships(world: World) -> Json:
    """List all words by which your contacts are related to you.

    >>> contacts_show_contact_relationships()
    """
    words = {word for contact in own_contacts(world) for word in contact.relationships}
    return {"relationships": [*sorted(words)]}


def show_profile(
    world: World, phone_number: Annotated[str | None, Field(description="Left out, it is your own.")] = None
) -> Json:
    """See the public profile behind a phone number: the name its user gave.

    >>> contacts_show_profile(phone_number="555-014-0202")
    """
    user = user_by_number(world, phone_number or world.owner.phone_number)
    return {"first_name": user.first_name, "last_name": user.last_name, "phone_number": user.phone_number}


def shown(contact: Contact) -> Row:
    return plain(contact, without=("user_id",))


def refuse_taken_email(world: World, email: str) -> None:
    """Raises Conflict if a contact of the owner has that address."""
    taken = [contact for contact in own_contacts(world) if contact.email.lower() == email]
    if taken:
        hint = f"Change contact {taken[0].id} with contacts_update_contact instead."
        raise Conflict(f"{taken[0].name} has the address {email} in your contacts already.", hint=hint)


def saved(world: World, contact: Contact) -> Row:
    world.rows.put(CONTACTS, contact)
    return {"message": f"Contact {contact.name} was updated.", "contact_id": contact.id}


def _words(contact: Contact) -> str:
    told = (contact.name, contact.email, contact.phone_number or "", *contact.relationships)
    return " ".join((*told, contact.home_address or "", contact.work_address or ""))


def _folded(words: tuple[str, ...]) -> list[str]:
    return [word.casefold() for word in words]


TOOLS = tools(
    "contacts",
    {
        search_contacts: "find look up people person friend address book phone number email",
        add_contact: "new create save person address book",
        update_contact: "edit change person phone number email address",
        delete_contact: "remove person address book",
        show_contact_relationships: "list kinds of friends family coworkers",
        show_profile: "who is user behind phone number",
    },
    needs=(NETWORK,),
)
