"""A session that others follow: its events' numbers, its turns, its pulse."""

from __future__ import annotations

import asyncio
import datetime as dt
from typing import Any

import pytest

from renderer.errors import BrowserLost
from renderer.pages import Canvas
from ui_server import hosted
from ui_server.errors import UnknownElement
from ui_server.events import Event
from ui_server.hosted import HostedSession, StepFailed
from ui_server.http.models import HELLO
from ui_server.session import SessionSettings
from ui_server.steps import ClickStep, FillStep


@pytest.fixture
async def session(canvas: Canvas) -> HostedSession:
    now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
    return HostedSession(canvas, lambda: now, SessionSettings(), session_id="s")


def happen(session: HostedSession, element: str) -> None:
    session.commit(session.surfaces, Event("s", element))


def told(session: HostedSession, after: int) -> list[tuple[int, str | None]]:
    return [(number, event.element_id) for number, event in session.events_after(after)]


async def test_events_are_numbered_from_one(session: HostedSession) -> None:
    for name in "abc":
        happen(session, name)

    assert told(session, 0) == [(1, "a"), (2, "b"), (3, "c")]
    assert told(session, 2) == [(3, "c")]
    assert told(session, 9) == []


async def test_numbers_go_on_when_the_oldest_events_are_forgotten(
    session: HostedSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted, "MAX_EVENTS", 2)

    for name in "abc":
        happen(session, name)

    assert told(session, 0) == [(2, "b"), (3, "c")]
    assert session.last_event == 3


async def test_numbers_go_on_after_a_reset(session: HostedSession) -> None:
    happen(session, "a")
    session.reset()
    happen(session, "b")

    assert told(session, 1) == [(2, "b")]


async def test_an_act_that_is_refused_tells_the_step_and_what_came_before(session: HostedSession) -> None:
    await session.take(HELLO)
    await session.show()

    with pytest.raises(StepFailed) as failed:
        await session.act([FillStep("name", "Grace"), ClickStep("nowhere")])

    assert failed.value.step == 1
    assert isinstance(failed.value.fault, UnknownElement)
    assert [change.new for event in failed.value.events for change in event.changes] == ["Grace"]


async def test_an_act_that_the_browser_broke_off_tells_what_was_done(
    session: HostedSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    await session.take(HELLO)
    await session.show()

    async def lost(*_: object, **__: object) -> Any:
        raise BrowserLost("the browser died")

    monkeypatch.setattr(session.canvas, "draw", lost)
    with pytest.raises(StepFailed) as failed:
        await session.act([ClickStep("send")])

    assert isinstance(failed.value.fault, BrowserLost)
    assert [event.element_id for event in failed.value.events] == ["send"]


async def test_a_payload_is_applied_whole_even_when_its_sender_gives_up(session: HostedSession) -> None:
    taking = asyncio.create_task(session.take(HELLO))
    await asyncio.sleep(0)
    taking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await taking

    await session.take([])

    assert [len(surface.components) for surface in session.surfaces] == [4]
    assert session.revision == 1


async def test_a_payload_waits_its_turn_behind_an_act(session: HostedSession) -> None:
    await session.take(HELLO)
    await session.show()

    (events, _), receipt = await asyncio.gather(session.act([ClickStep("send")]), session.take(HELLO[2:]))

    assert [event.element_id for event in events] == ["send"]
    assert (receipt.accepted, session.revision_of(receipt)) == (True, session.revision)


async def test_waiting_ends_without_a_beat_when_its_time_is_up(session: HostedSession) -> None:
    await session.pulse.wait(0)


async def test_a_screen_that_is_hard_to_compute_does_not_hold_up_the_loop(session: HostedSession) -> None:
    """Patterns that run to their limit: while they are tried, whoever else waits has a turn between two of them."""
    text = "a" * 5000 + "!"
    calls = [{"call": "regex", "args": {"value": text, "pattern": f"(a|aa)+$|x{number}"}} for number in range(20)]
    fields = [
        {
            "id": f"f{number}",
            "component": "TextField",
            "label": "x",
            "value": {"path": "/name"},
            "checks": [{"condition": call, "message": "no"}],
        }
        for number, call in enumerate(calls)
    ]
    column = {"id": "root", "component": "Column", "children": [each["id"] for each in fields]}
    update = {"version": "v0.9", "updateComponents": {"surfaceId": "greeting", "components": [column, *fields]}}
    await session.take([*HELLO, update], purpose="salvage")
    turns = 0

    drawing = asyncio.create_task(session.scene())
    while not drawing.done():
        await asyncio.sleep(0)
        turns += 1

    assert turns > 2
    assert "costly_pattern" in {found.code for found in (await drawing).diagnostics}
