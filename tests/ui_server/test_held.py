"""How much one session may hold: of surfaces, of what they were, and of events."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pytest

from renderer.pages import Canvas
from ui_server.definitions import Definitions
from ui_server.events import Event
from ui_server.held import MAX_EVENTS, MAX_HISTORY, MAX_STATE, Queue, State, size_of, size_of_state
from ui_server.hosted import HostedSession, UnknownRevision
from ui_server.http.models import HELLO
from ui_server.session import SessionSettings
from ui_server.surfaces import Surfaces

MEGABYTE = "x" * 1_000_000


@pytest.fixture
async def session(canvas: Canvas) -> HostedSession:
    now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
    found = HostedSession(canvas, lambda: now, SessionSettings(), session_id="s")
    await found.take(HELLO)
    return found


def write(path: str, value: Any) -> list[dict[str, Any]]:
    return [{"version": "v0.9", "updateDataModel": {"surfaceId": "greeting", "path": path, "value": value}}]


def held(session: HostedSession) -> int:
    return size_of_state(session.surfaces, session.definitions)


async def test_data_that_is_added_without_end_is_refused_at_a_limit_and_the_session_goes_on(
    session: HostedSession,
) -> None:
    taken = [(await session.take(write(f"/k{number}", MEGABYTE))).accepted for number in range(20)]

    assert (taken.count(True), taken[0], taken[-1]) == (15, True, False)
    assert held(session) <= MAX_STATE
    refused = await session.take(write("/more", MEGABYTE))
    assert [(fault.code, fault.severity) for fault in refused.diagnostics] == [("limit_reached", "error")]
    assert (await session.take(write("/k0", "small"))).accepted
    assert (await session.take(write("/more", MEGABYTE))).accepted


async def test_data_that_is_replaced_may_be_replaced_for_ever(session: HostedSession) -> None:
    for _ in range(30):
        assert (await session.take(write("/name", MEGABYTE))).accepted
    assert held(session) < 2_000_000


async def test_surfaces_that_are_deleted_make_room(session: HostedSession) -> None:
    for number in range(15):
        await session.take(write(f"/k{number}", MEGABYTE))
    assert not (await session.take(write("/more", MEGABYTE))).accepted

    await session.take([{"version": "v0.9", "deleteSurface": {"surfaceId": "greeting"}}])
    await session.take(HELLO)

    assert (await session.take(write("/more", MEGABYTE))).accepted


async def test_revisions_that_hold_much_are_forgotten_sooner(session: HostedSession) -> None:
    for number in range(40):
        await session.take(write("/name", f"{number}{MEGABYTE}"))

    remembered = [number for number in range(1, session.revision + 1) if session.surfaces_at(number) is not None]

    assert remembered == list(range(session.revision - MAX_HISTORY // 1_000_000 + 2, session.revision + 1))
    assert (await session.scene_at(remembered[0])).surfaces
    with pytest.raises(UnknownRevision):
        await session.scene_at(1)


async def test_small_revisions_are_remembered_as_before(session: HostedSession) -> None:
    for number in range(210):
        await session.take(write("/name", str(number)))

    remembered = [number for number in range(1, session.revision + 1) if session.surfaces_at(number) is not None]

    assert len(remembered) == 200


async def test_events_that_hold_much_are_forgotten_sooner_and_keep_their_numbers(session: HostedSession) -> None:
    for number in range(40):
        message = {"version": "v0.9", "action": {"name": str(number), "context": {"text": MEGABYTE}}}
        session.commit(session.surfaces, Event("greeting", "send", message=message))

    kept = session.events_after(0)

    assert session.last_event == kept[-1][0] == 40
    assert sum(size_of(event.to_json()) for _, event in kept) <= MAX_EVENTS
    assert len(kept) == 15


async def test_an_event_larger_than_all_that_is_kept_is_still_told(session: HostedSession) -> None:
    session.commit(session.surfaces, Event("greeting", "send", message={"text": MEGABYTE * 20}))

    assert [number for number, _ in session.events_after(0)] == [1]


async def test_after_a_reset_there_is_room_again(session: HostedSession) -> None:
    for number in range(15):
        await session.take(write(f"/k{number}", MEGABYTE))
    session.reset()
    await session.take(HELLO)

    assert (await asyncio.gather(*(session.take(write(f"/k{number}", MEGABYTE)) for number in range(5))))[-1].accepted


@pytest.mark.parametrize("value", [{1, 2}, object(), float("nan")])
def test_what_is_no_json_has_no_size_or_a_small_one(value: Any) -> None:
    assert size_of(value) <= 3


def test_what_is_measured_counts_the_surfaces_that_wait_too() -> None:
    assert size_of_state(Surfaces(), Definitions()) == 0
    assert State(MAX_STATE).has_room(10, Surfaces(), Definitions())
    assert not State().has_room(MAX_STATE + 1, Surfaces(), Definitions())


def test_a_queue_is_over_while_more_than_the_latest_is_too_much() -> None:
    queue = Queue(10)
    for size in (6, 3, 20):
        queue.add(size)
    drops = 0
    while queue.is_over:
        queue.drop()
        drops += 1
    assert (drops, queue.total, len(queue)) == (2, 20, 1)
