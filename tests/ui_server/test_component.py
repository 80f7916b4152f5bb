from __future__ import annotations

from tests.ui_server.building import component
from ui_server.component import INPUT_KINDS, Component
from ui_server.expressions import Binding, Call, Literal


def test_every_reference_to_another_component_is_listed_with_its_place() -> None:
    modal = component({"id": "m", "component": "Modal", "trigger": "open", "content": "box"})
    tabs = component({"id": "t", "component": "Tabs", "tabs": [{"title": "A", "child": "a"}, {"child": "b"}]})
    column = component({"id": "c", "component": "Column", "children": ["a", "b"]})
    rows = component({"id": "l", "component": "List", "children": {"path": "/xs", "componentId": "row"}})
    assert list(modal.references()) == [("/trigger", "open"), ("/content", "box")]
    assert list(tabs.references()) == [("/tabs/0/child", "a"), ("/tabs/1/child", "b")]
    assert list(column.references()) == [("/children/0", "a"), ("/children/1", "b")]
    assert list(rows.references()) == [("/children/componentId", "row")]


def test_a_component_without_children_refers_to_nothing() -> None:
    assert list(component({"id": "x", "component": "Text", "text": "a"}).references()) == []
    assert list(component({"id": "x", "component": "Column", "children": []}).references()) == []


def test_every_expression_is_listed_with_its_place() -> None:
    picker = component(
        {
            "id": "p",
            "component": "ChoicePicker",
            "label": "Size",
            "value": {"path": "/size"},
            "options": [{"label": {"path": "/small"}, "value": "s"}],
            "checks": [{"condition": {"path": "/ok"}, "message": "No"}],
        }
    )
    assert dict(picker.expressions()) == {
        "/label": Literal("Size"),
        "/value": Binding("/size"),
        "/options/0/label": Binding("/small"),
        "/checks/0/condition": Binding("/ok"),
    }


def test_the_expressions_of_an_action_are_listed_too() -> None:
    event = component(
        {
            "id": "b",
            "component": "Button",
            "child": "t",
            "action": {"event": {"name": "go", "context": {"n": {"path": "/n"}}, "userMessage": "Go"}},
        },
        "v1.0",
    )
    local = component(
        {"id": "b", "component": "Button", "child": "t", "action": {"functionCall": {"call": "openUrl", "args": {}}}}
    )
    assert [place for place, _ in event.expressions()] == ["/action/event/context/n", "/action/event/userMessage"]
    assert list(local.expressions()) == [("/action/functionCall", Call("openUrl"))]


def test_tab_titles_are_expressions() -> None:
    tabs = component({"id": "t", "component": "Tabs", "tabs": [{"title": {"path": "/t"}, "child": "a"}]})
    assert list(tabs.expressions()) == [("/tabs/0/title", Binding("/t"))]


def test_inputs_are_the_five_kinds_a_person_can_fill_in() -> None:
    assert {"TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput"} == INPUT_KINDS


def test_a_bare_component_has_nothing() -> None:
    bare = Component(id="x", type="Text", kind="Text")
    assert list(bare.expressions()) == []
    assert bare.action is None
