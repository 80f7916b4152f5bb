"""A SPEC of the command line, and the agent or user it stands for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from agent_bridge.agent import Agent
from agent_bridge.human import HumanAgent
from agent_bridge.scripted import ScriptedAgent
from scenarios.format.scenario import Mode, Scenario
from surfacebox.errors import WRONG_USAGE, CommandError
from ui_server.screen import Screen
from user_sim.human import HumanUser
from user_sim.scripted import ScriptedUser
from user_sim.user import User

AGENTS = ("scripted", "human")
USERS = ("scripted", "human", "person")


class UnknownSpec(CommandError):
    """A SPEC that stands for nobody. `known` are those that do."""

    code = "unknown_spec"
    exit_code = WRONG_USAGE

    def __init__(self, role: str, spec: str, known: tuple[str, ...]) -> None:
        super().__init__(f"there is no {role} {spec!r}", hint=f"Known: {', '.join(known)}.")
        self.known = known


class NoOracle(CommandError):
    """A scripted agent needs an oracle to play."""

    code = "no_oracle"
    exit_code = WRONG_USAGE

    def __init__(self, scenario: str) -> None:
        hint = "Write one (docs/write-a-scenario.md), or take another agent."
        super().__init__(f"{scenario} has no oracle", hint=hint)


def agent_maker(spec: str) -> Callable[[Scenario, Mode], Agent]:
    """Makes a fresh agent for each episode; raises UnknownSpec."""
    if spec == "scripted":
        return _scripted_agent
    if spec == "human":
        return lambda scenario, mode: HumanAgent(ask=_ask, tell=_tell)
    raise UnknownSpec("agent", spec, AGENTS)


def user_maker(spec: str) -> Callable[[Scenario, Mode], User]:
    """Makes a fresh user for each episode; raises UnknownSpec. A `person` needs a page: `run_page.RunPage`."""
    if spec == "scripted":
        return lambda scenario, mode: ScriptedUser(scenario.rounds)
    if spec == "human":
        return lambda scenario, mode: HumanUser(scenario.rounds, ask=_ask, tell=_tell, save_picture=_save_picture)
    raise UnknownSpec("user", spec, USERS)


def _scripted_agent(scenario: Scenario, mode: Mode) -> Agent:
    if scenario.oracle is None:
        raise NoOracle(scenario.name)
    return ScriptedAgent(scenario.oracle.for_mode(mode))


def _ask(prompt: str) -> str:
    return str(click.prompt(prompt.strip(), prompt_suffix=" ", default="", show_default=False, err=True))


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _save_picture(screen: Screen) -> str:
    path = Path(tempfile.gettempdir()) / f"surfacebox-{screen.drawing.picture.sha256[:12]}.png"
    path.write_bytes(screen.png)
    return str(path)
