"""What every test may use, and how property tests pick their examples."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

ROOT = Path(__file__).resolve().parents[1]

# The same examples in every CI run, so that a red run can be had again; fresh ones on a developer's machine.
# No deadline anywhere: how long an example takes says nothing about whether it is right.
settings.register_profile("ci", derandomize=True, database=None, deadline=None, print_blob=True)
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of this repository."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of official schemas, examples and oracles beside this repository; SURFACEBOX_SHARED names another."""
    folder = Path(os.environ.get("SURFACEBOX_SHARED") or ROOT.parent / "shared")
    if not (folder / "data").is_dir():
        pytest.skip(f"no data folder in {folder}: the official examples are not on this machine")
    return folder
