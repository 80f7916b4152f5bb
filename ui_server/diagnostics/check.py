"""What becomes of all the diagnostics of a payload: one of each, in the order of the document, not too many."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ui_server.diagnostics.diagnostic import Diagnostic

MAX_DIAGNOSTICS: Final = 20
"""How many are told; more would be read by nobody, and the first usually explain the rest."""
_RANK: Final = {"error": 0, "warning": 1, "info": 2}


def limit(diagnostics: Iterable[Diagnostic], most: int = MAX_DIAGNOSTICS) -> list[Diagnostic]:
    """The diagnostics without repetitions; of more than `most` the gravest, then how many are left out.

    The order given is kept.
    """
    unique: dict[tuple[str, str, str | None], Diagnostic] = {}
    for diagnostic in diagnostics:
        unique.setdefault((diagnostic.code, diagnostic.pointer, diagnostic.component_id), diagnostic)
    found = list(unique.values())
    if len(found) <= most:
        return found
    kept = sorted(range(len(found)), key=lambda index: (_RANK[found[index].severity], index))[:most]
    return [*(found[index] for index in sorted(kept)), _rest([found[i] for i in range(len(found)) if i not in kept])]


def _rest(left_out: list[Diagnostic]) -> Diagnostic:
    errors = sum(diagnostic.severity == "error" for diagnostic in left_out)
    others = len(left_out) - errors
    counted = [f"{number} {word}" for number, word in ((errors, "errors"), (others, "notes")) if number]
    return Diagnostic(
        severity="info",
        code="more_diagnostics",
        message=f"{' and '.join(counted)} more are not listed.",
        hint="Mend these first and check again.",
    )
