"""Takes scenario files of other formats over: each becomes a native file, with its images beside it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from scenarios.format.native import read_native
from scenarios.format.scenario import Scenario, content_hash
from scenarios.format.write import native_text
from scenarios.format.yaml_text import read_yaml
from scenarios.world.images import find_image
from surfacebox.errors import OutputExists
from surfacebox.sources import write_bytes


def import_scenarios(scenarios: Sequence[Scenario], folder: Path) -> dict[Path, Scenario]:
    """The files written, each with the scenario that it now holds.

    Nothing is written where one of them exists already, or where one could not be read again: raises OutputExists and
    ScenarioUnreadable. Images that cannot be found are left out; `lint` names them.
    """
    texts = {folder / f"{scenario.name}.yaml": native_text(scenario) for scenario in scenarios}
    for path in texts:
        if path.exists():
            raise OutputExists(path)
    written = {path: _read(text, path) for path, text in texts.items()}
    for scenario in scenarios:
        _copy_images(scenario, folder)
    for path, text in texts.items():
        write_bytes(path, text.encode())
    return written


def _read(text: str, path: Path) -> Scenario:
    hashed = content_hash(text.encode())
    return read_native(read_yaml(text), source=path.name, folder=path.parent, content_hash=hashed)


def _copy_images(scenario: Scenario, folder: Path) -> None:
    for name in scenario.images:
        found, target = find_image(name, scenario.image_folder), folder / name
        if isinstance(found, Path) and not target.exists():
            write_bytes(target, found.read_bytes())
