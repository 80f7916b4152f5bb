"""Columns of a table that an agent built from rows of weighted cells: wide enough for the longest word, and lined up.

Each row is laid out on its own, so a column may only be widened by a number that all rows share. It is estimated here
from the texts, collected over the page, and given to every row with the same weights. In a window that is too narrow
for the table its text and gaps become smaller; where even that is not enough, the table is wider than its card.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import ceil

from renderer import markdown
from renderer.view import Button, Card, CheckBox, Column, Icon, Image, Input, List, Modal, Node, Row, Text, TextVariant

WIDEST = 240
"""Pixels beyond which a word gets no more room, however much there is."""
LONG_WORD = 120
"""Pixels beyond which a word may break rather than push the other columns out of sight."""
UNBROKEN_LENGTH = 9
"""Characters up to which a text with a number in it (`€ 118`, `2 Mar`) stays on one line."""
AMOUNT_LENGTH = 12
"""Characters up to which a sum or measure alone (`€ 12,400.50`, `1 250,00 kr`) does."""
SMALL_WINDOW = 400
"""Pixels of window up to which every table is set small."""
AROUND = 120
"""Pixels that page and cards may take on both sides of a table."""

_HEADINGS = {"h1": 34, "h2": 28, "h3": 23, "h4": 20, "h5": 18}
_BUTTON_PADDING = 40
_FIELD = 72
_TICK = 32
_THUMBNAIL = 48
_BOLD = 1.04

# Where a line may end: at a space that is no non-breaking one, and after a hyphen or dash before a letter.
_BREAK = re.compile(r"[^\S\xa0\u202f]+|\u200b|(?<=[-\u2010\u2013])(?=[^\W\d])")
_IDEOGRAPH = re.compile(r"[\u2e80-\uffdc]")
_FEW_IDEOGRAPHS = 4
_MARKS = "*_# "
_AMOUNT = re.compile(
    r"[-+\u2212]?(?:[A-Z]{0,3}[^\w\s]|[A-Z]{3})?\s?[-+\u2212]?\d[\d.,'\u2019\s]*(?:[^\w\s]|\w{1,3})?(?:/\w+)?"
)
_DIGIT = re.compile(r"\d")
_EMS = {
    letter: em
    for letters, em in (
        (" ijl,.:;I\xa0\u202f", 0.27),
        ("!'|", 0.31),
        ("`tf/\\", 0.35),
        ("()[]r{}", 0.4),
        ('"^_?s', 0.53),
        ("kxzJLacvy", 0.58),
        ("Fehnou", 0.6),
        ("Ebdgpq", 0.62),
        ("0123456789#PZ$\u20ac\u00a3\u00a5&*+-<=>BRST~KY", 0.66),
        ("XAV", 0.72),
        ("CDGHNU", 0.76),
        ("OQw", 0.82),
        ("mM", 0.9),
        ("@%W", 1.02),
    )
    for letter in letters
}
"""The width of Inter's letters, measured."""
_OTHER_LETTER = 0.75


@dataclass(frozen=True, slots=True)
class Density:
    """How closely a table is set, as in the stylesheet: pixels between cells, and the sizes of plain text."""

    gap: int
    body: int
    caption: int


ROOMY = Density(gap=12, body=16, caption=13)
SMALL = Density(gap=6, body=14, caption=12)


@dataclass(frozen=True, slots=True)
class Room:
    """What a cell or column asks for, in pixels: `least` so that no number and no short word breaks, `most` so that
    no word at all does."""

    least: float
    most: float

    def __add__(self, other: Room) -> Room:
        return Room(self.least + other.least, self.most + other.most)

    def __or__(self, other: Room) -> Room:
        return Room(max(self.least, other.least), max(self.most, other.most))


class Columns:
    """The room seen so far to be needed, by the weights of the row: for each column when set roomy, and when small."""

    def __init__(self) -> None:
        self._cells: dict[str, list[tuple[Room, Room]]] = {}

    def add(self, weights: str, cells: Sequence[Node]) -> None:
        """Takes in one row of the table whose rows have these `weights`."""
        rooms = [(room_of(cell), room_of(cell, SMALL)) for cell in cells]
        known = self._cells.get(weights, rooms)
        self._cells[weights] = [(a | c, b | d) for (a, b), (c, d) in zip(known, rooms, strict=True)]

    def rules(self) -> Iterator[str]:
        """Style rules: `--least` for the cells of each column, and from which window on the table is set small."""
        for weights, cells in sorted(self._cells.items()):
            row = f'#stage .row[data-columns="{weights}"]'
            roomy = [room for room, _ in cells]
            yield from _least_widths(row, roomy, ROOMY.gap)
            small = "".join(_least_widths(row, [room for _, room in cells], SMALL.gap))
            needed = _taken(roomy, ROOMY.gap) + AROUND
            yield f"@media (max-width:{max(needed, SMALL_WINDOW)}px){{{row}{{gap:{SMALL.gap}px;--small:1}}{small}}}"


