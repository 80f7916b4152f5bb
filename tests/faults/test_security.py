"""Doors that others left open: checks switched off, requests into the network, costly patterns, strangers' data."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from collections.abc import Callable
from typing import Any

import pytest

from renderer.pages import Canvas
from tests.conftest import NewSession
from tests.faults.listener import listening, ok, redirect
from tests.faults.live import act, codes, colours, model, page_of, sent, show, texts
from tests.faults.payloads import (
    Message,
    at,
    begin,
    button,
    call,
    column,
    create,
    data,
    data_uri,
    drop,
    old_put,
    old_text,
    part,
    png,
    put,
    said,
    screen,
    text,
)
from ui_server.receive import receive
from ui_server.screen import Screen
from ui_server.session import Session, SessionSettings
from ui_server.steps import ClickStep, FillStep
from ui_server.surfaces import Surfaces

# -- checks that one message switches off ------------------------------------------------------------------------------

FROM_A_CLIENT: dict[str, Message] = {
    "action": {
        "version": "v0.9",
        "action": {
            "name": "none",
            "surfaceId": "main",
            "sourceComponentId": "root",
            "timestamp": "2026-01-05T09:00:00Z",
            "context": {},
        },
    },
    "error": {"version": "v0.9", "error": {"code": "X", "surfaceId": "main", "message": "x"}},
    "userAction": {
        "userAction": {
            "name": "none",
            "surfaceId": "main",
            "sourceComponentId": "root",
            "timestamp": "2026-01-05T09:00:00Z",
            "context": {},
        }
    },
}


@pytest.mark.parametrize("kind", FROM_A_CLIENT)
@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
async def test_a_clients_message_is_a_fault_and_switches_off_no_other_check(
    kind: str, first: bool, new_session: NewSession
) -> None:
    """BUG-038"""
    session = new_session()
    bad = screen(part("root", "RemoteFrame", src="file:///etc/hosts"))
    receipt = session.receive([FROM_A_CLIENT[kind], *bad] if first else [*bad, FROM_A_CLIENT[kind]])
    assert not receipt.accepted and list(session.surfaces) == []
    assert sorted(codes(receipt)) == ["unknown_component", "wrong_direction"]


async def test_a_client_key_beside_a_sound_message_is_a_fault_too(new_session: NewSession) -> None:
    """BUG-038"""
    session = new_session()
    receipt = session.receive([{**create(), "action": FROM_A_CLIENT["action"]["action"]}])
    assert not receipt.accepted and codes(receipt) == ["wrong_direction"]


# -- requests ----------------------------------------------------------------------------------------------------------


def doors(url: Callable[[str], str]) -> list[Message]:
    """A screen that would make a request by every component that has an address."""
    return [
        create(theme={"iconUrl": url("/icon.png"), "agentDisplayName": "Agent"}),
        put(
            column("plain", "bound", "file", "film", "sound", "words", "own"),
            part("plain", "Image", url=url("/plain.png"), description="Plain one", variant="header"),
            part("bound", "Image", url=at("/address"), description="Bound one", variant="header"),
            part("file", "Image", url="file:///etc/hosts", description="From a file", variant="header"),
            part("film", "Video", url=url("/film.mp4")),
            part("sound", "AudioPlayer", url=url("/sound.mp3"), description="Sound"),
            text("words", f"![Marked]({url('/marked.png')}) <img src='{url('/raw.png')}'> [go]({url('/go')})"),
            part("own", "Image", url=data_uri(png("#C00040")), description="Own one", variant="header"),
        ),
        data(url("/bound.png"), "/address"),
        *[
            old_put(old_text("root", said(f"![x]({url('/old.png')})")), surface="old"),
            begin(surface="old", styles={"iconUrl": url("/old-icon.png")}),
        ],
        {
            "version": "v1.0",
            "createSurface": {
                "surfaceId": "later",
                "components": [part("root", "Video", url=url("/new.mp4"), posterUrl=url("/poster.png"))],
            },
        },
    ]


async def test_no_component_makes_a_request(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-051"""
    blocked = canvas.blocked_requests
    async with listening() as listener:
        session = new_session(SessionSettings(deadline=5.0))
        receipt = session.receive(doors(listener.url), purpose="salvage")
        assert {"main", "old", "later"} == {surface.surface_id for surface in session.surfaces}, receipt.diagnostics
        await session.show()
    assert (listener.connections, canvas.blocked_requests) == (0, blocked)


