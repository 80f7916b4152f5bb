from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ui_server.catalogs import BASIC_IDS, Family, basic_catalog
from ui_server.diagnostics import hints, names
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import LONGEST_QUOTE, fragment, quote
from ui_server.expressions import Json

Check = Callable[..., list[Diagnostic]]
Screen = Callable[..., list[Any]]
OPTION: dict[str, Json] = {"label": "A", "value": "a"}
PICKER: dict[str, Json] = {"component": "ChoicePicker", "options": [OPTION], "value": {"path": "/v"}}


@pytest.mark.parametrize(
    ("word", "found"), [("textfield", "TextField"), ("Buton", "Button"), ("Colum", "Column"), ("Xyz", None), ("", None)]
)
def test_the_nearest_name_is_found_whatever_its_case(word: str, found: str | None) -> None:
    assert hints.nearest(word, basic_catalog("v0.9").components) == found


def test_few_names_are_listed_whole_and_of_many_the_nearest_three() -> None:
    assert hints.listed(["a", "b"]) == "a, b"
    assert hints.listed([f"icon{number}" for number in range(40)], "icon7").startswith("icon7, ")
    assert hints.listed([f"icon{number}" for number in range(40)], "icon7").endswith(", …")


@pytest.mark.parametrize("line", ["v0.8", "v0.9", "v1.0"])
def test_every_word_of_another_framework_leads_to_a_component_of_each_version(line: Family) -> None:
    catalog = basic_catalog(line)
    picker = "MultipleChoice" if line == "v0.8" else "ChoicePicker"
    for name, words in names.COMPONENTS.items():
        for word in words:
            expected = picker if name in ("ChoicePicker", "MultipleChoice") else name
            assert f"{expected}." in hints.unknown_component(word, catalog), word


@pytest.mark.parametrize("words", ["Radio-Group", "radio_group", "RADIOGROUP", "radio group"])
def test_case_and_separators_do_not_matter(words: str) -> None:
    assert "ChoicePicker" in hints.unknown_component(words, basic_catalog("v0.9"))


def test_each_function_word_leads_to_a_function() -> None:
    catalog = basic_catalog("v1.0")
    for name, words in names.FUNCTIONS.items():
        assert name in catalog.functions
        for word in words:
            assert name in hints.unknown_function(word, catalog).partition("Known:")[0]


def test_v08_is_told_that_it_has_no_functions() -> None:
    assert "no functions" in hints.unknown_function("concat", basic_catalog("v0.8"))


@pytest.mark.parametrize("line", ["v0.8", "v0.9", "v1.0"])
def test_an_unknown_catalog_gets_the_id_to_write(line: Family) -> None:
    assert BASIC_IDS[line][0] in hints.unknown_catalog("example.org:none", line)


def test_renamed_properties_lead_both_ways() -> None:
    old, new = basic_catalog("v0.8"), basic_catalog("v0.9")
    assert hints.renamed("usageHint", new.properties("Text"), "v0.9") == ("variant", "v0.8")
    assert hints.renamed("variant", old.properties("Text"), "v0.8") == ("usageHint", "v0.9")
    assert hints.renamed("variant", old.properties("TextField"), "v0.8") == ("textFieldType", "v0.9")
    assert hints.renamed("usageHint", new.properties("Divider"), "v0.9") is None
    for name, replacement in names.V08_PROPERTIES.items():
        assert any(name in old.properties(kind) for kind in old.components)
        assert any(replacement in new.properties(kind) for kind in new.components)


def test_a_quotation_is_short_and_a_fragment_is_whole_or_not_there() -> None:
    assert quote({"a": "é"}) == '{"a":"é"}'
    assert len(quote("x" * 500)) == LONGEST_QUOTE
    assert fragment(["x"]) == '["x"]'
    assert fragment("x" * 500) is None


@pytest.mark.parametrize(
    ("component", "told"),
    [
        ({"component": "Text", "content": "Hi"}, {"/content": 'Write "text".'}),
        ({"component": "CheckBox", "label": "L", "checked": True}, {"/checked": 'Write "value".'}),
        ({"component": "Text", "props": {"text": "Hi"}}, {"/props": 'Take the entries out of "props"'}),
        ({"component": "DateTimeInput", "value": {"path": "/v"}, "type": "date"}, {"/type": '"enableDate": true.'}),
        ({"component": "DateTimeInput", "value": {"path": "/v"}, "mode": "time"}, {"/mode": '"enableTime": true.'}),
        (
            {"component": "DateTimeInput", "value": {"path": "/v"}, "type": "datetime-local"},
            {"/type": '"enableDate": true and "enableTime": true.'},
        ),
        (
            {**PICKER, "options": [{"id": "a", "text": "A"}]},
            {"/options/0/id": 'Write "value".', "/options/0/text": 'Write "label".'},
        ),
        ({**PICKER, "options": {"path": "/choices"}}, {"/options": "cannot be bound or computed"}),
        ({**PICKER, "variant": "chips"}, {"/variant": '"displayStyle": "chips"'}),
        ({**PICKER, "variant": "radio"}, {"/variant": 'Write "mutuallyExclusive".'}),
        (
            {"component": "Tabs", "tabs": [{"label": "A", "content": "root"}]},
            {"/tabs/0/label": 'Write "title".', "/tabs/0/content": 'Write "child".'},
        ),
        (
            {"component": "List", "children": {"path": "/rows", "template": "row"}},
            {"/children": '{"path":"/rows","componentId":"row"}'},
        ),
        ({"component": "Row", "children": ["root"], "align": "flex-start"}, {"/align": 'Write "start".'}),
        ({"component": "Text", "text": "Hi", "variant": "heading"}, {"/variant": 'Write "h1".'}),
        ({"component": "Row", "children": '["a", "b"]'}, {"/children": 'Write ["'}),
        (
            {"component": "Column", "children": ["root", {"path": "/rows", "componentId": "row"}]},
            {"/children/1": 'Make a List with "children": {"path":"/rows","componentId":"row"}'},
        ),
        (
            {"component": "Slider", "value": {"path": "/v"}, "max": {"path": "/most"}},
            {"/max": "cannot be bound or computed: write a number"},
        ),
    ],
)
def test_a_remedy_is_the_one_that_was_meant_and_stands_for_all_that_is_missing(
    component: dict[str, Json], told: dict[str, str], check: Check, screen: Screen
) -> None:
    found = [fault for fault in check(screen({"id": "root", **component})) if fault.severity == "error"]
    place = "/1/updateComponents/components/0"
    assert {fault.pointer.removeprefix(place) for fault in found} == {*told}
    for fault in found:
        assert told[fault.pointer.removeprefix(place)] in fault.hint


def test_components_under_their_ids_or_as_a_text_are_told_how_to_become_a_list(check: Check, screen: Screen) -> None:
    create, update = screen()
    wrong: list[tuple[Json, str]] = [
        ({"root": {"component": "Text", "text": "Hi"}}, 'each key as the entry\'s "id"'),
        ('[{"id": "root"}]', "the list itself, not its JSON as a text"),
    ]
    for components, remedy in wrong:
        sent: Json = {**update, "updateComponents": {"surfaceId": "s", "components": components}}
        assert remedy in check([create, sent])[0].hint


def test_a_missing_catalog_id_comes_with_the_one_to_write(check: Check) -> None:
    found = check([{"version": "v0.9", "createSurface": {"surfaceId": "s"}}])
    assert BASIC_IDS["v0.9"][0] in found[0].hint
