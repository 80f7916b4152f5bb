"""The page about the screen report has a line for every field, and none for fields that are not there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from renderer.elements import Element
from tests.conftest import NewSession
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.events import Event

PAGE = Path(__file__).parents[2] / "docs" / "screen-report.md"
BUTTON = Element(
    element_id="go",
    component_id="go",
    surface_id="s",
    component="Button",
    role="button",
    name="Go",
    box=(0, 0, 10, 5),
    point=(5, 2),
    in_view=True,
    covered_by=None,
)


def fields(heading: str) -> list[str]:
    """The fields that the first table under a heading explains; a line may explain several."""
    section = re.split(r"^#+ ", PAGE.read_text(encoding="utf-8").partition(f"# {heading}\n")[2], flags=re.MULTILINE)[0]
    table = section.partition("| --- | --- |\n")[2].partition("\n\n")[0]
    return [name for line in table.splitlines() for name in re.findall(r"`(\w+)`", line.split("|")[1])]


async def test_the_report_is_explained_field_by_field(new_session: NewSession) -> None:
    report = (await new_session().render()).report()

    assert fields("The screen report") == list(report)


async def test_a_surface_is_explained_field_by_field(new_session: NewSession) -> None:
    session = new_session()
    session.receive([
        {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": ""}},
        {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [
            {"id": "root", "component": "Text", "text": "Hello"}]}},
    ], purpose="salvage")  # fmt: skip
    (surface,) = (await session.render()).report()["surfaces"]

    assert fields("A surface") == list(surface)


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("An element", BUTTON.to_json()),
        ("A diagnostic", Diagnostic(severity="error", code="cycle", message="m").to_json()),
        ("An event", Event("s", "go").to_json()),
    ],
)
def test_what_is_in_a_report_is_explained_field_by_field(heading: str, told: dict[str, object]) -> None:
    assert sorted(fields(heading)) == sorted(told)
