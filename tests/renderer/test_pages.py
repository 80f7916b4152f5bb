from __future__ import annotations

import asyncio
import hashlib
import io
import os
import random
import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from PIL import Image as Pixels

from renderer.browser import BrowserSettings
from renderer.errors import BrowserLost, BrowserMissing, DeadlineExceeded, RendererError
from renderer.html import Renderer
from renderer.page import KeptPage
from renderer.pages import Canvas
from renderer.picture import Click, ClickAt, Drawing, Fill, Frame, Happened, Picture
from renderer.view import Button, Column, Image, Modal, Node, SurfaceView, Text, TextField, View
from tests.hung import FOREVER, hang, hung_canvas

N = TypeVar("N", bound=Node)

FRAME = Frame(width=400, height=600)


def node(component: type[N], key: str, /, **fields: object) -> N:
    return component(key=key, component_id=key, surface_id="shop", component=component.__name__, **fields)  # type: ignore[arg-type]


def button(key: str, label: str = "Go") -> Button:
    return node(Button, key, child=node(Text, f"{key}-text", text=label))


def screen(*nodes: Node, pictures: dict[str, tuple[str, bytes]] | None = None) -> View:
    return View((SurfaceView("shop", node(Column, "root", items=nodes)),), pictures or {})


def lines(number: int) -> View:
    return screen(*(node(Text, f"t{place}", text=f"Line {place}") for place in range(number)), button("go"))


def png(colour: str, size: tuple[int, int] = (40, 30)) -> tuple[str, bytes]:
    written = io.BytesIO()
    Pixels.new("RGB", size, colour).save(written, "PNG")
    return "image/png", written.getvalue()


def opened(picture: Picture) -> Pixels.Image:
    return Pixels.open(io.BytesIO(picture.png)).convert("RGB")


def texts(drawing: Drawing) -> tuple[str, ...]:
    return drawing.surfaces[0].texts


# Pictures


async def test_a_drawing_holds_the_picture_its_size_and_what_is_on_it(canvas: Canvas) -> None:
    drawing = await canvas.draw(screen(node(Text, "t", text="Hello"), button("go")), FRAME)

    assert opened(drawing.picture).size == (drawing.picture.width, drawing.picture.height) == (400, 600)
    assert texts(drawing) == ("Hello", "Go")
    assert [one.element_id for one in drawing.surfaces[0].elements] == ["go"]
    assert set(drawing.timings_ms) == {"html", "page", "screenshot"}


async def test_the_picture_of_a_whole_page_is_as_high_as_the_page(canvas: Canvas) -> None:
    drawing = await canvas.draw(lines(60), FRAME)
    last = drawing.surfaces[0].elements[-1]

    assert drawing.picture.height == drawing.content_height > 600
    assert drawing.picture.cut_from is None
    assert last.in_view
    assert last.box[1] + last.box[3] < drawing.picture.height


async def test_a_page_that_is_too_high_is_cut_and_says_so(canvas: Canvas) -> None:
    frame = replace(FRAME, max_height=900, scale=2)
    drawing = await canvas.draw(lines(200), frame)

    assert drawing.picture.height == 1800
    assert drawing.picture.cut_from == 2 * drawing.content_height
    assert not drawing.surfaces[0].elements[-1].in_view
    assert await canvas.perform(lines(200), frame, Click("go")) == (Happened("click", "go"),)


async def test_a_very_long_page_is_drawn_down_to_its_end(canvas: Canvas) -> None:
    drawing = await canvas.draw(lines(440), Frame(width=320, height=480))
    x, y, width, height = drawing.surfaces[0].elements[-1].box
    image = opened(drawing.picture)

    assert drawing.picture.height > 10_000
    assert len(image.crop((int(x), int(y), int(x + width), int(y + height))).getcolors(10_000) or ()) > 2


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0, 3.0])
async def test_the_scale_is_that_of_the_picture_in_every_call(canvas: Canvas, scale: float) -> None:
    frame = Frame(width=800, height=600, scale=scale, full_page=False)
    first, second = [(await canvas.draw(lines(3), frame)).picture for _ in range(2)]

    assert (first.width, first.height) == (800 * scale, 600 * scale)
    assert first.scale == second.scale == scale


