"""Changing and taking back one's own questions and answers about products."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.amazon.reviews import QuestionId, Words, question_of
from scenarios.world.domains.amazon.tables import ANSWERS, QUESTIONS, Answer, Question
from scenarios.world.errors import Conflict, NotAllowed, NotFound
from scenarios.world.world import World
from ui_server.expressions import Json

AnswerId = Annotated[int, Field(description="The answer's id, as amazon_show_product_question_answers gives it.")]


def update_product_question(world: World, question_id: QuestionId, question: Words) -> Json:
    """Reword a question of yours.

    >>> amazon_update_product_question(question_id=436, question="How many lumen has it?")
    """
    own = _own_question(world, question_id)
    if own.question == question:
        raise Conflict("The question reads so already.", hint="Nothing needs to be done.")
    world.rows.put(QUESTIONS, replace(own, question=question))
    return {"message": "Your question was changed.", "question_id": own.id}


def delete_product_question(world: World, question_id: QuestionId) -> Json:
    """Take back a question of yours, with what was answered to it.

    >>> amazon_delete_product_question(question_id=436)
    """
    own = _own_question(world, question_id)
    for answer in world.rows.find(ANSWERS, question_id=own.id):
        world.rows.remove(ANSWERS, answer, derived=True)
    world.rows.remove(QUESTIONS, own)
    return {"message": "Your question was deleted.", "question_id": own.id}


def update_product_question_answer(world: World, answer_id: AnswerId, answer: Words) -> Json:
    """Reword an answer of yours.

    >>> amazon_update_product_question_answer(answer_id=439, answer="Yes, with every peg.")
    """
    own = _own_answer(world, answer_id)
    if own.answer == answer:
        raise Conflict("The answer reads so already.", hint="Nothing needs to be done.")
    world.rows.put(ANSWERS, replace(own, answer=answer))
    return {"message": "Your answer was changed.", "answer_id": own.id}


def delete_product_question_answer(world: World, answer_id: AnswerId) -> Json:
    """Take back an answer of yours.

    >>> amazon_delete_product_question_answer(answer_id=439)
    """
    own = _own_answer(world, answer_id)
    world.rows.remove(ANSWERS, own)
    return {"message": "Your answer was deleted.", "answer_id": own.id}


def _own_question(world: World, question_id: int) -> Question:
    """Raises NotFound for a question that does not exist, NotAllowed for somebody else's."""
    question = question_of(world, question_id)
    if question.user_id != world.owner.id:
        raise NotAllowed("The question is somebody else's.", hint="Ask your own with amazon_write_product_question.")
    return question


def _own_answer(world: World, answer_id: int) -> Answer:
    """Raises NotFound for an answer that does not exist, NotAllowed for somebody else's."""
    answer = world.rows.get(ANSWERS, answer_id)
    if answer is None:
        hint = "Find the id with amazon_show_product_question_answers."
        raise NotFound("answer with the id", answer_id, hint=hint)
    if answer.user_id != world.owner.id:
        hint = "Give your own with amazon_write_product_question_answer."
        raise NotAllowed("The answer is somebody else's.", hint=hint)
    return answer


TOOLS = tools(
    "amazon",
    {
        update_product_question: "edit reword asked item",
        delete_product_question: "remove withdraw asked item",
        update_product_question_answer: "edit reword reply item",
        delete_product_question_answer: "remove withdraw reply item",
    },
    needs=(NETWORK,),
)
