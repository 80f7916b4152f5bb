"""What a catalog says of its components and functions."""

from __future__ import annotations

import pytest

from ui_server.catalogs import Family, basic_catalog


@pytest.mark.parametrize(
    ("line", "name", "references"),
    [
        ("v0.8", "Modal", {"entryPointChild": "one", "contentChild": "one"}),
        ("v0.8", "Row", {"children": "many"}),
        ("v0.9", "Card", {"child": "one"}),
        ("v1.0", "List", {"children": "many"}),
        ("v1.0", "Text", {}),
    ],
)
def test_a_catalog_knows_which_properties_hold_ids_of_others(
    line: Family, name: str, references: dict[str, str]
) -> None:
    assert basic_catalog(line).child_references(name) == references


def test_a_catalog_knows_what_a_function_takes() -> None:
    length = basic_catalog("v0.9").arguments("length")
    assert length.required == ("value",)
    assert length.one_of == ("min", "max")
    assert length.closed


@pytest.mark.parametrize("half", ["\ud800", "\udfff", "a\udfff\ud800z"])
def test_half_a_surrogate_pair_is_judged_as_any_other_character(half: str) -> None:
    catalog, text = basic_catalog("v0.9"), {"id": "t", "component": "Text"}
    assert catalog.accepts("Text", {**text, "text": half})
    assert not catalog.accepts("Text", {**text, "text": "Hi", half: 1})
    assert catalog.misfits("Text", {**text, "text": [half]}) == [["text"]]


def test_a_shape_joins_the_parts_of_a_schema() -> None:
    button = basic_catalog("v0.9").shape(basic_catalog("v0.9").components["Button"])
    assert {"id", "weight", "checks", "child", "action"} <= set(button.properties)
    assert set(button.required) == {"component", "id", "child", "action"}
    assert button.closed
