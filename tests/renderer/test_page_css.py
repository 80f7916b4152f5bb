"""What the stylesheet makes of the page, asked of a real browser."""

from __future__ import annotations

import io

import pytest
from PIL import Image as Picture

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

WIDE = "0e" * 32

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


async def test_the_close_control_lies_on_no_header_image(canvas: Canvas) -> None:
    header = make(Image, variant="header", picture=PIXEL, fit="cover")
    modal = make(Modal, "m", trigger=button("Open"), content=make(Card, child=column(header, text("Title"))), open=True)
    shown = View((SurfaceView("s", modal),), {PIXEL: ("image/png", PNG)})
    for width in (375, 600):
        (close,) = await ask(canvas, shown, boxes_of(".close"), width=width)
        (image,) = await ask(canvas, shown, boxes_of("img"), width=width)
        assert close["bottom"] <= image["y"]


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


@pytest.mark.parametrize("width", [375, 1024])
async def test_an_avatar_without_a_picture_is_seen_in_a_table_of_any_width(canvas: Canvas, width: int) -> None:
    shown = screen(row(make(Image, variant="avatar", weight=1), text("Ada", weight=2), text("Active", weight=1)))
    (frame,) = await ask(canvas, shown, boxes_of(".placeholder"), width=width)
    (figure,) = await ask(canvas, shown, boxes_of(".placeholder .glyph"), width=width)
    # A circle of 40 pixels at the start of the cell is what is left of it.
    assert frame["x"] <= figure["x"]
    assert figure["right"] <= frame["x"] + 40


async def test_a_small_feature_is_a_hundred_pixels_wide_in_a_row_too(canvas: Canvas) -> None:
    wide = io.BytesIO()
    Picture.new("RGB", (400, 200)).save(wide, "PNG")
    image = make(Image, variant="smallFeature", picture=WIDE)
    shown = View((SurfaceView("s", row(image, text("Beside it"))),), {WIDE: ("image/png", wide.getvalue())})
    (box,) = await ask(canvas, shown, boxes_of("img"))
    assert (box["width"], box["height"]) == (100, 50)


async def test_words_between_two_icons_begin_beside_the_first(canvas: Canvas) -> None:
    lines = [
        row(
            make(Icon, name="home"),
            column(text(words), text("below", variant="caption")),
            make(Icon, name="close"),
            justify="spaceBetween",
        )
        for words in ("Wi-Fi", "Notifications and sounds")
    ]
    first, second = await ask(canvas, screen(column(*lines)), boxes_of(".row > .column"))
    assert first["x"] == second["x"]


async def test_four_cards_that_do_not_fit_on_a_line_stand_two_by_two(canvas: Canvas) -> None:
    shown = screen(row(*(make(Card, child=text(f"card {place}")) for place in range(4))))
    boxes = await ask(canvas, shown, boxes_of(".card"))
    assert [(box["x"], box["width"]) for box in boxes[:2]] == [(box["x"], box["width"]) for box in boxes[2:]]
    assert len({box["y"] for box in boxes}) == 2


@pytest.mark.parametrize("weight", [None, 1])
async def test_three_cards_that_do_not_fit_on_a_line_stand_one_below_the_other(
    canvas: Canvas, weight: float | None
) -> None:
    shown = screen(row(*(make(Card, child=text(f"card {place}"), weight=weight) for place in range(3))))
    boxes = await ask(canvas, shown, boxes_of(".card"), width=375)
    assert len({(box["x"], box["width"]) for box in boxes}) == 1
    assert len({box["y"] for box in await ask(canvas, shown, boxes_of(".card"), width=600)}) == 1


@pytest.mark.parametrize(("locale", "edge"), [("en-US", "right"), ("ar", "left")])
async def test_a_value_that_wraps_keeps_to_the_end_of_its_row(canvas: Canvas, locale: str, edge: str) -> None:
    value = text("221B Baker Street, London NW1 6XE, United Kingdom")
    shown = screen(row(text("To", variant="caption"), value, justify="spaceBetween"), locale=locale)
    aligned = "() => getComputedStyle([...document.querySelectorAll('.row > .text')].at(-1)).textAlign"
    assert await ask(canvas, shown, aligned, width=320) == edge


async def test_a_sum_is_whole_in_a_narrow_card(canvas: Canvas) -> None:
    cards = (make(Card, child=text("\u20ac 12,400.50", variant="h2")) for _ in range(4))
    shown = screen(row(*cards))
    for width in (320, 600, 1024):
        over = await ask(
            canvas,
            shown,
            "() => [...document.querySelectorAll('.card')].map((one) => one.scrollWidth - one.clientWidth)",
            width=width,
        )
        assert over == [0, 0, 0, 0]


async def test_check_boxes_in_a_row_go_to_the_next_line_whole(canvas: Canvas) -> None:
    boxes = row(*(make(CheckBox, label=label) for label in ("One", "Two", "Three with more words")))
    heights = [box["height"] for box in await ask(canvas, screen(boxes), boxes_of(".check"), width=320)]
    assert len(set(heights)) == 1


@pytest.mark.parametrize(
    "words", ["1. \u0623\u0648\u0644\n2. \u062b\u0627\u0646", "- \u05e8\u05d0\u05e9\n- \u05e9\u05e0\u05d9"]
)
async def test_the_marks_of_a_right_to_left_list_stay_within_it(canvas: Canvas, words: str) -> None:
    shown = screen(make(Card, child=text(words)))
    (frame,) = await ask(canvas, shown, boxes_of(".text"))
    (first, _) = await ask(canvas, shown, boxes_of("li"))
    assert first["right"] == frame["right"] - 24


async def test_cells_of_another_direction_keep_to_their_column(canvas: Canvas) -> None:
    shown = screen(row(text("\u0639\u0631\u0628\u064a", weight=3), text("3", weight=1), text("4", weight=1)))
    aligned = "() => getComputedStyle(document.querySelector('.row > .text')).textAlign"
    assert await ask(canvas, shown, aligned) == "left"


async def test_an_empty_list_takes_no_room(canvas: Canvas) -> None:
    gaps = [
        (second["y"] - first["bottom"])
        for first, second in [
            await ask(
                canvas, screen(column(text("a"), *between, button("b"))), boxes_of(".column > :is(.text, .button)")
            )
            for between in ((), (make(List),))
        ]
    ]
    assert gaps[0] == gaps[1]


async def test_a_date_that_is_not_given_is_paler_than_one_that_is(canvas: Canvas) -> None:
    fields = column(make(DateTimeInput, label="From", kind="date", value="2026-06-19"), make(DateTimeInput, label="To"))
    colours = await ask(
        canvas, screen(fields), "() => [...document.querySelectorAll('.box')].map((one) => getComputedStyle(one).color)"
    )
    assert colours[0] != colours[1]


async def test_nothing_moves(canvas: Canvas) -> None:
    assert await ask(canvas, screen(column(*SAMPLES)), "() => document.getAnimations().length") == 0
