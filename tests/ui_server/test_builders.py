from __future__ import annotations

import base64
import io
import math
import random
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from renderer import view
from tests.ui_server.building import (
    Raw,
    button,
    codes,
    component,
    field,
    json_values,
    nodes,
    picker,
    resolved,
    surface,
    text,
    tree,
)
from ui_server.builders import BUILDERS, MAX_SOURCE, MENU_FROM, distinct, selection, slider_range
from ui_server.component import ChoiceItem
from ui_server.expressions import Json, Literal
from ui_server.images import Images
from ui_server.protocol.v09 import KINDS
from ui_server.surface import LocalState

N = TypeVar("N", bound=view.Node)


def one(kind: type[N], raw: Raw, data: Json = None, local: LocalState | None = None) -> N:
    """The node that `raw` becomes."""
    root = resolved(surface(raw, data=data, local=local)).view.root
    assert isinstance(root, kind)
    return root


def test_every_kind_of_the_catalog_has_a_builder() -> None:
    assert set(BUILDERS) == KINDS


# -- texts and media -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "shown"),
    [("a", "a"), (3, "3"), (3.0, "3"), (True, "true"), (None, ""), ([1], "[1]"), ({"path": "/gone"}, "")],
)
def test_whatever_a_text_is_given_is_shown_as_words(value: Json, shown: str) -> None:
    assert one(view.Text, text("t", value)).text == shown


@pytest.mark.parametrize(("given_value", "variant"), [("h2", "h2"), ("h9", "body"), (None, "body"), ([], "body")])
def test_a_variant_that_does_not_exist_is_the_default(given_value: Json, variant: str) -> None:
    assert one(view.Text, text("t", "x", variant=given_value)).variant == variant


def test_the_defaults_are_those_of_the_catalog() -> None:
    image = one(view.Image, {"id": "i", "component": "Image", "url": "x"})
    row = one(view.Row, {"id": "r", "component": "Row", "children": []})
    listed = one(view.List, {"id": "l", "component": "List", "children": []})
    divider = one(view.Divider, {"id": "d", "component": "Divider"})
    assert (image.fit, image.variant) == ("fill", "mediumFeature")
    assert (row.justify, row.align) == ("start", "stretch")
    assert (listed.direction, listed.align) == ("vertical", "stretch")
    assert divider.axis == "horizontal"


def png(width: int, height: int) -> bytes:
    buffer = io.BytesIO()
    noise = random.Random(1).randbytes(width * height)
    Image.frombytes("L", (width, height), noise).save(buffer, "PNG")
    return buffer.getvalue()


def test_an_image_in_the_payload_is_shown_however_long_its_address() -> None:
    content = png(400, 400)
    source = "data:image/png;base64," + base64.b64encode(content).decode()
    assert len(source) > 150_000
    shown = resolved(surface({"id": "i", "component": "Image", "url": {"path": "/u"}}, data={"u": source}))
    image = shown.view.root
    assert isinstance(image, view.Image)
    assert (image.refusal, codes(shown)) == ("", [])
    assert shown.pictures[image.picture or ""] == ("image/png", content)
    assert len(image.source) == MAX_SOURCE + 1


def test_an_image_from_elsewhere_is_a_placeholder_with_its_reason() -> None:
    image = one(view.Image, {"id": "i", "component": "Image", "url": "https://x/y.png", "description": "A cat"})
    assert (image.picture, image.source, image.description) == (None, "https://x/y.png", "A cat")
    assert image.refusal


def test_a_registered_image_is_shown_by_its_name() -> None:
    images = Images()
    stored = images.register("IMAGE_1", png(4, 4))
    root = resolved(surface({"id": "i", "component": "Image", "url": "IMAGE_1"}), images).view.root
    assert isinstance(root, view.Image)
    assert root.picture == stored.sha256


def test_an_icon_has_a_name_or_an_outline() -> None:
    assert one(view.Icon, {"id": "i", "component": "Icon", "name": "star"}).name == "star"
    drawn = one(view.Icon, {"id": "i", "component": "Icon", "name": {"svgPath": {"path": "/d"}}}, {"d": "M0 0"})
    assert (drawn.name, drawn.path) == ("", "M0 0")
    assert one(view.Icon, {"id": "i", "component": "Icon", "name": {"x": 1}}).path is None


