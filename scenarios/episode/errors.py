"""What ends an episode by somebody's fault, beside the errors of whatever failed in it.

EpisodeError
├── TurnTimedOut   a role did not answer in time; the owner is that role
└── UserStuck      the user only does what the screen refuses
"""

from __future__ import annotations

from agent_bridge.messages import Role
from ui_server.errors import ActRefused


class EpisodeError(Exception):
    """`owner` is the role whose fault it is."""

    owner: str = "harness"
    code = "episode_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class TurnTimedOut(EpisodeError):
    """A role did not answer before the episode's time was over; `seconds` is what was left of it."""

    code = "turn_timeout"

    def __init__(self, role: Role, seconds: float) -> None:
        hint = "Give the scenario more seconds in its budgets, or take a quicker player."
        super().__init__(f"the {role} did not answer within the {seconds:.1f} s that were left", hint=hint)
        self.owner = role.value
        self.seconds = seconds


class UserStuck(EpisodeError):
    """The user did nothing but what the screen refuses, `times` in a row, and never said so."""

    owner = Role.USER.value
    code = "user_stuck"

    def __init__(self, times: int, refusal: ActRefused) -> None:
        message = f"{times} acts in a row were refused, the last because: {refusal.message}"
        super().__init__(message, hint=refusal.hint)
        self.times = times
        self.refusal = refusal
