from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import Raw, component, json_values
from ui_server.component import Action, Component, Template
from ui_server.expressions import Binding, Expression, Initial, Json, Literal
from ui_server.protocol import v08
from ui_server.protocol.operations import CreateSurface, DeleteSurface, PutComponents, PutData
from ui_server.surface import Theme


def made(kind: str, **body: Json) -> Component:
    return component({"id": "x", "component": {kind: dict(body)}}, "v0.8")


# -- messages --------------------------------------------------------------------------------------------------------


def test_begin_rendering_names_the_root_and_the_look() -> None:
    body: Raw = {
        "surfaceId": "s",
        "root": "main",
        "styles": {"primaryColor": "#00BFA5", "font": "Inter", "extra": 1},
    }
    (operation,) = v08.operations({"beginRendering": body}, "/0", 1, frozenset())
    assert operation == CreateSurface(
        surface_id="s",
        version="v0.8",
        pointer="/0/beginRendering",
        root="main",
        theme=Theme(primary_color="#00BFA5", font="Inter"),
    )


def test_a_surface_update_brings_components_and_says_where_each_stood() -> None:
    body: Raw = {"surfaceId": "s", "components": [{"id": "a", "component": {"Divider": {}}, "weight": 2}]}
    (operation,) = v08.operations({"surfaceUpdate": body}, "/3", 7, frozenset())
    assert isinstance(operation, PutComponents)
    (only,) = operation.components
    assert (only.pointer, only.batch, only.weight) == ("/3/surfaceUpdate/components/0", 7, 2.0)


def test_a_component_that_failed_its_check_leaves_a_stand_in() -> None:
    body: Raw = {"surfaceId": "s", "components": [{"id": "a", "component": {"Buton": {}}}, {"component": 1}, 5]}
    (operation,) = v08.operations({"surfaceUpdate": body}, "/0", 1, frozenset({0, 1, 2}))
    assert isinstance(operation, PutComponents)
    assert [(one.id, one.type, one.kind) for one in operation.components] == [("a", "Buton", "Unknown")]


def test_a_surface_is_deleted() -> None:
    (operation,) = v08.operations({"deleteSurface": {"surfaceId": "s"}}, "/1", 1, frozenset())
    assert operation == DeleteSurface(surface_id="s", version="v0.8", pointer="/1/deleteSurface")


def test_a_message_of_no_kind_asks_for_nothing() -> None:
    assert v08.operations({"somethingElse": {}}, "/0", 1, frozenset()) == []


# -- data ------------------------------------------------------------------------------------------------------------


def put(contents: Json, path: Json = None) -> tuple[str, Json]:
    body: Raw = {"surfaceId": "s", "contents": contents} | ({} if path is None else {"path": path})
    (operation,) = v08.operations({"dataModelUpdate": body}, "/0", 1, frozenset())
    assert isinstance(operation, PutData)
    return operation.path, operation.value


def test_typed_entries_become_plain_json_at_the_root_when_no_path_is_given() -> None:
    contents: Json = [
        {"key": "t", "valueString": "x"},
        {"key": "n", "valueNumber": 0},
        {"key": "b", "valueBoolean": False},
        {"key": "m", "valueMap": [{"key": "in", "valueMap": [{"key": "deep", "valueNumber": 1.5}]}]},
    ]
    assert put(contents) == ("/", {"t": "x", "n": 0, "b": False, "m": {"in": {"deep": 1.5}}})


def test_the_order_of_the_entries_is_kept() -> None:
    _, value = put([{"key": key, "valueNumber": 1} for key in ("z", "a", "10", "9")], "/rows")
    assert isinstance(value, dict)
    assert list(value) == ["z", "a", "10", "9"]


def test_a_dot_as_key_is_the_value_itself() -> None:
    assert put([{"key": ".", "valueString": "Mia"}], "/name") == ("/name", "Mia")
    assert put([{"key": ".", "valueMap": [{"key": "a", "valueNumber": 1}]}], "/x") == ("/x", {"a": 1})


def test_a_dot_beside_other_keys_is_a_key() -> None:
    assert put([{"key": ".", "valueString": "a"}, {"key": "b", "valueString": "c"}])[1] == {".": "a", "b": "c"}


