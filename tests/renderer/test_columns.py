"""How narrow the columns of a table may become."""

from __future__ import annotations

import re
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.columns import LONG_WORD, ROOMY, SMALL, WIDEST, Columns, Density, is_unbroken, length_of, room_of
from renderer.html import Renderer
from renderer.view import Button, Card, CheckBox, Column, Icon, Image, List, Modal, Node, Row, Slider
from tests.renderer.drawn import make, screen, text

WORDS = st.text(alphabet="abcABC123.,$- ", max_size=30)


def width_of(cell: Node, density: Density = ROOMY) -> float:
    return room_of(cell, density).most


def least(css: str, *, small: bool = False) -> list[str]:
    """What is asked for each column in turn: plain pixels, or an expression."""
    part = css.partition("@media")[2 if small else 0]
    return re.findall(r"--least:([^}]+)\}", part)


def rules_of(*rows: list[Node]) -> str:
    columns = Columns()
    for cells in rows:
        columns.add("1", cells)
    return "".join(columns.rules())


def test_a_cell_is_as_wide_as_its_longest_word() -> None:
    assert width_of(text("a longer word")) == width_of(text("longer")) > width_of(text("word"))


def test_larger_type_needs_more_room() -> None:
    assert width_of(text("Total", variant="caption")) < width_of(text("Total")) < width_of(text("Total", variant="h3"))


def test_marks_need_no_room() -> None:
    assert width_of(text("_Total_")) == width_of(text("Total"))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (make(Icon, name="home"), 24),
        (make(Image, variant="avatar"), 40),
        (make(Image), 48),
        (make(Slider), 72),
        (make(Button), 0),
        (make(Row, items=(make(Icon), make(Icon))), 24 + ROOMY.gap + 24),
        (make(Column, items=(make(Icon), make(Image, variant="avatar"))), 40),
        (make(List, items=(make(Icon), make(Icon))), 24),
        (make(Modal, trigger=make(Icon)), 24),
        (make(CheckBox), 32),
        (make(Row), 0),
    ],
)
def test_what_stands_in_a_cell_is_added_up(cell: Node, expected: int) -> None:
    assert width_of(cell) == expected


@pytest.mark.parametrize(
    ("words", "longest"),
    [
        ("Winterberger-Schmidt", "Winterberger-"),
        ("12-34", "12-34"),
        ("Lyon\u2013Geneva", "Geneva"),
        ("CHF\xa0412.50", "CHF\xa0412.50"),
        ("CHF 1,412.50", "CHF 1,412.50"),
        ("CHF 1,412,050.00", "1,412,050.00"),
        ("2 March", "2 March"),
        ("2 March 2026", "March"),
        ("one\u200btwo", "two"),
    ],
)
def test_a_word_ends_where_a_line_may(words: str, longest: str) -> None:
    assert width_of(text(words)) == ceil(length_of(longest, ROOMY.body))


def test_some_ideographs_stand_together() -> None:
    assert width_of(text("\u540d")) == 16
    assert width_of(text("\u540d\u524d\u3068\u4f4f\u6240\u5168\u90e8")) == 4 * 16


def test_an_accent_makes_a_letter_no_wider() -> None:
    assert width_of(text("\u00e9t\u00e9")) == width_of(text("ete"))


def test_plain_text_is_smaller_in_a_small_table_and_headings_are_not() -> None:
    assert width_of(text("Total"), SMALL) < width_of(text("Total"))
    assert width_of(text("Total", variant="h3"), SMALL) == width_of(text("Total", variant="h3"))


def test_bold_words_are_wider() -> None:
    assert width_of(text("**Total price**")) > width_of(text("Total price"))


