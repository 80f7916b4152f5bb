from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from agent_bridge.messages import ToolCall
from renderer.pages import Canvas
from scenarios.report.page import report_html, write_report
from scenarios.runs.errors import RunUnusable
from scenarios.runs.executor import Cast, execute, orders
from scenarios.runs.stage import Stage
from scenarios.runs.store import RunFolder
from scenarios.world.plan import Plan
from tests.scenarios.plays import Agent, User, button, calls, messages, says, scenario, scripted_agent, scripted_user
from ui_server.expressions import Json
from ui_server.session import SessionSettings

FACTS: dict[str, Json] = {"agent": "scripted", "user": "scripted", "trials": 1, "fingerprint": "ab" * 32}


async def run(stage: Stage, path: Path, text: str = "Shall I?") -> RunFolder:
    folder = RunFolder(path)
    folder.open(FACTS, resume=False)
    sure = [*button("delete", "Delete it")]
    oracle = [
        {"screen": messages({"id": "root", "component": "Column", "children": ["delete"]}, *sure), "mode": "ui"},
        {"show": "s", "mode": "ui"},
        {"say": text},
        {"call": "simple_note_delete_note", "args": {"note_id": 12}},
        {"say": "Done."},
    ]
    rounds = [{"query": "Look after my notes.", "decisions": [{"press": "delete", "spoken": "Yes."}]}]
    played = scenario(oracle=oracle, rounds=rounds)
    cast = Cast(scripted_agent, scripted_user)
    await execute(stage, orders([played], ("ui", "text"), 1), cast, folder, concurrency=1)
    return folder


async def test_the_page_holds_all_it_shows(tmp_path: Path, ui_stage: Stage) -> None:
    page = report_html(await run(ui_stage, tmp_path / "run"))
    assert "small" in page and "simple_note_delete_note" in page
    sources = re.findall(r"""(?:src|href)=["']([^"']+)""", page)
    assert sources and all(source.startswith("data:image/png;base64,") for source in sources)
    assert "<script" not in page


async def test_the_page_tells_what_screens_cost_in_the_table_and_for_each_episode(
    tmp_path: Path, plan: Plan, canvas: Canvas
) -> None:
    stage = Stage(plan, canvas, SessionSettings(repair=True))
    folder = RunFolder(tmp_path / "run")
    folder.open({**FACTS, "repair": True}, resume=False)
    sound: list[Json] = messages({"id": "root", "component": "Text", "text": "Hello"})
    wrong: list[Json] = messages({"id": "root", "component": "Txt", "text": "Hello"}, surface="t")
    draws = [ToolCall(str(number), "render_ui_screen", {"ui_json": ui}) for number, ui in enumerate((wrong, wrong))]
    mended = ToolCall("m", "render_ui_screen", {"ui_json": json.dumps(sound)[:-1] + ",]"})
    cast = Cast(lambda _s, _m: Agent(calls(*draws, mended), *says("Done.")), lambda _s, _m: User())

    await execute(stage, orders([scenario()], ("ui",), 1), cast, folder, concurrency=1)

    line, page = folder.results()[0], report_html(folder)
    assert line["payloads"] == {"tried": 3, "accepted": 1, "repaired": 1, "repairs_per_screen": 3.0}
    assert "Payloads: 3 tried, 1 accepted, 1 repaired, 3.00 repairs per accepted screen." in page
    assert "Refused for <code>unknown_component</code> 2." in page
    assert len(re.findall("Repaired: .*comma", page)) == 1
    assert "safe repairs allowed" in page
    assert '<td class="n">3</td><td class="n">1</td><td class="n">1</td><td class="n">3.00</td>' in page


async def test_an_episode_without_a_screen_has_no_line_about_payloads(tmp_path: Path, text_stage: Stage) -> None:
    folder = RunFolder(tmp_path / "run")
    folder.open(FACTS, resume=False)
    cast = Cast(lambda _s, _m: Agent(*says("Hello.")), lambda _s, _m: User())

    await execute(text_stage, orders([scenario()], ("text",), 1), cast, folder, concurrency=1)

    assert folder.results()[0]["payloads"]["tried"] == 0
    assert "Payloads:" not in report_html(folder)


async def test_what_an_agent_says_is_text_in_the_page(tmp_path: Path, ui_stage: Stage) -> None:
    page = report_html(await run(ui_stage, tmp_path / "run", "<img src=x onerror=alert(1)>"))
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def opened(page: str) -> list[str]:
    return re.findall(r'<details class="card of-(\w+)" open>', page)


async def test_the_first_episode_without_success_is_open_and_the_others_can_be_hidden(
    tmp_path: Path, ui_stage: Stage
) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    results = folder.path / "results.jsonl"
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    judged = [{**line, "class": each} for line, each in zip(lines, ("success", "failure"), strict=True)]
    results.write_text("".join(json.dumps(line) + "\n" for line in judged))
    page = report_html(folder)
    assert opened(page) == ["failure"]
    assert "Only the 1 without success" in page


