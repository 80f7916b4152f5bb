"""The A2UI project's own examples, test cases and conformance suite."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from ui_server.catalog import Catalog
from ui_server.catalogs import basic_catalog, catalog_from_json
from ui_server.diagnostics.client import check_event
from ui_server.diagnostics.diagnostic import Diagnostic, errors
from ui_server.diagnostics.schema import check_message
from ui_server.expressions import Json
from ui_server.protocol import v10
from ui_server.receive import receive
from ui_server.surface import Version
from ui_server.surfaces import Surfaces

Judge = Callable[[Json, Catalog], list[Diagnostic]]

EXAMPLES = {"v0_8": 35, "v0_9": 43, "v0_9_1": 43, "v1_0": 43}
ODD_EXAMPLE = "31_incremental-dashboard.json"
"""Leaves orphans behind when it replaces part of itself; in v1.0 its ids have hyphens."""

V10_DIFFERENCES = {
    "Button with invalid check structure (invalid returnType)": "a key of a draft, left out on the way to v1.0",
    "TextField with invalid check (missing message)": "v1.0 made the message optional",
    "Text with valid variant 'h1'": "v1.0 has no heading variants",
}
"""Older drafts' cases that the present v1.0 answers otherwise."""


@pytest.mark.parametrize(("folder", "count"), EXAMPLES.items())
def test_every_official_example_is_accepted_without_a_warning(folder: str, count: int, official: Path) -> None:
    paths = sorted((official / folder).glob("**/examples/*.json"))
    assert len(paths) == count
    for path in paths:
        receipt = receive(Surfaces(), path.read_bytes(), purpose="validate")
        found = [fault for fault in receipt.diagnostics if fault.severity != "info"]
        assert receipt.accepted and not errors(found), path
        assert (not found) or path.name == ODD_EXAMPLE, (path, found)


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("v0_9", {"orphan": 2}),
        ("v0_9_1", {"orphan": 2}),
        ("v1_0/npm_web_core_0.11.0", {"orphan": 2, "invalid_identifier": 2}),
    ],
)
def test_the_odd_example_is_told_of_its_orphans_and_hyphens(
    folder: str, expected: dict[str, int], official: Path
) -> None:
    path = official / folder / "catalogs" / "basic" / "examples" / ODD_EXAMPLE
    receipt = receive(Surfaces(), path.read_bytes(), purpose="validate")
    assert Counter(fault.code for fault in receipt.diagnostics if fault.severity == "warning") == expected


@pytest.mark.parametrize("folder", list(EXAMPLES))
def test_every_official_example_is_accepted_message_by_message(folder: str, official: Path) -> None:
    for path in sorted((official / folder).glob("**/examples/*.json")):
        surfaces = Surfaces()
        content = json.loads(path.read_text("utf-8"))
        for batch, message in enumerate(content["messages"] if isinstance(content, dict) else content, 1):
            receipt = receive(surfaces, [message], batch=batch)
            assert receipt.ok, (path, receipt.diagnostics)
            surfaces = receipt.surfaces


def test_the_official_json_lines_are_read(official: Path) -> None:
    content = (official / "v0_9" / "test" / "cases" / "contact_form_example.jsonl").read_bytes()
    receipt = receive(Surfaces(), content, purpose="validate")
    assert receipt.ok
    assert len(receipt.messages) == 4


def verdicts(folder: Path, version: Version) -> Iterator[tuple[dict[str, Any], list[Diagnostic]]]:
    """Each test case with what we say to it."""
    for path in sorted(folder.glob("*.json")):
        suite = json.loads(path.read_text("utf-8"))
        for case in suite["tests"]:
            if "to_server" in suite["schema"] or "to_agent" in suite["schema"]:
                yield case, check_event(case["data"], version)
            else:
                message = v10.normalise(case["data"]).message if version == "v1.0" else case["data"]
                yield case, check_message(message, 0, version, basic_catalog("v1.0" if version == "v1.0" else "v0.9"))


@pytest.mark.parametrize("folder", ["v0_9", "v0_9_1"])
def test_all_76_official_cases_agree_and_each_negative_one_has_a_place(folder: str, official: Path) -> None:
    answers = list(verdicts(official / folder / "test" / "cases", "v0.9"))
    assert len(answers) == 76
    for case, found in answers:
        assert (not errors(found)) == case["valid"], (case["description"], found)
        assert case["valid"] or all(fault.pointer.startswith("/") for fault in found), case["description"]


@pytest.mark.parametrize("folder", ["stored_repo", "derived_from_v0_9"])
def test_the_v10_cases_agree_but_for_named_differences_between_drafts(folder: str, official: Path) -> None:
    answers = list(verdicts(official / "v1_0" / folder / "test_cases", "v1.0"))
    assert len(answers) > 25
    differing = {case["description"] for case, found in answers if (not errors(found)) != case["valid"]}
    assert differing <= set(V10_DIFFERENCES)


def test_no_named_difference_is_out_of_date(official: Path) -> None:
    folders = [official / "v1_0" / folder / "test_cases" for folder in ("stored_repo", "derived_from_v0_9")]
    differing = {
        case["description"]
        for folder in folders
        for case, found in verdicts(folder, "v1.0")
        if (not errors(found)) != case["valid"]
    }
    assert differing == set(V10_DIFFERENCES)


def conformance_steps(official: Path) -> Iterator[tuple[str, Json, Catalog, str | None]]:
    folder = official / "conformance"
    for test in yaml.safe_load((folder / "suites" / "validator.yaml").read_text("utf-8")):
        document = test["catalog"]["catalog_schema"]
        if isinstance(document, str):
            document = json.loads((folder / document).read_text("utf-8"))
        catalog = catalog_from_json(document, f"v{test['catalog']['version']}")  # type: ignore[arg-type]
        for step in test.get("steps") or [test]:
            yield test["name"], step["payload"], catalog, step.get("expect_error")


CONFORMANCE_DIFFERENCES = {
    "test_validate_dangling_references_v08": "a v0.8 catalog whose children are a bare list, which v0.8 does not know",
    "test_validate_template_reachability_v08": "the same",
}
CODES_BY_WORDS = {
    "Circular": "cycle",
    "Duplicate": "duplicate_id",
    "Missing root": "missing_root",
    "non-existent": "dangling_child",
    "Self-reference": "self_reference",
    "ecursion limit": "limit_reached",
    "not reachable": "orphan",
    "is not of type": "wrong_type",
    "'version' is a required": "missing_version",
    "'v0.9' was expected": "mixed_versions",
    "'catalogId' is a required": "missing_property",
    "Invalid path": "invalid_pointer",
}
"""Our code for what the suite expects, by words of its own messages."""


def agrees(found: list[Diagnostic], expected: str | None) -> bool:
    judged = {fault.code for fault in found if fault.severity == "error" or fault.code == "orphan"}
    if expected is None:
        return not judged
    return next(code for words, code in CODES_BY_WORDS.items() if words in expected) in judged


def test_the_conformance_suite_of_validators_agrees_but_for_named_steps(official: Path, judge_with: Judge) -> None:
    steps = list(conformance_steps(official))
    assert len(steps) == 56
    differing = [
        name for name, payload, catalog, expected in steps if not agrees(judge_with(payload, catalog), expected)
    ]
    assert len(differing) <= 3
    assert set(differing) <= set(CONFORMANCE_DIFFERENCES), differing
