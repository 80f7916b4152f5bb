from __future__ import annotations

import copy
from itertools import islice

import pytest
from hypothesis import given

from tests.ui_server.building import column, component, field, json_values, rows, surface, text
from ui_server.component import Template
from ui_server.expressions import Json
from ui_server.pointer import MAX_TOKENS, MISSING, PointerError
from ui_server.surface import MAX_PLACEMENTS, LocalState, Version


def test_an_update_replaces_the_whole_component_and_leaves_the_old_surface_alone() -> None:
    before = surface(text("a", "one", variant="h1"))
    after = before.with_components({"a": component(text("a", "two"))})
    assert "variant" in before.components["a"].properties
    assert "variant" not in after.components["a"].properties


@given(json_values, json_values)
def test_writing_makes_a_new_surface_and_keeps_the_old_data(data: Json, value: Json) -> None:
    kept = copy.deepcopy(data)
    before = surface(text("a", "x"), data={"d": data})
    after = before.with_value(("d",), value)
    assert before.read(("d",)) == kept
    assert after.read(("d",)) == value
    assert after.without_value(("d",)).read(("d",)) == MISSING


@pytest.mark.parametrize(
    ("version", "made"), [("v0.8", {"0": "A"}), ("v0.9", ["A"]), ("v0.9.1", ["A"]), ("v1.0", ["A"])]
)
def test_the_first_entry_of_a_list_makes_the_list_except_in_v0_8_which_has_none(version: Version, made: Json) -> None:
    assert surface(version=version).with_value(("items", "0"), "A").data == {"items": made}


def test_a_path_of_a_thousand_steps_is_refused() -> None:
    with pytest.raises(PointerError) as caught:
        surface().with_value(("a",) * (MAX_TOKENS + 1), 1)
    assert caught.value.code == "limit_reached"


# -- what a person typed ---------------------------------------------------------------------------------------------

TYPED = LocalState(values={"f": "mine", "f:items/0": "row", "f~2": "twice", "fine": "other"})


def test_what_was_typed_into_an_unbound_input_stays_when_the_same_definition_comes_again() -> None:
    before = surface(field("f", "draft"), local=TYPED)
    assert before.with_components({"f": component(field("f", "draft", variant="longText"))}).local == TYPED


def test_what_was_typed_into_an_unbound_input_goes_when_the_agent_gives_it_another_value() -> None:
    before = surface(field("f", "draft"), field("fine", "x"), local=TYPED)
    after = before.with_components({"f": component(field("f", "new"))})
    assert after.local.values == {"fine": "other"}
    assert before.local == TYPED


# -- rows ------------------------------------------------------------------------------------------------------------


def test_a_list_has_a_row_for_each_item_and_none_for_a_hole() -> None:
    shown = surface(data={"xs": ["a", None, "c"]})
    assert list(shown.rows(Template("row", "/xs"), ())) == [("xs", "0"), ("xs", "2")]


def test_an_object_has_a_row_for_each_key_in_its_order() -> None:
    shown = surface(data={"xs": {"b": 1, "a/c": None, "": 2}})
    assert list(shown.rows(Template("row", "/xs"), ())) == [("xs", "b"), ("xs", "a/c"), ("xs", "")]


def test_an_inner_template_starts_from_its_row_and_an_absolute_one_from_the_root() -> None:
    shown = surface(data={"xs": [{"ys": [1]}], "ys": [1, 2]})
    assert list(shown.rows(Template("row", "ys"), ("xs", "0"))) == [("xs", "0", "ys", "0")]
    assert list(shown.rows(Template("row", "/ys"), ("xs", "0"))) == [("ys", "0"), ("ys", "1")]


@pytest.mark.parametrize("data", [None, 1, "text", True, [], {}])
def test_anything_else_has_no_rows(data: Json) -> None:
    assert list(surface(data={"xs": data}).rows(Template("row", "/xs"), ())) == []
    assert list(surface(data={}).rows(Template("row", "/x~y"), ())) == []


# -- placements ------------------------------------------------------------------------------------------------------


def test_every_reachable_component_is_placed_once_for_each_row_closed_parts_too() -> None:
    shown = surface(
        column("tabs", "list", "modal"),
        {"id": "tabs", "component": "Tabs", "tabs": [{"title": "A", "child": "a"}, {"title": "B", "child": "b"}]},
        {"id": "modal", "component": "Modal", "trigger": "a", "content": "inside"},
        rows("list", "/xs", "row"),
        column("cell", component_id="row"),
        *(text(name, name) for name in ("a", "b", "inside", "cell", "orphan")),
        data={"xs": [1, 2]},
    )
    placed = [(one.id, base) for one, base in shown.placements()]
    assert len(placed) == len(set(placed))
    assert {one for one, _ in placed} == {"root", "tabs", "a", "b", "modal", "inside", "list", "row", "cell"}
    assert sorted(base for one, base in placed if one == "cell") == [("xs", "0"), ("xs", "1")]


def test_cycles_and_huge_lists_come_to_an_end() -> None:
    shown = surface(
        column("root", "a"),
        column("root", "list", component_id="a"),
        rows("list", "/xs", "a"),
        data={"xs": [0] * (2 * MAX_PLACEMENTS)},
    )
    assert sum(1 for _ in islice(shown.placements(), 10 * MAX_PLACEMENTS)) <= MAX_PLACEMENTS


def test_a_surface_that_has_not_begun_has_no_placements() -> None:
    waiting = surface(text("a", "x"))
    assert (
        list(type(waiting)(surface_id="s", version="v0.8", root=None, components=waiting.components).placements()) == []
    )
