from __future__ import annotations

import io
import json
from typing import TypeVar

import pytest
from PIL import Image as Pixels
from PIL import ImageChops

from renderer.elements import Element
from renderer.errors import RendererError, Unreachable
from renderer.pages import Canvas
from renderer.picture import Click, ClickAt, Drawing, Fill, Frame, Gesture, Happened, Key, Put
from renderer.view import (
    Button,
    CheckBox,
    ChoicePicker,
    Column,
    DateTimeInput,
    List,
    Modal,
    Node,
    Option,
    Slider,
    SurfaceView,
    Tab,
    Tabs,
    Text,
    TextField,
    View,
)

N = TypeVar("N", bound=Node)

FRAME = Frame(width=400, height=600)
MIDDLE = (
    "(one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x + width / 2, y + height / 2] }"
)
WINDOW = Frame(width=360, height=640, full_page=False)
SIZES = (Option("s", "Small"), Option("m", "Medium", True), Option("l", "Large"))


def node(component: type[N], key: str, /, **fields: object) -> N:
    return component(key=key, component_id=key, surface_id="shop", component=component.__name__, **fields)  # type: ignore[arg-type]


def button(key: str, label: str = "Go", **fields: object) -> Button:
    return node(Button, key, child=node(Text, f"{key}-text", text=label), **fields)


def screen(*nodes: Node) -> View:
    return View((SurfaceView("shop", node(Column, "root", items=nodes)),), {})


def modal(key: str = "details", *, opened: bool = True, content: Node | None = None) -> Modal:
    inside = content or button("ok", "OK")
    return node(Modal, key, trigger=button("opener", "Details"), content=inside if opened else None, open=opened)


def filler(lines: int) -> Text:
    return node(Text, "filler", text="\n\n".join("A line." for _ in range(lines)))


def clicked(element_id: str, url: str | None = None) -> Happened:
    return Happened("click", element_id, url)


def changed(element_id: str, value: str | bool) -> Happened:
    return Happened("change", element_id, value)


def element(drawing: Drawing, element_id: str) -> Element:
    return next(one for surface in drawing.surfaces for one in surface.elements if one.element_id == element_id)


# Clicking


@pytest.mark.parametrize(
    ("part", "gesture", "happened"),
    [
        (button("go"), Click("go"), (clicked("go"),)),
        (node(CheckBox, "terms", label="I agree"), Click("terms"), (changed("terms", True),)),
        (node(CheckBox, "terms", label="I agree", checked=True), Click("terms"), (changed("terms", False),)),
        (node(ChoicePicker, "size", options=SIZES, shown=SIZES), Click("size#s"), (changed("size#s", True),)),
        (node(ChoicePicker, "size", options=SIZES, shown=SIZES), Click("size#m"), ()),
        (
            node(ChoicePicker, "size", options=SIZES, shown=SIZES, multiple=True),
            Click("size#m"),
            (changed("size#m", False),),
        ),
        (
            node(ChoicePicker, "size", options=SIZES, shown=SIZES, layout="chips"),
            Click("size#l"),
            (clicked("size#l"),),
        ),
        (node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1))), Click("tabs#1"), (clicked("tabs#1"),)),
        (
            node(Text, "note", text="Read [this](https://example.org) now"),
            Click("note@0"),
            (clicked("note@0", "https://example.org"),),
        ),
    ],
)
async def test_a_click_tells_once_what_it_did(
    canvas: Canvas, part: Node, gesture: Gesture, happened: tuple[Happened, ...]
) -> None:
    assert await canvas.perform(screen(part), FRAME, gesture) == happened


async def test_the_trigger_of_a_modal_is_pressed_together_with_its_button(canvas: Canvas) -> None:
    view = screen(modal(opened=False))

    assert await canvas.perform(view, FRAME, Click("opener")) == (clicked("opener"), clicked("details"))
    assert await canvas.perform(view, FRAME, Click("details")) == (clicked("opener"), clicked("details"))


async def test_a_disabled_button_takes_no_click(canvas: Canvas) -> None:
    view = screen(button("go", enabled=False))

    assert await canvas.perform(view, FRAME, Click("go")) == ()
    assert await canvas.perform(view, FRAME, ClickAt(*element(await canvas.draw(view, FRAME), "go").point)) == ()


