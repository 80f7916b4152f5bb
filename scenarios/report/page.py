"""One self-contained page about a run: the figures, and each episode with its screens, calls and changes.

A run may come from someone else: what its files say is text in the page, and nothing outside its folder is read.
"""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined, UndefinedError

from scenarios.episode.payloads import Payloads
from scenarios.report.summary import by_mode
from scenarios.runs.errors import RunUnusable
from scenarios.runs.files import write_bytes
from scenarios.runs.store import RunFolder

_PICTURE: Final = re.compile(r"[0-9a-f]{64}")
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_REMEDY: Final = "Name the folder of a run as `surfacebox run` wrote it."
_UNLIKE: Final = (KeyError, TypeError, ValueError, AttributeError, RecursionError, UndefinedError)
"""What comes of a file that is no episode's, or of a line that is none of a result."""


def write_report(folder: RunFolder, path: Path | None = None) -> Path:
    """Writes the page (RUN/report.html by default) and returns where it is; raises RunUnusable."""
    target = path or folder.path / "report.html"
    # An agent may write half a surrogate pair, which no file can hold.
    write_bytes(target, report_html(folder).encode("utf-8", "replace"))
    return target


def report_html(folder: RunFolder) -> str:
    """The page; raises RunUnusable for a folder whose files are not those of a run."""
    try:
        return _html(folder)
    except OSError as fault:
        raise RunUnusable(f"{fault.filename} cannot be read: {fault.strerror}", _REMEDY) from fault
    except RunUnusable:
        raise
    except _UNLIKE as fault:
        raise RunUnusable(f"{folder.path} holds what is no run: {fault}", _REMEDY) from fault


def _html(folder: RunFolder) -> str:
    environment = Environment(
        loader=PackageLoader("scenarios.report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    facts = folder.facts()
    lines = {(line["scenario"], line["mode"], line["trial"]): line for line in folder.results()}
    episodes = [
        {"line": lines[key.scenario, key.mode, key.trial], **_episode(place, folder.path)}
        for key, place in folder.episodes()
    ]
    template = environment.get_template("report.html")
    return template.render(facts=facts, summaries=by_mode(list(lines.values())), episodes=episodes)


def _episode(place: Path, run: Path) -> dict[str, Any]:
    episode, verdict, state = (
        json.loads(_read(place / f"{name}.json", run)) for name in ("episode", "verdict", "state")
    )
    shown = dict.fromkeys(str(shot["sha256"]) for shot in episode["screens"] if shot["shown"])
    pictures = {name: _data_uri(place / "screens", name, run) for name in shown}
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


def _data_uri(screens: Path, name: str, run: Path) -> str:
    content = _read(screens / f"{name}.png", run) if _PICTURE.fullmatch(name) else b""
    if not content.startswith(_PNG):
        raise RunUnusable(f"{screens} has no picture {name[:80]!r}", _REMEDY)
    return "data:image/png;base64," + base64.b64encode(content).decode()


def _read(path: Path, run: Path) -> bytes:
    """A file of the run; raises RunUnusable for one that only a link leads to."""
    if not path.resolve().is_relative_to(run.resolve()):
        raise RunUnusable(f"{path} leads out of the run's folder", _REMEDY)
    return path.read_bytes()
