from __future__ import annotations

import copy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import view
from renderer.picture import Happened
from tests.ui_server.any_surface import surfaces
from tests.ui_server.building import (
    NOW,
    Raw,
    after,
    button,
    change,
    click,
    column,
    field,
    holding,
    picker,
    resolved,
    rows,
    scene,
    surface,
    text,
)
from ui_server import consequences
from ui_server.consequences import Consequence
from ui_server.element_ids import suffixes_of
from ui_server.errors import NotOperable
from ui_server.events import LocalCall, same
from ui_server.expressions import Json
from ui_server.functions import Functions
from ui_server.surface import LocalState, Surface

GUESTS: Json = {"guests": [{"name": "Ana", "meal": ["f"]}, {"name": "Bo", "meal": ["v"]}]}


def state_of(consequence: Consequence, surface_id: str = "s") -> Surface:
    surface_after = consequence.surfaces.get(surface_id)
    assert surface_after is not None
    return surface_after


def written(consequence: Consequence) -> list[tuple[str | None, Json, Json]]:
    return [(one.path, one.old, one.new) for one in consequence.changes]


# -- pressing --------------------------------------------------------------------------------------------------------


def test_a_button_sends_its_event_with_the_context_of_its_row() -> None:
    shown = surface(
        rows("root", "/guests", "b"), button("b", context={"who": {"path": "name"}}), text("label", "x"), data=GUESTS
    )
    done = after(shown, click("b:guests/1"))
    assert done.message is not None
    assert done.message["action"]["context"] == {"who": "Bo"}
    assert done.message["action"]["sourceComponentId"] == "b"
    assert (done.element_id, done.row, done.surface_id) == ("b:guests/1", "/guests/1", "s")
    assert done.changes == ()


def test_a_disabled_button_sends_nothing() -> None:
    shown = surface(button("b", checks=[{"condition": False, "message": "No"}]), text("label", "x"))
    assert after(shown, click("b")).message is None


def test_a_local_function_is_recorded_and_nothing_is_sent() -> None:
    call: Json = {"call": "openUrl", "args": {"url": {"path": "/u"}}}
    raw: Raw = {"id": "b", "component": "Button", "child": "t", "action": {"functionCall": call}}
    done = after(surface(raw, data={"u": "https://x"}), click("b"))
    assert (done.local, done.message) == (LocalCall("openUrl", {"url": "https://x"}), None)


@pytest.mark.parametrize(("url", "problems"), [("javascript:alert(1)", 1), ("HTTPS://x", 0), ("", 1), ("/relative", 1)])
def test_an_address_no_client_opens_is_recorded_with_the_reason(url: str, problems: int) -> None:
    call: Json = {"call": "openUrl", "args": {"url": {"path": "/u"}}}
    raw: Raw = {"id": "b", "component": "Button", "child": "t", "action": {"functionCall": call}}
    done = after(surface(raw, data={"u": url}), click("b"))
    assert done.local == LocalCall("openUrl", {"url": url})
    assert len(done.problems) == problems


def test_a_press_is_sent_with_null_for_what_cannot_be_computed_and_says_why() -> None:
    shown = surface(button("b", context={"n": {"call": "formatNumber", "args": {"value": "x"}}, "m": 1}))
    done = after(shown, click("b"))
    assert done.message is not None and done.message["action"]["context"] == {"n": None, "m": 1}
    assert len(done.problems) == 1 and done.problems[0].startswith("n: ")


def test_a_link_is_recorded_and_not_followed() -> None:
    done = after(surface(text("t", "[a](https://x)")), Happened("click", "t@0", "https://x"))
    assert done.local == LocalCall("openUrl", {"url": "https://x"})


@pytest.mark.parametrize("element_id", ["ghost", "ghost#a", "#", "", "root#0", "t@x", "t#1", "p#zzz"])
def test_what_is_not_on_the_screen_has_no_consequences(element_id: str) -> None:
    shown = surface(column("t", "p"), text("t", "x"), picker("p", [], "a"))
    assert after(shown, click(element_id)) == Consequence(holding(shown))