def room_of(cell: Node, density: Density = ROOMY) -> Room:
    """About how much room the cell needs, in whole pixels and never more than `WIDEST`."""
    room = _room(cell, density)
    return Room(min(ceil(room.least), WIDEST), min(ceil(room.most), WIDEST))


def is_unbroken(text: str) -> bool:
    """Whether a text is so short a measure or price that a line break within it would only confuse."""
    bare = text.strip(_MARKS)
    if len(bare) <= UNBROKEN_LENGTH:
        return _DIGIT.search(bare) is not None
    return len(bare) <= AMOUNT_LENGTH and _AMOUNT.fullmatch(bare) is not None


def length_of(text: str, size: float) -> float:
    """About how many pixels long a line of `text` is when it is set at `size`."""
    return sum(_em(letter) for letter in text) * size


def _room(node: Node, density: Density) -> Room:
    match node:
        case Text():
            return _room_of_words(node.text, node.variant, _size(node.variant, density))
        case Icon():
            return _fixed(24)
        case Image():
            return _fixed({"icon": 24, "avatar": 40}.get(node.variant, _THUMBNAIL))
        case Button(child=child) | Card(child=child) if child is not None:
            return _room(child, density) + _fixed(_BUTTON_PADDING)
        case Modal(trigger=trigger) if trigger is not None:
            return _room(trigger, density)
        case Row(items=items) if items:
            gaps = _fixed(ROOMY.gap * (len(items) - 1))
            return reduce(Room.__add__, (_room(item, density) for item in items), gaps)
        case Column(items=items) | List(items=items):
            return reduce(Room.__or__, (_room(item, density) for item in items), _fixed(0))
        case CheckBox():
            return _room_of_words(node.label, "body", ROOMY.body) + _fixed(_TICK)
        case Input():
            return _fixed(_FIELD)
    return _fixed(0)


def _fixed(width: float) -> Room:
    return Room(width, width)


def _size(variant: TextVariant, density: Density) -> int:
    if variant == "body":
        return density.body
    return density.caption if variant == "caption" else _HEADINGS[variant]


def _room_of_words(text: str, variant: TextVariant, size: int) -> Room:
    number, word = _longest(text, variant)
    return Room(max(number * size, min(word * size, LONG_WORD)), max(number, word) * size)


@lru_cache(maxsize=4096)
def _longest(text: str, variant: TextVariant) -> tuple[float, float]:
    """The longest part with a digit, and the longest other word; in em, for digits as wide as Inter's tabular ones."""
    words = markdown.plain(text, variant)
    parts = [words] if is_unbroken(text) else _BREAK.split(words)
    bold = _BOLD if variant in _HEADINGS or "**" in text else 1.0
    numbers = (_length_of_word(part) for part in parts if _DIGIT.search(part))
    others = (_length_of_word(part) for part in parts if not _DIGIT.search(part))
    return bold * max(numbers, default=0.0), bold * max(others, default=0.0)


def _length_of_word(word: str) -> float:
    """In em. Chinese and Japanese may break anywhere, but a few letters of it should stand together."""
    return min(len(word), _FEW_IDEOGRAPHS) if _IDEOGRAPH.search(word) else length_of(word, 1)


def _em(letter: str) -> float:
    known = _EMS.get(letter)
    if known is None:
        known = _EMS.get(unicodedata.normalize("NFD", letter)[0], 0.6 if letter.islower() else _OTHER_LETTER)
    return known


def _taken(rooms: Sequence[Room], gap: int) -> int:
    return round(sum(room.least for room in rooms)) + gap * (len(rooms) - 1)


def _least_widths(row: str, rooms: Sequence[Room], gap: int) -> Iterator[str]:
    """Columns with long words share what the least widths of all leave of the row."""
    wished = sum(room.most - room.least for room in rooms)
    for place, room in enumerate(rooms, start=1):
        width = f"{room.least:g}px"
        if room.most > room.least:
            share = (room.most - room.least) / wished
            left = f"{room.least:g}px + (100% - {_taken(rooms, gap)}px)*{share:.3f}"
            width = f"max({width},min({room.most:g}px,{left}))"
        yield f"{row}>:nth-child({place}){{--least:{width}}}"