async def test_a_window_shows_what_is_at_its_scroll_place(canvas: Canvas) -> None:
    whole = await canvas.draw(lines(60), FRAME)
    part = await canvas.draw(lines(60), replace(FRAME, full_page=False, scroll_y=500))

    assert opened(part.picture).tobytes() == opened(whole.picture).crop((0, 500, 400, 1100)).tobytes()


async def test_a_window_is_not_scrolled_beyond_the_page(canvas: Canvas) -> None:
    frame = replace(FRAME, full_page=False)
    far = await canvas.draw(lines(60), replace(frame, scroll_y=100_000))
    end = await canvas.draw(lines(60), replace(frame, scroll_y=far.content_height - 600))

    assert far.picture.png == end.picture.png


# The same screen, the same bytes


async def test_a_screen_looks_the_same_whatever_its_page_showed_before(canvas: Canvas) -> None:
    chance = random.Random(7)
    views = [lines(3), lines(40), screen(node(TextField, "name", label="Name", value="Ann"), button("go"))]
    frames = [FRAME, replace(FRAME, scale=2), replace(FRAME, width=600), replace(FRAME, full_page=False, scroll_y=200)]
    seen: dict[tuple[int, Frame], set[str]] = {}
    for _ in range(40):
        place, frame = chance.randrange(3), chance.choice(frames)
        gesture = chance.choice([Click("go"), ClickAt(30, 50), Fill("name", "typed") if place == 2 else Click("go")])
        await canvas.perform(views[place], frame, gesture)
        drawing = await canvas.draw(views[place], frame)
        seen.setdefault((place, frame), set()).add(drawing.picture.sha256)

    assert {len(pictures) for pictures in seen.values()} == {1}


async def test_a_screen_looks_the_same_on_every_page_of_the_pool(canvas: Canvas) -> None:
    view = lines(30)
    drawings = await asyncio.gather(*(canvas.draw(view, FRAME) for _ in range(6)))

    assert len({drawing.picture.sha256 for drawing in drawings}) == 1
    assert len({drawing.surfaces for drawing in drawings}) == 1


