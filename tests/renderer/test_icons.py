"""Icons, found by the names that agents use."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer.icons import MAX_PATH_LENGTH, Icons, kebab, outline, readable

CATALOGS = (
    "data/a2ui/v0_9/catalogs/basic/catalog.json",
    "data/a2ui/v0_8/json/standard_catalog_definition.json",
)


@pytest.fixture(scope="module")
def icons() -> Icons:
    return Icons()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("shoppingCart", "shopping-cart"),
        ("shopping_cart", "shopping-cart"),
        ("shopping-cart", "shopping-cart"),
        ("Shopping Cart", "shopping-cart"),
        ("home", "home"),
    ],
)
def test_every_way_to_write_a_name_means_the_same(name: str, expected: str) -> None:
    assert kebab(name) == expected


def test_a_readable_name_is_words() -> None:
    assert readable("shoppingCart") == "Shopping cart"
    assert readable("priority_high") == "Priority high"


@pytest.mark.parametrize("name", ["shoppingCart", "priority_high", "calendar_today", "payment", "Directions Run"])
def test_names_from_the_field_are_known(icons: Icons, name: str) -> None:
    glyph = icons.find(name)
    assert glyph.known
    assert "<path" in glyph.shapes


@pytest.mark.parametrize(
    ("ours", "material"),
    [
        ("play", "play-arrow"),
        ("rewind", "fast-rewind"),
        ("starOff", "star-border"),
        ("favoriteOff", "favorite-border"),
    ],
)
def test_names_that_material_spells_otherwise_give_its_icon(icons: Icons, ours: str, material: str) -> None:
    assert icons.find(ours).known
    assert icons.find(ours).shapes == icons.find(material).shapes


def test_on_and_off_look_different(icons: Icons) -> None:
    names = ["star", "starHalf", "starOff", "favorite", "favoriteOff", "visibility", "visibilityOff"]
    assert len({icons.find(name).shapes for name in names}) == len(names)


def test_all_names_of_the_official_catalogs_are_known(icons: Icons, shared: Path) -> None:
    names = {name for place in CATALOGS for name in _icon_names(json.loads((shared / place).read_text()))}
    assert len(names) == 59
    assert [name for name in sorted(names) if not icons.find(name).known] == []


def test_an_unknown_name_gives_a_question_mark(icons: Icons) -> None:
    glyph = icons.find("noSuchIcon")
    assert not glyph.known
    assert glyph.shapes == icons.find("help-outline").shapes


@given(st.text())
def test_no_name_reaches_the_shapes_or_leaves_the_archive(name: str) -> None:
    shapes = str(ICONS.find(name).shapes)
    assert set(re.findall(r"<(\w+)", shapes)) <= {"path", "rect", "circle", "polygon"}
    assert "on" not in {attribute[:2] for attribute in re.findall(r" ([\w-]+)=", shapes)}


def test_an_icon_has_no_background_and_no_colour_of_its_own(icons: Icons) -> None:
    # The file of this icon begins with an invisible 24 x 24 square.
    shapes = icons.find("help-outline").shapes
    assert shapes.count("<path") == 1
    assert 'fill="none"' not in shapes


def test_the_same_icon_is_read_once(icons: Icons) -> None:
    assert icons.find("home") is icons.find("home")


def test_an_agents_path_becomes_a_shape() -> None:
    assert outline("M4 4h16v16H4z") == '<path d="M4 4h16v16H4z"/>'


@pytest.mark.parametrize(
    "path",
    [
        "",
        "h16v16",
        'M0 0"/><script>',
        "M0 0 url(#a)",
        "M0 0;fill:red",
        "M0 0 " + "l1 1" * MAX_PATH_LENGTH,
        "M0 0&#x22;",
    ],
)
def test_what_is_no_path_is_refused(path: str) -> None:
    assert outline(path) is None


@given(st.text())
def test_no_text_escapes_from_a_path(text: str) -> None:
    shape = outline("M0 0" + text)
    assert shape is None or re.fullmatch(r'<path d="[^"<>&]*"/>', shape)


ICONS = Icons()


def _icon_names(schema: Any) -> Iterator[str]:
    """The longest enumeration within each component called Icon."""
    icon = schema["components"]["Icon"]
    yield from max(_enumerations(icon), key=len)


def _enumerations(schema: Any) -> Iterator[list[str]]:
    if isinstance(schema, dict):
        if isinstance(schema.get("enum"), list):
            yield schema["enum"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for inner in schema:
            yield from _enumerations(inner)


def test_one_icon_is_kept_once_however_it_is_spelt(icons: Icons) -> None:
    spelt = ["shopping_cart", "shoppingCart", "shopping-cart"]

    assert len({id(icons.find(name)) for name in spelt}) == 1


def test_a_name_longer_than_any_icons_is_unknown(icons: Icons) -> None:
    assert not icons.find("shopping_cart" * 100).known
