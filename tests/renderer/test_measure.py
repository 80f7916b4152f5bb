from __future__ import annotations

import json
import random
from typing import TypeVar

import pytest

from renderer.elements import Element, OptionFact, SurfaceFacts
from renderer.measure import MeasuredElement, PageFacts, join, parts
from renderer.pages import Canvas
from renderer.picture import Click, ClickAt, Frame, Happened
from renderer.view import (
    Button,
    Card,
    CheckBox,
    ChoicePicker,
    Column,
    DateTimeInput,
    Icon,
    Image,
    List,
    Modal,
    Node,
    Option,
    Row,
    Slider,
    SurfaceView,
    Tab,
    Tabs,
    Text,
    TextField,
    Video,
    View,
)

N = TypeVar("N", bound=Node)

FRAME = Frame(width=400, height=600)
SIZES = (Option("s", "Small"), Option("m", "Medium", True), Option("l", "Large"))


def node(component: type[N], key: str, /, **fields: object) -> N:
    names = {"component_id": key.partition(":")[0], "surface_id": "shop", "component": component.__name__}
    return component(key=key, **{**names, **fields})  # type: ignore[arg-type]


def text(words: str, key: str = "text", **fields: object) -> Text:
    return node(Text, key, text=words, **fields)


def button(key: str, label: str = "Go", **fields: object) -> Button:
    return node(Button, key, child=text(label, f"{key}-text"), **fields)


def picker(**fields: object) -> ChoicePicker:
    return node(ChoicePicker, "size", **{"label": "Size", "options": SIZES, "shown": SIZES, **fields})


def screen(*nodes: Node, **fields: object) -> View:
    root = nodes[0] if len(nodes) == 1 else node(Column, "root", items=nodes)
    return View((SurfaceView("shop", root),), {}, **fields)  # type: ignore[arg-type]


async def facts_of(canvas: Canvas, *nodes: Node, frame: Frame = FRAME) -> SurfaceFacts:
    return (await canvas.draw(screen(*nodes), frame)).surfaces[0]


async def element_of(canvas: Canvas, element_id: str, *nodes: Node, frame: Frame = FRAME) -> Element:
    return element(await facts_of(canvas, *nodes, frame=frame), element_id)


def element(facts: SurfaceFacts, element_id: str) -> Element:
    (found,) = [one for one in facts.elements if one.element_id == element_id]
    return found


# Texts


async def test_texts_are_told_block_by_block_in_reading_order(canvas: Canvas) -> None:
    facts = await facts_of(
        canvas,
        text("# Title"),
        text("Some **bold** and *slanted*   words", "a"),
        node(Row, "row", items=(text("left", "l"), text("right", "r"))),
        node(Card, "card", child=text("- one\n- two\n\nafter the list", "b")),
        button("go", "Send it"),
    )

    assert facts.texts == (
        *("Title", "Some bold and slanted words", "left", "right", "one", "two", "after the list", "Send it"),
    )


async def test_words_of_controls_are_texts_and_their_values_are_not(canvas: Canvas) -> None:
    facts = await facts_of(
        canvas,
        node(TextField, "name", label="Name", value="typed", placeholder="hint", messages=("Too short",)),
        node(TextField, "long", label="About", value="typed too", variant="longText"),
        node(CheckBox, "terms", label="I agree"),
        picker(layout="menu"),
        node(Slider, "volume", label="Volume", value=7),
        node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1)), pane=text("Inside")),
    )

    assert facts.texts == (*("Name", "Too short", "About", "I agree", "Size", "Volume", "One", "Two", "Inside"),)


async def test_a_choice_tells_its_label_and_its_options(canvas: Canvas) -> None:
    assert (await facts_of(canvas, picker())).texts == ("Size", "Small", "Medium", "Large")
    assert (await facts_of(canvas, picker(layout="chips"))).texts == ("Size", "Small", "Medium", "Large")


