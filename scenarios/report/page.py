"""One self-contained page about a run: the figures, and each episode with its screens, calls and changes."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from scenarios.episode.payloads import Payloads
from scenarios.report.summary import by_mode
from scenarios.runs.store import RunFolder, write_text


def write_report(folder: RunFolder, path: Path | None = None) -> Path:
    """Writes the page (RUN/report.html by default) and returns where it is."""
    target = path or folder.path / "report.html"
    write_text(target, report_html(folder))
    return target


def report_html(folder: RunFolder) -> str:
    environment = Environment(
        loader=PackageLoader("scenarios.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    facts = folder.facts()
    lines = {(line["scenario"], line["mode"], line["trial"]): line for line in folder.results()}
    episodes = [
        {"line": lines[key.scenario, key.mode, key.trial], **_episode(place)} for key, place in folder.episodes()
    ]
    template = environment.get_template("report.html")
    return template.render(facts=facts, summaries=by_mode(list(lines.values())), episodes=episodes)


def _episode(place: Path) -> dict[str, Any]:
    episode = json.loads((place / "episode.json").read_text(encoding="utf-8"))
    verdict = json.loads((place / "verdict.json").read_text(encoding="utf-8"))
    state = json.loads((place / "state.json").read_text(encoding="utf-8"))
    shown = list(dict.fromkeys(shot["sha256"] for shot in episode["screens"] if shot["shown"]))
    pictures = {name: _data_uri(place / "screens" / f"{name}.png") for name in shown}
    payloads = episode["process"].get("payloads") or {}
    return {
        "episode": episode,
        "verdict": verdict,
        "changes": [change for change in state["changes"] if not change["derived"]],
        "pictures": pictures,
        "payloads": Payloads.of(payloads),
        "codes": payloads.get("by_code", {}),
        "repairs": payloads.get("repairs", []),
    }


def _data_uri(path: Path) -> str:
    return "data:image/png;base64," + base64.b64encode(path.read_bytes()).decode()
