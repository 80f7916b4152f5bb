"""What buyers say of products: reviews, questions and answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.catalogue import ProductId, product_of
from scenarios.world.domains.amazon.tables import (
    ANSWERS,
    ORDER_ITEMS,
    ORDERS,
    PRODUCTS,
    QUESTIONS,
    REVIEWS,
    SELLERS,
    USERS,
    Answer,
    Product,
    Question,
    Review,
)
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotAllowed, NotFound
from scenarios.world.parameters import PageIndex, PageLimit, Plus, Query
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page, plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

ReviewId = Annotated[int, Field(description="The review's id, as amazon_show_product_reviews gives it.")]
QuestionId = Annotated[int, Field(description="The question's id, as amazon_show_product_questions gives it.")]
Rating = Annotated[int, Field(ge=1, le=5, description="Stars, five being the best.")]
FromUser = Annotated[str | None, Field(description="Only what the user with this address wrote.")]
Verified = Annotated[bool | None, Field(description="Only by people who bought the product, or only by others.")]
Words = Annotated[str, Field(min_length=1)]
SortReviews = Annotated[
    Literal["rating", "-rating", "created_at", "-created_at"],
    Plus,
    Field(description="What to order by; a minus turns the order round."),
]
SortByTime = Annotated[
    Literal["created_at", "-created_at"], Plus, Field(description="By time; a minus puts the newest first.")
]


def show_product_reviews(
    world: World,
    product_id: ProductId,
    query: Query = "",
    user_email: FromUser = None,
    min_rating: Rating | None = None,
    max_rating: Rating | None = None,
    is_verified: Verified = None,
    sort_by: SortReviews | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Read what buyers think of a product.

    >>> amazon_show_product_reviews(product_id=404, min_rating=4)
    """
    kept = [
        review
        for review in world.rows.find(REVIEWS, product_id=product_of(world, product_id).id)
        if _by(world, user_email, review.user_id)
        and (min_rating or 1) <= review.rating <= (max_rating or 5)
        and is_verified in (None, review.is_verified)
    ]
    found = ordered(ranked(query, kept, lambda review: f"{review.title} {review.text}"), sort_by)
    return page("reviews", found, page_index, page_limit, lambda review: _shown(world, review))


def write_product_review(world: World, product_id: ProductId, rating: Rating, title: str = "", text: str = "") -> Json:
    """Review a product; you can do so once.

    >>> amazon_write_product_review(product_id=404, rating=5, title="Sturdy", text="Stood in a storm.")
    """
    product = product_of(world, product_id)
    own = world.rows.first(REVIEWS, product_id=product.id, user_id=world.owner.id)
    if own is not None:
        hint = f"Change review {own.id} with amazon_update_product_review."
        raise Conflict(f"You have reviewed {product.name} already.", hint=hint)
    review = Review(
        id=world.rows.next_id(REVIEWS),
        product_id=product.id,
        user_id=world.owner.id,
        rating=rating,
        title=title,
        text=text,
        is_verified=_has_bought(world, product.id),
        created_at=world.now(),
    )
    world.rows.add(REVIEWS, review)
    _rate_again(world, product)
    return {"message": f"Your review of {product.name} was published.", "review_id": review.id}


def update_product_review(
    world: World, review_id: ReviewId, rating: Rating | None = None, title: str | None = None, text: str | None = None
) -> Json:
    """Change a review of yours. What is not given stays as it is.

    >>> amazon_update_product_review(review_id=432, rating=4)
    """
    changed = edited(_own(world, review_id), rating=rating, title=title, text=text)
    world.rows.put(REVIEWS, changed)
    product = product_of(world, changed.product_id)
    _rate_again(world, product)
    return {"message": f"Your review of {product.name} was changed.", "review_id": review_id}


def delete_product_review(world: World, review_id: ReviewId) -> Json:
    """Take a review of yours back.

    >>> amazon_delete_product_review(review_id=432)
    """
    review = _own(world, review_id)
    world.rows.remove(REVIEWS, review)
    product = product_of(world, review.product_id)
    _rate_again(world, product)
    return {"message": f"Your review of {product.name} was deleted.", "review_id": review_id}


