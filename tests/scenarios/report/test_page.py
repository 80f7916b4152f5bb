from __future__ import annotations

import re
from pathlib import Path

from scenarios.report.page import report_html, write_report
from scenarios.runs.executor import Cast, execute, orders
from scenarios.runs.stage import Stage
from scenarios.runs.store import RunFolder
from tests.scenarios.plays import button, messages, scenario, scripted_agent, scripted_user
from ui_server.expressions import Json

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


async def test_what_an_agent_says_is_text_in_the_page(tmp_path: Path, ui_stage: Stage) -> None:
    page = report_html(await run(ui_stage, tmp_path / "run", "<img src=x onerror=alert(1)>"))
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


async def test_the_page_is_written_beside_the_run(tmp_path: Path, ui_stage: Stage) -> None:
    folder = await run(ui_stage, tmp_path / "run")
    assert write_report(folder) == folder.path / "report.html"
    assert write_report(folder, tmp_path / "other.html").read_text() == (folder.path / "report.html").read_text()
