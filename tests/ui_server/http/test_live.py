"""What the agent hears as it happens."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
import websockets

from renderer.pages import Canvas
from tests.ui_server.http.conftest import Api, Start
from tests.ui_server.http.serving import served, until
from ui_server.http.app import Setup, create_app
from ui_server.http.limits import CallLimits
from ui_server.http.models import HELLO

CLICK = [{"do": "click", "element": "send"}]
FILL = [{"do": "fill", "element": "name", "value": "Grace"}]
SECONDS = 20


# -- long poll ---------------------------------------------------------------------------------------------------------


async def test_notifications_are_what_the_agent_hears_since_a_number(api: Api) -> None:
    path = await api.greeting()
    await api.client.post(f"{path}/interact", json={"steps": FILL + CLICK})

    first = (await api.client.get(f"{path}/notifications?after=0")).json()
    then = (await api.client.get(f"{path}/notifications", params={"after": first["last"]})).json()

    assert [(event["n"], event["event"]["action"]["name"]) for event in first["events"]] == [(2, "greet")]
    assert [(change["path"], change["new"]) for change in first["events"][0]["changes"]] == [("/name", "Grace")]
    assert (first["last"], then["events"], then["last"]) == (2, [], 2)


async def test_what_sends_the_agent_nothing_is_told_to_those_who_ask_for_all(api: Api) -> None:
    path = await api.greeting()
    await api.client.post(f"{path}/interact", json={"steps": FILL})

    told = (await api.client.get(f"{path}/notifications?all=true")).json()

    assert [(event["n"], event["event"]) for event in told["events"]] == [(1, None)]


async def test_a_waiting_poll_is_answered_when_something_happens(api: Api) -> None:
    path = await api.greeting()
    waiting = asyncio.create_task(api.client.get(f"{path}/notifications?after=0&wait=30"))
    await until(lambda: api.service.sessions.get("s1").watchers == 1)

    await api.click(path)

    answer = await asyncio.wait_for(waiting, SECONDS)
    assert [event["n"] for event in answer.json()["events"]] == [1]


async def test_a_poll_that_waits_for_nothing_ends_empty(api: Api) -> None:
    path = await api.greeting()

    answer = await api.client.get(f"{path}/notifications?after=0&wait=0.01")

    assert (answer.status_code, answer.json()["events"], answer.json()["last"]) == (200, [], 0)


async def test_a_waiting_poll_is_told_that_its_session_has_ended(api: Api) -> None:
    path = await api.greeting()
    waiting = asyncio.create_task(api.client.get(f"{path}/notifications?after=0&wait=30"))
    await until(lambda: api.service.sessions.get("s1").watchers == 1)

    await api.client.delete(path)

    answer = await asyncio.wait_for(waiting, SECONDS)
    assert (answer.status_code, answer.json()["type"]) == (404, "/problems/session_not_found")


@pytest.mark.parametrize("query", ["after=-1", "after=x", "wait=-1", "wait=nan", "wait=inf"])
async def test_a_number_that_is_none_is_refused(api: Api, query: str) -> None:
    path = await api.greeting()

    assert (await api.client.get(f"{path}/notifications?{query}")).status_code == 422


async def test_only_so_many_may_follow_a_session(start: Start) -> None:
    api = await start(call_limits=CallLimits(streams=1))
    path = await api.greeting()
    api.service.sessions.get("s1").watchers = 1

    answer = await api.client.get(f"{path}/notifications")

    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")


# -- over a real connection --------------------------------------------------------------------------------------------


@asynccontextmanager
async def serving(canvas: Canvas) -> AsyncIterator[Api]:
    """The app on a socket, and a client of it."""

    @asynccontextmanager
    async def the_canvas() -> AsyncIterator[Canvas]:
        yield canvas

    app = create_app(the_canvas, Setup())
    async with served(app) as (address, _), httpx.AsyncClient(base_url=address, timeout=SECONDS) as client:
        yield Api(app, client)


async def _frames(response: httpx.Response) -> AsyncIterator[dict[str, str]]:
    """The events of a stream, comments left out."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if not line and fields:
            yield fields
            fields = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value