def test_lists_are_taken_typed_plain_and_nested() -> None:
    contents: Json = [
        {"key": "typed", "valueArray": [{"valueString": "a"}, {"valueMap": [{"key": "k", "valueNumber": 1}]}]},
        {"key": "plain", "valueArray": ["a", 1, None, {"name": "A"}, ["x"]]},
        {"key": "inner", "valueArray": [{"valueArray": [{"valueNumber": 1}]}]},
        {"key": "empty", "valueArray": []},
    ]
    assert put(contents)[1] == {
        "typed": ["a", {"k": 1}],
        "plain": ["a", 1, None, {"name": "A"}, ["x"]],
        "inner": [[1]],
        "empty": [],
    }


@pytest.mark.parametrize("entry", [{"key": "a"}, {"key": "a", "valueMap": None}, {"key": "a", "valueArray": "x"}])
def test_an_entry_without_a_value_is_null(entry: Json) -> None:
    assert put([entry])[1] == {"a": None}


def test_nothing_empties_the_place() -> None:
    assert put([], "/a") == ("/a", {})


def test_a_list_packed_into_a_text_is_unpacked() -> None:
    assert put([{"key": "rows", "valueString": '[{"n": 1}]'}])[1] == {"rows": [{"n": 1}]}


@pytest.mark.parametrize(
    "text", ["[draft]", "{x}", "[1] and [2]", "[" * 500 + "]" * 500, "[1e999]", "[NaN]", '{"a":1,"a":2}']
)
def test_a_text_in_brackets_that_is_no_sound_json_stays_a_text(text: str) -> None:
    assert put([{"key": "t", "valueString": text}])[1] == {"t": text}


@given(st.lists(json_values, max_size=4))
def test_the_callers_contents_are_neither_changed_nor_kept(items: list[Json]) -> None:
    contents: list[Json] = [{"key": "a", "valueArray": items}]
    before = copy.deepcopy(contents)
    decoded = v08.decode(contents)
    assert contents == before
    frozen = copy.deepcopy(decoded)
    for item in items:
        if isinstance(item, dict | list):
            item.clear()
    assert decoded == frozen


@given(json_values)
def test_any_json_for_contents_is_decoded(raw: Json) -> None:
    v08.decode(raw if isinstance(raw, list) else [raw])


# -- bound values ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "expression"),
    [
        ({"literalString": "a"}, Literal("a")),
        ({"literalNumber": 0}, Literal(0)),
        ({"literalBoolean": False}, Literal(False)),
        ({"literalArray": ["a"]}, Literal(["a"])),
        ({"path": "/a"}, Binding("/a")),
        ({"path": "/a", "literalString": "b"}, Initial("/a", "b")),
        ({"path": "/a", "literalBoolean": False}, Initial("/a", False)),
        ({"path": "/a", "literalString": None}, Binding("/a")),
        ({"path": 1}, Literal(None)),
        ({}, Literal(None)),
        ("plain", Literal("plain")),
        (None, Literal(None)),
    ],
)
def test_a_bound_value_is_a_literal_a_path_or_both(raw: Json, expression: Expression) -> None:
    assert v08.bound(raw) == expression


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("a.b", "a/b"),
        ("a[0]", "a/0"),
        ("a.b[12].c", "a/b/12/c"),
        ("/a.b", "/a.b"),
        ("/a/b", "/a/b"),
        ("a", "a"),
        (".", "."),
        ("", ""),
        ("a..b", "a..b"),
        ("v1.2 beta", "v1/2 beta"),
    ],
)
def test_dotted_paths_are_read_as_the_first_renderer_read_them(written: str, path: str) -> None:
    assert v08.slashed(written) == path


# -- components ------------------------------------------------------------------------------------------------------


def test_old_names_are_read_as_the_new_ones() -> None:
    text = made("Text", text={"literalString": "a"}, usageHint="h1")
    image = made("Image", url={"literalString": "u"}, altText={"literalString": "d"}, fit="scale-down")
    row = made("Row", children={"explicitList": ["a", "b"]}, distribution="end", alignment="center")
    slider = made("Slider", value={"path": "/n"}, minValue=1, maxValue=9)
    assert text.properties == {"text": Literal("a"), "variant": Literal("h1")}
    assert (image.properties["description"], image.properties["fit"]) == (Literal("d"), Literal("scaleDown"))
    assert (row.children, row.properties) == (("a", "b"), {"justify": Literal("end"), "align": Literal("center")})
    assert (slider.properties["min"], slider.properties["max"]) == (Literal(1), Literal(9))


