from __future__ import annotations

import copy

import pytest
from hypothesis import given

from tests.ui_server.building import json_values, nested
from ui_server.expressions import Binding, Call, Fields, Json, Literal, Sequence
from ui_server.protocol import dynamic
from ui_server.protocol.dynamic import V09, V10, Spelling


@pytest.mark.parametrize("raw", [None, True, 0, 1.5, "x", [], {}, [1, [2]], {"a": {"b": [None]}}])
def test_a_plain_value_is_a_literal(raw: Json) -> None:
    assert dynamic.read(raw, V09) == Literal(raw)


def test_a_path_alone_is_a_binding() -> None:
    assert dynamic.read({"path": "/a"}, V09) == Binding("/a")
    assert dynamic.read({"@path": "a"}, V10) == Binding("a")


@pytest.mark.parametrize("raw", [{"path": "/a", "x": 1}, {"path": 1}, {"path": None}, {"Path": "/a"}])
def test_an_object_that_only_looks_like_a_binding_is_a_literal(raw: Json) -> None:
    assert dynamic.read(raw, V09) == Literal(raw)


def test_each_version_reads_its_own_spelling_only() -> None:
    assert dynamic.read({"@path": "/a"}, V09) == Literal({"@path": "/a"})
    assert dynamic.read({"path": "/a"}, V10) == Literal({"path": "/a"})
    assert dynamic.read({"call": "not"}, V10) == Literal({"call": "not"})


def test_a_call_keeps_its_arguments_as_expressions_and_drops_the_rest() -> None:
    raw: Json = {"call": "not", "args": {"value": {"path": "/a"}}, "returnType": "boolean"}
    assert dynamic.read(raw, V09) == Call("not", {"value": Binding("/a")})


@pytest.mark.parametrize("args", [None, [], "x", 1])
def test_a_call_with_odd_arguments_has_none(args: Json) -> None:
    assert dynamic.read({"call": "not", "args": args}, V09) == Call("not")


def test_bindings_inside_lists_and_objects_are_found() -> None:
    raw: Json = {"a": [1, {"path": "/x"}], "b": 2}
    assert dynamic.read(raw, V09) == Fields({"a": Sequence((Literal(1), Binding("/x"))), "b": Literal(2)})


def test_a_doubled_at_sign_stands_for_one_in_version_1_0() -> None:
    assert dynamic.read({"@@path": "/a", "@@@x": 1}, V10) == Literal({"@path": "/a", "@@x": 1})
    assert dynamic.read({"@@path": {"@path": "/a"}}, V10) == Fields({"@path": Binding("/a")})
    assert dynamic.read({"@@path": "/a"}, V09) == Literal({"@@path": "/a"})


@given(json_values)
def test_the_callers_json_is_neither_changed_nor_kept(raw: Json) -> None:
    given_json: Json = {"a": [raw], "b": {"c": [raw]}}
    before = copy.deepcopy(given_json)
    read = dynamic.read(given_json, V09)
    assert given_json == before
    assert isinstance(given_json, dict)
    given_json["b"] = given_json["a"] = None
    if isinstance(read, Literal):
        assert read.value == before


def test_a_list_that_the_caller_changes_later_is_another_one() -> None:
    options: list[Json] = ["a"]
    read = dynamic.read({"x": options}, V09)
    options.append("b")
    assert read == Literal({"x": ["a"]})


@pytest.mark.parametrize("spelling", [V09, V10])
def test_what_is_nested_without_end_is_read_as_far_as_messages_may_go(spelling: Spelling) -> None:
    deep_list, deep_object = nested(10_000), {"a": nested(10_000)}
    for _ in range(10_000):
        deep_object = {"a": deep_object}
    assert isinstance(dynamic.read(deep_list, spelling), Literal)
    assert isinstance(dynamic.read(deep_object, spelling), Literal)
    assert dynamic.read(nested(50, {spelling.path: "/x"}), spelling) != dynamic.read(nested(50, None), spelling)


def test_calls_nested_without_end_are_read() -> None:
    raw: Json = True
    for _ in range(10_000):
        raw = {"call": "not", "args": {"value": raw}}
    assert isinstance(dynamic.read(raw, V09), Call)