async def test_a_stream_tells_events_and_its_end(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.greeting()
        async with api.client.stream("GET", f"{path}/stream") as response:
            frames = _frames(response)
            await api.click(path)
            told = await anext(frames)
            await api.client.delete(path)
            last = await anext(frames)

    assert response.headers["content-type"].startswith("text/event-stream")
    assert (told["id"], json.loads(told["data"])["event"]["action"]["name"]) == ("1", "greet")
    assert last["event"] == "end"


async def test_a_stream_goes_on_where_its_client_was(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.greeting()
        for _ in range(3):
            await api.click(path)
        async with api.client.stream("GET", f"{path}/stream", headers={"last-event-id": "1"}) as response:
            frames = _frames(response)
            told = [(await anext(frames))["id"] for _ in range(2)]

    assert told == ["2", "3"]


async def test_a_stream_tells_states_to_those_who_ask(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.greeting()
        async with api.client.stream("GET", f"{path}/stream?states=true") as response:
            frames = _frames(response)
            before = await anext(frames)
            await api.client.post(f"{path}/messages", json={"messages": HELLO[2:]})
            after = await anext(frames)

    assert [frame["event"] for frame in (before, after)] == ["state", "state"]
    assert [json.loads(frame["data"])["revision"] for frame in (before, after)] == [1, 2]


async def test_a_client_that_goes_away_leaves_nobody_watching(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.greeting()
        session = next(iter(api.service.sessions))
        async with api.client.stream("GET", f"{path}/stream") as response:
            await anext(response.aiter_bytes())
            assert session.watchers == 1
        with pytest.raises(httpx.ReadTimeout):
            await api.client.get(f"{path}/notifications?after=0&wait=60", timeout=httpx.Timeout(SECONDS, read=0.2))

        await until(lambda: session.watchers == 0)


def _socket(api: Api, path: str) -> Any:
    return websockets.connect(f"ws://{api.client.base_url.netloc.decode()}{path}/ws")


async def test_a_socket_takes_calls_and_tells_events(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.new_session()
        async with _socket(api, path) as socket:
            answers: dict[int | str, Any] = {}
            for call in (
                {"call": "messages", "id": 1, "messages": HELLO},
                {"call": "show", "id": 2},
                {"call": "interact", "id": 3, "steps": CLICK},
                {"call": "state", "id": 4},
            ):
                await socket.send(json.dumps(call))
            while len(answers) < 5:
                frame = json.loads(await socket.recv())
                answers[frame.get("id", frame["type"])] = frame

    assert [answers[number]["status"] for number in (1, 2, 3, 4)] == [200] * 4
    assert answers[2]["body"]["shown_revision"] == 1
    assert answers[3]["body"]["events"][0]["event"]["action"]["name"] == "greet"
    assert answers["event"]["n"] == 1


@pytest.mark.parametrize(
    ("frame", "problem"),
    [
        ("{", "bad_request"),
        ("[]", "bad_request"),
        ("[" * 100_000, "bad_request"),
        ('{"call": "dance"}', "invalid_request"),
        ('{"call": ["messages"]}', "invalid_request"),
        ('{"call": "messages"}', "invalid_request"),
        ('{"call": "messages", "messages": [{}]}', "payload_refused"),
        ('{"call": "interact", "steps": [{"do": "click", "element": "x"}]}', "act_refused"),
        ('{"call": "interact", "revision": 9, "steps": [{"do": "click", "element": "x"}]}', "stale_screen"),
    ],
)
async def test_a_frame_that_cannot_be_served_is_answered_with_its_problem(
    canvas: Canvas, frame: str, problem: str
) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.greeting()
        async with _socket(api, path) as socket:
            await socket.send(frame)
            answer = json.loads(await socket.recv())
            await socket.send('{"call": "state"}')
            assert json.loads(await socket.recv())["status"] == 200

    assert (answer["type"], answer["problem"]["type"]) == ("problem", f"/problems/{problem}")


async def test_a_socket_to_a_session_that_is_not_there_is_refused_with_the_problem(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with _socket(api, "/sessions/nobody"):
                pass

    assert refused.value.response.status_code == 404
    assert json.loads(refused.value.response.body)["type"] == "/problems/session_not_found"


async def test_a_socket_closes_with_its_session(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        path = await api.new_session()
        async with _socket(api, path) as socket:
            await api.client.delete(path)
            with pytest.raises(websockets.ConnectionClosedOK) as closed:
                await socket.recv()

    assert closed.value.rcvd is not None
    assert closed.value.rcvd.reason == "the session has ended"


async def test_events_of_one_session_do_not_reach_a_socket_of_another(canvas: Canvas) -> None:
    async with asyncio.timeout(SECONDS), serving(canvas) as api:
        one, other = await api.greeting(), await api.greeting()
        async with _socket(api, other) as socket:
            await api.click(one)
            await api.click(other)
            told = json.loads(await socket.recv())
            await socket.send('{"call": "state"}')
            state = json.loads(await socket.recv())["body"]

    assert (told["n"], state["last"]) == (1, 1)
