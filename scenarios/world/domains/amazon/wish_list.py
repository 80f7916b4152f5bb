"""The wish list, and moving products between it and the cart."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon import cart
from scenarios.world.domains.amazon.cart import Quantity
from scenarios.world.domains.amazon.catalogue import ProductId, product_of, product_shown
from scenarios.world.domains.amazon.tables import CART, PRODUCTS, WISH_LIST, Product, WishListEntry
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

Moved = Annotated[int | None, Field(ge=1, description="How many pieces; left out, all of them.")]


def show_wish_list(world: World) -> Json:
    """See what is on the wish list.

    >>> amazon_show_wish_list()
    """
    return _shown(world)


def add_product_to_wish_list(
    world: World,
    product_id: ProductId,
    quantity: Quantity = 1,
    clear_wish_list_first: Annotated[bool, Field(description="Take everything else off first.")] = False,
) -> Json:
    """Put a product on the wish list. If it is there, there will be more of it.

    >>> amazon_add_product_to_wish_list(product_id=401)
    """
    product = product_of(world, product_id)
    if clear_wish_list_first:
        _empty(world)
    _put_on(world, product, quantity)
    return _changed(world, f"{quantity} x {product.name} went on the wish list.")


def update_product_quantity_in_wish_list(world: World, product_id: ProductId, quantity: Quantity) -> Json:
    """Set how many pieces of a product are on the wish list.

    >>> amazon_update_product_quantity_in_wish_list(product_id=403, quantity=4)
    """
    product = product_of(world, product_id)
    world.rows.put(WISH_LIST, replace(_entry(world, product), quantity=quantity))
    return _changed(world, f"The wish list holds {quantity} x {product.name} now.")


def delete_product_from_wish_list(world: World, product_id: ProductId) -> Json:
    """Take a product off the wish list.

    >>> amazon_delete_product_from_wish_list(product_id=403)
    """
    product = product_of(world, product_id)
    world.rows.remove(WISH_LIST, _entry(world, product))
    return _changed(world, f"{product.name} was taken off the wish list.")


def clear_wish_list(world: World) -> Json:
    """Take everything off the wish list.

    >>> amazon_clear_wish_list()
    """
    if not _empty(world):
        raise Conflict("The wish list is empty already.", hint="Nothing needs to be done.")
    return _changed(world, "The wish list is empty now.")


def move_product_from_cart_to_wish_list(world: World, product_id: ProductId, quantity: Moved = None) -> Json:
    """Take pieces of a product out of the cart and put them on the wish list.

    >>> amazon_move_product_from_cart_to_wish_list(product_id=402)
    """
    product = product_of(world, product_id)
    entry = cart.entry_of(world, product)
    moved = _share(quantity, entry.quantity, product, "cart")
    left = entry.quantity - moved
    if left:
        wrapped = min(entry.gift_wrap_quantity, left)
        world.rows.put(CART, replace(entry, quantity=left, gift_wrap_quantity=wrapped))
    else:
        world.rows.remove(CART, entry)
    _put_on(world, product, moved)
    return _changed(world, f"{moved} x {product.name} went from the cart to the wish list.")


def move_product_from_wish_list_to_cart(world: World, product_id: ProductId, quantity: Moved = None) -> Json:
    """Take pieces of a product off the wish list and put them into the cart.

    >>> amazon_move_product_from_wish_list_to_cart(product_id=403, quantity=1)
    """
    product = product_of(world, product_id)
    entry = _entry(world, product)
    moved = _share(quantity, entry.quantity, product, "wish list")
    if moved < entry.quantity:
        world.rows.put(WISH_LIST, replace(entry, quantity=entry.quantity - moved))
    else:
        world.rows.remove(WISH_LIST, entry)
    cart.put_in(world, product, moved)
    return _changed(world, f"{moved} x {product.name} went from the wish list to the cart.")


def _put_on(world: World, product: Product, quantity: int) -> None:
    entry = world.rows.first(WISH_LIST, user_id=world.owner.id, product_id=product.id)
    if entry is None:
        new_id = world.rows.next_id(WISH_LIST)
        world.rows.add(WISH_LIST, WishListEntry(new_id, world.owner.id, product.id, quantity))
    else:
        world.rows.put(WISH_LIST, replace(entry, quantity=entry.quantity + quantity))


def _entry(world: World, product: Product) -> WishListEntry:
    """Raises NotFound if the product is not on the wish list."""
    entry = world.rows.first(WISH_LIST, user_id=world.owner.id, product_id=product.id)
    if entry is None:
        hint = "See what is on it with amazon_show_wish_list."
        raise NotFound("product on the wish list with the id", product.id, hint=hint)
    return entry


def _empty(world: World) -> int:
    entries = world.rows.find(WISH_LIST, user_id=world.owner.id)
    for entry in entries:
        world.rows.remove(WISH_LIST, entry)
    return len(entries)


def _share(wanted: int | None, there: int, product: Product, place: str) -> int:
    """Raises Conflict if more is to be moved than is there."""
    if wanted is not None and wanted > there:
        raise Conflict(f"The {place} holds only {there} x {product.name}.", hint=f"Move {there} or fewer.")
    return wanted or there


def _shown(world: World) -> Row:
    entries = world.rows.find(WISH_LIST, user_id=world.owner.id)
    listed = [(entry, product) for entry in entries if (product := world.rows.get(PRODUCTS, entry.product_id))]
    return {"products": [{**product_shown(world, product), "quantity": entry.quantity} for entry, product in listed]}


def _changed(world: World, message: str) -> Row:
    return {"message": message, "wish_list": _shown(world)}


TOOLS = tools(
    "amazon",
    {
        show_wish_list: "favourites saved for later items",
        add_product_to_wish_list: "favourites save for later item",
        update_product_quantity_in_wish_list: "favourites change number pieces",
        delete_product_from_wish_list: "favourites remove item",
        clear_wish_list: "favourites empty",
        move_product_from_cart_to_wish_list: "save for later basket favourites",
        move_product_from_wish_list_to_cart: "buy favourites basket",
    },
    needs=(NETWORK,),
)
