"""Reviews, questions and answers in the shop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scenarios.world.calls import Call
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]
HALDEN, BRISK, OXEYE, KESTREL = 401, 402, 403, 404


def ids(result: Any, name: str) -> list[int]:
    return [item["id"] for item in result[name]]


def test_a_review_by_somebody_who_bought_it_is_verified(call: Callable[..., Call]) -> None:
    made = call("amazon_write_product_review", product_id=KESTREL, rating=2, title="Leaks")
    (review,) = [change for change in made.changes if change.table == "amazon.product_reviews"]
    assert (review.new["user_id"], review.new["rating"], review.new["is_verified"]) == (1, 2, True)
    assert review.new["created_at"] == "2026-05-04T09:00:00"


def test_a_review_by_others_is_not_verified(ask: Ask) -> None:
    ask("amazon_write_product_review", product_id=HALDEN, rating=4)
    (review,) = ask("amazon_show_product_reviews", product_id=HALDEN)["reviews"]
    assert (review["is_verified"], review["user"]) == (False, "Nora Lindqvist")


def test_ratings_of_product_and_seller_follow_from_reviews(call: Callable[..., Call], world: World) -> None:
    made = call("amazon_write_product_review", product_id=KESTREL, rating=1)
    # The tent has 4 and 1 now, 2.5 in the mean; its seller's products 4.8 and 2.5, 3.65, which rounds to 3.6 or 3.7.
    products = {row["id"]: row for row in world.rows.rows("amazon.products")}
    seller = next(row for row in world.rows.rows("amazon.sellers") if row["id"] == 392)
    assert products[KESTREL]["rating"] == 2.5
    assert seller["rating"] == round((4.8 + 2.5) / 2, 1) == products[OXEYE]["seller_rating"]
    assert all(change.derived for change in made.changes if change.table != "amazon.product_reviews")


def test_a_product_is_reviewed_once(refusal: Refusal) -> None:
    code, said = refusal("amazon_write_product_review", product_id=OXEYE, rating=5)
    assert code == "conflict"
    assert "review 432" in said
    assert refusal("amazon_write_product_review", product_id=KESTREL, rating=6)[0] == "invalid_arguments"


def test_only_ones_own_review_is_changed_or_taken_back(ask: Ask, refusal: Refusal) -> None:
    assert refusal("amazon_update_product_review", review_id=431, rating=1)[0] == "not_allowed"
    assert refusal("amazon_delete_product_review", review_id=431)[0] == "not_allowed"
    ask("amazon_update_product_review", review_id=432, rating=3, text="Fades.")
    assert ask("amazon_show_product", product_id=OXEYE)["rating"] == 3.0
    ask("amazon_delete_product_review", review_id=432)
    assert ask("amazon_show_product_reviews", product_id=OXEYE)["total"] == 0
    assert ask("amazon_show_product", product_id=OXEYE)["rating"] == 3.0, "the last rating stays without reviews"


def test_reviews_are_narrowed_by_what_is_asked_for(ask: Ask) -> None:
    ask("amazon_write_product_review", product_id=KESTREL, rating=2, text="Rain came in.")

    def found(**wanted: Any) -> list[int]:
        return ids(ask("amazon_show_product_reviews", product_id=KESTREL, **wanted), "reviews")

    assert found() == [431, 433]
    assert found(query="dry") == [431]
    assert found(user_email="Tove.Arnesen@example.com") == [431]
    assert found(max_rating=3) == [433]
    assert found(is_verified=True) == [433]
    assert found(sort_by="rating") == [433, 431]


def test_questions_are_asked_and_answered(ask: Ask, refusal: Refusal) -> None:
    question = ask("amazon_write_product_question", product_id=KESTREL, question="How heavy is it?")["question_id"]
    answer = ask("amazon_write_product_question_answer", question_id=question, answer="Two kilos.")["answer_id"]
    assert ids(ask("amazon_show_product_questions", product_id=KESTREL, query="heavy"), "questions") == [question]
    (shown,) = ask("amazon_show_product_question_answers", question_id=question)["answers"]
    assert (shown["id"], shown["is_verified"], shown["user"]) == (answer, True, "Nora Lindqvist")
    assert ask("amazon_show_product_question_answers", question_id=435, is_verified=True)["total"] == 0
    assert refusal("amazon_write_product_question", product_id=KESTREL, question="")[0] == "invalid_arguments"


def test_ones_own_question_is_reworded_and_taken_back_with_its_answers(
    call: Callable[..., Call], refusal: Refusal
) -> None:
    (change,) = call("amazon_update_product_question", question_id=436, question="How many lumen?").changes
    assert change.new == {"question": "How many lumen?"}
    assert refusal("amazon_update_product_question", question_id=436, question="How many lumen?")[0] == "conflict"
    call("amazon_write_product_question_answer", question_id=436, answer="250.")
    gone = call("amazon_delete_product_question", question_id=436).changes
    assert [(each.table, each.operation, each.derived) for each in gone] == [
        ("amazon.product_question_answers", "delete", True),
        ("amazon.product_questions", "delete", False),
    ]
    assert refusal("amazon_delete_product_question", question_id=435)[0] == "not_allowed"


def test_ones_own_answer_is_reworded_and_taken_back(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("amazon_update_product_question_answer", answer_id=439, answer="Yes.").changes
    assert change.new == {"answer": "Yes."}
    assert refusal("amazon_update_product_question_answer", answer_id=439, answer="Yes.")[0] == "conflict"
    (change,) = call("amazon_delete_product_question_answer", answer_id=439).changes
    assert (change.operation, change.key) == ("delete", 439)
    assert refusal("amazon_delete_product_question_answer", answer_id=438)[0] == "not_allowed"
    assert refusal("amazon_update_product_question_answer", answer_id=999, answer="Hm.")[0] == "not_found"
