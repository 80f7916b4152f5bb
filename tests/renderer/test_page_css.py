"""What the stylesheet makes of the page, asked of a real browser."""

from __future__ import annotations

import pytest

from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import (
    Button,
    Card,
    CheckBox,
    DateTimeInput,
    Icon,
    Image,
    List,
    Modal,
    Node,
    Slider,
    SurfaceView,
    Tab,
    Tabs,
    TextField,
    View,
)
from tests.renderer.asked import ask, boxes_of, button, column, row
from tests.renderer.drawn import PIXEL, SAMPLES, make, picker, screen, text

LONG = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082"
)

OVERFLOWING = """() => {
  const wide = document.documentElement.clientWidth;
  const scrolled = (one) => one && (getComputedStyle(one).overflowX === 'auto' || scrolled(one.parentElement));
  return [...document.querySelectorAll('#stage *')]
    .filter((one) => !one.closest('svg') && !scrolled(one.parentElement))
    .filter((one) => one.getBoundingClientRect().width > 0)
    .filter((one) => one.getBoundingClientRect().right > wide + 0.5 || one.getBoundingClientRect().left < -0.5)
    .map((one) => one.outerHTML.slice(0, 120));
}"""


LONG_WORDS = column(
    text(LONG, variant="h1"),
    text(LONG),
    text(f"| {LONG} | {LONG} |\n|--|--|\n| a | b |\n\n```\n{LONG}\n```\n\n- {LONG}\n\n`{LONG}`"),
    row(text(LONG), button(LONG)),
    row(make(Icon, name="check"), text(LONG)),
    row(text(LONG, weight=1), text(LONG, weight=1), text(LONG, weight=1), text(LONG, weight=1)),
    row(text(LONG), make(CheckBox, label=LONG), justify="spaceBetween"),
    make(TextField, label=LONG, value=LONG, messages=(LONG,)),
    make(TextField, label="", value=LONG, variant="longText"),
    make(CheckBox, label=LONG),
    picker(label=LONG, messages=(LONG,), filterable=True),
    picker(label=LONG, layout="chips"),
    picker(label=LONG, layout="menu"),
    make(Slider, label=LONG),
    make(Tabs, tabs=(Tab(LONG, 0), Tab("b", 1)), pane=make(Card, child=text(LONG))),
    make(Button, child=text(LONG), messages=(LONG,), enabled=False),
    make(Button, child=column(text(LONG), text(LONG, variant="caption"))),
)
CROWDED = column(
    row(*(button(f"Button {place}") for place in range(7))),
    row(*(text(f"word{place}") for place in range(9))),
    row(*(make(Card, child=text(f"card {place}", variant="h3")) for place in range(5))),
    row(*(make(Image, variant="smallFeature", description="A fox") for _ in range(6))),
    row(*(make(Image, variant="mediumFeature", picture=PIXEL) for _ in range(3))),
    row(*(make(DateTimeInput, label=f"date {place}") for place in range(3))),
    row(make(Slider, label="a"), text("b"), make(TextField, label="c"), button("d")),
    row(column(make(TextField, label="a"), weight=1), column(make(TextField, label="b"), weight=1)),
    make(List, items=tuple(make(Card, child=text(f"item {place}")) for place in range(9)), direction="horizontal"),
)


@pytest.mark.parametrize("width", [280, 320, 600, 1600])
@pytest.mark.parametrize(
    "root",
    [LONG_WORDS, CROWDED, column(*SAMPLES), make(Card, child=make(Card, child=LONG_WORDS))],
    ids=["long words", "crowded rows", "every component", "nested cards"],
)
async def test_nothing_reaches_beyond_the_window(canvas: Canvas, root: Node, width: int) -> None:
    shown = View((SurfaceView("s", root),), {PIXEL: ("image/png", PNG)})
    assert await ask(canvas, shown, OVERFLOWING, width=width) == []


@pytest.mark.parametrize(("locale", "first_is_left"), [("en-US", True), ("ar-EG", False)])
async def test_a_row_runs_the_way_the_language_does(canvas: Canvas, locale: str, first_is_left: bool) -> None:
    first, second = await ask(canvas, screen(row(button("a"), button("b")), locale=locale), boxes_of(".button"))
    assert (first["x"] < second["x"]) is first_is_left


