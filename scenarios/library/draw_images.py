"""Draws the pictures that the users of the library hand over: `python -m scenarios.library.draw_images`.

Lights and papers are invented; whatever a scenario needs to be read from a picture is written on it in plain letters.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

HERE = Path(__file__).resolve().parent / "images"
INK, PAPER, DESK = "#22303A", "#FFFDF6", "#C8B79E"
COLOURS = 64
"""So many colours are enough for drawings, and keep the files small."""

LIGHTS = {
    "bike_light_comet.png": ("Comet 300", "#1F6F78"),
    "bike_light_dusk.png": ("Dusk Beam", "#B23A48"),
}
PAPERS: dict[str, tuple[str, Sequence[str]]] = {
    "hall_receipt.png": (
        "OLD FERRY HALL",
        ["Receipt 2231|9 May 2026", "", "Hall, evening|80.00", "Projector|25.00", "Cleaning|18.00"],
    ),
    "seed_order.png": (
        "SEEDS FOR THE ALLOTMENT",
        ["Broad beans|2 packets", "Kale|1 packet", "Marigold|3 packets"],
    ),
    "choir_poster.png": (
        "SPRING CONCERT",
        ["Lindenhof Choir", "", "Saturday, 6 June 2026", "19:30, St Anne's Hall", "Tickets 12.00"],
    ),
}


def draw_all(folder: Path = HERE) -> list[Path]:
    """Writes every picture into `folder`; gives their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {name: light(*facts) for name, facts in LIGHTS.items()}
    pictures |= {name: paper(*facts) for name, facts in PAPERS.items()}
    for name, picture in pictures.items():
        picture.quantize(COLOURS).save(folder / name, optimize=True)
    return [folder / name for name in pictures]


def light(name: str, colour: str) -> Image.Image:
    """A bicycle light as in a shop window: the body, its lens, the beam, and its name."""
    picture = Image.new("RGB", (360, 270), "#E9EEF0")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((0, 200, 360, 270), fill="#CFD8DC")
    draw.polygon([(210, 120), (350, 70), (350, 200), (210, 150)], fill="#FFF3B0")
    draw.rounded_rectangle((60, 90, 200, 180), 22, fill=colour, outline=INK, width=3)
    draw.ellipse((175, 95, 235, 175), fill="#FAFAFA", outline=INK, width=3)
    draw.rounded_rectangle((95, 180, 150, 205), 6, fill=INK)
    draw.text((180, 238), name, font=_font(26), fill=INK, anchor="mm")
    return picture


def paper(title: str, lines: Sequence[str]) -> Image.Image:
    """A sheet on a desk with a title and lines below it; what follows a bar stands at the right."""
    picture = Image.new("RGB", (420, 150 + 34 * len(lines)), DESK)
    draw = ImageDraw.Draw(picture)
    width, height = picture.size
    draw.rectangle((28, 28, width - 20, height - 20), fill="#9C8B73")
    draw.rectangle((22, 22, width - 26, height - 26), fill=PAPER)
    draw.text((40, 48), title, font=_font(24), fill=INK)
    draw.line((40, 86, width - 44, 86), fill=INK, width=2)
    for number, line in enumerate(lines):
        left, _, right = line.partition("|")
        draw.text((40, 102 + 34 * number), left, font=_font(19), fill=INK)
        draw.text((width - 44, 102 + 34 * number), right, font=_font(19), fill=INK, anchor="ra")
    return picture


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


if __name__ == "__main__":
    print("\n".join(str(path) for path in draw_all()))