def show_product_questions(
    world: World,
    product_id: ProductId,
    query: Query = "",
    user_email: FromUser = None,
    sort_by: SortByTime | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Read what people asked about a product.

    >>> amazon_show_product_questions(product_id=404)
    """
    asked = world.rows.find(QUESTIONS, product_id=product_of(world, product_id).id)
    kept = [question for question in asked if _by(world, user_email, question.user_id)]
    found = ordered(ranked(query, kept, lambda question: question.question), sort_by)
    return page("questions", found, page_index, page_limit, lambda question: _shown(world, question))


def write_product_question(world: World, product_id: ProductId, question: Words) -> Json:
    """Ask something about a product.

    >>> amazon_write_product_question(product_id=404, question="How heavy is it?")
    """
    product = product_of(world, product_id)
    asked = Question(world.rows.next_id(QUESTIONS), product.id, world.owner.id, question, world.now())
    world.rows.add(QUESTIONS, asked)
    return {"message": f"Your question about {product.name} was published.", "question_id": asked.id}


def show_product_question_answers(
    world: World,
    question_id: QuestionId,
    query: Query = "",
    user_email: FromUser = None,
    is_verified: Verified = None,
    sort_by: SortByTime | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Read what people answered to a question about a product.

    >>> amazon_show_product_question_answers(question_id=435)
    """
    kept = [
        answer
        for answer in world.rows.find(ANSWERS, question_id=question_of(world, question_id).id)
        if _by(world, user_email, answer.user_id) and is_verified in (None, answer.is_verified)
    ]
    found = ordered(ranked(query, kept, lambda answer: answer.answer), sort_by)
    return page("answers", found, page_index, page_limit, lambda answer: _shown(world, answer))


def write_product_question_answer(world: World, question_id: QuestionId, answer: Words) -> Json:
    """Answer a question about a product.

    >>> amazon_write_product_question_answer(question_id=435, answer="Yes, with all pegs.")
    """
    question = question_of(world, question_id)
    given = Answer(
        id=world.rows.next_id(ANSWERS),
        question_id=question.id,
        user_id=world.owner.id,
        answer=answer,
        is_verified=_has_bought(world, question.product_id),
        created_at=world.now(),
    )
    world.rows.add(ANSWERS, given)
    return {"message": "Your answer was published.", "answer_id": given.id}


def _own(world: World, review_id: int) -> Review:
    """Raises NotFound for a review that does not exist, NotAllowed for somebody else's."""
    review = world.rows.get(REVIEWS, review_id)
    if review is None:
        raise NotFound("review with the id", review_id, hint="Find the id with amazon_show_product_reviews.")
    if review.user_id != world.owner.id:
        raise NotAllowed("The review is somebody else's.", hint="Write your own with amazon_write_product_review.")
    return review


def question_of(world: World, question_id: int) -> Question:
    """Raises NotFound."""
    question = world.rows.get(QUESTIONS, question_id)
    if question is None:
        raise NotFound("question with the id", question_id, hint="Find the id with amazon_show_product_questions.")
    return question


def _rate_again(world: World, product: Product) -> None:
    """A product is rated as its reviews are in the mean, a seller as their products are; to one decimal."""
    ratings = [review.rating for review in world.rows.find(REVIEWS, product_id=product.id)]
    if not ratings:
        return
    world.rows.put(PRODUCTS, replace(product, rating=_mean(ratings)), derived=True)
    seller = world.rows.get(SELLERS, product.seller_id)
    if seller is None:
        return
    products = world.rows.find(PRODUCTS, seller_id=seller.id)
    rating = _mean([other.rating for other in products])
    world.rows.put(SELLERS, replace(seller, rating=rating), derived=True)
    for other in products:
        world.rows.put(PRODUCTS, replace(other, seller_rating=rating), derived=True)


def _mean(ratings: list[int] | list[float]) -> float:
    return round(sum(ratings) / len(ratings), 1)


def _has_bought(world: World, product_id: int) -> bool:
    orders = {order.id for order in world.rows.find(ORDERS, user_id=world.owner.id)}
    return any(item.order_id in orders for item in world.rows.find(ORDER_ITEMS, product_id=product_id))


def _by(world: World, email: str | None, user_id: int) -> bool:
    user = world.rows.get(USERS, user_id)
    return email is None or (user is not None and user.email.lower() == email.strip().lower())


def _shown(world: World, said: Review | Question | Answer) -> Row:
    user = world.rows.get(USERS, said.user_id)
    return {**plain(said, without=("user_id",)), "user": user.name if user else ""}


TOOLS = tools(
    "amazon",
    {
        show_product_reviews: "opinions ratings stars read item",
        write_product_review: "rate opinion stars feedback item",
        update_product_review: "edit rating opinion stars",
        delete_product_review: "remove rating opinion",
        show_product_questions: "asked read item",
        write_product_question: "ask item seller",
        show_product_question_answers: "replies read item",
        write_product_question_answer: "reply item",
    },
    needs=(NETWORK,),
)