def test_nothing_follows_from_a_press_on_what_only_shows() -> None:
    shown = surface(column("d"), {"id": "d", "component": "Divider"})
    assert after(shown, click("d")).surfaces == holding(shown)


# -- tabs ------------------------------------------------------------------------------------------------------------


def tabs(component_id: str = "tabs") -> Raw:
    return {
        "id": component_id,
        "component": "Tabs",
        "tabs": [{"title": "A", "child": "a"}, {"title": "B", "child": "b"}],
    }


def test_a_tab_is_opened_without_a_write_or_a_message() -> None:
    done = after(surface(tabs(), text("a", "A"), text("b", "B")), click("tabs#1"))
    assert state_of(done).local.open_tabs == {"tabs": 1}
    assert (done.changes, done.message) == ((), None)


def test_tabs_in_rows_are_opened_apart() -> None:
    shown = surface(rows("root", "/xs", "tabs"), tabs(), text("a", "A"), text("b", "B"), data={"xs": [1, 2]})
    done = after(shown, click("tabs:xs/1#1"))
    assert state_of(done).local.open_tabs == {"tabs:xs/1": 1}


# -- modals ----------------------------------------------------------------------------------------------------------


def modal(component_id: str, trigger: str, content: str) -> Raw:
    return {"id": component_id, "component": "Modal", "trigger": trigger, "content": content}


NESTED = surface(
    column("outer"),
    modal("outer", "open", "box"),
    button("open"),
    column("inner", component_id="box"),
    modal("inner", "more", "deep"),
    text("more", "More"),
    text("deep", "Deep"),
    text("label", "Open"),
)


def opened(consequence: Consequence) -> tuple[str, ...]:
    return state_of(consequence).local.open_modals


def test_the_trigger_opens_its_modal_and_sends_its_own_event_once() -> None:
    done = after(NESTED, click("open"), click("outer"))
    assert opened(done) == ("outer",)
    assert done.message is not None and done.message["action"]["name"] == "press-open"
    assert done.element_id == "open"


def test_a_trigger_that_is_no_button_opens_its_modal() -> None:
    assert opened(after(NESTED, click("open"), click("inner"))) == ("outer", "inner")


def test_pressing_twice_opens_once() -> None:
    assert opened(after(NESTED, click("open"), click("open"))) == ("outer",)


@pytest.mark.parametrize("close", [click("outer#close"), Happened("dismiss", "outer")])
def test_each_way_of_closing_closes_and_it_can_be_opened_again(close: Happened) -> None:
    assert opened(after(NESTED, click("open"), close)) == ()
    assert opened(after(NESTED, click("open"), close, click("open"))) == ("outer",)


def test_closing_the_inner_modal_leaves_the_outer_one_open() -> None:
    assert opened(after(NESTED, click("open"), click("inner"), Happened("dismiss", "inner"))) == ("outer",)


def test_closing_the_outer_modal_closes_what_is_open_inside_it() -> None:
    both = after(NESTED, click("open"), click("inner"))
    closed = consequences.apply(both, click("outer#close"), scene(*both.surfaces), Functions, NOW)
    assert opened(closed) == ()


def test_modals_in_rows_are_opened_apart_with_the_context_of_their_row() -> None:
    shown = surface(
        rows("root", "/guests", "m"),
        modal("m", "open", "name"),
        button("open", context={"who": {"path": "name"}}),
        text("name", {"path": "name"}),
        text("label", "x"),
        data=GUESTS,
    )
    done = after(shown, click("open:guests/1"))
    assert opened(done) == ("m:guests/1",)
    assert done.message is not None and done.message["action"]["context"] == {"who": "Bo"}
    assert [node.key for node in scene(*done.surfaces).nodes.values() if node.component_id == "name"] == [
        "name:guests/1"
    ]


# -- values ----------------------------------------------------------------------------------------------------------


