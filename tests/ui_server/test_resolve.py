from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from hypothesis import given, settings

from renderer import view
from tests.ui_server.any_surface import surfaces
from tests.ui_server.building import (
    Raw,
    button,
    codes,
    column,
    component,
    field,
    keys,
    nested,
    nodes,
    picker,
    resolved,
    rows,
    scene,
    surface,
    text,
    texts,
    tree,
)
from ui_server.element_ids import suffixes_of
from ui_server.expressions import Json, Literal
from ui_server.functions import MAX_TEXT, Functions
from ui_server.images import Images
from ui_server.resolve import MAX_DEPTH, MAX_NODES, MAX_TEXTS, Resolved, binding_of, resolve
from ui_server.surface import LocalState, Surface, Theme, Version


def reasons(shown: Resolved) -> list[str]:
    return [node.reason for node in nodes(shown) if isinstance(node, view.Missing)]


# -- what is shown ---------------------------------------------------------------------------------------------------


def test_a_surface_without_a_root_shows_nothing() -> None:
    shown = resolved(replace(surface(text("a", "x")), root=None))
    assert shown.view.root is None
    assert shown.diagnostics == ()


def test_a_child_that_is_still_to_come_keeps_its_place() -> None:
    shown = resolved(surface(column("a", "missing", "b"), text("a", "A"), text("b", "B")))
    assert keys(shown) == ["root", "a", "missing", "b"]
    assert reasons(shown) == ["pending"]


def test_a_root_that_is_still_to_come_is_pending() -> None:
    assert reasons(resolved(surface(text("a", "x"), root="later"))) == ["pending"]


def test_an_unknown_type_is_a_gap_among_sound_ones() -> None:
    shown = resolved(surface(column("a", "evil"), text("a", "A"), {"id": "evil", "component": "EvilFrame"}))
    assert (texts(shown), reasons(shown)) == (["A"], ["unknown"])


def test_what_is_not_reached_from_the_root_is_not_shown() -> None:
    assert keys(resolved(surface(column("a"), text("a", "A"), text("orphan", "O")))) == ["root", "a"]


def test_everything_is_computed_anew_from_the_data() -> None:
    template: Json = {"call": "formatString", "args": {"value": "Hi ${/name}"}}
    before = surface(text("a", template), data={"name": "Ana"})
    assert texts(resolved(before)) == ["Hi Ana"]
    assert texts(resolved(before.with_value(("name",), "Bo"))) == ["Hi Bo"]


def test_a_function_that_fails_leaves_a_blank_and_is_reported_once() -> None:
    broken: Json = {"call": "formatNumber", "args": {"value": "x"}}
    shown = resolved(surface(column("a", "a"), text("a", broken)))
    assert (texts(shown), codes(shown)) == (["", ""], ["unevaluable"])


def test_a_path_that_is_none_leaves_a_blank_and_is_reported() -> None:
    shown = resolved(surface(text("a", {"path": "/a~x"})))
    assert (texts(shown), codes(shown)) == ([""], ["invalid_pointer"])


def test_names_for_assistance_and_weight_are_on_every_node() -> None:
    node = tree(
        text("a", "x", weight=2, accessibility={"label": {"path": "/l"}, "description": "d", "hidden": True}),
        data={"l": "Label"},
    )
    assert (node.accessible_name, node.accessible_description, node.hidden_from_assistance) == ("Label", "d", True)
    assert node.weight == 2


def test_the_look_of_the_surface_is_passed_on() -> None:
    shown = resolved(replace(surface(text("a", "x")), theme=Theme("#aabbcc", "Inter", None, "Ana")))
    assert (shown.view.primary_color, shown.view.font, shown.view.agent_name, shown.view.icon) == (
        "#aabbcc",
        "Inter",
        "Ana",
        None,
    )


# -- rows ------------------------------------------------------------------------------------------------------------


