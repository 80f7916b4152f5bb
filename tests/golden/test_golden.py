"""Eight screens look and measure as they did when a person last looked at them.

Pixels depend on the browser's build and on the fonts. On another machine they may differ a little at the edges of
letters; where they differ more, the pixels are skipped with a reason, and the elements are compared all the same.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.browser import BrowserSettings
from renderer.compare import compare
from renderer.pages import Canvas
from surfacebox.gallery import Shot
from tests.golden.screens import GOLDEN, MACHINE_FILE, Facts, draw, machine, read

EDGES = 64
"""Of 255: how much a channel may be off on another machine before the pixel counts."""
EDGE_SHARE = 0.01
OTHER_SLACK = 2.0
"""Pixels that a box may be off on another machine."""


@pytest.fixture(scope="module")
def same_machine(browser_settings: BrowserSettings) -> bool:
    return machine(browser_settings.executable) == MACHINE_FILE.read_text(encoding="utf-8").strip()


@pytest.fixture(scope="module", params=GOLDEN, ids=lambda shot: shot.file_name.removesuffix(".png"))
def shot(request: pytest.FixtureRequest) -> Shot:
    chosen: Shot = request.param
    return chosen


@pytest.fixture(scope="module")
async def drawn(canvas: Canvas, shot: Shot) -> Facts:
    return await draw(canvas, shot)


def test_the_elements_are_those_of_the_golden_screen(shot: Shot, drawn: Facts, same_machine: bool) -> None:
    golden = read(shot)
    slack = 0.0 if same_machine else OTHER_SLACK
    found = compare(golden.png, drawn.png, golden.elements, drawn.elements, slack=slack)

    assert found.differences == ()
    assert drawn.texts == golden.texts


def test_the_picture_is_the_golden_one(shot: Shot, drawn: Facts, same_machine: bool, tmp_path: Path) -> None:
    golden = read(shot)
    found = compare(golden.png, drawn.png, [], [], tolerance=0 if same_machine else EDGES)
    if found.picture is not None:
        (tmp_path / shot.file_name).write_bytes(found.picture)
    told = f"{found.share:.2%} of the pixels differ, within {found.box}; see {tmp_path / shot.file_name}"
    if not same_machine and found.share > EDGE_SHARE:
        pytest.skip(f"the picture was drawn on {MACHINE_FILE.read_text(encoding='utf-8').strip()}: {told}")

    assert found.share <= (0 if same_machine else EDGE_SHARE), told
