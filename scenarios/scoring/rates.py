"""How many episodes ended how, and each rate twice: over all of them, and over those that were valid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scenarios.scoring.verdict import EpisodeClass
from ui_server.expressions import Json


@dataclass(frozen=True, slots=True)
class Rate:
    """`count` out of `of`, both always told. Of none there is no rate."""

    count: int
    of: int

    @property
    def value(self) -> float | None:
        return self.count / self.of if self.of else None

    def to_json(self) -> dict[str, Json]:
        return {"count": self.count, "of": self.of, "value": self.value}


@dataclass(frozen=True, slots=True)
class Census:
    """Episodes by class; every episode is in exactly one."""

    success: int = 0
    failure: int = 0
    invalid: int = 0
    unknown: int = 0

    @classmethod
    def of(cls, classes: Iterable[EpisodeClass]) -> Census:
        counts = Counter(classes)
        return cls(counts["success"], counts["failure"], counts["invalid"], counts["unknown"])

    @property
    def total(self) -> int:
        return self.success + self.failure + self.invalid + self.unknown

    @property
    def over_all(self) -> Rate:
        """Successes over every episode: what spoilt one, be it a fault of ours, counts as a failure."""
        return Rate(self.success, self.total)

    @property
    def over_valid(self) -> Rate:
        """Successes over the episodes that were not invalid."""
        return Rate(self.success, self.total - self.invalid)

    def to_json(self) -> dict[str, Json]:
        return {
            "success": self.success,
            "failure": self.failure,
            "invalid": self.invalid,
            "unknown": self.unknown,
            "over_all": self.over_all.to_json(),
            "over_valid": self.over_valid.to_json(),
        }
