"""The application as a whole: health, a failing browser, its own description."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from renderer.browser import BrowserSettings
from renderer.errors import BrowserLost, BrowserMissing, DeadlineExceeded, RendererError
from renderer.html import Renderer
from renderer.pages import Canvas
from tests.ui_server.http.conftest import Api, Clock, Start
from ui_server.http import service
from ui_server.http.app import create_app
from ui_server.http.reference import calls_of

CLICK = {"steps": [{"do": "click", "element": "send"}]}


async def test_health_tells_the_browser_and_the_sessions(api: Api) -> None:
    await api.new_session()

    answer = await api.client.get("/healthz")

    assert answer.status_code == 200
    assert answer.json() == {"status": "ok", "browser": api.service.sessions.canvas.browser.version, "sessions": 1}


async def test_head_is_get_without_the_body(api: Api) -> None:
    path = await api.greeting()

    for each in ("/healthz", path, f"{path}/screens/1.png", "/", "/openapi.json", f"{path}x"):
        whole, head = await api.client.get(each), await api.client.head(each)
        assert (head.status_code, head.content) == (whole.status_code, b"")
        assert head.headers["content-type"] == whole.headers["content-type"]


async def test_a_stream_has_no_head(api: Api) -> None:
    path = await api.greeting()

    assert (await api.client.head(f"{path}/stream")).status_code == 405


@asynccontextmanager
async def closed_canvas(renderer: Renderer, settings: BrowserSettings) -> AsyncIterator[Canvas]:
    """A canvas whose browser has ended: nothing can be drawn on it any more."""
    async with Canvas.open(renderer, settings) as canvas:
        pass
    yield canvas


@pytest.fixture
async def broken(start: Start, renderer: Renderer, browser_settings: BrowserSettings) -> Api:
    return await start(open_canvas=lambda: closed_canvas(renderer, browser_settings))


async def test_health_says_when_no_screen_can_be_made(broken: Api) -> None:
    answer = await broken.client.get("/healthz")

    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/renderer_failed")
    assert answer.headers["retry-after"] == "1"


async def test_without_a_browser_a_session_keeps_its_state_and_screens_are_refused(broken: Api) -> None:
    path = await broken.greeting(shown=False)

    answers = [await broken.client.post(f"{path}/{call}") for call in ("render", "show")]
    answers.append(await broken.client.get(f"{path}/screens/1.png"))

    assert [answer.status_code for answer in answers] == [503, 503, 503]
    assert (await broken.client.get(path)).json()["revision"] == 1
    assert (await broken.client.get(f"{path}/screens/1.html")).status_code == 200


async def test_a_screen_that_takes_too_long_is_a_timeout(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    path = await api.greeting()

    async def late(*_: object, **__: object) -> None:
        raise DeadlineExceeded("draw", 15)

    monkeypatch.setattr(api.service.sessions.canvas, "draw", late)
    answer = await api.client.post(f"{path}/render")

    assert (answer.status_code, answer.json()["cause"]) == (504, "deadline_exceeded")


async def test_steps_that_the_browser_broke_off_are_not_done_again_under_their_key(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = await api.greeting()
    canvas = api.service.sessions.canvas
    drawing = canvas.draw

    async def lost(*_: object, **__: object) -> None:
        raise BrowserLost("the browser died")

    monkeypatch.setattr(canvas, "draw", lost)
    first = await api.client.post(f"{path}/interact", json=CLICK, headers={"idempotency-key": "k"})
    monkeypatch.setattr(canvas, "draw", drawing)
    await api.client.post(f"{path}/show")
    again = await api.client.post(f"{path}/interact", json=CLICK, headers={"idempotency-key": "k"})

    assert (first.status_code, again.status_code) == (503, 503)
    assert [event["event"]["action"]["name"] for event in first.json()["events"]] == ["greet"]
    assert (await api.client.get(path)).json()["last"] == 1


async def test_health_is_found_out_once_for_all_who_ask_and_again_after_a_while(
    api: Api, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = api.service.sessions.canvas
    drawing, drawn = canvas.draw, 0

    async def counted(*given: Any, **named: Any) -> Any:
        nonlocal drawn
        drawn += 1
        return await drawing(*given, **named)

    monkeypatch.setattr(canvas, "draw", counted)
    await asyncio.gather(*(api.client.get("/healthz") for _ in range(8)))
    assert drawn == 1

    clock.seconds = service.HEALTH_SECONDS
    await api.client.get("/healthz")

    assert drawn == 2


async def test_a_fault_of_our_own_tells_the_client_nothing_of_it(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    path = await api.greeting()

    def fault(*_: object, **__: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(api.service.rates, "check", fault)
    with caplog.at_level("ERROR"):
        answer = await api.client.get(path)

    assert (answer.status_code, answer.json()["type"]) == (500, "/problems/internal")
    assert "secret" not in answer.text
    assert "secret" in caplog.text


async def test_an_app_without_a_browser_does_not_start_and_says_why(renderer: Renderer, tmp_path: Path) -> None:
    app = create_app(lambda: Canvas.open(renderer, BrowserSettings(executable=tmp_path / "chromium")))

    with pytest.raises(RendererError):
        async with app.router.lifespan_context(app):
            pass

    assert isinstance(app.state.failed, BrowserMissing)


async def test_the_end_of_the_app_ends_its_sessions(start: Start, canvas: Canvas) -> None:
    @asynccontextmanager
    async def the_canvas() -> AsyncIterator[Canvas]:
        yield canvas

    app = create_app(the_canvas)
    async with app.router.lifespan_context(app):
        session = app.state.service.sessions.create()

    assert session.ended


# -- the OpenAPI page --------------------------------------------------------------------------------------------------


async def test_every_example_of_the_description_works(api: Api) -> None:
    path = await api.greeting()
    calls = list(calls_of((await api.client.get("/openapi.json")).json()))
    places = {"/sessions/{session_id}/messages": await api.new_session()}
    answered = {}
    for call in calls:
        for number, example in enumerate(call.examples):
            address = call.path.replace("/sessions/{session_id}", places.get(call.path, path))
            sent = await api.client.post(address, content=example, headers={"content-type": "application/json"})
            answered[call.path, number] = sent.status_code

    assert sorted({call for call, _ in answered}) == [
        "/sessions",
        "/sessions/{session_id}/images",
        "/sessions/{session_id}/interact",
        "/sessions/{session_id}/messages",
        "/sessions/{session_id}/render",
        "/sessions/{session_id}/show",
    ]
    assert {key: status for key, status in answered.items() if status not in (200, 201)} == {}


async def test_the_description_tells_every_problem_of_every_call(api: Api) -> None:
    document = (await api.client.get("/openapi.json")).json()

    told = document["paths"]["/sessions/{session_id}/interact"]["post"]["responses"]
    assert {"200", "400", "401", "404", "409", "413", "422", "429", "503", "504"} <= set(told)
    assert "`stale_screen`" in told["409"]["description"]


async def test_a_client_can_be_made_from_the_description(start: Start) -> None:
    document = (await (await start(version="1.2.3")).client.get("/openapi.json")).json()
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    good = [answer for each in operations for status, answer in each["responses"].items() if status in ("200", "201")]
    bad = [answer for each in operations for status, answer in each["responses"].items() if status >= "400"]

    assert document["info"]["version"] == "1.2.3"
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    assert {"create_session", "send_messages", "get_picture"} <= {operation["operationId"] for operation in operations}
    assert all(part["schema"] for answer in good for part in answer["content"].values())
    assert all("$ref" in answer["content"]["application/problem+json"]["schema"] for answer in bad)
    assert {"bearer": []} in document["security"] and "bearer" in document["components"]["securitySchemes"]
