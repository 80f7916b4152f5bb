"""The lock file pins every dependency with hashes and names no place to get it from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="session")
def lock(root: Path) -> str:
    return (root / "requirements.lock").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def pinned(lock: str) -> list[Requirement]:
    """One requirement per pinned package and branch of its markers."""
    return [Requirement(line.removesuffix("\\").strip()) for line in lock.splitlines() if line[:1].isalnum()]


@pytest.fixture(scope="session")
def declared(root: Path) -> list[Requirement]:
    """What pyproject.toml asks for: at run time, for development, and to build."""
    table = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    project = table["project"]
    names = project["dependencies"] + project["optional-dependencies"]["dev"] + table["build-system"]["requires"]
    return [Requirement(name) for name in names]


def test_every_package_has_one_exact_version_and_a_hash(lock: str) -> None:
    entries = re.split(r"\n(?=\w)", lock.strip())

    assert len(entries) > 50
    for entry in entries:
        assert re.match(r"[\w.-]+==[\w.]+", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry


def test_no_host_index_or_local_path_is_named(lock: str) -> None:
    assert re.findall(r"://|--index-url|--extra-index-url|--find-links|-f |-e |@ |file:", lock) == []


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_what_the_project_asks_for_is_pinned_within_its_bounds(
    pinned: list[Requirement], declared: list[Requirement], python: str, machine: str
) -> None:
    environment = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "platform_system": "Linux",
        "sys_platform": "linux",
        "os_name": "posix",
    }
    chosen = {
        canonicalize_name(one.name): next(iter(one.specifier)).version
        for one in pinned
        if one.marker is None or Marker(str(one.marker)).evaluate(environment)
    }

    for wanted in declared:
        assert wanted.specifier.contains(chosen[canonicalize_name(wanted.name)]), wanted


def test_every_dependency_says_why_it_is_there(root: Path) -> None:
    lines = (root / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    dependencies = [line for line in lines if re.match(r'    "[\w-]+(>=|==|~=)', line)]

    assert len(dependencies) > 30
    assert [line for line in dependencies if not re.search(r"# \w.{10,}$", line)] == []
