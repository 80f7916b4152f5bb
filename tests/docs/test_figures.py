"""The figures that documents give are those of the product."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from surfacebox.settings import Settings
from ui_server.http.idempotency import KEPT_SECONDS, MAX_ANSWERS
from ui_server.http.limits import CallLimits
from ui_server.session import MAX_REVISIONS_KEPT
from ui_server.sessions import Limits

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


def test_the_page_of_the_calls_says_how_much_is_taken(root: Path) -> None:
    page, calls, limits = said(root / "docs" / "http-api.md"), CallLimits(), Limits()
    bodies, images = calls.body_bytes // 1_000_000, calls.image_body_bytes // 1_000_000

    assert f"{bodies} MB in a body, {images} MB for an image; {calls.steps} steps at a time" in page
    assert f"{limits.images} images or {limits.image_bytes // 1_000_000} MB of them in a session" in page
    assert f"{limits.sessions} sessions (`--max-sessions`)" in page
    assert f"{calls.session_rate:.0f} calls a second on a session, {calls.server_rate:.0f} on the server" in page
    assert f"{calls.streams} followers of a session" in page
    assert f"{Settings().deadline_s:g} seconds (`--deadline`) for each screen or step" in page


def test_the_page_of_the_calls_says_how_long_things_are_kept(root: Path) -> None:
    page = said(root / "docs" / "http-api.md")

    assert (KEPT_SECONDS, Limits().idle_seconds) == (60 * 60, 30 * 60)
    assert f"kept for an hour, the latest {MAX_ANSWERS} of them" in page and "left alone for half an hour" in page
    assert f"up to {MAX_REVISIONS_KEPT} revisions back" in page
