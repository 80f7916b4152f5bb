from __future__ import annotations

import pytest

from ui_server.catalogs import BASIC_IDS, Family, basic_catalog
from ui_server.diagnostics import hints, names
from ui_server.diagnostics.place import LONGEST_QUOTE, fragment, quote


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
