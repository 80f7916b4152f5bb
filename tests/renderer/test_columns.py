"""How narrow the columns of a table may become."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.columns import GAP, WIDEST, Columns, width_of
from renderer.html import Renderer
from renderer.view import Button, Card, Column, Icon, Image, Node, Row, Slider
from tests.renderer.drawn import make, screen, text

WORDS = st.text(alphabet="abcABC123.,$ ", max_size=30)


def widths(css: str) -> list[tuple[str, int, float, float]]:
    """Weights, pixels, percent and the part of the gaps, of every rule."""
    rule = r'data-columns="([\d. ]+)"\]>:nth-child\(\d+\)\{min-width:min\((\d+)px,([\d.]+)% - ([\d.]+)px\)\}'
    return [(weights, int(px), float(share), float(gap)) for weights, px, share, gap in re.findall(rule, css)]


def test_a_cell_is_as_wide_as_its_longest_word() -> None:
    assert width_of(text("a longer word")) == width_of(text("longer")) > width_of(text("word"))


def test_larger_type_needs_more_room() -> None:
    assert width_of(text("Total", variant="caption")) < width_of(text("Total")) < width_of(text("Total", variant="h3"))


def test_marks_need_no_room() -> None:
    assert width_of(text("**Total**")) == width_of(text("Total"))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        (make(Icon, name="home"), 24),
        (make(Image, variant="avatar"), 40),
        (make(Slider), 0),
        (make(Button), 0),
        (make(Row, items=(make(Icon), make(Icon))), 24 + GAP + 24),
        (make(Column, items=(make(Icon), make(Image, variant="avatar"))), 40),
        (make(Row), 0),
    ],
)
def test_what_stands_in_a_cell_is_added_up(cell: Node, expected: int) -> None:
    assert width_of(cell) == expected


def test_a_button_or_card_needs_its_padding_too() -> None:
    assert width_of(make(Button, child=text("Pay"))) > width_of(text("Pay"))
    assert width_of(make(Card, child=text("Pay"))) > width_of(text("Pay"))


def test_a_word_of_any_length_leaves_room_for_others() -> None:
    assert width_of(text("x" * 500)) == WIDEST


def test_the_widest_cell_of_a_column_decides() -> None:
    columns = Columns()
    columns.add("1 1", (text("a"), text("longest")))
    columns.add("1 1", (text("middle"), text("b")))
    assert [px for _, px, _, _ in widths("".join(columns.rules()))] == [
        width_of(text("middle")),
        width_of(text("longest")),
    ]


def test_tables_with_other_weights_are_kept_apart() -> None:
    columns = Columns()
    columns.add("1 1", (text("a"), text("b")))
    columns.add("2 1", (text("longest"), text("b")))
    assert {(weights, px) for weights, px, _, _ in widths("".join(columns.rules()))} == {
        ("1 1", width_of(text("a"))),
        ("2 1", width_of(text("longest"))),
        ("2 1", width_of(text("b"))),
    }


@given(st.lists(WORDS, min_size=2, max_size=8))
def test_the_columns_never_ask_for_more_than_the_row(words: list[str]) -> None:
    columns = Columns()
    columns.add("1", [text(word) for word in words])
    rules = widths("".join(columns.rules()))
    assert len(rules) == len(words)
    assert sum(share for _, _, share, _ in rules) <= 100 + 0.01 * len(words)
    assert sum(gap for _, _, _, gap in rules) == pytest.approx(GAP * (len(words) - 1), abs=0.01 * len(words))


def test_all_rows_of_a_table_share_the_rules() -> None:
    rows = [
        make(Row, f"row{place}", items=(text(name, weight=2), text(price, weight=1)))
        for place, (name, price) in enumerate([("Name", "Price"), ("Tea", "$1,000.00")])
    ]
    markup = Renderer().markup(screen(make(Column, items=tuple(rows))))
    assert markup.body.count('data-columns="2 1"') == 2
    assert [px for _, px, _, _ in widths(markup.css)] == [width_of(text("Name")), width_of(text("$1,000.00"))]
