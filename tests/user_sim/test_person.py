"""The seat of a person: one turn at a time, answered once, and given up when nobody answers."""

from __future__ import annotations

import asyncio

import pytest

from ui_server.errors import BadStep
from ui_server.steps import ClickStep, SendStep
from user_sim.person import Asked, NotTheirTurn, PersonAway, PersonUser, Seat, SeatTaken
from user_sim.rounds import Round
from user_sim.user import UserTurn, UserView

ROUNDS = (Round("Text Jonas.", "You mean the neighbour."),)
VIEW = UserView((), None)


async def asked(seat: Seat) -> asyncio.Task[UserTurn]:
    """An episode that waits for the person."""
    before = seat.version
    turn = asyncio.create_task(PersonUser(ROUNDS, seat).act(VIEW))
    await seat.wait(before, 5)
    return turn


def still_asked(seat: Seat) -> Asked | None:
    return seat.asked


async def test_what_the_person_does_is_the_users_turn() -> None:
    seat = Seat()
    turn = await asked(seat)
    seat.answer(seat.version, UserTurn(acts=(ClickStep("save"),)))
    assert await turn == UserTurn(acts=(ClickStep("save"),))


async def test_the_person_is_told_what_they_want_and_see() -> None:
    seat = Seat()
    turn = await asked(seat)
    told = seat.asked
    assert told is not None and (told.rounds, told.view) == (ROUNDS, VIEW)
    seat.answer(seat.version, UserTurn(ended=True))
    await turn
    assert still_asked(seat) is None


async def test_a_turn_is_answered_once() -> None:
    seat = Seat()
    turn = await asked(seat)
    number = seat.version
    seat.answer(number, UserTurn(text="Yes"))
    with pytest.raises(NotTheirTurn):
        seat.answer(number, UserTurn(text="No"))
    assert (await turn).text == "Yes"


async def test_an_answer_to_an_earlier_turn_is_refused_and_leaves_the_open_one() -> None:
    seat = Seat()
    first = await asked(seat)
    number = seat.version
    seat.answer(number, UserTurn(text="Yes"))
    await first
    second = await asked(seat)
    with pytest.raises(NotTheirTurn):
        seat.answer(number, UserTurn(text="Late"))
    seat.answer(seat.version, UserTurn(text="In time"))
    assert (await second).text == "In time"


async def test_messages_to_a_screen_are_not_the_persons_to_send() -> None:
    seat = Seat()
    turn = await asked(seat)
    with pytest.raises(BadStep):
        seat.answer(seat.version, UserTurn(acts=(SendStep([]),)))
    seat.answer(seat.version, UserTurn(ended=True))
    assert (await turn).ended


async def test_a_person_who_does_nothing_is_away_and_the_fault_is_the_users() -> None:
    seat = Seat(patience=0.01)
    with pytest.raises(PersonAway) as away:
        await PersonUser(ROUNDS, seat).act(VIEW)
    assert (away.value.owner, away.value.code) == ("user", "person_away")
    assert seat.asked is None


async def test_a_turn_that_the_episode_calls_off_is_closed() -> None:
    seat = Seat()
    turn = await asked(seat)
    number = seat.version
    turn.cancel()
    await asyncio.wait([turn])
    with pytest.raises(NotTheirTurn):
        seat.answer(number, UserTurn(text="Too late"))


async def test_a_second_episode_cannot_ask_while_the_first_waits() -> None:
    seat = Seat()
    turn = await asked(seat)
    with pytest.raises(SeatTaken):
        await PersonUser(ROUNDS, seat).act(VIEW)
    seat.answer(seat.version, UserTurn(ended=True))
    assert (await turn).ended


async def test_whoever_waits_is_told_that_the_run_is_over() -> None:
    seat = Seat()
    waiting = asyncio.create_task(seat.wait(seat.version, 60))
    await asyncio.sleep(0)
    seat.close()
    await asyncio.wait_for(waiting, 5)
    assert seat.over