async def test_text_behind_an_open_modal_is_still_seen(canvas: Canvas) -> None:
    modal = node(Modal, "more", trigger=button("open", "Open"), content=text("Inside", "inside"), open=True)

    assert (await facts_of(canvas, text("Behind"), modal)).texts == ("Behind", "Open", "Inside")


async def test_what_only_decorates_is_no_text(canvas: Canvas) -> None:
    facts = await facts_of(
        canvas,
        node(Image, "i", source="https://img.test/a.png", description="A fox"),
        node(Video, "v", source="https://img.test/a.mp4", description="A film"),
        node(Icon, "home", name="home"),
        text("Words"),
    )

    assert facts.texts == ("Words",)
    assert facts.icons == ("home",)


async def test_right_to_left_words_keep_their_order(canvas: Canvas) -> None:
    drawing = await canvas.draw(screen(text("שלום 123 עולם"), text("مرحبا", "b"), locale="ar"), FRAME)

    assert drawing.surfaces[0].texts == ("שלום 123 עולם", "مرحبا")


# Names and values


@pytest.mark.parametrize(
    ("part", "element_id", "role", "name"),
    [
        (button("go", "Send it"), "go", "button", "Send it"),
        (button("go", "Send it", accessible_name="Send the form"), "go", "button", "Send the form"),
        (node(Button, "go", child=node(Icon, "i", name="arrowBack")), "go", "button", "Arrow back"),
        (node(TextField, "name", label="Your  name"), "name", "textbox", "Your name"),
        (node(TextField, "name", label="Bio", variant="longText"), "name", "textbox", "Bio"),
        (node(CheckBox, "terms", label="I agree"), "terms", "checkbox", "I agree"),
        (picker(), "size#s", "radio", "Small"),
        (picker(multiple=True), "size#s", "checkbox", "Small"),
        (picker(layout="chips"), "size#s", "option", "Small"),
        (picker(layout="menu"), "size", "combobox", "Size"),
        (picker(filterable=True), "size#filter", "textbox", "Search in Size"),
        (node(Slider, "volume", label="Volume"), "volume", "slider", "Volume"),
        (node(DateTimeInput, "day", label="Day", kind="date"), "day", "date", "Day"),
        (node(DateTimeInput, "hour", label="Hour", kind="time"), "hour", "time", "Hour"),
        (node(DateTimeInput, "when", label="When"), "when", "datetime", "When"),
        (node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1))), "tabs#1", "tab", "Two"),
        (text("Read [the terms](https://example.org) now"), "text@0", "link", "the terms"),
        (node(Modal, "more", trigger=text("Details")), "more", "button", "Details"),
    ],
)
async def test_every_control_has_its_role_and_name(
    canvas: Canvas, part: Node, element_id: str, role: str, name: str
) -> None:
    found = await element_of(canvas, element_id, part)

    assert (found.role, found.name) == (role, name)
    assert found.covered_by is None
    assert found.in_view


@pytest.mark.parametrize(
    ("part", "element_id", "value"),
    [
        (node(TextField, "name", value="Ann 👋"), "name", "Ann 👋"),
        (node(TextField, "name", value="two\nlines", variant="longText"), "name", "two\nlines"),
        (node(TextField, "name", value="12.50", variant="number"), "name", "12.50"),
        (node(TextField, "name", value="sécret", variant="obscured"), "name", "••••••"),
        (node(DateTimeInput, "day", value="2026-02-03", kind="date"), "day", "2026-02-03"),
        (node(DateTimeInput, "day", value="2026-02-03T09:30"), "day", "2026-02-03T09:30"),
        (node(DateTimeInput, "day", value="", kind="time"), "day", ""),
        (picker(layout="menu"), "size", "m"),
        (picker(layout="menu", options=SIZES[:1], shown=SIZES[:1]), "size", None),
        (button("go"), "go", None),
        (node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1))), "tabs#1", None),
    ],
)
async def test_every_control_tells_its_value(canvas: Canvas, part: Node, element_id: str, value: str | None) -> None:
    assert (await element_of(canvas, element_id, part)).value == value