def test_a_modal_and_a_card_keep_their_children_in_slots() -> None:
    modal = made("Modal", entryPointChild="open", contentChild="box")
    assert modal.slots == {"trigger": "open", "content": "box"}
    assert made("Card", child="a").slots == {"child": "a"}


def test_a_primary_button_is_a_variant() -> None:
    assert made("Button", child="t", primary=True).properties == {"variant": Literal("primary")}
    assert made("Button", child="t", primary=False).properties == {}


def test_a_template_is_read_from_its_binding() -> None:
    listed = made("List", children={"template": {"componentId": "row", "dataBinding": "shop.items"}})
    assert listed.children == Template("row", "shop/items")


def test_the_context_of_an_action_is_a_list_of_pairs() -> None:
    context: Json = [{"key": "n", "value": {"path": "/n"}}, {"key": "one", "value": {"literalNumber": 1}}, "odd"]
    button = made("Button", child="t", action={"name": "go", "context": context})
    assert button.action == Action("go", {"n": Binding("/n"), "one": Literal(1)})
    assert made("Button", child="t", action={"name": "go"}).action == Action("go")


def test_a_multiple_choice_is_a_choice_picker_under_its_own_name() -> None:
    many = made(
        "MultipleChoice",
        selections={"path": "/s"},
        options=[{"label": {"literalString": "A"}, "value": "a"}],
        maxAllowedSelections=2,
        variant="chips",
    )
    assert (many.type, many.kind) == ("MultipleChoice", "ChoicePicker")
    assert many.properties == {
        "value": Binding("/s"),
        "most": Literal(2),
        "displayStyle": Literal("chips"),
        "variant": Literal("multipleSelection"),
    }
    assert [(option.label, option.value) for option in many.options] == [(Literal("A"), "a")]


def test_a_multiple_choice_of_one_is_exclusive() -> None:
    one = made("MultipleChoice", selections={"path": "/s"}, options=[], maxAllowedSelections=1)
    assert one.properties["variant"] == Literal("mutuallyExclusive")


def test_a_text_field_for_a_date_is_a_date_input() -> None:
    date = made("TextField", label={"literalString": "When"}, text={"path": "/d"}, textFieldType="date")
    assert date.kind == "DateTimeInput"
    assert (date.properties["value"], date.properties["enableDate"]) == (Binding("/d"), Literal(True))


@pytest.mark.parametrize("kind", ["shortText", "longText", "number", "obscured"])
def test_other_text_fields_keep_their_type_as_variant(kind: str) -> None:
    field = made("TextField", label={"literalString": "N"}, text={"path": "/n"}, textFieldType=kind)
    assert (field.kind, field.properties["value"], field.properties["variant"]) == (
        "TextField",
        Binding("/n"),
        Literal(kind),
    )


def test_tabs_keep_title_and_child() -> None:
    tabs = made("Tabs", tabItems=[{"title": {"path": "/t"}, "child": "a"}, "odd"])
    assert [(tab.title, tab.child) for tab in tabs.tabs] == [(Binding("/t"), "a")]


def test_a_type_that_does_not_exist_is_unknown() -> None:
    assert made("Buton").kind == "Unknown"
    assert component({"id": "x", "component": {}}, "v0.8").kind == "Unknown"


@given(st.sampled_from(["Text", "List", "MultipleChoice", "Tabs", "Button", "TextField", "Modal"]), json_values)
def test_any_body_is_read_without_changing_it(kind: str, value: Json) -> None:
    names = ["children", "tabItems", "options", "action", "selections", "text", "child", "value", "primary", "fit"]
    raw: Raw = {"id": "x", "component": {kind: {name: copy.deepcopy(value) for name in names}}, "weight": value}
    before = copy.deepcopy(raw)
    component(raw, "v0.8")
    assert raw == before
