"""Runs the measurements and prints them; `python -m bench screens` runs one group."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from bench import screens
from bench.machine import machine


def main() -> int:
    chosen = sys.argv[1:] or ["screens", "world"]
    print(f"machine: {machine()}")
    if "screens" in chosen:
        report = asyncio.run(screens.measure())
        print("screens")
        print("\n".join([*(figure.line() for figure in report.figures), *report.lines]))
        out = Path("out/bench")
        out.mkdir(parents=True, exist_ok=True)
        found = {"machine": machine(), "figures": [asdict(figure) for figure in report.figures], "lines": report.lines}
        (out / "screens.json").write_text(json.dumps(found, indent=2))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