@pytest.mark.parametrize("layout", ["list", "chips"])
async def test_of_a_choice_each_option_tells_whether_it_is_chosen(canvas: Canvas, layout: str) -> None:
    facts = await facts_of(canvas, picker(layout=layout))

    assert [(one.element_id, one.checked) for one in facts.elements] == [
        ("size#s", False),
        ("size#m", True),
        ("size#l", False),
    ]
    assert {(one.component_id, one.group) for one in facts.elements} == {("size", "Size")}


@pytest.mark.parametrize("layout", ["list", "chips"])
async def test_what_would_be_one_choice_too_many_is_told_as_disabled(canvas: Canvas, layout: str) -> None:
    facts = await facts_of(canvas, picker(layout=layout, multiple=True, most=1))

    assert [(one.element_id, one.checked, one.enabled) for one in facts.elements] == [
        ("size#s", False, False),
        ("size#m", True, True),
        ("size#l", False, False),
    ]


async def test_a_menu_lists_its_options_as_one_control(canvas: Canvas) -> None:
    years = tuple(Option(str(year), str(year), year == 1990) for year in range(1920, 2021))
    drawing = await canvas.draw(screen(picker(options=years, shown=years, layout="menu")), FRAME)
    (menu,) = drawing.surfaces[0].elements

    assert menu.options is not None
    assert menu.options[70] == OptionFact("1990", "1990", True)
    assert len(menu.options) == 101
    assert drawing.picture.height == 600


async def test_a_slider_tells_its_numbers(canvas: Canvas) -> None:
    stepped = await element_of(canvas, "volume", node(Slider, "volume", value=15, min=-5, max=45, step=2.5))
    free = await element_of(canvas, "volume", node(Slider, "volume", value=1.25, min=0, max=2))

    assert (stepped.value, stepped.min, stepped.max, stepped.step) == (15, -5, 45, 2.5)
    assert (free.value, free.min, free.max, free.step) == (1.25, 0, 2, None)


async def test_a_date_tells_its_bounds(canvas: Canvas) -> None:
    bounded = node(DateTimeInput, "day", kind="date", min="2026-01-01", max="2026-12-31")
    found = await element_of(canvas, "day", bounded)

    assert (found.min, found.max, found.step) == ("2026-01-01", "2026-12-31", None)


async def test_the_tree_adds_what_the_page_does_not_know(canvas: Canvas) -> None:
    row = {"row": "/items/1"}
    field = node(TextField, "qty:items/1", binding="/items/1/qty", messages=("Too many",), label="Quantity", **row)
    facts = await facts_of(
        canvas, field, button("buy:items/1", action="buy", enabled=False, messages=("Later",), **row)
    )
    quantity, buy = facts.elements

    assert (quantity.element_id, quantity.component_id, quantity.row) == ("qty:items/1", "qty", "/items/1")
    assert (quantity.binding, quantity.messages, quantity.action) == ("/items/1/qty", ("Too many",), None)
    assert (buy.action, buy.enabled, buy.messages, buy.binding) == ("buy", False, ("Later",), None)


# What is there and what is not


async def test_what_is_in_a_closed_tab_or_modal_is_not_listed(canvas: Canvas) -> None:
    tabs = node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1)), selected=1, pane=button("second"))
    modal = node(Modal, "more", trigger=button("open"))
    facts = await facts_of(canvas, tabs, modal)

    assert [one.element_id for one in facts.elements] == ["tabs#0", "tabs#1", "second", "more", "open"]
    assert [one.checked for one in facts.elements[:2]] == [False, True]