def test_a_typed_text_is_written_where_it_is_bound() -> None:
    done = after(surface(field("f", {"path": "/a/b"}), data={"a": {"b": "x"}}), change("f", "y"))
    assert state_of(done).data == {"a": {"b": "y"}}
    assert written(done) == [("/a/b", "x", "y")]
    assert done.changes[0].element_id == "f"


def test_writing_where_nothing_is_makes_the_way_and_the_old_value_is_null() -> None:
    done = after(surface(field("f", {"path": "/a/b"})), change("f", "y"))
    assert (state_of(done).data, written(done)) == ({"a": {"b": "y"}}, [("/a/b", None, "y")])


def test_the_surface_before_keeps_its_data() -> None:
    shown = surface(field("f", {"path": "/a"}), data={"a": "x"})
    before = copy.deepcopy(shown)
    after(shown, change("f", "y"))
    assert shown == before


def test_the_same_value_again_is_no_change() -> None:
    assert after(surface(field("f", {"path": "/a"}), data={"a": "x"}), change("f", "x")).changes == ()
    assert after(surface(field("f", "x")), change("f", "x")).changes == ()


def test_a_number_that_is_typed_into_a_text_field_is_a_text() -> None:
    done = after(surface(field("f", {"path": "/n"}, variant="number"), data={"n": 7}), change("f", "7"))
    assert written(done) == [("/n", 7, "7")]


def test_a_box_a_slider_and_a_date_write_their_own_types() -> None:
    shown = surface(
        column("c", "s", "d"),
        {"id": "c", "component": "CheckBox", "label": "x", "value": {"path": "/ok"}},
        {"id": "s", "component": "Slider", "value": {"path": "/n"}},
        {"id": "d", "component": "DateTimeInput", "value": {"path": "/day"}, "enableDate": True},
    )
    done = after(shown, change("c", True), change("s", "2.5"), change("d", "2026-05-01"))
    assert state_of(done).data == {"ok": True, "n": 2.5, "day": "2026-05-01"}
    cleared = after(state_of(done), change("d", ""), change("s", "3"))
    assert state_of(cleared).data == {"ok": True, "n": 3, "day": ""}


def test_an_unbound_input_keeps_its_value_with_the_surface_and_tells_what_it_showed_before() -> None:
    shown = surface(
        column("f", "c", "p"),
        field("f", "draft"),
        {"id": "c", "component": "CheckBox", "label": "x", "value": True},
        picker("p", ["a"], "a", "b", variant="multipleSelection"),
    )
    done = after(shown, change("f", "mine"), change("c", False), change("p#b", True), change("f", "mine!"))
    assert state_of(done).data == {}
    assert state_of(done).local.values == {"f": "mine!", "c": False, "p": ["a", "b"]}
    assert written(done) == [
        (None, "draft", "mine"), (None, True, False), (None, ["a"], ["a", "b"]), (None, "mine", "mine!")
    ]  # fmt: skip


def test_a_row_writes_into_its_own_item() -> None:
    shown = surface(rows("root", "/guests", "f"), field("f", {"path": "name"}), data=GUESTS)
    done = after(shown, change("f:guests/1", "Cy"))
    assert state_of(done).data == {"guests": [{"name": "Ana", "meal": ["f"]}, {"name": "Cy", "meal": ["v"]}]}
    assert done.row == "/guests/1"


@pytest.mark.parametrize("key", ["", ".", "a/b", "a~1b", "~"])
def test_a_row_under_an_odd_key_writes_under_that_key_alone(key: str) -> None:
    shown = surface(rows("root", "/", "f"), field("f", {"path": "."}), data={key: "x", "other": "y"})
    element_id = next(name for name, origin in scene(shown).origins.items() if origin.scope.base == (key,))
    assert state_of(after(shown, change(element_id, "z"))).data == {key: "z", "other": "y"}


def test_a_value_that_cannot_be_written_is_refused() -> None:
    shown = surface(field("f", {"path": "/n/x"}), data={"n": 1})
    with pytest.raises(NotOperable) as caught:
        after(shown, change("f", "y"))
    assert (caught.value.code, caught.value.element_id) == ("not_a_container", "f")


# -- choices ---------------------------------------------------------------------------------------------------------


