"""Every official example is accepted, drawn, and drawn the same by another process."""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ui_server.receive import receive
from ui_server.session import Session
from ui_server.surfaces import Surfaces

SETS = {
    "v0.8": (["v0_8/json/catalogs/basic/examples", "v0_8/json/catalogs/minimal/examples"], 35),
    "v0.9": (["v0_9/catalogs/basic/examples", "v0_9/catalogs/minimal/examples"], 43),
    "v0.9.1": (["v0_9_1/catalogs/basic/examples", "v0_9_1/catalogs/minimal/examples"], 43),
    "v1.0": (["v1_0/npm_web_core_0.11.0/catalogs/basic/examples"], 43),
}


@pytest.fixture(params=SETS)
def examples(request: pytest.FixtureRequest, shared: Path) -> list[Path]:
    folders, count = SETS[request.param]
    found = [file for folder in folders for file in sorted((shared / "data" / "a2ui" / folder).glob("*.json"))]
    assert len(found) == count
    return found


def test_every_official_example_is_accepted(examples: list[Path]) -> None:
    refused = {file.name for file in examples if not receive(Surfaces(), file.read_bytes(), purpose="validate").ok}
    assert refused == set()


def draw_elsewhere(folders: set[str], out: Path) -> None:
    command = [sys.executable, "-m", "surfacebox", "render", *sorted(folders), "--out-dir", str(out)]
    subprocess.run(command, check=True, capture_output=True, timeout=150)


async def test_every_official_example_is_drawn_the_same_by_two_processes(
    examples: list[Path], new_session: Callable[..., Session], tmp_path: Path
) -> None:
    await asyncio.to_thread(draw_elsewhere, {str(file.parent) for file in examples}, tmp_path)
    for file in examples:
        session = new_session()
        session.receive(file.read_bytes(), purpose="salvage")
        screen = await session.render()
        assert any(facts.texts for facts in screen.drawing.surfaces), file.name
        theirs = (tmp_path / f"{file.stem}.png").read_bytes()
        assert hashlib.sha256(theirs).hexdigest() == screen.drawing.picture.sha256, file.name
