"""Placing orders, looking at them, and sending products back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.cart import check_stock, empty
from scenarios.world.domains.amazon.catalogue import ProductId
from scenarios.world.domains.amazon.pricing import Price, own_cart, price_of
from scenarios.world.domains.amazon.tables import (
    DELIVERERS,
    ORDER_ITEMS,
    ORDERS,
    PRODUCTS,
    RETURNS,
    CartEntry,
    Order,
    OrderItem,
    Product,
    ProductReturn,
)
from scenarios.world.domains.amazon.wallet import AddressId, CardId, own_address, own_card, refuse_expired
from scenarios.world.domains.gmail.notices import notify
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import PageIndex, PageLimit, Plus, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

OrderId = Annotated[int, Field(description="The order's id, as amazon_show_orders gives it.")]
SortOrders = Annotated[
    Literal["created_at", "-created_at"], Plus, Field(description="By time; a minus puts the newest first.")
]
SortReturns = Annotated[
    Literal["initiated_at", "-initiated_at"], Plus, Field(description="By time; a minus puts the newest first.")
]


def place_order(world: World, payment_card_id: CardId, address_id: AddressId) -> Json:
    """Buy everything in the cart, paid by a card and delivered to an address. The cart is empty afterwards.

    >>> amazon_place_order(payment_card_id=1, address_id=1)
    """
    card, address, cart = own_card(world, payment_card_id), own_address(world, address_id), own_cart(world)
    if not cart:
        raise Conflict("The cart is empty.", hint="Put products into it with amazon_add_product_to_cart first.")
    refuse_expired(world, card)
    price = price_of(world, cart)
    order = Order(
        id=world.rows.next_id(ORDERS),
        user_id=world.owner.id,
        address_id=address.id,
        tax=price.tax,
        delivery_fee=price.delivery_fee,
        gift_wrap_fee=price.gift_wrap_fee,
        discount=price.discount,
        payment_card_id=card.id,
        address_text=address.text,
        payment_card_digits=card.digits,
        created_at=world.now(),
    )
    world.rows.add(ORDERS, order)
    for entry, product in cart:
        _order_item(world, order, entry, product)
    empty(world, derived=True)
    _confirm(world, order, cart, price)
    return {"message": "The order was placed.", "order_id": order.id, "total": price.total}


def show_orders(
    world: World,
    query: Query = "",
    sort_by: SortOrders | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List your orders, the newest first unless a query or an order is given.

    >>> amazon_show_orders(query="tent")
    """
    own = sorted(world.rows.find(ORDERS, user_id=world.owner.id), key=lambda o: (o.created_at, o.id), reverse=True)
    found = ordered(ranked(query, own, lambda order: _words(world, order)), sort_by)
    return page("orders", found, page_index, page_limit, lambda order: order_shown(world, order))


def show_order(world: World, order_id: OrderId) -> Json:
    """See one order with its products, costs and delivery.

    >>> amazon_show_order(order_id=421)
    """
    return order_shown(world, own_order(world, order_id))


def initiate_return(
    world: World,
    order_id: OrderId,
    product_id: ProductId,
    deliverer_id: Annotated[int, Field(description="Who picks it up, as amazon_show_return_deliverers gives it.")],
    quantity: Annotated[int, Field(ge=1, description="How many pieces.")] = 1,
) -> Json:
    """Send back pieces of a product from an order that has arrived; the price is refunded.

    >>> amazon_initiate_return(order_id=421, product_id=404, deliverer_id=1)
    """
    order = own_order(world, order_id)
    item = world.rows.first(ORDER_ITEMS, order_id=order.id, product_id=product_id)
    if item is None:
        hint = "See what was ordered with amazon_show_order."
        raise NotFound(f"product in order {order.id} with the id", product_id, hint=hint)
    if world.rows.get(DELIVERERS, deliverer_id) is None:
        raise NotFound("deliverer with the id", deliverer_id, hint="List them with amazon_show_return_deliverers.")
    _check_returnable(world, item, quantity)
    sent_back = ProductReturn(
        id=world.rows.next_id(RETURNS),
        order_id=order.id,
        product_id=product_id,
        deliverer_id=deliverer_id,
        quantity=quantity,
        refund_amount=round(item.price * quantity, 2),
        initiated_at=world.now(),
    )
    world.rows.add(RETURNS, sent_back)
    world.rows.put(ORDER_ITEMS, replace(item, returned_quantity=item.returned_quantity + quantity), derived=True)
    return {"message": "The return was begun.", "return_id": sent_back.id, "refund_amount": sent_back.refund_amount}


