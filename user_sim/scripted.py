"""The user that follows its rounds: no key, no network, and it decides by what it sees."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from agent_bridge.messages import Message, Role
from ui_server.errors import ActRefused
from ui_server.screen import Screen
from user_sim.decide import Undecidable, decide, has_place_for
from user_sim.rounds import Decision, Round
from user_sim.user import UserTurn, UserView

MOST_TRIES = 5
"""Times the user asks again in one round before it gives up (the published user gives up after five)."""
NO_SCREEN = "There is no screen to choose on."
_REFUSALS: Mapping[str, str] = {
    "not_shown": "I do not see any screen yet.",
    "stale_screen": "The screen has changed since you showed it to me. Please show it again.",
    "surface_gone": "The screen is gone. Please show it again.",
    "disabled": "The button does not react when I press it.",
    "covered": "Something is in front of what I want to press.",
    "value_refused": "The field does not take what I enter.",
}


@dataclass(slots=True)
class ScriptedUser:
    """Plays one episode. With the `habit` "speak" it says its private choices instead of clicking: a bypass."""

    rounds: tuple[Round, ...]
    name: str = "scripted"
    habit: Literal["click", "speak"] = "click"
    _round: int = 0
    _made: int = 0
    _tries: int = 0
    _read: int = 0

    async def act(self, view: UserView) -> UserTurn:
        """The first round's query was said before the episode began, so the first turn answers the agent."""
        replied = self._agent_spoke(view)
        if view.refused is not None:
            return self._refused(view.refused)
        current = self.rounds[self._round]
        if self._made < len(current.decisions):
            return self._decide(current.decisions[self._made], view)
        if not replied:
            return self._ask("Is it done?")
        return self._next_round()

    def _agent_spoke(self, view: UserView) -> bool:
        new = view.messages[self._read :]
        self._read = len(view.messages)
        return any(_is_speech(message) for message in new)

    def _refused(self, refusal: ActRefused) -> UserTurn:
        """The choice is still to be made; the agent is told as a person would tell it."""
        self._made -= 1
        return self._ask(_REFUSALS.get(refusal.code, "I cannot do that on the screen."))

    def _decide(self, decision: Decision, view: UserView) -> UserTurn:
        screen = view.screen
        if screen is None or not has_place_for(decision, screen):
            missed = view.ui and self.rounds[self._round].needs_screen
            return self._speak(decision, lacking=NO_SCREEN if missed else "")
        if self.habit == "speak":
            return self._speak(decision, bypassed=True)
        return self._use(decision, screen)

    def _use(self, decision: Decision, screen: Screen) -> UserTurn:
        try:
            acts = decide(decision, screen)
        except Undecidable as fault:
            return self._ask(fault.lacking, lacking=fault.lacking)
        self._made += 1
        return UserTurn(acts=acts)

    def _speak(self, decision: Decision, *, bypassed: bool = False, lacking: str = "") -> UserTurn:
        if not decision.spoken:
            return self._ask("Please show me something I can choose from.", lacking=lacking)
        self._made += 1
        return UserTurn(text=decision.spoken, spoken=bypassed, lacking=lacking)

    def _ask(self, text: str, *, lacking: str = "") -> UserTurn:
        self._tries += 1
        given_up = self._tries >= MOST_TRIES
        return UserTurn(text=text, lacking=lacking, ended=given_up, gave_up=given_up)

    def _next_round(self) -> UserTurn:
        if self._round + 1 >= len(self.rounds):
            return UserTurn(ended=True)
        self._round += 1
        self._made = self._tries = 0
        following = self.rounds[self._round]
        return UserTurn(text=following.query, images=following.images)


def _is_speech(message: Message) -> bool:
    return message.sender is Role.AGENT and bool(message.text)