@pytest.mark.parametrize(
    ("words", "expected"),
    [("\u20ac 118", True), ("2 Mar", True), ("**CHF 86.00**", True), ("no number", False), ("Page 1 of 10", False)],
)
def test_a_short_text_with_a_number_stays_on_one_line(words: str, expected: bool) -> None:
    assert is_unbroken(words) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("\u20ac 12,400.50", True),
        ("1 250,00 kr", True),
        ("-CHF 1'234.5", True),
        ("\u2212$1,250.00", True),
        ("$1,188.00/yr", True),
        ("\u20ac 1,112,400.50", False),
        ("12 March 2026", False),
        ("3 of 12 days", False),
    ],
)
def test_a_longer_text_stays_on_one_line_when_it_is_a_sum_alone(words: str, expected: bool) -> None:
    assert is_unbroken(words) is expected


def test_a_button_or_card_needs_its_padding_too() -> None:
    assert width_of(make(Button, child=text("Pay"))) > width_of(text("Pay"))
    assert width_of(make(Card, child=text("Pay"))) > width_of(text("Pay"))


def test_a_word_of_any_length_leaves_room_for_others() -> None:
    assert width_of(text("x" * 500)) == WIDEST


def test_only_a_long_word_may_break_never_a_number() -> None:
    word, number = (room_of(text(words)) for words in ("Donaudampfschifffahrt", "$850,000,000.00"))
    assert word.least == LONG_WORD < word.most
    assert number.least == number.most > LONG_WORD


def test_the_widest_cell_of_a_column_decides() -> None:
    css = rules_of([text("a"), text("longest")], [text("middle"), text("b")])
    assert least(css) == [f"{width_of(text('middle'))}px", f"{width_of(text('longest'))}px"]


def test_tables_with_other_weights_are_kept_apart() -> None:
    columns = Columns()
    columns.add("1 1", (text("a"), text("b")))
    columns.add("2 1", (text("longest"), text("b")))
    first, second = (rule for rule in columns.rules() if ":nth-child(1)" in rule and "@media" not in rule)
    assert first == f'#stage .row[data-columns="1 1"]>:nth-child(1){{--least:{width_of(text("a")):g}px}}'
    assert second == f'#stage .row[data-columns="2 1"]>:nth-child(1){{--least:{width_of(text("longest"))}px}}'


@given(st.lists(WORDS, min_size=2, max_size=8))
def test_a_column_holds_its_words_and_long_ones_share_what_is_left(words: list[str]) -> None:
    rooms = [room_of(text(word)) for word in words]
    asked = least(rules_of([text(word) for word in words]))
    assert [float(re.findall(r"[\d.]+", one)[0]) for one in asked] == [room.least for room in rooms]
    shares = [float(one.rpartition("*")[2].rstrip(")")) for one in asked if "%" in one]
    assert len(shares) == sum(room.most > room.least for room in rooms)
    if shares:
        assert sum(shares) == pytest.approx(1, abs=0.01)
        taken = sum(room.least for room in rooms) + ROOMY.gap * (len(words) - 1)
        assert all(f"(100% - {taken}px)" in one for one in asked if "%" in one)


def test_a_table_is_set_small_where_it_would_not_fit() -> None:
    narrow, wide = (rules_of([text("numerous")] * count) for count in (2, 9))
    windows = [int(found) for css in (narrow, wide) for found in re.findall(r"max-width:(\d+)px", css)]
    assert windows[0] == 400
    assert windows[1] > 9 * width_of(text("numerous")) + 8 * ROOMY.gap
    assert least(wide, small=True) == [f"{width_of(text('numerous'), SMALL)}px"] * 9
    assert f"{{gap:{SMALL.gap}px;--small:1}}" in wide


def test_all_rows_of_a_table_share_the_rules() -> None:
    rows = [
        make(Row, f"row{place}", items=(text(name, weight=2), text(price, weight=1)))
        for place, (name, price) in enumerate([("Name", "Price"), ("Tea", "$1,000.00")])
    ]
    markup = Renderer().markup(screen(make(Column, items=tuple(rows))))
    assert markup.body.count('data-columns="2 1"') == 2
    assert least(markup.css) == [f"{width_of(text('Name'))}px", f"{width_of(text('$1,000.00'))}px"]