def meals(**more: Json) -> Surface:
    return surface(
        rows("root", "/guests", "meal"), picker("meal", {"path": "meal"}, "f", "v", **more), data=copy.deepcopy(GUESTS)
    )


def chosen(consequence: Consequence) -> list[Json]:
    data = state_of(consequence).data
    assert isinstance(data, dict) and isinstance(data["guests"], list)
    return [guest["meal"] for guest in data["guests"] if isinstance(guest, dict)]


def test_a_choice_in_one_row_leaves_the_other_row_alone() -> None:
    assert chosen(after(meals(), change("meal:guests/0#v", True))) == [["v"], ["v"]]
    both = after(meals(), change("meal:guests/0#v", True), change("meal:guests/1#f", True))
    assert chosen(both) == [["v"], ["f"]]


def test_several_choices_are_written_in_the_order_of_the_options() -> None:
    done = after(meals(variant="multipleSelection"), click("meal:guests/1#f"))
    assert chosen(done) == [["f"], ["f", "v"]]
    assert chosen(after(meals(variant="multipleSelection"), click("meal:guests/0#f"))) == [[], ["v"]]


def test_pressing_the_chosen_one_of_a_single_choice_again_leaves_it() -> None:
    done = after(meals(), click("meal:guests/0#f"))
    assert (chosen(done), done.changes) == ([["f"], ["v"]], ())


def test_a_plain_text_becomes_a_list_with_the_first_choice() -> None:
    done = after(surface(picker("p", {"path": "/v"}, "a", "b"), data={"v": "a"}), change("p#b", True))
    assert written(done) == [("/v", "a", ["b"])]


def test_no_more_than_allowed_can_be_switched_on() -> None:
    shown = surface(
        picker("p", {"path": "/v"}, "a", "b", "c", variant="multipleSelection", most=2), data={"v": ["a", "b"]}
    )
    with pytest.raises(NotOperable) as caught:
        after(shown, click("p#c"))
    assert caught.value.code == "too_many"
    assert state_of(after(shown, click("p#a"), click("p#c"))).data == {"v": ["b", "c"]}


@pytest.mark.parametrize(
    "value", ["a#b", "#", "@", "x@0", "a:b/c", "", " ", "filter", "close", "0", "é 🎉", '"', "a~2"]
)
def test_an_option_is_chosen_whatever_its_value_is_made_of(value: str) -> None:
    shown = surface(picker("p", {"path": "/v"}, "other", value, variant="multipleSelection"))
    assert state_of(after(shown, click(f"p#{value}"))).data == {"v": [value]}
    assert state_of(after(shown, change(f"p#{value}", True))).data == {"v": [value]}


def test_an_option_that_looks_like_another_pickers_option_is_its_own() -> None:
    shown = surface(
        column("p", "p#a"), picker("p", {"path": "/v"}, "a#b", "a"), picker("p#a", {"path": "/w"}, "b", "c")
    )
    keys = [node.key for node in scene(shown).nodes.values() if node.component == "ChoicePicker"]
    assert keys == ["p", "p#a~2"]
    assert state_of(after(shown, change("p#a#b", True))).data == {"v": ["a#b"]}
    assert state_of(after(shown, change("p#a~2#b", True))).data == {"w": ["b"]}


def test_a_menu_writes_a_list_of_one_and_its_empty_line_an_empty_list() -> None:
    options = [f"o{number}" for number in range(9)]
    shown = surface(picker("p", {"path": "/v"}, *options))
    assert state_of(after(shown, change("p", "o3"))).data == {"v": ["o3"]}
    assert state_of(after(shown, change("p", "o3"), change("p", ""))).data == {"v": []}
    with_empty = surface(picker("p", {"path": "/v"}, "", *options))
    assert state_of(after(with_empty, change("p", ""))).data == {"v": [""]}


def test_a_filter_is_kept_with_the_surface_and_writes_nothing() -> None:
    shown = surface(picker("p", {"path": "/v"}, "a", "b", filterable=True))
    done = after(shown, change("p#filter", "b"))
    assert (state_of(done).local.filters, state_of(done).data, done.changes) == ({"p": "b"}, {}, ())


