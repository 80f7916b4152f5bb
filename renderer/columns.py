"""Columns of a table that an agent built from rows of weighted cells: wide enough for the longest word, and lined up.

Each row is laid out on its own, so a column may only be widened by a number that all rows share. It is estimated here
from the texts, collected over the page, and given to every row with the same weights.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from renderer import markdown
from renderer.view import Button, Card, Column, Icon, Image, Node, Row, Text

GAP = 12
"""Pixels between the cells of a row, as in the stylesheet."""
WIDEST = 240
"""Pixels beyond which a word may break rather than push the other columns aside."""

_SIZES = {"h1": 34, "h2": 28, "h3": 23, "h4": 20, "h5": 18, "caption": 13, "body": 16}
_WORD = re.compile(r"[^\s\u2e80-\uffff]+")
_NARROW = frozenset(".,:;'|!()[]ijltfI ")
_BUTTON_PADDING = 40


class Columns:
    """The least widths seen so far, by the weights of the row."""

    def __init__(self) -> None:
        self._widths: dict[str, list[int]] = {}

    def add(self, weights: str, cells: Sequence[Node]) -> None:
        """Takes in one row of the table whose rows have these `weights`."""
        widths = [width_of(cell) for cell in cells]
        known = self._widths.get(weights)
        self._widths[weights] = widths if known is None else [max(pair) for pair in zip(known, widths, strict=True)]

    def rules(self) -> list[str]:
        """Style rules; together the columns of a table never ask for more than the width of the row."""
        return [
            f'#stage .row[data-columns="{weights}"]>:nth-child({place}){{min-width:{width}}}'
            for weights, widths in sorted(self._widths.items())
            for place, width in enumerate(_least_widths(widths), start=1)
        ]


def width_of(cell: Node) -> int:
    """About how many pixels the cell needs so that no word in it breaks, at most `WIDEST`."""
    return min(round(_width(cell)), WIDEST)


def _width(node: Node) -> float:
    match node:
        case Text():
            return _longest_word(markdown.plain(node.text, node.variant)) * _SIZES[node.variant]
        case Icon():
            return 24
        case Image(variant="icon" | "avatar"):
            return 40
        case Button(child=child) if child is not None:
            return _width(child) + _BUTTON_PADDING
        case Row(items=items) if items:
            return sum(_width(item) for item in items) + GAP * (len(items) - 1)
        case Column(items=items) if items:
            return max(_width(item) for item in items)
        case Card(child=child) if child is not None:
            return _width(child) + _BUTTON_PADDING
    return 0


def _longest_word(text: str) -> float:
    """In em, for digits as wide as Inter's tabular ones."""
    return max((sum(_em(letter) for letter in word) for word in _WORD.findall(text)), default=0.0)


def _em(letter: str) -> float:
    if letter in _NARROW:
        return 0.3
    if letter.isdigit() or letter.islower():
        return 0.63
    return 0.74


def _least_widths(widths: Sequence[int]) -> list[str]:
    total = sum(widths) or 1
    gaps = GAP * (len(widths) - 1) / len(widths)
    return [f"min({width}px,{100 * width / total:.2f}% - {gaps:.2f}px)" for width in widths]