async def test_a_modal_is_opened_beside_the_buttons_that_its_trigger_holds(canvas: Canvas) -> None:
    inner = node(Column, "tile", items=(text("Order 7"), button("track"), text("Paid")))
    view = screen(node(Modal, "details", trigger=node(Card, "card", child=inner)))
    point = element((await canvas.draw(view, FRAME)).surfaces[0], "details").point

    for gesture in (Click("details"), ClickAt(*point)):
        assert await canvas.perform(view, FRAME, gesture) == (Happened("click", "details"),)


async def test_a_modal_whose_button_is_disabled_is_told_as_disabled_with_the_reason(canvas: Canvas) -> None:
    trigger = button("opener", enabled=False, messages=("Give your name.",))
    drawing = await canvas.draw(screen(node(Modal, "details", trigger=trigger)), FRAME)

    assert [(one.element_id, one.enabled, one.messages) for one in drawing.surfaces[0].elements] == [
        ("details", False, ("Give your name.",)),
        ("opener", False, ("Give your name.",)),
    ]


async def test_elements_of_an_open_modal_come_last(canvas: Canvas) -> None:
    modal = node(Modal, "more", trigger=button("open"), content=button("ok"), open=True)
    facts = await facts_of(canvas, modal, button("under"))

    assert [(one.element_id, one.covered_by) for one in facts.elements] == [
        ("more", "backdrop"),
        ("open", "backdrop"),
        ("under", "backdrop"),
        ("more#close", None),
        ("ok", None),
    ]


async def test_a_modal_covers_the_other_surfaces_too(canvas: Canvas) -> None:
    modal = node(Modal, "more", trigger=button("open"), content=button("ok"), open=True, surface_id="front")
    view = View((SurfaceView("shop", button("other")), SurfaceView("front", modal)), {})
    shop, front = (await canvas.draw(view, FRAME)).surfaces

    assert (shop.surface_id, front.surface_id) == ("shop", "front")
    assert [one.covered_by for one in shop.elements] == ["backdrop"]
    assert element(front, "ok").covered_by is None


async def test_an_empty_surface_has_no_facts(canvas: Canvas) -> None:
    (facts,) = (await canvas.draw(View((SurfaceView("shop", None),), {}), FRAME)).surfaces

    assert facts == SurfaceFacts("shop", (), (), (), ())


async def test_a_screen_without_surfaces_is_blank(canvas: Canvas) -> None:
    drawing = await canvas.draw(View((), {}), FRAME)

    assert drawing.surfaces == ()
    assert (drawing.picture.width, drawing.picture.height) == (400, 600)


# Places


async def test_boxes_and_points_are_pixels_of_the_picture(canvas: Canvas) -> None:
    controls = (button("go"), node(TextField, "name", label="Name"), picker())
    once = await facts_of(canvas, *controls)
    twice = await facts_of(canvas, *controls, frame=Frame(width=400, height=600, scale=2))

    for one, other in zip(once.elements, twice.elements, strict=True):
        assert other.box == pytest.approx([2 * length for length in one.box], abs=0.02)
        for place in (one, other):
            x, y, width, height = place.box
            assert x <= place.point[0] <= x + width
            assert y <= place.point[1] <= y + height


async def test_what_is_above_or_below_the_window_is_not_in_view(canvas: Canvas) -> None:
    items = tuple(button(f"b{place}") for place in range(40))
    frame = Frame(width=400, height=600, full_page=False, scroll_y=700)
    facts = await facts_of(canvas, *items, frame=frame)
    whole = await facts_of(canvas, *items)

    assert {one.covered_by for one in facts.elements} == {None}
    for one, other in zip(facts.elements, whole.elements, strict=True):
        assert one.box[1] == other.box[1] - 700
        assert one.in_view == (0 <= one.point[1] < 600)
    assert 5 < sum(one.in_view for one in facts.elements) < 15


