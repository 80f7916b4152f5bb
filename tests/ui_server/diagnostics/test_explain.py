"""The explanations against the compiled schemas: both must call the same components faulty."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ui_server.catalogs import Family, basic_catalog, catalog_from_json
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain
from ui_server.diagnostics.kinds import special_kinds
from ui_server.diagnostics.place import Place, Subject
from ui_server.expressions import Json


def current(line: Family) -> dict[str, dict[str, Any]]:
    """One sound component of each type, with nearly all of its properties."""
    path, call = ("@path", "@call") if line == "v1.0" else ("path", "call")
    bound: Any = {path: "/a"}
    required: Any = {call: "required", "args": {"value": bound}}
    checks: Any = [{"condition": {call: "and", "args": {"values": [required, True]}}, "message": "m"}]
    event: Any = {"event": {"name": "go", "context": {"a": bound, "b": 1}}}
    text: Any = {call: "formatNumber", "args": {"value": bound, "decimals": 2, "grouping": True}}
    options: Any = [{"label": "A", "value": "a"}]
    sound: dict[str, dict[str, Any]] = {
        "Text": {"text": text, "variant": "caption", "accessibility": {"label": "x", "description": bound}},
        "Image": {"url": bound, "description": "d", "fit": "cover", "variant": "icon", "weight": 1},
        "Icon": {"name": "add"},
        "Video": {"url": "https://a.org/v"},
        "AudioPlayer": {"url": "https://a.org/a", "description": bound},
        "Row": {"children": ["a", "b"], "justify": "end", "align": "center"},
        "Column": {"children": {"path": "/a", "componentId": "x"}},
        "List": {"children": ["a"], "direction": "horizontal"},
        "Card": {"child": "a"},
        "Tabs": {"tabs": [{"title": bound, "child": "a"}, {"title": "B", "child": "b"}]},
        "Modal": {"trigger": "a", "content": "b"},
        "Divider": {"axis": "vertical"},
        "Button": {"child": "a", "action": event, "variant": "primary", "checks": checks},
        "TextField": {"label": "L", "value": bound, "variant": "number", "checks": checks},
        "CheckBox": {"label": "L", "value": bound},
        "ChoicePicker": {"options": options, "value": ["a"], "variant": "multipleSelection", "filterable": True},
        "Slider": {"value": bound, "min": 0, "max": 9, "label": "L"},
        "DateTimeInput": {"value": bound, "enableDate": True, "min": "2026-01-01"},
    }
    return {name: {"id": "x", "component": name, **properties} for name, properties in sound.items()}


def first_line() -> dict[str, dict[str, Any]]:
    bound: Any = {"path": "/a"}
    text: Any = {"literalString": "x"}
    context: Any = [{"key": "k", "value": {"literalNumber": 1}}]
    return {
        "Text": {"text": bound, "usageHint": "h1"},
        "Image": {"url": text, "altText": bound, "fit": "scale-down", "usageHint": "icon"},
        "Icon": {"name": {"literalString": "add"}},
        "Row": {"children": {"explicitList": ["a"]}, "distribution": "end", "alignment": "center"},
        "List": {"children": {"template": {"componentId": "a", "dataBinding": "/x"}}, "direction": "vertical"},
        "Card": {"child": "a"},
        "Tabs": {"tabItems": [{"title": text, "child": "a"}]},
        "Modal": {"entryPointChild": "a", "contentChild": "b"},
        "Button": {"child": "a", "primary": True, "action": {"name": "go", "context": context}},
        "CheckBox": {"label": text, "value": {"literalBoolean": True}},
        "TextField": {"label": text, "text": bound, "textFieldType": "date", "validationRegexp": "a"},
        "MultipleChoice": {"selections": bound, "options": [{"label": text, "value": "a"}], "maxAllowedSelections": 1},
        "Slider": {"value": {"literalNumber": 1}, "minValue": 0, "maxValue": 9},
    }


COMPONENTS = {"v0.8": first_line(), "v0.9": current("v0.9"), "v1.0": current("v1.0")}
WORDS = st.sampled_from(
    ["path", "@path", "call", "@call", "args", "value", "id", "component", "child", "children", "event", "name",
     "literalString", "componentId", "context", "condition", "message", "x", "", "email", "required", "/a", "~", "h1"]
)  # fmt: skip
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.just(1.5) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)


def places(value: Any, way: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*way, key)
        yield from places(entry, (*way, key))


@st.composite
def mutants(draw: st.DrawFn, line: Family) -> tuple[str, Json]:
    """A component of which one or two places have been replaced, removed or added to."""
    name = draw(st.sampled_from(sorted(COMPONENTS[line])))
    component: Any = copy.deepcopy(COMPONENTS[line][name])
    for _ in range(draw(st.integers(1, 2))):
        *way, last = draw(
            st.sampled_from([place for place in places(component) if place[-1] not in ("id", "component")])
        )
        holder = component
        for step in way:
            holder = holder[step]
        change = draw(st.sampled_from(["replace", "remove", "add"]))
        if change == "replace":
            holder[last] = draw(VALUES)
        elif change == "remove":
            del holder[last]
        elif isinstance(holder, dict):
            holder.setdefault(draw(WORDS.filter(lambda word: word not in ("id", "component"))), draw(VALUES))
        if not any(place[-1] not in ("id", "component") for place in places(component)):
            break
    return name, component


def explained(line: Family, name: str, component: Json) -> list[Diagnostic]:
    catalog = basic_catalog(line)
    subject = Subject(catalog, line, special_kinds(line), component_id="x", component_type=name)
    return list(explain(component, catalog.components[name], Place("", "x"), subject))


@pytest.mark.parametrize("line", ["v0.8", "v0.9", "v1.0"])
def test_sound_components_need_no_explanation(line: Family) -> None:
    for name, component in COMPONENTS[line].items():
        assert basic_catalog(line).accepts(name, component), name
        assert explained(line, name, component) == []


@pytest.mark.parametrize("line", ["v0.9", "v1.0"])
def test_a_null_argument_is_explained_where_the_schema_refuses_it(line: Family) -> None:
    name = "call" if line == "v0.9" else "@call"
    call: Json = {name: "required", "args": {"value": None}}
    _agree(line, ("TextField", {**COMPONENTS[line]["TextField"], "checks": [{"condition": call, "message": "m"}]}))


@pytest.mark.parametrize(
    ("least", "sound"),
    [("2026-03-07", True), ("2026-03-07T15:30:00Z", True), ("2026-03-07T15:30", False), ("soon", False), ("", False)],
)
def test_a_limit_of_dates_that_is_no_date_is_explained(least: str, sound: bool) -> None:
    component: Json = {**COMPONENTS["v0.9"]["DateTimeInput"], "min": least}
    found = explained("v0.9", "DateTimeInput", component)

    _agree("v0.9", ("DateTimeInput", component))
    assert [(fault.code, fault.pointer) for fault in found] == ([] if sound else [("bad_format", "/min")])


def _agree(line: Family, mutant: tuple[str, Json]) -> None:
    name, component = mutant
    found = explained(line, name, component)
    assert basic_catalog(line).accepts(name, component) == (not found), found
    for fault in found:
        assert resolves(component, fault.pointer), fault
        assert fault.hint and fault.message


def resolves(document: Any, pointer: str) -> bool:
    """Whether a pointer leads to something in the document."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and token.isdigit() and int(token) < len(document):
            document = document[int(token)]
        elif isinstance(document, dict) and token in document:
            document = document[token]
        else:
            return False
    return True


