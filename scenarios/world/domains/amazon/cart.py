"""The cart."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.catalogue import ProductId, product_of
from scenarios.world.domains.amazon.pricing import applied_promo, has_ended, own_cart, price_of
from scenarios.world.domains.amazon.tables import (
    APPLIED_PROMOS,
    CART,
    PROMOS,
    AppliedPromo,
    CartEntry,
    Product,
)
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

Quantity = Annotated[int, Field(ge=1, description="How many pieces.")]


def show_cart(world: World) -> Json:
    """See what is in the cart and what it would cost, with discount, fees and tax.

    >>> amazon_show_cart()
    """
    return cart_shown(world)


def add_product_to_cart(
    world: World,
    product_id: ProductId,
    quantity: Quantity = 1,
    clear_cart_first: Annotated[bool, Field(description="Take everything else out first.")] = False,
) -> Json:
    """Put a product into the cart. If it is in there, there will be more of it.

    >>> amazon_add_product_to_cart(product_id=401, quantity=2)
    """
    product = product_of(world, product_id)
    if clear_cart_first:
        empty(world)
    put_in(world, product, quantity)
    return _changed(world, f"{quantity} x {product.name} went into the cart.")


def update_product_quantity_in_cart(world: World, product_id: ProductId, quantity: Quantity) -> Json:
    """Set how many pieces of a product are in the cart.

    >>> amazon_update_product_quantity_in_cart(product_id=402, quantity=3)
    """
    product = product_of(world, product_id)
    entry = entry_of(world, product)
    check_stock(product, quantity)
    wrapped = min(entry.gift_wrap_quantity, quantity)
    world.rows.put(CART, replace(entry, quantity=quantity, gift_wrap_quantity=wrapped))
    return _changed(world, f"The cart holds {quantity} x {product.name} now.")


def delete_product_from_cart(world: World, product_id: ProductId) -> Json:
    """Take a product out of the cart.

    >>> amazon_delete_product_from_cart(product_id=402)
    """
    product = product_of(world, product_id)
    world.rows.remove(CART, entry_of(world, product))
    return _changed(world, f"{product.name} was taken out of the cart.")


def clear_cart(world: World) -> Json:
    """Take everything out of the cart.

    >>> amazon_clear_cart()
    """
    if not empty(world):
        raise Conflict("The cart is empty already.", hint="Nothing needs to be done.")
    return _changed(world, "The cart is empty now.")


def apply_promo_code_to_cart(
    world: World, promo_code: Annotated[str, Field(min_length=1, description="As it was given to you.")]
) -> Json:
    """Put a promo code on the cart; it takes the place of another.

    >>> amazon_apply_promo_code_to_cart(promo_code="WELCOME10")
    """
    found = [promo for promo in world.rows.find(PROMOS) if promo.code.casefold() == promo_code.strip().casefold()]
    if not found or has_ended(world, found[0]):
        raise NotFound("promo code that holds now", promo_code, hint="Ask for the code again, or order without one.")
    promo, goods = found[0], price_of(world, own_cart(world)).goods
    if goods < promo.minimum_total:
        hint = f"The cart is worth {goods:.2f} now; the code needs {promo.minimum_total:.2f}."
        raise Conflict(f"The cart is not worth enough for {promo.code}.", hint=hint)
    if promo == applied_promo(world):
        raise Conflict(f"{promo.code} is on the cart already.", hint="Nothing needs to be done.")
    for applied in world.rows.find(APPLIED_PROMOS, user_id=world.owner.id):
        world.rows.remove(APPLIED_PROMOS, applied)
    new_id = world.rows.next_id(APPLIED_PROMOS)
    world.rows.add(APPLIED_PROMOS, AppliedPromo(new_id, world.owner.id, promo.id))
    return _changed(world, f"{promo.code} takes {promo.percentage:g} % off the cart.")


def remove_promo_code_from_cart(world: World) -> Json:
    """Take the promo code off the cart.

    >>> amazon_remove_promo_code_from_cart()
    """
    found = world.rows.find(APPLIED_PROMOS, user_id=world.owner.id)
    if not found:
        hint = "Nothing needs to be done; amazon_apply_promo_code_to_cart puts one on it."
        raise Conflict("There is no promo code on the cart.", hint=hint)
    for applied in found:
        world.rows.remove(APPLIED_PROMOS, applied)
    return _changed(world, "The promo code is off the cart.")


def add_gift_wrapping_to_product(
    world: World,
    product_id: ProductId,
    quantity: Annotated[int | None, Field(ge=1, description="How many pieces; left out, all in the cart.")] = None,
) -> Json:
    """Have pieces of a product in the cart wrapped as gifts.

    >>> amazon_add_gift_wrapping_to_product(product_id=402, quantity=2)
    """
    product = product_of(world, product_id)
    entry = entry_of(world, product)
    wrapped = entry.quantity if quantity is None else quantity
    if wrapped > entry.quantity:
        hint = f"Wrap {entry.quantity} or fewer, or put more into the cart first."
        raise Conflict(f"The cart holds only {entry.quantity} x {product.name}.", hint=hint)
    if wrapped == entry.gift_wrap_quantity:
        raise Conflict(f"{wrapped} x {product.name} will be wrapped already.", hint="Nothing needs to be done.")
    world.rows.put(CART, replace(entry, gift_wrap_quantity=wrapped))
    return _changed(world, f"{wrapped} x {product.name} will be wrapped as gifts.")


def remove_gift_wrapping_from_product(
    world: World,
    product_id: ProductId,
    quantity: Annotated[int | None, Field(ge=1, description="How many pieces; left out, all that are wrapped.")] = None,
) -> Json:
    """Have pieces of a product in the cart not wrapped after all.

    >>> amazon_remove_gift_wrapping_from_product(product_id=402)
    """
    product = product_of(world, product_id)
    entry = entry_of(world, product)
    unwrapped = entry.gift_wrap_quantity if quantity is None else quantity
    if not unwrapped or unwrapped > entry.gift_wrap_quantity:
        hint = "See with amazon_show_cart how many will be wrapped."
        raise Conflict(f"Only {entry.gift_wrap_quantity} x {product.name} will be wrapped.", hint=hint)
    left = entry.gift_wrap_quantity - unwrapped
    world.rows.put(CART, replace(entry, gift_wrap_quantity=left))
    return _changed(world, f"{left} x {product.name} will be wrapped as gifts.")


def put_in(world: World, product: Product, quantity: int) -> None:
    """Raises Conflict if the shop has too few."""
    entry = world.rows.first(CART, user_id=world.owner.id, product_id=product.id)
    check_stock(product, quantity + (entry.quantity if entry else 0))
    if entry is None:
        world.rows.add(CART, CartEntry(world.rows.next_id(CART), world.owner.id, product.id, quantity))
    else:
        world.rows.put(CART, replace(entry, quantity=entry.quantity + quantity))


def entry_of(world: World, product: Product) -> CartEntry:
    """Raises NotFound if the product is not in the cart."""
    entry = world.rows.first(CART, user_id=world.owner.id, product_id=product.id)
    if entry is None:
        hint = "See what is in it with amazon_show_cart, or add it with amazon_add_product_to_cart."
        raise NotFound("product in the cart with the id", product.id, hint=hint)
    return entry


def check_stock(product: Product, quantity: int) -> None:
    """Raises Conflict if the shop has fewer than `quantity`."""
    if quantity > product.inventory_quantity:
        hint = f"Take {product.inventory_quantity} or fewer, or another product."
        raise Conflict(f"The shop has only {product.inventory_quantity} x {product.name}.", hint=hint)


def empty(world: World, *, derived: bool = False) -> int:
    """Takes everything out of the cart, the promo code too; gives how many entries there were."""
    entries = world.rows.find(CART, user_id=world.owner.id)
    for entry in entries:
        world.rows.remove(CART, entry, derived=derived)
    for applied in world.rows.find(APPLIED_PROMOS, user_id=world.owner.id):
        world.rows.remove(APPLIED_PROMOS, applied, derived=True)
    return len(entries)


def cart_shown(world: World) -> Row:
    cart = own_cart(world)
    price, promo = price_of(world, cart), applied_promo(world)
    entries: list[Json] = [_entry_shown(entry, product) for entry, product in cart]
    return {
        "products": entries,
        "goods": price.goods,
        "promo_code": promo.code if promo else None,
        "discount": price.discount,
        "gift_wrap_fee": price.gift_wrap_fee,
        "delivery_fee": price.delivery_fee,
        "tax": price.tax,
        "total": price.total,
    }


def _entry_shown(entry: CartEntry, product: Product) -> Row:
    return {
        "product_id": product.id,
        "name": product.name,
        "price": product.price,
        "quantity": entry.quantity,
        "gift_wrap_quantity": entry.gift_wrap_quantity,
        "delivery_days": product.delivery_days,
    }


def _changed(world: World, message: str) -> Row:
    return {"message": message, "cart": cart_shown(world)}


TOOLS = tools(
    "amazon",
    {
        show_cart: "basket total price checkout",
        add_product_to_cart: "basket buy put item",
        update_product_quantity_in_cart: "basket change number pieces",
        delete_product_from_cart: "basket remove item",
        clear_cart: "basket empty",
        apply_promo_code_to_cart: "basket coupon voucher discount",
        remove_promo_code_from_cart: "basket coupon voucher discount off",
        add_gift_wrapping_to_product: "basket present wrap",
        remove_gift_wrapping_from_product: "basket present unwrap",
    },
    needs=(NETWORK,),
)
