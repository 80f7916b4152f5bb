"""What can be wrong with what a score is asked for. It is the fault of harness or scenario, never the agent's.

ScoringError
├── SpecUnreadable     an expected change that does not say what it expects
├── RowsUnreadable     rows that are not `{table: [row]}`
├── PublishedFailure   what the published scorer cannot compute; `paper` turns it into 0 and tells the reason
├── TooFewTrials       pass@k or pass^k with a k that some scenario has not been tried often enough for
├── DuplicateTrial     the same trial of the same scenario twice, as from a stale result file
├── BadTrial           a reward that is no number from 0 to 1, or a scenario without a name
└── ReplyUnreadable    a judge's reply without exactly one verdict of the declared shape (the judge's fault)
"""

from __future__ import annotations

from typing import ClassVar

from ui_server.expressions import Json


class ScoringError(Exception):
    """`code` is stable; `hint` says what mends it."""

    owner: ClassVar[str] = "harness"
    code: ClassVar[str] = "scoring_error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class SpecUnreadable(ScoringError):
    """`place` is the JSON Pointer of the bad value within the list of expected changes."""

    code = "spec_unreadable"

    def __init__(self, place: str, expected: str, got: Json) -> None:
        super().__init__(f"expected changes{place}: {expected} is needed, not {got!r}")
        self.place = place
        self.expected = expected
        self.got = got


class RowsUnreadable(ScoringError):
    code = "rows_unreadable"

    def __init__(self, place: str, expected: str, got: Json) -> None:
        super().__init__(f"rows{place}: {expected} is needed, not {type(got).__name__}")
        self.place = place
        self.expected = expected


class PublishedFailure(ScoringError):
    code = "published_failure"


class TooFewTrials(ScoringError):
    code = "too_few_trials"

    def __init__(self, k: int, scenario: str, trials: int) -> None:
        super().__init__(
            f"k = {k}, but {scenario!r} was tried {trials} times",
            hint=f"Ask for a k from 1 to {trials}, or run more trials.",
        )
        self.k = k
        self.scenario = scenario
        self.trials = trials


class DuplicateTrial(ScoringError):
    code = "duplicate_trial"

    def __init__(self, scenario: str, trial: int) -> None:
        super().__init__(
            f"trial {trial} of {scenario!r} is there twice", hint="Remove the result that does not belong to this run."
        )
        self.scenario = scenario
        self.trial = trial


class BadTrial(ScoringError):
    code = "bad_trial"

    def __init__(self, scenario: str, trial: int, fault: str) -> None:
        super().__init__(f"trial {trial} of {scenario!r}: {fault}")
        self.scenario = scenario
        self.trial = trial
        self.fault = fault


class ReplyUnreadable(ScoringError):
    """`reason` is one of: no verdict, cut off, several verdicts, wrong shape."""

    owner = "judge"
    code = "reply_unreadable"

    def __init__(self, reason: str, *, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        self.detail = detail
