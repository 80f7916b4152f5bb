"""Our screens and events against those of the official renderer, example by example."""

from __future__ import annotations

import datetime as dt
import tomllib
from pathlib import Path

import pytest

from renderer.pages import Canvas
from tests.parity.oracle import Recording, counterpart, differences, recordings, sent
from ui_server.session import Session
from ui_server.steps import ClickStep

DEVIATIONS = Path(__file__).with_name("deviations.toml")


def listed() -> set[tuple[str, str]]:
    entries = tomllib.loads(DEVIATIONS.read_text())["deviation"]
    assert all(entry["reason"] for entry in entries)
    return {(entry["key"], entry["aspect"]) for entry in entries}


@pytest.fixture(scope="session")
def recorded(shared: Path) -> list[Recording]:
    return recordings(shared / "data" / "oracle")


def session_on(canvas: Canvas, recording: Recording, shared: Path) -> Session:
    session = Session(canvas, clock=lambda: dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC))
    session.receive(recording.payload(shared / "data" / "a2ui"))
    return session


async def test_every_screen_is_as_recorded_save_for_the_listed_deviations(
    canvas: Canvas, recorded: list[Recording], shared: Path
) -> None:
    found: dict[tuple[str, str], str] = {}
    for recording in recorded:
        screen = await session_on(canvas, recording, shared).show()
        for aspect, what in differences(recording, screen).items():
            found[recording.key, aspect] = what
    assert len(recorded) == 47
    assert {key: found[key] for key in found.keys() - listed()} == {}
    assert listed() - found.keys() == set(), "these deviations no longer hold: remove them"


async def test_every_click_sends_what_was_recorded(canvas: Canvas, recorded: list[Recording], shared: Path) -> None:
    clicks = 0
    for recording in recorded:
        for index, expected in recording.clicks():
            session = session_on(canvas, recording, shared)
            screen = await session.show()
            element = counterpart(recording, index, list(screen.elements().values()))
            assert element is not None, f"{recording.key}: nothing for element {index}"
            events, _ = await session.interact([ClickStep(element.element_id)])
            messages = [sent(event.message) for event in events if event.message]
            assert messages == expected, f"{recording.key}: click on {element.element_id}"
            clicks += 1
    assert clicks == 37


async def test_every_element_has_a_name(canvas: Canvas, recorded: list[Recording], shared: Path) -> None:
    for recording in recorded:
        screen = await session_on(canvas, recording, shared).show()
        assert [element.element_id for element in screen.elements().values() if not element.name] == []
