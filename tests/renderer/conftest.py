"""One browser for all tests of the renderer."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from renderer.browser import BrowserSettings, find_browser
from renderer.errors import BrowserMissing
from renderer.html import Renderer
from renderer.pages import Canvas


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    return Renderer()


@pytest.fixture(scope="session")
def browser_settings() -> BrowserSettings:
    """Two pages in whatever Chromium this machine has."""
    try:
        found = find_browser(None)
    except BrowserMissing as missing:
        pytest.skip(f"{missing}: {missing.hint}")
    return BrowserSettings(executable=found.path)


@pytest.fixture(scope="session")
async def canvas(renderer: Renderer, browser_settings: BrowserSettings) -> AsyncIterator[Canvas]:
    async with Canvas.open(renderer, browser_settings) as opened:
        yield opened
