"""Tables on a terminal; plain columns where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from scenarios.report.summary import Summary

PLAIN_WIDTH = 120
"""Columns of text where there is no terminal to ask."""
_STYLES = {"success": "green", "failure": "red", "invalid": "yellow", "unknown": "yellow"}


def episode_table(lines: Sequence[Mapping[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("scenario", "mode", "outcome"):
        table.add_column(name, no_wrap=True)
    for name in ("strict F1", "paper F1", "steps", "screens", "seconds"):
        table.add_column(name, justify="right", no_wrap=True)
    for line in sorted(lines, key=lambda each: (each["scenario"], each["mode"], each["trial"])):
        outcome = str(line["class"])
        figures = (_figure(line["strict_f1"]), _figure(line["paper_f1"]), str(line["steps"]), str(line["screens"]))
        shown = f"[{_STYLES[outcome]}]{outcome}[/]"
        table.add_row(line["scenario"], line["mode"], shown, *figures, f"{line['seconds']:.2f}")
    return table


def summary_table(summaries: Sequence[Summary]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    headings = ("episodes", "success", "failure", "invalid", "unknown", "of all", "of valid", "strict F1", "paper F1")
    for name in headings:
        table.add_column(name, justify="right", no_wrap=True)
    for each in summaries:
        counts = (str(each.counts[name]) for name in ("success", "failure", "invalid", "unknown"))
        rates = (each.success_of_all, each.success_of_valid, each.strict_f1, each.paper_f1)
        table.add_row(each.name, str(each.episodes), *counts, *(_figure(rate) for rate in rates))
    return table


def print_table(table: Table) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=PLAIN_WIDTH)
    console.print(table)
    console.print()


def _figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
