"""Scenario files from disk: a file, a folder of them, or the library that comes with the package."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import yaml

from scenarios.format.native import read_native
from scenarios.format.published import is_published, read_published, with_companion
from scenarios.format.scenario import Scenario, ScenarioUnreadable, content_hash
from scenarios.format.values import unfit_values
from scenarios.format.yaml_text import read_yaml

SUFFIXES = (".yaml", ".yml", ".json")
COMPANION = ".oracle.yaml"


def load_scenario(path: Path, *, images: Path | None = None, companion: Path | None = None) -> Scenario:
    """The scenario in `path`. Image paths start at `images`, else at the file's folder.

    `companion` (or NAME.oracle.yaml beside the file) adds what a published file lacks. Raises ScenarioUnreadable.
    """
    content = _read(path)
    raw = _parse(content, path)
    if not isinstance(raw, dict):
        raise ScenarioUnreadable(path.name, "", "it holds no object")
    folder = images or path.parent
    if not is_published(raw):
        return read_native(raw, source=path.name, folder=folder, content_hash=content_hash(content))
    scenario = read_published(raw, source=path.name, folder=folder, content_hash=content_hash(content))
    beside = companion or path.with_name(f"{path.stem}{COMPANION}")
    if companion is None and not beside.is_file():
        return scenario
    more = _parse(_read(beside), beside)
    if not isinstance(more, dict):
        raise ScenarioUnreadable(beside.name, "", "it holds no object")
    return with_companion(scenario, more, beside.name)


def load_suite(paths: Iterable[Path], *, images: Path | None = None) -> list[Scenario]:
    """All scenarios of files and folders, by name. One bad file or two of one name stop the whole load."""
    scenarios = [load_scenario(path, images=images) for given in paths for path in _files(given)]
    seen: dict[str, Scenario] = {}
    for scenario in scenarios:
        if scenario.name in seen:
            raise ScenarioUnreadable(scenario.name, "name", "two scenarios have this name", "Rename one of them.")
        seen[scenario.name] = scenario
    if not scenarios:
        raise ScenarioUnreadable(
            "the suite", "", "there is no scenario", f"Name files ending in {', '.join(SUFFIXES)}."
        )
    return [seen[name] for name in sorted(seen)]


def library() -> list[Scenario]:
    """The scenarios that come with the package."""
    with as_file(files("scenarios") / "library") as folder:
        return load_suite([folder])


def _files(given: Path) -> list[Path]:
    if not given.is_dir():
        return [given]
    found = (path for path in sorted(given.iterdir()) if path.suffix in SUFFIXES and path.is_file())
    return [path for path in found if not path.name.endswith(COMPANION)]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as fault:
        raise ScenarioUnreadable(str(path), "", fault.strerror or str(fault), "Check the path.") from fault


def _parse(content: bytes, path: Path) -> Any:
    try:
        text = content.decode("utf-8-sig")
        value = json.loads(text) if path.suffix == ".json" else read_yaml(text)
    except (UnicodeDecodeError, ValueError, RecursionError, yaml.YAMLError) as fault:
        place = " ".join(str(fault).split())
        raise ScenarioUnreadable(path.name, "", f"it cannot be parsed: {place[:200]}") from fault
    for where, reason in unfit_values(value):
        raise ScenarioUnreadable(path.name, where, reason)
    return value
