from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server import pointer
from ui_server.expressions import Json

json_values: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)
tokens = st.lists(st.text(min_size=1, max_size=4).filter(lambda token: token != "."), min_size=1, max_size=4).map(tuple)


def test_escapes_are_undone_in_the_order_of_rfc_6901() -> None:
    assert pointer.parse("/a~1b/m~0n/~01") == ("a/b", "m~n", "~1")


@pytest.mark.parametrize("path", ["/", "", ".", "./"])
def test_the_root_and_the_row_itself_have_no_tokens(path: str) -> None:
    assert pointer.parse(path) == ()


def test_a_closing_slash_counts_for_nothing() -> None:
    assert pointer.parse("/draft/") == ("draft",)


@pytest.mark.parametrize("path", ["/bad~path", "/bad~2", "x~"])
def test_a_bad_escape_is_refused(path: str) -> None:
    with pytest.raises(pointer.PointerError) as caught:
        pointer.parse(path)
    assert caught.value.code == "invalid_pointer"


def test_a_leading_slash_starts_at_the_root_even_inside_a_row() -> None:
    assert pointer.resolve("/name", ("items", "1")) == ("name",)
    assert pointer.resolve("name", ("items", "1")) == ("items", "1", "name")
    assert pointer.resolve(".", ("items", "1")) == ("items", "1")


@given(tokens)
def test_joining_and_parsing_are_inverse(path: pointer.Tokens) -> None:
    assert pointer.parse(pointer.join(path)) == path


@pytest.mark.parametrize("token", ["-1", "01", "1 ", "1.0", "٣", "", "9999999999"])
def test_only_plain_indices_address_a_list(token: str) -> None:
    assert pointer.read(["zero", "one"], (token,)) == pointer.MISSING


def test_null_is_something_and_nothing_is_missing() -> None:
    data: Json = {"here": None}
    assert pointer.read(data, ("here",)) is None
    assert pointer.read(data, ("there",)) == pointer.MISSING


def test_writing_makes_the_objects_on_the_way() -> None:
    assert pointer.write({}, ("a", "b"), 1) == {"a": {"b": 1}}


@pytest.mark.parametrize(
    ("path", "written"),
    [
        (("xs", "0"), {"xs": [1]}),
        (("xs", "-"), {"xs": [1]}),
        (("xs", "1"), {"xs": [None, 1]}),
        (("xs", "0", "name"), {"xs": [{"name": 1}]}),
        (("xs", "0", "0"), {"xs": [[1]]}),
        (("years", "2026"), {"years": {"2026": 1}}),
        (("xs", "01"), {"xs": {"01": 1}}),
    ],
)
def test_where_lists_are_known_an_index_into_nothing_makes_one(path: pointer.Tokens, written: Json) -> None:
    assert pointer.write({}, path, 1, lists=True) == written


def test_an_object_that_is_there_stays_one_whatever_the_key() -> None:
    assert pointer.write({"xs": {}}, ("xs", "0"), 1, lists=True) == {"xs": {"0": 1}}


def test_writing_inside_a_number_is_refused_instead_of_losing_it() -> None:
    with pytest.raises(pointer.PointerError) as caught:
        pointer.write(1, ("a",), 2)
    assert caught.value.code == "not_a_container"


@pytest.mark.parametrize("token", ["100000000", "10001", "150", "-1", "01", "x"])
def test_far_negative_and_odd_indices_cannot_be_written(token: str) -> None:
    with pytest.raises(pointer.PointerError) as caught:
        pointer.write([0], (token,), "x")
    assert caught.value.code == "bad_index"


def test_writing_a_little_past_the_end_fills_the_gap_with_null() -> None:
    assert pointer.write([0], ("3",), "x") == [0, None, None, "x"]


@pytest.mark.parametrize("depth", [pointer.MAX_TOKENS + 1, 10_000])
def test_a_path_that_leads_too_deep_is_refused_before_anything_is_made(depth: int) -> None:
    with pytest.raises(pointer.PointerError) as caught:
        pointer.write({}, ("a",) * depth, 1)
    assert caught.value.code == "limit_reached"
    assert pointer.read(pointer.write({}, ("a",) * pointer.MAX_TOKENS, 1), ("a",) * pointer.MAX_TOKENS) == 1


def test_a_dash_appends() -> None:
    assert pointer.write(["a"], ("-",), "b") == ["a", "b"]


def test_deleting_from_a_list_keeps_the_places_of_the_others() -> None:
    assert pointer.delete({"xs": ["a", "b", "c"]}, ("xs", "1")) == {"xs": ["a", None, "c"]}


def test_deleting_what_is_not_there_makes_nothing() -> None:
    data: Json = {"profile": {"city": "Oslo"}}
    assert pointer.delete(data, ("ghost", "deep")) == data


def test_deleting_the_root_leaves_an_empty_model() -> None:
    assert pointer.delete({"a": 1}, ()) == {}


@given(json_values, tokens, json_values)
def test_what_was_written_is_read_back_and_the_old_root_stays_as_it_was(
    data: Json, path: pointer.Tokens, value: Json
) -> None:
    before = copy.deepcopy(data)
    try:
        written = pointer.write(data, path, value)
    except pointer.PointerError:
        written = None
    assert data == before
    if written is not None and "-" not in path:
        assert pointer.read(written, path) == value


@given(json_values, tokens)
def test_what_was_deleted_is_gone_or_null_and_the_old_root_stays_as_it_was(data: Json, path: pointer.Tokens) -> None:
    before = copy.deepcopy(data)
    left = pointer.delete(data, path)
    assert data == before
    assert pointer.read(left, path) in (pointer.MISSING, None)
