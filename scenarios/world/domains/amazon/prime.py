"""Prime: what it costs, and becoming a member."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.tables import CARDS, PRIME, PrimeSubscription
from scenarios.world.domains.amazon.wallet import CardId, own_card, refuse_expired
from scenarios.world.domains.gmail.notices import notify
from scenarios.world.errors import NotFound
from scenarios.world.parameters import PageIndex, PageLimit
from scenarios.world.results import page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

Duration = Annotated[Literal["monthly", "yearly"], Field(description="How long you pay for at once.")]
DAYS_AND_PRICES: dict[str, tuple[int, float]] = {"monthly": (30, 14.99), "yearly": (365, 139.0)}


def show_prime_plans(world: World) -> Json:
    """List the plans of prime with their prices. Members have everything delivered for nothing.

    >>> amazon_show_prime_plans()
    """
    plans = DAYS_AND_PRICES.items()
    return {"plans": [{"duration": name, "days": days, "price": price} for name, (days, price) in plans]}


def subscribe_prime(world: World, payment_card_id: CardId, duration: Duration) -> Json:
    """Become a prime member, paid by a card. A member adds to the time that is left.

    >>> amazon_subscribe_prime(payment_card_id=1, duration="yearly")
    """
    card = own_card(world, payment_card_id)
    refuse_expired(world, card)
    days, price = DAYS_AND_PRICES[duration]
    starts_at = max([world.now(), *(each.ends_at for each in own_subscriptions(world))])
    subscription = PrimeSubscription(
        id=world.rows.next_id(PRIME),
        user_id=world.owner.id,
        plan=duration,
        price=price,
        payment_card_id=card.id,
        starts_at=starts_at,
        ends_at=moments.later(starts_at, timedelta(days=days)),
        created_at=world.now(),
    )
    world.rows.add(PRIME, subscription)
    body = f"Your {duration} plan for {price:.2f} holds until {subscription.ends_at}."
    notify(world, "amazon", world.owner.email, subject="Welcome to prime", body=body)
    return {
        "message": f"You are a prime member until {subscription.ends_at}.",
        "prime_subscription_id": subscription.id,
        "price": price,
    }


def show_prime_subscriptions(world: World, page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """List your subscriptions to prime, the newest first.

    >>> amazon_show_prime_subscriptions()
    """
    newest = sorted(own_subscriptions(world), key=lambda each: (each.starts_at, each.id), reverse=True)
    return page("prime_subscriptions", newest, page_index, page_limit, lambda each: subscription_shown(world, each))


def own_subscriptions(world: World) -> list[PrimeSubscription]:
    return world.rows.find(PRIME, user_id=world.owner.id)


def own_subscription(world: World, subscription_id: int) -> PrimeSubscription:
    """Raises NotFound for a subscription that is somebody else's."""
    found = next((each for each in own_subscriptions(world) if each.id == subscription_id), None)
    if found is None:
        hint = "Find the id with amazon_show_prime_subscriptions."
        raise NotFound("subscription of yours with the id", subscription_id, hint=hint)
    return found


def subscription_shown(world: World, subscription: PrimeSubscription) -> Row:
    card = world.rows.get(CARDS, subscription.payment_card_id)
    return {
        "prime_subscription_id": subscription.id,
        **plain(subscription, without=("id", "user_id", "payment_card_id")),
        "payment_card_digits": card.digits if card else "",
        "is_running": subscription.starts_at <= world.now() <= subscription.ends_at,
    }


TOOLS = tools(
    "amazon",
    {
        show_prime_plans: "membership price free delivery subscription",
        subscribe_prime: "membership buy join free delivery subscription",
        show_prime_subscriptions: "membership mine until when list",
    },
    needs=(NETWORK,),
)
