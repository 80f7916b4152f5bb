"""The rows of the shop."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import users_table
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Seller:
    id: int
    name: str
    rating: float = 0.0


@dataclass(frozen=True, slots=True)
class Product:
    id: int
    product_type: str
    name: str
    description: str = ""
    seller_id: int = 0
    price: float = 0.0
    delivery_days: int = 0
    inventory_quantity: int = 0
    weight: float = 0.0
    length: float = 0.0
    width: float = 0.0
    height: float = 0.0
    color: str | None = None
    relative_size: str | None = None
    rating: float = 0.0
    seller_rating: float = 0.0
    has_variations: bool = False


@dataclass(frozen=True, slots=True)
class CartEntry:
    id: int
    user_id: int
    product_id: int
    quantity: int = 1
    gift_wrap_quantity: int = 0


@dataclass(frozen=True, slots=True)
class WishListEntry:
    id: int
    user_id: int
    product_id: int
    quantity: int = 1


@dataclass(frozen=True, slots=True)
class Order:
    """Address and card are kept as text too, as they were when it was placed."""

    id: int
    user_id: int
    address_id: int | None = None
    tax: float = 0.0
    delivery_fee: float = 0.0
    gift_wrap_fee: float = 0.0
    discount: float = 0.0
    payment_card_id: int | None = None
    address_text: str = ""
    payment_card_digits: str = ""
    receipt_download_count: int = 0
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class OrderItem:
    id: int
    order_id: int
    product_id: int
    ordered_quantity: int = 1
    returned_quantity: int = 0
    gift_wrap_quantity: int = 0
    price: float = 0.0
    expected_delivery_at: Moment = ""
    delivered_at: Moment | None = None


@dataclass(frozen=True, slots=True)
class Address:
    id: int
    user_id: int
    name: str = ""
    street_address: str = ""
    city: str = ""
    state: str = ""
    country: str = ""
    zip_code: str = ""

    @property
    def text(self) -> str:
        place = f"{self.zip_code} {self.city}".strip()
        return ", ".join(part for part in (self.street_address, place, self.state, self.country) if part)


@dataclass(frozen=True, slots=True)
class PaymentCard:
    id: int
    user_id: int
    card_name: str = ""
    owner_name: str = ""
    card_number: str = ""
    expiry_year: int = 0
    expiry_month: int = 1
    cvv_number: str = ""

    @property
    def digits(self) -> str:
        return self.card_number[-4:]


@dataclass(frozen=True, slots=True)
class Promo:
    """Takes `percentage` off the price of a cart that is worth `minimum_total` or more."""

    id: int
    code: str
    percentage: float = 0.0
    minimum_total: float = 0.0
    expires_at: Moment | None = None


@dataclass(frozen=True, slots=True)
class AppliedPromo:
    id: int
    user_id: int
    promo_id: int


@dataclass(frozen=True, slots=True)
class Deliverer:
    id: int
    name: str
    rating: float = 0.0


@dataclass(frozen=True, slots=True)
class ProductReturn:
    id: int
    order_id: int
    product_id: int
    deliverer_id: int
    quantity: int = 1
    refund_amount: float = 0.0
    initiated_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Review:
    id: int
    product_id: int
    user_id: int
    rating: int
    title: str = ""
    text: str = ""
    is_verified: bool = False
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Question:
    id: int
    product_id: int
    user_id: int
    question: str
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Answer:
    id: int
    question_id: int
    user_id: int
    answer: str
    is_verified: bool = False
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class PrimeSubscription:
    id: int
    user_id: int
    plan: str = ""
    price: float = 0.0
    payment_card_id: int | None = None
    starts_at: Moment = ""
    ends_at: Moment = ""
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class BrowsingEntry:
    id: int
    user_id: int
    product_id: int
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Recommendation:
    id: int
    user_id: int
    product_id: int


USERS = users_table("amazon")
SELLERS = Table(Seller, "amazon.sellers", derived_columns=frozenset({"rating"}))
PRODUCTS = Table(
    Product,
    "amazon.products",
    references={"seller_id": SELLERS.name},
    derived_columns=frozenset({"inventory_quantity", "rating", "seller_rating"}),
)

_OF_USER = {"user_id": USERS.name}
_OF_USER_AND_PRODUCT = {**_OF_USER, "product_id": PRODUCTS.name}

CART = Table(CartEntry, "amazon.cart_entries", owner="user_id", references=_OF_USER_AND_PRODUCT)
WISH_LIST = Table(WishListEntry, "amazon.wish_list_entries", owner="user_id", references=_OF_USER_AND_PRODUCT)
ADDRESSES = Table(Address, "amazon.addresses", owner="user_id", references=_OF_USER)
CARDS = Table(PaymentCard, "amazon.payment_cards", owner="user_id", references=_OF_USER)
ORDERS = Table(
    Order,
    "amazon.orders",
    id_offset=3200,
    spends=True,
    owner="user_id",
    references={**_OF_USER, "address_id": ADDRESSES.name, "payment_card_id": CARDS.name},
)
ORDER_ITEMS = Table(OrderItem, "amazon.order_items", references={"order_id": ORDERS.name, "product_id": PRODUCTS.name})
PROMOS = Table(Promo, "amazon.promos")
APPLIED_PROMOS = Table(
    AppliedPromo, "amazon.applied_promos", owner="user_id", references={**_OF_USER, "promo_id": PROMOS.name}
)
DELIVERERS = Table(Deliverer, "amazon.deliverers")
RETURNS = Table(
    ProductReturn,
    "amazon.product_returns",
    references={"order_id": ORDERS.name, "product_id": PRODUCTS.name, "deliverer_id": DELIVERERS.name},
)
REVIEWS = Table(Review, "amazon.product_reviews", owner="user_id", references=_OF_USER_AND_PRODUCT)
QUESTIONS = Table(Question, "amazon.product_questions", owner="user_id", references=_OF_USER_AND_PRODUCT)
ANSWERS = Table(
    Answer,
    "amazon.product_question_answers",
    owner="user_id",
    references={**_OF_USER, "question_id": QUESTIONS.name},
)
PRIME = Table(
    PrimeSubscription,
    "amazon.prime_subscriptions",
    spends=True,
    owner="user_id",
    references={**_OF_USER, "payment_card_id": CARDS.name},
)
BROWSING = Table(BrowsingEntry, "amazon.browsing_history_entries", owner="user_id", references=_OF_USER_AND_PRODUCT)
RECOMMENDATIONS = Table(
    Recommendation, "amazon.product_recommendations", owner="user_id", references=_OF_USER_AND_PRODUCT
)
TABLES = (
    USERS,
    SELLERS,
    PRODUCTS,
    CART,
    WISH_LIST,
    ADDRESSES,
    CARDS,
    ORDERS,
    ORDER_ITEMS,
    PROMOS,
    APPLIED_PROMOS,
    DELIVERERS,
    RETURNS,
    REVIEWS,
    QUESTIONS,
    ANSWERS,
    PRIME,
    BROWSING,
    RECOMMENDATIONS,
)
