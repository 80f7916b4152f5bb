"""Every component as HTML: its control, its name, its state."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import view
from renderer.html import TEMPLATES
from renderer.view import (
    AudioPlayer,
    Button,
    Card,
    CheckBox,
    Column,
    DateTimeInput,
    Divider,
    Icon,
    Image,
    Input,
    List,
    Missing,
    Modal,
    Node,
    Option,
    Row,
    Slider,
    Tab,
    Tabs,
    Text,
    TextField,
    Video,
)
from tests.renderer.drawn import (
    BUTTON,
    INPUTS,
    PIXEL,
    RENDERER,
    SAMPLES,
    TABS,
    Parsed,
    draw,
    make,
    picker,
    screen,
    text,
)


def test_every_kind_of_node_has_a_template() -> None:
    bases = {Node, Input, view.Container}
    kinds = {kind for kind in vars(view).values() if isinstance(kind, type) and issubclass(kind, Node)} - bases
    assert set(TEMPLATES) == kinds
    assert {type(sample) for sample in SAMPLES} == kinds


def test_every_text_finds_its_own_direction() -> None:
    for sample in SAMPLES:
        for tag in draw(sample).tags:
            if tag.name in ("p", "h2", "label", "legend", "textarea") and "data-box" not in tag.attributes:
                assert tag["dir"] == "auto", tag


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.component)
def test_a_weight_stands_on_the_outermost_element(sample: Node) -> None:
    markup = RENDERER.markup(screen(make(Row, "row", items=(replace(sample, weight=2.5),))))
    row = next(place for place, tag in enumerate(Parsed(markup.body).tags) if "data-count" in tag.attributes)
    assert Parsed(markup.body).tags[row + 1]["data-weight"] == "2.5"
    assert '#stage .row>[data-weight="2.5"]{flex:2.5 1 0%}' in markup.css


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0])
def test_a_weight_that_is_no_share_is_ignored(weight: float) -> None:
    markup = RENDERER.markup(screen(make(Row, items=(text("a", weight=weight),))))
    assert "data-weight" not in markup.body + markup.css


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.component)
def test_what_is_hidden_from_assistance_says_so(sample: Node) -> None:
    parsed = draw(replace(sample, hidden_from_assistance=True))
    assert parsed.tags[2]["aria-hidden"] == "true"


@pytest.mark.parametrize("kind", [Text, Row, Column, List, Card, Divider, Tabs, Image, Icon, Video, AudioPlayer])
def test_an_accessible_name_is_the_label(kind: type[Node]) -> None:
    parsed = draw(make(kind, accessible_name="Spoken"))
    assert any("Spoken" in (tag.attributes.get("aria-label"), tag.attributes.get("alt")) for tag in parsed.tags)


def test_text_variants_are_real_headings() -> None:
    for level in ("h1", "h2", "h3", "h4", "h5"):
        assert draw(text("# Title", variant=level)).one(level).inside == "Title"


def test_an_image_waits_for_its_picture() -> None:
    image = draw(make(Image, source="a.png", picture=PIXEL, description="A fox", fit="cover")).one("img")
    assert (image["data-picture"], image["data-source"], image["alt"]) == (PIXEL, "a.png", "A fox")
    assert image["class"] == "image mediumFeature cover"


@pytest.mark.parametrize("picture", [None, "not registered"])
def test_an_image_without_a_picture_is_a_placeholder_with_quiet_words(picture: str | None) -> None:
    parsed = draw(make(Image, source="a.png", picture=picture, description="A fox"))
    assert parsed.all("img") == []
    place = parsed.one("div", role="img")
    assert (place["data-source"], place["aria-label"], place["data-image"]) == ("a.png", "A fox", None)
    assert [tag.inside for tag in parsed.tags if "data-quiet" in tag.attributes] == ["A fox"]
    assert place.inside == "A fox"


def test_an_icon_is_named_only_when_the_agent_or_its_strangeness_asks_for_it() -> None:
    known = draw(make(Icon, name="home")).one("svg")
    assert (known["data-icon"], known["aria-hidden"]) == ("home", "true")
    named = draw(make(Icon, name="home", accessible_name="Go home")).one("svg")
    assert (named["role"], named["aria-label"]) == ("img", "Go home")
    strange = draw(make(Icon, name="flux_capacitor")).one("svg")
    assert (strange["role"], strange["aria-label"]) == ("img", "flux_capacitor")


@pytest.mark.parametrize(
    ("icon", "name"),
    [
        (make(Icon, name="home", accessible_name="Go home"), "home"),
        (make(Icon, path="M1 2h3z", accessible_name="Our mark"), "Our mark"),
        (make(Icon, path="M1 2h3z"), "custom"),
    ],
)
def test_every_icon_has_a_name_in_the_report(icon: Icon, name: str) -> None:
    assert draw(icon).one("svg")["data-icon"] == name


def test_an_agents_own_path_is_drawn_and_anything_else_is_not() -> None:
    assert draw(make(Icon, path="M1 2h3z")).one("path")["d"] == "M1 2h3z"
    assert 'd="M1 2h3z' not in RENDERER.markup(screen(make(Icon, path='M1 2h3z"/><script>'))).body


def test_players_are_not_operable_and_need_no_network() -> None:
    for kind in (Video, AudioPlayer):
        parsed = draw(make(kind, source="https://example.com/a"))
        assert not [tag for tag in parsed.tags if tag.name in ("video", "audio", "source", "button")]
        assert not [tag for tag in parsed.tags if "data-element" in tag.attributes]


@pytest.mark.parametrize("kind", [Video, AudioPlayer])
def test_a_player_without_a_description_has_no_word_on_it(kind: type[Node]) -> None:
    parsed = draw(make(kind))
    assert "".join(parsed.texts).strip() == ""
    assert next(tag["aria-label"] for tag in parsed.tags if "data-source" in tag.attributes)


@pytest.mark.parametrize("kind", [Video, AudioPlayer])
def test_a_player_shows_its_accessible_name_quietly(kind: type[Node]) -> None:
    parsed = draw(make(kind, accessible_name="Spoken"))
    assert [tag.inside for tag in parsed.tags if "data-quiet" in tag.attributes] == ["Spoken"]


def test_rows_and_columns_say_how_they_are_laid_out() -> None:
    row = make(Row, items=(text("a"), text("b")), justify="spaceBetween", align="center")
    column = make(Column, items=(row,), align="end")
    classes = [str(tag.attributes.get("class")) for tag in draw(column).tags]
    assert "column justify-start align-end" in classes
    assert "row words justify-spaceBetween align-center" in classes


def test_a_tab_bar_shows_all_heads_and_one_pane() -> None:
    parsed = draw(make(Tabs, "t", tabs=TABS, selected=1, pane=text("pane")))
    assert [tab.inside for tab in parsed.all("button", role="tab")] == ["First", "Second"]
    assert parsed.element("t#0")["aria-selected"] == "false"
    chosen = parsed.element("t#1")
    assert chosen["aria-selected"] == "true"
    pane = parsed.one("div", role="tabpanel")
    assert (pane.inside.strip(), pane["aria-labelledby"], chosen["aria-controls"]) == ("pane", chosen["id"], pane["id"])


def test_a_tab_without_a_title_still_has_a_name() -> None:
    assert draw(make(Tabs, "t", tabs=(Tab("", 0),))).element("t#0")["aria-label"] == "Tab 1"


@pytest.mark.parametrize(
    ("reason", "words"),
    [("unknown", "Missing cannot be shown."), ("cycle", "This part contains itself."), ("pending", "")],
)
def test_a_missing_part_is_explained_quietly(reason: str, words: str) -> None:
    parsed = draw(make(Missing, reason=reason))
    assert "".join(tag.inside for tag in parsed.tags if "data-quiet" in tag.attributes) == words
    assert "".join(parsed.texts).strip() == words


# Buttons


def test_a_button_is_a_native_button() -> None:
    button = draw(BUTTON).element("press")
    assert (button.name, button["type"], button.inside) == ("button", "button", "Press")
    assert "disabled" not in button.attributes


def test_a_disabled_button_says_why() -> None:
    parsed = draw(replace(BUTTON, enabled=False, messages=("Accept the terms", "Enter a name")))
    button = parsed.element("press")
    assert "disabled" in button.attributes
    (box,) = [tag for tag in parsed.tags if tag.attributes.get("id") == button["aria-describedby"]]
    assert box.inside == "Accept the termsEnter a name"
    assert button.inside == "Press"


FAILING = replace(BUTTON, enabled=False, messages=("Accept the terms before you go on",))


def test_the_message_of_a_button_in_a_row_is_told_under_the_row() -> None:
    parsed = draw(make(Row, "row", items=(text("Total"), FAILING), justify="end", weight=2))
    outer, row = parsed.tags[2], parsed.tags[3]
    assert (outer["class"], outer["data-weight"]) == ("told end", "2")
    assert (row["class"], row.inside) == ("row  justify-end align-stretch", "TotalPress")
    assert parsed.one("p", id=str(parsed.element("press")["aria-describedby"])).inside == FAILING.messages[0]


def test_what_several_buttons_lack_is_told_once() -> None:
    other = replace(FAILING, key="other", messages=(*FAILING.messages, "Enter a name"))
    parsed = draw(make(Row, "row", items=(FAILING, other)))
    first, second = (str(parsed.element(key)["aria-describedby"]).split() for key in ("press", "other"))
    assert first == second[:1]
    assert [parsed.one("p", id=each).inside for each in second] == list(other.messages)
    assert len(parsed.all("p", **{"class": "message"})) == 2


def test_a_message_that_fits_its_button_stays_with_it() -> None:
    taken = replace(FAILING, messages=("Taken",))
    parsed = draw(make(Row, "row", items=(taken, replace(BUTTON, key="other"))))
    (box,) = [tag for tag in parsed.tags if tag.attributes.get("class") == "button-box"]
    assert box.inside == "PressTaken"
    assert not [tag for tag in parsed.tags if str(tag.attributes.get("class")).startswith("told")]


def test_a_button_that_opens_a_modal_tells_its_message_under_the_row() -> None:
    parsed = draw(make(Row, "row", items=(text("Total"), make(Modal, "m", trigger=FAILING))))
    assert parsed.element("m").inside == "Press"


def test_messages_of_a_list_that_scrolls_stand_under_it() -> None:
    parsed = draw(make(List, "list", items=(text("a"), FAILING), direction="horizontal"))
    (scrolling,) = [tag for tag in parsed.tags if str(tag.attributes.get("class")).startswith("list")]
    assert scrolling.inside == "aPress"


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (make(Icon, name="shoppingCart"), "Shopping cart"),
        (make(Icon, name="delete", accessible_name="Remove"), "Remove"),
        (make(Row, items=(make(Image, description="A fox"),)), "A fox"),
        (make(Column), "Button"),
        (text(""), "Button"),
        (text("**"), None),
        (None, "Button"),
        (make(Row, items=(make(Icon, name="home"), text("Home"))), None),
    ],
)
def test_a_button_without_words_gets_a_name(content: Node | None, name: str | None) -> None:
    assert draw(replace(BUTTON, child=content)).element("press").attributes.get("aria-label") == name


def test_links_inside_a_button_are_words() -> None:
    parsed = draw(replace(BUTTON, child=text("[Terms](https://example.com)")), text("[Terms](https://example.com)"))
    assert parsed.element("press").inside == "Terms"
    assert len(parsed.all("a")) == 1


def test_a_button_around_other_controls_is_no_native_button() -> None:
    # The HTML parser closes an open button when the next one begins.
    outer = make(Button, "outer", child=make(Row, "row", items=(text("Card"), BUTTON)), enabled=False)
    parsed = draw(outer)
    assert (parsed.element("outer").name, parsed.element("outer")["role"]) == ("div", "button")
    assert parsed.element("outer")["aria-disabled"] == "true"
    assert parsed.element("outer").inside == "CardPress"


# Inputs


@pytest.mark.parametrize(
    ("field", "kind"),
    [
        (make(TextField), "text"),
        (make(TextField, variant="number", value="3.5"), "number"),
        (make(TextField, variant="number", value=""), "number"),
        (make(TextField, variant="number", value="about 3"), "text"),
        (make(TextField, variant="number", value="1,5"), "text"),
        (make(TextField, variant="obscured"), "password"),
        (make(CheckBox), "checkbox"),
        (make(Slider), "range"),
        (make(DateTimeInput, kind="date"), "date"),
        (make(DateTimeInput, kind="time"), "time"),
        (make(DateTimeInput), "datetime-local"),
    ],
)
def test_an_input_is_the_native_one(field: Node, kind: str) -> None:
    control = draw(field).element("x")
    assert (control.name, control["type"]) == ("input", kind)


@given(st.text(max_size=20).filter(lambda value: "\r" not in value and "\0" not in value))
def test_a_long_text_keeps_every_newline(value: str) -> None:
    # A parser drops the newline that follows the start tag, so exactly one must be there.
    body = RENDERER.markup(screen(make(TextField, variant="longText", value=value))).body
    assert Parsed(body).element("x").inside == "\n" + value.encode("utf-16", "surrogatepass").decode(
        "utf-16", "replace"
    )


@pytest.mark.parametrize("sample", INPUTS, ids=lambda sample: sample.component)
def test_a_label_belongs_to_its_control(sample: Input) -> None:
    parsed = draw(sample)
    labels = [tag for tag in parsed.tags if tag.inside.strip() == sample.label]
    owned = {tag.attributes.get("id") for tag in parsed.tags}
    listed = {str(tag.attributes.get("aria-labelledby")) for tag in parsed.tags}
    assert labels
    assert any(
        tag.attributes.get("for") in owned
        or tag.name == "legend"
        or "data-box" in tag.attributes
        or tag.attributes.get("id") in listed
        for tag in labels
    )


@pytest.mark.parametrize("sample", INPUTS, ids=lambda sample: sample.component)
def test_a_control_without_a_label_has_a_name_all_the_same(sample: Input) -> None:
    parsed = draw(replace(sample, label=""))
    owner = next(
        tag
        for tag in parsed.tags
        if tag.name in ("fieldset", "select", "textarea")
        or tag.attributes.get("role") == "listbox"
        or tag.attributes.get("data-element") == "x"
    )
    assert owner["aria-label"] in (
        "Text field", "Check box", "Choices", "Choice", "Slider", "Date and time"
    )  # fmt: skip


@pytest.mark.parametrize("sample", INPUTS, ids=lambda sample: sample.component)
def test_an_accessible_name_goes_before_the_label(sample: Input) -> None:
    parsed = draw(replace(sample, accessible_name="Spoken", accessible_description="In detail"))
    (named,) = [tag for tag in parsed.tags if tag.attributes.get("aria-label") == "Spoken"]
    assert named["aria-description"] == "In detail"


@pytest.mark.parametrize("sample", INPUTS, ids=lambda sample: sample.component)
def test_failing_messages_are_tied_to_their_control(sample: Input) -> None:
    parsed = draw(replace(sample, messages=("One", "Two")))
    (invalid,) = [tag for tag in parsed.tags if tag.attributes.get("aria-invalid") == "true"]
    (box,) = [tag for tag in parsed.tags if tag.attributes.get("id") == invalid["aria-describedby"]]
    assert box.inside == "OneTwo"
    assert not [tag for tag in draw(replace(sample, messages=())).tags if "aria-invalid" in tag.attributes]


def test_a_check_box_and_its_label_are_one_box() -> None:
    parsed = draw(make(CheckBox, label="Agree", checked=True))
    assert "checked" in parsed.element("x").attributes
    (box,) = [tag for tag in parsed.tags if "data-box" in tag.attributes]
    assert (box.name, box.inside) == ("label", "Agree")


@pytest.mark.parametrize(("multiple", "kind"), [(False, "radio"), (True, "checkbox")])
def test_a_list_of_choices_is_a_group_of_native_inputs(multiple: bool, kind: str) -> None:
    parsed = draw(picker(multiple=multiple))
    assert parsed.one("fieldset").inside.strip().startswith("Size")
    assert parsed.one("legend").inside == "Size"
    small, large = parsed.element("x#s"), parsed.element("x#l")
    assert (small["type"], small["value"]) == (kind, "s")
    assert "checked" not in small.attributes
    assert "checked" in large.attributes


def test_radio_groups_never_share_a_name() -> None:
    parsed = draw(make(Column, "column", items=(picker(), picker())), picker())
    names = [tag["name"] for tag in parsed.all("input", type="radio")]
    assert names[::2] == names[1::2]
    assert len(set(names)) == 3


def test_chips_are_options_of_a_named_list() -> None:
    parsed = draw(picker(layout="chips", multiple=True))
    box = parsed.one("div", role="listbox")
    assert box["aria-multiselectable"] == "true"
    assert parsed.one("span", id=str(box["aria-labelledby"])).inside == "Size"
    assert (parsed.element("x#s").name, parsed.element("x#s")["aria-selected"]) == ("button", "false")
    assert parsed.element("x#l")["aria-selected"] == "true"


def test_a_menu_is_a_select() -> None:
    parsed = draw(picker(layout="menu"))
    assert parsed.element("x").name == "select"
    assert [(o["value"], o.inside, "selected" in o.attributes) for o in parsed.all("option")] == [
        ("s", "Small", False),
        ("l", "Large", True),
    ]


def test_a_menu_with_nothing_chosen_begins_empty() -> None:
    parsed = draw(picker(layout="menu", shown=(Option("s", "Small"),)))
    first = parsed.all("option")[0]
    assert (first["value"], first.inside, "selected" in first.attributes) == ("", "", True)


@pytest.mark.parametrize("layout", ["list", "chips"])
@pytest.mark.parametrize(
    ("most", "multiple", "refused"),
    [(2, True, ["c"]), (3, True, []), (None, True, []), (1, True, ["c"]), (1, False, [])],
)
def test_what_would_be_one_choice_too_many_is_disabled(
    layout: str, most: int | None, multiple: bool, refused: list[str]
) -> None:
    options = (Option("a", "A", selected=True), Option("b", "B", selected=True), Option("c", "C"))
    parsed = draw(picker(options=options, shown=options, multiple=multiple, most=most, layout=layout))
    disabled = [value for value in "abc" if "disabled" in parsed.element(f"x#{value}").attributes]
    assert disabled == refused


def test_a_chosen_option_that_the_filter_hides_counts_towards_the_limit() -> None:
    options = (Option("a", "A", selected=True), Option("b", "B"))
    parsed = draw(picker(options=options, shown=options[1:], multiple=True, most=1, filterable=True, filter="b"))
    assert "disabled" in parsed.element("x#b").attributes


def test_a_filter_without_a_label_is_a_search() -> None:
    assert draw(picker(label="", filterable=True)).element("x#filter")["aria-label"] == "Search"


@pytest.mark.parametrize("layout", ["list", "chips", "menu"])
def test_a_filter_shows_what_passes_it(layout: str) -> None:
    parsed = draw(picker(layout=layout, filterable=True, filter="sm", shown=(Option("s", "Small"),)))
    box = parsed.element("x#filter")
    assert (box["value"], box["aria-label"]) == ("sm", "Search in Size")
    assert "Large" not in "".join(parsed.texts)


@pytest.mark.parametrize(
    ("slider", "expected"),
    [
        (make(Slider, value=25), ("0", "100", "any", "25", "25")),
        (make(Slider, value=2.5, min=0, max=5, step=0.5), ("0", "5", "0.5", "2.5", "50")),
        (make(Slider, value=3, min=10, max=0), ("0", "10", "any", "3", "30")),
        (make(Slider, value=7, min=7, max=7), ("7", "7", "any", "7", "0")),
        (make(Slider, value=-5, step=0), ("0", "100", "any", "0", "0")),
        (make(Slider, value=float("nan"), max=float("inf")), ("0", "0", "any", "0", "0")),
        (make(Slider, value=1e-7, max=1e21), ("0", "1000000000000000000000", "any", "0.0000001", "0")),
    ],
)
def test_a_slider_has_plain_numbers(slider: Slider, expected: tuple[str, ...]) -> None:
    markup = RENDERER.markup(screen(slider))
    control = Parsed(markup.body).element("x")
    assert tuple(control[name] for name in ("min", "max", "step", "value", "data-fill")) == expected
    assert f'[data-fill="{expected[4]}"]{{--fill:{expected[4]}%}}' in markup.css


def test_the_number_beside_a_slider_is_no_text_of_the_screen() -> None:
    parsed = draw(make(Slider, label="Volume", value=62))
    assert parsed.one("output").inside == "62"
    assert "data-quiet" in parsed.one("output").attributes


def test_a_date_has_its_limits() -> None:
    control = draw(make(DateTimeInput, kind="date", value="2026-03-14", min="2026-01-01", max="2026-12-31")).element(
        "x"
    )
    assert (control["value"], control["min"], control["max"]) == ("2026-03-14", "2026-01-01", "2026-12-31")
    assert {"min", "max"}.isdisjoint(draw(make(DateTimeInput)).element("x").attributes)
