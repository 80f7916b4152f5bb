"""What can go wrong at the command line, and the exit code that each fault leads to.

CommandError
├── InputUnreadable     a file that cannot be read or is not what it should be      2
├── SettingInvalid      a setting from a file, the environment or a flag is wrong   2
├── OutputExists        a file that would be written over                           2
├── UnknownSpec         an agent or user that nobody knows (choose)                 2
├── NoOracle            a scripted agent without a script (choose)                  2
├── NothingToPlay       no scenario is for the modes asked for (runs)               2
└── MachineUnfit        what the machine lacks: a browser, room, a key              3

Errors of the other packages reach the command line as they are; `exit_code` says where each of them leads.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

DONE_AND_BAD = 1
WRONG_USAGE = 2
MACHINE_UNFIT = 3
INTERRUPTED = 130


class CommandError(Exception):
    """Base of the faults that the command line finds itself. `hint` says what mends it, in one line."""

    owner: ClassVar[str] = "caller"
    code: ClassVar[str] = "command_error"
    exit_code: ClassVar[int] = DONE_AND_BAD

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class InputUnreadable(CommandError):
    """`place` is the file or stream, `reason` what is wrong with it."""

    code = "input_unreadable"
    exit_code = WRONG_USAGE

    def __init__(self, place: str, reason: str, *, hint: str = "") -> None:
        super().__init__(f"cannot read {place}: {reason}", hint=hint)
        self.place = place
        self.reason = reason


class SettingInvalid(CommandError):
    """`name` is the setting, `place` where it was given: a file, an environment variable or a flag."""

    code = "setting_invalid"
    exit_code = WRONG_USAGE

    def __init__(self, name: str, *, place: str, got: object, expected: str, hint: str = "") -> None:
        super().__init__(f"{place}: {name} is {got!r}, expected {expected}", hint=hint)
        self.name = name
        self.place = place
        self.got = got
        self.expected = expected


class OutputExists(CommandError):
    """`path` exists, and is not written over."""

    code = "output_exists"
    exit_code = WRONG_USAGE

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path} exists already", hint="Name another folder with --out-dir, or take the file away.")
        self.path = path


class MachineUnfit(CommandError):
    """The machine lacks something; `hint` is the command that mends it."""

    owner = "environment"
    code = "machine_unfit"
    exit_code = MACHINE_UNFIT


_UNFIT_CODES = frozenset({"browser_missing", "key_missing"})
_INPUT_CODES = frozenset({"scenario_unreadable", "run_unusable", "spec_unreadable", "rows_unreadable"})


def exit_code(error: BaseException) -> int:
    """The code for an error of any package: its own, 2 for what cannot be read, 3 for the machine's fault, else 1."""
    if isinstance(error, CommandError):
        return error.exit_code
    if getattr(error, "code", None) in _INPUT_CODES:
        return WRONG_USAGE
    if getattr(error, "code", None) in _UNFIT_CODES or getattr(error, "owner", None) == "environment":
        return MACHINE_UNFIT
    return DONE_AND_BAD
