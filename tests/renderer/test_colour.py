"""Colours derived from an agent's primary colour."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import colour
from renderer.colour import Palette, against, contrast, ink_on, is_colour, luminance, mix, palette
from renderer.view import Theme

colours = st.integers(min_value=0, max_value=0xFFFFFF).map(lambda value: f"#{value:06X}")
themes: st.SearchStrategy[Theme] = st.sampled_from(["light", "dark"])


def test_contrast_of_black_and_white_is_twenty_one() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


def test_contrast_of_a_colour_with_itself_is_one() -> None:
    assert contrast("#336699", "#336699") == pytest.approx(1)


def test_luminance_weighs_green_most() -> None:
    # The weights of the sRGB channels in the definition of relative luminance.
    assert luminance("#FF0000") == pytest.approx(0.2126)
    assert luminance("#00FF00") == pytest.approx(0.7152)
    assert luminance("#0000FF") == pytest.approx(0.0722)


def test_contrast_agrees_with_a_known_pair() -> None:
    # #767676 is the lightest grey that is readable on white, 4.54 : 1.
    assert contrast("#767676", "#FFFFFF") == pytest.approx(4.54, abs=0.005)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix("#000000", "#FFFFFF", 0) == "#000000"
    assert mix("#000000", "#FFFFFF", 0.5) == "#808080"
    assert mix("#102030", "#FFFFFF", 1) == "#FFFFFF"


def test_white_is_written_on_dark_and_near_black_on_light() -> None:
    assert ink_on("#00008B") == colour.WHITE
    assert ink_on("#FFEB3B") == colour.NEAR_BLACK


def test_only_six_hexadecimal_digits_are_a_colour() -> None:
    assert is_colour("#a1B2c3")
    for text in ("", "a1b2c3", "#abc", "#12345678", "#12345g", "#123456;", "red", "#123456\n"):
        assert not is_colour(text)


@given(colours)
def test_ink_is_readable_on_every_colour(background: str) -> None:
    assert contrast(ink_on(background), background) >= colour.TEXT_CONTRAST


@given(colours, colours)
def test_a_moved_colour_reaches_the_contrast_it_was_moved_for(foreground: str, background: str) -> None:
    assert contrast(against(foreground, background, 4.5), background) >= 4.5


@given(colours)
def test_a_colour_that_is_readable_already_stays(foreground: str) -> None:
    if contrast(foreground, "#FFFFFF") >= 4.5:
        assert against(foreground, "#FFFFFF", 4.5) == foreground


@given(colours, themes)
def test_every_palette_is_readable_where_it_is_used(primary: str, theme: Theme) -> None:
    made = palette(primary, theme)
    assert contrast(made.on_primary, made.primary) >= 4.5
    assert contrast(made.on_soft, made.soft) >= 4.5
    assert contrast(made.accent, colour.PAGE[theme]) >= 4.5
    assert contrast(made.accent, colour.SURFACE[theme]) >= 4.5
    assert contrast(made.edge, colour.SURFACE[theme]) >= colour.EDGE_CONTRAST


@given(colours)
def test_the_light_theme_keeps_the_agents_colour(primary: str) -> None:
    assert palette(primary, "light").primary == primary


def test_the_dark_theme_lightens_a_colour_that_would_vanish() -> None:
    made = palette("#101020", "dark")
    assert made.primary != "#101020"
    assert contrast(made.primary, colour.SURFACE["dark"]) >= colour.SHAPE_CONTRAST


@pytest.mark.parametrize(
    ("grey", "theme"), [("#000000", "dark"), ("#FFFFFF", "light"), ("#888888", "light"), ("#888888", "dark")]
)
def test_a_grey_that_is_hard_to_see_becomes_the_ink_of_the_theme(grey: str, theme: Theme) -> None:
    assert palette(grey, theme).accent == colour.INK[theme]


def test_a_black_button_is_light_in_the_dark_theme() -> None:
    assert palette("#000000", "dark").primary == colour.INK["dark"]


def test_a_colour_is_never_replaced_by_ink() -> None:
    assert palette("#0A0A3C", "dark").accent != colour.INK["dark"]
    assert palette("#FFFBCC", "light").accent != colour.INK["light"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_ink_is_the_text_of_the_stylesheet(theme: Theme) -> None:
    css = (files("renderer") / "templates" / "page.css").read_text(encoding="utf-8")
    assert f"--text: {colour.INK[theme]};" in css.split('html[data-theme="dark"]')[theme == "dark"]


@given(st.one_of(st.none(), st.text()), themes)
def test_anything_else_gives_the_default_palette(text: str | None, theme: Theme) -> None:
    if text is None or not is_colour(text):
        assert palette(text, theme) == palette(None, theme)


@given(colours, themes)
def test_a_palette_holds_nothing_but_colours(primary: str, theme: Theme) -> None:
    made = palette(primary, theme)
    assert all(is_colour(getattr(made, name)) for name in Palette.__slots__)


def test_the_stylesheet_paints_page_and_cards_with_the_colours_that_contrast_is_computed_for() -> None:
    css = (files("renderer") / "templates" / "page.css").read_text(encoding="utf-8")
    light, dark = re.findall(r"--page: (#\w{6});\n\s*--surface: (#\w{6});", css)
    assert light == (colour.PAGE["light"], colour.SURFACE["light"])
    assert dark == (colour.PAGE["dark"], colour.SURFACE["dark"])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_texts_of_the_stylesheet_are_readable_on_page_and_card(theme: Theme) -> None:
    css = (files("renderer") / "templates" / "page.css").read_text(encoding="utf-8")
    block = css.split('html[data-theme="dark"]')[theme == "dark"]
    for name in ("text", "muted", "danger"):
        (ink,) = re.findall(rf"--{name}: (#\w{{6}});", block)[:1]
        assert contrast(ink, colour.PAGE[theme]) >= 4.5
        assert contrast(ink, colour.SURFACE[theme]) >= 4.5
    (control,) = re.findall(r"--control: (#\w{6});", block)[:1]
    assert contrast(control, colour.SURFACE[theme]) >= colour.SHAPE_CONTRAST