async def test_what_only_touches_the_edge_of_the_window_is_out_of_view_and_brought_in_for_a_press(
    canvas: Canvas,
) -> None:
    far = node(List, "far", direction="horizontal", items=tuple(button(f"b{n}", "Go on") for n in range(9)))
    for width in range(360, 480, 3):
        frame = Frame(width=width, height=300, full_page=False)
        drawing = await canvas.draw(screen(far), frame)
        edge = [one for one in drawing.surfaces[0].elements if one.box[0] < width < one.box[0] + one.box[2]]
        for one in edge:
            assert await canvas.perform(screen(far), frame, Click(one.element_id)) == (
                Happened("click", one.element_id),
            )
            if one.in_view:
                assert await canvas.perform(screen(far), frame, ClickAt(*one.point)) == (
                    Happened("click", one.element_id),
                )


async def test_a_hundred_buttons_are_each_confirmed_by_the_page(canvas: Canvas) -> None:
    items = tuple(button(f"b{place}", f"Number {place}") for place in range(100))
    facts = await facts_of(canvas, *items)

    assert [one.element_id for one in facts.elements] == [f"b{place}" for place in range(100)]
    assert {one.covered_by for one in facts.elements} == {None}


async def test_the_box_of_a_tick_is_that_of_its_whole_label(canvas: Canvas) -> None:
    found = await element_of(canvas, "terms", node(CheckBox, "terms", label="A label of some length"))

    assert found.box[2] > 100


async def with_curtain(canvas: Canvas, view: View, curtain: str) -> dict[str, MeasuredElement]:
    """What the page measures when something lies over it that no screen of ours has."""
    await canvas.draw(view, FRAME)
    page = next(page for page in canvas.pages if page.shown and page.shown.view is view)
    page.shown = None
    await page.evaluate(
        f"{{ const over = document.createElement('div'); {curtain}; over.style.position = 'fixed'; "
        "document.querySelector('[data-surface]').append(over); }",
        "hang a curtain",
    )
    facts: PageFacts = json.loads(await page.call("measure", 400, 600, 1, step="measure"))
    return {one["element_id"]: one for one in facts["surfaces"][0]["elements"]}


async def test_what_lies_over_an_element_is_named(canvas: Canvas) -> None:
    over = "over.style.inset = '0'; over.style.zIndex = 99"
    nameless = await with_curtain(canvas, screen(button("go")), over)
    named = await with_curtain(canvas, screen(button("go")), f"over.dataset.element = 'lid'; {over}")

    assert nameless["go"]["covered_by"] == "div"
    assert named["go"]["covered_by"] == "lid"


@pytest.mark.parametrize("half", ["left: 0; right: 45%", "left: 45%; right: 0", "left: 30%; right: 30%"])
async def test_an_element_half_covered_is_pressed_on_its_free_half(canvas: Canvas, half: str) -> None:
    sides = "; ".join(f"over.style.{side.replace(': ', ' = `')}`" for side in half.split("; "))
    found = await with_curtain(canvas, screen(button("go")), f"over.style.top = '0'; over.style.bottom = '0'; {sides}")
    x, _, width, _ = found["go"]["box"]

    assert found["go"]["covered_by"] is None
    assert x < found["go"]["point"][0] < x + width
    assert abs(found["go"]["point"][0] - 200) > 20


async def test_ids_of_any_letters_are_told_apart(canvas: Canvas) -> None:
    keys = ['a"b', "a'b", "a&amp;b", "a#b", "a@1", "ü/ß", "a b", "<i>"]
    facts = await facts_of(canvas, *(button(key) for key in keys))

    assert [one.element_id for one in facts.elements] == keys
    for one in facts.elements:
        happened = await canvas.perform(screen(*(button(key) for key in keys)), FRAME, ClickAt(*one.point))
        assert [what.element_id for what in happened] == [one.element_id]


