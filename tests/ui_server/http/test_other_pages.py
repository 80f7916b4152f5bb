"""What a page elsewhere can get out of a server that asks for no token, in a real browser that knows a session's id."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from fastapi import FastAPI
from playwright.async_api import Browser, Page, Response
from starlette.responses import HTMLResponse

from renderer.pages import Canvas
from tests.ui_server.http.conftest import Api, Start
from tests.ui_server.http.serving import served
from ui_server.http.models import HELLO

PICTURE = """address => new Promise(done => {
    const image = new Image();
    image.onload = () => done("seen");
    image.onerror = () => done("refused");
    image.src = address;
})"""
BLINDLY = """async ([address, method]) => {
    const asked = {method, mode: "no-cors", credentials: "include", body: method === "GET" ? undefined : "{}"};
    try { return (await fetch(address, asked)).type } catch { return "blocked" }
}"""
FRAME = """address => new Promise(done => {
    const frame = document.createElement("iframe");
    frame.onload = () => done("loaded");
    frame.src = address;
    document.body.append(frame);
})"""
FORM = """address => {
    const [form, frame] = ["form", "iframe"].map(name => document.createElement(name));
    Object.assign(form, {method: "post", enctype: "text/plain", action: address, target: "into"});
    frame.name = "into";
    document.body.append(form, frame);
    return new Promise(done => { frame.onload = () => done("sent"); form.submit(); });
}"""


@asynccontextmanager
async def elsewhere(chromium: Browser, *, host: str) -> AsyncIterator[Page]:
    """A page of someone else on this machine, by a name that is the server's own or another."""
    other = FastAPI()
    other.add_api_route("/", lambda: HTMLResponse("<body>Something else on this machine"))
    async with served(other) as (address, _):
        context = await chromium.new_context()
        try:
            page = await context.new_page()
            await page.goto(address.replace("127.0.0.1", host))
            yield page
        finally:
            await context.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_it_sees_no_picture_holds_no_frame_and_changes_nothing(
    start: Start, chromium: Browser, canvas: Canvas, host: str
) -> None:
    api = await start()
    async with served(api.app) as (address, _), elsewhere(chromium, host=host) as page:
        path = await api.greeting()
        answers: set[tuple[str, str, int]] = set()

        def note(answer: Response) -> None:
            answers.add((answer.request.method, answer.url.removeprefix(address), answer.status))

        page.on("response", note)

        seen = await page.evaluate(PICTURE, f"{address}{path}/screens/1.png")
        for method in ("GET", "POST"):
            await page.evaluate(BLINDLY, [f"{address}/sessions", method])
        await page.evaluate(FRAME, f"{address}{path}/screens/1.html")
        await page.evaluate(FRAME, f"{address}/")
        await page.evaluate(FORM, f"{address}/sessions")

        assert seen == "refused"
        # The browser itself throws away an answer to a picture that is none.
        assert answers - {("GET", f"{path}/screens/1.png", 403)} == {
            ("GET", "/sessions", 403),
            ("POST", "/sessions", 403),
            ("GET", f"{path}/screens/1.html", 403),
            ("GET", "/", 403),
        }
        assert len(api.service.sessions) == 1


async def test_a_link_there_opens_the_page_here(start: Start, chromium: Browser) -> None:
    api: Api = await start()
    async with served(api.app) as (address, _), elsewhere(chromium, host="localhost") as page:
        await page.evaluate("address => { location.href = address }", f"{address}/")
        await page.wait_for_url(f"{address}/")

        assert "Surfacebox" in await page.title()


async def test_its_own_pages_hold_its_pictures(start: Start, chromium: Browser) -> None:
    api = await start()
    async with served(api.app) as (address, _):
        path = (await api.client.post("/sessions")).headers["location"]
        await api.client.post(f"{path}/messages", json={"messages": HELLO})
        context = await chromium.new_context()
        page = await context.new_page()
        await page.goto(f"{address}/docs")

        assert await page.evaluate(PICTURE, f"{address}{path}/screens/1.png") == "seen"
        await context.close()
