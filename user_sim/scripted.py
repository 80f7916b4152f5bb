"""The user that follows its rounds: no key, no network, and it decides by what it sees."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent_bridge.messages import Message, Role
from ui_server.screen import Screen
from user_sim.decide import Undecidable, decide, has_place_for
from user_sim.rounds import Decision, Round
from user_sim.user import UserTurn, UserView

MOST_TRIES = 5
"""Times the user asks again in one round before it gives up (the published user gives up after five)."""


@dataclass(slots=True)
class ScriptedUser:
    """Plays one episode. With the `habit` "speak" it says its private choices instead of clicking: a bypass."""

    rounds: tuple[Round, ...]
    name: str = "scripted"
    habit: str = "click"
    _round: int = 0
    _made: int = 0
    _tries: int = 0
    _read: int = field(default=0)

    async def act(self, view: UserView) -> UserTurn:
        """The first round's query was said before the episode began, so the first turn answers the agent."""
        replied = self._agent_spoke(view)
        if view.refused is not None:
            return self._ask(f"I could not do that: {view.refused.message}")
        current = self.rounds[self._round]
        if self._made < len(current.decisions):
            return self._decide(current.decisions[self._made], view.screen)
        if not replied:
            return self._ask("Is it done?")
        return self._next_round()

    def _agent_spoke(self, view: UserView) -> bool:
        new = view.messages[self._read :]
        self._read = len(view.messages)
        return any(_is_speech(message) for message in new)

    def _decide(self, decision: Decision, screen: Screen | None) -> UserTurn:
        offered = screen is not None and has_place_for(decision, screen)
        if screen is None or not offered or self.habit == "speak":
            return self._speak(decision, bypassed=offered)
        try:
            acts = decide(decision, screen)
        except Undecidable as fault:
            self._tries += 1
            return UserTurn(text=fault.lacking, lacking=fault.lacking, ended=self._tries >= MOST_TRIES)
        self._made += 1
        return UserTurn(acts=acts)

    def _speak(self, decision: Decision, *, bypassed: bool) -> UserTurn:
        if not decision.spoken:
            return self._ask("Please show me something I can choose from.")
        self._made += 1
        return UserTurn(text=decision.spoken, spoken=bypassed)

    def _ask(self, text: str) -> UserTurn:
        self._tries += 1
        return UserTurn(text=text, ended=self._tries >= MOST_TRIES)

    def _next_round(self) -> UserTurn:
        if self._round + 1 >= len(self.rounds):
            return UserTurn(ended=True)
        self._round += 1
        self._made = self._tries = 0
        following = self.rounds[self._round]
        return UserTurn(text=following.query, images=following.images)


def _is_speech(message: Message) -> bool:
    return message.sender is Role.AGENT and bool(message.text)
