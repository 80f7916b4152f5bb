"""The screens kept as golden pictures, and the machine they were drawn on."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from renderer import fonts
from renderer.browser import find_browser
from renderer.elements import Element
from renderer.pages import Canvas
from surfacebox.gallery import DARK, NARROW, Shot, draw_shot, examples
from surfacebox.settings import Settings
from ui_server.screen import Screen

FOLDER = Path(__file__).parent
MACHINE_FILE = FOLDER / "BROWSER"
GOLDEN = (
    Shot("flight_booking", ""),
    Shot("restaurant_list", "360", NARROW),
    Shot(
        "expense_approval",
        "modal",
        steps=(
            {"do": "click", "element": "return-button"},
            {"do": "fill", "element": "reason", "value": "Too late"},
        ),
    ),
    Shot("settings", "alerts", steps=({"do": "click", "element": "tabs#1"},)),
    Shot("parcel_arabic", ""),
    Shot("phrase_book", "dark", DARK),
    Shot("hotel_filter", ""),
    Shot("theatre_seats", ""),
)


@dataclass(frozen=True, slots=True)
class Facts:
    """A screen as it is kept: its picture, what can be read on it, and what can be operated."""

    png: bytes
    texts: list[list[str]]
    elements: list[dict[str, Any]]

    def to_json(self) -> dict[str, Any]:
        return {"texts": self.texts, "elements": self.elements}


async def draw(canvas: Canvas, shot: Shot) -> Facts:
    """The shot as this machine draws it."""
    screen = await draw_screen(canvas, shot)
    surfaces = screen.drawing.surfaces
    return Facts(
        png=screen.png,
        texts=[list(surface.texts) for surface in surfaces],
        elements=[_plain(element) for surface in surfaces for element in surface.elements],
    )


async def draw_screen(canvas: Canvas, shot: Shot) -> Screen:
    example = next(example for example in examples() if example.name == shot.example)
    return (await draw_shot(canvas, example, shot, Settings())).screen


def read(shot: Shot) -> Facts:
    """The shot as it is kept."""
    picture = FOLDER / shot.file_name
    kept = json.loads(picture.with_suffix(".json").read_text(encoding="utf-8"))
    return Facts(picture.read_bytes(), kept["texts"], kept["elements"])


def write(shot: Shot, facts: Facts) -> None:
    """Keeps the shot."""
    picture = FOLDER / shot.file_name
    picture.write_bytes(packed(facts.png))
    text = json.dumps(facts.to_json(), indent=1, ensure_ascii=False)
    picture.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


def packed(png: bytes) -> bytes:
    """The same pixels in fewer bytes than the browser takes for them."""
    written = io.BytesIO()
    with Image.open(io.BytesIO(png)) as opened:
        opened.convert("RGB").save(written, "PNG", optimize=True)
    return written.getvalue()


def machine(browser: Path | None) -> str:
    """The browser's version and a digest of every font that a screen may be set in: equal means equal pixels."""
    digest = hashlib.sha256(fonts.load().digest().encode())
    for family in fonts.SYSTEM_FAMILIES:
        digest.update(_font_file(family.name))
    return f"Chromium {find_browser(browser).version}, fonts {digest.hexdigest()[:16]}"


def _font_file(family: str) -> bytes:
    command = shutil.which("fc-match")
    if command is None:
        return b""
    asked = subprocess.run(
        [command, "--format=%{file}", family], capture_output=True, text=True, timeout=10, check=True
    )
    return hashlib.sha256(Path(asked.stdout).read_bytes()).digest()


def _plain(element: Element) -> dict[str, Any]:
    plain: dict[str, Any] = json.loads(json.dumps(element.to_json()))
    return plain