def test_each_row_has_its_own_elements_texts_and_row() -> None:
    shown = resolved(
        surface(
            rows("root", "/xs", "row"),
            column("t", "f", component_id="row"),
            text("t", {"path": "name"}),
            field("f", {"path": "qty"}),
            data={"xs": [{"name": "A", "qty": "1"}, {"name": "B", "qty": "2"}]},
        )
    )
    assert keys(shown) == ["root", "row:xs/0", "t:xs/0", "f:xs/0", "row:xs/1", "t:xs/1", "f:xs/1"]
    inputs = [node for node in nodes(shown) if isinstance(node, view.TextField)]
    assert [(one.value, one.binding, one.row) for one in inputs] == [
        ("1", "/xs/0/qty", "/xs/0"),
        ("2", "/xs/1/qty", "/xs/1"),
    ]
    assert all(one.component_id == "f" for one in inputs)


def test_a_template_over_an_object_has_a_row_for_each_key_in_order() -> None:
    shown = resolved(
        surface(rows("root", "/xs", "t"), text("t", {"path": "n"}), data={"xs": {"z": {"n": 1}, "a/b": {"n": 2}}})
    )
    assert (texts(shown), keys(shown)) == (["1", "2"], ["root", "t:xs/z", "t:xs/a~1b"])


def test_a_hole_in_a_list_is_skipped_and_the_others_keep_their_places() -> None:
    shown = resolved(
        surface(
            column("l", "third"),
            rows("l", "/xs", "t"),
            text("t", {"path": "n"}),
            text("third", {"path": "/xs/2/n"}),
            data={"xs": [{"n": "a"}, None, {"n": "c"}]},
        )
    )
    assert texts(shown) == ["a", "c", "c"]
    assert keys(shown) == ["root", "l", "t:xs/0", "t:xs/2", "third"]


def test_a_template_inside_a_template_reads_from_its_own_row() -> None:
    shown = resolved(
        surface(
            rows("root", "/groups", "group"),
            rows("group", "members", "m"),
            text("m", {"call": "formatString", "args": {"value": "${.} of ${/club}"}}),
            data={"club": "X", "groups": [{"members": ["a", "b"]}, {"members": ["c"]}, {}]},
        )
    )
    assert texts(shown) == ["a of X", "b of X", "c of X"]
    assert keys(shown) == [
        "root",
        "group:groups/0",
        "m:groups/0/members/0",
        "m:groups/0/members/1",
        "group:groups/1",
        "m:groups/1/members/0",
        "group:groups/2",
    ]


def test_a_tree_in_the_data_is_drawn_by_a_template_of_itself() -> None:
    shown = resolved(
        surface(
            column("t", "kids", component_id="node"),
            rows("kids", "kids", "node"),
            text("t", {"path": "n"}),
            data={"n": "1", "kids": [{"n": "1.1", "kids": [{"n": "1.1.1"}]}, {"n": "1.2"}]},
        )
    )
    assert texts(shown) == ["1", "1.1", "1.1.1", "1.2"]
    assert reasons(shown) == []


def test_the_row_number_is_that_of_the_innermost_row() -> None:
    number: Json = {"@call": "@index", "args": {"offset": 1}}
    shown = resolved(
        surface(
            rows("root", "/xs", "row"),
            column("n", "inner", component_id="row"),
            {"id": "n", "component": "Text", "text": number},
            rows("inner", "ys", "m"),
            {"id": "m", "component": "Text", "text": number},
            version="v1.0",
            data={"xs": [{"ys": [0, 0]}, {"ys": [0]}]},
        )
    )
    assert texts(shown) == ["1", "1", "2", "2", "1"]


def test_keys_of_an_object_that_look_like_paths_stay_apart() -> None:
    data: Json = {
        "xs": {"": {"q": "empty"}, ".": {"q": "dot"}, "a/b": {"q": "slash"}, "a~b": {"q": "tilde"}, "a#b": {}}
    }
    given_surface = surface(rows("root", "/xs", "f"), field("f", {"path": "q"}), data=data)
    shown = resolved(given_surface)
    inputs = [node for node in nodes(shown) if isinstance(node, view.TextField)]
    assert [one.value for one in inputs] == ["empty", "dot", "slash", "tilde", ""]
    assert len({one.key for one in inputs}) == 5
    origins = [shown.origins[one.key] for one in inputs]
    written = [binding_of(origin.component, origin.scope) for origin in origins]
    assert written == [("xs", key, "q") for key in ("", ".", "a/b", "a~b", "a#b")]


# -- ids -------------------------------------------------------------------------------------------------------------


def test_a_shared_child_has_an_id_for_each_place() -> None:
    assert keys(resolved(surface(column("a", "a", "a"), text("a", "x")))) == ["root", "a", "a~2", "a~3"]


