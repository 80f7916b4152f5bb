"""The figures of a run: counts by class, and every rate twice, over all episodes and over the valid ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from scenarios.episode.payloads import Payloads

CLASSES = ("success", "failure", "invalid", "unknown")


@dataclass(frozen=True, slots=True)
class Summary:
    """`success_of_all` counts faults of ours as failures; `success_of_valid` leaves invalid episodes out."""

    name: str
    episodes: int
    counts: Mapping[str, int]
    paper_f1: float | None
    strict_f1: float | None
    side_effects: int
    bypasses: int
    payloads: Payloads

    @property
    def valid(self) -> int:
        return self.episodes - self.counts["invalid"]

    @property
    def success_of_all(self) -> float | None:
        return self.counts["success"] / self.episodes if self.episodes else None

    @property
    def success_of_valid(self) -> float | None:
        return self.counts["success"] / self.valid if self.valid else None

    def to_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "episodes": self.episodes,
            "valid": self.valid,
            **self.counts,
            "success_of_all": self.success_of_all,
            "success_of_valid": self.success_of_valid,
            "paper_f1": self.paper_f1,
            "strict_f1": self.strict_f1,
            "side_effects": self.side_effects,
            "bypasses": self.bypasses,
            "payloads": self.payloads.to_json(),
        }


def summarise(name: str, lines: Sequence[Mapping[str, Any]]) -> Summary:
    counts = Counter(line["class"] for line in lines)
    return Summary(
        name=name,
        episodes=len(lines),
        counts={each: counts[each] for each in CLASSES},
        paper_f1=_mean(line["paper_f1"] for line in lines),
        strict_f1=_mean(line["strict_f1"] for line in lines),
        side_effects=sum(line["side_effects"] for line in lines),
        bypasses=sum(line["bypasses"] for line in lines),
        payloads=Payloads.total(Payloads.of(line.get("payloads")) for line in lines),
    )


def by_mode(lines: Sequence[Mapping[str, Any]]) -> list[Summary]:
    """One summary for each mode, and one for all when there is more than one."""
    modes = sorted({line["mode"] for line in lines})
    found = [summarise(f"{mode} mode", [line for line in lines if line["mode"] == mode]) for mode in modes]
    return [*found, summarise("all", lines)] if len(found) != 1 else found


def _mean(values: Iterable[float | None]) -> float | None:
    found = [value for value in values if value is not None]
    return fmean(found) if found else None
