from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import Raw, component, picker, text
from ui_server.component import Component
from ui_server.element_ids import ElementIds, belongs, suffixes_of

TEXT = component(text("t", "x"))
TABS = component({"id": "t", "component": "Tabs", "tabs": [{"title": "A", "child": "a"}, {"title": "B", "child": "b"}]})
MODAL = component({"id": "m", "component": "Modal", "trigger": "a", "content": "b"})


def made_picker(*options: str) -> Component:
    return component(picker("p", [], *options))


def claim(ids: ElementIds, key: str, made: Component | None = None, surface_id: str = "s") -> str:
    return ids.claim(key, made, surface_id=surface_id, component_id=key.partition(":")[0])


def test_an_id_that_is_free_is_taken_as_it_is() -> None:
    assert claim(ElementIds(), "a:items/0", TEXT) == "a:items/0"


def test_a_shared_child_gets_a_number_from_its_second_place_on() -> None:
    ids = ElementIds()
    assert [claim(ids, "a", TEXT) for _ in range(3)] == ["a", "a~2", "a~3"]


def test_a_number_that_the_agent_used_itself_is_passed_over() -> None:
    ids = ElementIds()
    assert [claim(ids, key, TEXT) for key in ("a~2", "a", "a", "a~2")] == ["a~2", "a", "a~3", "a~2~2"]


def test_a_component_that_stands_on_two_surfaces_says_on_which() -> None:
    ids = ElementIds({"ok"})
    assert claim(ids, "ok", TEXT, "one") == "one/ok"
    assert claim(ids, "ok", TEXT, "two") == "two/ok"
    assert claim(ids, "own", TEXT, "two") == "own"
    assert claim(ids, "one/ok", TEXT, "three") == "one/ok~2"


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (("p", made_picker("a")), ("p#a", TEXT)),
        (("p#a", TEXT), ("p", made_picker("a"))),
        (("p", made_picker("b#c")), ("p#b", made_picker("c"))),
        (("p#b", made_picker("c")), ("p", made_picker("b#c"))),
        (("m", MODAL), ("m#close", TEXT)),
        (("t", TABS), ("t#1", TEXT)),
        (("p", made_picker()), ("p#filter", TEXT)),
        (("t", TEXT), ("t@0", TEXT)),
        (("t@0", TEXT), ("t", TEXT)),
        (("t@3", made_picker("x")), ("t", TEXT)),
    ],
)
def test_no_id_is_also_that_of_a_part_of_another(first: tuple[str, Component], then: tuple[str, Component]) -> None:
    ids = ElementIds()
    assert claim(ids, *first) == first[0]
    assert claim(ids, *then) == f"{then[0]}~2"


def test_marks_that_mean_nothing_are_left_alone() -> None:
    ids = ElementIds()
    assert claim(ids, "t", TEXT) == "t"
    assert [claim(ids, key, TEXT) for key in ("t#0", "t@home", "t@", "@0")] == ["t#0", "t@home", "t@", "@0"]
    assert claim(ids, "t@0", made_picker()) == "t@0~2"


@pytest.mark.parametrize(
    ("made", "suffixes"),
    [
        (TABS, {"#0", "#1"}),
        (MODAL, {"#close"}),
        (made_picker("a", "#"), {"#a", "##", "#filter"}),
        (TEXT, set()),
    ],
)
def test_the_parts_of_a_component_are_known_by_what_follows_its_id(made: Component, suffixes: set[str]) -> None:
    assert suffixes_of(made) == suffixes
    assert all(belongs(suffix, made) for suffix in suffixes)


def test_links_belong_to_texts_by_number() -> None:
    assert belongs("@0", TEXT) and belongs("@12", TEXT)
    assert not belongs("@x", TEXT) and not belongs("#0", TEXT) and not belongs("x@0", TEXT)
    assert not belongs("@0", TABS) and not belongs("#2", TABS)


names = st.text(alphabet="ab#@~/0:2", min_size=1, max_size=5)
pickers = st.lists(names, max_size=3).map(lambda options: made_picker(*options))
bodies = st.sampled_from([TEXT, TABS, MODAL]) | pickers


@given(st.lists(st.tuples(names, bodies), max_size=8), st.sets(names))
def test_every_element_of_a_screen_has_an_id_of_its_own(wanted: list[tuple[str, Component]], shared: set[str]) -> None:
    ids = ElementIds(shared)
    given_out: list[str] = []
    for name, made in wanted:
        key = claim(ids, name, made)
        given_out += [key, *(key + suffix for suffix in suffixes_of(made))]
        if made.kind == "Text":
            given_out += [f"{key}@{number}" for number in range(3)]
    assert len(given_out) == len(set(given_out))


@given(st.lists(names, max_size=8))
def test_the_same_claims_get_the_same_ids(wanted: list[str]) -> None:
    first, second = ElementIds(), ElementIds()
    assert [claim(first, name, TEXT) for name in wanted] == [claim(second, name, TEXT) for name in wanted]


def test_a_component_that_is_not_there_yet_has_an_id_all_the_same() -> None:
    raw: Raw = text("a", "x")
    ids = ElementIds()
    assert claim(ids, "a", None) == "a"
    assert claim(ids, "a", component(raw)) == "a~2"