def test_the_same_ids_on_two_surfaces_carry_the_surface() -> None:
    one = surface(column("ok"), button("ok"), text("label", "OK"), surface_id="one")
    two = surface(column("ok", "own"), button("ok"), text("label", "OK"), text("own", "x"), surface_id="two")
    assert list(scene(one, two).nodes) == [
        "one/root", "one/ok", "one/label", "two/root", "two/ok", "two/label", "own"
    ]  # fmt: skip


def test_local_state_does_not_depend_on_what_else_is_on_the_screen() -> None:
    local = LocalState(values={"f": "typed"})
    one = surface(field("f", "literal"), surface_id="one", local=local)
    two = surface(field("f", "literal"), surface_id="two")
    alone, together = scene(one).nodes["f"], scene(one, two).nodes["one/f"]
    assert isinstance(alone, view.TextField) and isinstance(together, view.TextField)
    assert alone.value == together.value == "typed"


# -- limits ----------------------------------------------------------------------------------------------------------


def test_a_component_that_contains_itself_is_cut_where_it_would_start_over() -> None:
    shown = resolved(surface(column("a", "root"), column("root", component_id="a")))
    assert keys(shown) == ["root", "a", "root~2", "root~3"]
    assert reasons(shown) == ["cycle", "cycle"]


def test_a_modal_that_triggers_itself_ends() -> None:
    shown = resolved(surface({"id": "m", "component": "Modal", "trigger": "m", "content": "m"}))
    assert reasons(shown) == ["cycle"]


def chain(length: int) -> Surface:
    cards: list[Raw] = [{"id": f"c{i}", "component": "Card", "child": f"c{i + 1}"} for i in range(length)]
    return surface(*cards)


def test_a_screen_of_great_depth_is_cut_and_reported() -> None:
    shown = resolved(chain(1000))
    assert len(nodes(shown)) == MAX_DEPTH + 2
    assert (reasons(shown), codes(shown)) == (["limit"], ["limit_reached"])


def test_a_screen_of_allowed_depth_is_whole() -> None:
    assert reasons(resolved(chain(MAX_DEPTH))) == ["pending"]


def test_shared_children_that_explode_are_cut_and_reported() -> None:
    levels = [column(*[f"l{i + 1}"] * 10, component_id=f"l{i}") for i in range(12)]
    shown = resolved(surface(*levels, text("l12", "x"), root="l0"))
    assert MAX_NODES <= len(nodes(shown)) <= MAX_NODES + MAX_DEPTH + 1
    assert codes(shown) == ["limit_reached"]
    assert reasons(shown) == ["limit"]
    assert {diagnostic.severity for diagnostic in shown.diagnostics} == {"warning"}


@pytest.mark.parametrize("child", ["nowhere", "root"])
def test_children_that_are_missing_or_turn_in_circles_count_as_well(child: str) -> None:
    shown = resolved(surface(column(*["many"] * 3000), column(*[child] * 3000, component_id="many")))
    assert len(nodes(shown)) <= MAX_NODES + MAX_DEPTH + 1
    assert "limit_reached" in codes(shown)


def test_rows_without_end_are_cut_and_reported() -> None:
    shown = resolved(surface(rows("root", "/xs", "t"), text("t", "x"), data={"xs": [0] * 20_000}))
    assert len(nodes(shown)) == MAX_NODES + 1
    assert codes(shown) == ["limit_reached"]


def test_many_templates_over_a_list_of_holes_come_to_an_end() -> None:
    data: Json = {"xs": [None] * 2_000}
    assert len(keys(resolved(surface(column(*["l"] * 4000), rows("l", "/xs", "t"), data=data)))) == 4001


def test_options_and_tabs_without_end_are_cut_and_reported() -> None:
    options = [str(number) for number in range(3000)]
    shown = resolved(surface(column("p", "p", "p"), picker("p", [], *options)))
    pickers = [node for node in nodes(shown) if isinstance(node, view.ChoicePicker)]
    assert sum(len(one.options) for one in pickers) <= MAX_NODES
    assert codes(shown) == ["limit_reached"]
    tabs: Raw = {"id": "root", "component": "Tabs", "tabs": [{"title": "x", "child": "a"}] * 9000}
    (head, *_) = nodes(resolved(surface(tabs)))
    assert isinstance(head, view.Tabs) and len(head.tabs) < MAX_NODES


