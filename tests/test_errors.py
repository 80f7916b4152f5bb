"""Every error says whose it is and what it is called, so that an outcome never has to be read out of its text."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator

import pytest

PACKAGES = ("renderer", "ui_server", "agent_bridge", "user_sim", "scenarios", "surfacebox")
OWNERS = {"agent", "user", "judge", "environment", "renderer", "harness", "provider", "caller"}
CODE = re.compile(r"[a-z]+(_[a-z]+)*")


def errors() -> Iterator[type[Exception]]:
    """Every exception of ours that can leave its module."""
    for package in PACKAGES:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if module.name.endswith("__main__"):
                continue
            for name, found in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
                if issubclass(found, Exception) and found.__module__ == module.name and not name.startswith("_"):
                    yield found


ALL = sorted(errors(), key=lambda found: (found.__module__, found.__name__))


def stated(error: type[Exception], name: str) -> bool:
    """Whether the class or one of its bases gives `name` a value, for all its instances or for each."""
    ours = [base for base in error.__mro__ if base.__module__.split(".")[0] in PACKAGES]
    return any(re.search(rf"^\s+(self\.)?{name}\b.*=", inspect.getsource(base), re.MULTILINE) for base in ours)


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.__name__)
def test_an_error_has_an_owner_and_a_code(error: type[Exception]) -> None:
    assert stated(error, "owner") and stated(error, "code")


@pytest.mark.parametrize("error", ALL, ids=lambda error: error.__name__)
def test_owners_and_codes_are_of_the_known_form(error: type[Exception]) -> None:
    assert getattr(error, "owner", "harness") in OWNERS
    assert CODE.fullmatch(getattr(error, "code", "of_each"))


def test_there_are_errors_to_judge() -> None:
    assert len(ALL) > 50
