"""Draws the golden screens anew: `make golden`. Look at every picture that changed before it is committed."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from tests.golden.screens import GOLDEN, MACHINE_FILE, draw, machine, write


async def main() -> None:
    named = os.environ.get("SURFACEBOX_BROWSER")
    browser = Path(named) if named else None
    async with Canvas.open(Renderer(), BrowserSettings(executable=browser, pages=1)) as canvas:
        for shot in GOLDEN:
            write(shot, await draw(canvas, shot))
            print(shot.file_name)
    MACHINE_FILE.write_text(machine(browser) + "\n", encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
