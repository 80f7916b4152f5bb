"""A browser on a server with a token: it is let in once, and nobody else by its cookie."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext

import httpx
import pytest
import websockets
from fastapi import FastAPI
from playwright.async_api import Browser, BrowserContext, Page, expect
from starlette.responses import HTMLResponse

from renderer.pages import Canvas
from tests.ui_server.http.conftest import Api, Start
from tests.ui_server.http.serving import served
from ui_server.http.app import Setup, create_app
from ui_server.http.models import HELLO
from ui_server.http.sign_in import COOKIE

TOKEN = "a secret/ö"
CALL = """async ([path, method]) => {
    try { return (await fetch(path, {method, credentials: "include"})).status } catch { return "blocked" }
}"""
FIRST_EVENT = """path => new Promise(done => {
    const source = new EventSource(path);
    source.onopen = () => done("open");
    source.onerror = () => done("refused");
})"""
FIRST_FRAME = """address => new Promise(done => {
    const socket = new WebSocket(address);
    socket.onopen = () => socket.send(JSON.stringify({call: "state", id: 1}));
    socket.onmessage = frame => done(JSON.parse(frame.data).status);
    socket.onerror = () => done("refused");
})"""


def client_of(api: Api) -> httpx.AsyncClient:
    """A client with a memory for cookies, as a browser has."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(api.app), base_url="http://localhost:8480")


# -- by request --------------------------------------------------------------------------------------------------------


async def test_a_link_with_the_token_leads_to_the_clean_address_with_a_cookie(start: Start) -> None:
    async with client_of(await start(token=TOKEN)) as browser:
        answer = await browser.get("/docs", params={"token": TOKEN, "a": "b c"})
        listed = await browser.get("/sessions")

    assert (answer.status_code, answer.headers["location"]) == (303, "/docs?a=b+c")
    assert "httponly" in answer.headers["set-cookie"].lower()
    assert "samesite=strict" in answer.headers["set-cookie"].lower()
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert listed.status_code == 200


async def test_the_cookie_does_not_tell_the_token_and_belongs_to_one_port(start: Start) -> None:
    async with client_of(await start(token="secret")) as browser:
        await browser.get("/?token=secret")

        assert [(cookie.name, "secret" in str(cookie.value)) for cookie in browser.cookies.jar] == [
            (f"{COOKIE}_8480", False)
        ]


async def test_over_tls_the_cookie_is_for_tls_alone(start: Start) -> None:
    api = await start(token="secret")

    answer = await api.client.get("https://localhost/?token=secret")

    assert "secure" in answer.headers["set-cookie"].lower()


async def test_a_link_from_another_site_goes_on_by_a_page_so_that_the_cookie_is_sent(start: Start) -> None:
    api = await start(token="secret")

    opened = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
    answer = await api.client.get("/?token=secret", headers=opened)

    assert (answer.status_code, "url=/" in answer.text) == (200, True)
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize("path", ["//evil.example/x?token=secret", "/%5Cevil.example?token=secret"])
async def test_a_link_leads_nowhere_but_here(start: Start, path: str) -> None:
    api = await start(token="secret")

    answer = await api.client.get(f"http://localhost{path}")

    assert not answer.headers["location"].startswith(("//", "/\\", "http"))


async def test_a_wrong_token_behind_an_address_is_no_token(start: Start) -> None:
    api = await start(token="secret")

    answer = await api.client.get("/sessions?token=wrong")

    assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)


async def test_a_token_behind_an_address_does_no_write(start: Start) -> None:
    api = await start(token="secret")

    assert (await api.client.post("/sessions?token=secret")).status_code == 401


async def test_a_person_is_asked_for_the_token_and_a_program_gets_a_problem(start: Start) -> None:
    api = await start(token="secret")

    person = await api.client.get("/sessions/x?a=b", headers={"accept": "text/html,*/*"})
    program = await api.client.get("/sessions/x")

    assert (person.status_code, person.headers["content-type"]) == (401, "text/html; charset=utf-8")
    assert 'value="/sessions/x?a=b"' in person.text
    assert program.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("to", "leads"), [("/docs", "/docs"), ("//evil.example", "/"), ("https://evil.example", "/"), ("/\\evil", "/")]
)
async def test_the_form_leads_to_where_the_person_wanted_to_go(start: Start, to: str, leads: str) -> None:
    api = await start(token="secret")

    answer = await api.client.post("/sign-in", data={"token": "secret", "to": to})

    assert (answer.status_code, answer.headers["location"]) == (303, leads)


async def test_the_address_of_the_form_opened_by_itself_leads_to_the_start_page(start: Start) -> None:
    api = await start(token="secret")

    assert (await api.client.get("/sign-in")).headers["location"] == "/"


