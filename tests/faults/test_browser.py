"""What goes wrong between a service and its browser: crashes, threads, moving pictures, coordinates, cover."""

from __future__ import annotations

import asyncio
import datetime as dt
import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from renderer.browser import BrowserSettings
from renderer.elements import Element
from renderer.errors import BrowserLost, DeadlineExceeded, RendererError
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.picture import Frame
from tests.conftest import NewSession
from tests.faults.listener import listening, ok
from tests.faults.live import act, colours, model, page_of, picture, refusal, sent, show, texts
from tests.faults.payloads import Message, at, button, column, data_uri, moving_gif, part, png, put, screen, text
from ui_server.errors import NotOperable
from ui_server.screen import Screen
from ui_server.session import Session, SessionSettings
from ui_server.steps import ClickAtStep, ClickStep, FillStep, PressStep, ScrollStep, ToggleStep

PHONE = Frame(width=360, height=640, full_page=False)


def form(label: str = "Name") -> list[Message]:
    return screen(
        column("name", "send"),
        part("name", "TextField", label=label, value=at("/name")),
        *button("send", "Send", "send", {"name": at("/name")}, variant="primary"),
    )


# -- lost and hanging pages --------------------------------------------------------------------------------------------


async def crash(page: Page, tools: CDPSession) -> None:
    """Ends the page's process, as a lack of memory would."""
    gone = asyncio.get_running_loop().create_future()
    page.once("crash", lambda _: gone.set_result(None))
    command = asyncio.ensure_future(tools.send("Page.crash"))
    try:
        await asyncio.wait_for(gone, 20)
    finally:
        command.cancel()
        await asyncio.gather(command, return_exceptions=True)


