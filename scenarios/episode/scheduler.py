"""Who acts next. The rule is written down here and nowhere else; it never depends on who a message happened to name.

- The agent goes on as long as it calls tools; its turn ends with a turn that calls none.
- The user may act several times on one screen; an act that sends an event, or a text, hands the turn to the agent.
- When a budget ends while the agent has not yet heard of a press, it gets one last turn: a click is never lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from agent_bridge.messages import Role


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


BUDGET_ENDINGS = frozenset({Ending.STEPS, Ending.SECONDS, Ending.TOKENS, Ending.DOLLARS})


@dataclass(slots=True)
class Scheduler:
    """`next` is the role that acts next; `unheard` tells that the agent has not yet had its turn after a press."""

    next: Role = Role.AGENT
    unheard: bool = False
    silent_turns: int = 0

    def agent_called(self) -> None:
        self.next, self.silent_turns = Role.AGENT, 0

    def agent_spoke(self, *, anything: bool) -> None:
        """The agent's turn is over. `anything`: it said or showed something."""
        self.next, self.unheard = Role.USER, False
        self.silent_turns = 0 if anything else self.silent_turns + 1

    def user_pressed(self) -> None:
        self.next, self.unheard, self.silent_turns = Role.AGENT, True, 0

    def user_acted(self) -> None:
        """An act without an event: the user keeps its turn."""
        self.next = Role.USER

    def user_spoke(self) -> None:
        self.next, self.silent_turns = Role.AGENT, 0

    @property
    def stalled(self) -> bool:
        """Whether the agent has been silent so often that nothing more will come."""
        return self.silent_turns >= MOST_SILENT_TURNS


MOST_SILENT_TURNS = 3
