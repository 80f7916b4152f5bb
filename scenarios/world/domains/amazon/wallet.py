"""Addresses to deliver to, and cards to pay with."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.tables import ADDRESSES, CARDS, Address, PaymentCard
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.ranking import digits
from scenarios.world.results import plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

SHORTEST_CARD, LONGEST_CARD = 12, 19

AddressId = Annotated[int, Field(description="The address's id, as amazon_show_addresses gives it.")]
CardId = Annotated[int, Field(description="The card's id, as amazon_show_payment_cards gives it.")]
Part = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(min_length=1, description="What you call it, such as Home.")]


def show_addresses(world: World) -> Json:
    """List your addresses.

    >>> amazon_show_addresses()
    """
    addresses = world.rows.find(ADDRESSES, user_id=world.owner.id)
    return {"addresses": [plain(address, without=("user_id",)) for address in addresses]}


def add_address(
    world: World, name: Name, street_address: Part, city: Part, state: str, country: Part, zip_code: Part
) -> Json:
    """Add an address that can be delivered to.

    >>> amazon_add_address(
    ...     name="Office",
    ...     street_address="4 Harbour Row",
    ...     city="Larkstead",
    ...     state="",
    ...     country="Norland",
    ...     zip_code="20410",
    ... )
    """
    address = Address(
        id=world.rows.next_id(ADDRESSES),
        user_id=world.owner.id,
        name=name,
        street_address=street_address,
        city=city,
        state=state,
        country=country,
        zip_code=zip_code,
    )
    world.rows.add(ADDRESSES, address)
    return {"message": f"Address {name!r} was added.", "address_id": address.id}


def update_address(
    world: World,
    address_id: AddressId,
    name: Name | None = None,
    street_address: Part | None = None,
    city: Part | None = None,
    state: str | None = None,
    country: Part | None = None,
    zip_code: Part | None = None,
) -> Json:
    """Change an address. Orders that were placed keep the old one.

    >>> amazon_update_address(address_id=1, street_address="14 Birch Street")
    """
    changed = edited(
        own_address(world, address_id),
        name=name,
        street_address=street_address,
        city=city,
        state=state,
        country=country,
        zip_code=zip_code,
    )
    world.rows.put(ADDRESSES, changed)
    return {"message": f"Address {changed.name!r} was updated.", "address_id": changed.id}


def delete_address(world: World, address_id: AddressId) -> Json:
    """Delete an address. Orders that were placed keep it.

    >>> amazon_delete_address(address_id=1)
    """
    address = own_address(world, address_id)
    world.rows.remove(ADDRESSES, address)
    return {"message": f"Address {address.name!r} was deleted.", "address_id": address.id}


def show_payment_cards(world: World) -> Json:
    """List your cards; of each number only the last four digits are shown.

    >>> amazon_show_payment_cards()
    """
    return {"payment_cards": [_card_shown(world, card) for card in world.rows.find(CARDS, user_id=world.owner.id)]}


def add_payment_card(
    world: World,
    card_name: Name,
    owner_name: Part,
    card_number: Annotated[str, Field(min_length=1, description="Digits; spaces and dashes do not matter.")],
    expiry_year: Annotated[int, Field(ge=2000, le=2100)],
    expiry_month: Annotated[int, Field(ge=1, le=12)],
    cvv_number: Annotated[str, Field(pattern=r"^\d{3,4}$", description="The three or four digits on the card.")],
) -> Json:
    """Add a card to pay with.

    >>> amazon_add_payment_card(
    ...     card_name="Travel",
    ...     owner_name="Nora Lindqvist",
    ...     card_number="4000 0000 0000 1234",
    ...     expiry_year=2029,
    ...     expiry_month=3,
    ...     cvv_number="123",
    ... )
    """
    number = digits(card_number)
    if not SHORTEST_CARD <= len(number) <= LONGEST_CARD:
        hint = f"It has {SHORTEST_CARD} to {LONGEST_CARD} digits; ask for it again."
        raise Conflict(f"{card_number!r} is no card number.", hint=hint)
    if any(card.card_number == number for card in world.rows.find(CARDS, user_id=world.owner.id)):
        hint = "See your cards with amazon_show_payment_cards."
        raise Conflict(f"You have the card ending in {number[-4:]} already.", hint=hint)
    card = PaymentCard(
        id=world.rows.next_id(CARDS),
        user_id=world.owner.id,
        card_name=card_name,
        owner_name=owner_name,
        card_number=number,
        expiry_year=expiry_year,
        expiry_month=expiry_month,
        cvv_number=cvv_number,
    )
    refuse_expired(world, card)
    world.rows.add(CARDS, card)
    return {"message": f"Card {card_name!r} was added.", "payment_card_id": card.id}


def show_payment_card(world: World, payment_card_id: CardId) -> Json:
    """See one of your cards; of its number only the last four digits are shown.

    >>> amazon_show_payment_card(payment_card_id=1)
    """
    return _card_shown(world, own_card(world, payment_card_id))


def update_payment_card(world: World, payment_card_id: CardId, card_name: Name) -> Json:
    """Call a card something else.

    >>> amazon_update_payment_card(payment_card_id=1, card_name="Groceries")
    """
    card = own_card(world, payment_card_id)
    if card.card_name == card_name:
        raise Conflict(f"The card is called {card_name!r} already.", hint="Nothing needs to be done.")
    world.rows.put(CARDS, replace(card, card_name=card_name))
    return {"message": f"The card is called {card_name!r} now.", "payment_card_id": card.id}


def delete_payment_card(world: World, payment_card_id: CardId) -> Json:
    """Delete a card. Orders that were paid with it keep its last digits.

    >>> amazon_delete_payment_card(payment_card_id=1)
    """
    card = own_card(world, payment_card_id)
    world.rows.remove(CARDS, card)
    return {"message": f"Card {card.card_name!r} was deleted.", "payment_card_id": card.id}


def own_address(world: World, address_id: int) -> Address:
    """Raises NotFound for an address that is somebody else's."""
    address = world.rows.get(ADDRESSES, address_id)
    if address is None or address.user_id != world.owner.id:
        raise NotFound("address of yours with the id", address_id, hint="Find the id with amazon_show_addresses.")
    return address