async def test_a_crashed_page_is_replaced_and_what_was_typed_is_still_there(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-056. The rule: a screen that meets a crash is drawn again on a new page; only an act is not repeated."""
    session = new_session()
    await show(session, *form())
    await act(session, FillStep("name", "Ottilie"))
    for kept in canvas.pages:
        await crash(kept.page, await kept.page.context.new_cdp_session(kept.page))
    first = await session.show()
    second = await session.show()
    assert first.elements()["name"].value == second.elements()["name"].value == "Ottilie"
    (event,) = await act(session, ClickStep("send"))
    assert sent(event)["context"] == {"name": "Ottilie"}


async def test_a_page_that_dies_under_a_click_is_said_to_be_lost_and_nothing_is_half_done(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-056"""
    session = new_session()
    await show(session, *form())
    await act(session, FillStep("name", "Ottilie"))
    assert session.shown is not None
    page = page_of(canvas, session.shown.screen)
    tools = await page.context.new_cdp_session(page)
    dying: list[asyncio.Task[None]] = []
    await page.expose_function("die", lambda: dying.append(asyncio.ensure_future(crash(page, tools))))
    await page.evaluate("addEventListener('mousedown', () => { window.die(); for (;;) {} }, true)")
    before = list(session.events)
    with pytest.raises(BrowserLost) as caught:
        await act(session, ClickStep("send"))
    await asyncio.gather(*dying)
    assert caught.value.owner == "renderer"
    assert (session.events, model(session)) == (before, {"name": "Ottilie"})
    assert (await session.show()).elements()["name"].value == "Ottilie"
    (event,) = await act(session, ClickStep("send"))
    assert sent(event)["context"] == {"name": "Ottilie"}


async def test_a_page_that_hangs_under_a_click_is_given_up_at_the_deadline(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-056"""
    session = new_session(SessionSettings(deadline=4.0))
    shown = await show(session, *form())
    await page_of(canvas, shown).evaluate("addEventListener('mousedown', () => { for (;;) {} }, true)")
    with pytest.raises(DeadlineExceeded):
        await act(session, ClickStep("send"))
    assert session.events == []
    calm = new_session()
    assert texts(await show(calm, *form())) == texts(shown)


async def test_a_page_that_hangs_is_replaced_before_the_deadline_of_a_screen(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-056"""
    session = new_session(SessionSettings(deadline=8.0))
    shown = await show(session, *form())
    await page_of(canvas, shown).evaluate("setTimeout(() => { for (;;) {} }, 0), null")
    assert (await session.show()).png == shown.png


async def test_a_browser_that_is_killed_is_started_again(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    """BUG-056"""
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as own:
        session = Session(own, clock=lambda: dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC))
        await show(session, *form())
        await act(session, FillStep("name", "Ottilie"))
        browser = own.pages[0].page.context.browser
        assert browser is not None
        gone = asyncio.get_running_loop().create_future()
        browser.once("disconnected", lambda _: gone.set_result(None))
        tools = await browser.new_browser_cdp_session()
        killing = asyncio.ensure_future(tools.send("Browser.crash"))
        await asyncio.wait_for(gone, 20)
        with pytest.raises(PlaywrightError):
            await killing
        assert (await session.show()).elements()["name"].value == "Ottilie"


# -- threads -----------------------------------------------------------------------------------------------------------


async def test_calls_from_many_threads_and_from_the_loop_are_served_each_its_own_screen(
    new_session: NewSession,
) -> None:
    """BUG-063"""
    loop = asyncio.get_running_loop()

    async def play(name: str) -> tuple[Any, ...]:
        session = new_session()
        await show(session, *form(f"Name of {name}"))
        await act(session, FillStep("name", name))
        (event,) = await act(session, ClickStep("send"))
        assert session.shown is not None
        shown = session.shown.screen
        return sent(event)["context"], texts(shown), shown.elements()["name"].value

    def from_a_thread(name: str) -> tuple[Any, ...]:
        return asyncio.run_coroutine_threadsafe(play(name), loop).result(timeout=60)

    names = [f"caller {number}" for number in range(10)]
    with ThreadPoolExecutor(max_workers=8) as threads:
        called = [loop.run_in_executor(threads, from_a_thread, name) for name in names[:8]]
        played = await asyncio.gather(*called, *(play(name) for name in names[8:]))
    assert played == [({"name": name}, [f"Name of {name}", "Send"], name) for name in names]


async def test_a_call_from_another_loop_is_refused_with_the_reason(new_session: NewSession) -> None:
    """BUG-063"""
    session = new_session()
    session.receive(form())

    def elsewhere() -> None:
        asyncio.run(session.render())

    with pytest.raises(RendererError) as caught:
        await asyncio.to_thread(elsewhere)
    assert "loop" in caught.value.message and caught.value.hint


# -- pictures ----------------------------------------------------------------------------------------------------------


async def test_pictures_far_down_are_drawn_and_those_that_never_come_are_told(new_session: NewSession) -> None:
    """BUG-059"""
    count, hanging, absent = 40, 7, 23
    answers = {f"/{number}.png": ok(png(f"#{number:02X}80C0")) for number in range(count)}
    answers.pop(f"/{absent}.png")
    async with listening({**answers, f"/{hanging}.png": None}) as gallery:
        settings = SessionSettings(allow_hosts=frozenset({f"127.0.0.1:{gallery.port}"}), deadline=8.0)
        shown = await show(
            new_session(settings),
            *screen(
                part("root", "List", children={"componentId": "photo", "path": "/photos"}),
                part("photo", "Image", url=at("url"), description=at("name"), variant="header"),
                model={
                    "photos": [
                        {"url": gallery.url(f"/{number}.png"), "name": f"photo {number}"} for number in range(count)
                    ]
                },
            ),
        )
    images = shown.drawing.surfaces[0].images
    assert [image.alt for image in images] == [f"photo {number}" for number in range(count)]
    assert [number for number, image in enumerate(images) if not image.loaded] == [hanging, absent]
    assert images[-1].box[1] > 3 * shown.frame.height
    drawn = picture(shown)
    for number, image in enumerate(images):
        x, y, width, height = image.box
        middle = drawn.getpixel((round(x + width / 2), round(y + height / 2)))
        assert (middle == (number, 0x80, 0xC0)) is image.loaded
    assert all(image.box[2] > 0 and image.box[3] > 0 for image in images)
    assert len(gallery.requests) == count


SPINNER = data_uri(moving_gif(), "image/gif")
WAITING = screen(
    column("wait", "below"),
    part("wait", "Modal", trigger="open", content="busy"),
    *button("open", "Open", "open"),
    column("turning", "words", name="busy"),
    part("turning", "Image", url=SPINNER, description="Busy"),
    text("words", "One moment"),
    text("below", "Below"),
)


async def test_two_pictures_of_one_screen_are_the_same_to_the_byte(new_session: NewSession) -> None:
    """BUG-060"""
    session = new_session()
    await show(session, *WAITING)
    await act(session, ClickStep("open"))
    assert session.shown is not None
    opened = session.shown.screen.png
    assert [(await session.show()).png for _ in range(2)] == [opened, opened]


async def test_two_pages_and_two_browsers_draw_the_same_bytes(
    new_session: NewSession, renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    """BUG-060"""

    async def drawn(session: Session) -> bytes:
        await show(session, *WAITING)
        await act(session, ClickStep("open"))
        assert session.shown is not None
        return session.shown.screen.png

    pictures = await asyncio.gather(*(drawn(new_session()) for _ in range(4)))
    async with Canvas.open(renderer, browser_settings) as other:
        pictures.append(await drawn(Session(other, clock=lambda: dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC))))
    assert len(set(pictures)) == 1


async def test_an_open_modal_is_wholly_there_and_a_moving_picture_stands_still(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-060"""
    session = new_session()
    await show(session, *WAITING)
    await act(session, ClickStep("open"))
    assert session.shown is not None
    shown = session.shown.screen
    dialog = page_of(canvas, shown).locator("dialog")
    assert await dialog.evaluate("found => getComputedStyle(found).opacity") == "1"
    box = await dialog.bounding_box()
    assert box is not None
    ground = await dialog.evaluate("found => getComputedStyle(found).backgroundColor.match(/[0-9.]+/g).map(Number)")
    middle_left = (round(box["x"] + 4), round(box["y"] + box["height"] / 2))
    assert picture(shown).getpixel(middle_left) == tuple(ground)
    (image,) = shown.drawing.surfaces[0].images
    assert (0xFF, 0, 0) in colours(shown, image.box) and (0, 0, 0xFF) not in colours(shown, image.box)


# -- targets -----------------------------------------------------------------------------------------------------------

TERMS = screen(
    column("terms", "filler", "next"),
    part(
        "terms",
        "CheckBox",
        label="I have read the [conditions](https://example.com/conditions) which go on for so many words that they "
        "need several lines on the small screen of a telephone",
        value=at("/terms"),
    ),
    text("filler", "\n\n".join(f"Paragraph {number}" for number in range(40))),
    *button("next", "Next", "next", {"terms": at("/terms")}),
    model={"terms": False},
)


async def test_a_box_with_a_long_label_is_ticked_by_one_click_and_no_link_is_followed(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-064"""
    session = new_session(SessionSettings(frame=PHONE))
    shown = await show(session, *TERMS)
    page = page_of(canvas, shown)
    address = page.url
    assert shown.elements()["terms"].box[3] > 60
    (ticked,) = await act(session, ClickStep("terms"))
    assert (model(session)["terms"], ticked.local, ticked.message) == (True, None, None)
    assert page.url == address and len(page.context.pages) == len(canvas.pages)
    (event,) = await act(session, ClickStep("next"))
    assert sent(event)["context"] == {"terms": True}


async def test_no_bar_of_ours_covers_a_target(new_session: NewSession) -> None:
    """BUG-064"""
    session = new_session(SessionSettings(frame=PHONE))
    shown = await show(session, *TERMS)
    assert [element.covered_by for element in shown.elements().values()] == [None, None]
    (bottom,) = [one for one in shown.elements().values() if one.element_id == "next"]
    assert not bottom.in_view
    await act(session, ScrollStep(10_000))
    assert session.shown is not None
    assert session.shown.screen.elements()["next"].in_view


async def test_a_covered_target_is_refused_with_the_name_of_what_covers_it(new_session: NewSession) -> None:
    """BUG-064"""
    session = new_session(SessionSettings(frame=PHONE, deadline=5.0))
    await show(
        session,
        *screen(
            column("door", "tick"),
            part("door", "Modal", trigger="open", content="inside"),
            *button("open", "Open", "open"),
            text("inside", "Inside"),
            part("tick", "CheckBox", label="Below", value=at("/tick")),
        ),
    )
    await act(session, ClickStep("open"))
    refused = await refusal(act(session, ToggleStep("tick", True)))
    assert isinstance(refused, NotOperable)
    assert (refused.code, "backdrop" in refused.message) == ("covered", True)
    assert [one.element_id for one in refused.possible] == ["door#close"]
    assert model(session) == {}


# -- coordinates -------------------------------------------------------------------------------------------------------

ROWS = 24


def ladder() -> list[Message]:
    """Buttons one under the other, more than three small windows high."""
    names = [f"rung{number}" for number in range(ROWS)]
    rungs = [piece for name in names for piece in button(name, f"Step {name}", "stepped", variant="primary")]
    return screen(column(*names), *rungs)


SMALL = Frame(width=400, height=420, full_page=False)


async def scrolled(session: Session) -> Screen:
    """The ladder, its window moved to the middle."""
    first = await show(session, *ladder())
    assert first.drawing.content_height > 3 * SMALL.height
    await act(session, ScrollStep(first.drawing.content_height // 2))
    assert session.shown is not None
    return session.shown.screen


def in_the_middle(shown: Screen) -> Element:
    visible = [element for element in shown.elements().values() if element.in_view]
    return visible[len(visible) // 2]


async def test_boxes_are_places_in_the_picture_of_a_scrolled_window(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-065"""
    shown = await scrolled(new_session(SessionSettings(frame=SMALL)))
    assert picture(shown).size == (SMALL.width, SMALL.height)
    page = page_of(canvas, shown)
    assert await page.evaluate("scrollY") == shown.frame.scroll_y > 0
    middle = in_the_middle(shown)
    there = page.get_by_role("button", name=middle.name, exact=True)
    x, y, width, height = await there.evaluate(
        "found => { const r = found.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }"
    )
    assert middle.box == pytest.approx((x, y, width, height), abs=0.01)
    colour = await there.evaluate("found => getComputedStyle(found).backgroundColor.match(/[0-9.]+/g).map(Number)")
    beside_the_label = (round(x + 6), round(y + height / 2))
    assert picture(shown).getpixel(beside_the_label) == tuple(colour)


async def test_what_is_outside_of_the_window_is_said_to_be(new_session: NewSession) -> None:
    """BUG-065"""
    shown = await scrolled(new_session(SessionSettings(frame=SMALL)))
    elements = list(shown.elements().values())
    assert len(elements) == ROWS
    seen = [element.in_view for element in elements]
    assert seen[0] is seen[-1] is False and any(seen)
    for element in elements:
        inside = 0 <= element.point[1] < SMALL.height
        assert element.in_view is inside


async def test_a_click_at_the_reported_point_of_a_scrolled_window_hits(new_session: NewSession) -> None:
    """BUG-065"""
    session = new_session(SessionSettings(frame=SMALL))
    middle = in_the_middle(await scrolled(session))
    (event,) = await act(session, ClickAtStep(*middle.point))
    assert sent(event)["sourceComponentId"] == middle.component_id


async def test_a_click_on_something_outside_of_the_window_brings_it_in(new_session: NewSession) -> None:
    """BUG-065"""
    session = new_session(SessionSettings(frame=SMALL))
    await scrolled(session)
    first, last = await act(session, ClickStep("rung0"), ClickStep(f"rung{ROWS - 1}"))
    assert (sent(first)["sourceComponentId"], sent(last)["sourceComponentId"]) == ("rung0", f"rung{ROWS - 1}")


async def test_the_window_stays_where_the_person_had_to_scroll_for_an_act(new_session: NewSession) -> None:
    session = new_session(SessionSettings(frame=SMALL))
    bottom = (await scrolled(session)).drawing.content_height - SMALL.height
    for rung, seen in (("rung0", 0), (f"rung{ROWS - 1}", bottom)):
        await act(session, ClickStep(rung))
        assert session.shown is not None
        assert session.shown.screen.elements()[rung].in_view
        assert session.shown.screen.frame.scroll_y == pytest.approx(seen, abs=40)


async def test_a_modal_opened_far_down_is_in_the_window_and_closing_it_leads_back(new_session: NewSession) -> None:
    session = new_session(SessionSettings(frame=SMALL))
    help_below = part("help", "Modal", trigger="open", content="advice")
    modal = [help_below, *button("open", "Help", "helped"), text("advice", "Call us")]
    rungs = [f"rung{number}" for number in range(ROWS)]
    parts = [piece for rung in rungs for piece in button(rung, rung, "stepped")]
    await show(session, *screen(column(*rungs, "help"), *parts, *modal))
    await act(session, ClickStep("open"))
    assert session.shown is not None
    assert session.shown.screen.elements()["help#close"].in_view
    await act(session, PressStep("Escape"))
    assert session.shown.screen.elements()["open"].in_view


async def test_a_screen_that_has_become_short_is_not_said_to_be_scrolled(new_session: NewSession) -> None:
    session = new_session(SessionSettings(frame=SMALL))
    await scrolled(session)
    shown = await show(session, put(text("root", "All done")))
    assert shown.report()["viewport"]["scroll_y"] == 0
    await act(session, ScrollStep(500))
    assert session.shown is not None and session.shown.screen.frame.scroll_y == 0


DENSE = Frame(width=800, height=600, scale=2.0, full_page=False)


async def test_the_factor_between_picture_and_window_is_told_and_stays(new_session: NewSession) -> None:
    """BUG-066"""
    session = new_session(SessionSettings(frame=DENSE))
    reports = [(await show(session, *ladder())).report(), (await session.show()).report()]
    assert reports[0]["screenshot"] == reports[1]["screenshot"]
    shot = reports[0]["screenshot"]
    assert (shot["width"], shot["height"], shot["scale"]) == (1600, 1200, 2.0)
    assert shot["width"] / shot["scale"] == reports[0]["viewport"]["width"] == 800


async def test_a_click_in_a_shrunken_picture_lands_on_what_is_there(new_session: NewSession) -> None:
    """BUG-066"""
    session = new_session(SessionSettings(frame=DENSE))
    shown = await show(session, *ladder())
    target = shown.elements()["rung5"]
    small = Image.open(io.BytesIO(shown.png)).resize((400, 300))
    x, y, width, height = target.box
    factor = small.width / shown.drawing.picture.width
    in_small = (round((x + width / 2) * factor), round((y + height / 2) * factor))
    assert small.convert("RGB").getpixel((round((x + 12) * factor), in_small[1])) != (255, 255, 255)
    (event,) = await act(session, ClickAtStep(in_small[0] / factor, in_small[1] / factor))
    assert sent(event)["sourceComponentId"] == "rung5"


async def test_every_point_reaches_its_element_in_a_dense_full_page_picture(new_session: NewSession) -> None:
    """BUG-066"""
    session = new_session(SessionSettings(frame=Frame(width=400, scale=2.0)))
    shown = await show(session, *ladder())
    for name in ("rung0", "rung11", f"rung{ROWS - 1}"):
        element = shown.elements()[name]
        x, y, width, height = element.box
        assert x <= element.point[0] <= x + width and y <= element.point[1] <= y + height
        (event,) = await act(session, ClickAtStep(*element.point))
        assert sent(event)["sourceComponentId"] == name
