"""Products and orders of the sample world."""

from __future__ import annotations

from scenarios.world.domains.accounts import sample_owner
from scenarios.world.domains.amazon.tables import (
    ANSWERS,
    APPLIED_PROMOS,
    CART,
    ORDER_ITEMS,
    ORDERS,
    PRIME,
    PRODUCTS,
    PROMOS,
    QUESTIONS,
    RETURNS,
    REVIEWS,
    SELLERS,
    USERS,
    WISH_LIST,
)
from scenarios.world.owner import Rows

SAMPLE: Rows = {
    USERS.name: [
        sample_owner(),
        {"id": 201, "first_name": "Tove", "last_name": "Arnesen", "email": "tove.arnesen@example.com"},
    ],
    SELLERS.name: [
        {"id": 391, "name": "Fernweh Outfitters", "rating": 4.5},
        {"id": 392, "name": "Tinder & Rope", "rating": 3.9},
    ],
    PRODUCTS.name: [
        {
            "id": 401,
            "product_type": "lanterns",
            "name": "Halden Trail Lantern",
            "description": "Rechargeable camp lantern, 400 lumen",
            "seller_id": 391,
            "price": 39.5,
            "delivery_days": 5,
            "inventory_quantity": 25,
            "color": "black",
            "relative_size": "medium",
            "rating": 4.2,
            "seller_rating": 4.5,
        },
        {
            "id": 402,
            "product_type": "lanterns",
            "name": "Brisk Camp Lantern",
            "description": "Battery camp lantern, 250 lumen",
            "seller_id": 391,
            "price": 24.0,
            "delivery_days": 1,
            "inventory_quantity": 10,
            "color": "green",
            "relative_size": "small",
            "rating": 4.4,
            "seller_rating": 4.5,
        },
        {
            "id": 403,
            "product_type": "lanterns",
            "name": "Oxeye Beacon",
            "description": "Solar lantern, 300 lumen",
            "seller_id": 392,
            "price": 31.0,
            "delivery_days": 3,
            "inventory_quantity": 4,
            "color": "black",
            "rating": 4.8,
            "seller_rating": 3.9,
        },
        {
            "id": 404,
            "product_type": "tents",
            "name": "Kestrel Tent",
            "description": "For two people",
            "seller_id": 392,
            "price": 129.0,
            "delivery_days": 2,
            "inventory_quantity": 3,
            "rating": 4.0,
            "seller_rating": 3.9,
        },
    ],
    CART.name: [{"id": 411, "user_id": 1, "product_id": 402, "quantity": 2, "gift_wrap_quantity": 1}],
    WISH_LIST.name: [{"id": 415, "user_id": 1, "product_id": 403, "quantity": 2}],
    ORDERS.name: [
        {
            "id": 421,
            "user_id": 1,
            "tax": 20.64,
            "address_text": "12 Birch Street, 20400 Larkstead, Norland",
            "payment_card_digits": "4242",
            "created_at": "2026-04-10T12:00:00",
        },
        {"id": 422, "user_id": 201, "created_at": "2026-04-11T12:00:00"},
        {"id": 423, "user_id": 1, "tax": 2.48, "delivery_fee": 5.0, "created_at": "2026-05-03T12:00:00"},
    ],
    ORDER_ITEMS.name: [
        {
            "id": 425,
            "order_id": 421,
            "product_id": 404,
            "ordered_quantity": 2,
            "returned_quantity": 1,
            "price": 129.0,
            "expected_delivery_at": "2026-04-12T12:00:00",
            "delivered_at": "2026-04-12T15:00:00",
        },
        {"id": 426, "order_id": 422, "product_id": 401, "price": 39.5},
        {
            "id": 427,
            "order_id": 423,
            "product_id": 403,
            "price": 31.0,
            "expected_delivery_at": "2026-05-06T12:00:00",
        },
    ],
    PROMOS.name: [{"id": 451, "code": "BIG50", "percentage": 50.0, "minimum_total": 500.0}],
    APPLIED_PROMOS.name: [{"id": 455, "user_id": 1, "promo_id": 451}],
    RETURNS.name: [{"id": 428, "order_id": 421, "product_id": 404, "deliverer_id": 2, "refund_amount": 129.0}],
    PRIME.name: [
        {
            "id": 441,
            "user_id": 1,
            "plan": "monthly",
            "price": 14.99,
            "payment_card_id": 1,
            "starts_at": "2026-01-01T00:00:00",
            "ends_at": "2026-01-31T00:00:00",
        }
    ],
    REVIEWS.name: [
        {"id": 431, "product_id": 404, "user_id": 201, "rating": 4, "title": "Dry", "text": "Kept the rain out."},
        {"id": 432, "product_id": 403, "user_id": 1, "rating": 5, "title": "Bright", "is_verified": True},
    ],
    QUESTIONS.name: [
        {"id": 435, "product_id": 404, "user_id": 201, "question": "Does it stand in wind?"},
        {"id": 436, "product_id": 402, "user_id": 1, "question": "How bright is it?"},
    ],
    ANSWERS.name: [
        {"id": 438, "question_id": 435, "user_id": 201, "answer": "In a breeze it does."},
        {"id": 439, "question_id": 435, "user_id": 1, "answer": "Yes, with all pegs."},
    ],
}
