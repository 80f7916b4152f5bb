from __future__ import annotations

from typing import Any

import pytest

from ui_server.diagnostics.locations import Steps, locate
from ui_server.expressions import Json
from ui_server.protocol import dynamic, v08, v09
from ui_server.surface import Version


def new(raw: dict[str, Json]) -> Any:
    return v09.component(raw, "/1/updateComponents/components/0", 1, dynamic.V09)


def old(name: str, **properties: Json) -> Any:
    raw: dict[str, Json] = {"id": "x", "component": {name: properties}}
    return v08.component(raw, "/0/surfaceUpdate/components/0", 1)


@pytest.mark.parametrize(
    ("steps", "written", "label"),
    [
        ((), "", "x"),
        (("text",), "/text", "x.text"),
        (("tabs", 2, "child"), "/tabs/2/child", "x.tabs[2].child"),
        (("children", "path"), "/children/path", "x.children.path"),
        (("action", "event", "context", "a/b"), "/action/event/context/a~1b", "x.action.event.context.a/b"),
    ],
)
def test_later_versions_are_written_as_the_steps_say(steps: Steps, written: str, label: str) -> None:
    place = locate(new({"id": "x", "component": "Text"}), steps, "v0.9", batch=1)
    assert (place.pointer, place.label) == (f"/1/updateComponents/components/0{written}", label)


@pytest.mark.parametrize(
    ("component", "steps", "written"),
    [
        (old("Text"), ("text",), "/component/Text/text"),
        (old("Text"), ("variant",), "/component/Text/usageHint"),
        (old("Image"), ("description",), "/component/Image/altText"),
        (old("Row"), ("children", 1), "/component/Row/children/explicitList/1"),
        (old("List"), ("children", "componentId"), "/component/List/children/template/componentId"),
        (old("List"), ("children", "path"), "/component/List/children/template/dataBinding"),
        (old("Modal"), ("trigger",), "/component/Modal/entryPointChild"),
        (old("Modal"), ("content",), "/component/Modal/contentChild"),
        (old("Tabs"), ("tabs", 0, "child"), "/component/Tabs/tabItems/0/child"),
        (old("TextField"), ("value",), "/component/TextField/text"),
        (old("MultipleChoice"), ("value",), "/component/MultipleChoice/selections"),
        (old("CheckBox"), ("value",), "/component/CheckBox/value"),
        (old("Slider"), ("max",), "/component/Slider/maxValue"),
        (old("Button", action={"name": "go", "context": [{"key": "a", "value": {}}, {"key": "b", "value": {}}]}),
         ("action", "event", "context", "b"), "/component/Button/action/context/1/value"),
        (old("TextField", validationRegexp="a+"), ("checks", 0, "condition", "args", "pattern"),
         "/component/TextField/validationRegexp"),
    ],
)  # fmt: skip
def test_v08_has_its_own_names_and_puts_properties_under_the_type(component: Any, steps: Steps, written: str) -> None:
    assert locate(component, steps, "v0.8", batch=1).pointer == f"/0/surfaceUpdate/components/0{written}"


def test_the_check_that_stands_for_a_pattern_is_placed_at_the_pattern() -> None:
    check: Json = {"condition": {"call": "required", "args": {"value": "a"}}, "message": "m"}
    component = new({"id": "x", "component": "TextField", "checks": [check], "validationRegexp": "a+"})
    steps: Steps = ("checks", 1, "condition", "args", "values", 1)
    assert locate(component, steps, "v0.9", batch=1).pointer.endswith("/0/validationRegexp")
    assert locate(component, ("checks", 0, "condition"), "v0.9", batch=1).pointer.endswith("/0/checks/0/condition")


@pytest.mark.parametrize("version", ["v0.8", "v0.9", "v1.0"])
def test_what_an_earlier_list_brought_has_no_place_in_this_one(version: Version) -> None:
    place = locate(new({"id": "x", "component": "Text"}), ("text",), version, batch=2)
    assert (place.pointer, place.label) == ("", "x.text")