def test_media_keep_their_address_and_words() -> None:
    video = one(view.Video, {"id": "v", "component": "Video", "url": "v.mp4", "posterUrl": "p", "description": "d"})
    audio = one(view.AudioPlayer, {"id": "a", "component": "AudioPlayer", "url": "a.mp3", "description": "d"})
    assert (video.source, video.poster, video.description) == ("v.mp4", None, "d")
    assert (audio.source, audio.description) == ("a.mp3", "d")


# -- tabs, modals, buttons -------------------------------------------------------------------------------------------

TABS: Raw = {
    "id": "t",
    "component": "Tabs",
    "tabs": [{"title": "A", "child": "a"}, {"title": {"path": "/b"}, "child": "b"}],
}


def test_the_first_tab_is_open_and_titles_are_resolved() -> None:
    shown = resolved(surface(TABS, text("a", "pane A"), text("b", "pane B"), data={"b": "B (3)"}))
    root = shown.view.root
    assert isinstance(root, view.Tabs)
    assert [(tab.title, tab.index) for tab in root.tabs] == [("A", 0), ("B (3)", 1)]
    assert [node.key for node in nodes(shown)] == ["t", "a"]


def test_the_tab_a_person_opened_is_open_and_one_that_is_gone_gives_way_to_the_last() -> None:
    assert one(view.Tabs, TABS, local=LocalState(open_tabs={"t": 1})).selected == 1
    gone = one(view.Tabs, TABS, local=LocalState(open_tabs={"t": 7}))
    assert gone.selected == 1 and gone.pane is not None


def test_tabs_without_tabs_have_no_pane() -> None:
    empty = one(view.Tabs, {"id": "t", "component": "Tabs", "tabs": []})
    assert (empty.tabs, empty.selected, empty.pane) == ((), 0, None)


def test_a_modal_shows_its_content_only_while_it_is_open() -> None:
    raw: Raw = {"id": "m", "component": "Modal", "trigger": "a", "content": "b"}
    closed, opened = one(view.Modal, raw), one(view.Modal, raw, local=LocalState(open_modals=("m",)))
    assert (closed.open, closed.content) == (False, None)
    assert opened.open and opened.content is not None


def test_a_button_with_a_failing_check_is_disabled_and_says_why() -> None:
    check: Json = {"condition": {"path": "/ok"}, "message": "Agree first"}
    refused = one(view.Button, button("b", checks=[check]), {"ok": False})
    accepted = one(view.Button, button("b", checks=[check]), {"ok": True})
    assert (refused.enabled, refused.messages, refused.action) == (False, ("Agree first",), "press-b")
    assert (accepted.enabled, accepted.messages) == (True, ())


def test_all_failing_checks_are_told() -> None:
    checks: Json = [
        {"condition": {"call": "required", "args": {"value": {"path": "/slot"}}}, "message": "Pick a slot"},
        {"condition": {"call": "numeric", "args": {"value": {"path": "/n"}, "min": 0}}, "message": "Number please"},
        {"condition": {"path": "/missing"}, "message": "Nothing there"},
    ]
    shown = one(view.Button, button("b", checks=checks), {"slot": [], "n": "0"})
    assert shown.messages == ("Pick a slot", "Nothing there")


def test_a_check_without_words_has_words_all_the_same() -> None:
    bare: Json = [{"condition": {"path": "/ok"}}]
    assert one(view.Button, button("b", checks=bare), {"ok": False}).messages == ("Not valid",)
    own: Json = {"valid": False, "message": "Too short"}
    assert one(view.Button, button("b", checks=bare), {"ok": own}).messages == ("Too short",)


def test_a_pattern_that_cannot_be_tried_fails_the_check_and_is_reported() -> None:
    broken: Json = {"call": "regex", "args": {"value": "x", "pattern": "([unclosed"}}
    shown = resolved(surface(field("f", "x", checks=[{"condition": broken, "message": "bad"}])))
    assert isinstance(shown.view.root, view.TextField)
    assert (shown.view.root.messages, codes(shown)) == (("bad",), ["invalid_pattern"])


@pytest.mark.parametrize(("value", "messages"), [("", ()), ("abc", ()), ("123", ("Not valid",))])
def test_the_pattern_of_an_old_text_field_is_checked_in_version_0_8(value: str, messages: tuple[str, ...]) -> None:
    body: Raw = {"label": {"literalString": "Code"}, "text": {"path": "/c"}, "validationRegexp": "^[a-z]+$"}
    raw: Raw = {"id": "f", "component": {"TextField": body}}
    shown = tree(raw, data={"c": value}, version="v0.8")
    assert isinstance(shown, view.TextField)
    assert shown.messages == messages


