from __future__ import annotations

import copy
import datetime as dt
import itertools

from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import NOW, Raw, component, json_values, surface
from ui_server.component import Action
from ui_server.evaluate import Scope
from ui_server.events import Change, Event, LocalCall, action_message, data_model, joined, local_call, same, timestamp
from ui_server.expressions import Binding, Call, Json, Literal
from ui_server.functions import Functions
from ui_server.surface import Surface, Version

ROW = Scope(("items", "1"), 1)
DATA: Json = {"name": "Ana", "items": [{"qty": 0}, {"qty": 2, "ok": False, "tags": ["a"]}], "nil": None}


def action(event: Raw, version: Version = "v0.9") -> Action:
    made = component({"id": "b", "component": "Button", "child": "t", "action": {"event": event}}, version).action
    assert made is not None
    return made


def message(
    event: Raw,
    *,
    version: Version = "v0.9",
    scope: Scope = ROW,
    data: Json = DATA,
    given_surface: Surface | None = None,
) -> dict[str, Json]:
    shown = given_surface or surface(data=data, version=version)
    return action_message(
        shown, "b", action(event, version), scope=scope, functions=Functions(version), now=NOW
    )  # fmt: skip


# -- the message -----------------------------------------------------------------------------------------------------


def test_an_event_has_five_fields_in_the_form_of_version_0_9() -> None:
    assert message({"name": "book", "context": {"n": {"path": "qty"}}}) == {
        "version": "v0.9",
        "action": {
            "name": "book",
            "surfaceId": "s",
            "sourceComponentId": "b",
            "timestamp": "2026-03-20T09:30:15.123Z",
            "context": {"n": 2},
        },
    }


def test_the_event_answers_in_the_version_the_agent_used() -> None:
    assert message({"name": "x"}, version="v0.9.1")["version"] == "v0.9.1"


def test_version_0_8_calls_it_a_user_action_and_has_no_version() -> None:
    raw: Raw = {"name": "go", "context": [{"key": "n", "value": {"path": "/name"}}]}
    made = component({"id": "b", "component": {"Button": {"child": "t", "action": raw}}}, "v0.8").action
    assert made is not None
    sent = action_message(
        surface(data=DATA, version="v0.8"), "b", made, scope=Scope(), functions=Functions("v0.8"), now=NOW
    )
    assert set(sent) == {"userAction"}
    assert sent["userAction"]["context"] == {"n": "Ana"}
    assert set(sent["userAction"]) == {"name", "surfaceId", "sourceComponentId", "timestamp", "context"}


def test_version_1_0_tells_what_the_user_is_told() -> None:
    sent = message({"name": "go", "userMessage": {"@path": "/name"}}, version="v1.0")
    assert sent["version"] == "v1.0"
    assert isinstance(sent["action"], dict)
    assert sent["action"]["userMessage"] == "Ana"


def context(raw: Raw, scope: Scope = ROW) -> Json:
    body = message({"name": "x", "context": raw}, scope=scope)["action"]
    assert isinstance(body, dict)
    return body["context"]


def test_the_context_is_resolved_in_the_row_of_the_button() -> None:
    assert context({"rel": {"path": "qty"}, "abs": {"path": "/name"}, "item": {"path": "."}}) == {
        "rel": 2,
        "abs": "Ana",
        "item": {"qty": 2, "ok": False, "tags": ["a"]},
    }


def test_zero_false_and_null_are_values_and_only_what_is_missing_is_left_out() -> None:
    first = Scope(("items", "0"), 0)
    assert context({"q": {"path": "qty"}, "gone": {"path": "ok"}, "nil": {"path": "/nil"}}, first) == {
        "q": 0,
        "nil": None,
    }
    assert context({"ok": {"path": "ok"}}) == {"ok": False}


def test_what_is_missing_inside_a_list_keeps_its_place() -> None:
    assert context({"pair": [{"path": "qty"}, {"path": "gone"}]}) == {"pair": [2, None]}


def test_functions_in_the_context_are_computed() -> None:
    template: Json = {"call": "formatString", "args": {"value": "${qty} for ${/name}"}}
    assert context({"t": template}) == {"t": "2 for Ana"}


def test_an_action_without_context_has_an_empty_one() -> None:
    body = message({"name": "x"})["action"]
    assert isinstance(body, dict)
    assert body["context"] == {}


def test_what_cannot_be_computed_is_null_in_the_context() -> None:
    assert context({"n": {"call": "formatNumber", "args": {"value": "x"}}, "m": 1}) == {"n": None, "m": 1}
    assert context({"n": {"path": "/a~x"}}) == {"n": None}


def test_what_is_sent_is_a_copy_that_cannot_change_the_data() -> None:
    data = copy.deepcopy(DATA)
    shown = surface(data=data)
    sent = message({"name": "x", "context": {"tags": {"path": "tags"}, "lit": ["x"]}}, given_surface=shown)
    assert isinstance(sent["action"], dict) and isinstance(sent["action"]["context"], dict)
    for value in sent["action"]["context"].values():
        assert isinstance(value, list)
        value.append("changed")
    assert data == DATA


