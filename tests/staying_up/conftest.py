"""The server in a process of its own, as users run it; one for each module of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from renderer.browser import BrowserSettings
from tests.ui_server.http.test_server import Running, running


@pytest.fixture(scope="module")
def server(browser_settings: BrowserSettings) -> Iterator[Running]:
    with running(browser_settings) as found:
        yield found
