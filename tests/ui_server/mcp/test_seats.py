"""Each client has a session of its own, others can join it by its id, and it ends with its last client."""

from __future__ import annotations

import asyncio

import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from renderer.pages import Canvas
from tests.ui_server.mcp.serving import DEADLINE, Seconds, button, call, ended, refusal, serving
from ui_server.hosted import HostedSession
from ui_server.mcp.errors import NoSession
from ui_server.mcp.seats import Seat, Seats
from ui_server.sessions import Limits, Sessions, UnknownSession


async def tasks_of_a_server(address: str) -> set[asyncio.Task[object]]:
    """The tasks of a server that has had a client: the first one starts a few that serve all who follow."""
    async with Client(address, mode="legacy") as client:
        await call(client, "validate", ui_json=button())
    return asyncio.all_tasks()


async def over(session: HostedSession) -> bool:
    """Whether the session ends in time."""
    async with asyncio.timeout(DEADLINE):
        while not session.ended:
            await session.pulse.wait(DEADLINE)
    return session.ended


# -- over the wire -----------------------------------------------------------------------------------------------------


async def test_two_clients_never_see_each_other(address: str) -> None:
    async with Client(address, mode="legacy") as one, Client(address, mode="legacy") as other:
        first = await call(one, "render_ui_screen", ui_json=button(label="Mine"))
        second = await call(other, "render_ui_screen", ui_json=button(label="Yours"))
        await call(one, "show_ui_to_user")
        await call(one, "ui_interact", steps=[{"do": "click", "element": "go"}])
        heard = await call(other, "ui_notifications")
        listed = [resource.uri for resource in (await other.list_resources()).resources]

    assert first["session_id"] != second["session_id"]
    assert heard["notifications"] == []
    assert all(second["session_id"] in uri for uri in listed) and listed


async def test_joining_needs_the_id_and_shows_what_is_there(address: str, seats: Seats) -> None:
    async with Client(address, mode="legacy") as agent, Client(address, mode="legacy") as person:
        drawn = await call(agent, "render_ui_screen", ui_json=button())
        shown = await call(agent, "show_ui_to_user")
        own = await call(person, "render_ui_screen", ui_json=button("own"))
        joined = await call(person, "ui_join_session", session_id=drawn["session_id"])

        assert (joined["surfaces"], joined["shown_revision"]) == (["s"], shown["revision"])
        with pytest.raises(UnknownSession):
            seats.sessions.get(own["session_id"])


async def test_a_joined_session_lives_until_its_last_client_has_left(address: str, seats: Seats) -> None:
    async with Client(address, mode="legacy") as person:
        async with Client(address, mode="legacy") as agent:
            drawn = await call(agent, "render_ui_screen", ui_json=button())
            await call(person, "ui_join_session", session_id=drawn["session_id"])
        session = seats.sessions.get(drawn["session_id"])
        still = await call(person, "show_ui_to_user")

    assert still["session_id"] == drawn["session_id"]
    assert await over(session)
    assert len(seats.sessions) == 0


async def test_a_session_of_another_service_outlives_the_clients_that_joined_it(address: str, seats: Seats) -> None:
    elsewhere = seats.sessions.create()
    elsewhere.receive(button())

    async with Client(address, mode="legacy") as client:
        await call(client, "ui_join_session", session_id=elsewhere.session_id)
        shown = await call(client, "show_ui_to_user")

    assert shown["surfaces"] == ["s"]
    assert seats.sessions.get(elsewhere.session_id) is elsewhere


async def test_a_client_whose_session_was_ended_is_told_and_gets_a_new_one(address: str, seats: Seats) -> None:
    async with Client(address, mode="legacy") as client:
        first = await call(client, "render_ui_screen", ui_json=button())
        seats.sessions.delete(first["session_id"])
        told = await refusal(client, "show_ui_to_user")
        second = await call(client, "render_ui_screen", ui_json=button())

    assert told["code"] == "session_not_found"
    assert second["session_id"] != first["session_id"]


async def test_a_client_that_leaves_takes_its_session_and_every_task_with_it(address: str, seats: Seats) -> None:
    before = await tasks_of_a_server(address)

    async with Client(address, mode="legacy") as client:
        await call(client, "render_ui_screen", ui_json=button())
        [session] = seats.sessions
        assert len(asyncio.all_tasks() - before) > 0

    assert await over(session)
    assert await ended(asyncio.all_tasks() - before) == set()
    assert len(seats.sessions) == 0