@settings(max_examples=300)
@given(mutants("v0.8"))
def test_explanation_and_schema_agree_on_v08(mutant: tuple[str, Json]) -> None:
    _agree("v0.8", mutant)


@settings(max_examples=300)
@given(mutants("v0.9"))
def test_explanation_and_schema_agree_on_v09(mutant: tuple[str, Json]) -> None:
    _agree("v0.9", mutant)


@settings(max_examples=300)
@given(mutants("v1.0"))
def test_explanation_and_schema_agree_on_v10(mutant: tuple[str, Json]) -> None:
    _agree("v1.0", mutant)


ODD = {
    "type": "object",
    "properties": {
        "component": {"const": "Odd"},
        "shape": {
            "oneOf": [
                {"type": "object", "properties": {"kind": {"const": "round"}, "radius": {"type": "number"}},
                 "required": ["kind", "radius"]},
                {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}},
                 "required": ["kind", "side"]},
                {"type": "string", "minLength": 2, "maxLength": 4},
            ]
        },
        "share": {"type": "number", "exclusiveMinimum": 0, "maximum": 1},
        "tags": {"type": "array", "items": {"type": "string", "pattern": "^[a-z]+$"}, "maxItems": 2},
        "either": {"type": ["string", "integer"]},
        "extra": {"type": "object", "additionalProperties": {"type": "boolean"}},
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("properties", "pointer", "words"),
    [
        ({"shape": {"kind": "round"}}, "/shape", '"radius"'),
        ({"shape": {"kind": "square", "side": "1"}}, "/shape/side", "Write 1 without"),
        ({"shape": 3}, "/shape", "an object or a text"),
        ({"shape": "x"}, "/shape", "2 characters or more"),
        ({"shape": "xxxxx"}, "/shape", "4 characters or fewer"),
        ({"share": 0}, "/share", "more than 0"),
        ({"share": 2}, "/share", "at most 1"),
        ({"tags": ["a", "b", "c"]}, "/tags", "at most 2"),
        ({"tags": ["A"]}, "/tags/0", "^[a-z]+$"),
        ({"either": 1.5}, "/either", "a text or a whole number"),
        ({"extra": {"a": "yes"}}, "/extra/a", "true or false"),
    ],
)
def test_the_usual_keywords_of_custom_catalogs_are_explained(
    properties: dict[str, Json], pointer: str, words: str, one_fault: Callable[[Json], Diagnostic]
) -> None:
    fault = one_fault({"component": "Odd", **properties})
    assert fault.pointer == pointer
    assert words in f"{fault.message} {fault.hint} {fault.expected}"


@pytest.fixture
def one_fault() -> Callable[[Json], Diagnostic]:
    catalog = catalog_from_json({"components": {"Odd": ODD}}, "v0.9")

    def explain_one(component: Json) -> Diagnostic:
        subject = Subject(catalog, "v0.9", special_kinds("v0.9"), component_id="o", component_type="Odd")
        (fault,) = explain(component, catalog.components["Odd"], Place("", "o"), subject)
        assert not catalog.accepts("Odd", component)
        return fault

    return explain_one
