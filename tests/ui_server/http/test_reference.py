"""The page that describes the API."""

from __future__ import annotations

import re

from playwright.async_api import async_playwright

from renderer.browser import BrowserSettings, launch_arguments
from renderer.pages import Canvas
from tests.ui_server.http.conftest import Api
from tests.ui_server.http.test_live import serving


async def test_the_page_shows_every_call_and_asks_no_other_host_for_anything(api: Api) -> None:
    page = await api.client.get("/docs")
    paths = (await api.client.get("/openapi.json")).json()["paths"]

    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert [path for path in paths if f"<code>{path}</code>" not in page.text] == []
    assert [link for link in re.findall(r'(?:src|href)="([^"]*)"', page.text) if not link.startswith("/")] == []
    for link in re.findall(r'(?:src|href)="(/debug[^"]*)"', page.text):
        assert (await api.client.get(link)).status_code == 200


async def test_examples_are_sent_from_the_page(canvas: Canvas, browser_settings: BrowserSettings) -> None:
    async with serving(canvas) as api, async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=browser_settings.executable,
            args=[
                flag for flag in launch_arguments(browser_settings) if "proxy" not in flag and "resolver" not in flag
            ],
        )
        page = await browser.new_page()
        await page.goto(f"{api.client.base_url}/docs")
        for path in ("/sessions", "/sessions/{session_id}/messages", "/sessions/{session_id}/show"):
            section = page.locator("section[data-method=POST]", has=page.locator(f"code:text-is('{path}')"))
            await section.get_by_role("button").first.click()
            await section.locator("output:has-text('revision')").wait_for()
        said = await section.locator("output").inner_text()
        await browser.close()

    assert said.startswith("200")
    assert '"Say hello"' in said
