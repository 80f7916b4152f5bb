"""Rows of cells, words, icons and buttons as a real browser lays them out, in wide windows and narrow ones."""

from __future__ import annotations

from dataclasses import replace
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
    Divider,
    Icon,
    Image,
    List,
    Modal,
    Node,
    Row,
    TextField,
    View,
)
from tests.renderer.asked import ask, boxes_of, button, column, row
from tests.renderer.drawn import make, screen, text

LONG = "Accept the conditions of carriage before you book"

BROKEN = """() => {
  const broken = [];
  const walker = document.createTreeWalker(document.querySelector('#stage'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const range = document.createRange();
    for (const word of walker.currentNode.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.y))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""
"""The words that do not stand on one line; a hyphen ends a word."""

SCROLLING = """(selector) => [...document.querySelectorAll(selector)].map((one) => one.scrollWidth - one.clientWidth)"""


def asked(question: str, argument: str) -> str:
    return f"() => ({question})({argument!r})"


def cells(*words: str, weights: tuple[float, ...]) -> Row:
    items = [text(word, weight=weight) for word, weight in zip(words, weights, strict=True)]
    return row(*items)


# Tables


def table() -> View:
    rows = [
        cells(*words, weights=(2, 1, 1.5))
        for words in [("Asset", "Price", "Market cap"), ("Bitcoin", "$43,500.25", "$850,000,000.00"), ("X", "$1", "$2")]
    ]
    return screen(make(Card, child=column(rows[0], make(List, items=tuple(rows[1:])))))


def grades(**properties: Any) -> View:
    weights = (4, 1, 1, 1, 1)
    head = row(
        *(text(name, variant="caption", weight=weight) for name, weight in zip(HEADS, (*weights, 1), strict=True)),
        align="end",
    )
    lines = [
        row(
            *cells(*words, weights=weights).items,
            make(Icon, name="check", weight=1),
            align="center",
        )
        for words in (
            ("Amara Okafor", "9.5", "8.0", "10.0", "**9.17**"),
            ("Bartholomäus Winterberger-Schmidt", "6.0", "7.5", "5.5", "**6.33**"),
        )
    ]
    return screen(
        make(Card, child=column(head, make(Divider), make(List, items=tuple(lines)))),
        **properties,
    )


HEADS = ("Pupil", "Light", "Heat", "Motion", "Mean", "Pass")


@pytest.mark.parametrize("width", [280, 320, 600, 1200])
async def test_rows_of_weighted_cells_line_up_as_a_table(canvas: Canvas, width: int) -> None:
    found = await ask(canvas, table(), boxes_of(".row > .text"), width=width)
    for place in range(3):
        assert len({round(cell["x"]) for cell in found[place::3]}) == 1


async def test_a_table_with_room_is_not_set_small(canvas: Canvas) -> None:
    found = await ask(canvas, table(), boxes_of(".row > .text"))
    assert {cell["height"] for cell in found} == {24}


@pytest.mark.parametrize("view", [table(), grades()], ids=["prices", "grades"])
@pytest.mark.parametrize("width", [280, 320, 360, 400, 600])
async def test_no_number_and_no_word_of_a_table_is_broken(canvas: Canvas, view: View, width: int) -> None:
    assert await ask(canvas, view, BROKEN, width=width) == []


@pytest.mark.parametrize("width", [280, 320, 360, 600])
async def test_the_columns_of_a_full_table_line_up(canvas: Canvas, width: int) -> None:
    found = await ask(canvas, grades(), boxes_of(".row > *"), width=width)
    for place in range(len(HEADS)):
        left = [cell["x"] for cell in found[place :: len(HEADS)]]
        assert max(left) - min(left) <= 0.5


async def test_a_full_table_becomes_small_before_it_is_cut(canvas: Canvas) -> None:
    assert await ask(canvas, grades(), asked(SCROLLING, ".card"), width=360) == [0]
    sizes = "() => [...document.querySelectorAll('.row > .text')].map((one) => getComputedStyle(one).fontSize)"
    assert set(await ask(canvas, grades(), sizes, width=360)) == {"12px", "14px"}


async def test_a_table_that_fits_nowhere_scrolls_within_its_card(canvas: Canvas) -> None:
    (hidden,) = await ask(canvas, grades(), asked(SCROLLING, ".card"), width=280)
    (beyond,) = await ask(canvas, grades(), asked(SCROLLING, "html"), width=280)
    assert hidden > 0
    assert beyond == 0


async def test_what_is_scrolled_out_of_a_table_is_not_in_view(canvas: Canvas) -> None:
    weights = (3, 1, 1, 1, 1)
    names = ("Pupil", "Astronomy", "Mechanics", "Magnetism", "Chemistry")
    line = row(*cells(*names, weights=weights).items, make(Button, "last", child=text("Open"), weight=1))
    drawing = await canvas.draw(screen(make(Card, child=column(line))), Frame(width=320, height=400))
    (element,) = drawing.surfaces[0].elements
    assert (element.in_view, element.enabled) == (False, True)
    wide = await canvas.draw(screen(make(Card, child=column(line))), Frame(width=900, height=400))
    assert wide.surfaces[0].elements[0].in_view


async def test_rows_of_a_table_without_a_card_scroll_together(canvas: Canvas) -> None:
    names = ("Astronomy", "Mechanics", "Magnetism", "Chemistry", "Acoustics")
    line = cells(*names, weights=(1,) * 5)
    shown = screen(column(line, make(List, items=(line, line))))
    assert await ask(canvas, shown, asked(SCROLLING, "html"), width=320) == [0]
    moved = await ask(
        canvas,
        shown,
        """() => { document.querySelector('#stage .column').scrollLeft = 50;
          return [...document.querySelectorAll('.row > :first-child')].map((one) => one.getBoundingClientRect().x) }""",
        width=320,
    )
    assert len(set(moved)) == 1
    assert moved[0] < 0


@pytest.mark.parametrize(("locale", "at_start"), [("en-US", "x"), ("ar-EG", "right")])
async def test_an_icon_stands_at_the_start_of_its_column(canvas: Canvas, locale: str, at_start: str) -> None:
    view = grades(locale=locale)
    (icon, *_) = await ask(canvas, view, boxes_of(".row > .icon"))
    (shape, *_) = await ask(canvas, view, boxes_of(".row > .icon path"))
    assert icon["width"] > 30
    assert abs(shape[at_start] - icon[at_start]) < 6


async def test_a_portrait_in_a_column_stays_round(canvas: Canvas) -> None:
    line = row(make(Image, variant="avatar", weight=1), text("Ada", weight=2))
    clip = "() => getComputedStyle(document.querySelector('.avatar')).clipPath"
    assert (await ask(canvas, screen(line), clip)).startswith("circle(20px")


@pytest.mark.parametrize("width", [280, 360])
async def test_a_table_written_in_markdown_breaks_no_word(canvas: Canvas, width: int) -> None:
    words = text("| Pupil | Light | Motion | Magnetism |\n|--|--|--|--|\n| Winterberger | 9.50 | 10.00 | 1,000.00 |")
    shown = screen(make(Card, child=words))
    assert await ask(canvas, shown, BROKEN, width=width) == []
    assert await ask(canvas, shown, asked(SCROLLING, "html"), width=width) == [0]


async def test_a_price_stays_on_one_line(canvas: Canvas) -> None:
    line = row(
        column(text("Hotel Zur Linde", variant="h5"), weight=4), text("€ 118", variant="h5", weight=1), button("Look")
    )
    found = await ask(canvas, screen(make(Card, child=line)), boxes_of(".row > .text"), width=320)
    assert [price["height"] for price in found] == [26]


async def test_weights_share_the_space(canvas: Canvas) -> None:
    texts = row(text("a", weight=1), text("b", weight=2))
    first, second = await ask(canvas, screen(texts), boxes_of(".text"))
    assert second["width"] / first["width"] == pytest.approx(2, rel=0.01)


async def test_weighted_fields_go_to_the_next_line_before_they_become_too_narrow(canvas: Canvas) -> None:
    dates = row(*(make(DateTimeInput, kind="date", label=name, weight=1) for name in ("From", "Until")))
    side_by_side = await ask(canvas, screen(dates), boxes_of("input"), width=360)
    stacked = await ask(canvas, screen(dates), boxes_of("input"), width=280)
    assert side_by_side[0]["y"] == side_by_side[1]["y"]
    assert stacked[0]["bottom"] < stacked[1]["y"]
    assert stacked[0]["width"] == 280 - 2 * 16


# Words and icons


@pytest.mark.parametrize("width", [280, 320, 360])
async def test_words_in_a_row_go_to_the_next_line_whole(canvas: Canvas, width: int) -> None:
    tags = row(*(text(tag, variant="caption") for tag in ("Neapolitan", "Terrace", "Dogs welcome")))
    beside = make(Image, variant="smallFeature", description="A pizza")
    shown = screen(make(Card, child=row(beside, column(tags, weight=1))))
    found = await ask(canvas, shown, boxes_of(".words > .text"), width=width)
    assert await ask(canvas, shown, BROKEN, width=width) == []
    assert {tag["height"] for tag in found} == {18}
    assert found[0]["y"] < found[-1]["y"]


async def test_a_price_stays_beside_a_name_that_takes_two_lines(canvas: Canvas) -> None:
    line = row(text("The complete Lighthouse Atlas"), text("€1,034.00"), justify="spaceBetween")
    name, price = await ask(canvas, screen(line), boxes_of(".words > .text"), width=320)
    assert name["height"] == 48
    assert price["y"] == name["y"]
    assert price["right"] == 320 - 16


async def test_the_space_between_words_is_even(canvas: Canvas) -> None:
    line = row(*(text(word, variant="caption") for word in ("70 min", "Medium", "8 slices")), justify="spaceBetween")
    first, second, third = await ask(canvas, screen(line), boxes_of(".words > .text"))
    assert second["x"] - first["right"] == pytest.approx(third["x"] - second["right"], abs=0.5)
    assert (first["x"], third["right"]) == (20, 580)


def stars() -> Row:
    return row(*(make(Icon, name="star") for _ in range(5)))


@pytest.mark.parametrize("width", [280, 320, 600])
async def test_five_stars_stand_in_one_line_from_the_edge_of_their_column(canvas: Canvas, width: int) -> None:
    beside = make(Image, variant="smallFeature", description="A pizza")
    score = row(stars(), text("4.5 · 0.4 km", variant="caption"), align="center")
    shown = screen(row(beside, column(text("Nagi"), score, weight=1)))
    found = await ask(canvas, shown, boxes_of(".icon"), width=width)
    (name,) = await ask(canvas, shown, boxes_of(".column > .text"), width=width)
    assert [star["x"] - name["x"] for star in found] == [0, 28, 56, 84, 112]
    assert {(star["y"], star["width"]) for star in found} == {(found[0]["y"], 24)}


async def test_more_icons_than_a_line_holds_begin_the_next_one_at_the_edge(canvas: Canvas) -> None:
    found = await ask(canvas, screen(row(*(make(Icon, name="star") for _ in range(20)))), boxes_of(".icon"), width=320)
    lines = {star["y"] for star in found}
    assert len(lines) == 2
    assert {min(star["x"] for star in found if star["y"] == line) for line in lines} == {16}


# Buttons


@pytest.mark.parametrize("width", [320, 360, 600])
async def test_five_small_buttons_stand_in_one_line(canvas: Canvas, width: int) -> None:
    seats = [
        row(text(letter, variant="caption"), row(*(button(f"{letter}{place}") for place in range(1, 6))))
        for letter in "AB"
    ]
    shown = screen(column(*seats, align="center"))
    found = await ask(canvas, shown, boxes_of(".button"), width=width)
    assert {seat["y"] for seat in found[:5]} == {found[0]["y"]}
    assert len({seat["width"] for seat in found}) == 1
    assert min(seat["width"] for seat in found) >= 44


async def test_buttons_have_their_full_size_where_there_is_room(canvas: Canvas) -> None:
    three = await ask(canvas, screen(row(*(button(word) for word in ("Save", "Print", "Send")))), boxes_of(".button"))
    narrow = await ask(
        canvas, screen(row(*(button(word) for word in ("Save", "Print", "Send")))), boxes_of(".button"), width=360
    )
    assert [round(one["width"]) for one in narrow] == [round(one["width"]) for one in three]


async def test_buttons_go_to_the_next_line_together(canvas: Canvas) -> None:
    actions = row(column(text("Blue Bottle Table"), weight=1), button("Change"), button("Cancel"))
    wide = await ask(canvas, screen(actions), boxes_of(".row > .column, .button"))
    narrow = await ask(canvas, screen(actions), boxes_of(".row > .column, .button"), width=280)
    assert wide[1]["y"] < wide[0]["bottom"]
    assert narrow[1]["y"] == narrow[2]["y"] >= narrow[0]["bottom"]


async def test_a_text_before_many_buttons_lets_them_go_to_the_next_line(canvas: Canvas) -> None:
    crowded = row(text("How many people come?"), *(button(f"{place}0 people") for place in range(1, 6)))
    found = await ask(canvas, screen(crowded), boxes_of(".button"), width=360)
    assert max(one["right"] for one in found) <= 360 - 16
    assert await ask(canvas, screen(crowded), BROKEN, width=360) == []


@pytest.mark.parametrize("content", [text("Back"), make(Icon, name="arrowBack")], ids=["words", "icon"])
async def test_a_button_without_a_frame_lines_up_by_what_it_shows(canvas: Canvas, content: Node) -> None:
    bare = [make(Button, key, child=content, variant="borderless") for key in ("first", "last")]
    shown = screen(column(text("Title"), row(*bare, justify="spaceBetween")))
    first, last = await ask(canvas, shown, boxes_of(".button > *"))
    (title,) = await ask(canvas, shown, boxes_of(".column > .text"))
    assert first["x"] == pytest.approx(title["x"], abs=1)
    assert last["right"] == pytest.approx(title["right"], abs=1)


# Messages of failing checks

SEAT = make(Button, "seat", child=text("A2"))


def failing(node: Button, *messages: str) -> Button:
    return replace(node, enabled=False, messages=messages)


PLACES: dict[str, Any] = {
    "row": lambda one: row(text("Total"), one, align="center"),
    "space between": lambda one: row(column(text("Total"), text("$9")), one, justify="spaceBetween", align="center"),
    "end of a row": lambda one: row(button("Back"), one, justify="end"),
    "row in a centred column": lambda one: column(row(button("Back"), one), align="center"),
    "table": lambda one: row(text("Total", weight=2), replace(one, weight=1)),
    "stretch": lambda one: row(button("Back"), one, justify="stretch"),
    "column": lambda one: column(text("Total"), one),
    "start of a column": lambda one: column(text("Total"), one, align="start"),
    "middle of a column": lambda one: column(text("Total"), one, align="center"),
    "end of a column": lambda one: column(text("Total"), one, align="end"),
    "modal in a row": lambda one: row(text("Total"), make(Modal, "m", trigger=one)),
    "modal in a column": lambda one: column(make(Modal, "m", trigger=one), align="start"),
    "list": lambda one: make(List, items=(text("Total"), one), direction="horizontal"),
    "beside a field": lambda one: row(make(TextField, label="Code", weight=1), one, align="center"),
    "seats": lambda one: row(button("A1"), one, button("A3"), align="center"),
}


@pytest.mark.parametrize("message", ["Taken", LONG])
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("width", [360, 600])
async def test_a_button_keeps_place_and_size_when_its_check_passes(
    canvas: Canvas, place: str, message: str, width: int
) -> None:
    passing, refused = [
        await ask(canvas, screen(PLACES[place](one)), boxes_of("[data-element='seat']"), width=width)
        for one in (SEAT, failing(SEAT, message))
    ]
    assert refused == [pytest.approx(box, abs=0.1) for box in passing]


@pytest.mark.parametrize("messages", [("Taken",), (LONG,)])
async def test_buttons_beside_a_disabled_one_stay_in_line(canvas: Canvas, messages: tuple[str, ...]) -> None:
    seats = row(button("A1"), failing(SEAT, *messages), button("A3"), align="center")
    found = await ask(canvas, screen(seats), boxes_of(".button"), width=360)
    assert len({(one["y"], one["height"]) for one in found}) == 1


@pytest.mark.parametrize("place", PLACES)
async def test_a_message_lies_over_nothing_and_within_the_window(canvas: Canvas, place: str) -> None:
    for message in ("Taken", LONG):
        shown = screen(column(PLACES[place](failing(SEAT, message)), button("Next")))
        (told,) = await ask(canvas, shown, boxes_of(".message"), width=320)
        buttons = await ask(canvas, shown, boxes_of(".button"), width=320)
        assert told["right"] <= 320 and told["x"] >= 0
        assert all(one["bottom"] <= told["y"] or one["y"] >= told["bottom"] for one in buttons)


async def test_a_short_message_stands_under_its_own_button(canvas: Canvas) -> None:
    seats = row(button("A1"), failing(SEAT, "Taken"), button("A3"))
    (told,) = await ask(canvas, screen(seats), boxes_of(".message"))
    (seat,) = await ask(canvas, screen(seats), boxes_of("[data-element='seat']"))
    assert (told["x"] + told["right"]) / 2 == pytest.approx((seat["x"] + seat["right"]) / 2, abs=0.5)


async def test_a_wrapped_button_and_its_message_stand_on_the_same_side(canvas: Canvas) -> None:
    wide = make(Button, "book", child=text("Book this flight for everyone"))
    line = row(text("Total with all taxes"), failing(wide, LONG), justify="spaceBetween")
    (book,) = await ask(canvas, screen(line), boxes_of("[data-element='book']"), width=320)
    assert book["right"] == 320 - 16
    align = "() => getComputedStyle(document.querySelector('.message')).textAlign"
    assert await ask(canvas, screen(line), align, width=320) == "end"


@pytest.mark.parametrize("field_messages", [(), ("Too short",)])
@pytest.mark.parametrize("button_messages", [(), ("Not yet",)])
@pytest.mark.parametrize("align", ["center", "stretch"])
async def test_an_icon_button_stands_beside_the_box_of_a_field(
    canvas: Canvas, field_messages: tuple[str, ...], button_messages: tuple[str, ...], align: str
) -> None:
    send = make(Button, "send", child=make(Icon, name="send"), messages=button_messages, enabled=not button_messages)
    reply = make(TextField, "reply", label="Answer", weight=1, messages=field_messages)
    shown = screen(row(reply, send, align=align))
    (box,) = await ask(canvas, shown, boxes_of("input"))
    (icon,) = await ask(canvas, shown, boxes_of("[data-element='send']"))
    assert (icon["y"], icon["bottom"]) == (box["y"], box["bottom"])


async def test_a_row_in_a_button_is_no_place_for_messages_of_others(canvas: Canvas) -> None:
    outer = make(Button, "outer", child=row(text("Card"), failing(SEAT, LONG)))
    drawing = await canvas.draw(screen(outer), Frame(width=360, height=300))
    assert LONG in drawing.surfaces[0].texts
    assert {element.element_id for element in drawing.surfaces[0].elements} == {"outer", "seat"}


def test_every_place_of_a_button_is_another_layout() -> None:
    kinds = {type(make_place(SEAT)) for make_place in PLACES.values()}
    assert kinds == {Row, Column, List}


async def test_a_check_box_beside_a_button_breaks_no_word(canvas: Canvas) -> None:
    line: Node = row(make(CheckBox, label="Legal text for the form"), button("Remind Mira"), justify="spaceBetween")
    assert await ask(canvas, screen(line), BROKEN, width=280) == []