def test_one_text_is_cut_where_no_one_reads_on() -> None:
    shown = resolved(surface(text("root", "x" * (MAX_TEXT + 1))))
    assert (len(texts(shown)[0]), codes(shown)) == (MAX_TEXT, ["limit_reached"])


def test_all_texts_together_have_a_limit() -> None:
    long = "x" * MAX_TEXT
    shown = resolved(surface(column(*["t"] * 100), text("t", {"path": "/long"}), data={"long": long}))
    assert sum(map(len, texts(shown))) == MAX_TEXTS
    assert codes(shown) == ["limit_reached"]


def test_data_without_end_is_shown_as_far_as_it_goes() -> None:
    for value in (nested(100_000), 10**5000, 10**400, 1e308):
        kinds: list[Raw] = [
            text("t", {"path": "/x"}),
            field("f", {"path": "/x"}),
            picker("p", {"path": "/x"}, "a"),
            {"id": "s", "component": "Slider", "value": {"path": "/x"}, "min": {"path": "/x"}, "max": {"path": "/x"}},
            {"id": "d", "component": "DateTimeInput", "value": {"path": "/x"}, "enableDate": True},
            {"id": "c", "component": "CheckBox", "label": {"path": "/x"}, "value": {"path": "/x"}},
            {"id": "i", "component": "Image", "url": {"path": "/x"}},
        ]
        shown = resolved(surface(column("t", "f", "p", "s", "d", "c", "i"), *kinds, data={"x": value}))
        assert len(nodes(shown)) == 8


# -- whatever is sent ------------------------------------------------------------------------------------------------


@given(surfaces())
def test_any_surface_is_resolved_within_the_limits_and_every_element_has_its_own_id(given_surface: Surface) -> None:
    shown = resolved(given_surface)
    found = [node for node in nodes(shown)]
    ids = [node.key for node in found]
    for key, origin in shown.origins.items():
        ids += [key + suffix for suffix in suffixes_of(origin.component)]
    assert len(found) <= MAX_NODES + MAX_DEPTH
    assert len(ids) == len(set(ids))


@given(surfaces())
def test_resolving_twice_gives_equal_trees_and_changes_nothing(given_surface: Surface) -> None:
    before = copy.deepcopy(given_surface)
    first, second = resolved(given_surface), resolved(given_surface)
    assert first.view == second.view
    assert first.diagnostics == second.diagnostics
    assert given_surface == before


@settings(max_examples=50)
@given(surfaces(), surfaces())
def test_ids_are_unique_over_two_surfaces_on_one_screen(one: Surface, two: Surface) -> None:
    shown = scene(replace(one, surface_id="s"), replace(two, surface_id="t"))
    listed = [node.key for part in shown.view.surfaces for node in view.walk(part.root)]
    assert len(listed) == len(set(listed))
    assert len(shown.nodes) == len(listed)


@pytest.mark.parametrize("version", ["v0.8", "v0.9", "v0.9.1", "v1.0"])
def test_a_literal_is_a_literal_in_every_version(version: Version) -> None:
    raw: Raw = (
        {"id": "a", "component": {"Text": {"text": {"literalString": "x"}}}} if version == "v0.8" else text("a", "x")
    )
    made = component(raw, version)
    assert made.properties["text"] == Literal("x")
    given_surface = Surface(surface_id="s", version=version, root="a", components={"a": made})
    assert texts(resolve(given_surface, Functions(version), Images())) == ["x"]


def test_a_gap_in_a_text_is_shown_as_one_and_reported() -> None:
    template: Json = {"call": "formatString", "args": {"value": "Due ${formatDate(value: /day, format: 'yyyy')}."}}
    shown = resolved(surface(text("t", template), data={"day": "soon"}))
    assert texts(shown) == ["Due ."]
    assert codes(shown) == ["unevaluable"]


def test_an_amount_that_has_not_come_yet_is_nothing_and_no_fault() -> None:
    amount: Json = {"call": "formatCurrency", "args": {"value": {"path": "/total"}, "currency": "EUR"}}
    shown = resolved(surface(text("t", amount)))
    assert texts(shown) == [""]
    assert not shown.diagnostics
