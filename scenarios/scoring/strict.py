"""The entity diff without the published holes: every table, every change, nothing for nothing.

- A created row is as right as its worst column (`pairing`). An updated one is scored by the fields that had to change,
  each by the part of the way it went; the key, what was so before, and timestamps of the world earn nothing. A row to
  be deleted is known by its key alone.
- Every change that no spec asked for lowers precision, in whatever table, unless it follows by the world's own rules
  from another change or the scenario allows it (`excuses`).
- What is wrong with a spec is reported, and never turned into a similarity.

`overall` counts rows; `macro` is the mean over tables and operations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum

from scenarios.scoring.changes import Change, Logged, net_changes
from scenarios.scoring.created import rate_created
from scenarios.scoring.effects import Effect
from scenarios.scoring.excuses import Excuses
from scenarios.scoring.plan import SpecFault, make_plan
from scenarios.scoring.rated import Rated, Unexpected
from scenarios.scoring.result import GroupScore, Ratio, count_ratio
from scenarios.scoring.rows import UNKNOWN_TABLE, Rows, Schemas
from scenarios.scoring.specs import Expected
from scenarios.scoring.updated import rate_deleted, rate_updated
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class StrictScore:
    """`changes` are all that was done, `unexpected` those held against the agent.

    `extras` are columns changed too much in rows that were to be updated. `follow` and `allowed` changes were asked for
    by no spec and count for nothing. The guardrail holds unless an unexpected change lies in a table that no spec
    names.
    """

    overall: Ratio
    macro: Ratio
    changes: tuple[Change, ...]
    groups: tuple[GroupScore, ...]
    unexpected: tuple[Unexpected, ...] = ()
    extras: tuple[Unexpected, ...] = ()
    follow: tuple[Change, ...] = ()
    allowed: tuple[Change, ...] = ()
    faults: tuple[SpecFault, ...] = ()
    broken: tuple[str, ...] = ()

    @property
    def f1(self) -> float:
        return self.overall.f1

    @property
    def guardrail(self) -> bool:
        return not self.broken

    def to_json(self) -> dict[str, Json]:
        return {
            **self.overall.to_json(),
            "guardrail": self.guardrail,
            "guardrail_broken": list(self.broken),
            "macro": self.macro.to_json(),
            "groups": [group.to_json() for group in self.groups],
            "unexpected": [each.to_json() for each in (*self.unexpected, *self.extras)],
            "follow": [change.to_json() for change in self.follow],
            "allowed": [change.to_json() for change in self.allowed],
            "faults": [fault.to_json() for fault in self.faults],
        }


def score_strict(
    initial: Rows,
    final: Rows,
    specs: Sequence[Expected],
    *,
    schemas: Schemas,
    log: Iterable[Logged] = (),
    allowed: Sequence[Effect] = (),
) -> StrictScore:
    """The strict figures. Without specs, untouched rows score 1 and any change scores 0."""
    plan = make_plan(specs, initial, final, schemas)
    changes = net_changes(initial, final, schemas=schemas, keeping=plan.keeping, log=log)
    excuses = Excuses.among(changes, schemas, allowed)
    rated = [
        *rate_created(plan, changes, excuses),
        *rate_updated(plan, changes, excuses),
        *rate_deleted(plan, changes, excuses),
    ]
    rated = _set_aside(rated, schemas)
    unexpected = tuple(each for group in rated for each in group.unexpected)
    excused = [change for group in rated for change in group.excused]
    return StrictScore(
        overall=_overall(rated, specs),
        macro=_macro(rated, specs),
        changes=tuple(changes),
        groups=tuple(each.group() for each in sorted(rated, key=_place) if each.shown),
        unexpected=unexpected,
        extras=tuple(each for group in rated for each in group.extras),
        follow=tuple(change for change in excused if excuses.why(change) == "follows"),
        allowed=tuple(change for change in excused if excuses.why(change) == "allowed"),
        faults=tuple(sorted(plan.faults, key=lambda fault: (fault.spec, fault.code, fault.column))),
        broken=tuple(sorted({each.change.table for each in unexpected} - {spec.table for spec in specs})),
    )


def _set_aside(rated: Sequence[Rated], schemas: Schemas) -> list[Rated]:
    """Rows expected in derived tables follow from others, which are scored; they count only where nothing else does."""
    derived = [each.operation == "create" and schemas.get(each.table, UNKNOWN_TABLE).derived for each in rated]
    if not any(each.rows for each, follows in zip(rated, derived, strict=True) if not follows):
        return list(rated)
    return [replace(each, scored=not follows) for each, follows in zip(rated, derived, strict=True)]


def _overall(rated: Sequence[Rated], specs: Sequence[Expected]) -> Ratio:
    scored = [each for each in rated if each.scored]
    expected = sum(len(each.rows) for each in scored)
    actual = sum(each.found for each in scored) + sum(len(each.unexpected) for each in rated)
    if specs and not expected:
        # Nothing that an agent could do was asked for, so there is nothing to be earned.
        return Ratio(0.0, 0.0)
    precision = count_ratio(fsum(each.precise for each in scored), expected=expected, actual=actual).precision
    recall = count_ratio(fsum(each.recalled for each in scored), expected=expected, actual=actual).recall
    return Ratio(precision, recall)


def _macro(rated: Sequence[Rated], specs: Sequence[Expected]) -> Ratio:
    """Recall over what was expected, precision over that and over whatever else was changed."""
    asked = [each.group().ratio for each in rated if each.scored and each.rows]
    others = sum(bool(each.unexpected) for each in rated if not (each.scored and each.rows))
    if not asked:
        return Ratio(0.0, 0.0 if specs else 1.0) if specs or others else Ratio(1.0, 1.0)
    precision = fsum(ratio.precision for ratio in asked) / (len(asked) + others)
    return Ratio(precision, fsum(ratio.recall for ratio in asked) / len(asked))


def _place(rated: Rated) -> tuple[float, str, str]:
    rows = (*rated.rows, *rated.uncounted)
    return min((row.spec for row in rows), default=float("inf")), rated.table, rated.operation