async def test_a_screen_looks_the_same_in_another_process(
    canvas: Canvas, browser_settings: BrowserSettings, root: Path
) -> None:
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from renderer.browser import BrowserSettings\n"
        "from renderer.html import Renderer\n"
        "from renderer.pages import Canvas\n"
        "from renderer.picture import Frame\n"
        "from renderer.view import SurfaceView, Text, View\n"
        "async def main():\n"
        "    names = dict(key='t', component_id='t', surface_id='shop', component='Text')\n"
        "    text = Text(text='Grüße, 世界 👋 **bold**', **names)\n"
        "    view = View((SurfaceView('shop', text),), {})\n"
        "    async with Canvas.open(Renderer(), BrowserSettings(executable=Path(sys.argv[1]))) as canvas:\n"
        "        print((await canvas.draw(view, Frame(width=400, height=600))).picture.sha256)\n"
        "asyncio.run(main())\n"
    )
    command = [sys.executable, "-c", script, str(browser_settings.executable)]
    elsewhere = await asyncio.to_thread(
        subprocess.run, command, cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    view = View((SurfaceView("shop", node(Text, "t", text="Grüße, 世界 👋 **bold**")),), {})

    assert elsewhere.stdout.strip() == (await canvas.draw(view, FRAME)).picture.sha256


async def test_an_open_modal_is_drawn_at_once_and_stays_as_it_is(canvas: Canvas) -> None:
    view = screen(node(Modal, "more", trigger=button("open"), content=button("ok", "OK"), open=True))
    first = await canvas.draw(view, FRAME)
    await canvas.draw(lines(50), FRAME)
    second = await canvas.draw(view, FRAME)

    assert first.picture.png == second.picture.png


# An agent's pictures


async def test_every_picture_is_drawn_also_far_down(canvas: Canvas) -> None:
    pictures = {f"hash{place}": png(f"rgb({place * 6},200,100)") for place in range(39)}
    images = [
        node(Image, f"i{place}", source=f"https://img.test/{place}.png", picture=digest, description=f"pic {place}")
        for place, digest in enumerate(pictures)
    ]
    missing = node(Image, "gone", source="https://img.test/gone.png", description="the missing one")
    drawing = await canvas.draw(screen(*images, missing, pictures=pictures), FRAME)
    facts = drawing.surfaces[0].images
    image = opened(drawing.picture)
    middles = [
        image.getpixel((int(x + width / 2), int(y + height / 2))) for x, y, width, height in (f.box for f in facts)
    ]

    assert [fact.loaded for fact in facts] == [True] * 39 + [False]
    assert [fact.alt for fact in facts] == [*(f"pic {place}" for place in range(39)), "the missing one"]
    assert facts[3].src == "https://img.test/3.png"
    assert middles[:39] == [(place * 6, 200, 100) for place in range(39)]


async def test_a_picture_that_cannot_be_decoded_gives_way_to_a_placeholder(canvas: Canvas) -> None:
    whole = node(Image, "i", source="https://img.test/a.png", description="a chart")
    broken = replace(whole, picture="broken")
    drawing = await canvas.draw(screen(broken, pictures={"broken": ("image/png", b"no picture")}), FRAME)
    (fact,) = drawing.surfaces[0].images

    assert (fact.loaded, fact.alt, fact.src) == (False, "a chart", "https://img.test/a.png")
    assert fact.box == (await canvas.draw(screen(whole), FRAME)).surfaces[0].images[0].box


async def test_a_page_keeps_only_so_many_bytes_of_pictures(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    noise = random.Random(1)
    pictures = {}
    for place in range(6):
        written = io.BytesIO()
        Pixels.frombytes("RGB", (60, 60), noise.randbytes(60 * 60 * 3)).save(written, "PNG")
        pictures[f"hash{place}"] = ("image/png", written.getvalue())
    views = [
        screen(node(Image, "i", source="a", picture=digest), pictures={digest: picture})
        for digest, picture in pictures.items()
    ]
    settings = replace(browser_settings, pages=1, picture_bytes=25_000)
    async with Canvas.open(renderer, settings) as small:
        first = [await small.draw(view, FRAME) for view in views]
        kept = await small.pages[0].evaluate("surfacebox.kept()", "count pictures")
        again = [await small.draw(view, FRAME) for view in views]

    assert 1 <= kept <= 2
    assert all(drawing.surfaces[0].images[0].loaded for drawing in [*first, *again])
    assert [drawing.picture.png for drawing in first] == [drawing.picture.png for drawing in again]


# Nothing leaves the browser


async def test_no_request_leaves_a_page(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    reached: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.append(await reader.read(1))
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    host = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    wishes = (
        f"fetch('http://{host}/').catch(String)",
        f"new Promise(done => {{ const i = new Image(); i.onerror = i.onload = done; i.src = 'http://{host}/a.png' }})",
        f"new Promise(done => {{ const s = new WebSocket('ws://{host}/'); s.onerror = s.onclose = s.onopen = done }})",
        f"navigator.sendBeacon('http://{host}/')",
    )
    async with server, Canvas.open(renderer, replace(browser_settings, pages=1)) as walled:
        await walled.draw(lines(1), FRAME)
        for wish in wishes:
            await walled.pages[0].evaluate(
                f"Promise.resolve({wish}).then(() => null, () => null)", "ask for the network"
            )
        assert texts(await walled.draw(lines(1), FRAME)) == ("Line 0", "Go")

    assert reached == []


async def test_a_request_that_gets_past_the_page_is_stopped_and_counted(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as walled:
        await walled.draw(lines(1), FRAME)
        assert walled.blocked_requests == 0
        free = await walled.pages[0].page.context.new_page()
        outcome = await free.evaluate("fetch('http://127.0.0.1:9/').then(() => 'reached', () => 'stopped')")
        socket = await free.evaluate(
            "new Promise(done => { const s = new WebSocket('ws://127.0.0.1:9/'); s.onclose = () => done('closed') })"
        )
        assert (outcome, socket, walled.blocked_requests) == ("stopped", "closed", 2)


# Faults


async def processes(canvas: Canvas) -> dict[str, int]:
    browser = canvas.pages[0].page.context.browser
    assert browser is not None
    session = await browser.new_browser_cdp_session()
    found = await session.send("SystemInfo.getProcessInfo")
    return {one["type"]: one["id"] for one in found["processInfo"]}


async def test_a_browser_that_was_killed_is_replaced(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    async with Canvas.open(renderer, browser_settings) as mortal:
        before = await mortal.draw(lines(3), FRAME)
        os.kill((await processes(mortal))["browser"], signal.SIGKILL)
        after = await mortal.draw(lines(3), FRAME)

    assert after.picture.png == before.picture.png


async def test_a_browser_killed_while_it_draws_is_replaced(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, browser_settings) as mortal:
        expected = [(await mortal.draw(lines(number), FRAME)).picture.sha256 for number in range(1, 9)]
        browser = (await processes(mortal))["browser"]
        drawing = [asyncio.create_task(mortal.draw(lines(number), FRAME)) for number in range(1, 9)]
        await drawing[1]
        os.kill(browser, signal.SIGKILL)
        drawings = await asyncio.gather(*drawing)

    assert [one.picture.sha256 for one in drawings] == expected


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at /proc, which this system does not have")
async def test_a_driver_that_was_killed_is_replaced(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    before = _children(os.getpid())
    async with Canvas.open(renderer, browser_settings) as mortal:
        drawing = await mortal.draw(lines(3), FRAME)
        (driver,) = _children(os.getpid()) - before
        os.kill(driver, signal.SIGKILL)
        after = await mortal.draw(lines(3), FRAME)

    assert after.picture.png == drawing.picture.png


async def test_callers_still_waiting_when_the_canvas_closes_are_told(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as closing:
        await closing.draw(lines(1), FRAME)
        await hang(closing.pages[0])
        calls = [asyncio.create_task(closing.draw(lines(1), FRAME)) for _ in range(3)]
        await asyncio.wait(calls, timeout=0.05)
    outcomes = await asyncio.gather(*calls, return_exceptions=True)

    assert [type(outcome) for outcome in outcomes] == [BrowserLost] * 3


async def test_a_crashed_page_is_replaced(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as mortal:
        before = await mortal.draw(lines(3), FRAME)
        (page,) = mortal.pages
        os.kill((await processes(mortal))["renderer"], signal.SIGKILL)
        after = await mortal.draw(lines(3), FRAME)

        assert after.picture.png == before.picture.png
        assert mortal.pages != (page,)


async def test_a_hung_page_is_replaced_within_the_deadline(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as mortal:
        before = await mortal.draw(lines(3), FRAME)
        await hang(mortal.pages[0])
        after = await mortal.draw(lines(3), FRAME, deadline=5)
        again = await mortal.perform(lines(3), FRAME, Click("go"))

    assert after.picture.png == before.picture.png
    assert again == (Happened("click", "go"),)


async def test_a_gesture_that_has_begun_is_never_made_twice(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as mortal:
        await mortal.draw(lines(3), FRAME)
        (page,) = mortal.pages
        await page.page.evaluate(f"addEventListener('mouseup', () => {{ {FOREVER} }})")
        with pytest.raises(DeadlineExceeded):
            await mortal.perform(lines(3), FRAME, Click("go"), deadline=5)

        assert page.touched
        assert await mortal.perform(lines(3), FRAME, Click("go")) == (Happened("click", "go"),)


async def test_a_browser_lost_in_the_middle_of_a_gesture_is_told(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as mortal:
        await mortal.draw(lines(3), FRAME)
        browser = (await processes(mortal))["browser"]
        begun = asyncio.Event()
        await mortal.pages[0].page.expose_function("begun", begun.set)
        await mortal.pages[0].page.evaluate(f"addEventListener('mousedown', () => {{ begun(); {FOREVER} }})")
        gesture = asyncio.create_task(mortal.perform(lines(3), FRAME, Click("go")))
        await asyncio.wait_for(begun.wait(), 5)
        os.kill(browser, signal.SIGKILL)
        with pytest.raises(BrowserLost):
            await gesture

        assert await mortal.perform(lines(3), FRAME, Click("go")) == (Happened("click", "go"),)


async def test_without_a_browser_the_canvas_does_not_open(renderer: Renderer, tmp_path: Path) -> None:
    with pytest.raises(BrowserMissing) as raised:
        async with Canvas.open(renderer, BrowserSettings(executable=tmp_path / "chromium")):
            pass

    assert "SURFACEBOX_BROWSER" in raised.value.hint


async def test_a_program_that_is_no_browser_is_told(renderer: Renderer, tmp_path: Path) -> None:
    program = tmp_path / "chromium"
    program.write_text("#!/bin/sh\necho Chromium 1.2.3\n")
    program.chmod(0o755)
    with pytest.raises(BrowserMissing, match="does not start"):
        async with Canvas.open(renderer, BrowserSettings(executable=program)):
            pass


# Turns


async def test_each_of_many_callers_gets_its_own_screen(canvas: Canvas) -> None:
    numbers = list(range(1, 25))
    drawings = await asyncio.gather(*(canvas.draw(lines(number), FRAME) for number in numbers))

    assert [len(texts(drawing)) - 1 for drawing in drawings] == numbers


async def test_callers_are_served_in_the_order_they_came(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    served: list[int] = []

    async def call(number: int) -> None:
        await narrow.draw(lines(number), FRAME)
        served.append(number)

    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as narrow:
        await asyncio.gather(*(call(number) for number in range(1, 10)))

    assert served == list(range(1, 10))


async def test_a_caller_does_not_wait_longer_for_a_page_than_it_said(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1)) as narrow:
        await narrow.draw(lines(1), FRAME)
        await hang(narrow.pages[0])
        slow = asyncio.create_task(narrow.draw(lines(1), FRAME, deadline=4))
        await asyncio.wait({slow}, timeout=0.05)
        with pytest.raises(DeadlineExceeded) as raised:
            await narrow.draw(lines(2), FRAME, deadline=0.3)
        await slow

    assert raised.value.step == "wait for a free page"


async def test_a_caller_that_gives_up_leaves_its_page_to_the_next(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with hung_canvas(renderer, browser_settings) as narrow:
        first = asyncio.create_task(narrow.draw(lines(40), FRAME))
        second = asyncio.create_task(narrow.draw(lines(41), FRAME))
        await asyncio.wait({first, second}, timeout=0.02)
        first.cancel()
        second.cancel()

        assert texts(await narrow.draw(lines(1), FRAME)) == ("Line 0", "Go")


async def test_a_page_is_replaced_after_its_number_of_screens(
    renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with Canvas.open(renderer, replace(browser_settings, pages=1, screens_per_page=3)) as canvas:
        drawn: list[KeptPage] = []
        for number in range(1, 8):
            await canvas.draw(lines(number), FRAME)
            drawn += canvas.pages

    assert len({id(page) for page in drawn}) == 3


async def test_another_event_loop_is_refused_with_a_clear_word(canvas: Canvas) -> None:
    caught: list[BaseException] = []

    def elsewhere() -> None:
        try:
            asyncio.run(canvas.draw(lines(1), FRAME))
        except RendererError as error:
            caught.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    await asyncio.to_thread(thread.join)

    assert "event loop" in str(caught[0])


async def test_a_closed_canvas_draws_no_more(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    async with Canvas.open(renderer, browser_settings) as canvas:
        await canvas.draw(lines(1), FRAME)
    with pytest.raises(BrowserLost, match="closed"):
        await canvas.draw(lines(1), FRAME)


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks at /proc, which this system does not have")
async def test_no_process_is_left_when_the_canvas_closes(renderer: Renderer, browser_settings: BrowserSettings) -> None:
    before = _descendants(os.getpid())
    async with Canvas.open(renderer, browser_settings) as canvas:
        await asyncio.gather(*(canvas.draw(lines(number), FRAME) for number in range(1, 5)))
        during = _descendants(os.getpid()) - before

    assert len(during) > 2
    assert not (_descendants(os.getpid()) - before)
    assert not any(_is_running(process) for process in during)


def _children(process: int) -> set[int]:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split()}


def _descendants(process: int) -> set[int]:
    children = _children(process)
    return children.union(*(_descendants(child) for child in children))


def _is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_equal_pictures_have_equal_digests() -> None:
    picture = Picture(b"bytes", 1, 1, 1.0)

    assert picture.sha256 == hashlib.sha256(b"bytes").hexdigest()
