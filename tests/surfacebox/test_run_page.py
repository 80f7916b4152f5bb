"""`run --user person` and `--watch` from the outside: real processes, and a real browser where a person would sit."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, expect

from renderer.browser import BrowserSettings
from renderer.pages import Canvas
from ui_server.http.app import create_app

SCENARIO = "contact_for_a_text"
CHOICE = "choose:people/0"
TURN_MS = 30_000


@dataclass(frozen=True, slots=True)
class Running:
    """A run, and the link of the person's page."""

    process: asyncio.subprocess.Process
    link: str
    out: Path

    async def end(self) -> dict[str, Any]:
        """The only line of results, once the run has ended by itself."""
        await asyncio.wait_for(self.process.wait(), 60)
        lines = (self.out / "results.jsonl").read_text().splitlines()
        assert len(lines) == 1
        line: dict[str, Any] = json.loads(lines[0])
        return line

    def at(self, path: str) -> str:
        """The link of another page of the run."""
        return self.link.replace("/user?", f"{path}?")

    @property
    def permission(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.link.partition('token=')[2]}"}

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = json.loads((self.out / "run.json").read_text())
        return facts

    def episode(self) -> dict[str, Any]:
        [path] = self.out.rglob("episode.json")
        episode: dict[str, Any] = json.loads(path.read_text())
        return episode


def never_opened() -> AbstractAsyncContextManager[Canvas]:
    raise AssertionError("an app that is only described opens no browser")


def ways_to_change_a_session() -> list[tuple[str, str]]:
    """Every call of the service that does more than look, made on the session of the episode."""
    paths = create_app(never_opened).openapi()["paths"]
    ways = [(method, path) for path, calls in paths.items() for method in calls if method in ("post", "put", "delete")]
    return [(method, path.replace("{session_id}", SCENARIO)) for method, path in ways]


def command(*flags: str, scenario: str = SCENARIO) -> list[str]:
    return [sys.executable, "-m", "surfacebox", "run", "--filter", scenario, "--user", "person", "--port", "0", *flags]


@asynccontextmanager
async def running(
    folder: Path, browser: BrowserSettings, *flags: str, scenario: str = SCENARIO
) -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        *command(*flags, "--out", "run", scenario=scenario),
        cwd=folder,
        env={**os.environ, "SURFACEBOX_BROWSER": str(browser.executable)},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        ready = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
        assert ready.startswith("ready http://127.0.0.1:"), ready
        yield Running(process, ready.split()[1], folder / "run")
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def sitting(browser: Browser, link: str) -> AsyncIterator[Page]:
    """The person's page; a script of it that fails, or asks anyone else, fails the test."""
    page = await browser.new_page(viewport={"width": 1280, "height": 900})
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda asked: None if link.partition("/user?")[0] in asked.url else faults.append(asked.url))
    await page.goto(link)
    yield page
    await page.close()
    assert faults == []


async def their_turn(page: Page) -> None:
    await expect(page.locator("html")).to_have_attribute("data-state", "yours", timeout=TURN_MS)


async def agent_said(page: Page, text: str) -> None:
    """It is their turn again, and the agent has said this."""
    await expect(page.locator("#messages [data-sender=agent]").last).to_contain_text(text, timeout=TURN_MS)
    await their_turn(page)


async def finish(page: Page) -> None:
    await page.get_by_role("button", name="Done").click()
    await expect(page.locator("html")).to_have_attribute("data-state", "over", timeout=TURN_MS)


async def click_in_picture(page: Page, element: str) -> None:
    """With the mouse, in the middle of where the picture shows the element."""
    edge = await page.locator(f'.box[data-element="{element}"]').bounding_box()
    assert edge is not None
    await page.mouse.click(edge["x"] + edge["width"] / 2, edge["y"] + edge["height"] / 2)


async def test_a_person_who_clicks_on_the_picture_brings_the_episode_to_success(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "ui") as run:
        async with sitting(chromium, run.link) as page:
            await their_turn(page)
            await expect(page.locator("#rounds")).to_contain_text("You mean Jonas Ekdahl")
            await click_in_picture(page, CHOICE)
            await agent_said(page, "Sent.")
            await finish(page)
        line = await run.end()

    assert (line["class"], line["strict_f1"], run.process.returncode) == ("success", 1.0, 0)
    assert (run.facts()["user"], run.facts()["patience_s"]) == ("person", 300)
    [interaction] = run.episode()["interactions"]
    assert interaction["step"]["do"] == "click" and "point" in interaction["step"]
    assert [event["element_id"] for event in interaction["events"]] == [CHOICE]


