"""The shop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.changes import Change
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]
HALDEN, BRISK, OXEYE, KESTREL = 401, 402, 403, 404


def of(changes: tuple[Change, ...], table: str) -> list[Change]:
    return [change for change in changes if change.table == f"amazon.{table}"]


def ids(result: Any, name: str = "products") -> list[int]:
    return [item["id"] for item in result[name]]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [HALDEN, BRISK, OXEYE, KESTREL]),
        ({"query": "brisk lantern"}, [BRISK, HALDEN, OXEYE]),
        ({"product_type": "Lanterns", "sort_by": "delivery_days"}, [BRISK, OXEYE, HALDEN]),
        ({"color": "Black"}, [HALDEN, OXEYE]),
        ({"relative_size": "small"}, [BRISK]),
        ({"min_price": 31, "max_price": 39.5}, [HALDEN, OXEYE]),
        ({"min_product_rating": 4.4, "sort_by": "-rating"}, [OXEYE, BRISK]),
        ({"max_product_rating": 4.0}, [KESTREL]),
        ({"min_seller_rating": 4.0}, [HALDEN, BRISK]),
        ({"max_seller_rating": 4.0}, [OXEYE, KESTREL]),
        ({"seller_id": 392}, [OXEYE, KESTREL]),
        ({"sort_by": "+price", "page_limit": 2}, [BRISK, OXEYE]),
        ({"query": "kayak"}, []),
    ],
)
def test_products_are_found_by_words_and_by_what_they_are(ask: Ask, wanted: dict[str, Any], found: list[int]) -> None:
    assert ids(ask("amazon_search_products", **wanted)) == found


def test_a_found_product_shows_what_a_choice_needs(ask: Ask) -> None:
    (product,) = ask("amazon_search_products", query="Oxeye")["products"]
    assert product == {
        "id": OXEYE,
        "name": "Oxeye Beacon",
        "product_type": "lanterns",
        "description": "Solar lantern, 300 lumen",
        "price": 31.0,
        "rating": 4.8,
        "delivery_days": 3,
        "inventory_quantity": 4,
        "color": "black",
        "relative_size": None,
        "seller": {"id": 392, "name": "Tinder & Rope", "rating": 3.9},
    }


def test_a_page_says_how_many_products_there_are(ask: Ask) -> None:
    result = ask("amazon_search_products", page_index=1, page_limit=3)
    assert (ids(result), result["total"], result["page_index"]) == ([KESTREL], 4, 1)


def test_types_features_and_sellers_can_be_looked_up(ask: Ask, refusal: Refusal) -> None:
    assert ask("amazon_search_product_types")["product_types"] == ["lanterns", "tents"]
    assert ask("amazon_show_product_feature_choices", product_type="LANTERNS") == {
        "product_type": "lanterns",
        "colors": ["black", "green"],
        "relative_sizes": ["medium", "small"],
        "min_price": 24.0,
        "max_price": 39.5,
    }
    assert refusal("amazon_show_product_feature_choices", product_type="kayaks")[0] == "not_found"
    assert ids(ask("amazon_search_sellers", query="rope"), "sellers") == [392]
    assert ask("amazon_show_seller", seller_id=391)["products"] == 2


def test_the_cart_adds_up(ask: Ask) -> None:
    cart = ask("amazon_show_cart")
    assert [(entry["product_id"], entry["quantity"]) for entry in cart["products"]] == [(BRISK, 2)]
    # 2 x 24.00 is less than 50.00, so delivery costs 5.00; 8 % of 48.00 is 3.84; one gift wrap is 2.00.
    assert (cart["goods"], cart["delivery_fee"], cart["tax"], cart["total"]) == (48.0, 5.0, 3.84, 58.84)


def test_an_empty_cart_costs_nothing(ask: Ask) -> None:
    ask("amazon_clear_cart")
    assert ask("amazon_show_cart")["total"] == 0.0


def test_a_new_product_is_a_new_entry_of_the_owner(call: Callable[..., Call]) -> None:
    (change,) = call("amazon_add_product_to_cart", product_id=HALDEN).changes
    assert (change.table, change.operation, change.derived) == ("amazon.cart_entries", "create", False)
    assert change.new == {"id": 412, "user_id": 1, "product_id": HALDEN, "quantity": 1, "gift_wrap_quantity": 0}


def test_more_of_a_product_is_the_same_entry(call: Callable[..., Call]) -> None:
    (change,) = call("amazon_add_product_to_cart", product_id=BRISK, quantity=3).changes
    assert (change.operation, change.old, change.new) == ("update", {"quantity": 2}, {"quantity": 5})


def test_the_cart_may_be_cleared_first(ask: Ask) -> None:
    cart = ask("amazon_add_product_to_cart", product_id=OXEYE, clear_cart_first=True)["cart"]
    assert [entry["product_id"] for entry in cart["products"]] == [OXEYE]


def test_no_more_than_the_shop_has_goes_into_the_cart(ask: Ask, refusal: Refusal) -> None:
    code, said = refusal("amazon_add_product_to_cart", product_id=BRISK, quantity=9)
    assert code == "conflict"
    assert "Take 10 or fewer" in said
    ask("amazon_add_product_to_cart", product_id=BRISK, quantity=8)
    assert refusal("amazon_update_product_quantity_in_cart", product_id=BRISK, quantity=11)[0] == "conflict"
    assert refusal("amazon_add_product_to_cart", product_id=KESTREL, quantity=0)[0] == "invalid_arguments"


def test_a_refused_change_with_clearing_leaves_the_cart_as_it_was(ask: Ask, refusal: Refusal) -> None:
    refusal("amazon_add_product_to_cart", product_id=OXEYE, quantity=99, clear_cart_first=True)
    assert [entry["product_id"] for entry in ask("amazon_show_cart")["products"]] == [BRISK]


def test_quantities_are_set_and_wrapping_follows(ask: Ask, world: World) -> None:
    ask("amazon_add_gift_wrapping_to_product", product_id=BRISK)
    cart = ask("amazon_update_product_quantity_in_cart", product_id=BRISK, quantity=1)["cart"]
    assert [(entry["quantity"], entry["gift_wrap_quantity"]) for entry in cart["products"]] == [(1, 1)]
    assert cart["gift_wrap_fee"] == 2.0
    assert len(world.rows.rows("amazon.cart_entries")) == 1


def test_only_what_is_in_the_cart_is_changed_wrapped_or_taken_out(refusal: Refusal) -> None:
    assert refusal("amazon_update_product_quantity_in_cart", product_id=OXEYE, quantity=1)[0] == "not_found"
    assert refusal("amazon_delete_product_from_cart", product_id=OXEYE)[0] == "not_found"
    assert refusal("amazon_add_gift_wrapping_to_product", product_id=OXEYE)[0] == "not_found"
    assert refusal("amazon_add_gift_wrapping_to_product", product_id=BRISK, quantity=3)[0] == "conflict"


def test_the_cart_is_cleared_once(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_delete_product_from_cart", product_id=BRISK)
    assert refusal("amazon_clear_cart")[0] == "conflict"


def test_a_promo_code_takes_its_share_off(ask: Ask, refusal: Refusal) -> None:
    cart = ask("amazon_apply_promo_code_to_cart", promo_code="welcome10")["cart"]
    # 10 % of 48.00 is 4.80; 8 % of 43.20 is 3.46; 43.20 + 5.00 + 3.46, and 2.00 for a gift wrap.
    assert (cart["promo_code"], cart["discount"], cart["tax"], cart["total"]) == ("WELCOME10", 4.8, 3.46, 53.66)
    assert refusal("amazon_apply_promo_code_to_cart", promo_code="WELCOME10")[0] == "conflict"
    assert refusal("amazon_apply_promo_code_to_cart", promo_code="WELCOME99")[0] == "not_found"


def test_a_promo_code_needs_a_cart_that_is_worth_it_and_a_day_on_which_it_holds(
    open_world: Callable[..., World], plan: Plan
) -> None:
    promos = [
        {"id": 5, "code": "BIG", "percentage": 20, "minimum_total": 500},
        {"id": 6, "code": "OLD", "percentage": 20, "expires_at": "2026-05-03T23:59:59"},
    ]
    calls = Calls(open_world({**plan.sample(), "amazon.promos": promos}), plan.registry)
    for code, refused in (("BIG", "conflict"), ("OLD", "not_found")):
        error = calls.run("amazon_apply_promo_code_to_cart", {"promo_code": code}).error
        assert error is not None and error["code"] == refused


def test_delivery_is_free_from_a_sum_on_and_for_prime_members(open_world: Callable[..., World], plan: Plan) -> None:
    sample = plan.sample()
    tent = {"id": 411, "user_id": 1, "product_id": KESTREL}
    prime = {"id": 1, "user_id": 1, "starts_at": "2026-01-01", "ends_at": "2026-12-31"}
    for rows in ({"amazon.cart_entries": [tent]}, {"amazon.prime_subscriptions": [prime]}):
        cart: Any = Calls(open_world({**sample, **rows}), plan.registry).run("amazon_show_cart", {}).result
        assert cart["delivery_fee"] == 0.0


def test_the_wish_list_is_filled_changed_and_cleared(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_add_product_to_wish_list", product_id=OXEYE)
    ask("amazon_add_product_to_wish_list", product_id=HALDEN, quantity=2)
    listed = ask("amazon_show_wish_list")["products"]
    assert [(entry["id"], entry["quantity"]) for entry in listed] == [(OXEYE, 3), (HALDEN, 2)]
    ask("amazon_update_product_quantity_in_wish_list", product_id=OXEYE, quantity=1)
    ask("amazon_delete_product_from_wish_list", product_id=HALDEN)
    ask("amazon_clear_wish_list")
    assert refusal("amazon_clear_wish_list")[0] == "conflict"
    assert refusal("amazon_delete_product_from_wish_list", product_id=OXEYE)[0] == "not_found"
    assert refusal("amazon_update_product_quantity_in_wish_list", product_id=OXEYE, quantity=2)[0] == "not_found"


def test_a_wish_is_the_owners(call: Callable[..., Call]) -> None:
    (change,) = call("amazon_add_product_to_wish_list", product_id=KESTREL).changes
    assert (change.table, change.new) == (
        "amazon.wish_list_entries",
        {"id": 416, "user_id": 1, "product_id": KESTREL, "quantity": 1},
    )


def test_the_wish_list_may_be_cleared_first(ask: Ask) -> None:
    ask("amazon_add_product_to_wish_list", product_id=HALDEN, clear_wish_list_first=True)
    assert ids(ask("amazon_show_wish_list")) == [HALDEN]


def test_products_move_between_cart_and_wish_list(call: Callable[..., Call], refusal: Refusal) -> None:
    made = call("amazon_move_product_from_cart_to_wish_list", product_id=BRISK, quantity=1)
    assert {(change.table, change.operation) for change in made.changes} == {
        ("amazon.cart_entries", "update"),
        ("amazon.wish_list_entries", "create"),
    }
    made = call("amazon_move_product_from_wish_list_to_cart", product_id=OXEYE)
    assert [change.new.get("quantity") for change in of(made.changes, "cart_entries")] == [2]
    assert [change.operation for change in of(made.changes, "wish_list_entries")] == ["delete"]
    assert refusal("amazon_move_product_from_cart_to_wish_list", product_id=BRISK, quantity=2)[0] == "conflict"
    assert refusal("amazon_move_product_from_wish_list_to_cart", product_id=OXEYE)[0] == "not_found"


def test_a_move_that_the_stock_does_not_allow_moves_nothing(open_world: Callable[..., World], plan: Plan) -> None:
    wishes = [{"id": 415, "user_id": 1, "product_id": OXEYE, "quantity": 9}]
    world = open_world({**plan.sample(), "amazon.wish_list_entries": wishes})
    call = Calls(world, plan.registry).run("amazon_move_product_from_wish_list_to_cart", {"product_id": OXEYE})
    assert call.error is not None and call.error["code"] == "conflict"
    assert world.rows.changes() == ()


def test_an_order_is_made_of_the_cart(call: Callable[..., Call], ask: Ask) -> None:
    ask("amazon_add_product_to_cart", product_id=HALDEN)
    made = call("amazon_place_order", payment_card_id=1, address_id=1)
    (order,) = of(made.changes, "orders")
    # 2 x 24.00 + 39.50 = 87.50: delivered for nothing; 8 % is 7.00; one gift wrap is 2.00.
    assert order.new == {
        "id": 424,
        "user_id": 1,
        "address_id": 1,
        "tax": 7.0,
        "delivery_fee": 0.0,
        "gift_wrap_fee": 2.0,
        "discount": 0.0,
        "payment_card_id": 1,
        "address_text": "12 Birch Street, 20400 Larkstead, Norland",
        "payment_card_digits": "4242",
        "receipt_download_count": 0,
        "created_at": "2026-05-04T09:00:00",
    }
    items = of(made.changes, "order_items")
    assert [(i.new["product_id"], i.new["ordered_quantity"], i.new["price"]) for i in items] == [
        (BRISK, 2, 24.0),
        (HALDEN, 1, 39.5),
    ]
    assert [i.new["expected_delivery_at"] for i in items] == ["2026-05-05T09:00:00", "2026-05-09T09:00:00"]
    assert made.result == {"message": "The order was placed.", "order_id": 424, "total": 96.5}


def test_stock_cart_and_notice_follow_from_an_order(call: Callable[..., Call], ask: Ask) -> None:
    made = call("amazon_place_order", payment_card_id=1, address_id=1)
    follows = {(change.table, change.operation) for change in made.changes if change.derived}
    assert follows == {
        ("amazon.products", "update"),
        ("amazon.cart_entries", "delete"),
        ("amazon.applied_promos", "delete"),
        ("gmail.emails", "create"),
        ("gmail.global_email_threads", "create"),
        ("gmail.user_email_threads", "create"),
    }
    assert [change.new for change in of(made.changes, "products")] == [{"inventory_quantity": 8}]
    assert ask("amazon_show_cart")["products"] == []
    notice = ask("gmail_show_inbox_threads", query="order 424")["threads"][0]
    assert "2 x Brisk Camp Lantern" in notice["last_email"]


def test_an_order_uses_up_the_promo_code(ask: Ask) -> None:
    ask("amazon_apply_promo_code_to_cart", promo_code="WELCOME10")
    order = ask("amazon_place_order", payment_card_id=1, address_id=1)["order_id"]
    assert ask("amazon_show_order", order_id=order)["discount"] == 4.8
    assert ask("amazon_show_cart")["promo_code"] is None


def test_a_promo_code_is_taken_off_once(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_apply_promo_code_to_cart", promo_code="WELCOME10")
    cart = ask("amazon_remove_promo_code_from_cart")["cart"]
    assert (cart["promo_code"], cart["discount"], cart["total"]) == (None, 0.0, 58.84)
    assert refusal("amazon_remove_promo_code_from_cart")[0] == "conflict"


def test_gift_wrapping_is_taken_off_piece_by_piece_or_at_once(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_add_gift_wrapping_to_product", product_id=BRISK, quantity=2)
    cart = ask("amazon_remove_gift_wrapping_from_product", product_id=BRISK, quantity=1)["cart"]
    assert (cart["products"][0]["gift_wrap_quantity"], cart["gift_wrap_fee"]) == (1, 2.0)
    assert refusal("amazon_remove_gift_wrapping_from_product", product_id=BRISK, quantity=2)[0] == "conflict"
    assert ask("amazon_remove_gift_wrapping_from_product", product_id=BRISK)["cart"]["gift_wrap_fee"] == 0.0
    assert refusal("amazon_remove_gift_wrapping_from_product", product_id=BRISK)[0] == "conflict"
    assert refusal("amazon_remove_gift_wrapping_from_product", product_id=OXEYE)[0] == "not_found"


def test_a_return_is_seen_by_whoever_began_it(refusal: Refusal, open_world: Callable[..., World], plan: Plan) -> None:
    theirs = {"id": 429, "order_id": 422, "product_id": HALDEN, "deliverer_id": 1}
    calls = Calls(open_world({**plan.sample(), "amazon.product_returns": [theirs]}), plan.registry)
    error = calls.run("amazon_show_return", {"return_id": 429}).error
    assert error is not None and error["code"] == "not_found"
    assert refusal("amazon_show_return", return_id=999)[0] == "not_found"


def test_a_receipt_is_saved_as_a_file_and_counted(call: Callable[..., Call], ask: Ask, refusal: Refusal) -> None:
    made = call("amazon_download_order_receipt", order_id=421, download_to_file_path="~/r.txt")
    (file,) = [change for change in made.changes if change.table == "file_system.files"]
    # 2 x 129.00 and 20.64 of tax.
    assert file.new["content"] == (
        "Order 421 of 2026-04-10T12:00:00\n2 x Kestrel Tent: 129.00 each\nTotal: 278.64\n"
        "Delivered to: 12 Birch Street, 20400 Larkstead, Norland\nPaid with the card ending in 4242"
    )
    (order,) = of(made.changes, "orders")
    assert (order.new, order.derived) == ({"receipt_download_count": 1}, True)
    again = {"order_id": 421, "download_to_file_path": "~/r.txt"}
    assert refusal("amazon_download_order_receipt", **again)[0] == "conflict"
    ask("amazon_download_order_receipt", **again, overwrite=True)
    assert refusal("amazon_download_order_receipt", order_id=422, download_to_file_path="~/s.txt")[0] == "not_found"


def test_prime_is_paid_by_a_card_and_delivers_for_nothing(call: Callable[..., Call], ask: Ask) -> None:
    made = call("amazon_subscribe_prime", payment_card_id=1, duration="monthly")
    (subscription,) = of(made.changes, "prime_subscriptions")
    assert (subscription.new["price"], subscription.new["payment_card_id"], subscription.derived) == (14.99, 1, False)
    # Thirty days from the fourth of May.
    assert subscription.new["starts_at"] == "2026-05-04T09:00:00"
    assert subscription.new["ends_at"] == "2026-06-03T09:00:00"
    assert ask("amazon_show_cart")["delivery_fee"] == 0.0
    assert "prime" in ask("gmail_show_inbox_threads", query="Welcome to prime")["threads"][0]["subject"]


def test_a_member_adds_to_the_time_that_is_left(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_subscribe_prime", payment_card_id=1, duration="monthly")
    ask("amazon_subscribe_prime", payment_card_id=1, duration="yearly")
    newest, before, old = ask("amazon_show_prime_subscriptions")["prime_subscriptions"]
    assert (newest["starts_at"], newest["ends_at"]) == ("2026-06-03T09:00:00", "2027-06-03T09:00:00")
    assert [each["is_running"] for each in (newest, before, old)] == [False, True, False]
    assert refusal("amazon_subscribe_prime", payment_card_id=9, duration="yearly")[0] == "not_found"
    assert [plan["price"] for plan in ask("amazon_show_prime_plans")["plans"]] == [14.99, 139.0]


def test_the_receipt_of_a_subscription_is_the_owners(call: Callable[..., Call], refusal: Refusal) -> None:
    wanted = {"prime_subscription_id": 441, "download_to_file_path": "~/p.txt"}
    made = call("amazon_download_prime_subscription_receipt", **wanted)
    (file,) = [change for change in made.changes if change.table == "file_system.files"]
    assert str(file.new["content"]).endswith("Total: 14.99\nPaid with the card ending in 4242")
    wanted["prime_subscription_id"] = 442
    assert refusal("amazon_download_prime_subscription_receipt", **wanted)[0] == "not_found"


def test_a_card_is_renamed_and_deleted_and_stays_secret(ask: Ask, refusal: Refusal) -> None:
    ask("amazon_update_payment_card", payment_card_id=1, card_name="Groceries")
    shown = ask("amazon_show_payment_card", payment_card_id=1)
    assert (shown["card_name"], shown["last_digits"]) == ("Groceries", "4242")
    assert not {"card_number", "cvv_number"} & set(shown)
    assert refusal("amazon_update_payment_card", payment_card_id=1, card_name="Groceries")[0] == "conflict"
    ask("amazon_delete_payment_card", payment_card_id=1)
    for tool in ("amazon_show_payment_card", "amazon_delete_payment_card"):
        assert refusal(tool, payment_card_id=1)[0] == "not_found"


def test_an_order_needs_a_cart_a_card_that_holds_and_an_address(
    open_world: Callable[..., World], plan: Plan, ask: Ask, refusal: Refusal
) -> None:
    ask("amazon_clear_cart")
    assert refusal("amazon_place_order", payment_card_id=1, address_id=1)[0] == "conflict"
    card = {"id": 7, "user_id": 1, "card_number": "4000000000001111", "expiry_year": 2026, "expiry_month": 4}
    theirs = {"id": 8, "user_id": 201, "card_number": "4000000000002222", "expiry_year": 2030}
    calls = Calls(open_world({**plan.sample(), "amazon.payment_cards": [card, theirs]}), plan.registry)
    for number, refused in ((7, "conflict"), (8, "not_found")):
        error = calls.run("amazon_place_order", {"payment_card_id": number, "address_id": 1}).error
        assert error is not None and error["code"] == refused


def test_an_order_that_the_stock_does_not_allow_changes_nothing(open_world: Callable[..., World], plan: Plan) -> None:
    cart = [
        {"id": 1, "user_id": 1, "product_id": BRISK, "quantity": 1},
        {"id": 2, "user_id": 1, "product_id": KESTREL, "quantity": 4},
    ]
    world = open_world({**plan.sample(), "amazon.cart_entries": cart})
    call = Calls(world, plan.registry).run("amazon_place_order", {"payment_card_id": 1, "address_id": 1})
    assert call.error is not None and call.error["code"] == "conflict"
    assert world.rows.changes() == ()


def test_orders_are_the_owners_and_the_newest_come_first(ask: Ask, refusal: Refusal) -> None:
    orders = ask("amazon_show_orders")["orders"]
    assert [order["order_id"] for order in orders] == [423, 421]
    assert (orders[1]["goods"], orders[1]["total"]) == (258.0, 278.64)
    assert [order["order_id"] for order in ask("amazon_show_orders", query="tent")["orders"]] == [421]
    assert [order["order_id"] for order in ask("amazon_show_orders", sort_by="created_at")["orders"]] == [421, 423]
    assert refusal("amazon_show_order", order_id=422)[0] == "not_found"


def test_what_has_arrived_can_be_sent_back(call: Callable[..., Call], ask: Ask, refusal: Refusal) -> None:
    made = call("amazon_initiate_return", order_id=421, product_id=KESTREL, deliverer_id=3)
    (sent_back,), (item,) = of(made.changes, "product_returns"), of(made.changes, "order_items")
    assert (sent_back.new["quantity"], sent_back.new["refund_amount"], sent_back.derived) == (1, 129.0, False)
    assert (item.old, item.new, item.derived) == ({"returned_quantity": 1}, {"returned_quantity": 2}, True)
    code, said = refusal("amazon_initiate_return", order_id=421, product_id=KESTREL, deliverer_id=3)
    assert code == "conflict"
    assert "Only 0 of them" in said
    assert ids(ask("amazon_show_returns", order_id=421), "returns") == [428, sent_back.key]
    assert ask("amazon_show_return", return_id=sent_back.key)["refund_amount"] == 129.0
    assert ask("amazon_show_returns", order_id=423)["total"] == 0


def test_what_is_on_its_way_cannot_be_sent_back_yet(world: World, plan: Plan) -> None:
    calls = Calls(world, plan.registry)
    wanted: Any = {"order_id": 423, "product_id": OXEYE, "deliverer_id": 1}
    error = calls.run("amazon_initiate_return", wanted).error
    assert error is not None and "2026-05-06T12:00:00" in str(error["hint"])
    world.clock.advance(timedelta(days=3))
    assert calls.run("amazon_initiate_return", wanted).ok


def test_a_return_names_a_product_of_the_order_and_a_courier(refusal: Refusal) -> None:
    assert refusal("amazon_initiate_return", order_id=421, product_id=OXEYE, deliverer_id=1)[0] == "not_found"
    assert refusal("amazon_initiate_return", order_id=421, product_id=KESTREL, deliverer_id=9)[0] == "not_found"


def test_addresses_are_added_changed_and_deleted(ask: Ask, refusal: Refusal) -> None:
    made = ask(
        "amazon_add_address",
        name="Office",
        street_address="4 Harbour Row",
        city="Larkstead",
        state="",
        country="Norland",
        zip_code="20410",
    )
    ask("amazon_update_address", address_id=made["address_id"], city="Merrow")
    assert [address["city"] for address in ask("amazon_show_addresses")["addresses"]] == ["Larkstead", "Merrow"]
    ask("amazon_delete_address", address_id=1)
    assert refusal("amazon_update_address", address_id=1, city="x")[0] == "not_found"
    assert refusal("amazon_update_address", address_id=made["address_id"])[0] == "conflict"


def card(**more: Any) -> dict[str, Any]:
    given = {"card_name": "Travel", "owner_name": "N. Lindqvist", "card_number": "4000-0000-0000-1234"}
    return {**given, "expiry_year": 2026, "expiry_month": 5, "cvv_number": "123", **more}


def test_a_card_is_added_until_the_end_of_its_last_month(ask: Ask) -> None:
    ask("amazon_add_payment_card", **card())
    shown = ask("amazon_show_payment_cards")["payment_cards"][-1]
    assert (shown["last_digits"], shown["is_expired"]) == ("1234", False)
    assert not {"card_number", "cvv_number"} & set(shown)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"expiry_month": 4}, "conflict"),
        ({"card_number": "1234"}, "conflict"),
        ({"card_number": "4000 0000 0000 4242"}, "conflict"),
        ({"expiry_month": 13}, "invalid_arguments"),
        ({"cvv_number": "12"}, "invalid_arguments"),
    ],
)
def test_a_card_that_cannot_be_is_refused(refusal: Refusal, wrong: dict[str, Any], code: str) -> None:
    assert refusal("amazon_add_payment_card", **card(**wrong))[0] == code


def test_the_first_card_of_an_owner_holds_for_two_more_years(ask: Ask) -> None:
    (everyday,) = ask("amazon_show_payment_cards")["payment_cards"]
    assert (everyday["owner_name"], everyday["expiry_year"]) == ("Nora Lindqvist", 2028)
