"""How many payloads an agent needed for its screens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ui_server.expressions import Json


@dataclass(frozen=True, slots=True)
class Payloads:
    """`repaired` are those that were accepted only because a safe repair mended them."""

    tried: int = 0
    accepted: int = 0
    repaired: int = 0

    @classmethod
    def of(cls, counts: Mapping[str, Any] | None) -> Payloads:
        """From what an episode or a line of results has under `payloads`; what is not there counts as none."""
        known = counts or {}
        return cls(known.get("tried", 0), known.get("accepted", 0), known.get("repaired", 0))

    @classmethod
    def total(cls, each: Iterable[Payloads]) -> Payloads:
        listed = list(each)
        return cls(
            sum(one.tried for one in listed), sum(one.accepted for one in listed), sum(one.repaired for one in listed)
        )

    @property
    def repairs_per_screen(self) -> float | None:
        """How often a payload had to be mended, by the agent sending it again or by a safe repair, for each accepted
        one; None when none was accepted."""
        mended = self.tried - self.accepted + self.repaired
        return mended / self.accepted if self.accepted else None

    def to_json(self) -> dict[str, Json]:
        return {
            "tried": self.tried,
            "accepted": self.accepted,
            "repaired": self.repaired,
            "repairs_per_screen": self.repairs_per_screen,
        }
