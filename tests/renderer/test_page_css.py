"""What the stylesheet makes of the page, asked of a real browser."""

from __future__ import annotations

from typing import Any

import pytest

from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import (
    Button,
    Card,
    CheckBox,
    Column,
    DateTimeInput,
    Icon,
    Image,
    List,
    Modal,
    Node,
    Row,
    Slider,
    SurfaceView,
    Tab,
    Tabs,
    TextField,
    View,
)
from tests.renderer.drawn import PIXEL, RENDERER, SAMPLES, make, picker, screen, text

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


def boxes_of(selector: str) -> str:
    return f"""() => [...document.querySelectorAll({selector!r})].map((one) => {{
      const {{ x, y, width, height, right, bottom }} = one.getBoundingClientRect();
      return {{ x, y, width, height, right, bottom }};
    }})"""


async def ask(canvas: Canvas, shown: View, question: str, *, width: int = 600) -> Any:
    """Draws the view and asks the page that shows it."""
    await canvas.draw(shown, Frame(width=width, height=400))
    body = RENDERER.markup(shown).body
    (page,) = [kept.page for kept in canvas.pages if kept.shown is not None and kept.shown.body == body][:1]
    return await page.evaluate(question)


def row(*items: Node, **properties: Any) -> Row:
    made: Row = make(Row, "row", items=items, **properties)
    return made


def column(*items: Node, **properties: Any) -> Column:
    made: Column = make(Column, "column", items=items, **properties)
    return made


def button(words: str) -> Button:
    made: Button = make(Button, f"b-{words}", child=text(words))
    return made


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


def table() -> View:
    rows = [
        row(*(text(cell, weight=weight) for cell, weight in zip(cells, (2, 1, 1.5), strict=True)))
        for cells in [("Asset", "Price", "Market cap"), ("Bitcoin", "$43,500.25", "$850,000,000.00"), ("X", "$1", "$2")]
    ]
    return screen(make(Card, child=column(rows[0], make(List, items=tuple(rows[1:])))))


@pytest.mark.parametrize("width", [320, 600, 1200])
async def test_rows_of_weighted_cells_line_up_as_a_table(canvas: Canvas, width: int) -> None:
    cells = await ask(canvas, table(), boxes_of(".row > .text"), width=width)
    for place in range(3):
        assert len({round(cell["x"]) for cell in cells[place::3]}) == 1


async def test_no_number_in_a_table_is_broken_while_there_is_room(canvas: Canvas) -> None:
    cells = await ask(canvas, table(), boxes_of(".row > .text"))
    assert {cell["height"] for cell in cells} == {24}


async def test_weights_share_the_space(canvas: Canvas) -> None:
    texts = row(text("a", weight=1), text("b", weight=2))
    first, second = await ask(canvas, screen(texts), boxes_of(".text"))
    assert second["width"] / first["width"] == pytest.approx(2, rel=0.01)


async def test_buttons_go_to_the_next_line_together(canvas: Canvas) -> None:
    actions = row(column(text("Blue Bottle Table"), weight=1), button("Change"), button("Cancel"))
    wide = await ask(canvas, screen(actions), boxes_of(".row > .column, .button"))
    narrow = await ask(canvas, screen(actions), boxes_of(".row > .column, .button"), width=280)
    assert wide[1]["y"] < wide[0]["bottom"]
    assert narrow[1]["y"] == narrow[2]["y"] >= narrow[0]["bottom"]


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


async def test_the_embedded_font_is_used(canvas: Canvas) -> None:
    loaded = await ask(
        canvas,
        screen(text("Hello")),
        "() => [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family)",
    )
    assert any("Inter" in family for family in loaded)


async def test_nothing_moves(canvas: Canvas) -> None:
    assert await ask(canvas, screen(column(*SAMPLES)), "() => document.getAnimations().length") == 0