async def test_pictures_that_are_not_fetched_show_what_they_are_of(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-051"""
    async with listening() as listener:
        session = new_session()
        session.receive(doors(listener.url), purpose="salvage")
        shown = await session.show("main")
    images = {image.alt: image for image in shown.drawing.surfaces[0].images}
    assert {alt: image.loaded for alt, image in images.items()} == {
        "Plain one": False,
        "Bound one": False,
        "From a file": False,
        "Own one": True,
    }
    page = page_of(canvas, shown)
    for alt in ("Plain one", "Bound one", "From a file"):
        assert await page.get_by_text(alt).is_visible()
        assert images[alt].box[2] > 0 and images[alt].box[3] > 0
    broken = "images => images.filter(image => !image.naturalWidth).length"
    assert await page.locator("img").evaluate_all(broken) == 0
    assert (0xC0, 0x00, 0x40) in colours(shown, images["Own one"].box)


async def test_a_picture_that_is_not_fetched_is_told_with_its_reason(new_session: NewSession) -> None:
    """BUG-051"""
    shown = await show(
        new_session(), *screen(part("root", "Image", url="https://pictures.example/x.png", description="X"))
    )
    (note,) = shown.diagnostics
    assert (note.severity, note.code, note.component_id) == ("info", "image_refused", "root")
    assert "data:" in note.hint and shown.ok


def picture_at(url: str) -> list[Message]:
    return screen(part("root", "Image", url=url, description="Picture", variant="header"))


async def fetched(session: Session, url: str) -> bool:
    """Whether the picture at `url` came to be shown."""
    shown = await show(session, *picture_at(url))
    (image,) = shown.drawing.surfaces[0].images
    assert image.alt == "Picture"
    return image.loaded


def opened_to(new_session: NewSession, *hosts: str) -> Session:
    return new_session(SessionSettings(allow_hosts=frozenset(hosts), deadline=5.0))


async def test_a_redirect_leads_no_further_than_the_list_allows(new_session: NewSession) -> None:
    """BUG-052"""
    async with listening({"/secret.png": ok(png("red"))}) as inside:
        answers = {
            "/away.png": redirect(inside.url("/secret.png")),
            "/twice.png": redirect("/away.png"),
            "/home.png": redirect("/there.png"),
            "/there.png": ok(png("green")),
        }
        async with listening(answers) as outside:
            session = opened_to(new_session, f"127.0.0.1:{outside.port}")
            assert not await fetched(session, outside.url("/away.png"))
            assert outside.requests == ["/away.png"]
            session.reset()
            assert not await fetched(session, outside.url("/twice.png"))
            session.reset()
            assert await fetched(session, outside.url("/home.png"))
    assert inside.connections == 0


@pytest.mark.parametrize(
    "scheme", ["file:///etc/hosts", "data:text/html,x", "ftp://127.0.0.1/x", "chrome://version", "//127.0.0.1/x"]
)
async def test_a_redirect_to_something_other_than_the_web_is_not_followed(scheme: str, new_session: NewSession) -> None:
    """BUG-052"""
    async with listening({"/x.png": redirect(scheme)}) as outside:
        assert not await fetched(opened_to(new_session, f"127.0.0.1:{outside.port}"), outside.url("/x.png"))


Found = list[tuple[Any, ...]]


class Names:
    """Answers look-ups of `pictures.example` with one list of addresses after the other, all others truly."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked = 0
        self._real = asyncio.get_running_loop().getaddrinfo

    async def getaddrinfo(self, host: Any, port: Any, **more: Any) -> Found:
        if host != "pictures.example":
            return list(await self._real(host, port, **more))
        addresses = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux listens on all of 127.0.0.0/8 without set-up")
async def test_a_name_that_turns_inwards_after_it_was_judged_leads_nowhere_else(
    new_session: NewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BUG-052. 127.0.0.2 is on the list and stands for a public address, 127.0.0.1 is what must not be reached."""
    names = Names(["127.0.0.2"], ["127.0.0.1"])
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", names.getaddrinfo)
    async with (
        listening({"/r.png": ok(png("green"))}, host="127.0.0.2") as outside,
        listening({"/r.png": ok(png("red"))}, port=outside.port) as inside,
    ):
        session = opened_to(new_session, "pictures.example", f"127.0.0.2:{outside.port}")
        assert await fetched(session, f"http://pictures.example:{outside.port}/r.png")
    assert (outside.requests, inside.connections, names.asked) == (["/r.png"], 0, 1)


async def test_a_name_with_one_address_inside_is_refused_for_all_of_them(
    new_session: NewSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BUG-052"""
    async with listening({"/r.png": ok(png("red"))}) as inside:
        names = Names(["127.0.0.1", "8.8.8.8"], ["8.8.8.8", "127.0.0.1"])
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", names.getaddrinfo)
        for path in ("/r.png", "/again.png"):
            session = opened_to(new_session, "pictures.example")
            assert not await fetched(session, f"http://pictures.example:{inside.port}{path}")
    assert (inside.connections, names.asked) == (0, 2)


SPELLINGS = ["0.0.0.0", "127.1", "2130706433", "0x7f000001", "[::ffff:127.0.0.1]", "localhost.", "localhost"]


@pytest.mark.parametrize("host", [*SPELLINGS, "198.18.0.1", "127.0.0.1", "[::1]"])
async def test_an_address_inside_is_not_reached_however_it_is_spelt(host: str, new_session: NewSession) -> None:
    """BUG-052"""
    async with listening({"/r.png": ok(png("red"))}) as inside:
        assert not await fetched(opened_to(new_session, "pictures.example"), f"http://{host}:{inside.port}/r.png")
        assert not await fetched(new_session(), f"http://{host}:{inside.port}/r.png")
    assert inside.connections == 0


@pytest.mark.parametrize("host", SPELLINGS)
async def test_a_listed_name_opens_no_address_inside(host: str, new_session: NewSession) -> None:
    """BUG-052. The rule: a name on the list opens public addresses; one inside must be listed as itself."""
    async with listening({"/r.png": ok(png("red"))}) as inside:
        session = opened_to(new_session, host.strip("[]"))
        assert not await fetched(session, f"http://{host}:{inside.port}/r.png")
    assert inside.connections == 0


async def test_the_page_itself_reaches_nothing(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-052"""
    attempts = """async base => {
        const gave_up = async work => { try { await work(); return false; } catch { return true; } };
        return [
            await gave_up(() => fetch(base + "/fetch")),
            await gave_up(() => new Promise((open, fail) => {
                const socket = new WebSocket(base.replace("http", "ws") + "/socket");
                socket.onopen = open; socket.onerror = fail; socket.onclose = fail;
            })),
            await gave_up(() => navigator.serviceWorker.register(base + "/worker.js")),
            await gave_up(() => new Promise((open, fail) => {
                const image = new Image();
                image.onload = open; image.onerror = fail; image.src = base + "/image.png";
            })),
        ];
    }"""
    async with listening({"/image.png": ok(png("red"))}) as inside:
        shown = await show(new_session(), *screen(text("root", "Quiet")))
        assert await page_of(canvas, shown).evaluate(attempts, inside.url("")) == [True, True, True, True]
    assert inside.connections == 0


async def test_a_page_without_any_policy_is_kept_inside_as_well(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-052. A second wall behind the content security policy."""
    shown = await show(new_session(), *screen(text("root", "Quiet")))
    before = canvas.blocked_requests
    async with listening({"/": ok(b"<p>inside", "text/html")}) as inside:
        bare = await page_of(canvas, shown).context.new_page()
        try:
            refused = await bare.evaluate(
                "async url => { try { await fetch(url); return false; } catch { return true; } }", inside.url("/")
            )
        finally:
            await bare.close()
    assert (refused, inside.connections) == (True, 0)
    assert canvas.blocked_requests > before


# -- hostile texts -----------------------------------------------------------------------------------------------------

TAKE_OVER = "document.title='taken'"
HOSTILE = f"""</script></style></textarea><script>{TAKE_OVER}</script><img src=x onerror="{TAKE_OVER}">"""


async def test_no_text_of_an_agent_becomes_markup(new_session: NewSession, canvas: Canvas) -> None:
    """W25"""
    shown = await show(
        new_session(),
        *screen(
            column("words", "field", "box", "go", "pick", "photo"),
            text("words", HOSTILE),
            part("field", "TextField", label=HOSTILE, variant="longText", value=at("/field")),
            part("box", "CheckBox", label=HOSTILE, value=at("/box")),
            *button("go", HOSTILE, HOSTILE),
            part("pick", "ChoicePicker", label=HOSTILE, options=[{"label": HOSTILE, "value": HOSTILE}], value=at("/p")),
            part("photo", "Image", url=HOSTILE, description=HOSTILE),
            model={"field": HOSTILE, "box": False, "p": [HOSTILE]},
            theme={"agentDisplayName": HOSTILE},
        ),
    )
    page = page_of(canvas, shown)
    assert await page.locator("#stage script, #stage style, #stage img").count() == 0
    assert await page.title() != "taken"
    assert shown.elements()["field"].value == HOSTILE
    assert shown.elements()["go"].name == HOSTILE


# -- patterns ----------------------------------------------------------------------------------------------------------


def coded(pattern: str, code: str) -> list[Message]:
    check = {"condition": call("regex", value=at("/code"), pattern=pattern), "message": "Not a code"}
    return screen(
        column("code", "next"),
        part("code", "TextField", label="Code", value=at("/code"), checks=[check]),
        *button("next", "Next", "next"),
        model={"code": code},
    )


async def test_a_pattern_that_would_run_for_years_is_told_and_stops_nothing(new_session: NewSession) -> None:
    """BUG-053"""
    session = new_session(SessionSettings(deadline=5.0))
    shown = await show(session, *coded("(x+x+)+y", "x" * 40))
    assert codes(shown).count("costly_pattern") >= 1
    costly = [note for note in shown.diagnostics if note.code == "costly_pattern"]
    assert {note.severity for note in costly} == {"warning"}
    assert shown.elements()["code"].messages == ("Not a code",)
    typed, pressed = await act(session, FillStep("code", "x" * 41), ClickStep("next"))
    assert [change.new for change in typed.changes] == ["x" * 41]
    assert sent(pressed)["name"] == "next"


async def test_a_pattern_that_is_none_is_a_fault_before_anything_is_typed(new_session: NewSession) -> None:
    """BUG-053"""
    session = new_session()
    payload = coded("[a-z", "")
    (fault,) = [each for each in session.receive(payload).diagnostics if each.severity == "error"]
    assert (fault.code, fault.component_id) == ("invalid_pattern", "code")
    assert fault.pointer.startswith("/1/updateComponents/components/1/checks/0/condition")
    assert list(session.surfaces) == []


# -- several agents ----------------------------------------------------------------------------------------------------


def form_of(surface: str) -> list[Message]:
    return screen(
        column("field", "send"),
        part("field", "TextField", label=f"For {surface}", value=at("/typed")),
        *button("send", "Send", f"sent_{surface}", {"typed": at("/typed")}),
        surface=surface,
        sendDataModel=True,
    )


async def two_agents(new_session: NewSession) -> tuple[Session, Screen]:
    session = new_session()
    for agent in ("travel", "health"):
        assert session.receive(form_of(agent), owner=f"{agent}-agent").accepted
    return session, await session.show()


async def test_an_agent_is_told_of_its_own_surfaces_alone(new_session: NewSession) -> None:
    """BUG-055"""
    session, _ = await two_agents(new_session)
    *_, event = await act(
        session,
        FillStep("travel/field", "Rome"),
        FillStep("health/field", "asthma"),
        ClickStep("travel/send"),
    )
    assert event.owner == "travel-agent"
    assert event.metadata == {
        "a2uiClientDataModel": {"version": "v0.9", "surfaces": {"travel": {"typed": "Rome"}}}
    }  # fmt: skip
    assert "asthma" not in json.dumps(event.to_json())


async def test_an_act_on_a_surface_goes_to_the_agent_that_made_it(new_session: NewSession) -> None:
    """BUG-055"""
    session, _ = await two_agents(new_session)
    *_, event = await act(session, FillStep("travel/field", "Rome"), ClickStep("health/send"))
    assert (event.owner, sent(event)["name"], event.changes) == ("health-agent", "sent_health", ())
    assert "Rome" not in json.dumps(event.to_json())


@pytest.mark.parametrize(
    "attempt",
    [
        [data("x", "/typed", surface="health")],
        [put(text("root", "Mine"), surface="health")],
        [drop("health")],
        [create("health")],
        [drop("health"), create("health")],
        [{"version": "v0.9", "updateDataModel": {"surfaceId": "health", "path": "/typed"}}],
    ],
    ids=["data", "components", "delete", "create", "delete and create", "delete data"],
)
@pytest.mark.parametrize("purpose", ["session", "salvage"])
async def test_an_agent_cannot_touch_the_surface_of_another(
    attempt: list[Message], purpose: Any, new_session: NewSession
) -> None:
    """BUG-055"""
    session, before = await two_agents(new_session)
    receipt = session.receive(attempt, owner="travel-agent", purpose=purpose)
    assert [note.code for note in receipt.diagnostics if note.severity == "error"] == ["not_owner"] * len(attempt)
    assert (await session.render()).png == before.png
    assert model(session, "health") == {}


def test_a_reserved_id_stays_with_the_agent_that_first_wrote_it() -> None:
    """BUG-055. Even before the surface is created."""
    early = receive(Surfaces(), [data("mine", "/x", surface="s"), create("s")], owner="one")
    late = receive(early.surfaces, [create("s")], owner="two")
    assert [note.code for note in late.diagnostics] == ["not_owner"]


async def test_texts_of_a_screen_are_what_the_agent_wrote(new_session: NewSession) -> None:
    """W25"""
    shown = await show(new_session(), *screen(text("root", "<b>1 < 2 & 3</b>")))
    assert texts(shown) == ["<b>1 < 2 & 3</b>"]