def test_a_local_action_has_no_name() -> None:
    local: Raw = {"id": "b", "component": "Button", "action": {"functionCall": {"call": "openUrl"}}}
    assert one(view.Button, local).action is None


# -- inputs ----------------------------------------------------------------------------------------------------------


def test_an_input_shows_what_is_bound_and_says_where_it_writes() -> None:
    bound = one(view.TextField, field("f", {"path": "/v"}), {"v": 7})
    assert (bound.value, bound.binding, bound.label) == ("7", "/v", "f")


def test_an_unbound_input_shows_its_literal_until_a_person_types() -> None:
    typed = LocalState(values={"f": "typed"})
    assert one(view.TextField, field("f", "literal")).value == "literal"
    assert one(view.TextField, field("f", "literal"), local=typed).value == "typed"
    assert one(view.TextField, field("f", {"path": "/v"}), {"v": "data"}, local=typed).value == "data"


@pytest.mark.parametrize(
    ("value", "checked"),
    [
        (True, True),
        (False, False),
        ({"path": "/on"}, True),
        ({"path": "/gone"}, False),
        ({"call": "not", "args": {"value": {"path": "/off"}}}, True),
        ("true", False),
        (1, False),
    ],
)
def test_a_box_is_checked_by_true_alone_in_all_its_forms(value: Json, checked: bool) -> None:
    raw: Raw = {"id": "c", "component": "CheckBox", "label": "x", "value": value}
    assert one(view.CheckBox, raw, {"on": True, "off": False}).checked is checked


def chosen(value: Json, *, variant: str = "multipleSelection", options: tuple[str, ...] = ("a", "b", "2")) -> list[str]:
    made = one(view.ChoicePicker, picker("p", {"path": "/v"}, *options, variant=variant), {"v": value})
    return [option.value for option in made.options if option.selected]


@pytest.mark.parametrize(
    ("value", "selected"),
    [
        (["a"], ["a"]),
        (["b", "a"], ["a", "b"]),
        ("a", ["a"]),
        (2, ["2"]),
        ([2, None, "x"], ["2"]),
        ([], []),
        ("", []),
        (None, []),
        (True, []),
        ({"a": 1}, []),
    ],
)
def test_the_selection_is_read_in_all_the_forms_agents_bind(value: Json, selected: list[str]) -> None:
    assert chosen(value) == selected


def test_of_a_choice_of_one_the_first_that_is_offered_is_chosen() -> None:
    assert chosen(["x", "b", "a"], variant="mutuallyExclusive") == ["b"]


def test_options_of_the_same_value_are_one() -> None:
    made = one(view.ChoicePicker, picker("p", ["a"], "a", "b", "a"))
    assert [option.value for option in made.options] == ["a", "b"]
    first, second = ChoiceItem(Literal("First"), "a"), ChoiceItem(Literal("Second"), "a")
    assert distinct([first, second]) == (first,)


@pytest.mark.parametrize(
    ("count", "more", "layout"),
    [
        (MENU_FROM - 1, {}, "list"),
        (MENU_FROM, {}, "menu"),
        (MENU_FROM, {"variant": "multipleSelection"}, "list"),
        (MENU_FROM, {"filterable": True}, "list"),
        (MENU_FROM, {"displayStyle": "chips"}, "chips"),
        (2, {"displayStyle": "chips"}, "chips"),
    ],
)
def test_many_options_of_which_one_is_chosen_are_a_closed_menu(count: int, more: Raw, layout: str) -> None:
    options = [f"o{number}" for number in range(count)]
    assert one(view.ChoicePicker, picker("p", [], *options, **more)).layout == layout


def test_a_filter_narrows_what_is_shown_and_not_what_is_offered() -> None:
    raw = picker("p", ["ok"], "ok", "oak", "fir", filterable=True)
    made = one(view.ChoicePicker, raw, local=LocalState(filters={"p": "OA"}))
    assert ([option.value for option in made.shown], len(made.options), made.filter) == (["oak"], 3, "OA")