def test_a_timestamp_is_in_utc_to_the_millisecond() -> None:
    east = dt.datetime(2026, 3, 20, 1, 2, 3, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30)))
    assert timestamp(east) == "2026-03-19T19:32:03.000Z"


# -- local functions -------------------------------------------------------------------------------------------------


def test_a_local_function_is_told_with_its_arguments() -> None:
    made = Action(None, call=Call("openUrl", {"url": Binding("/name"), "gone": Binding("/gone"), "n": Literal(1)}))
    told = local_call(surface(data=DATA), made, scope=ROW, functions=Functions("v0.9"))
    assert told == LocalCall("openUrl", {"url": "Ana", "n": 1})
    assert told.to_json() == {"function": "openUrl", "args": {"url": "Ana", "n": 1}}


def test_a_local_function_that_is_none_has_no_name() -> None:
    made = Action(None, call=Literal("odd"))
    assert local_call(surface(), made, scope=Scope(), functions=Functions("v0.9")) == LocalCall("")


# -- whose data ------------------------------------------------------------------------------------------------------


def test_the_data_of_all_surfaces_of_the_agent_that_ask_for_it_are_sent() -> None:
    asked = surface(data={"a": 1}, surface_id="a", send_data_model=True)
    also = surface(data={"b": 2}, surface_id="b", send_data_model=True)
    silent = surface(data={"c": 3}, surface_id="c")
    assert data_model([asked, also, silent], asked) == {
        "a2uiClientDataModel": {"version": "v0.9", "surfaces": {"a": {"a": 1}, "b": {"b": 2}}}
    }
    assert data_model([silent], silent) is None


def test_no_agent_gets_the_data_of_another() -> None:
    weather = surface(data={"w": 1}, surface_id="w", send_data_model=True, owner="weather")
    bank = surface(data={"pin": 1}, surface_id="b", send_data_model=True, owner="bank")
    sent = data_model([weather, bank], weather)
    assert sent is not None
    assert list(sent["a2uiClientDataModel"]["surfaces"]) == ["w"]


def test_the_data_that_is_sent_is_a_copy() -> None:
    data: Json = {"xs": [1]}
    shown = surface(data=data, send_data_model=True)
    sent = data_model([shown], shown)
    assert sent is not None
    sent["a2uiClientDataModel"]["surfaces"]["s"]["xs"].append(2)
    assert shown.data == {"xs": [1]}


# -- changes ---------------------------------------------------------------------------------------------------------


def changed(old: Json, new: Json, path: str | None = "/a", element_id: str = "f", surface_id: str = "s") -> Change:
    return Change(surface_id, element_id, path, old, new)


def test_several_changes_at_one_place_are_one_from_the_first_to_the_last() -> None:
    assert joined([changed(1, 2), changed(2, 3, element_id="g"), changed(3, 4)]) == (changed(1, 4),)


def test_what_came_back_to_its_old_value_has_not_changed() -> None:
    assert joined([changed("a", "ab"), changed("ab", "a")]) == ()


def test_true_and_one_are_two_values() -> None:
    assert joined([changed(1, True)]) == (changed(1, True),)
    assert joined([changed([], None), changed(None, [])]) == ()


def test_places_are_told_apart_by_surface_and_path_or_by_element_where_nothing_is_bound() -> None:
    apart = [
        changed(1, 2),
        changed(1, 2, path="/b"),
        changed(1, 2, surface_id="t"),
        changed(1, 2, path=None),
        changed(1, 2, path=None, element_id="g"),
    ]
    assert joined(apart) == tuple(apart)


def test_the_order_is_that_of_the_first_change() -> None:
    assert [one.path for one in joined([changed(1, 2), changed(1, 2, "/b"), changed(2, 3)])] == ["/a", "/b"]


@given(st.lists(json_values, min_size=1, max_size=5))
def test_a_chain_of_changes_is_told_by_its_ends(chain: list[Json]) -> None:
    told = joined(changed(old, new) for old, new in itertools.pairwise(chain))
    if same(chain[0], chain[-1]):
        assert told == ()
    else:
        assert [(one.old, one.new) for one in told] == [(chain[0], chain[-1])]


def test_an_event_without_a_message_is_told_as_json_all_the_same() -> None:
    event = Event("s", "f", "/items/0", changes=(changed(1, 2),))
    assert event.to_json() == {
        "event": None,
        "surface_id": "s",
        "element_id": "f",
        "row": "/items/0",
        "changes": [{"path": "/a", "old": 1, "new": 2, "element_id": "f", "surface_id": "s"}],
        "local": None,
        "metadata": None,
        "problems": [],
    }