async def test_a_client_that_vanishes_is_reaped_after_the_idle_time_with_every_task(canvas: Canvas) -> None:
    brief = Seats(Sessions(canvas, limits=Limits(idle_seconds=1.5)))

    async with serving(brief) as address:
        before = await tasks_of_a_server(address)
        # Without the farewell that ends an MCP session: to the server it is as if the client had been killed.
        async with Client(streamable_http_client(address, terminate_on_close=False), mode="legacy") as client:
            await call(client, "render_ui_screen", ui_json=button())
            [session] = brief.sessions
        left = asyncio.all_tasks() - before

        assert await over(session)
        assert await ended(left) == set()
        assert len(brief.sessions) == 0


async def test_a_client_that_vanishes_while_it_waits_is_reaped_as_well(canvas: Canvas) -> None:
    brief = Seats(Sessions(canvas, limits=Limits(idle_seconds=1.5)))
    waits = asyncio.Event()

    async def wait_for_the_person(address: str) -> None:
        async with Client(streamable_http_client(address, terminate_on_close=False), mode="legacy") as client:
            await call(client, "render_ui_screen", ui_json=button())
            waits.set()
            await call(client, "ui_notifications", wait=60)

    async with serving(brief) as address:
        before = await tasks_of_a_server(address)
        client = asyncio.create_task(wait_for_the_person(address))
        await asyncio.wait_for(waits.wait(), DEADLINE)
        [session] = brief.sessions
        left = asyncio.all_tasks() - before
        client.cancel()

        assert await over(session)
        assert await ended(left) == set()
        assert len(brief.sessions) == 0


async def test_a_client_that_thinks_for_long_keeps_its_session(address: str, seats: Seats, seconds: Seconds) -> None:
    async with Client(address, mode="legacy") as client:
        drawn = await call(client, "render_ui_screen", ui_json=button())
        seconds.now += 100_000
        seats.sessions.expire()
        shown = await call(client, "show_ui_to_user")

    assert shown["session_id"] == drawn["session_id"]


async def test_without_a_connection_calls_name_their_session_and_it_ends_when_idle(
    address: str, seats: Seats, seconds: Seconds
) -> None:
    async with Client(address, mode="auto") as client:
        assert client.protocol_version == "2026-07-28"
        drawn = await call(client, "render_ui_screen", ui_json=button())
        unnamed = await refusal(client, "show_ui_to_user")
        no_place = await refusal(client, "ui_join_session", session_id=drawn["session_id"])
        shown = await call(client, "show_ui_to_user", session_id=drawn["session_id"])
        seconds.now += 601
        gone = await refusal(client, "show_ui_to_user", session_id=drawn["session_id"])

    assert shown["shown"]
    assert (unnamed["code"], no_place["code"], gone["code"]) == ("no_session", "no_session", "session_not_found")
    assert len(seats.sessions) == 0


async def test_ending_a_session_ends_it_for_everyone_and_wakes_who_waits(address: str) -> None:
    async with Client(address, mode="legacy") as agent, Client(address, mode="legacy") as person:
        drawn = await call(agent, "render_ui_screen", ui_json=button())
        await call(person, "ui_join_session", session_id=drawn["session_id"])
        waiting = asyncio.create_task(call(person, "ui_notifications", wait=20))
        await call(person, "ui_notifications")
        await call(agent, "ui_end_session")
        heard = await asyncio.wait_for(waiting, 10)
        told = await refusal(person, "show_ui_to_user")

    assert heard["ended"]
    assert told["code"] == "session_not_found"


# -- by themselves -----------------------------------------------------------------------------------------------------


async def test_no_seat_and_no_name_is_no_session(seats: Seats) -> None:
    with pytest.raises(NoSession):
        seats.find(None, None)
    with pytest.raises(NoSession):
        seats.find(Seat(), None)


async def test_leaving_twice_is_leaving_once(seats: Seats) -> None:
    one, other = Seat(), Seat()
    session = seats.find_or_open(one, None)
    seats.join(other, session.session_id)

    seats.leave(one)
    seats.leave(one)

    assert seats.find(other, None) is session
    assert session.watchers == 1


async def test_joining_where_one_sits_already_changes_nothing(seats: Seats) -> None:
    seat = Seat()
    session = seats.find_or_open(seat, None)

    assert seats.join(seat, session.session_id) is session
    assert (session.watchers, session.ended) == (1, False)


async def test_nothing_is_kept_of_sessions_that_have_ended(seats: Seats) -> None:
    session = seats.find_or_open(None, None)
    seats.end(session.session_id)

    other = seats.find_or_open(None, None)

    assert seats._opened == {other.session_id}
