"""What the command line means: scenarios, modes, files."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenarios.format.scenario import ScenarioUnreadable
from surfacebox.errors import InputUnreadable, SettingInvalid
from surfacebox.suites import chosen_modes, chosen_scenarios, chosen_score_modes, named_scenario, read_json


def test_without_a_path_the_library_is_meant() -> None:
    assert "contact_for_a_text" in [scenario.name for scenario in chosen_scenarios([])]


def test_a_filter_and_a_limit_leave_fewer() -> None:
    every = [scenario.name for scenario in chosen_scenarios([])]

    assert [scenario.name for scenario in chosen_scenarios([], only="contact_for")] == ["contact_for_a_text"]
    assert [scenario.name for scenario in chosen_scenarios([], limit=2)] == every[:2]


def test_a_filter_that_fits_nothing_is_told() -> None:
    with pytest.raises(InputUnreadable, match="no scenario has 'zebra' in its name or tags"):
        chosen_scenarios([], only="zebra")


def test_a_path_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(ScenarioUnreadable) as caught:
        chosen_scenarios([tmp_path / "none.yaml"])

    assert caught.value.hint == "Check the path."


@pytest.mark.parametrize(("text", "modes"), [("ui", ("ui",)), ("text, ui", ("ui", "text")), ("text,text", ("text",))])
def test_modes_come_in_one_order_and_once(text: str, modes: tuple[str, ...]) -> None:
    assert chosen_modes(text) == modes


@pytest.mark.parametrize("text", ["", "voice", "ui,voice"])
def test_a_mode_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(SettingInvalid, match=r"expected ui, text or ui,text"):
        chosen_modes(text)


def test_scores_have_modes_of_their_own() -> None:
    assert chosen_score_modes("strict,paper") == ("paper", "strict")
    with pytest.raises(SettingInvalid):
        chosen_score_modes("ui")


def test_an_unknown_scenario_is_answered_with_those_known() -> None:
    with pytest.raises(InputUnreadable) as caught:
        named_scenario("zebra", [])

    assert "contact_for_a_text" in caught.value.hint


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text("{")

    with pytest.raises(InputUnreadable, match=r"rows\.json: it is no JSON"):
        read_json(tmp_path / "rows.json")
