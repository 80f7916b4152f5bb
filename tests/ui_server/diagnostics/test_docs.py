"""The page about diagnostics lists every code, and each of its examples does what it says."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ui_server.diagnostics.codes import CODES
from ui_server.expressions import Json
from ui_server.functions import Functions
from ui_server.images import Images
from ui_server.receive import receive
from ui_server.resolve import resolve
from ui_server.surfaces import Surfaces

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
WITHOUT_EXAMPLE = {"schema_mismatch", "not_owner", "nothing_to_show", "more_diagnostics"}
ENTRY = re.compile(r"^### `(\w+)` \((\w+)\)\n\n(.+?)\n\n(.*?)(?=\n##|\Z)", re.DOTALL | re.MULTILINE)
EXAMPLE = re.compile(r"```text\nfaulty  (.+)\nmended  (.+)\n```")


@pytest.fixture(scope="module")
def entries(root: Path) -> dict[str, tuple[str, str, str]]:
    """Severity, meaning and the rest of each entry of the page, by code."""
    page = (root / "docs" / "diagnostics.md").read_text("utf-8")
    return {code: (severity, meaning, rest) for code, severity, meaning, rest in ENTRY.findall(page)}


def payload_of(written: str) -> Json:
    """What an example stands for: the text itself, messages, or the components and data of a v0.9 surface."""
    try:
        value: Any = json.loads(written)
    except ValueError:
        return written
    if not isinstance(value, list) or not value or not isinstance(value[0], dict) or "id" not in value[0]:
        return written
    body: Any = {"surfaceId": "s", "components": [entry for entry in value if "id" in entry]}
    messages: list[Json] = [{"createSurface": {"surfaceId": "s", "catalogId": CATALOG}}, {"updateComponents": body}]
    for entry in value:
        if "data" in entry:
            place = {"path": entry["path"]} if "path" in entry else {}
            messages.append({"updateDataModel": {"surfaceId": "s", **place, "value": entry["data"]}})
    return [{"version": "v0.9", **message} for message in messages if isinstance(message, dict)]


def codes_of(written: str) -> set[str]:
    """Every code that the example leads to, when it is received and when it is shown."""
    receipt = receive(Surfaces(), payload_of(written), purpose="salvage")
    found = {diagnostic.code for diagnostic in receipt.diagnostics}
    for surface in receipt.surfaces:
        found |= {each.code for each in resolve(surface, Functions(surface.version), Images()).diagnostics}
    return found


def test_the_page_lists_every_code_and_no_other_in_the_order_of_the_list(entries: dict[str, Any]) -> None:
    assert list(entries) == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_an_entry_says_the_severity_and_the_meaning(code: str, entries: dict[str, tuple[str, str, str]]) -> None:
    severity, meaning, _ = entries[code]
    assert (severity, meaning) == (CODES[code].severity, CODES[code].meaning)


@pytest.mark.parametrize("code", sorted(set(CODES) - WITHOUT_EXAMPLE))
def test_the_faulty_example_leads_to_the_code_and_the_mended_one_to_nothing_grave(
    code: str, entries: dict[str, tuple[str, str, str]]
) -> None:
    example = EXAMPLE.search(entries[code][2])
    assert example is not None
    faulty, mended = example.groups()
    assert code in codes_of(faulty)
    assert code not in codes_of(mended)
    left = receive(Surfaces(), payload_of(mended), purpose="validate").diagnostics
    assert [fault for fault in left if fault.severity == "error"] == []


@pytest.mark.parametrize("code", sorted(WITHOUT_EXAMPLE))
def test_an_entry_without_an_example_says_when_it_comes(code: str, entries: dict[str, tuple[str, str, str]]) -> None:
    rest = entries[code][2]
    assert EXAMPLE.search(rest) is None
    assert len(rest.split()) > 10
