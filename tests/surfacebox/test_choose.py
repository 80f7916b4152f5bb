"""Who plays: a word on the command line, and the role it stands for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_bridge.human import HumanAgent
from agent_bridge.scripted import ScriptedAgent
from scenarios.format.scenario import Scenario
from surfacebox.choose import NoOracle, UnknownSpec, agent_maker, user_maker
from surfacebox.suites import named_scenario
from user_sim.human import HumanUser
from user_sim.scripted import ScriptedUser


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return named_scenario("contact_for_a_text", [])


def test_the_known_words_stand_for_their_roles(scenario: Scenario) -> None:
    assert isinstance(agent_maker("scripted")(scenario, "text"), ScriptedAgent)
    assert isinstance(agent_maker("human")(scenario, "text"), HumanAgent)
    assert isinstance(user_maker("scripted")(scenario, "text"), ScriptedUser)
    assert isinstance(user_maker("human")(scenario, "text"), HumanUser)


def test_every_episode_gets_roles_of_its_own(scenario: Scenario) -> None:
    make = agent_maker("scripted")

    assert make(scenario, "ui") is not make(scenario, "ui")


def test_a_word_that_stands_for_nobody_is_answered_with_those_known() -> None:
    with pytest.raises(UnknownSpec) as caught:
        agent_maker("delphi")

    assert (str(caught.value), caught.value.hint) == ("there is no agent 'delphi'", "Known: scripted, human.")


def test_a_scripted_agent_needs_a_script(scenario: Scenario) -> None:
    with pytest.raises(NoOracle, match="contact_for_a_text has no oracle"):
        agent_maker("scripted")(replace(scenario, oracle=None), "text")
