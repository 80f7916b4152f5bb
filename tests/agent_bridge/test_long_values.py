"""Long values of presses are kept by reference, and read part by part."""

from __future__ import annotations

import json

import pytest

from agent_bridge.long_values import LONGEST_PART, LONGEST_VALUE, LongValues, NoSuchValue
from ui_server.expressions import Json


def kept(value: Json) -> tuple[LongValues, str]:
    values = LongValues()
    values.count_press()
    told = values.bounded(value, "/context/x")
    assert isinstance(told, dict)
    return values, str(told["reference"])


def whole(values: LongValues, reference: str) -> str:
    text, start = "", 0
    while True:
        part = values.read(reference, start)
        text += str(part["text"])
        if "next_start" not in part:
            return text
        start = int(str(part["next_start"]))


@pytest.mark.parametrize("length", [LONGEST_VALUE, LONGEST_PART, LONGEST_PART + 1, 2 * LONGEST_PART, 25_001])
def test_a_text_is_read_whole_whatever_its_length(length: int) -> None:
    text = "".join(chr(0x4E00 + number % 500) for number in range(length))
    assert whole(*kept(text)) == text


def test_anything_else_is_read_as_json() -> None:
    value: Json = [{"title": "Größe", "done": False, "steps": [None] * 800}]
    assert json.loads(whole(*kept(value))) == value


def test_a_part_says_where_it_is_and_where_the_next_one_begins() -> None:
    values, reference = kept("a" * 12_000)
    assert values.read(reference, 9_000) == {
        "reference": "press-1/context/x",
        "characters": 12_000,
        "start": 9_000,
        "text": "a" * 3_000,
    }
    assert values.read(reference, 0)["next_start"] == 10_000
    assert values.read(reference, 99_999)["text"] == ""


def test_values_of_several_presses_are_kept_apart() -> None:
    values = LongValues()
    for letter in "ab":
        values.count_press()
        values.bounded(letter * 3_000, "/context/x")
    assert values.read("press-1/context/x", 0)["text"] == "a" * 3_000
    assert values.read("press-2/context/x", 0)["text"] == "b" * 3_000


def test_an_unknown_reference_is_answered_with_those_known() -> None:
    values, reference = kept("a" * 3_000)
    with pytest.raises(NoSuchValue) as caught:
        values.read("/context/x", 0)
    assert reference in caught.value.hint
    with pytest.raises(NoSuchValue) as caught:
        LongValues().read("/context/x", 0)
    assert "none yet" in caught.value.hint
