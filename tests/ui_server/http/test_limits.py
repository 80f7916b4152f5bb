"""How much may be sent, and the answers beyond it."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.http.conftest import Clock, Start
from ui_server.http.limits import Bucket, CallLimits
from ui_server.http.models import HELLO
from ui_server.sessions import Limits


async def test_a_full_server_says_when_to_come_again(start: Start, clock: Clock) -> None:
    api = await start(limits=Limits(sessions=1, idle_seconds=60))
    await api.new_session()
    clock.seconds = 20

    refused = await api.client.post("/sessions")
    clock.seconds = 60
    accepted = await api.client.post("/sessions")

    assert (refused.status_code, refused.json()["type"]) == (429, "/problems/too_many_sessions")
    assert refused.headers["retry-after"] == "40"
    assert accepted.status_code == 201


async def test_an_idle_session_is_gone(start: Start, clock: Clock) -> None:
    api = await start(limits=Limits(idle_seconds=60))
    path = await api.new_session()

    clock.seconds = 60

    assert (await api.client.get(path)).json()["type"] == "/problems/session_not_found"


async def test_too_many_calls_a_second_on_a_session_are_refused_until_time_has_passed(
    start: Start, clock: Clock
) -> None:
    api = await start(call_limits=CallLimits(session_rate=2, burst_seconds=1))
    path, other = await api.new_session(), await api.new_session()

    codes = [(await api.client.post(f"{path}/messages", json={"messages": HELLO[2:]})).status_code for _ in range(3)]
    beside = await api.client.get(other)
    clock.seconds = 1
    later = await api.client.get(path)

    assert codes == [422, 422, 429]
    assert (beside.status_code, later.status_code) == (200, 200)


async def test_a_refusal_for_too_many_calls_tells_when_to_retry(start: Start) -> None:
    api = await start(call_limits=CallLimits(session_rate=1, burst_seconds=1))
    path = await api.new_session()
    await api.client.get(path)

    refused = await api.client.get(path)

    assert (refused.json()["type"], refused.headers["retry-after"]) == ("/problems/too_many_requests", "1")


async def test_the_server_as_a_whole_takes_only_so_many_calls(start: Start) -> None:
    api = await start(call_limits=CallLimits(server_rate=2, burst_seconds=1))

    codes = [(await api.client.post("/sessions")).status_code for _ in range(3)]

    assert codes == [201, 201, 429]


async def test_a_body_that_says_it_is_too_large_is_refused(start: Start) -> None:
    api = await start(call_limits=CallLimits(body_bytes=100))

    answer = await api.client.post("/sessions", content=b" " * 101)

    assert (answer.status_code, answer.json()["type"], answer.json()["most"]) == (413, "/problems/too_large", 100)


async def test_a_body_that_turns_out_too_large_is_refused(start: Start) -> None:
    api = await start(call_limits=CallLimits(body_bytes=100))

    async def parts() -> AsyncIterator[bytes]:
        for _ in range(3):
            yield b" " * 50

    answer = await api.client.post("/sessions", content=parts())

    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too_large")


async def test_images_may_be_larger_than_messages(start: Start) -> None:
    api = await start(call_limits=CallLimits(body_bytes=100, image_body_bytes=200))
    path = await api.new_session()

    kind = {"content-type": "image/png"}

    taken = await api.client.post(f"{path}/images", content=b"x" * 150, headers=kind)
    refused = await api.client.post(f"{path}/images", content=b"x" * 250, headers=kind)

    assert (taken.json()["type"], refused.json()["type"]) == ("/problems/image_refused", "/problems/too_large")


async def test_only_so_many_steps_are_taken_at_a_time(start: Start) -> None:
    api = await start(call_limits=CallLimits(steps=1))
    path = await api.greeting()

    answer = await api.client.post(f"{path}/interact", json={"steps": [{"do": "click", "element": "send"}] * 2})

    assert (answer.status_code, answer.json()["most"]) == (413, 1)


async def test_what_is_counted_for_a_session_is_forgotten_with_it(start: Start, clock: Clock) -> None:
    api = await start(limits=Limits(idle_seconds=60), call_limits=CallLimits(session_rate=1, burst_seconds=1))
    await api.client.get(await api.new_session())
    clock.seconds = 60

    assert api.service.sweep() == ["s1"]

    api.service.rates.check("s1")


@given(st.lists(st.floats(0, 3), min_size=1, max_size=60), st.integers(1, 5))
def test_a_bucket_never_lets_more_through_than_its_rate_and_its_size(pauses: list[float], rate: int) -> None:
    clock = Clock()
    bucket = Bucket(rate, rate, clock)
    passed = 0
    for pause in pauses:
        clock.seconds += pause
        passed += bucket.take() == 0

    assert passed <= rate + clock.seconds * rate + 1e-6


def test_a_bucket_says_exactly_how_long_to_wait() -> None:
    clock = Clock()
    bucket = Bucket(4, 1, clock)
    assert bucket.take() == 0

    wait = bucket.take()
    clock.seconds += wait

    assert wait == pytest.approx(0.25)
    assert bucket.take() == 0
