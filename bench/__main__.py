"""Runs the measurements and prints them; `python -m bench screens` runs one group of `GROUPS`."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from bench import diagnostics, episodes, screens, service, world
from bench.machine import Report, machine

OUT = Path("out/bench")
GROUPS: dict[str, Callable[[], Report]] = {
    "screens": lambda: asyncio.run(screens.measure()),
    "service": lambda: asyncio.run(service.measure()),
    "world": lambda: Report(world.measure(), []),
    "episodes": lambda: asyncio.run(episodes.measure()),
    "diagnostics": diagnostics.measure,
}


def main() -> int:
    chosen = sys.argv[1:] or list(GROUPS)
    unknown = [name for name in chosen if name not in GROUPS]
    if unknown:
        print(f"there is no group {unknown[0]!r}; known: {', '.join(GROUPS)}", file=sys.stderr)
        return 2
    print(f"machine: {machine()}")
    for name in chosen:
        report = GROUPS[name]()
        print(f"\n{name}")
        print("\n".join([*(figure.line() for figure in report.figures), *report.lines]))
        OUT.mkdir(parents=True, exist_ok=True)
        found = {"machine": machine(), "figures": [asdict(figure) for figure in report.figures], "lines": report.lines}
        (OUT / f"{name}.json").write_text(json.dumps(found, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
