"""Draws the golden screens and the pictures of the documents anew: `make golden`.

Look at every picture that changed before it is committed.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from renderer.annotate import annotate
from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from tests.golden.debug_page import draw_debug_page
from tests.golden.screens import FOLDER, GOLDEN, MACHINE_FILE, draw, draw_screen, machine, packed, write

IMAGES = FOLDER.parents[1] / "docs" / "images"


async def main() -> None:
    named = os.environ.get("SURFACEBOX_BROWSER")
    browser = Path(named) if named else None
    async with Canvas.open(Renderer(), BrowserSettings(executable=browser, pages=1)) as canvas:
        for shot in GOLDEN:
            write(shot, await draw(canvas, shot))
            print(shot.file_name)
        await _draw_for_readers(canvas, browser)
    MACHINE_FILE.write_text(machine(browser) + "\n", encoding="utf-8")


async def _draw_for_readers(canvas: Canvas, browser: Path | None) -> None:
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / GOLDEN[0].file_name).write_bytes((FOLDER / GOLDEN[0].file_name).read_bytes())
    screen = await draw_screen(canvas, GOLDEN[0])
    boxes = annotate(screen.drawing.picture, screen.elements().values())
    (IMAGES / f"{GOLDEN[0].example}-boxes.png").write_bytes(packed(boxes))
    (IMAGES / "debug-page.png").write_bytes(packed(await draw_debug_page(canvas, browser)))


if __name__ == "__main__":
    asyncio.run(main())
