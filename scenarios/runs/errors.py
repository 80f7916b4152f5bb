"""What can be wrong with a run folder.

RunUnusable   it is no run, or another run's, or is being written to by one
"""

from __future__ import annotations


class RunUnusable(ValueError):
    """A folder that is no run, or holds another one. `hint` says what to do."""

    owner = "harness"
    code = "run_unusable"

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
