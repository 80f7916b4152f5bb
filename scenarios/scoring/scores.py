"""The entity diff: what the rows became, beside what they should have become."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from scenarios.scoring.changes import Logged
from scenarios.scoring.effects import Effect
from scenarios.scoring.paper import PaperScore, score_paper
from scenarios.scoring.rows import Rows, Schemas, check_rows
from scenarios.scoring.specs import read_specs
from scenarios.scoring.strict import StrictScore, score_strict
from scenarios.scoring.tables import PUBLISHED
from ui_server.expressions import Json

Mode = Literal["paper", "strict"]
MODES: tuple[Mode, ...] = ("paper", "strict")


@dataclass(frozen=True, slots=True)
class Scores:
    """The score of each mode that was asked for."""

    paper: PaperScore | None = None
    strict: StrictScore | None = None

    def to_json(self) -> dict[str, Json]:
        """The scores as `surfacebox diff --json` prints them."""
        found = {"paper": self.paper, "strict": self.strict}
        return {mode: score.to_json() for mode, score in found.items() if score is not None}


def score(
    initial: Rows,
    final: Rows,
    specs: Sequence[Json],
    *,
    modes: Iterable[Mode] = MODES,
    schemas: Schemas = PUBLISHED,
    log: Iterable[Logged] = (),
    allowed: Sequence[Effect] = (),
) -> Scores:
    """Compares two states, `{table: [row]}`, with the expected changes of a published scenario file.

    `schemas`, `log` (what was done in the meantime, in order) and `allowed` (changes that the scenario does not mind)
    serve strict mode alone. Raises SpecUnreadable and RowsUnreadable; nothing that is wrong ever becomes a similarity.
    """
    check_rows(initial, "initial")
    check_rows(final, "final")
    expected = read_specs(specs, {*initial, *final})
    asked = set(modes)
    return Scores(
        paper=score_paper(initial, final, expected) if "paper" in asked else None,
        strict=score_strict(initial, final, expected, schemas=schemas, log=log, allowed=allowed)
        if "strict" in asked
        else None,
    )