def show_returns(
    world: World,
    order_id: Annotated[int | None, Field(description="Only returns from this order.")] = None,
    sort_by: SortReturns | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List what you sent back.

    >>> amazon_show_returns(order_id=421)
    """
    own = {order.id for order in world.rows.find(ORDERS, user_id=world.owner.id)}
    wanted = own if order_id is None else {own_order(world, order_id).id}
    found = [sent_back for sent_back in world.rows.find(RETURNS) if sent_back.order_id in wanted]
    return page("returns", ordered(found, sort_by), page_index, page_limit, plain)


def show_return(
    world: World,
    return_id: Annotated[int, Field(description="The return's id, as amazon_show_returns gives it.")],
) -> Json:
    """See one of the returns you began.

    >>> amazon_show_return(return_id=428)
    """
    sent_back = world.rows.get(RETURNS, return_id)
    order = world.rows.get(ORDERS, sent_back.order_id) if sent_back else None
    if sent_back is None or order is None or order.user_id != world.owner.id:
        raise NotFound("return of yours with the id", return_id, hint="Find the id with amazon_show_returns.")
    return plain(sent_back)


def show_return_deliverers(world: World) -> Json:
    """List who can pick up what you send back.

    >>> amazon_show_return_deliverers()
    """
    return {"deliverers": [plain(deliverer) for deliverer in world.rows.find(DELIVERERS)]}


def own_order(world: World, order_id: int) -> Order:
    """Raises NotFound for an order that is somebody else's."""
    order = world.rows.get(ORDERS, order_id)
    if order is None or order.user_id != world.owner.id:
        raise NotFound("order of yours with the id", order_id, hint="Find the id with amazon_show_orders.")
    return order


def _order_item(world: World, order: Order, entry: CartEntry, product: Product) -> None:
    """Raises Conflict if the shop has too few left."""
    check_stock(product, entry.quantity)
    item = OrderItem(
        id=world.rows.next_id(ORDER_ITEMS),
        order_id=order.id,
        product_id=product.id,
        ordered_quantity=entry.quantity,
        gift_wrap_quantity=entry.gift_wrap_quantity,
        price=product.price,
        expected_delivery_at=moments.write(world.clock.now() + timedelta(days=product.delivery_days)),
    )
    world.rows.add(ORDER_ITEMS, item)
    left = product.inventory_quantity - entry.quantity
    world.rows.put(PRODUCTS, replace(product, inventory_quantity=left), derived=True)


def _confirm(world: World, order: Order, cart: Sequence[tuple[CartEntry, Product]], price: Price) -> None:
    lines = [f"{entry.quantity} x {product.name}" for entry, product in cart]
    body = "\n".join([*lines, f"Total: {price.total:.2f}", f"To: {order.address_text}"])
    notify(world, "amazon", world.owner.email, subject=f"Your order {order.id}", body=body)


def _check_returnable(world: World, item: OrderItem, quantity: int) -> None:
    if not _has_arrived(world, item):
        hint = f"Wait for it; it is expected at {item.expected_delivery_at}."
        raise Conflict("The product has not arrived yet.", hint=hint)
    left = item.ordered_quantity - item.returned_quantity
    if quantity > left:
        raise Conflict(f"Only {left} of them can still be sent back.", hint=f"Give a quantity of {left} or less.")


def _has_arrived(world: World, item: OrderItem) -> bool:
    return (item.delivered_at or item.expected_delivery_at) <= world.now()


def _items(world: World, order: Order) -> list[tuple[OrderItem, str]]:
    items = world.rows.find(ORDER_ITEMS, order_id=order.id)
    return [(item, product.name if (product := world.rows.get(PRODUCTS, item.product_id)) else "") for item in items]


def _words(world: World, order: Order) -> str:
    return " ".join((order.address_text, *(name for _, name in _items(world, order))))


def order_shown(world: World, order: Order) -> Row:
    items = _items(world, order)
    goods = round(sum(item.price * item.ordered_quantity for item, _ in items), 2)
    fees = order.tax + order.delivery_fee + order.gift_wrap_fee - order.discount
    products: list[Json] = [
        {
            **plain(item, without=("id", "order_id")),
            "name": name,
            "has_arrived": _has_arrived(world, item),
        }
        for item, name in items
    ]
    return {
        "order_id": order.id,
        **plain(order, without=("id", "user_id", "receipt_download_count")),
        "goods": goods,
        "total": round(goods + fees, 2),
        "products": products,
    }


TOOLS = tools(
    "amazon",
    {
        place_order: "buy checkout purchase pay",
        show_orders: "purchases bought history list find",
        show_order: "purchase details delivery track",
        initiate_return: "send back refund complain",
        show_returns: "sent back refunds list",
        show_return: "sent back refund details",
        show_return_deliverers: "pick up couriers",
    },
    needs=(NETWORK,),
)
