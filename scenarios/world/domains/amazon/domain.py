"""The shop: products, cart, wish list, orders, addresses, cards, reviews and questions."""

from __future__ import annotations

from scenarios.world import moments
from scenarios.world.domain import Domain
from scenarios.world.domains.account_tools import account_tools
from scenarios.world.domains.accounts import owner_rows
from scenarios.world.domains.amazon import (
    cart,
    catalogue,
    orders,
    prime,
    questions,
    receipts,
    reviews,
    wallet,
    wish_list,
)
from scenarios.world.domains.amazon.sample import SAMPLE
from scenarios.world.domains.amazon.tables import ADDRESSES, CARDS, DELIVERERS, PROMOS, TABLES, USERS
from scenarios.world.owner import Owner, Rows


def base(owner: Owner, now: str) -> Rows:
    """An account with an address and a card that holds for two more years; couriers, and a promo code."""
    return {
        **owner_rows(USERS, owner, now),
        ADDRESSES.name: [
            {
                "id": 1,
                "user_id": owner.id,
                "name": "Home",
                "street_address": "12 Birch Street",
                "city": "Larkstead",
                "country": "Norland",
                "zip_code": "20400",
            }
        ],
        CARDS.name: [
            {
                "id": 1,
                "user_id": owner.id,
                "card_name": "Everyday",
                "owner_name": owner.name,
                "card_number": "4000000000004242",
                "expiry_year": moments.parse(now).year + 2,
                "expiry_month": 12,
                "cvv_number": "424",
            }
        ],
        DELIVERERS.name: [
            {"id": 1, "name": "Swift Parcel", "rating": 4.3},
            {"id": 2, "name": "Harbour Post", "rating": 3.8},
            {"id": 3, "name": "Green Wheels", "rating": 4.6},
        ],
        PROMOS.name: [{"id": 1, "code": "WELCOME10", "percentage": 10.0, "minimum_total": 20.0}],
    }


TOOLS = (
    catalogue.TOOLS
    + cart.TOOLS
    + wish_list.TOOLS
    + orders.TOOLS
    + wallet.TOOLS
    + prime.TOOLS
    + receipts.TOOLS
    + reviews.TOOLS
    + questions.TOOLS
    + account_tools("amazon", USERS)
)
DOMAIN = Domain("amazon", tables=TABLES, tools=TOOLS, base=base, sample=SAMPLE)
