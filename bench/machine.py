"""What a figure was measured on, and how figures are summed up."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Figure:
    """Milliseconds (or what `unit` says) of `n` measurements."""

    name: str
    n: int
    least: float
    median: float
    p90: float
    most: float
    unit: str = "ms"

    @classmethod
    def of(cls, name: str, values: Sequence[float], unit: str = "ms") -> Figure:
        ordered = sorted(values)
        p90 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.9))]
        return cls(name, len(ordered), ordered[0], statistics.median(ordered), p90, ordered[-1], unit)

    def line(self) -> str:
        return (
            f"  {self.name:<44} {self.median:9.3f} {self.unit:<4} "
            f"(min {self.least:.3f}, p90 {self.p90:.3f}, max {self.most:.3f}, n {self.n})"
        )


@dataclass(slots=True)
class Report:
    """The figures of one group, and lines that compare them."""

    figures: list[Figure]
    lines: list[str]

    def ratio(self, name: str, value: float, target: str) -> None:
        self.lines.append(f"  {name:<44} {value:9.3f}      (target {target})")


def machine() -> str:
    """One line about this machine."""
    model = next(
        (line.split(":", 1)[1].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")),
        platform.processor() or platform.machine(),
    )
    total = next((int(line.split()[1]) for line in _lines("/proc/meminfo") if line.startswith("MemTotal")), 0)
    return (
        f"{os.cpu_count()} cores, {model}, {total / 1_048_576:.0f} GiB, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}"
    )


def resident_mb(pids: Sequence[int]) -> float:
    """Megabytes of memory that belong to these processes alone (proportional share)."""
    kilobytes = 0
    for pid in pids:
        lines = _lines(f"/proc/{pid}/smaps_rollup")
        kilobytes += next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return kilobytes / 1024


def children(pid: int) -> list[int]:
    """All processes below `pid`, at any depth."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        fields = next(iter(_lines(f"{folder}/stat")), "").rpartition(")")[2].split()
        if len(fields) > 1:
            parents.setdefault(int(fields[1]), []).append(int(folder.name))
    found: list[int] = []
    waiting = [pid]
    while waiting:
        below = parents.get(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text().splitlines()
    except OSError:
        return []
