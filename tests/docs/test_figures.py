"""The figures that documents give are those of the product."""

from __future__ import annotations

from pathlib import Path

from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from surfacebox.settings import Settings


def test_the_readme_counts_the_tools(root: Path) -> None:
    count = len(tuple(Plan(ALL).registry))

    assert f" {count} tools" in (root / "README.md").read_text(encoding="utf-8")


def test_the_page_of_the_server_says_how_many_pages_draw(root: Path) -> None:
    said = (root / "docs" / "serve.md").read_text(encoding="utf-8")

    assert f"screens drawn at the same time: {Settings().pages} if not given" in said
