"""The debug page in a real browser: what a developer does with it, from a pasted payload to the event."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from playwright.async_api import Browser, Locator, Page, Route, expect

from renderer.pages import Canvas
from ui_server.http.app import Setup, create_app
from ui_server.http.server import address_of, listen
from ui_server.http.service import Service
from ui_server.sessions import Sessions
from ui_server.steps import parse_steps

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
FAULTY_LINE = 7
EXPECTED = tuple(
    f"Failed to load resource: {end}" for end in ("the server responded with a status of 4", "net::ERR_FAILED")
)
"""What a browser says of answers that a test wants to be refusals."""
ORDER = """[
  {"version": "v0.9", "createSurface": {"surfaceId": "order", "catalogId": "CATALOG"}},
  {"version": "v0.9", "updateComponents": {"surfaceId": "order", "components": [
    {"id": "root", "component": "Column", "children": ["title", "who", "rows"]},
    {"id": "title", "component": "Text", "text": {"path": "/title"}},
    {"id": "who", "component": "TextField", "label": "Name", "value": {"path": "/who"}},
    {"id": "rows", "component": "List", "children": {"path": "/items", "componentId": "buy"}},
    {"id": "buy", "component": "Button", "child": "label", "action": {"event":
      {"name": "buy", "context": {"what": {"path": "name"}, "who": {"path": "/who"}}}}},
    {"id": "label", "component": "Text", "text": {"path": "name"}}
  ]}},
  {"version": "v0.9", "updateDataModel": {"surfaceId": "order", "value":
    {"title": "Bakery", "who": "", "items": [{"name": "Bread"}, {"name": "Cake"}]}}}
]
""".replace("CATALOG", CATALOG)
FAULTY = ORDER.replace('"component": "List"', '"component": "Lisst"')


@asynccontextmanager
async def serving(canvas: Canvas, app: FastAPI | None = None, **setup: Any) -> AsyncIterator[str]:
    """The address of a server; its socket listens before it starts, so that nobody comes too early."""
    app = app or create_app(lambda: nullcontext(canvas), Setup(**setup))
    with listen("127.0.0.1", 0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", timeout_graceful_shutdown=1))
        task = asyncio.create_task(server.serve(sockets=[listening]))
        yield address_of(listening, "127.0.0.1")
        server.should_exit = True
        await task


@pytest.fixture(scope="module")
def app(canvas: Canvas) -> FastAPI:
    return create_app(lambda: nullcontext(canvas))


@pytest.fixture(scope="module")
async def address(app: FastAPI, canvas: Canvas) -> AsyncIterator[str]:
    async with serving(canvas, app) as address:
        yield address


@pytest.fixture
def sessions(app: FastAPI, address: str) -> Sessions:
    service: Service = app.state.service
    return service.sessions


@pytest.fixture
async def page(app: FastAPI, address: str, chromium: Browser) -> AsyncIterator[Page]:
    """The page, ready; whatever it complains of or asks of another host fails the test."""
    app.state.follow = None
    context = await chromium.new_context(viewport={"width": 1280, "height": 800})
    opened = await context.new_page()
    opened.set_default_timeout(10_000)
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    opened.on("request", lambda asked: None if _is_own(asked.url, address) else complaints.append(asked.url))
    await opened.goto(address)
    await expect(opened.locator("html")).to_have_attribute("data-ready", "true")
    yield opened
    await context.close()
    assert [complaint for complaint in complaints if not complaint.startswith(EXPECTED)] == []


def _is_own(url: str, address: str) -> bool:
    return url.startswith((f"{address}/", f"blob:{address}/"))


async def paste(page: Page, text: str) -> None:
    await page.get_by_label("A2UI payload").fill(text)


async def show(page: Page, text: str) -> None:
    await paste(page, text)
    await expect(box(page, "who")).to_be_attached()


def box(page: Page, element_id: str) -> Locator:
    return page.locator(f'.box[data-element="{element_id}"]')


async def click_picture(page: Page, element_id: str) -> None:
    """With the mouse, on the picture, where the element is."""
    await box(page, element_id).scroll_into_view_if_needed()
    edge = await box(page, element_id).bounding_box()
    assert edge is not None
    await page.mouse.click(edge["x"] + edge["width"] / 2, edge["y"] + edge["height"] / 2)


async def wire(page: Page) -> Any:
    """The latest event that was sent, as the page shows it."""
    shown = await page.locator("#panel-events .sent pre").first.inner_text()
    return json.loads(shown)


# -- from a fault to an event ------------------------------------------------------------------------------------------


async def test_a_fault_is_shown_at_its_line_and_goes_when_it_is_mended(page: Page) -> None:
    await paste(page, FAULTY)
    marked = page.locator('.numbers [data-severity="error"]')
    await expect(marked).to_have_text(str(FAULTY_LINE))
    await expect(page.locator("#diagnostics")).to_contain_text('"Lisst" is not a component of the catalog.')
    await paste(page, ORDER)
    await expect(page.locator("#diagnostics")).to_have_text("No errors, no warnings.")
    await expect(marked).to_have_count(0)


async def test_what_is_sound_beside_a_fault_is_on_the_screen(page: Page) -> None:
    await show(page, FAULTY)
    assert await page.locator(".box").count() == 1
    await expect(page.locator(".sheet img")).to_be_visible()


async def test_pressing_a_diagnostic_puts_the_caret_on_its_line(page: Page) -> None:
    await paste(page, FAULTY)
    await page.get_by_role("button", name=re.compile("Lisst")).click()
    before = await page.get_by_label("A2UI payload").evaluate(
        "area => area.value.slice(0, area.selectionStart).split('\\n').length"
    )
    assert before == FAULTY_LINE


async def test_a_click_on_the_picture_gives_the_event_in_wire_form(page: Page) -> None:
    await show(page, ORDER)
    await page.get_by_role("tab", name="Events").click()
    await click_picture(page, "buy:items/1")
    event = await wire(page)
    assert event["version"] == "v0.9"
    del event["action"]["timestamp"]
    assert event["action"] == {
        "name": "buy",
        "surfaceId": "order",
        "sourceComponentId": "buy",
        "context": {"what": "Cake", "who": ""},
    }


async def test_typing_into_a_text_box_of_the_picture_fills_it(page: Page) -> None:
    await show(page, ORDER)
    await click_picture(page, "who")
    await page.get_by_label("New value of Name").fill("Ada")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile('"who": "Ada"'))


async def test_text_that_is_half_typed_keeps_the_last_screen_and_names_the_line(page: Page) -> None:
    await show(page, ORDER)
    await paste(page, ORDER.replace('"children": ["title"', '"children": ["title'))
    await expect(page.locator("#stage")).to_have_class(re.compile("stale"))
    await expect(page.locator('.numbers [data-severity="error"]')).to_have_text("4")
    await paste(page, ORDER)
    await expect(page.locator("#stage")).not_to_have_class(re.compile("stale"))


async def test_only_the_latest_text_counts(page: Page) -> None:
    asked, overtaken = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        asked.set()
        await overtaken.wait()
        await route.continue_()

    await page.route("**/debug/benches/*", late, times=1)
    await paste(page, ORDER.replace("Bakery", "First"))
    await asyncio.wait_for(asked.wait(), 10)
    await paste(page, ORDER.replace("Bakery", "Second"))
    overtaken.set()
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile("Second"))
    await page.get_by_role("tab", name="History").click()
    await expect(page.locator(".revisions li")).to_have_count(1)


FORM = """[
  {"version": "v0.9", "createSurface": {"surfaceId": "form", "catalogId": "CATALOG"}},
  {"version": "v0.9", "updateComponents": {"surfaceId": "form", "components": [
    {"id": "root", "component": "Column", "children": ["count", "day", "size"]},
    {"id": "count", "component": "Slider", "label": "Count", "min": 0, "max": 9, "value": {"path": "/count"}},
    {"id": "day", "component": "DateTimeInput", "label": "Day", "enableDate": true, "value": {"path": "/day"}},
    {"id": "size", "component": "ChoicePicker", "label": "Size", "variant": "mutuallyExclusive",
     "value": {"path": "/size"}, "options": OPTIONS}
  ]}},
  {"version": "v0.9", "updateDataModel": {"surfaceId": "form", "value":
    {"count": 1, "day": "2026-03-01", "size": ["s1"]}}}
]
""".replace("CATALOG", CATALOG).replace(
    "OPTIONS", json.dumps([{"label": f"Size {number}", "value": f"s{number}"} for number in range(1, 10)])
)


@pytest.mark.parametrize(
    ("element_id", "value", "expected"),
    [("count", "7", '"count": 7'), ("day", "2026-04-02", '"day": "2026-04-02"')],
)
async def test_sliders_and_dates_take_a_typed_value(page: Page, element_id: str, value: str, expected: str) -> None:
    await paste(page, FORM)
    await click_picture(page, element_id)
    await page.locator(".hand input").fill(value)
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("Data model of form")).to_have_value(re.compile(expected))


async def test_a_menu_offers_its_options(page: Page) -> None:
    await paste(page, FORM)
    await click_picture(page, "size")
    await page.locator(".hand select").select_option("Size 4")
    await expect(page.get_by_label("Data model of form")).to_have_value(re.compile(r'"size": \[\s*"s4"'))


async def test_escape_leaves_a_value_as_it_was(page: Page) -> None:
    await show(page, ORDER)
    await click_picture(page, "who")
    await page.get_by_label("New value of Name").fill("Ada")
    await page.keyboard.press("Escape")
    await expect(page.locator(".hand")).to_have_count(0)
    assert '"who": ""' in await page.get_by_label("Data model of order").input_value()


async def test_a_refused_act_is_told(page: Page) -> None:
    await show(page, ORDER)
    await page.route("**/steps", lambda route: route.fulfill(status=422, json={"detail": "It is covered."}))
    await click_picture(page, "buy:items/0")
    await expect(page.locator("#state")).to_have_text("It is covered.")


# -- looking closer ----------------------------------------------------------------------------------------------------


async def test_hovering_tells_name_row_and_action_and_lights_the_line(page: Page) -> None:
    await show(page, ORDER)
    await box(page, "buy:items/1").scroll_into_view_if_needed()
    edge = await box(page, "buy:items/1").bounding_box()
    assert edge is not None
    await page.mouse.move(edge["x"] + 5, edge["y"] + 5)
    tip = page.get_by_role("tooltip")
    await expect(tip).to_contain_text("Cake")
    await expect(tip).to_contain_text("/items/1")
    await expect(tip).to_contain_text("buy")
    await expect(page.locator(".paper .pointed")).to_contain_text('"id": "buy"')


async def test_the_data_model_can_be_edited(page: Page) -> None:
    await show(page, ORDER)
    area = page.get_by_label("Data model of order")
    data = json.loads(await area.input_value())
    await area.fill(json.dumps({**data, "items": [{"name": "Tart"}]}))
    await expect(box(page, "buy:items/1")).to_have_count(0)
    await expect(box(page, "buy:items/0")).to_have_attribute("aria-label", re.compile("Tart"))


async def test_data_that_is_no_json_is_not_sent(page: Page) -> None:
    await show(page, ORDER)
    await page.get_by_label("Data model of order").fill('{"items": [')
    await expect(page.locator("#panel-data .fault")).to_contain_text("Not sent")
    await expect(box(page, "buy:items/1")).to_be_attached()


async def test_the_history_tells_how_two_screens_differ(page: Page) -> None:
    await show(page, ORDER)
    await page.get_by_role("tab", name="History").click()
    await paste(page, ORDER.replace("Bakery", "Butcher"))
    await expect(page.locator(".told")).to_have_text(re.compile(r"^[1-9]\d* pixels differ"))
    painted = await page.locator(".compared canvas").evaluate(
        """canvas => {
            const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
            let marked = 0;
            for (let at = 0; at < data.length; at += 4) marked += data[at] === 220 && data[at + 1] === 38;
            return marked;
        }"""
    )
    told = await page.locator(".told").inner_text()
    assert painted == int(told.split()[0])


async def test_the_same_screen_is_shown_in_four_looks(page: Page) -> None:
    await show(page, ORDER)
    await page.get_by_role("tab", name="Views").click()
    pictures = page.locator("#panel-looks img")
    await expect(pictures).to_have_count(4)
    widths = await pictures.evaluate_all("images => images.map(image => image.naturalWidth)")
    assert widths == [600, 600, 360, 1200]


async def test_the_screen_follows_the_chosen_locale(page: Page) -> None:
    price = '{"call": "formatNumber", "args": {"value": 1234.5}, "returnType": "string"}'
    await show(page, ORDER.replace('{"path": "/title"}', price))
    await page.get_by_role("tab", name="History").click()
    await page.get_by_label("Locale").select_option("de-DE")
    await expect(page.locator(".revisions li").first).to_contain_text("locale de-DE")
    await expect(page.locator(".told")).to_have_text(re.compile(r"^[1-9]\d* pixels differ"))


async def test_an_example_of_the_gallery_opens(page: Page) -> None:
    await page.get_by_label("Examples").select_option("Sign in")
    await expect(box(page, "user")).to_be_attached()
    assert json.loads(await page.get_by_label("A2UI payload").input_value())["name"] == "Sign in"


# -- a file, a session -------------------------------------------------------------------------------------------------


async def test_a_followed_file_is_opened_and_every_change_is_shown(page: Page, app: FastAPI, tmp_path: Path) -> None:
    path = tmp_path / "order.json"
    path.write_text(ORDER)
    app.state.follow = path
    await page.reload()
    await expect(box(page, "buy:items/1")).to_be_attached()
    path.write_text(ORDER.replace("Cake", "Scone"))
    await expect(box(page, "buy:items/1")).to_have_attribute("aria-label", re.compile("Scone"))


async def test_an_edit_is_not_overwritten_by_the_followed_file(page: Page, app: FastAPI, tmp_path: Path) -> None:
    path = tmp_path / "order.json"
    path.write_text(ORDER)
    app.state.follow = path
    await page.reload()
    await expect(box(page, "who")).to_be_attached()
    await paste(page, ORDER.replace("Bakery", "Mine"))
    async with page.expect_response(lambda answer: "/debug/file" in answer.url):
        path.write_text(ORDER.replace("Bakery", "Theirs"))
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile("Mine"))
    await page.get_by_label("Follow order.json").check()
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile("Theirs"))


async def test_a_followed_file_whose_server_is_gone_is_told_of(page: Page, app: FastAPI, tmp_path: Path) -> None:
    path = tmp_path / "order.json"
    path.write_text(ORDER)
    app.state.follow = path
    await page.reload()
    await expect(box(page, "who")).to_be_attached()
    await page.route("**/debug/file?*", lambda route: route.abort())
    await expect(page.locator("#state")).to_have_text("The server does not answer.")
    await page.unroute("**/debug/file?*")
    path.write_text(ORDER.replace("Cake", "Scone"))
    await expect(box(page, "buy:items/1")).to_have_attribute("aria-label", re.compile("Scone"))


async def test_a_watched_session_keeps_the_look_it_has(page: Page, sessions: Sessions) -> None:
    session = sessions.create()
    await session.take(ORDER)
    await session.show()
    await page.get_by_label("Live sessions").focus()
    await page.get_by_label("Live sessions").select_option(session.session_id)
    await expect(page.locator("#width")).to_be_disabled()
    await page.get_by_role("button", name="Detach").click()
    await expect(page.locator("#width")).to_be_enabled()
    sessions.delete(session.session_id)


async def test_whoever_waits_is_told_when_a_session_is_live(page: Page, sessions: Sessions) -> None:
    await expect(page.locator("#live-hint")).to_be_hidden()
    session = sessions.create()
    await expect(page.locator("#live-hint")).to_contain_text("One session is live")
    sessions.delete(session.session_id)
    await expect(page.locator("#live-hint")).to_be_hidden()


async def test_a_live_session_is_watched_and_never_touched(page: Page, sessions: Sessions) -> None:
    session = sessions.create()
    await session.take(ORDER)
    await session.show()
    await page.get_by_label("Live sessions").focus()
    await page.get_by_label("Live sessions").select_option(session.session_id)
    await expect(box(page, "buy:items/1")).to_be_attached()
    await page.get_by_role("tab", name="Events").click()
    await click_picture(page, "buy:items/1")
    await expect(page.locator("#state")).to_have_text("Attached read-only: nothing is clicked")
    assert (session.revision, session.events) == (1, [])
    await session.act(parse_steps([{"do": "click", "element": "buy:items/0"}]))
    await expect(page.locator("#panel-events .sent")).to_have_count(1)
    assert (await wire(page))["action"]["context"]["what"] == "Bread"
    sessions.delete(session.session_id)


async def test_detaching_brings_the_own_text_back(page: Page, sessions: Sessions) -> None:
    session = sessions.create()
    await session.take(ORDER.replace("Bakery", "Butcher"))
    await show(page, ORDER)
    await page.get_by_label("Live sessions").focus()
    await page.get_by_label("Live sessions").select_option(session.session_id)
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile("Butcher"))
    await page.get_by_role("button", name="Detach").click()
    await expect(page.get_by_label("Data model of order")).to_have_value(re.compile("Bakery"))
    await expect(page.get_by_label("A2UI payload")).to_have_value(ORDER)
    sessions.delete(session.session_id)


# -- how it is to use --------------------------------------------------------------------------------------------------


async def test_a_button_of_the_screen_is_pressed_with_the_keyboard_alone(page: Page) -> None:
    await show(page, ORDER)
    await page.get_by_role("tab", name="Events").click()
    await page.get_by_label("A2UI payload").focus()
    await page.keyboard.press("Escape")
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.dataset.element") == "buy:items/0":
            break
    await page.keyboard.press("Enter")
    assert (await wire(page))["action"]["context"]["what"] == "Bread"


async def test_tab_goes_past_the_editor_until_something_is_typed_there(page: Page) -> None:
    editor = page.get_by_label("A2UI payload")
    await editor.focus()
    await page.keyboard.press("Tab")
    await expect(editor).not_to_be_focused()
    await editor.focus()
    await page.keyboard.type("[")
    await page.keyboard.press("Tab")
    await expect(editor).to_have_value("[  ")


async def test_every_control_has_an_accessible_name(page: Page) -> None:
    await show(page, FAULTY)
    nameless = await page.evaluate(
        """() => [...document.querySelectorAll("button, select, textarea, input, [role=separator], [role=tabpanel]")]
            .filter(each => each.checkVisibility())
            .filter(each => !(each.ariaLabel || each.textContent.trim() || each.labels?.length
                              || each.getAttribute("aria-labelledby")))
            .map(each => each.outerHTML)"""
    )
    assert nameless == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_page_follows_the_system_and_the_switch_goes_before_it(page: Page, scheme: Any) -> None:
    lightness = "+getComputedStyle(document.documentElement).backgroundColor.match(/\\d+/)[0]"
    await page.emulate_media(color_scheme=scheme)
    assert (await page.evaluate(lightness) > 128) == (scheme == "light")
    other = "dark" if scheme == "light" else "light"
    await page.get_by_label("Page").select_option(other)
    assert (await page.evaluate(lightness) > 128) == (other == "light")


@pytest.mark.parametrize("width", [390, 760, 1024, 1280, 1600])
async def test_nothing_lies_outside_the_window(page: Page, width: int) -> None:
    await page.set_viewport_size({"width": width, "height": 800})
    await show(page, FAULTY)
    right = await page.evaluate(
        "Math.max(...[...document.querySelectorAll('.bar *, .tabs *')].map(each => each.getBoundingClientRect().right))"
    )
    assert right <= width


async def test_the_split_moves_with_the_arrow_keys_and_is_remembered(page: Page) -> None:
    splitter = page.get_by_role("separator", name="Width of the payload")
    before = await page.locator(".left").evaluate("each => each.offsetWidth")
    await splitter.press("ArrowLeft")
    assert await page.locator(".left").evaluate("each => each.offsetWidth") == before - 24
    await page.reload()
    assert await page.locator(".left").evaluate("each => each.offsetWidth") == before - 24


async def test_scripts_come_from_the_service_alone(page: Page, address: str) -> None:
    answer = await page.request.get(address)
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy and "default-src 'none'" in policy and "unsafe" not in policy
    scripts = await page.locator("script").evaluate_all("scripts => scripts.map(each => [each.src, each.textContent])")
    assert scripts == [[f"{address}/debug/static/debug.js", ""]]


async def test_a_page_whose_browser_is_no_longer_let_in_says_what_to_do(canvas: Canvas, chromium: Browser) -> None:
    context = await chromium.new_context()
    async with serving(canvas, token="a secret") as address:
        page = await context.new_page()
        await page.goto(f"{address}/?token=a%20secret")
        await show(page, ORDER)
        await context.clear_cookies()
        await paste(page, FAULTY)
        await expect(page.locator("#state")).to_contain_text("load this page again")
    await context.close()


async def test_an_answer_that_takes_long_is_waited_for_in_words(page: Page) -> None:
    waiting: list[Route] = []

    async def hold(route: Route) -> None:
        waiting.append(route)

    await page.route("**/debug/benches/*", hold)
    await paste(page, ORDER)
    await expect(page.locator("#state")).to_have_text("Drawing\u2026")
    await waiting[0].continue_()
    await expect(page.locator("#state")).to_contain_text("revision 1")


async def test_a_server_that_is_gone_is_told(page: Page) -> None:
    await show(page, ORDER)
    await page.route("**/debug/benches/*", lambda route: route.abort())
    await paste(page, FAULTY)
    await expect(page.locator("#state")).to_have_text("The server does not answer.")


async def test_hostile_text_is_only_ever_text(page: Page) -> None:
    nasty = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"
    await show(
        page, ORDER.replace("Bakery", nasty).replace("Cake", nasty).replace('"buy", "context"', '"nasty", "context"')
    )
    await page.get_by_role("tab", name="Events").click()
    await click_picture(page, "buy:items/1")
    assert (await wire(page))["action"]["context"]["what"] == nasty
    assert await page.evaluate("window.hurt") is None


# -- pointers and lines ------------------------------------------------------------------------------------------------

LINES = [
    pytest.param('[\n{"a":\n1}]', "/0/a", 2, id="a key of a list's message"),
    pytest.param('{\n"messages": [\n{},\n{"b": [\n1,\n2]}]}', "/1/b/1", 6, id="an object with messages"),
    pytest.param('{"a": 1}\n{"b": 2}\n', "/1/b", 2, id="JSON Lines"),
    pytest.param('Here you are [1]:\n```json\n[{"a":\n{"b": 1}}]\n```', "/0/a/b", 4, id="a fence in prose"),
    pytest.param('[{"a/b":\n{"c~d": 0}}]', "/0/a~1b/c~0d", 2, id="escaped names"),
    pytest.param('[{"a": 1\n"b": 2,\n}\n', "/0/b", 2, id="a missing comma, an open end"),
    pytest.param('[{"a":\n{"b": 1}}]', "/0/a/nowhere/deep", 1, id="the nearest place that is there"),
    pytest.param('[{"a": "}{",\n"b": "\\"]"},\n{"c": 1}]', "/1/c", 3, id="brackets within strings"),
    pytest.param("[]", "/3", None, id="no such message"),
]


@pytest.mark.parametrize(("text", "pointer", "line"), LINES)
async def test_a_pointer_is_found_at_its_line(page: Page, text: str, pointer: str, line: int | None) -> None:
    found = await page.evaluate(
        "async ([text, pointer]) => new (await import('/debug/static/positions.js')).Positions(text).line(pointer)",
        [text, pointer],
    )
    assert found == line


async def test_a_text_that_nests_without_end_is_read_all_the_same(page: Page) -> None:
    lines = await page.evaluate(
        "async (text) => new (await import('/debug/static/positions.js')).Positions(text).line('/0/1')",
        '[{"a":' * 20_000,
    )
    assert lines == 1
