"""Payloads that want to harm: nothing is run, nothing leaves the browser, every deadline holds."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from renderer.pages import Canvas
from tests.hostile.make_corpus import CORPUS, corpus
from ui_server.screen import Screen
from ui_server.session import Session, SessionSettings
from ui_server.steps import ClickStep

FILES = sorted(CORPUS.glob("*.json"))
DEADLINE = 20.0


class Listener:
    """A server on this machine that counts who comes; nobody may."""

    def __init__(self) -> None:
        self.visits = 0
        self.port = 0

    async def greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.visits += 1
        writer.close()


@pytest.fixture(scope="module")
async def listener() -> AsyncIterator[Listener]:
    found = Listener()
    server = await asyncio.start_server(found.greet, "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    async with server:
        yield found


def load(file: Path, port: int) -> dict[str, Any]:
    entry: dict[str, Any] = json.loads(file.read_text().replace("{port}", str(port)))
    if "filler" in entry:
        entry["payload"][1]["updateComponents"]["components"][1]["text"] = "x " * (entry["filler"] // 2)
    return entry


async def played(session: Session, entry: dict[str, Any]) -> Screen:
    """The payload received, shown, and where it asks for it pressed."""
    session.receive(entry["payload"], purpose="salvage")
    screen = await session.show()
    if "press" in entry:
        events, screen = await session.interact([ClickStep(entry["press"])])
        assert events[0].local is not None and events[0].message is None
    return screen


def test_the_files_are_what_their_maker_says() -> None:
    assert {file.stem for file in FILES} == corpus().keys()
    for name, entry in corpus().items():
        assert json.loads((CORPUS / f"{name}.json").read_text()) == json.loads(json.dumps(entry))


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
async def test_nothing_is_run_nothing_leaves_and_the_deadline_holds(
    file: Path, canvas: Canvas, new_session: Callable[..., Session], listener: Listener
) -> None:
    blocked, visits = canvas.blocked_requests, listener.visits
    async with asyncio.timeout(DEADLINE):
        screen = await played(new_session(), load(file, listener.port))
    assert screen.png.startswith(b"\x89PNG")
    for page in canvas.pages:
        assert await page.evaluate("'pwned' in globalThis", "look for harm") is False
        assert await page.evaluate("document.querySelectorAll('script, iframe, object, embed').length", "look") == 0
    assert (canvas.blocked_requests, listener.visits) == (blocked, visits)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
async def test_nothing_inner_is_fetched_even_with_an_allow_list(
    file: Path, new_session: Callable[..., Session], listener: Listener
) -> None:
    settings = SessionSettings(allow_hosts=frozenset({"localhost", "example.com", "*.example.com"}))
    visits = listener.visits
    async with asyncio.timeout(DEADLINE):
        await played(new_session(settings), load(file, listener.port))
    assert listener.visits == visits


async def test_a_sound_screen_is_the_same_before_and_after_all_of_them(
    canvas: Canvas, new_session: Callable[..., Session], listener: Listener
) -> None:
    sound = [
        {
            "version": "v0.9",
            "createSurface": {
                "surfaceId": "s",
                "catalogId": corpus()["circles"]["payload"][0]["createSurface"]["catalogId"],
            },
        },
        {
            "version": "v0.9",
            "updateComponents": {"surfaceId": "s", "components": [{"id": "root", "component": "Text", "text": "calm"}]},
        },
    ]

    async def draw() -> str:
        session = new_session()
        session.receive(sound)
        return (await session.render()).drawing.picture.sha256

    before = await draw()
    for file in FILES:
        await played(new_session(), load(file, listener.port))
    assert await draw() == before
