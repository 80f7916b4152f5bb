from __future__ import annotations

import json
import re
from pathlib import Path

from agent_bridge.messages import ToolCall
from renderer.pages import Canvas
from scenarios.report.page import report_html, write_report
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