# -- two surfaces ----------------------------------------------------------------------------------------------------


def test_the_same_button_on_two_surfaces_speaks_for_its_own() -> None:
    parts = (column("f", "b"), field("f", {"path": "/v"}), button("b", context={"v": {"path": "/v"}}))
    one, two = (surface(*parts, text("label", "x"), surface_id=name, data={"v": name}) for name in ("one", "two"))
    done = after(holding(one, two), change("two/f", "x"), click("two/b"))
    assert done.message is not None
    assert (done.message["action"]["surfaceId"], done.message["action"]["context"]) == ("two", {"v": "x"})
    assert (state_of(done, "one").data, state_of(done, "two").data) == ({"v": "one"}, {"v": "x"})


def test_local_state_stays_when_a_second_surface_with_the_same_ids_comes() -> None:
    parts = (tabs("t"), text("a", "A"), text("b", "B"))
    one = after(surface(*parts, surface_id="one"), click("t#1"))
    two = surface(*parts, surface_id="two")
    both = after(one.surfaces.with_surface(two), click("two/t#1"), click("two/t#0"))
    assert state_of(both, "one").local.open_tabs == {"t": 1}
    assert state_of(both, "two").local.open_tabs == {"t": 0}


def test_a_surface_that_is_gone_meanwhile_has_no_consequences() -> None:
    shown = surface(button("b"))
    state = Consequence(holding())
    assert consequences.apply(state, click("b"), scene(shown), Functions, NOW) == state


def test_what_was_typed_shows_again_in_the_next_screen() -> None:
    local = LocalState(values={"f": "typed"})
    done = after(replace(surface(field("f", "literal")), local=local), change("f", "typed more"))
    (root,) = (node for node in scene(*done.surfaces).nodes.values() if node.key == "f")
    assert getattr(root, "value", None) == "typed more"


# -- what is still so ------------------------------------------------------------------------------------------------


def test_a_change_holds_until_the_agent_writes_over_it() -> None:
    done = after(surface(field("f", {"path": "/f"}), data={"f": "old"}), change("f", "new"))
    (typed,) = done.changes
    theirs = state_of(done).with_value(("f",), "theirs")
    assert consequences.holds(typed, done.surfaces)
    assert not consequences.holds(typed, done.surfaces.with_surface(theirs))
    assert not consequences.holds(typed, holding())


def test_a_change_that_only_the_screen_has_holds_as_long_as_the_surface_keeps_it() -> None:
    done = after(surface(field("f", "literal")), change("f", "typed"))
    (typed,) = done.changes
    assert consequences.holds(typed, done.surfaces)
    assert not consequences.holds(typed, holding(surface(field("f", "literal"))))


def test_nothing_follows_for_a_place_that_only_stands_for_a_missing_component() -> None:
    shown = surface(column("root", "f@0", "f"), field("f", "x"))
    assert not after(shown, click("f@0")).changes


# -- whatever happens ------------------------------------------------------------------------------------------------


@given(surfaces(), st.data())
def test_whatever_is_done_to_any_element_has_consequences_or_is_refused(shown: Surface, data: st.DataObject) -> None:
    before, on_screen = copy.deepcopy(shown), scene(shown)
    ids = [key + suffix for key, one in on_screen.origins.items() for suffix in ("", "@0", *suffixes_of(one.component))]
    element_id = data.draw(st.sampled_from([*sorted(ids), "ghost", "#"]))
    is_slider = isinstance(on_screen.node_of(element_id), view.Slider)
    value = "3" if is_slider else data.draw(st.sampled_from([None, True, False, "", "a", "3"]))
    happened = Happened(data.draw(st.sampled_from(["click", "change", "dismiss"])), element_id, value)
    try:
        done = after(shown, happened)
    except NotOperable as refusal:
        assert refusal.message
    else:
        assert all(not same(one.old, one.new) for one in done.changes)
        resolved(state_of(done))
    assert shown == before
