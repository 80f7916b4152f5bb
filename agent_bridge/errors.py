"""What can go wrong on the agent's side.

AgentError
├── BrokenTurn       what an agent answered is no turn
└── OracleStuck      a scripted agent cannot go on: a value it needs is not there, or a call was refused
"""

from __future__ import annotations


class AgentError(Exception):
    owner = "agent"
    code = "agent_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class BrokenTurn(AgentError):
    """`got` is what the answer, or the part of it that is wrong, is instead."""

    code = "broken_turn"

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"the agent must answer with {expected}, got {type(got).__name__}")
        self.expected = expected
        self.got = type(got).__name__


class OracleStuck(AgentError):
    """`step` is the number of the step that cannot be played."""

    code = "oracle_stuck"

    def __init__(self, step: int, message: str) -> None:
        super().__init__(f"step {step} of the oracle: {message}", hint="Mend the scenario's oracle.")
        self.step = step
