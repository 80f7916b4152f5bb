"""From a resolved view to HTML: every control and its name, and nothing of an agent's text beyond text."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderer.html import policy
from renderer.view import Image, Node, Option, Row, Slider, SurfaceView, Tab, Tabs, Text, View
from tests.renderer.drawn import PICTURES, PIXEL, RENDERER, SAMPLES, Parsed, draw, make, picker, screen, text

HOSTILE = st.lists(
    st.sampled_from(
        [
            "<script>",
            "</script>",
            "</style>",
            '"',
            "'",
            ">",
            "<",
            "&",
            "--",
            "<!--",
            " onclick=",
            "=",
            "`",
            "{{ 7 }}",
            "x",
        ]
    ),
    min_size=1,
    max_size=8,
).map(lambda parts: "h" + "".join(parts))


def text_fields(record: Any) -> Iterator[str]:
    """The names of a dataclass's free texts, those whose values are not from a closed list."""
    hints = get_type_hints(type(record))
    free = (str, str | None, tuple[str, ...])
    return (field.name for field in fields(record) if hints[field.name] in free)


CASES = [
    (sample, name)
    for sample in SAMPLES
    for name in text_fields(sample)
    # What Markdown makes of a text is tested where it is made.
    if not (isinstance(sample, Text) and name == "text")
]


# Escaping


@pytest.mark.parametrize(
    ("sample", "name"), CASES, ids=[f"{s.component}.{name}-{i}" for i, (s, name) in enumerate(CASES)]
)
@settings(max_examples=15)
@given(hostile=HOSTILE)
def test_a_hostile_text_changes_no_tag_and_no_attribute(sample: Node, name: str, hostile: str) -> None:
    harmless, attacked = (_with(sample, name, words) for words in ("harmless", hostile))
    before, after = (draw(node) for node in (harmless, attacked))
    assert after.shape == before.shape
    if any("harmless" in string for string in before.strings):
        assert any(hostile in string for string in after.strings)


@given(hostile=HOSTILE)
def test_hostile_options_and_tabs_change_no_tag(hostile: str) -> None:
    for layout in ("list", "chips", "menu"):
        shapes = []
        for words in ("harmless", hostile):
            options = (Option(words, words), Option("b", words, selected=True))
            shapes.append(draw(picker(options=options, shown=options, layout=layout)).shape)
        assert shapes[0] == shapes[1]
    heads = [draw(make(Tabs, tabs=(Tab(words, 0),), pane=text("x"))).shape for words in ("harmless", hostile)]
    assert heads[0] == heads[1]


@given(hostile=HOSTILE)
def test_a_hostile_surface_changes_no_tag_and_adds_no_rule(hostile: str) -> None:
    drawn = []
    for words in ("harmless, really", hostile + "<"):
        surface = SurfaceView(words, text("a"), primary_color=words, font=words, agent_name=words, icon=words)
        drawn.append(RENDERER.markup(View((surface,), {}, locale=words)))
    assert Parsed(drawn[0].body).shape == Parsed(drawn[1].body).shape
    assert drawn[0].css == drawn[1].css
    assert drawn[1].lang == "en"


@given(st.text(), st.text())
def test_the_stylesheet_of_a_view_holds_no_word_of_the_agent(words: str, name: str) -> None:
    nodes = (text(words, weight=1), text(name, weight=2), make(Slider, label=words, value=4))
    surface = SurfaceView(name, make(Row, words, items=nodes), primary_color="#336699", font="Roboto")
    css = RENDERER.markup(View((surface,), {})).css
    plain = re.sub(r'"(?:Roboto|[\d. ]+)"|#[0-9A-F]{6}', "", css)
    assert re.fullmatch(r"[a-z0-9#>:(){}\[\]=.,;%@+*\s-]*", plain), plain


@given(st.text(alphabet="\ud800\udfff\ud83dab<", max_size=6))
def test_half_a_surrogate_pair_is_replaced(words: str) -> None:
    markup = RENDERER.markup(screen(text(words)))
    assert RENDERER.document(markup).encode("utf-8")


def test_nothing_has_a_style_or_an_event_attribute() -> None:
    for sample in SAMPLES:
        for tag in draw(sample).tags:
            assert tag.name not in ("script", "style", "iframe", "object", "form", "link", "base")
            assert not [name for name in tag.attributes if name.startswith("on") or name in ("style", "href", "src")]


# The page around it


def test_the_shell_has_an_empty_stage() -> None:
    assert '<main id="stage"></main>' in RENDERER.shell()


def test_the_policy_allows_exactly_the_style_elements_of_the_page() -> None:
    for page in (RENDERER.shell(), RENDERER.document(RENDERER.markup(screen(*SAMPLES[:3])))):
        allowed = re.findall(r"'sha256-([^']+)'", _policy_of(page))
        styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(style.encode()).digest()).decode() for style in styles]
        assert allowed == hashes
        assert len(hashes) >= 2


