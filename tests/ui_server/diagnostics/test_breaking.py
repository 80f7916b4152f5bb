"""Valid payloads of our own, broken in named ways: each fault is found at the place where it was made."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.receive import receive
from ui_server.surfaces import Surfaces

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
COMPONENTS = "/1/updateComponents/components"
DATA = {
    "name": "Ann",
    "amount": 3,
    "picks": ["a"],
    "done": True,
    "day": "2026-01-05",
    "rows": [{"title": "A"}, {"title": "B"}],
}

Component = dict[str, Any]
Broken = tuple[str, str]
"""The code and the place that a breakage must lead to."""


def _text(own: str) -> list[Component]:
    return [{"id": own, "component": "Text", "text": "Plain words", "variant": "body"}]


def _bound_text(own: str) -> list[Component]:
    return [{"id": own, "component": "Text", "text": {"path": "/name"}}]


def _formatted(own: str) -> list[Component]:
    call = {"call": "formatCurrency", "args": {"value": {"path": "/amount"}, "currency": "EUR"}}
    return [{"id": own, "component": "Text", "text": call}]


def _field(own: str) -> list[Component]:
    condition = {"call": "required", "args": {"value": {"path": "/name"}}}
    checks = [{"condition": condition, "message": "Say who you are"}]
    return [{"id": own, "component": "TextField", "label": "Name", "value": {"path": "/name"}, "checks": checks}]


def _slider(own: str) -> list[Component]:
    return [{"id": own, "component": "Slider", "value": {"path": "/amount"}, "min": 0, "max": 9}]


def _choice(own: str) -> list[Component]:
    options = [{"label": "A", "value": "a"}, {"label": "B", "value": "b"}]
    return [{"id": own, "component": "ChoicePicker", "options": options, "value": {"path": "/picks"}}]


def _button(own: str) -> list[Component]:
    action = {"event": {"name": "go", "context": {"who": {"path": "/name"}}}}
    label = {"id": f"{own}_label", "component": "Text", "text": "Go"}
    return [{"id": own, "component": "Button", "child": f"{own}_label", "action": action}, label]


def _rows(own: str) -> list[Component]:
    row = {"id": f"{own}_row", "component": "Text", "text": {"path": "title"}}
    return [{"id": own, "component": "List", "children": {"path": "/rows", "componentId": f"{own}_row"}}, row]


LEAVES: list[Callable[[str], list[Component]]] = [
    _text, _bound_text, _formatted, _field, _slider, _choice, _button, _rows,
]  # fmt: skip


@st.composite
def payloads(draw: st.DrawFn) -> list[Any]:
    """A screen that has one of every kind of leaf and some more, in nested columns, rows and cards."""
    leaves = [*LEAVES, *draw(st.lists(st.sampled_from(LEAVES), max_size=8))]
    components: list[Component] = []
    tops: list[str] = []
    for number, leaf in enumerate(draw(st.permutations(leaves))):
        components += leaf(f"leaf{number}")
        tops.append(f"leaf{number}")
    for number in range(draw(st.integers(1, 4))):
        size = draw(st.integers(1, len(tops)))
        inside, tops = tops[:size], tops[size:]
        kind = draw(st.sampled_from(["Row", "Column"]))
        components.append({"id": f"box{number}", "component": kind, "children": inside})
        components.append({"id": f"card{number}", "component": "Card", "child": f"box{number}"})
        tops.append(f"card{number}")
    components.append({"id": "root", "component": "Column", "children": tops})
    return [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": CATALOG}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": draw(st.permutations(components))}},
        {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "value": copy.deepcopy(DATA)}},
    ]


class Breaker:
    """A copy of a payload with the means to pick a place in it."""

    def __init__(self, messages: list[Any], data: st.DataObject) -> None:
        self.messages = copy.deepcopy(messages)
        self.components: list[Component] = self.messages[1]["updateComponents"]["components"]
        self.data = data
        self.broken: set[int] = set()

    def pick(self, *names: str, having: str = "id") -> tuple[int, Component]:
        """One sound component of these types (of any, when none is named), and its index."""
        fitting = [
            index
            for index, component in enumerate(self.components)
            if index not in self.broken and (not names or component["component"] in names) and having in component
        ]
        assume(fitting)
        index = self.data.draw(st.sampled_from(fitting))
        self.broken.add(index)
        return index, self.components[index]


def add_an_unknown_property(breaker: Breaker) -> Broken:
    index, component = breaker.pick()
    component["zzz"] = breaker.data.draw(st.sampled_from([1, "x", None, [], {}]))
    return "unknown_property", f"{COMPONENTS}/{index}/zzz"


def leave_out_a_required_property(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Text", "TextField", "Slider", "Card", "Button", "ChoicePicker")
    required = {"Text": "text", "TextField": "label", "Slider": "max", "Card": "child", "Button": "action",
                "ChoicePicker": "options"}  # fmt: skip
    del component[required[component["component"]]]
    return "missing_property", f"{COMPONENTS}/{index}"


def misspell_a_type(breaker: Breaker) -> Broken:
    index, component = breaker.pick()
    component["component"] += "x"
    return "unknown_component", f"{COMPONENTS}/{index}/component"


def refer_to_nothing(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Card", "Button", "Row", "Column")
    if "child" in component:
        component["child"] = "ghost"
        return "dangling_child", f"{COMPONENTS}/{index}/child"
    component["children"].append("ghost")
    return "dangling_child", f"{COMPONENTS}/{index}/children/{len(component['children']) - 1}"


def use_an_id_twice(breaker: Breaker) -> Broken:
    _, component = breaker.pick()
    breaker.components.append(copy.deepcopy(component))
    return "duplicate_id", f"{COMPONENTS}/{len(breaker.components) - 1}/id"


def rename_the_root(breaker: Breaker) -> Broken:
    next(component for component in breaker.components if component["id"] == "root")["id"] = "page"
    return "missing_root", COMPONENTS


def close_a_circle(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Row", "Column")
    component["children"].append("root")
    code = "self_reference" if component["id"] == "root" else "cycle"
    return code, f"{COMPONENTS}/{index}/children/{len(component['children']) - 1}"


def write_a_number_as_text(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Slider")
    component["max"] = "9"
    return "wrong_type", f"{COMPONENTS}/{index}/max"


def write_a_value_that_is_not_allowed(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Text", having="variant")
    component["variant"] = breaker.data.draw(st.sampled_from(["title", "H1", "", "subtitle"]))
    return "not_allowed", f"{COMPONENTS}/{index}/variant"


def call_an_unknown_function(breaker: Breaker) -> Broken:
    index, component = breaker.pick("TextField")
    component["checks"][0]["condition"]["call"] = "isPresent"
    return "unknown_function", f"{COMPONENTS}/{index}/checks/0/condition/call"


def write_a_literal_as_in_v08(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Text")
    component["text"] = {"literalString": "Plain words"}
    return "other_version", f"{COMPONENTS}/{index}/text"


def write_an_action_as_in_v08(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Button")
    component["action"] = {"name": "go", "context": [{"key": "who", "value": {"path": "/name"}}]}
    return "other_version", f"{COMPONENTS}/{index}/action"


def break_an_escape(breaker: Breaker) -> Broken:
    index, _ = breaker.pick("Button")
    breaker.components[index]["action"]["event"]["context"]["who"]["path"] = "/na~me"
    return "invalid_pointer", f"{COMPONENTS}/{index}/action/event/context/who/path"


def put_a_component_inside_another(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Card", "Button")
    component["child"] = {"id": "inner", "component": "Text", "text": "x"}
    return "inline_component", f"{COMPONENTS}/{index}/child"


def leave_out_the_version(breaker: Breaker) -> Broken:
    index = breaker.data.draw(st.integers(0, 2))
    del breaker.messages[index]["version"]
    return "missing_version", f"/{index}"


def put_two_messages_into_one(breaker: Breaker) -> Broken:
    breaker.messages[1]["updateDataModel"] = breaker.messages.pop()["updateDataModel"]
    return "two_messages", "/1"


def interpolate_in_plain_text(breaker: Breaker) -> Broken:
    index, component = breaker.pick("Text")
    component["text"] = "Hello ${/name}"
    return "raw_interpolation", f"{COMPONENTS}/{index}/text"


def unbind_an_input(breaker: Breaker) -> Broken:
    index, component = breaker.pick("TextField")
    component["value"] = "x"
    return "unbound_input", f"{COMPONENTS}/{index}/value"


def misspell_a_path(breaker: Breaker) -> Broken:
    index, component = breaker.pick("List")
    component["children"]["path"] = "/row"
    return "template_without_data", f"{COMPONENTS}/{index}/children/path"


WAYS: list[Callable[[Breaker], Broken]] = [
    add_an_unknown_property, leave_out_a_required_property, misspell_a_type, refer_to_nothing, use_an_id_twice,
    rename_the_root, close_a_circle, write_a_number_as_text, write_a_value_that_is_not_allowed,
    call_an_unknown_function, write_a_literal_as_in_v08, write_an_action_as_in_v08, break_an_escape,
    put_a_component_inside_another, leave_out_the_version, put_two_messages_into_one, interpolate_in_plain_text,
    unbind_an_input, misspell_a_path,
]  # fmt: skip


def told(messages: list[Any]) -> list[Diagnostic]:
    return list(receive(Surfaces(), messages, purpose="validate").diagnostics)


@given(payloads())
def test_the_payloads_are_sound_before_they_are_broken(messages: list[Any]) -> None:
    assert [fault for fault in told(messages) if fault.severity != "info"] == []


@pytest.mark.parametrize("break_it", WAYS, ids=lambda way: way.__name__)
@settings(max_examples=40)
@given(payloads(), st.data())
def test_a_payload_broken_in_one_way_is_told_of_it_at_its_place(
    break_it: Callable[[Breaker], Broken], messages: list[Any], data: st.DataObject
) -> None:
    breaker = Breaker(messages, data)
    code, place = break_it(breaker)
    found = told(breaker.messages)
    assert (code, place) in [(fault.code, fault.pointer) for fault in found]
    assert all(fault.hint and fault.message.endswith(".") for fault in found if fault.severity == "error")


SCHEMA_WAYS = [
    add_an_unknown_property, leave_out_a_required_property, misspell_a_type, use_an_id_twice, write_a_number_as_text,
    write_a_value_that_is_not_allowed, call_an_unknown_function, write_a_literal_as_in_v08, write_an_action_as_in_v08,
    break_an_escape, put_a_component_inside_another,
]  # fmt: skip
STRUCTURE_WAYS = [refer_to_nothing, interpolate_in_plain_text, unbind_an_input]


@given(payloads(), st.permutations(SCHEMA_WAYS), st.data())
def test_two_breakages_in_different_components_are_both_told(
    messages: list[Any], ways: list[Callable[[Breaker], Broken]], data: st.DataObject
) -> None:
    breaker = Breaker(messages, data)
    made = {way(breaker) for way in ways[:2]}
    assert made <= {(fault.code, fault.pointer) for fault in told(breaker.messages)}


@given(payloads(), st.sampled_from(SCHEMA_WAYS), st.sampled_from(STRUCTURE_WAYS), st.data())
def test_what_the_schema_sees_does_not_hide_what_it_does_not_see(
    messages: list[Any], schema_way: Callable[[Breaker], Broken], way: Callable[[Breaker], Broken], data: st.DataObject
) -> None:
    assume(schema_way is not use_an_id_twice)  # the other component of that id is gone, with its faults
    breaker = Breaker(messages, data)
    made = {way(breaker), schema_way(breaker)}
    assert made <= {(fault.code, fault.pointer) for fault in told(breaker.messages)}
