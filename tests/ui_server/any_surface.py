"""Surfaces of every shape an agent could think of, and many it would not."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from tests.ui_server.building import Raw, component, json_values
from ui_server.component import Component
from ui_server.expressions import Json
from ui_server.surface import LocalState, Surface

IDS = ("root", "a", "b", "a~2", "a#x", "b@0", "s/a", "é:0")
PATHS = ("/xs", "xs", ".", "", "/", "/x~y", "0", "/m/k")
KINDS = ("Text", "Image", "Icon", "Video", "AudioPlayer", "Row", "Column", "List", "Card", "Tabs", "Modal", "Divider",
         "Button", "TextField", "CheckBox", "ChoicePicker", "Slider", "DateTimeInput", "Nonsense")  # fmt: skip

bound = st.sampled_from(PATHS).map(lambda path: {"path": path})
called = st.builds(
    lambda name, value: {"call": name, "args": {"value": value, "pattern": "a+", "decimals": 2}},
    st.sampled_from(["required", "formatString", "formatNumber", "formatDate", "regex", "not", "nonsense", "@index"]),
    bound | st.sampled_from(["${/xs} ${.}", "${", "x", "2026-03-20"]) | json_values,
)
dynamic_values: st.SearchStrategy[Json] = st.one_of(json_values, bound, called)
references = st.sampled_from(IDS)
children: st.SearchStrategy[Any] = st.lists(references, max_size=3) | st.builds(
    lambda path, of: {"path": path, "componentId": of}, st.sampled_from(PATHS), references
)


@st.composite
def components(draw: st.DrawFn) -> Component:
    names = ["text", "url", "name", "label", "value", "min", "max", "steps", "variant", "fit", "filterable", "most",
             "enableDate", "enableTime", "displayStyle", "posterUrl", "description", "justify", "axis"]  # fmt: skip
    raw: Raw = {"id": draw(references), "component": draw(st.sampled_from(KINDS))}
    raw |= draw(st.dictionaries(st.sampled_from(names), dynamic_values, max_size=4))
    raw |= {"children": draw(children)} | {slot: draw(references) for slot in ("child", "trigger", "content")}
    raw["tabs"] = [{"title": draw(dynamic_values), "child": draw(references)} for _ in range(draw(st.integers(0, 2)))]
    raw["options"] = [
        {"label": draw(dynamic_values), "value": value}
        for value in draw(st.lists(st.text("a#@", max_size=2), max_size=3))
    ]
    raw["checks"] = [{"condition": draw(dynamic_values)} for _ in range(draw(st.integers(0, 1)))]
    return component(raw)


@st.composite
def surfaces(draw: st.DrawFn) -> Surface:
    made = draw(st.lists(components(), max_size=6))
    local = LocalState(
        open_tabs={draw(references): draw(st.integers(0, 9))},
        open_modals=tuple(draw(st.lists(references, max_size=2))),
        values=draw(st.dictionaries(references, json_values, max_size=2)),
        filters={draw(references): draw(st.text(max_size=2))},
    )
    return Surface(
        surface_id="s",
        version=draw(st.sampled_from(["v0.8", "v0.9", "v1.0"])),
        components={one.id: one for one in made},
        data=draw(st.fixed_dictionaries({"xs": json_values, "m": json_values}) | json_values),
        local=local,
    )
