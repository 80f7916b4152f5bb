"""Who acts next. The rule is written down here and nowhere else; it never depends on who a message happened to name.

- The agent goes on as long as it calls tools; its turn ends with a turn that calls none.
- The user may act several times on one screen and keeps its turn; an act that sends an event, or a text, hands the turn
  to the agent. A turn with nothing in it means nothing to add, and hands it over too.
- A budget that ends before the agent has answered a press leaves it time to: a click is never lost.
- A role that has nothing to say three times running ends the episode.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from agent_bridge.messages import Role

MOST_SILENT_TURNS: Final = 3
MOST_GRACE_CALLS: Final = 20
"""Turns of calls in which the agent may answer a press, or a last word, beyond any budget."""


class Ending(StrEnum):
    """Why an episode ended."""

    USER_DONE = "user ended the conversation"
    USER_GAVE_UP = "user gave up"
    STEPS = "steps budget"
    SECONDS = "wall clock budget"
    TOKENS = "tokens budget"
    DOLLARS = "money budget"
    SILENCE = "nobody has anything to say"
    FAULT = "fault"


@dataclass(slots=True)
class Scheduler:
    """`next` is the role that acts next; `owed` counts the turns of calls left to the agent to answer a press."""

    next: Role = Role.AGENT
    owed: int = 0
    silent: dict[Role, int] = field(default_factory=dict)

    def agent_called(self) -> None:
        self.next = Role.AGENT
        self.owed = max(0, self.owed - 1)
        self.silent[Role.AGENT] = 0

    def agent_spoke(self, *, anything: bool) -> None:
        """The agent's turn is over. `anything`: it said or showed something."""
        self.next, self.owed = Role.USER, 0
        self._heard(Role.AGENT, anything)

    def user_acted(self, *, pressed: bool) -> None:
        """The user only acted on the screen; `pressed`: the agent has been told of it."""
        self._heard(Role.USER, True)
        self.next = Role.AGENT if pressed else Role.USER
        self.owed = MOST_GRACE_CALLS if pressed else self.owed

    def user_spoke(self, *, anything: bool) -> None:
        """The user's turn is over. `anything`: it said something, or handed something over."""
        self.next = Role.AGENT
        self._heard(Role.USER, anything)

    def _heard(self, role: Role, anything: bool) -> None:
        self.silent[role] = 0 if anything else self.silent.get(role, 0) + 1

    @property
    def stalled(self) -> bool:
        """Whether a role has been silent so often that nothing more will come."""
        return any(times >= MOST_SILENT_TURNS for times in self.silent.values())