async def test_a_button_within_a_button_is_pressed_alone(canvas: Canvas) -> None:
    outer = node(Button, "outer", child=node(Column, "tile", items=(node(Text, "t", text="Tile"), button("inner"))))

    assert await canvas.perform(screen(outer), FRAME, Click("inner")) == (clicked("inner"),)


async def test_a_missing_element_cannot_be_reached(canvas: Canvas) -> None:
    with pytest.raises(Unreachable) as raised:
        await canvas.perform(screen(button("go")), FRAME, Click("stop"))

    assert (raised.value.element_id, raised.value.covered_by) == ("stop", None)


async def test_every_listed_element_is_reached_at_its_point(canvas: Canvas) -> None:
    view = screen(
        button("go"),
        node(CheckBox, "terms", label="I agree"),
        node(ChoicePicker, "size", options=SIZES, shown=SIZES, layout="chips"),
        node(Text, "note", text="Read [this](https://example.org) now"),
        node(Tabs, "tabs", tabs=(Tab("One", 0), Tab("Two", 1))),
    )
    drawing = await canvas.draw(view, FRAME)

    for one in drawing.surfaces[0].elements:
        happened = await canvas.perform(view, FRAME, ClickAt(*one.point))
        assert [what.element_id for what in happened] == [one.element_id]


# Labels with links, narrow windows


async def test_a_long_label_ticks_its_box_once_and_opens_no_link(canvas: Canvas) -> None:
    label = "I accept the [terms](https://example.org/terms) that are long enough to wrap over several lines on a phone"
    view = screen(node(CheckBox, "terms", label=label), filler(40), button("next"))

    assert await canvas.perform(view, WINDOW, Click("terms")) == (changed("terms", True),)
    assert await canvas.perform(view, WINDOW, Click("next")) == (clicked("next"),)


async def test_a_link_in_a_label_does_not_tick_the_box(canvas: Canvas) -> None:
    view = screen(node(CheckBox, "terms", label="I accept the terms"))
    await canvas.draw(view, FRAME)
    page = next(page for page in canvas.pages if page.shown and page.shown.view is view)
    page.shown = None
    link = "<a role=link data-element=link>terms</a>"
    await page.evaluate(f"document.querySelector('.check-label').innerHTML = '{link}'", "put a link into the label")
    await page.page.mouse.click(*(await page.page.locator("a").evaluate(MIDDLE)))

    assert json.loads(await page.call("finish", None, step="end")) == [
        {"kind": "click", "element_id": "link", "value": None}
    ]


async def test_a_link_that_wraps_is_hit_on_one_of_its_lines(canvas: Canvas) -> None:
    words = "These are words before it [and a link that is so long that it wraps](https://example.org) and after."
    view = screen(node(Text, "note", text=words))
    narrow = Frame(width=320, height=400)
    found = element(await canvas.draw(view, narrow), "note@0")

    assert found.covered_by is None
    assert await canvas.perform(view, narrow, ClickAt(*found.point)) == (clicked("note@0", "https://example.org"),)


