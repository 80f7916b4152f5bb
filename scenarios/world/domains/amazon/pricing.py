"""What an order costs. All amounts are rounded to cents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.world.domains.amazon.tables import (
    APPLIED_PROMOS,
    CART,
    PRIME,
    PRODUCTS,
    PROMOS,
    CartEntry,
    Product,
    Promo,
)
from scenarios.world.world import World

TAX_RATE = 0.08
DELIVERY_FEE = 5.0
FREE_DELIVERY_FROM = 50.0
GIFT_WRAP_FEE = 2.0


@dataclass(frozen=True, slots=True)
class Price:
    goods: float
    discount: float
    gift_wrap_fee: float
    delivery_fee: float
    tax: float

    @property
    def total(self) -> float:
        return round(self.goods - self.discount + self.gift_wrap_fee + self.delivery_fee + self.tax, 2)


def own_cart(world: World) -> list[tuple[CartEntry, Product]]:
    """The owner's cart; entries of products that the shop no longer has are passed over."""
    entries = world.rows.find(CART, user_id=world.owner.id)
    return [(entry, product) for entry in entries if (product := world.rows.get(PRODUCTS, entry.product_id))]


def applied_promo(world: World) -> Promo | None:
    """The promo that the owner put on the cart, if it still holds."""
    applied = world.rows.first(APPLIED_PROMOS, user_id=world.owner.id)
    promo = world.rows.get(PROMOS, applied.promo_id) if applied else None
    return promo if promo and not has_ended(world, promo) else None


def has_ended(world: World, promo: Promo) -> bool:
    return promo.expires_at is not None and promo.expires_at < world.now()


def price_of(world: World, cart: Sequence[tuple[CartEntry, Product]]) -> Price:
    """Goods, less the promo if the cart is worth enough; delivery is free from a sum on, and for prime members."""
    goods = round(sum(entry.quantity * product.price for entry, product in cart), 2)
    promo = applied_promo(world)
    discount = round(goods * promo.percentage / 100, 2) if promo and goods >= promo.minimum_total else 0.0
    free = not cart or goods - discount >= FREE_DELIVERY_FROM or _is_prime(world)
    return Price(
        goods=goods,
        discount=discount,
        gift_wrap_fee=round(GIFT_WRAP_FEE * sum(entry.gift_wrap_quantity for entry, _ in cart), 2),
        delivery_fee=0.0 if free else DELIVERY_FEE,
        tax=round((goods - discount) * TAX_RATE, 2),
    )


def _is_prime(world: World) -> bool:
    now = world.now()
    return any(plan.starts_at <= now <= plan.ends_at for plan in world.rows.find(PRIME, user_id=world.owner.id))