async def test_a_form_of_another_site_signs_nobody_in(start: Start) -> None:
    api = await start(token="secret")

    answer = await api.client.post("/sign-in", data={"token": "secret"}, headers={"origin": "http://evil.example"})

    assert (answer.status_code, "set-cookie" in answer.headers) == (403, False)


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {}, 200),
        ("GET", {"sec-fetch-site": "same-origin"}, 200),
        ("GET", {"sec-fetch-site": "none"}, 200),
        ("GET", {"sec-fetch-site": "same-site"}, 403),
        ("GET", {"sec-fetch-site": "cross-site"}, 403),
        ("GET", {"sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}, 200),
        ("GET", {"sec-fetch-site": "same-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"}, 403),
        ("POST", {"origin": "http://localhost:8480"}, 201),
        ("POST", {"sec-fetch-site": "same-origin"}, 201),
        ("POST", {}, 401),
        ("POST", {"sec-fetch-site": "none"}, 401),
        ("POST", {"sec-fetch-site": "same-site"}, 403),
        ("POST", {"origin": "http://localhost:3000", "sec-fetch-site": "same-site"}, 403),
        ("POST", {"origin": "null"}, 403),
    ],
)
async def test_the_cookie_counts_for_what_the_servers_own_pages_ask(
    start: Start, method: str, headers: dict[str, str], status: int
) -> None:
    async with client_of(await start(token="secret")) as browser:
        await browser.get("/?token=secret")

        assert (await browser.request(method, "/sessions", headers=headers)).status_code == status


async def test_odd_cookies_of_other_programs_on_this_name_do_no_harm(start: Start) -> None:
    async with client_of(await start(token="secret")) as browser:
        link = await browser.get("/?token=secret")
        ours = link.headers["set-cookie"].partition(";")[0]
        browser.cookies.clear()
        answer = await browser.get("/sessions", headers={"cookie": f'a={{"b":1}}; [x]=@; {ours}; c'})

    assert answer.status_code == 200


async def test_the_cookie_of_a_server_with_another_token_opens_nothing(start: Start) -> None:
    async with client_of(await start(token="one")) as browser, client_of(await start(token="two")) as other:
        await browser.get("/?token=one")
        other.cookies.update(browser.cookies)

        assert (await browser.get("/sessions")).status_code == 200
        assert (await other.get("/sessions")).status_code == 401


# -- in a browser ------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def locked(canvas: Canvas) -> AsyncIterator[tuple[str, FastAPI]]:
    app = create_app(lambda: nullcontext(canvas), Setup(token=TOKEN))
    async with served(app) as (address, _):
        yield address, app


@asynccontextmanager
async def browsing(chromium: Browser) -> AsyncIterator[tuple[BrowserContext, Page]]:
    context = await chromium.new_context()
    yield context, await context.new_page()
    await context.close()


async def session_on(app: FastAPI) -> str:
    session = app.state.service.sessions.create()
    await session.take(HELLO)
    await session.show()
    return f"/sessions/{session.session_id}"


async def test_a_person_types_the_token_and_has_the_page(canvas: Canvas, chromium: Browser) -> None:
    async with locked(canvas) as (address, _), browsing(chromium) as (_, page):
        await page.goto(f"{address}/?theme=x")
        await page.get_by_label("Token of this server").fill("wrong")
        await page.get_by_role("button", name="Open").click()
        await expect(page.get_by_role("alert")).to_have_text("That is not this server's token.")
        await page.get_by_label("Token of this server").fill(TOKEN)
        await page.get_by_role("button", name="Open").click()
        await expect(page.get_by_label("Examples")).to_be_visible()

        assert page.url == f"{address}/?theme=x"
        assert await page.evaluate("document.cookie") == ""


@pytest.mark.parametrize("mark", ["?token=", "#token="])
async def test_a_link_opens_the_page_and_a_stream_and_a_socket_on_it(
    canvas: Canvas, chromium: Browser, mark: str
) -> None:
    async with locked(canvas) as (address, app), browsing(chromium) as (_, page):
        path = await session_on(app)
        await page.goto(f"{address}/{mark}a%20secret%2F%C3%B6")
        await expect(page.get_by_label("Examples")).to_be_visible()

        assert page.url == f"{address}/"
        assert await page.evaluate(FIRST_EVENT, f"{path}/stream") == "open"
        assert await page.evaluate(FIRST_FRAME, f"{address.replace('http', 'ws')}{path}/ws") == 200
        assert await page.evaluate(CALL, [path, "DELETE"]) == 204


async def test_a_page_on_another_port_gets_nothing_by_the_cookie_of_this_one(canvas: Canvas, chromium: Browser) -> None:
    other = FastAPI()
    other.add_api_route("/", lambda: HTMLResponse("<p>Something else on this machine"))
    async with (
        locked(canvas) as (address, app),
        browsing(chromium) as (context, page),
        served(other) as (elsewhere, _),
    ):
        path = await session_on(app)
        await page.goto(f"{address}/?token=a%20secret%2F%C3%B6")
        evil = await context.new_page()
        await evil.goto(elsewhere)
        ways = [(f"{address}{path}", "GET"), (f"{address}{path}/show", "POST"), (f"{address}/sessions", "POST")]
        fetched = [await evil.evaluate(CALL, list(way)) for way in ways]
        streamed = await evil.evaluate(FIRST_EVENT, f"{address}{path}/stream")
        spoken = await evil.evaluate(FIRST_FRAME, f"{address.replace('http', 'ws')}{path}/ws")

        assert (set(fetched), streamed, spoken) == ({"blocked"}, "refused", "refused")
        assert len(app.state.service.sessions) == 1


async def test_a_socket_without_token_or_cookie_is_refused_with_the_problem(canvas: Canvas) -> None:
    async with locked(canvas) as (address, app):
        path = await session_on(app)
        with pytest.raises(websockets.InvalidStatus) as refused:
            await asyncio.wait_for(websockets.connect(f"{address.replace('http', 'ws')}{path}/ws"), 20)

    assert refused.value.response.status_code == 401