def test_the_policy_forbids_script_network_and_forms() -> None:
    rules = dict(rule.split(" ", 1) for rule in policy([]).split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "blob: data:"
    assert rules["font-src"] == "data:"
    assert rules["form-action"] == rules["base-uri"] == "'none'"
    assert "script-src" not in rules
    assert "unsafe" not in policy([])


def test_the_stylesheet_stops_all_movement_and_loads_nothing() -> None:
    shell = RENDERER.shell()
    assert "animation: none !important" in shell
    assert "transition: none !important" in shell
    assert "caret-color: transparent" in shell
    assert not re.findall(r"@keyframes|@import|:hover|url\((?!\"data:font/ttf)", shell)


def test_a_document_holds_the_screen_and_its_pictures() -> None:
    markup = RENDERER.markup(
        screen(make(Image, picture=PIXEL, source="a.png"), text("Hello"), theme="dark", locale="de-AT")
    )
    document = RENDERER.document(markup)
    parsed = Parsed(document)
    assert parsed.one("html").attributes == {"lang": "de-AT", "data-theme": "dark"}
    assert parsed.one("img")["src"] == "data:image/png;base64," + base64.b64encode(b"\x89PNG").decode()
    assert markup.css in document
    assert markup.body.split("<img")[0] in document
    assert "<script" not in document


def test_a_picture_of_another_kind_is_not_put_into_a_document() -> None:
    pictures = {PIXEL: ('text/html"><script>', b"x")}
    markup = RENDERER.markup(View((SurfaceView("s", make(Image, picture=PIXEL)),), pictures))
    assert "src=" not in RENDERER.document(markup).split("<body>")[1]


def test_a_document_carries_the_arabic_font_only_when_it_is_needed() -> None:
    latin, arabic = (RENDERER.document(RENDERER.markup(screen(text(words)))) for words in ("Hello", "مرحبا"))
    assert (latin.count("@font-face"), arabic.count("@font-face")) == (1, 2)


def test_the_same_view_gives_the_same_markup() -> None:
    shown = screen(*SAMPLES)
    assert RENDERER.markup(shown) == RENDERER.markup(shown)


def test_only_pictures_in_use_are_handed_over() -> None:
    pictures = {**PICTURES, "other": ("image/png", b"")}
    assert RENDERER.markup(View((SurfaceView("s", make(Image, picture=PIXEL)),), pictures)).pictures == PICTURES
    assert RENDERER.markup(View((SurfaceView("s", text("a")),), pictures)).pictures == {}


# Surfaces


def test_each_surface_is_a_section() -> None:
    sections = draw(text("one"), text("two")).all("section")
    assert [(section["data-surface"], section.inside.strip()) for section in sections] == [("s1", "one"), ("s2", "two")]


def test_each_surface_has_its_own_colours() -> None:
    surfaces = (SurfaceView("a", None, primary_color="#112233"), SurfaceView("b", None, primary_color="#AA2222"))
    first, second = RENDERER.markup(View(surfaces, {})).css.splitlines()
    assert first.startswith("#stage>section:nth-of-type(1){") and "--primary:#112233;" in first
    assert second.startswith("#stage>section:nth-of-type(2){") and "--primary:#AA2222;" in second


def test_an_agents_font_comes_before_ours() -> None:
    surface = SurfaceView("a", None, font="Noto Serif")
    assert 'font-family:"Noto Serif",var(--stack)' in RENDERER.markup(View((surface,), {})).css


def test_an_agents_name_and_icon_are_shown_but_are_no_text_of_the_screen() -> None:
    surface = SurfaceView("a", text("Hello"), agent_name="Table Finder", icon=PIXEL)
    parsed = Parsed(RENDERER.markup(View((surface,), PICTURES)).body)
    (quiet,) = [tag for tag in parsed.tags if tag.attributes.get("class") == "agent"]
    assert quiet.inside == "Table Finder"
    assert "data-quiet" in quiet.attributes
    assert parsed.one("img")["data-picture"] == PIXEL


def test_a_surface_without_a_root_waits_quietly() -> None:
    parsed = Parsed(RENDERER.markup(screen(None)).body)
    assert parsed.one("div", **{"class": "skeleton"})["aria-hidden"] == "true"
    assert "".join(parsed.texts).strip() == ""


@pytest.mark.parametrize(("locale", "direction"), [("ar-EG", "rtl"), ("he", "rtl"), ("en-US", "ltr"), ("ja-JP", "ltr")])
def test_the_locale_decides_the_direction_of_rows(locale: str, direction: str) -> None:
    parsed = Parsed(RENDERER.markup(screen(text("a"), locale=locale)).body)
    assert parsed.one("section")["dir"] == direction


def _with(sample: Node, name: str, words: str) -> Node:
    value: Any = (words,) if isinstance(getattr(sample, name), tuple) else words
    changes = {name: value}
    return replace(sample, **changes)


def _policy_of(page: str) -> str:
    (meta,) = [tag for tag in Parsed(page.replace("\n", " ")).all("meta") if "http-equiv" in tag.attributes]
    return str(meta["content"])
