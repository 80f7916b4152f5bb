"""Screens that others were reported to draw wrongly: values, labels, dates, ranges, templates, Markdown, tabs."""

from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.picture import Frame
from tests.conftest import NewSession
from tests.faults.live import act, codes, cut_out, model, page_of, picture, sent, show, texts, with_role
from tests.faults.payloads import (
    at,
    begin,
    button,
    call,
    clear,
    column,
    data,
    data_uri,
    entry,
    formatted,
    old_button,
    old_column,
    old_data,
    old_part,
    old_put,
    old_text,
    options,
    part,
    png,
    put,
    screen,
    text,
)
from ui_server.errors import UnknownElement
from ui_server.session import Session
from ui_server.steps import ClickStep, SetStep

# -- check boxes and choices -------------------------------------------------------------------------------------------

BOXES = screen(
    column("wifi", "roaming", "gps", "tethering"),
    part("wifi", "CheckBox", label="Wi-Fi", value=True),
    part("roaming", "CheckBox", label="Roaming", value=False),
    part("gps", "CheckBox", label="Location", value=at("/gps")),
    part("tethering", "CheckBox", label="Tethering", value=call("not", value=at("/saving"))),
    model={"gps": True, "saving": False},
)


async def test_a_check_box_shows_a_literal_a_bound_and_a_computed_value(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-002"""
    shown = await show(new_session(), *BOXES)
    listed = {element.element_id: element.checked for element in shown.elements().values()}
    assert listed == {"wifi": True, "roaming": False, "gps": True, "tethering": True}
    script = "inputs => Object.fromEntries(inputs.map(one => [one.dataset.element, one.checked]))"
    assert await page_of(canvas, shown).locator("input").evaluate_all(script) == listed


async def test_the_ticks_are_in_the_picture(new_session: NewSession) -> None:
    """BUG-002"""
    shown = await show(new_session(), *BOXES)
    elements = shown.elements()
    square = {
        key: cut_out(shown, replace(elements[key], box=(elements[key].box[0], elements[key].box[1], 24, 24)))
        for key in elements
    }
    assert square["wifi"] == square["gps"] == square["tethering"] != square["roaming"]


CHOICES = screen(
    column("milk", "sides"),
    part("milk", "ChoicePicker", label="Kind of milk", options=options("Whole", "Skimmed"), value=["s"]),
    part(
        "sides",
        "ChoicePicker",
        label="On the side",
        variant="multipleSelection",
        displayStyle="chips",
        options=options("Biscuit", "Lemon", "Honey"),
        value=at("/sides"),
    ),
    model={"sides": ["b", "h"]},
)


async def test_a_choice_shows_its_label_beside_those_of_its_options(new_session: NewSession) -> None:
    """BUG-003"""
    shown = await show(new_session(), *CHOICES)
    assert texts(shown) == ["Kind of milk", "Whole", "Skimmed", "On the side", "Biscuit", "Lemon", "Honey"]


async def test_the_chosen_options_are_told_with_the_group_they_belong_to(new_session: NewSession) -> None:
    """BUG-003"""
    shown = await show(new_session(), *CHOICES)
    listed = [(element.group, element.name, element.checked) for element in shown.elements().values()]
    assert listed == [
        ("Kind of milk", "Whole", False),
        ("Kind of milk", "Skimmed", True),
        ("On the side", "Biscuit", True),
        ("On the side", "Lemon", False),
        ("On the side", "Honey", True),
    ]


async def test_a_closed_menu_fits_the_picture_and_its_options_have_no_place_of_their_own(
    new_session: NewSession,
) -> None:
    """BUG-068"""
    years = [{"label": str(year), "value": str(year)} for year in range(1900, 2021)]
    picker = part("root", "ChoicePicker", label="Year of birth", options=years, value=at("/year"))
    session = new_session()
    shown = await show(session, *screen(picker, model={"year": ["1987"]}))
    (menu,) = shown.elements().values()
    assert (menu.role, menu.value, len(menu.options or ())) == ("combobox", "1987", len(years))
    x, y, width, height = menu.box
    size = picture(shown).size
    assert 0 <= x < x + width <= size[0] and 0 <= y < y + height <= size[1]
    assert size == (600, 800)
    await act(session, SetStep("root", ["1944"]))
    assert model(session) == {"year": ["1944"]}


# -- dates and ranges --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
async def test_a_bare_date_stays_on_its_day_in_every_zone(
    zone: str, renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    """BUG-006"""
    payload = screen(
        column("pickup", "confirm"),
        part("pickup", "DateTimeInput", label="Collect on", value=at("/pickup"), enableDate=True, enableTime=True),
        *button("confirm", "Confirm", "confirm", {"pickup": at("/pickup")}),
        model={"pickup": "2026-03-29"},
    )
    async with Canvas.open(renderer, replace(browser_settings, pages=1, timezone=zone)) as abroad:
        session = Session(abroad, clock=lambda: dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC))
        shown = await show(session, *payload)
        page = page_of(abroad, shown)
        assert await page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone") == zone
        assert shown.elements()["pickup"].value == "2026-03-29T00:00"
        assert await page.locator("input").input_value() == "2026-03-29T00:00"
        (event,) = await act(session, ClickStep("confirm"))
    assert sent(event)["context"] == {"pickup": "2026-03-29"}


RANGES = screen(
    column("fixed", "turned", "share", "save"),
    part("fixed", "Slider", label="Fixed", min=7, max=7, value=at("/fixed")),
    part("turned", "Slider", label="Turned", min=20, max=4, value=at("/turned")),
    part("share", "Slider", label="Share", min=0, max=1, value=at("/share")),
    *button("save", "Save", "save", {"fixed": at("/fixed"), "turned": at("/turned"), "share": at("/share")}),
    model={"fixed": 7, "turned": 8, "share": 0.75},
)


async def test_ranges_without_width_or_the_wrong_way_round_keep_their_numbers(new_session: NewSession) -> None:
    """BUG-009"""
    session = new_session()
    await show(session, *RANGES)
    (event,) = await act(session, ClickStep("save"))
    context = sent(event)["context"]
    assert context == {"fixed": 7, "turned": 8, "share": 0.75}
    assert json.dumps(context) == '{"fixed": 7, "turned": 8, "share": 0.75}'


async def test_a_range_the_wrong_way_round_is_told_and_works_between_its_ends(new_session: NewSession) -> None:
    """BUG-009"""
    session = new_session()
    shown = await show(session, *RANGES)
    told = {found.component_id for found in shown.diagnostics if found.code == "reversed_range"}
    assert "turned" in told and "share" not in told
    turned = shown.elements()["turned"]
    assert (turned.min, turned.max, turned.value) == (4, 20, 8)
    await act(session, SetStep("turned", 20))
    assert model(session)["turned"] == 20


async def test_a_range_of_parts_of_one_takes_a_half(new_session: NewSession) -> None:
    """BUG-009"""
    session = new_session()
    await show(session, *RANGES)
    (event,) = await act(session, SetStep("share", 0.5))
    assert [change.to_json() for change in event.changes] == [
        {"surface_id": "main", "element_id": "share", "path": "/share", "old": 0.75, "new": 0.5}
    ]
    assert model(session)["share"] == 0.5


# -- arriving piece by piece -------------------------------------------------------------------------------------------


async def test_a_child_that_comes_late_takes_its_place_among_its_siblings(new_session: NewSession) -> None:
    """BUG-030"""
    session = new_session()
    first = await show(session, *screen(column("top", "middle", "end"), text("top", "One"), text("end", "Three")))
    assert texts(first) == ["One", "Three"]
    (note,) = first.diagnostics
    assert (note.severity, note.code, note.got) == ("warning", "dangling_child", "middle")
    second = await show(session, put(text("middle", "Two")))
    assert texts(second) == ["One", "Two", "Three"]
    assert second.diagnostics == ()


# -- texts -------------------------------------------------------------------------------------------------------------


async def test_templates_are_filled_in_as_json_writes_values_and_once_only(new_session: NewSession) -> None:
    """BUG-044"""
    shown = await show(
        new_session(),
        *screen(
            column("escaped", "nothing", "object", "signs", "counted", "one"),
            text("escaped", formatted(r"Price: \${net} ${/count}")),
            text("nothing", formatted("<${/none}><${/no}><${/absent}>")),
            text("object", formatted("${/map} ${/list}")),
            text("signs", formatted("5% {y} $9 ${/quoted}")),
            text("counted", formatted("${pluralize(value: ${/count}, one: 'seat', other: 'seats')}")),
            text("one", formatted("${pluralize(value: ${/list/0}, one: 'seat', other: 'seats')}")),
            model={"count": 4, "none": None, "no": False, "map": {"a": 2}, "list": [1, 3], "quoted": "${/count}"},
        ),
    )
    escaped, nothing, objects, signs, counted, one = texts(shown)
    assert escaped == "Price: ${net} 4"
    assert nothing == "<><false><>"
    first, second = objects.split()
    assert (json.loads(first), json.loads(second)) == ({"a": 2}, [1, 3])
    assert signs == "5% {y} $9 ${/count}"
    assert (counted, one) == ("seats", "seat")


PROSE = screen(
    column("head", "body", "small"),
    text("head", "Invoice", variant="h1"),
    text("body", "**Thick** and *thin*\nbelow"),
    text("small", "# 3 in stock", variant="caption"),
)


async def test_marks_of_markdown_are_never_shown(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-046"""
    shown = await show(new_session(), *PROSE)
    head, body, small = texts(shown)
    assert (head, body) == ("Invoice", "Thick and thin below")
    assert small in ("3 in stock", "# 3 in stock")
    page = page_of(canvas, shown)
    assert await page.get_by_role("heading", level=1).all_inner_texts() == ["Invoice"]


async def test_a_number_sign_in_the_data_makes_no_heading_of_a_caption(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-046"""
    shown = await show(new_session(), *PROSE)
    page = page_of(canvas, shown)
    size = "found => parseFloat(getComputedStyle(found).fontSize)"
    caption = await page.get_by_text("3 in stock").evaluate(size)
    body = await page.get_by_text("Thick").evaluate(size)
    heading = await page.get_by_text("Invoice").evaluate(size)
    assert caption < body < heading
    assert await page.get_by_role("heading").count() == 1


async def test_zero_and_false_are_shown_and_only_nothing_is_empty(new_session: NewSession) -> None:
    """W7"""
    shown = await show(
        new_session(),
        *screen(
            column("none", "zero", "no"),
            text("none", formatted("none: ${/none}")),
            text("zero", at("/zero")),
            text("no", at("/no")),
            model={"zero": 0, "no": False, "none": None},
        ),
    )
    assert texts(shown) == ["none:", "0", "false"]


# -- tabs --------------------------------------------------------------------------------------------------------------

DOORS = screen(
    part("root", "Tabs", tabs=[{"title": "Left", "child": "left"}, {"title": "Right", "child": "right"}]),
    *button("left", "Open left", "open", {"door": "left"}),
    *button("right", "Open right", "open", {"door": "right"}),
)


async def test_what_is_in_a_closed_tab_is_neither_shown_nor_listed(new_session: NewSession) -> None:
    """BUG-095"""
    shown = await show(new_session(), *DOORS)
    assert texts(shown) == ["Left", "Right", "Open left"]
    listed = [(element.element_id, element.role, element.name) for element in shown.elements().values()]
    assert listed == [("root#0", "tab", "Left"), ("root#1", "tab", "Right"), ("left", "button", "Open left")]
    assert [element.checked for element in with_role(shown, "tab")] == [True, False]


async def test_a_click_into_a_closed_tab_is_refused_until_the_tab_is_open(new_session: NewSession) -> None:
    """BUG-095"""
    session = new_session()
    await show(session, *DOORS)
    with pytest.raises(UnknownElement) as caught:
        await act(session, ClickStep("right"))
    assert caught.value.code == "not_on_screen"
    assert [possible.element_id for possible in caught.value.possible] == ["root#0", "root#1", "left"]
    assert session.events == []
    switched, pressed = await act(session, ClickStep("root#1"), ClickStep("right"))
    assert switched.message is None
    assert sent(pressed)["context"] == {"door": "right"}
    assert session.shown is not None
    assert [element.checked for element in with_role(session.shown.screen, "tab")] == [False, True]


# -- templates ---------------------------------------------------------------------------------------------------------

PLACES = old_put(
    old_part("root", "List", children={"template": {"componentId": "place", "dataBinding": "/places"}}),
    old_part("place", "Card", child="inside"),
    old_column("name", "reserve", name="inside"),
    old_text("name", {"path": "name"}),
    *old_button("reserve", "Reserve", "reserve", name={"path": "name"}, stars={"path": "stars"}),
)
PLACES_DATA = entry("places", {"p1": {"name": "Lido", "stars": 0}, "p2": {"name": "Mole", "stars": 4}})


async def test_maps_inside_maps_are_read_and_shown(new_session: NewSession) -> None:
    """W1"""
    session = new_session()
    shown = await show(session, PLACES, old_data(PLACES_DATA), begin())
    assert texts(shown) == ["Lido", "Reserve", "Mole", "Reserve"]
    assert model(session) == {"places": {"p1": {"name": "Lido", "stars": 0}, "p2": {"name": "Mole", "stars": 4}}}


async def test_each_row_of_a_template_has_its_own_button_and_sends_its_own_data(new_session: NewSession) -> None:
    """W2, W7"""
    session = new_session()
    shown = await show(session, PLACES, old_data(PLACES_DATA), begin())
    assert list(shown.elements()) == ["reserve:places/p1", "reserve:places/p2"]
    first, second = await act(session, ClickStep("reserve:places/p1"), ClickStep("reserve:places/p2"))
    assert sent(first)["context"] == {"name": "Lido", "stars": 0}
    assert sent(second)["context"] == {"name": "Mole", "stars": 4}
    assert (first.row, second.row) == ("/places/p1", "/places/p2")


async def test_a_template_over_a_list_keeps_the_order_and_types_of_its_items(new_session: NewSession) -> None:
    """W13"""
    session = new_session()
    rows = [{"day": "Wed", "seats": 2}, {"day": "Mon", "seats": 0}, {"day": "Tue", "seats": 1.5}]
    shown = await show(
        session,
        *screen(
            part("root", "List", children={"componentId": "line", "path": "/days"}),
            text("line", formatted("${day}: ${seats}")),
            model={"days": rows},
        ),
    )
    assert texts(shown) == ["Wed: 2", "Mon: 0", "Tue: 1.5"]
    after = await show(session, clear("/days/0"), data({"day": "Sun", "seats": 9}, "/days/-"))
    assert texts(after) == ["Mon: 0", "Tue: 1.5", "Sun: 9"]


# -- what the picture holds --------------------------------------------------------------------------------------------


async def test_a_long_screen_is_in_the_picture_down_to_its_last_line(new_session: NewSession) -> None:
    """W24"""
    lines = [text(f"line{number}", f"Line {number}") for number in range(120)]
    shown = await show(
        new_session(),
        *screen(
            column(*(line["id"] for line in lines), "last"), *lines, *button("last", "Last", "last", variant="primary")
        ),
    )
    last = shown.elements()["last"]
    height = picture(shown).height
    assert height > 2_000 and shown.drawing.picture.cut_from is None
    assert height - 100 < last.box[1] + last.box[3] <= height
    assert texts(shown)[-2:] == ["Line 119", "Last"]


async def test_a_picture_beyond_the_limit_is_cut_and_the_cut_is_told(new_session: NewSession) -> None:
    """W24"""
    lines = [text(f"line{number}", f"Line {number}") for number in range(60)]
    session = new_session()
    await show(session, *screen(column(*(line["id"] for line in lines)), *lines))
    shown = await session.show(frame=Frame(max_height=1_000))
    assert picture(shown).height == 1_000
    report: dict[str, Any] = shown.report()["screenshot"]
    assert report["cut_from"] == shown.drawing.content_height > 1_000


async def test_cards_in_cards_are_drawn_once_each(new_session: NewSession, canvas: Canvas) -> None:
    """W24"""
    depth = 12
    cards = [part(f"card{level}", "Card", child=f"card{level + 1}") for level in range(1, depth)]
    shown = await show(
        new_session(),
        *screen(column("card1"), *cards, part(f"card{depth}", "Card", child="core"), text("core", "Deep")),
    )
    assert texts(shown) == ["Deep"]
    assert await page_of(canvas, shown).locator(".card").count() == depth


async def test_a_registered_picture_is_shown_by_its_name_and_stays_a_name_in_the_data(new_session: NewSession) -> None:
    """W29"""
    session = new_session()
    session.register_image("holiday.png", png("#00A040"))
    shown = await show(
        session,
        *screen(
            column("photo", "use"),
            part("photo", "Image", url=at("/photo"), description="Beach"),
            *button("use", "Use it", "use", {"photo": at("/photo")}),
            model={"photo": "holiday.png"},
        ),
    )
    (image,) = shown.drawing.surfaces[0].images
    assert (image.src, image.alt, image.loaded) == ("holiday.png", "Beach", True)
    (event,) = await act(session, ClickStep("use"))
    assert sent(event)["context"] == {"photo": "holiday.png"}


async def test_one_surface_of_several_can_be_asked_for(new_session: NewSession) -> None:
    """W27"""
    session = new_session()
    both = [
        *screen(text("root", "Morning"), surface="am"),
        *screen(text("root", "Evening"), surface="pm"),
    ]
    assert texts(await show(session, *both)) == ["Morning", "Evening"]
    assert texts(await session.show("am")) == ["Morning"]
    assert texts(await session.show("pm")) == ["Evening"]


async def test_the_listing_tells_where_things_are_and_what_they_hold_and_leaves_out_orphans(
    new_session: NewSession,
) -> None:
    """W26"""
    shown = await show(
        new_session(),
        *screen(
            column("nights", "breakfast", "book"),
            part("nights", "Slider", label="Nights", min=1, max=14, value=at("/nights")),
            part("breakfast", "CheckBox", label="Breakfast", value=at("/breakfast")),
            *button("book", "Book", "book", checks=[{"condition": at("/breakfast"), "message": "Eat first"}]),
            *button("stray", "Stray", "stray"),
            model={"nights": 3, "breakfast": False},
        ),
    )
    nights, breakfast, book = shown.elements().values()
    assert (nights.value, nights.min, nights.max, nights.binding) == (3, 1, 14, "/nights")
    assert (breakfast.checked, breakfast.enabled) == (False, True)
    assert (book.enabled, book.messages, book.action) == (False, ("Eat first",), "book")
    assert nights.box[1] < breakfast.box[1] < book.box[1]
    assert codes(shown) == ["orphan"]


async def test_pictures_in_the_payload_are_drawn(new_session: NewSession) -> None:
    """W24"""
    shown = await show(
        new_session(),
        *screen(part("root", "Image", url=data_uri(png("#123456")), description="Swatch", variant="header")),
    )
    (image,) = shown.drawing.surfaces[0].images
    x, y, width, height = image.box
    assert picture(shown).getpixel((round(x + width / 2), round(y + height / 2))) == (0x12, 0x34, 0x56)