def own_card(world: World, card_id: int) -> PaymentCard:
    """Raises NotFound for a card that is somebody else's."""
    card = world.rows.get(CARDS, card_id)
    if card is None or card.user_id != world.owner.id:
        raise NotFound("card of yours with the id", card_id, hint="Find the id with amazon_show_payment_cards.")
    return card


def refuse_expired(world: World, card: PaymentCard) -> None:
    """Raises Conflict for a card that is past its last month."""
    if is_expired(world, card):
        expiry = f"{card.expiry_year}-{card.expiry_month:02d}"
        raise Conflict(f"The card ending in {card.digits} expired after {expiry}.", hint="Use another card.")


def is_expired(world: World, card: PaymentCard) -> bool:
    now = world.clock.now()
    return (card.expiry_year, card.expiry_month) < (now.year, now.month)


def _card_shown(world: World, card: PaymentCard) -> Row:
    shown = plain(card, without=("user_id", "card_number", "cvv_number"))
    return {**shown, "last_digits": card.digits, "is_expired": is_expired(world, card)}


TOOLS = tools(
    "amazon",
    {
        show_addresses: "where deliver home list",
        add_address: "new where deliver home",
        update_address: "edit where deliver moved",
        delete_address: "remove where deliver",
        show_payment_cards: "credit debit pay list",
        add_payment_card: "new credit debit pay",
        show_payment_card: "credit debit pay details",
        update_payment_card: "rename credit debit",
        delete_payment_card: "remove credit debit",
    },
    needs=(NETWORK,),
)