# Windows smaller than the page


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
async def test_a_picture_of_a_scrolled_window_is_clicked_where_it_shows_the_button(
    canvas: Canvas, scale: float
) -> None:
    view = screen(button("top"), filler(30), button("middle"), filler(30), button("bottom"))
    height = (await canvas.draw(view, Frame(width=800, height=600))).content_height
    frame = Frame(width=800, height=600, scale=scale, full_page=False, scroll_y=height // 2 - 300)
    drawing = await canvas.draw(view, frame)
    top, middle = element(drawing, "top"), element(drawing, "middle")

    assert (drawing.picture.width, drawing.picture.height) == (800 * scale, 600 * scale)
    assert (top.in_view, middle.in_view) == (False, True)
    assert await canvas.perform(view, frame, ClickAt(*middle.point)) == (clicked("middle"),)
    assert await canvas.perform(view, frame, Click("bottom")) == (clicked("bottom"),)


async def test_a_point_outside_the_picture_is_refused(canvas: Canvas) -> None:
    with pytest.raises(Unreachable):
        await canvas.perform(screen(button("go")), FRAME, ClickAt(10, 5000))


async def test_a_press_that_lands_elsewhere_is_kept_from_the_page_and_told(canvas: Canvas) -> None:
    """Right after a picture twice as large as the window, the browser now and then halves where the mouse is."""
    view = screen(button("go"), node(CheckBox, "terms", label="I agree"))
    drawing = await canvas.draw(view, FRAME)
    page = next(page for page in canvas.pages if page.shown and page.shown.view == view)
    x, y = element(drawing, "terms").point
    await page.call("expect", 2 * x, 2 * y, step="aim")
    await page.page.mouse.click(x, y)

    assert await page.call("struck", step="look") is False
    assert json.loads(await page.call("finish", None, step="end")) == []

    await page.call("expect", x, y, step="aim")
    await page.page.mouse.click(x, y)

    assert await page.call("struck", step="look") is True
    assert json.loads(await page.call("finish", None, step="end")) == [
        {"kind": "change", "element_id": "terms", "value": True}
    ]
    page.shown = None


@pytest.mark.parametrize("scale", [0.5, 2.0, 3.0])
async def test_each_press_after_a_picture_of_another_scale_comes_where_it_was_aimed_at(
    scale: float, canvas: Canvas
) -> None:
    frame = Frame(width=400, height=600, scale=scale)
    view = screen(*(button(f"b{number}") for number in range(8)))
    for number in range(8):
        drawing = await canvas.draw(view, frame)
        point = ClickAt(*element(drawing, f"b{number}").point)
        assert await canvas.perform(view, frame, point) == (clicked(f"b{number}"),)


async def test_an_element_in_a_scrolling_list_is_brought_into_view(canvas: Canvas) -> None:
    items = tuple(button(f"b{place}", f"Button number {place}") for place in range(12))
    view = screen(node(List, "list", items=items, direction="horizontal"))
    drawing = await canvas.draw(view, FRAME)
    first, last = element(drawing, "b0"), element(drawing, "b11")

    assert (first.in_view, last.in_view) == (True, False)
    assert (first.covered_by, last.covered_by) == (None, None)
    assert await canvas.perform(view, FRAME, Click("b11")) == (clicked("b11"),)


# Typing


@pytest.mark.parametrize(
    "text", ["Zoë", "👩‍👩‍👧 and 日本語", "שלום עולם", "<b>&amp;</b>", '"quoted" \\ and %s', "x" * 3000]
)
async def test_typed_text_replaces_what_was_there(canvas: Canvas, text: str) -> None:
    view = screen(node(TextField, "name", label="Name", value="before"))

    assert await canvas.perform(view, FRAME, Fill("name", text)) == (changed("name", text),)


@pytest.mark.parametrize("variant", ["shortText", "longText", "number", "obscured"])
async def test_an_empty_text_clears_the_box(canvas: Canvas, variant: str) -> None:
    view = screen(node(TextField, "name", label="Name", value="12", variant=variant))

    assert await canvas.perform(view, FRAME, Fill("name", "")) == (changed("name", ""),)


async def test_a_long_text_keeps_its_lines_and_a_short_one_has_none(canvas: Canvas) -> None:
    view = screen(
        node(TextField, "long", label="Long", variant="longText"), node(TextField, "short", label="Short", value="x")
    )

    assert await canvas.perform(view, FRAME, Fill("long", "a\nb\n\nc")) == (changed("long", "a\nb\n\nc"),)
    (happened,) = await canvas.perform(view, FRAME, Fill("short", "a\nb"))
    assert "\n" not in str(happened.value)


async def test_the_same_text_typed_again_is_told_too(canvas: Canvas) -> None:
    view = screen(node(TextField, "name", label="Name", value="Ann"))

    assert await canvas.perform(view, FRAME, Fill("name", "Ann")) == (changed("name", "Ann"),)


@pytest.mark.parametrize(("typed", "held"), [("-12.5", "-12.5"), ("1e3", "1e3"), ("007", "007"), ("abc", "")])
async def test_a_number_box_tells_what_it_holds(canvas: Canvas, typed: str, held: str) -> None:
    view = screen(node(TextField, "age", label="Age", value="7", variant="number"))

    assert await canvas.perform(view, FRAME, Fill("age", typed)) == (changed("age", held),)


async def test_an_obscured_text_is_told_in_clear(canvas: Canvas) -> None:
    view = screen(node(TextField, "pin", label="PIN", value="0000", variant="obscured"))

    assert await canvas.perform(view, FRAME, Fill("pin", "s3cret")) == (changed("pin", "s3cret"),)


async def test_a_list_is_narrowed_by_its_search_box(canvas: Canvas) -> None:
    view = screen(node(ChoicePicker, "size", options=SIZES, shown=SIZES, filterable=True))

    assert await canvas.perform(view, FRAME, Fill("size#filter", "la")) == (changed("size#filter", "la"),)


async def test_a_button_takes_no_text(canvas: Canvas) -> None:
    with pytest.raises(RendererError, match="takes no text"):
        await canvas.perform(screen(button("go")), FRAME, Fill("go", "text"))


# Sliders, dates, menus


@pytest.mark.parametrize("value", ["0", "5", "35", "50"])
async def test_a_slider_is_brought_to_a_step(canvas: Canvas, value: str) -> None:
    view = screen(node(Slider, "volume", label="Volume", value=20, min=0, max=50, step=5))

    assert await canvas.perform(view, FRAME, Put("volume", value)) == (changed("volume", value),)


@pytest.mark.parametrize(
    ("low", "high", "step", "asked", "held"),
    [
        (0, 1, 0.01, "0.37", "0.37"),
        (0, 100_000, 1, "77777", "77777"),
        (-10, 10, None, "3.25", "3.25"),
        (0, 50, 5, "37", "35"),
        (0, 50, 5, "400", "50"),
        (0, 50, 5, "loud", "20"),
    ],
)
async def test_a_slider_tells_what_it_holds(
    canvas: Canvas, low: float, high: float, step: float | None, asked: str, held: str
) -> None:
    start = 20 if high == 50 else low
    view = screen(node(Slider, "volume", label="Volume", value=start, min=low, max=high, step=step))

    assert await canvas.perform(view, FRAME, Put("volume", asked)) == (changed("volume", held),)


@pytest.mark.parametrize(("low", "high", "steps"), [(0, 100, 3), (0, 100, 7), (0, 10, 6), (0.1, 0.9, 7), (0, 1, 3)])
async def test_a_slider_reaches_its_end_though_its_steps_are_no_round_numbers(
    low: float, high: float, steps: int, canvas: Canvas
) -> None:
    view = screen(node(Slider, "volume", value=high, min=low, max=high, step=(high - low) / steps))

    assert element(await canvas.draw(view, FRAME), "volume").value == high
    assert await canvas.perform(view, FRAME, Put("volume", str(high))) == (changed("volume", str(high)),)


async def test_a_slider_runs_from_right_to_left_where_people_read_so(canvas: Canvas) -> None:
    slider = node(Slider, "volume", label="Volume", value=20, min=0, max=50, step=5)
    view = View((SurfaceView("shop", slider),), {}, locale="ar")

    assert await canvas.perform(view, FRAME, Put("volume", "45")) == (changed("volume", "45"),)


@pytest.mark.parametrize(
    ("kind", "old", "asked", "held"),
    [
        ("date", "2026-01-02", "2026-02-03", "2026-02-03"),
        ("date", "2026-01-02", "", ""),
        ("date", "2026-01-02", "03/02/2026", "2026-01-02"),
        ("date", "2026-01-02", "next Tuesday", "2026-01-02"),
        ("date", "2026-01-02", "2026-02-30", "2026-01-02"),
        ("time", "", "09:30", "09:30"),
        ("time", "09:30", "half past nine", "09:30"),
        ("datetime", "", "2026-02-03T09:30", "2026-02-03T09:30"),
    ],
)
@pytest.mark.parametrize("way", [Put, Fill])
async def test_a_date_is_set_or_left_alone_but_never_half_written(
    canvas: Canvas, way: type[Put] | type[Fill], kind: str, old: str, asked: str, held: str
) -> None:
    view = screen(node(DateTimeInput, "day", label="Day", value=old, kind=kind))

    assert await canvas.perform(view, FRAME, way("day", asked)) == (changed("day", held),)


@pytest.mark.parametrize(("asked", "held"), [("l", "l"), ("m", "m"), ("xxl", "m")])
async def test_a_menu_takes_one_of_its_options(canvas: Canvas, asked: str, held: str) -> None:
    view = screen(node(ChoicePicker, "size", label="Size", options=SIZES, shown=SIZES, layout="menu"))

    assert await canvas.perform(view, FRAME, Put("size", asked)) == (changed("size", held),)


@pytest.mark.parametrize(("element_id", "from_the_end"), [("size", 200), ("size", 15), ("day", 200), ("day", 24)])
async def test_no_press_opens_a_popup(canvas: Canvas, element_id: str, from_the_end: float) -> None:
    view = screen(
        node(ChoicePicker, "size", label="Size", options=SIZES, shown=SIZES, layout="menu"),
        node(DateTimeInput, "day", label="Day", value="2026-01-02", kind="date"),
    )
    x, y, width, height = element(await canvas.draw(view, FRAME), element_id).box
    page = next(page for page in canvas.pages if page.shown and "2026-01-02" in page.shown.body)
    await page.page.mouse.click(x + width - from_the_end, y + height / 2)
    page.shown = None

    assert await page.evaluate("document.querySelectorAll(':open').length", "look for popups") == 0


# Modals


async def test_what_lies_under_an_open_modal_is_covered_by_its_backdrop(canvas: Canvas) -> None:
    view = screen(modal(), button("under"))
    under = element(await canvas.draw(view, FRAME), "under")

    assert under.covered_by == "backdrop"
    with pytest.raises(Unreachable) as raised:
        await canvas.perform(view, FRAME, Click("under"))
    assert raised.value.covered_by == "backdrop"


async def test_a_modal_is_closed_once_by_escape_by_its_backdrop_and_by_its_close_control(canvas: Canvas) -> None:
    view = screen(modal(), button("under"))
    dismissed = (Happened("dismiss", "details"),)

    assert await canvas.perform(view, FRAME, Key("Escape")) == dismissed
    assert await canvas.perform(view, FRAME, ClickAt(5, 5)) == dismissed
    assert await canvas.perform(view, FRAME, Click("details#close")) == (clicked("details#close"),)
    assert await canvas.perform(view, FRAME, Click("ok")) == (clicked("ok"),)


async def test_a_click_beside_the_controls_of_a_dialog_does_nothing(canvas: Canvas) -> None:
    view = screen(modal())
    x, y, _, height = element(await canvas.draw(view, FRAME), "ok").box

    assert await canvas.perform(view, FRAME, ClickAt(x - 6, y + height / 2)) == ()


async def test_escape_without_a_modal_does_nothing(canvas: Canvas) -> None:
    assert await canvas.perform(screen(button("go"), modal(opened=False)), FRAME, Key("Escape")) == ()


async def test_only_the_topmost_modal_is_closed(canvas: Canvas) -> None:
    inner = node(Modal, "inner", trigger=button("more", "More"), content=button("deep", "Deep"), open=True)
    view = screen(modal("outer", content=inner))

    assert await canvas.perform(view, FRAME, Key("Escape")) == (Happened("dismiss", "inner"),)
    assert await canvas.perform(view, FRAME, Click("deep")) == (clicked("deep"),)
    with pytest.raises(Unreachable):
        await canvas.perform(view, FRAME, Click("outer#close"))


# What is left behind


@pytest.mark.parametrize(
    "gesture",
    [Click("go"), Click("terms"), Fill("name", "typed"), Put("volume", "80"), Key("Tab"), Key("Escape"), ClickAt(3, 3)],
)
async def test_a_gesture_leaves_no_trace_on_the_next_screen(canvas: Canvas, gesture: Gesture) -> None:
    view = screen(
        button("go"),
        node(CheckBox, "terms", label="I agree"),
        node(TextField, "name", label="Name", value="Ann"),
        node(Slider, "volume", label="Volume", value=20),
    )
    before = await canvas.draw(view, FRAME)
    await canvas.perform(view, FRAME, gesture)
    after = await canvas.draw(view, FRAME)

    assert after.surfaces == before.surfaces
    assert _difference(before, after) is None
    assert after.picture.png == before.picture.png


async def test_nothing_is_hovered_focused_or_pressed_after_a_gesture(canvas: Canvas) -> None:
    view = screen(button("go"), node(TextField, "name", label="Name"))
    for gesture in (Click("go"), Fill("name", "typed"), Key("Tab")):
        await canvas.perform(view, FRAME, gesture)
        touched = "#stage :is(:hover, :focus, :active)"
        counts = [
            await page.evaluate(f"document.querySelectorAll('{touched}').length", "look") for page in canvas.pages
        ]
        assert sum(counts) == 0


async def test_a_key_that_does_not_exist_is_told(canvas: Canvas) -> None:
    with pytest.raises(RendererError, match="no key 'Hyper'"):
        await canvas.perform(screen(button("go")), FRAME, Key("Hyper"))


def _difference(before: Drawing, after: Drawing) -> tuple[int, int, int, int] | None:
    one, other = (Pixels.open(io.BytesIO(drawing.picture.png)).convert("RGB") for drawing in (before, after))
    return ImageChops.difference(one, other).getbbox()
