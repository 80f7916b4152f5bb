"""What an episode is worth: the entity diff in two modes, the outcome on four axes, and rates over trials. No model.

scores        `score`: initial rows, final rows and expected changes in, `Scores` out
paper         as published, to the last oddity; `published`, `similarity` and `rouge` hold its rules
strict        without the published holes; `plan`, `pairing`, `created`, `updated` and `excuses` hold its rules
verdict       `decide`: the four axes; `side_effects` says what nobody asked for and how bad it is
passk, rates  pass@k and pass^k over trials; successes over all and over valid episodes
"""

from __future__ import annotations

from scenarios.scoring.changes import Change, Logged
from scenarios.scoring.effects import Effect, Severity
from scenarios.scoring.errors import ScoringError
from scenarios.scoring.rows import TableSchema
from scenarios.scoring.scores import MODES, Mode, Scores, score
from scenarios.scoring.side_effects import Bounds, SideEffect
from scenarios.scoring.verdict import Check, Goal, Outcome, Owner, Process, Task, Validity, decide

__all__ = [
    "MODES",
    "Bounds",
    "Change",
    "Check",
    "Effect",
    "Goal",
    "Logged",
    "Mode",
    "Outcome",
    "Owner",
    "Process",
    "Scores",
    "ScoringError",
    "Severity",
    "SideEffect",
    "TableSchema",
    "Task",
    "Validity",
    "decide",
    "score",
]
