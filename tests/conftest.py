"""What every test may use, and how property tests pick their examples."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from playwright.async_api import Browser, async_playwright

from renderer.browser import BrowserSettings, find_browser
from renderer.html import Renderer
from renderer.pages import Canvas
from ui_server.session import Session, SessionSettings

ROOT = Path(__file__).resolve().parents[1]
NewSession = Callable[..., Session]

# The same examples in every CI run, so that a red run can be had again; fresh ones on a developer's machine.
# No deadline anywhere: how long an example takes says nothing about whether it is right.
settings.register_profile("ci", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of this repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official schemas, examples and oracles beside this repository; SURFACEBOX_SHARED names another."""
    folder = Path(os.environ.get("SURFACEBOX_SHARED") or ROOT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"no data folder in {folder}: the official examples are not on this machine")
    return folder


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    return Renderer()


@pytest.fixture(scope="session")
def browser_settings() -> BrowserSettings:
    """Whatever Chromium this machine has; raises BrowserMissing with the remedy when it has none."""
    found = find_browser(Path(os.environ["SURFACEBOX_BROWSER"]) if os.environ.get("SURFACEBOX_BROWSER") else None)
    return BrowserSettings(executable=found.path)


@pytest.fixture(scope="session")
async def canvas(renderer: Renderer, browser_settings: BrowserSettings) -> AsyncIterator[Canvas]:
    """One browser for all tests: any page can show any session, so they cannot disturb each other."""
    async with Canvas.open(renderer, browser_settings) as opened:
        yield opened


@pytest.fixture(scope="session")
async def chromium(browser_settings: BrowserSettings) -> AsyncIterator[Browser]:
    """A person's browser, for pages that we serve; screens are drawn in another one, `canvas`."""
    async with async_playwright() as driver:
        args = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = await driver.chromium.launch(executable_path=browser_settings.executable, args=args)
        yield browser
        await browser.close()


@pytest.fixture
def new_session(canvas: Canvas) -> NewSession:
    """Makes sessions whose clock stands still at 2026-01-05 09:00 UTC."""

    def make(settings: SessionSettings | None = None) -> Session:
        now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
        return Session(canvas, clock=lambda: now, settings=settings or SessionSettings())

    return make
