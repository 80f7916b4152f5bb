"""What the page of a person is served: the open turn, its picture, and the answer to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx

from agent_bridge.messages import Message, Role
from tests.user_sim.conftest import Show
from ui_server.errors import NotOperable
from ui_server.screen import Screen
from ui_server.steps import ClickAtStep
from user_sim.person import Seat
from user_sim.person_page import create_page
from user_sim.rounds import Round
from user_sim.user import UserTurn, UserView

ROUNDS = (Round("Text Jonas.", "You mean the neighbour."), Round("And Petra.", images=(2,)))
HELLO = Message(index=1, sender=Role.AGENT, audience=frozenset({Role.AGENT, Role.USER}), text="Which Jonas?")
SAVE = (
    {"id": "root", "component": "Button", "child": "label", "action": {"event": {"name": "save"}}},
    {"id": "label", "component": "Text", "text": "Save"},
)


@asynccontextmanager
async def client(seat: Seat, host: str = "127.0.0.1") -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app=create_page(seat))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as opened:
        yield opened


async def ask(seat: Seat, view: UserView) -> asyncio.Task[UserTurn]:
    before = seat.version
    turn = asyncio.create_task(seat.ask(ROUNDS, view))
    await seat.wait(before, 5)
    return turn


async def test_without_an_open_turn_the_agent_is_at_work() -> None:
    async with client(Seat()) as page:
        assert (await page.get("/user/turn")).json() == {"version": 0, "over": False, "turn": None}


async def test_an_open_turn_tells_what_is_wanted_what_was_said_and_what_was_refused() -> None:
    seat = Seat()
    turn = await ask(seat, UserView([HELLO], None, NotOperable("It is covered.", code="covered")))
    async with client(seat) as page:
        told = (await page.get("/user/turn")).json()["turn"]
        await page.post("/user/turn", json={"turn": seat.version, "ended": True})
    assert told["rounds"][0] == {"query": "Text Jonas.", "private": "You mean the neighbour.", "images": []}
    assert told["messages"] == [{"sender": "agent", "text": "Which Jonas?", "images": []}]
    assert told["refused"]["code"] == "covered"
    assert told["report"] is told["picture"] is None
    assert (await turn).ended


async def test_the_screen_comes_with_its_revision_its_elements_and_its_picture(show: Show) -> None:
    screen: Screen = await show(*SAVE)
    seat = Seat()
    turn = await ask(seat, UserView([], screen))
    async with client(seat) as page:
        told = (await page.get("/user/turn")).json()["turn"]
        picture = await page.get(told["picture"])
        point = told["report"]["surfaces"][0]["elements"][0]["point"]
        await page.post("/user/turn", json={"turn": seat.version, "steps": [{"do": "click", "point": point}]})
        gone = await page.get(told["picture"])
    assert told["revision"] == screen.revision
    assert picture.content == screen.png
    assert (await turn).acts == (ClickAtStep(*point),)
    assert (gone.status_code, gone.json()["type"]) == (409, "/problems/stale_screen")


async def test_text_images_and_giving_up_are_one_turn() -> None:
    seat = Seat()
    turn = await ask(seat, UserView([], None))
    async with client(seat) as page:
        body = {"turn": seat.version, "text": " I stop here. ", "images": [2], "gave_up": True}
        assert (await page.post("/user/turn", json=body)).status_code == 200
    assert await turn == UserTurn(text="I stop here.", images=(2,), ended=True, gave_up=True)


async def test_a_late_answer_and_an_unreadable_step_are_problems_and_the_turn_stays_open() -> None:
    seat = Seat()
    turn = await ask(seat, UserView([], None))
    async with client(seat) as page:
        late = await page.post("/user/turn", json={"turn": seat.version - 1, "text": "Yes"})
        bad = await page.post("/user/turn", json={"turn": seat.version, "steps": [{"do": "shout"}]})
        sent = await page.post("/user/turn", json={"turn": seat.version, "steps": [{"do": "send", "messages": []}]})
        assert not turn.done()
        await page.post("/user/turn", json={"turn": seat.version, "ended": True})
    assert (late.status_code, late.json()["type"]) == (409, "/problems/stale_screen")
    assert [bad.status_code, sent.status_code] == [422, 422]
    assert (await turn).ended


async def test_a_question_waits_until_something_happens() -> None:
    seat = Seat()
    async with client(seat) as page:
        waiting = asyncio.create_task(page.get("/user/turn", params={"after": 0, "wait": 30}))
        turn = await ask(seat, UserView([], None))
        assert (await waiting).json()["turn"] is not None
        seat.answer(seat.version, UserTurn(ended=True))
    assert (await turn).ended


async def test_pages_of_others_and_names_of_others_are_refused() -> None:
    seat = Seat()
    async with client(seat) as page:
        foreign = await page.post("/user/turn", json={"turn": 0}, headers={"Origin": "http://example.com"})
    async with client(seat, "example.com") as page:
        renamed = await page.get("/user/turn")
    assert [foreign.status_code, renamed.status_code] == [403, 403]


async def test_the_page_and_its_files_come_from_here_alone() -> None:
    async with client(Seat()) as page:
        first = await page.get("/", follow_redirects=True)
        assert first.url.path == "/user" and "default-src 'none'" in first.headers["content-security-policy"]
        for path in (
            "/user/static/user.js",
            "/user/static/user.css",
            "/debug/static/stage.js",
            "/debug/static/debug.css",
        ):
            assert (await page.get(path)).status_code == 200, path
        assert (await page.get("/user/static/../person.py")).status_code == 404


async def test_with_a_token_nobody_else_on_this_machine_plays_the_user() -> None:
    transport = httpx.ASGITransport(app=create_page(Seat(), token="secret"))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as stranger:
        refused = [
            (await stranger.get("/user")).status_code,
            (await stranger.get("/user/turn")).status_code,
            (await stranger.post("/user/turn", json={"turn": 0, "ended": True})).status_code,
        ]
        known = await stranger.get("/user/turn", headers={"Authorization": "Bearer secret"})
        link = await stranger.get("/user?token=secret")
        opened = await stranger.get("/user")

    assert (refused, known.status_code) == ([401, 401, 401], 200)
    assert (link.headers["location"], opened.status_code) == ("/user", 200)