async def test_the_keyboard_alone_does_the_same(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "ui") as run:
        async with sitting(chromium, run.link) as page:
            await their_turn(page)
            await page.locator("#text").focus()
            for _ in range(3):  # the button that says it, the stage's first box
                await page.keyboard.press("Tab")
                if await page.evaluate("document.activeElement.dataset.element") == CHOICE:
                    break
            await page.keyboard.press("Enter")
            await agent_said(page, "Sent.")
            await finish(page)
        assert (await run.end())["class"] == "success"


async def test_in_text_mode_a_person_answers_by_chat(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "text") as run:
        async with sitting(chromium, run.link) as page:
            await agent_said(page, "your neighbour, or Jonas Farrow")
            await page.get_by_label("What you say").fill("Jonas Ekdahl, please.")
            await page.keyboard.press("Enter")
            await agent_said(page, "Sent.")
            await finish(page)
        assert (await run.end())["class"] == "success"


async def test_the_later_rounds_are_said_with_a_press_each(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "text", scenario="allotment_notes") as run:
        async with sitting(chromium, run.link) as page:
            await agent_said(page, "the leeks are out")
            await page.locator("#rounds li").nth(1).get_by_role("button", name="Say this").click()
            await agent_said(page, "the rota of 2025 is gone")
            await page.locator("#rounds li").nth(2).get_by_role("button", name="Say this").click()
            await agent_said(page, "Piet knows")
            await finish(page)
        assert (await run.end())["class"] == "success"


async def test_the_wrong_click_is_a_failure_as_it_is_for_any_user(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "ui") as run:
        async with sitting(chromium, run.link) as page:
            await their_turn(page)
            await click_in_picture(page, "choose:people/1")
            await agent_said(page, "Sent.")
            await finish(page)
        line = await run.end()
    assert (line["class"], run.process.returncode) == ("failure", 1)


async def test_a_person_who_does_nothing_ends_the_episode_by_the_users_fault(
    tmp_path: Path, browser_settings: BrowserSettings
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "ui", "--patience", "0.5") as run:
        line = await run.end()
        fault = run.episode()["fault"]

    assert (line["class"], run.process.returncode) == ("invalid", 1)
    assert (fault["owner"], fault["code"]) == ("user", "person_away")
    assert run.facts()["patience_s"] == 0.5


async def test_the_debug_page_shows_the_session_of_a_running_episode_and_cannot_touch_it(
    tmp_path: Path, browser_settings: BrowserSettings, chromium: Browser
) -> None:
    async with running(tmp_path, browser_settings, "--mode", "ui", "--watch") as run:
        async with sitting(chromium, run.link) as person, sitting(chromium, run.link) as watcher:
            await their_turn(person)
            await watcher.goto(run.at("/debug"))
            await watcher.locator("#sessions").focus()
            await watcher.locator("#sessions").select_option(SCENARIO)
            await expect(watcher.locator(f'.box[data-element="{CHOICE}"]')).to_be_attached()
            await click_in_picture(watcher, CHOICE)
            await expect(watcher.locator("#state")).to_contain_text("read-only")
            ways = ways_to_change_a_session()
            answers = [
                await watcher.request.fetch(run.at(path), method=method, headers=run.permission)
                for method, path in ways
            ]
            assert len(ways) >= 5 and {answer.status for answer in answers} == {404}
            await click_in_picture(person, CHOICE)
            await agent_said(person, "Sent.")
            await expect(watcher.locator("#panel-events article")).to_have_count(1)
            await finish(person)
        line = await run.end()
    assert (line["class"], run.process.returncode) == ("success", 0)
    assert len(run.episode()["interactions"]) == 1


async def test_there_is_nothing_to_watch_in_a_run_without_screens(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *command("--mode", "text", "--watch"), cwd=tmp_path, stderr=asyncio.subprocess.PIPE
    )
    _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert b"expected a run with screens" in said and b"Traceback" not in said


async def test_two_episodes_at_once_are_refused_where_a_person_plays(tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *command("--concurrency", "2"), cwd=tmp_path, stderr=asyncio.subprocess.PIPE
    )
    _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 2
    assert b"expected 1 where a person plays" in said and b"Traceback" not in said


async def test_a_person_cannot_take_a_port_that_is_taken(tmp_path: Path) -> None:
    taken = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with taken:
        port = taken.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            *command("--port", str(port)), cwd=tmp_path, stderr=asyncio.subprocess.PIPE
        )
        _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == 3
    assert b"--port 0 takes a free port" in said
