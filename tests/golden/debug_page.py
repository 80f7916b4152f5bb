"""The picture of the debug page for the documents: an example with one fault in it, and the pointer on a control."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

from playwright.async_api import Page, async_playwright, expect

from renderer.browser import BrowserSettings, find_browser, launch_arguments
from renderer.pages import Canvas
from tests.ui_server.http.serving import served
from ui_server.http.app import create_app

SIZE = 1280, 760
EXAMPLE = "flight_booking.json"
SOUND, FAULTY = '"Total with taxes", "variant": "caption"', '"Total with taxes", "variant": "captoin"'
POINTED_AT = "bags"


async def draw_debug_page(canvas: Canvas, browser: Path | None) -> bytes:
    """A PNG; what differs from one drawing to the next, the milliseconds, is left out."""
    app = create_app(lambda: nullcontext(canvas))
    async with served(app) as (address, _), async_playwright() as driver:
        chromium = await driver.chromium.launch(
            executable_path=find_browser(browser).path,
            args=[
                flag for flag in launch_arguments(BrowserSettings()) if "proxy" not in flag and "resolver" not in flag
            ],
        )
        width, height = SIZE
        page = await chromium.new_page(viewport={"width": width, "height": height})
        await page.goto(address)
        await _prepare(page)
        picture = await page.screenshot()
        await chromium.close()
    return picture


async def _prepare(page: Page) -> None:
    await expect(page.locator("html")).to_have_attribute("data-ready", "true")
    await page.get_by_label("Examples").select_option(EXAMPLE)
    await expect(page.locator(".box").first).to_be_attached()
    editor = page.get_by_label("A2UI payload")
    await editor.fill((await editor.input_value()).replace(SOUND, FAULTY))
    fault = page.locator("#diagnostics button").first
    await fault.click()
    await page.get_by_role("tab", name="Elements").click()
    await page.get_by_role("button", name="Boxes").click()
    box = page.locator(f'.box[data-element="{POINTED_AT}"]')
    await box.scroll_into_view_if_needed()
    edge = await box.bounding_box()
    assert edge is not None
    await page.mouse.move(edge["x"] + edge["width"] / 2, edge["y"] + edge["height"] / 2)
    await expect(page.get_by_role("tooltip")).to_be_visible()
    await page.locator("#state").evaluate(
        "state => { state.textContent = state.textContent.replace(/\\W+\\d+ ms$/, '') }"
    )
