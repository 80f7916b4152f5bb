"""Receipts of orders and subscriptions, saved as files."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.orders import OrderId, order_shown, own_order
from scenarios.world.domains.amazon.prime import own_subscription, subscription_shown
from scenarios.world.domains.amazon.tables import ORDERS
from scenarios.world.domains.file_system.paths import write_file
from scenarios.world.world import World
from ui_server.expressions import Json

SubscriptionId = Annotated[
    int, Field(description="The subscription's id, as amazon_show_prime_subscriptions gives it.")
]
FilePath = Annotated[str, Field(min_length=2, description="Such as ~/downloads/receipt.txt.")]
Overwrite = Annotated[bool, Field(description="Replace what has that name already.")]


def download_order_receipt(
    world: World, order_id: OrderId, download_to_file_path: FilePath, overwrite: Overwrite = False
) -> Json:
    """Save the receipt of an order as a file.

    >>> amazon_download_order_receipt(order_id=421, download_to_file_path="~/downloads/receipt.txt")
    """
    order = own_order(world, order_id)
    shown = order_shown(world, order)
    products = shown["products"] if isinstance(shown["products"], list) else []
    sold = [each for each in products if isinstance(each, dict)]
    lines = [
        f"Order {order.id} of {order.created_at}",
        *(f"{each['ordered_quantity']} x {each['name']}: {each['price']:.2f} each" for each in sold),
        f"Total: {shown['total']:.2f}",
        f"Delivered to: {order.address_text}",
        f"Paid with the card ending in {order.payment_card_digits}",
    ]
    file = write_file(world, download_to_file_path, "\n".join(lines), overwrite=overwrite)
    world.rows.put(ORDERS, replace(order, receipt_download_count=order.receipt_download_count + 1), derived=True)
    return {"message": f"The receipt was saved to {file.tilde_path}.", "file_path": file.path}


def download_prime_subscription_receipt(
    world: World,
    prime_subscription_id: SubscriptionId,
    download_to_file_path: FilePath,
    overwrite: Overwrite = False,
) -> Json:
    """Save the receipt of a subscription to prime as a file.

    >>> amazon_download_prime_subscription_receipt(
    ...     prime_subscription_id=441, download_to_file_path="~/downloads/prime.txt"
    ... )
    """
    subscription = own_subscription(world, prime_subscription_id)
    lines = [
        f"Prime, {subscription.plan} plan",
        f"From {subscription.starts_at} to {subscription.ends_at}",
        f"Total: {subscription.price:.2f}",
        f"Paid with the card ending in {subscription_shown(world, subscription)['payment_card_digits']}",
    ]
    file = write_file(world, download_to_file_path, "\n".join(lines), overwrite=overwrite)
    return {"message": f"The receipt was saved to {file.tilde_path}.", "file_path": file.path}


TOOLS = tools(
    "amazon",
    {
        download_order_receipt: "invoice bill purchase save file",
        download_prime_subscription_receipt: "invoice bill membership save file",
    },
    needs=(NETWORK,),
)