async def test_without_a_failure_the_first_episode_is_open_and_there_is_nothing_to_hide(
    tmp_path: Path, ui_stage: Stage
) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    results = folder.path / "results.jsonl"
    lines = [json.loads(line) for line in results.read_text().splitlines()]
    results.write_text("".join(json.dumps({**line, "class": "success"}) + "\n" for line in lines))
    page = report_html(folder)
    assert opened(page) == ["success"]
    assert "2 of 2" in page
    assert "checkbox" not in page


async def test_the_page_is_written_beside_the_run(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    assert write_report(folder) == folder.path / "report.html"
    assert write_report(folder, tmp_path / "other.html").read_text() == (folder.path / "report.html").read_text()


def evidence(folder: RunFolder) -> Path:
    """The stored episode that has screens."""
    return next(place for key, place in folder.episodes() if key.mode == "ui")


def rewrite(file: Path, change: Callable[[Any], Any]) -> None:
    document = json.loads(file.read_text())
    change(document)
    file.write_text(json.dumps(document))


@pytest.mark.parametrize("name", ["../../../../secret", "/secret", "..", "A" * 64, "secret", "0" * 64])
async def test_a_picture_is_only_taken_from_where_the_run_keeps_it(tmp_path: Path, ui_stage: Stage, name: str) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    (tmp_path / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")
    (evidence(folder) / "screens" / "secret.png").write_bytes(b"\x89PNG\r\n\x1a\nsecret")

    rewrite(evidence(folder) / "episode.json", lambda episode: episode["screens"][0].update(sha256=name, shown=True))

    with pytest.raises(RunUnusable):
        report_html(folder)


@pytest.mark.parametrize("part", ["screens", "picture", "episode.json", "state.json", "verdict.json"])
async def test_nothing_that_a_link_leads_out_to_is_read(tmp_path: Path, ui_stage: Stage, part: str) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    place = evidence(folder)
    file = next((place / "screens").glob("*.png")) if part == "picture" else place / part
    outside = tmp_path / "outside"
    file.rename(outside)
    file.symlink_to(outside)

    with pytest.raises(RunUnusable, match="leads out of the run's folder"):
        report_html(folder)


async def test_a_file_that_only_calls_itself_a_picture_is_not_put_into_the_page(
    tmp_path: Path, ui_stage: Stage
) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    next((evidence(folder) / "screens").glob("*.png")).write_text("root:x:0:0")

    with pytest.raises(RunUnusable, match="has no picture"):
        report_html(folder)


async def test_a_run_that_lies_behind_a_link_is_read(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    (tmp_path / "latest").symlink_to(folder.path)

    assert report_html(RunFolder(tmp_path / "latest")) == report_html(folder)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("episode.json", "{}"),
        ("episode.json", "[]"),
        ("episode.json", '{"screens": 3, "process": {}}'),
        ("episode.json", "[" * 5000 + "]" * 5000),
        ("verdict.json", "{}"),
        ("state.json", '{"changes": [1]}'),
        ("state.json", "\x00"),
    ],
)
async def test_a_folder_of_other_files_is_said_to_be_no_run(
    tmp_path: Path, ui_stage: Stage, file: str, content: str
) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    (evidence(folder) / file).write_text(content)

    with pytest.raises(RunUnusable):
        report_html(folder)


async def test_an_episode_whose_files_are_gone_is_said_to_be_unusable(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    (evidence(folder) / "verdict.json").unlink()

    with pytest.raises(RunUnusable, match=r"verdict.json cannot be read"):
        report_html(folder)


def poisoned(value: Any, words: str) -> Any:
    """Every text in `value`, and every key that the page shows, followed by `words`."""
    match value:
        case str():
            return value + words
        case list():
            return [poisoned(item, words) for item in value]
        case dict():
            return {key: poisoned(item, words) for key, item in value.items()}
    return value


class Tags(HTMLParser):
    """What a browser makes of a page: its elements, their attributes, and what they load."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]


async def test_whatever_a_run_says_is_text_in_the_page(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    words = "</code><script>alert(1)</script>'\"><img src=x onerror=alert(1)>"
    for _, place in folder.episodes():
        for name in ("verdict.json", "state.json"):
            rewrite(place / name, lambda document: document.update(poisoned(document, words)))
        rewrite(
            place / "episode.json",
            lambda episode: episode.update(poisoned({**episode, "screens": []}, words), screens=episode["screens"]),
        )
    rewrite(folder.path / "run.json", lambda facts: facts.update(poisoned(facts, words)))

    page = report_html(folder)

    found = Tags()
    found.feed(page)
    assert "alert(1)" in page
    assert "script" not in found.names
    assert all(source.startswith("data:image/png;base64,") for source in found.sources)
    assert not [name for name in found.attributes if name.startswith("on")]


async def test_half_a_character_keeps_no_page_from_being_written(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    file = evidence(folder) / "episode.json"
    file.write_text(file.read_text().replace("Shall I?", "Shall \\ud800 I?"))

    assert "Shall ? I?" in write_report(folder).read_text()
