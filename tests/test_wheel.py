"""The wheel holds the code and its data, and nothing else; it installs and imports without the source tree."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

PACKAGES = ("renderer", "ui_server", "agent_bridge", "user_sim", "scenarios", "surfacebox")
LITTER = (
    "renderer/__pycache__/view.cpython-311.pyc",
    "tests/test_x.py",
    "bench/run.py",
    "out/gallery/a.png",
    ".venv/x.py",
)


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[str]:
    """What git keeps, as paths from the top folder."""
    if not (root / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is no git checkout: nothing tells which files belong to the project")
    listed = _run("git", "ls-files", "-z", cwd=root).split("\0")
    return [name for name in listed if name and (root / name).is_file()]


@pytest.fixture(scope="session")
def wheel(root: Path, tracked: list[str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the tree that was also worked in: caches, results and an environment lie about."""
    tree = tmp_path_factory.mktemp("tree")
    for name in tracked:
        target = tree / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / name, target)
    for name in LITTER:
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).touch()
    _run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", cwd=tree)
    (built,) = (tree / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that has the wheel and no other package."""
    venv = tmp_path_factory.mktemp("fresh") / "venv"
    _run(sys.executable, "-m", "venv", "--without-pip", str(venv))
    python = venv / "bin" / "python"
    _run(sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel))
    return python


def test_the_wheel_holds_every_tracked_file_of_the_packages_and_no_other(wheel: Path, tracked: list[str]) -> None:
    expected = {name for name in tracked if name.split("/")[0] in PACKAGES}
    held = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}

    assert held == expected


def test_the_wheel_carries_the_license(wheel: Path, root: Path) -> None:
    names = ZipFile(wheel).namelist()
    (license_file,) = (name for name in names if name.endswith(".dist-info/licenses/LICENSE"))

    assert ZipFile(wheel).read(license_file) == (root / "LICENSE").read_bytes()


def test_the_page_of_the_package_is_the_readme(wheel: Path, root: Path) -> None:
    (name,) = (name for name in ZipFile(wheel).namelist() if name.endswith(".dist-info/METADATA"))

    assert (root / "README.md").read_text(encoding="utf-8") in ZipFile(wheel).read(name).decode()


def test_the_wheel_is_for_any_machine(wheel: Path) -> None:
    assert wheel.name.endswith("-py3-none-any.whl")


def test_every_package_imports_from_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    program = f"import json, {', '.join(PACKAGES)}; print(json.dumps([{', '.join(f'{p}.__file__' for p in PACKAGES)}]))"
    places = [Path(place) for place in json.loads(_run(str(installed), "-c", program, cwd=tmp_path))]

    assert [place.parent.name for place in places] == list(PACKAGES)
    assert all(place.is_relative_to(installed.parents[1]) for place in places)


def test_the_installed_wheel_brings_the_command(installed: Path) -> None:
    script = (installed.parent / "surfacebox").read_text()

    assert "from surfacebox.cli import main" in script


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command, cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
