from __future__ import annotations

import pytest

from ui_server.catalogs import (
    BASIC_IDS,
    MINIMAL_IDS,
    CatalogError,
    Family,
    basic_catalog,
    catalog_for,
    catalog_from_json,
    family,
)

GAUGE = {
    "catalogId": "example.org:gauges",
    "components": {
        "Gauge": {
            "type": "object",
            "allOf": [
                {"$ref": "https://a2ui.org/specification/v0_9/common_types.json#/$defs/ComponentCommon"},
                {
                    "properties": {
                        "component": {"const": "Gauge"},
                        "level": {"$ref": "common_types.json#/$defs/DynamicNumber"},
                        "legend": {"$ref": "common_types.json#/$defs/ComponentId"},
                        "marks": {"$ref": "common_types.json#/$defs/ChildList"},
                    },
                    "required": ["component", "level"],
                },
            ],
            "unevaluatedProperties": False,
        }
    },
    "functions": {
        "double": {
            "type": "object",
            "properties": {
                "call": {"const": "double"},
                "args": {
                    "type": "object",
                    "properties": {"value": {"$ref": "common_types.json#/$defs/DynamicNumber"}},
                    "required": ["value"],
                    "additionalProperties": False,
                },
            },
            "required": ["call", "args"],
        }
    },
}


@pytest.mark.parametrize("line", ["v0.8", "v0.9", "v1.0"])
def test_every_id_in_circulation_finds_the_basic_catalog(line: Family) -> None:
    for catalog_id in BASIC_IDS[line]:
        assert catalog_for(line, catalog_id) is basic_catalog(line)


@pytest.mark.parametrize(("line", "functions"), [("v0.8", 0), ("v0.9", 14), ("v1.0", 14)])
def test_a_basic_catalog_has_18_components_and_the_functions_of_its_version(line: Family, functions: int) -> None:
    catalog = basic_catalog(line)
    assert (len(catalog.components), len(catalog.functions)) == (18, functions)


def test_v091_uses_the_catalog_of_v09() -> None:
    assert family("v0.9.1") == "v0.9"
    assert catalog_for("v0.9.1", BASIC_IDS["v0.9"][0]) is basic_catalog("v0.9")


def test_no_id_means_the_basic_catalog_and_another_versions_id_is_unknown() -> None:
    assert catalog_for("v1.0", None) is basic_catalog("v1.0")
    assert catalog_for("v0.9", BASIC_IDS["v1.0"][0]) is None
    assert catalog_for("v0.9", "example.org:none") is None


def test_the_minimal_catalog_is_five_components_of_the_basic_one_and_capitalize() -> None:
    catalog = catalog_for("v0.9", MINIMAL_IDS["v0.9"][0])
    assert catalog is not None
    assert set(catalog.components) == {"Text", "Row", "Column", "Button", "TextField"}
    assert catalog.accepts(
        "Text", {"id": "t", "component": "Text", "text": {"call": "capitalize", "args": {"value": "a"}}}
    )
    assert not catalog.accepts(
        "Text", {"id": "t", "component": "Text", "text": {"call": "email", "args": {"value": "a"}}}
    )


def test_v08_components_are_judged_by_their_properties_alone() -> None:
    catalog = basic_catalog("v0.8")
    assert catalog.accepts("Text", {"text": {"literalString": "Hi"}})
    assert not catalog.accepts("Text", {"id": "t", "text": {"literalString": "Hi"}})


def test_v10_components_take_the_common_properties_and_no_others() -> None:
    catalog, text = basic_catalog("v1.0"), {"id": "t", "component": "Text", "text": {"@path": "/a"}}
    assert catalog.accepts("Text", {**text, "catalogId": "x", "accessibility": {"live": "polite"}})
    assert not catalog.accepts("Text", {**text, "colour": "red"})


