"""The store of sessions: what it creates, finds, ends and refuses."""

from __future__ import annotations

import asyncio
import datetime as dt
import io
import itertools
from collections.abc import Callable

import pytest
from PIL import Image

from renderer.pages import Canvas
from ui_server.hosted import HostedSession, UnknownRevision
from ui_server.images import ImageRefused
from ui_server.session import SessionSettings
from ui_server.sessions import ImagesFull, Limits, Sessions, SessionsFull, UnknownSession


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def new_store(canvas: Canvas, clock: Clock) -> Callable[..., Sessions]:
    def make(**limits: int) -> Sessions:
        ids = map(str, itertools.count(1))
        now = dt.datetime(2026, 1, 5, 9, tzinfo=dt.UTC)
        return Sessions(canvas, limits=Limits(**limits), clock=lambda: now, now=clock, new_id=lambda: next(ids))

    return make


def text(words: str) -> list[dict[str, object]]:
    components = [{"id": "root", "component": "Text", "text": words}]
    catalog = "https://a2ui.org/specification/v0_9/basic_catalog.json"
    return [
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": catalog}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": components}},
    ]


def png(colour: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (2, 2), colour).save(buffer, "PNG")
    return buffer.getvalue()


async def test_a_created_session_is_found_by_its_id(new_store: Callable[..., Sessions]) -> None:
    store = new_store()

    session = store.create(SessionSettings(theme="dark"), version="v0.9")

    assert store.get(session.session_id) is session
    assert (session.session_id, session.settings.theme, session.version) == ("1", "dark", "v0.9")


async def test_an_id_that_never_was_is_unknown(new_store: Callable[..., Sessions]) -> None:
    with pytest.raises(UnknownSession):
        new_store().get("1")


async def test_a_deleted_session_is_unknown_and_knows_that_it_ended(new_store: Callable[..., Sessions]) -> None:
    store = new_store()
    session = store.create()

    store.delete("1")

    assert session.ended
    with pytest.raises(UnknownSession):
        store.get("1")
    with pytest.raises(UnknownSession):
        store.delete("1")


async def test_a_session_ends_when_it_has_been_idle_long_enough(
    new_store: Callable[..., Sessions], clock: Clock
) -> None:
    store = new_store(idle_seconds=60)
    store.create()
    clock.seconds = 59
    store.get("1")
    clock.seconds = 118
    assert store.expire() == []

    clock.seconds = 119

    assert store.expire() == ["1"]
    assert len(store) == 0


async def test_an_idle_session_is_gone_even_before_anyone_sweeps(
    new_store: Callable[..., Sessions], clock: Clock
) -> None:
    store = new_store(idle_seconds=60)
    store.create()

    clock.seconds = 60

    with pytest.raises(UnknownSession):
        store.get("1")


async def test_a_watched_session_does_not_count_as_idle(new_store: Callable[..., Sessions], clock: Clock) -> None:
    store = new_store(idle_seconds=60)
    session = store.create()
    session.watchers = 1
    clock.seconds = 1000
    assert store.expire() == []

    session.watchers = 0

    assert store.expire(now=1060.0) == ["1"]


async def test_a_session_opened_elsewhere_is_held_for_a_while_and_never_idle(
    new_store: Callable[..., Sessions], clock: Clock, canvas: Canvas
) -> None:
    store = new_store(idle_seconds=10)
    session = HostedSession(
        canvas, lambda: dt.datetime(2026, 1, 5, tzinfo=dt.UTC), SessionSettings(), session_id="mine"
    )
    with store.holding(session):
        clock.seconds = 1000
        assert store.expire() == []
        assert list(store) == [session]
        with pytest.raises(ValueError, match="mine"), store.holding(session):
            pass
    assert list(store) == [] and session.ended


async def test_a_full_store_refuses_and_says_when_the_first_may_end(
    new_store: Callable[..., Sessions], clock: Clock
) -> None:
    store = new_store(sessions=2, idle_seconds=60)
    store.create()
    clock.seconds = 20
    store.create()

    with pytest.raises(SessionsFull) as refused:
        store.create()

    assert (refused.value.most, refused.value.retry_after) == (2, 40)


async def test_a_full_store_makes_room_for_itself_where_sessions_are_idle(
    new_store: Callable[..., Sessions], clock: Clock
) -> None:
    store = new_store(sessions=1, idle_seconds=60)
    store.create()
    clock.seconds = 60

    assert store.create().session_id == "2"


async def test_closing_ends_every_session(new_store: Callable[..., Sessions]) -> None:
    store = new_store()
    sessions = [store.create(), store.create()]

    store.close()

    assert [session.ended for session in sessions] == [True, True]
    assert list(store) == []


async def test_images_are_counted_for_each_session_alone(new_store: Callable[..., Sessions]) -> None:
    store = new_store(images=1)
    one, other = store.create(), store.create()
    store.register_image(one, png("red"), "logo")

    with pytest.raises(ImagesFull):
        store.register_image(one, png("blue"), "second")

    assert store.register_image(other, png("blue"), "logo")[0] == "1"
    assert one.images.find("logo").content == png("red")


async def test_the_bytes_of_images_are_limited(new_store: Callable[..., Sessions]) -> None:
    store = new_store(image_bytes=len(png("red")))
    session = store.create()
    store.register_image(session, png("red"), "logo")

    with pytest.raises(ImagesFull):
        store.register_image(session, png("blue"), "other")


async def test_an_image_registered_in_one_session_is_not_shown_in_another(new_store: Callable[..., Sessions]) -> None:
    store = new_store()
    one, other = store.create(), store.create()

    store.register_image(one, png("red"), "logo")

    with pytest.raises(ImageRefused):
        other.images.find("logo")


async def test_surfaces_of_one_session_are_not_in_another(new_store: Callable[..., Sessions]) -> None:
    store = new_store()
    one, other = store.create(), store.create()

    await one.take(text("mine"))

    assert [surface.surface_id for surface in one.surfaces] == ["s"]
    assert list(other.surfaces) == []


async def test_whoever_waits_on_a_session_is_woken_by_a_payload(new_store: Callable[..., Sessions]) -> None:
    session = new_store().create()
    waiting = asyncio.create_task(session.pulse.wait(30))
    await asyncio.sleep(0)

    await session.take(text("hello"))
    await asyncio.wait_for(waiting, 5)

    assert session.revision == 1


async def test_an_earlier_revision_is_drawn_as_it_was(new_store: Callable[..., Sessions]) -> None:
    session = new_store().create()
    await session.take(text("before"))
    before = await session.render()
    await session.take(text("after")[1:])

    earlier = await session.screen_at(1)

    assert earlier.png == before.png
    assert [facts.texts for facts in earlier.drawing.surfaces] == [("before",)]
    assert [facts.texts for facts in (await session.screen_at(2)).drawing.surfaces] == [("after",)]


async def test_a_revision_that_never_was_is_unknown(new_store: Callable[..., Sessions]) -> None:
    with pytest.raises(UnknownRevision) as refused:
        await new_store().create().screen_at(7)

    assert (refused.value.revision, refused.value.newest) == (7, 0)


async def test_messages_in_another_protocol_than_the_preferred_one_get_a_warning(
    new_store: Callable[..., Sessions],
) -> None:
    session = new_store().create(version="v1.0")

    receipt = await session.take(text("hello"))

    assert [(found.code, found.pointer) for found in session.other_versions(receipt)] == [
        ("version_mismatch", "/0"),
        ("version_mismatch", "/1"),
    ]
