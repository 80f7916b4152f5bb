"""A person in the user's role behind a page: the episode asks for a turn at a seat, the person answers from it."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from ui_server.errors import BadStep
from ui_server.hosted import Pulse
from ui_server.steps import SendStep
from user_sim.rounds import Round
from user_sim.user import UserTurn, UserView

PATIENCE: Final = 300.0
"""Seconds that a person may take over one turn unless the run says otherwise."""


class PersonAway(Exception):
    """The person did nothing for `seconds`; that is the user's fault, not the agent's."""

    owner = "user"
    code = "person_away"

    def __init__(self, seconds: float) -> None:
        super().__init__(f"the person did nothing for {seconds:g} s")
        self.seconds = seconds


class SeatTaken(Exception):
    """A second episode asks the person while the first still waits."""

    owner = "harness"
    code = "seat_taken"


class NotTheirTurn(Exception):
    """The answer belongs to a turn that is over, or to none; `turn` is the one it names."""

    owner = "user"
    code = "not_their_turn"

    def __init__(self, turn: int) -> None:
        super().__init__(f"Turn {turn} is not open: it was answered, or the agent has gone on.")
        self.turn = turn


@dataclass(frozen=True, slots=True)
class Asked:
    """What is put before the person: what they want, and what they see. `until` is the loop's time the wait ends at."""

    rounds: tuple[Round, ...]
    view: UserView
    until: float


class Seat:
    """Passes one turn at a time between an episode and a person; belongs to one event loop.

    `version` grows with all that happens; that of an open turn is the turn's number. `asked` is None while the person
    has nothing to do, `over` once the run has ended.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.version = 0
        self.asked: Asked | None = None
        self.over = False
        self._answer: asyncio.Future[UserTurn] | None = None
        self._pulse = Pulse()

    async def ask(self, rounds: tuple[Round, ...], view: UserView) -> UserTurn:
        """What the person does; raises PersonAway after `patience` seconds, and SeatTaken."""
        if self.asked is not None:
            raise SeatTaken("a person plays in one episode at a time")
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[UserTurn] = loop.create_future()
        self._answer = answer
        self._publish(Asked(rounds, view, loop.time() + self.patience))
        try:
            async with asyncio.timeout(self.patience):
                return await answer
        except TimeoutError as fault:
            raise PersonAway(self.patience) from fault
        finally:
            if self._answer is answer:
                self._close_turn()

    def answer(self, number: int, turn: UserTurn) -> None:
        """Answer the open turn; raises NotTheirTurn, and BadStep for a step that is the agent's alone."""
        if self._answer is None or number != self.version:
            raise NotTheirTurn(number)
        if any(isinstance(step, SendStep) for step in turn.acts):
            raise BadStep("Only the agent sends messages to a screen.")
        self._answer.set_result(turn)
        self._close_turn()

    def close(self) -> None:
        """The run is over; whoever waits is told."""
        self.over = True
        self._publish(None)

    async def wait(self, after: int, seconds: float) -> None:
        """Returns when `version` is no longer `after`, or after `seconds`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while self.version == after and not self.over and loop.time() < end:
            await self._pulse.wait(end - loop.time())

    def _close_turn(self) -> None:
        self._answer = None
        self._publish(None)

    def _publish(self, asked: Asked | None) -> None:
        self.version += 1
        self.asked = asked
        self._pulse.beat()


@dataclass(slots=True)
class PersonUser:
    """Plays one episode from a seat, which may serve other episodes before and after."""

    rounds: tuple[Round, ...]
    seat: Seat
    name: str = "person"

    async def act(self, view: UserView) -> UserTurn:
        return await self.seat.ask(self.rounds, view)
