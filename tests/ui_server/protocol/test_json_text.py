from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server.expressions import Json
from ui_server.protocol.json_text import MAX_DEPTH, odd_places, parse

_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**12), 10**12)
    | st.floats(allow_nan=False, allow_infinity=False)
    | _texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_texts, inner, max_size=4),
    max_leaves=20,
)


@given(st.lists(_json, max_size=4), st.booleans())
def test_sound_json_reads_as_itself(value: list[Json], mend: bool) -> None:
    text = json.dumps(value, ensure_ascii=False)
    parsed = parse(text, 0, mend=mend)
    assert parsed.value == value
    assert parsed.end == len(text)
    assert not parsed.slips and not parsed.mends


@given(st.lists(_json, min_size=1, max_size=4))
def test_a_comma_at_the_end_is_found_and_mending_it_changes_nothing_else(value: list[Json]) -> None:
    text = json.dumps(value, ensure_ascii=False)[:-1] + " ,\n]"
    assert [slip.code for slip in parse(text, 0).slips] == ["trailing_comma"]
    assert parse(text, 0, mend=True).value == value


@given(st.lists(_json, min_size=1, max_size=4), st.data())
def test_text_that_is_cut_off_is_never_half_read(value: list[Json], data: st.DataObject) -> None:
    text = json.dumps(value)
    parsed = parse(text[: data.draw(st.integers(1, len(text) - 1))], 0, mend=True)
    assert parsed.value is None
    assert parsed.slips


@pytest.mark.parametrize(
    ("text", "code", "position", "path"),
    [
        ('{"a": {"b": 1, "b": 2}}', "duplicate_key", 15, ("a", "b")),
        ('{"a": [1, NaN]}', "not_a_number", 10, ("a", 1)),
        ('{"a": -Infinity}', "not_a_number", 6, ("a",)),
        ('{"a": 1e999}', "not_a_number", 6, ("a",)),
        ('[{"a": "\\udc00"}]', "bad_encoding", 7, (0, "a")),
        ('{"a": 1 "b": 2}', "json_syntax", 8, ()),
        ("{'a': 1}", "json_syntax", 1, ()),
        ('{"a" 1}', "json_syntax", 5, ("a",)),
        ('{"a": undefined}', "json_syntax", 6, ("a",)),
        ('{"a": 012}', "json_syntax", 6, ("a",)),
        ('{"a": "x\\q"}', "json_syntax", 8, ("a",)),
        ('["a"}', "json_syntax", 4, ()),
        ("[1,,2]", "json_syntax", 3, (1,)),
        ('{"a": [1, 2', "truncated_json", 11, ("a",)),
    ],
)
def test_each_slip_is_found_at_its_place(text: str, code: str, position: int, path: tuple[str | int, ...]) -> None:
    slip = parse(text, 0).slips[0]
    assert (slip.code, slip.position, slip.path) == (code, position, path)
    assert slip.hint


def test_several_slips_are_told_at_once() -> None:
    codes = [slip.code for slip in parse('{"a": NaN, "b": 1, "b": [1,],}', 0).slips]
    assert codes == ["not_a_number", "duplicate_key", "trailing_comma", "trailing_comma"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[True, False, None]", [True, False, None]),
        ("[1, // one\n 2 /* two */]", [1, 2]),
        ('["a\nb"]', ["a\nb"]),
        ("[1, # one\n 2]", [1, 2]),
        ("[\u00a01,\u200b 2\ufeff\u3000]", [1, 2]),
        (r"""["it\'s"]""", ["it's"]),
        (r"""["^\d{5}$", "a\\d\n"]""", [r"^\d{5}$", "a\\d\n"]),
        (r"""["C:\Temp\"]x", 2]""", [r"""C:\Temp"]x""", 2]),
    ],
)
def test_slips_with_one_reading_are_mended_on_request_only(text: str, value: Json) -> None:
    assert parse(text, 0).slips
    mended = parse(text, 0, mend=True)
    assert mended.value == value
    assert mended.mends


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ('[{"a": 1}, ...]', "Write out what the dots stand for"),
        ('{"a": 1, …}', "Write out what the dots stand for"),
        ("[+5]", "without the +"),
        ("{&quot;a&quot;: 1}", "escaped for HTML"),
        ("[&quot;a&quot;]", "escaped for HTML"),
        (r"""["it\'s"]""", "Write ' without the backslash."),
        (r"""["\d"]""", r"Write \\ for a backslash."),
        ('["a\n]', "close the text before the line ends"),
        ('["a]', "close the quotation mark"),
        ("[\u00a01]", "plain spaces"),
        ("[“a”]", "straight double quotation marks"),
    ],
)
def test_the_remedy_fits_what_stands_there(text: str, remedy: str) -> None:
    assert remedy in parse(text, 0).slips[0].hint


def test_invisible_characters_are_named_once_however_many_there_are() -> None:
    parsed = parse("[" + "\u00a0 " * 5000 + "1]", 0)
    assert [slip.code for slip in parsed.slips] == ["json_syntax"]
    assert "U+00A0" in parsed.slips[0].message
    assert parse("[" + "/**/ " * 5000 + "1]", 0, mend=True).value == [1]


@pytest.mark.parametrize("text", [r'["\u12"]', r'["\d', r'["\u00zz"]'])
def test_a_backslash_with_more_than_one_reading_is_left_alone(text: str) -> None:
    parsed = parse(text, 0, mend=True)
    assert parsed.value is None
    assert parsed.slips


def test_invisible_characters_inside_a_text_belong_to_it() -> None:
    assert parse('["a\u00a0b\u200b", 1,]', 0, mend=True).value == ["a\u00a0b\u200b", 1]


@pytest.mark.parametrize("text", ['["a,] b,}"]', '["“x”"]', '["// no comment"]', '["True"]', '["NaN"]'])
def test_mending_never_touches_the_inside_of_a_text(text: str) -> None:
    assert parse(text + "", 0, mend=True).value == json.loads(text)
    assert parse(text[:-1] + ",]", 0, mend=True).value == json.loads(text)


@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_depth_has_a_limit_however_deep_the_text(opening: str) -> None:
    parsed = parse(opening * 5000, 0)
    assert [slip.code for slip in parsed.slips] == ["limit_reached"]
    assert parse("[" * MAX_DEPTH + "]" * MAX_DEPTH, 0).slips == ()


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([{"a": math.nan}], [("not_a_number", (0, "a"))]),
        ([{"a": 10**400}], [("not_a_number", (0, "a"))]),
        ([{"a": [True, 10**300]}], []),
        ([{"a": ["\ud83d"]}], [("bad_encoding", (0, "a", 0))]),
        ([{"a": "😀"}], []),
    ],
)
def test_parsed_json_may_hold_nothing_that_text_could_not(value: Json, found: list[object]) -> None:
    assert list(odd_places(value)) == found
