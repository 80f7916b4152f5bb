"""Whatever a role's program answers becomes JSON that a file can hold."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_bridge.plain import DEEPEST, plain, plain_arguments, plain_text


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (1.5, 1.5),
        (True, True),
        (10**30, 10**30),
        ((1, 2), [1, 2]),
        ({1: "a", None: "b"}, {"1": "a", "None": "b"}),
        (b"ab", "b'ab'"),
        ("a\ud800", "a\ufffd"),
        ({"\udfff": ["\ud800b"]}, {"\ufffd": ["\ufffdb"]}),
        ("\U0001f600", "\U0001f600"),
    ],
)
def test_what_no_file_can_hold_is_written_as_near_as_can_be(value: object, kept: object) -> None:
    assert plain(value) == kept


def test_the_two_halves_of_a_pair_are_one_character() -> None:
    assert plain_text("\ud83d\ude00") == "\U0001f600"


def test_a_value_within_too_many_others_is_cut_off() -> None:
    deep: Any = "core"
    for _ in range(DEEPEST + 1):
        deep = [deep]
    text = json.dumps(plain(deep), ensure_ascii=False)
    assert text == "[" * DEEPEST + '"…"' + "]" * DEEPEST


def test_arguments_that_are_no_object_are_one_argument_that_no_tool_has() -> None:
    assert plain_arguments(None) == {}
    assert plain_arguments({"note_id": 7}) == {"note_id": 7}
    assert plain_arguments([7]) == {"arguments": [7]}
    assert plain_arguments('{"note_id": 7}') == {"arguments": '{"note_id": 7}'}


_ANY_TEXT = st.text(st.characters(exclude_categories=()))
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _ANY_TEXT | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(_ANY_TEXT, inner),
    max_leaves=20,
)


@given(_VALUES)
def test_any_value_can_be_written_and_read_back_as_it_is(value: object) -> None:
    found = plain(value)
    written = json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    assert json.loads(written) == found
    assert plain(found) == found