@pytest.mark.parametrize("path", ["/a~0b/c~1d", "", ".", "rows/0", "/é"])
def test_a_binding_takes_any_json_pointer(path: str) -> None:
    assert basic_catalog("v0.9").accepts("Text", {"id": "t", "component": "Text", "text": {"path": path}})


@pytest.mark.parametrize("path", ["/a~", "~2", "/x/~~"])
def test_a_binding_with_a_bad_escape_does_not_fit(path: str) -> None:
    assert not basic_catalog("v0.9").accepts("Text", {"id": "t", "component": "Text", "text": {"path": path}})
    assert not basic_catalog("v0.8").accepts("Text", {"text": {"path": path}})


def test_a_custom_catalog_uses_the_common_types_wherever_its_references_point() -> None:
    catalog = catalog_from_json(GAUGE, "v0.9")
    assert catalog.child_references("Gauge") == {"legend": "one", "marks": "many"}
    assert catalog.accepts(
        "Gauge", {"id": "g", "component": "Gauge", "level": {"call": "double", "args": {"value": 2}}}
    )
    assert not catalog.accepts("Gauge", {"id": "g", "component": "Gauge", "level": "high"})


def test_a_definition_of_the_catalogs_own_is_not_taken_for_the_protocols() -> None:
    own = {**GAUGE, "$defs": {"DynamicNumber": {"type": "integer"}}}
    catalog = catalog_from_json(own, "v0.9")
    assert "DynamicNumber" not in catalog.official
    assert "ComponentId" in catalog.official


@pytest.mark.parametrize(
    "document",
    [{}, {"components": []}, {"components": {"X": {"$ref": "#/$defs/Nowhere"}}}, {"components": {}, "functions": 3}],
)
def test_a_document_that_is_no_catalog_is_refused_with_a_hint(document: dict[str, object]) -> None:
    with pytest.raises(CatalogError) as caught:
        catalog_from_json(document, "v0.9")
    assert caught.value.hint or caught.value.message


def test_the_schemas_that_come_with_the_library_are_not_changed_by_compiling_them() -> None:
    before = basic_catalog("v0.9").document()
    catalog_from_json(before, "v0.9")
    assert basic_catalog("v0.9").document() == before


@pytest.mark.parametrize(
    ("catalog_id", "line"),
    [
        ("https://a2ui.org/specification/v0_9/standard_catalog.json", "v0.9"),
        ("https://a2ui.org/specification/v0_9/standard_catalog_definition.json", "v0.9"),
        ("https://a2ui.dev/specification/v0_9/basic_catalog.json", "v0.9"),
        ("https://a2ui.dev/specification/0.9/standard_catalog_definition.json", "v0.9"),
        ("https://a2ui.dev/specification/v0_9_1/catalogs/basic/catalog.json", "v0.9"),
        (
            "https://raw.githubusercontent.com/google/A2UI/refs/heads/main/specification/0.8/json/"
            "standard_catalog_definition.json",
            "v0.8",
        ),
        (
            "https://github.com/google/A2UI/blob/main/specification/v0_8/json/standard_catalog_definition.json",
            "v0.8",
        ),
    ],
)
def test_the_addresses_of_earlier_days_name_the_basic_catalog_of_their_version_alone(
    catalog_id: str, line: Family
) -> None:
    for other in ("v0.8", "v0.9", "v1.0"):
        assert (catalog_for(other, catalog_id) is not None) is (other == line)


@pytest.mark.parametrize(
    "catalog_id",
    [
        "https://example.org/specification/v0_9/standard_catalog.json",
        "https://a2ui.org/specification/v0_9/my_catalog.json",
        "https://a2ui.org.example.org/specification/v0_9/basic_catalog.json",
        "https://raw.githubusercontent.com/someone/A2UI/main/specification/v0_9/basic_catalog.json",
        "standard",
    ],
)
def test_an_address_that_is_only_like_one_is_not_known(catalog_id: str) -> None:
    assert catalog_for("v0.9", catalog_id) is None