async def test_headings_step_down_and_captions_are_smallest(canvas: Canvas) -> None:
    variants = ("h1", "h2", "h3", "h4", "h5", "body", "caption")
    texts = [text("# Size", variant=variant) if variant != "body" else text("Size") for variant in variants]
    sizes = await ask(
        canvas,
        screen(column(*texts)),
        "() => [...document.querySelectorAll('.text')].map((one) => parseFloat(getComputedStyle(one).fontSize))",
    )
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == len(variants)
    assert sizes[-2:] == [16, 13]


def dialog(content: Node) -> View:
    return screen(make(Modal, "m", trigger=button("Open"), content=content, open=True))


@pytest.mark.parametrize("lines", [1, 60])
async def test_a_dialog_lies_whole_within_the_page_and_its_backdrop_covers_it(canvas: Canvas, lines: int) -> None:
    shown = dialog(column(*(text(f"line {place}") for place in range(lines))))
    await canvas.draw(shown, Frame(width=600, height=400))
    (box,) = await ask(canvas, shown, boxes_of("dialog"))
    (backdrop,) = await ask(canvas, shown, boxes_of("[data-backdrop]"))
    height = await ask(canvas, shown, "() => innerHeight")
    assert 40 <= box["y"] <= 90
    assert box["bottom"] <= height
    assert (backdrop["x"], backdrop["y"], backdrop["width"]) == (0, 0, 600)
    assert backdrop["bottom"] >= height


async def test_the_close_control_covers_no_word_of_the_dialog(canvas: Canvas) -> None:
    shown = dialog(
        make(Card, child=column(text("A title that is long enough to fill the whole line of it", variant="h3")))
    )
    (close,) = await ask(canvas, shown, boxes_of(".close"))
    lines = await ask(
        canvas,
        shown,
        """() => { const range = document.createRange();
          range.selectNodeContents(document.querySelector('dialog h3'));
          return [...range.getClientRects()].map(({ right, y }) => ({ right, y })); }""",
    )
    assert len(lines) > 1
    assert all(line["right"] <= close["x"] for line in lines)


async def test_a_header_image_fills_the_top_of_its_card(canvas: Canvas) -> None:
    header = make(Image, variant="header", picture=PIXEL, fit="cover")
    shown = View((SurfaceView("s", make(Card, child=column(header, text("Title")))),), {PIXEL: ("image/png", PNG)})
    (card,) = await ask(canvas, shown, boxes_of(".card"))
    (image,) = await ask(canvas, shown, boxes_of("img"))
    assert image["height"] == 200
    assert image["width"] == pytest.approx(card["width"], abs=2.5)
    assert image["y"] == pytest.approx(card["y"], abs=1.5)


async def test_a_long_text_field_shows_all_of_its_text(canvas: Canvas) -> None:
    field = make(TextField, label="Bio", variant="longText", value="\n".join("line" for _ in range(30)))
    hidden = await ask(
        canvas,
        screen(field),
        "() => { const t = document.querySelector('textarea'); return t.scrollHeight - t.clientHeight }",
    )
    assert hidden <= 0


@pytest.mark.parametrize("kind", ["date", "time", "datetime"])
async def test_dates_and_times_are_written_as_in_the_language_of_the_page(canvas: Canvas, kind: str) -> None:
    value = {"date": "2026-06-19", "time": "16:45", "datetime": "2026-06-19T16:45"}[kind]
    field = make(DateTimeInput, label="When", kind=kind, value=value)
    pictures = [
        (await canvas.draw(screen(field, locale=locale), Frame(width=400, height=200))).picture.png
        for locale in ("en-US", "de-DE", "en-US")
    ]
    assert pictures[0] == pictures[2] != pictures[1]


async def test_the_embedded_font_is_used(canvas: Canvas) -> None:
    loaded = await ask(
        canvas,
        screen(text("Hello")),
        "() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)",
    )
    assert any("Inter" in family for family in loaded)


async def test_nothing_moves(canvas: Canvas) -> None:
    assert await ask(canvas, screen(column(*SAMPLES)), "() => document.getAnimations().length") == 0