async def test_a_list_keeps_its_rows_apart(canvas: Canvas) -> None:
    rows = tuple(button(f"buy:items/{place}", f"Buy {place}", row=f"/items/{place}") for place in range(3))
    facts = await facts_of(canvas, node(List, "list", items=rows))

    assert [(one.element_id, one.component_id, one.row) for one in facts.elements] == [
        (f"buy:items/{place}", "buy", f"/items/{place}") for place in range(3)
    ]


LEAVES: list[Node] = [
    text("Words"),
    button("go"),
    node(TextField, "name", label="Name", value="Ann"),
    node(CheckBox, "terms", label="I agree"),
    picker(),
    node(Slider, "volume", label="Volume"),
    node(DateTimeInput, "day", label="Day"),
]


def numbered(leaf: Node, place: int) -> Node:
    fields = {name: getattr(leaf, name) for name in leaf.__dataclass_fields__}
    return type(leaf)(**{**fields, "key": f"{leaf.key}{place}", "component_id": f"{leaf.key}{place}"})


@pytest.mark.parametrize("width", [240, 400, 900])
async def test_no_element_of_any_column_is_covered_or_out_of_the_picture(canvas: Canvas, width: int) -> None:
    chance = random.Random(width)
    for _ in range(4):
        leaves = [numbered(chance.choice(LEAVES), place) for place in range(chance.randint(1, 12))]
        drawing = await canvas.draw(screen(*leaves), Frame(width=width, height=300))
        for one in drawing.surfaces[0].elements:
            x, y, wide, high = one.box
            assert (one.covered_by, one.in_view) == (None, True)
            assert 0 <= x < x + wide <= drawing.picture.width
            assert 0 <= y < y + high <= drawing.picture.height


# Joining


def measured(element_id: str, **fields: object) -> MeasuredElement:
    whole = {
        "element_id": element_id,
        "role": "button",
        "name": "Name",
        "enabled": True,
        "box": [10, 20, 30, 40],
        "point": [25, 40],
        "covered_by": None,
        "shown": True,
        **fields,
    }
    return whole  # type: ignore[return-value]


def page(*elements: MeasuredElement, width: int = 100, height: int = 100) -> PageFacts:
    return {
        "surfaces": [{"surface_id": "shop", "texts": [], "images": [], "icons": [], "elements": list(elements)}],
        "content_height": height,
        "width": width,
        "height": height,
        "scroll": 0,
    }


def test_lengths_are_scaled_to_the_picture() -> None:
    (facts,) = join(screen(button("go")), page(measured("go")), 1.5)
    (one,) = facts.elements

    assert (one.box, one.point) == ((15, 30, 45, 60), (37.5, 60))


@pytest.mark.parametrize(
    ("point", "shown", "in_view"),
    [([25, 40], True, True), ([25, 100], True, False), ([-1, 40], True, False), ([25, 40], False, False)],
)
def test_in_view_is_what_the_picture_shows(point: list[float], shown: bool, in_view: bool) -> None:
    (facts,) = join(screen(button("go")), page(measured("go", point=point, shown=shown)), 1)
    (one,) = facts.elements

    assert one.in_view is in_view


def test_an_element_the_tree_does_not_know_is_left_out() -> None:
    (facts,) = join(screen(button("go")), page(measured("stop"), measured("go")), 1)

    assert [one.element_id for one in facts.elements] == ["go"]


def test_a_surface_the_tree_does_not_know_is_left_out() -> None:
    assert join(View((), {}), page(measured("go")), 1) == ()


def test_controlsof_a_component_lead_to_it() -> None:
    modal = node(Modal, "more", trigger=button("open"), content=picker(layout="menu", filterable=True), open=True)
    known = parts(SurfaceView("shop", modal))

    assert {key: part.node.component for key, part in known.items()} == {
        "more": "Modal",
        "more#close": "Modal",
        "open": "Button",
        "open-text": "Text",
        "size": "ChoicePicker",
        "size#filter": "ChoicePicker",
        "size#s": "ChoicePicker",
        "size#m": "ChoicePicker",
        "size#l": "ChoicePicker",
    }
