"""The figures that documents give are those of the product."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from surfacebox.settings import Settings

WORDS: Final = {8: "eight", 10: "ten", 16: "sixteen", 20: "twenty"}
"""Figures are written out in the documents; one that is not here wants a new word."""


def said(path: Path) -> str:
    return " ".join(path.read_text(encoding="utf-8").split())


def test_the_readme_counts_apps_and_tools(root: Path) -> None:
    apps = sum(1 for domain in ALL if domain.tools)
    tools = len(tuple(Plan(ALL).registry))

    assert f"{WORDS[apps]} apps with {tools} tools" in said(root / "README.md")


def test_the_readme_counts_scenarios_and_examples(root: Path) -> None:
    scenarios = len(list((root / "scenarios" / "library").glob("*.yaml")))
    examples = len(list((root / "surfacebox" / "examples").iterdir()))
    readme = said(root / "README.md")

    assert f"plays {WORDS[scenarios]} small scenarios" in readme
    assert f"{WORDS[scenarios]} built-in scenarios" in readme
    assert f"one of {WORDS[examples]}]" in readme
    assert f"draws {WORDS[examples]} examples" in said(root / "CHANGELOG.md")


def test_how_it_works_counts_the_golden_screens(root: Path) -> None:
    screens = len(list((root / "tests" / "golden").glob("*.json")))

    assert f"keeps {WORDS[screens]} screens" in said(root / "docs" / "how-it-works.md")


def test_the_page_about_safety_counts_the_hostile_payloads(root: Path) -> None:
    payloads = len(list((root / "tests" / "hostile" / "corpus").iterdir()))

    assert f": {payloads} payloads try it" in said(root / "docs" / "safety.md")


def test_the_page_of_the_server_says_how_many_pages_draw(root: Path) -> None:
    assert f"screens drawn at the same time: {Settings().pages} if not given" in said(root / "docs" / "serve.md")
