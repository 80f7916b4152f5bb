"""The picture of the debug page for the documents."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from renderer.browser import BrowserSettings
from renderer.pages import Canvas
from tests.golden.debug_page import SIZE, draw_debug_page

KEPT = Path(__file__).parents[2] / "docs" / "images" / "debug-page.png"


async def test_the_debug_page_can_be_drawn_for_the_documents(canvas: Canvas, browser_settings: BrowserSettings) -> None:
    with Image.open(io.BytesIO(await draw_debug_page(canvas, browser_settings.executable))) as drawn:
        assert drawn.size == SIZE
    with Image.open(KEPT) as kept:
        assert kept.size == SIZE
