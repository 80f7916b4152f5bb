"""The house keeps its shape: packages import one way, files stay small, names mean something."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

LAYERS = ("renderer", "ui_server", "agent_bridge", "user_sim", "scenarios", "surfacebox")
"""From the bottom up: a package may import the ones before it."""

VAGUE_MODULES = {"utils", "util", "common", "helpers", "helper", "misc"}
VAGUE_CLASSES = ("Manager", "Handler", "Processor", "Helper")


@pytest.fixture(scope="session")
def imports() -> grimp.ImportGraph:
    return grimp.build_graph(*LAYERS, cache_dir=None)


@pytest.fixture(scope="session")
def modules(root: Path) -> list[Path]:
    return [path for layer in LAYERS for path in sorted((root / layer).rglob("*.py"))]


@pytest.mark.parametrize(("low", "high"), [(a, b) for i, a in enumerate(LAYERS) for b in LAYERS[i + 1 :]])
def test_a_package_never_imports_one_above_it(imports: grimp.ImportGraph, low: str, high: str) -> None:
    upward = [
        f"{module} -> {imported}"
        for module in sorted({low} | imports.find_descendants(low))
        for imported in sorted(imports.find_modules_directly_imported_by(module))
        if imported.split(".")[0] == high
    ]

    assert upward == []


def test_import_linter_would_catch_an_upward_import(root: Path, tmp_path: Path) -> None:
    for layer in LAYERS:
        (tmp_path / layer).mkdir()
        (tmp_path / layer / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text((root / "pyproject.toml").read_text())

    sound = _lint_imports(tmp_path)
    (tmp_path / "renderer" / "picture.py").write_text("import scenarios\n")
    broken = _lint_imports(tmp_path)

    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert broken.returncode == 1
    assert "renderer.picture -> scenarios" in broken.stdout


def test_every_package_says_what_it_holds(root: Path) -> None:
    for layer in LAYERS:
        assert ast.get_docstring(ast.parse((root / layer / "__init__.py").read_text())), layer


def test_no_module_is_named_after_nothing_in_particular(modules: list[Path]) -> None:
    assert [path for path in modules if path.stem in VAGUE_MODULES or path.parent.name in VAGUE_MODULES] == []


def test_no_class_is_named_after_nothing_in_particular(modules: list[Path]) -> None:
    vague = [
        f"{path.name}: {node.name}"
        for path in modules
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef) and node.name.endswith(VAGUE_CLASSES)
    ]

    assert vague == []


def test_every_module_says_what_it_is_for(modules: list[Path]) -> None:
    assert [path for path in modules if not ast.get_docstring(ast.parse(path.read_text()))] == []


def _lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
