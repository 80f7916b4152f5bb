"""Which exit code an error of any package leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer.errors import BrowserLost, BrowserMissing
from scenarios.format.scenario import ScenarioUnreadable
from scenarios.runs.errors import RunUnusable
from surfacebox.errors import (
    DONE_AND_BAD,
    MACHINE_UNFIT,
    WRONG_USAGE,
    InputUnreadable,
    MachineUnfit,
    OutputExists,
    SettingInvalid,
    exit_code,
)
from ui_server.errors import StaleScreen


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputUnreadable("a.json", "no such file"), WRONG_USAGE),
        (SettingInvalid("width", place="--width", got=0, expected="1 or more"), WRONG_USAGE),
        (OutputExists(Path("mine.yaml")), WRONG_USAGE),
        (MachineUnfit("no room"), MACHINE_UNFIT),
        (ScenarioUnreadable("a.yaml", "now", "it is no time"), WRONG_USAGE),
        (RunUnusable("it holds no run"), WRONG_USAGE),
        (BrowserMissing("there is no browser"), MACHINE_UNFIT),
        (BrowserLost("it died"), DONE_AND_BAD),
        (StaleScreen("another one is shown"), DONE_AND_BAD),
        (ZeroDivisionError("division by zero"), DONE_AND_BAD),
    ],
)
def test_an_error_leads_to_the_exit_code_of_its_kind(error: Exception, code: int) -> None:
    assert exit_code(error) == code


def test_a_setting_that_is_wrong_is_told_with_its_place_and_what_belongs_there() -> None:
    error = SettingInvalid("width", place="surfacebox.toml", got=-1, expected="1 or more")

    assert str(error) == "surfacebox.toml: width is -1, expected 1 or more"
