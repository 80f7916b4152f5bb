"""Finding products and sellers."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.tables import PRODUCTS, SELLERS, Product
from scenarios.world.errors import NotFound
from scenarios.world.parameters import PageIndex, PageLimit, Plus, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

ProductId = Annotated[int, Field(description="The product's id, as amazon_search_products gives it.")]
SellerId = Annotated[int, Field(description="The seller's id, as amazon_search_sellers gives it.")]
ProductType = Annotated[str, Field(description="As amazon_search_product_types gives it.")]
Money = Annotated[float, Field(ge=0)]
Stars = Annotated[float, Field(ge=0, le=5)]
SortProducts = Annotated[
    Literal[
        "price",
        "-price",
        "rating",
        "-rating",
        "seller_rating",
        "-seller_rating",
        "delivery_days",
        "-delivery_days",
        "name",
        "-name",
    ],
    Plus,
    Field(description="What to order by instead of how well the query fits; a minus puts the highest first."),
]


def search_products(
    world: World,
    query: Query = "",
    product_type: Annotated[str | None, Field(description="Only products of this type.")] = None,
    color: Annotated[str | None, Field(description="Only products of this colour.")] = None,
    relative_size: Annotated[str | None, Field(description="Only products of this size, such as small.")] = None,
    min_price: Money | None = None,
    max_price: Money | None = None,
    min_product_rating: Stars | None = None,
    max_product_rating: Stars | None = None,
    min_seller_rating: Stars | None = None,
    max_seller_rating: Stars | None = None,
    seller_id: SellerId | None = None,
    sort_by: SortProducts | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find products by words and by what they have to be, with price, rating, delivery time and stock.

    >>> amazon_search_products(query="camp lantern", max_price=40)
    >>> amazon_search_products(product_type="lanterns", sort_by="delivery_days")
    """
    kept = [
        product
        for product in world.rows.find(PRODUCTS)
        if _same(product_type, product.product_type)
        and _same(color, product.color)
        and _same(relative_size, product.relative_size)
        and _between(min_price, product.price, max_price)
        and _between(min_product_rating, product.rating, max_product_rating)
        and _between(min_seller_rating, product.seller_rating, max_seller_rating)
        and seller_id in (None, product.seller_id)
    ]
    found = ordered(ranked(query, kept, lambda item: f"{item.name} {item.product_type} {item.description}"), sort_by)
    return page("products", found, page_index, page_limit, lambda product: product_shown(world, product))


def show_product(world: World, product_id: ProductId) -> Json:
    """See everything about one product.

    >>> amazon_show_product(product_id=401)
    """
    product = product_of(world, product_id)
    return {**plain(product, without=("seller_id",)), "seller": _seller(world, product)}


def search_product_types(world: World, query: Query = "", page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """Find out which types of products there are.

    >>> amazon_search_product_types(query="lantern")
    """
    kinds = sorted({product.product_type for product in world.rows.find(PRODUCTS)})
    return page("product_types", ranked(query, kinds, str), page_index, page_limit, str)


def show_product_feature_choices(world: World, product_type: ProductType) -> Json:
    """See in which colours, sizes and prices there are products of a type.

    >>> amazon_show_product_feature_choices(product_type="lanterns")
    """
    products = [product for product in world.rows.find(PRODUCTS) if _same(product_type, product.product_type)]
    if not products:
        raise NotFound("product type", product_type, hint="Find the types with amazon_search_product_types.")
    return {
        "product_type": products[0].product_type,
        "colors": [*sorted({product.color for product in products if product.color})],
        "relative_sizes": [*sorted({product.relative_size for product in products if product.relative_size})],
        "min_price": min(product.price for product in products),
        "max_price": max(product.price for product in products),
    }


def search_sellers(world: World, query: Query = "", page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """Find sellers by name.

    >>> amazon_search_sellers(query="Fernweh")
    """
    found = ranked(query, world.rows.find(SELLERS), lambda seller: seller.name)
    return page("sellers", found, page_index, page_limit, plain)


def show_seller(world: World, seller_id: SellerId) -> Json:
    """See a seller with their rating and number of products.

    >>> amazon_show_seller(seller_id=391)
    """
    seller = world.rows.get(SELLERS, seller_id)
    if seller is None:
        raise NotFound("seller with the id", seller_id, hint="Find the id with amazon_search_sellers.")
    return plain(seller, products=world.rows.count(PRODUCTS, seller_id=seller.id))


def product_of(world: World, product_id: int) -> Product:
    """Raises NotFound for a product that the shop does not have."""
    product = world.rows.get(PRODUCTS, product_id)
    if product is None:
        raise NotFound("product with the id", product_id, hint="Find the id with amazon_search_products.")
    return product


def product_shown(world: World, product: Product) -> Row:
    return {
        "id": product.id,
        "name": product.name,
        "product_type": product.product_type,
        "description": product.description,
        "price": product.price,
        "rating": product.rating,
        "delivery_days": product.delivery_days,
        "inventory_quantity": product.inventory_quantity,
        "color": product.color,
        "relative_size": product.relative_size,
        "seller": _seller(world, product),
    }


def _seller(world: World, product: Product) -> Row:
    seller = world.rows.get(SELLERS, product.seller_id)
    return {"id": product.seller_id, "name": seller.name if seller else "", "rating": product.seller_rating}


def _same(wanted: str | None, value: str | None) -> bool:
    return wanted is None or wanted.strip().casefold() == (value or "").casefold()


def _between(low: float | None, value: float, high: float | None) -> bool:
    return (low is None or low <= value) and (high is None or value <= high)


TOOLS = tools(
    "amazon",
    {
        search_products: "shop find buy item goods price",
        show_product: "item details price stock size",
        search_product_types: "kinds categories of goods",
        show_product_feature_choices: "colours sizes options of goods",
        search_sellers: "shops merchants find",
        show_seller: "shop merchant rating",
    },
    needs=(NETWORK,),
)
