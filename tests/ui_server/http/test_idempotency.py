"""A POST that is sent again with its key is not done again."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from tests.ui_server.http.conftest import Api, Clock, Start
from ui_server.http.idempotency import KEPT_SECONDS
from ui_server.http.limits import CallLimits

KEY = {"idempotency-key": "a"}
CLICK = {"steps": [{"do": "click", "element": "send"}]}


async def test_a_repeated_post_gets_the_first_answer_and_is_done_once(api: Api) -> None:
    path = await api.greeting()

    first = await api.client.post(f"{path}/interact", json=CLICK, headers=KEY)
    again = await api.client.post(f"{path}/interact", json=CLICK, headers=KEY)

    assert (again.status_code, again.content) == (200, first.content)
    assert again.headers["idempotency-replayed"] == "true"
    assert (await api.client.get(path)).json()["last"] == 1


async def test_a_repeat_that_comes_before_the_first_is_answered_waits_for_it(api: Api) -> None:
    path = await api.greeting()

    answers = await asyncio.gather(*(api.client.post(f"{path}/interact", json=CLICK, headers=KEY) for _ in range(5)))

    assert len({answer.content for answer in answers}) == 1
    assert (await api.client.get(path)).json()["last"] == 1


async def test_two_posts_without_a_key_are_done_twice(api: Api) -> None:
    await api.client.post("/sessions")
    await api.client.post("/sessions")

    assert len(api.service.sessions) == 2


async def test_a_repeated_creation_gives_the_same_session(api: Api) -> None:
    first, again = [(await api.client.post("/sessions", json={}, headers=KEY)).json() for _ in range(2)]

    assert first["session_id"] == again["session_id"]
    assert len(api.service.sessions) == 1


@pytest.mark.parametrize(("path", "body"), [("/sessions", {"theme": "dark"}), ("/sessions/s1/show", {})])
async def test_a_key_with_another_body_or_address_is_refused(api: Api, path: str, body: dict[str, str]) -> None:
    await api.client.post("/sessions", json={}, headers=KEY)

    answer = await api.client.post(path, json=body, headers=KEY)

    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/key_reused")


async def test_refusals_are_repeated_too(api: Api) -> None:
    path = await api.greeting(shown=False)
    first = await api.client.post(f"{path}/interact", json=CLICK, headers=KEY)
    await api.client.post(f"{path}/show")

    again = await api.client.post(f"{path}/interact", json=CLICK, headers=KEY)

    assert (first.status_code, again.status_code) == (409, 409)


async def test_what_was_put_off_is_done_when_it_comes_again(start: Start, clock: Clock) -> None:
    api = await start(call_limits=CallLimits(session_rate=1, burst_seconds=1))
    path = await api.new_session()
    await api.client.get(path)
    put_off = await api.client.post(f"{path}/render", headers=KEY)
    clock.seconds = 5

    done = await api.client.post(f"{path}/render", headers=KEY)

    assert (put_off.status_code, done.status_code) == (429, 200)


async def test_an_answer_is_kept_for_an_hour(api: Api, clock: Clock) -> None:
    first = (await api.client.post("/sessions", headers=KEY)).json()
    clock.seconds = KEPT_SECONDS + 1

    later = (await api.client.post("/sessions", headers=KEY)).json()

    assert first["session_id"] != later["session_id"]


async def test_the_same_key_from_callers_with_other_tokens_is_another_key(api: Api) -> None:
    made = [
        (await api.client.post("/sessions", headers={**KEY, "authorization": f"Bearer {name}"})).json()["session_id"]
        for name in ("one", "other")
    ]

    assert made == ["s1", "s2"]


@pytest.mark.parametrize("key", ["", "x" * 256])
async def test_a_key_must_have_a_sensible_length(api: Api, key: str) -> None:
    answer = await api.client.post("/sessions", headers={"idempotency-key": key})

    assert (answer.status_code, answer.json()["type"]) == (400, "/problems/bad_request")


async def test_a_stranger_who_guesses_the_key_gets_a_session_of_their_own(api: Api) -> None:
    mine = (await api.client.post("/sessions", json={}, headers=KEY)).json()["session_id"]

    transport = httpx.ASGITransport(api.app, client=("192.0.2.7", 4711))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as stranger:
        theirs = await stranger.post("/sessions", json={}, headers=KEY)

    assert theirs.json()["session_id"] != mine
    assert "idempotency-replayed" not in theirs.headers