def test_a_picker_that_is_not_filterable_ignores_what_was_typed_before() -> None:
    made = one(view.ChoicePicker, picker("p", [], "a", "b"), local=LocalState(filters={"p": "b"}))
    assert (len(made.shown), made.filter) == (2, "")


def test_a_picker_with_an_option_named_filter_has_no_filter_of_the_same_name() -> None:
    assert not one(view.ChoicePicker, picker("p", [], "filter", "a", filterable=True)).filterable


@pytest.mark.parametrize(("most", "limit"), [(2, 2), (0, None), (-3, None), ("2", 2), ("x", None), (10**400, None)])
def test_a_limit_of_choices_below_one_is_none(most: Json, limit: int | None) -> None:
    assert one(view.ChoicePicker, picker("p", [], "a", most=most)).most == limit


@given(json_values, st.lists(st.text(max_size=2), max_size=4), st.booleans())
def test_only_options_are_ever_selected(value: Json, options: list[str], multiple: bool) -> None:
    items = [ChoiceItem(Literal(option), option) for option in options]
    found = selection(value, items, multiple=multiple)
    assert found <= set(options)
    assert multiple or len(found) <= 1


@pytest.mark.parametrize(
    ("low", "high", "steps", "expected"),
    [
        (None, None, None, (0, 100, None)),
        (5, 5, None, (5, 5, None)),
        (10, 2, None, (2, 10, None)),
        (0, 1, None, (0, 1, None)),
        (0, 10, 5, (0, 10, 2)),
        (5, 5, 5, (5, 5, None)),
        (0, 10, 0, (0, 10, None)),
        (0, 10, -1, (0, 10, None)),
        ("1", "3", "2", (1, 3, 1)),
        ("x", [], {}, (0, 100, None)),
        (-1e308, 1e308, 4, (-1e15, 1e15, 5e14)),
        (True, False, True, (0, 100, None)),
        (10**400, 10**400, 1, (0, 100, 100)),
    ],
)
def test_the_range_of_a_slider_is_sound_whatever_is_given(
    low: Json, high: Json, steps: Json, expected: tuple[float, float, float | None]
) -> None:
    assert slider_range(low, high, steps) == expected


@given(json_values, json_values, json_values, json_values)
def test_a_slider_stands_within_its_range(value: Json, low: Json, high: Json, steps: Json) -> None:
    raw: Raw = {
        "id": "s", "component": "Slider", "value": {"path": "/v"}, "min": {"path": "/lo"}, "max": {"path": "/hi"},
        "steps": {"path": "/n"},
    }  # fmt: skip
    made = one(view.Slider, raw, {"v": value, "lo": low, "hi": high, "n": steps})
    assert made.min <= made.value <= made.max
    assert all(math.isfinite(number) for number in (made.min, made.value, made.max))
    assert made.step is None or 0 < made.step < math.inf


@pytest.mark.parametrize(
    ("flags", "value", "kind", "shown"),
    [
        ({"enableDate": True}, "2026-03-20", "date", "2026-03-20"),
        ({"enableTime": True}, "2026-03-20T10:30Z", "time", "10:30"),
        ({"enableDate": True, "enableTime": True}, "2026-03-20", "datetime", "2026-03-20T00:00"),
        ({}, "2026-03-20T10:30", "datetime", "2026-03-20T10:30"),
        ({"enableDate": True}, "soon", "date", ""),
        ({"enableDate": True}, 20240115, "date", ""),
        ({"enableDate": True}, None, "date", ""),
    ],
)
def test_a_date_input_shows_its_value_in_its_own_shape(flags: Raw, value: Json, kind: str, shown: str) -> None:
    raw: Raw = {"id": "d", "component": "DateTimeInput", "value": {"path": "/d"}, **flags}
    made = one(view.DateTimeInput, raw, {"d": value})
    assert (made.kind, made.value) == (kind, shown)


def test_the_bounds_of_a_date_input_are_in_its_shape_as_well() -> None:
    raw: Raw = {
        "id": "d", "component": "DateTimeInput", "value": "", "enableDate": True,
        "min": "2026-01-01T00:00Z", "max": "never",
    }  # fmt: skip
    made = one(view.DateTimeInput, raw)
    assert (made.min, made.max) == ("2026-01-01", "")


def test_a_component_with_nothing_in_it_is_built() -> None:
    for kind in KINDS:
        assert resolved(surface({"id": "x", "component": kind})).view.root is not None
    assert component({"id": "x", "component": "Text"}).properties == {}
