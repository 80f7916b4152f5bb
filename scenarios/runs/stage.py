"""Where episodes are played: one kind of world, one browser, and a fresh world and session for each episode."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from agent_bridge.agent import Agent
from agent_bridge.toolkit.registry import Registry
from agent_bridge.ui_tools import DOCS_VERSION
from renderer.pages import Canvas
from scenarios.episode.budgets import Spending
from scenarios.episode.episode import Episode
from scenarios.episode.record import EpisodeRecord
from scenarios.format.scenario import Mode, Scenario, ScenarioUnreadable
from scenarios.scoring.rows import TableSchema
from scenarios.world.calls import Calls
from scenarios.world.images import Images
from scenarios.world.plan import Opening, Plan, Start
from scenarios.world.schemas import known_schemas
from scenarios.world.world import World
from ui_server.hosted import HostedSession
from ui_server.session import Session, SessionSettings
from ui_server.sessions import Sessions
from ui_server.surface import Version
from user_sim.user import User

AgentMaker = Callable[[Scenario, Mode], Agent]
UserMaker = Callable[[Scenario, Mode], User]


@dataclass
class Stage:
    """`canvas` is None where no screens are needed: text mode runs without a browser.

    A scenario's start is prepared once and opened for each of its trials. `watched` is a store in which every session
    is found while its episode lasts. `a2ui` is the version whose documentation agents read, else that of the scenario.
    """

    plan: Plan
    canvas: Canvas | None = None
    session: SessionSettings = field(default_factory=SessionSettings)
    watched: Sessions | None = None
    a2ui: Version | None = None
    _starts: dict[tuple[str, str, Path | None], Start] = field(default_factory=dict, repr=False)

    @cached_property
    def schemas(self) -> dict[str, TableSchema]:
        """What the tables mean, for scoring."""
        return known_schemas(self.plan.schema, logged=True)

    async def play(
        self, scenario: Scenario, mode: Mode, agent: AgentMaker, user: UserMaker, *, trial: int = 0
    ) -> EpisodeRecord:
        """One trial of `scenario`. Raises ScenarioUnreadable and the world's seed errors: those are not episodes."""
        with (
            closing(self.open_world(scenario, trial)) as world,
            self._session(scenario, mode, world, trial) as session,
        ):
            episode = Episode(
                scenario=scenario,
                mode=mode,
                agent=agent(scenario, mode),
                user=user(scenario, mode),
                world=world,
                calls=Calls(world, self._tools(scenario)),
                session=session,
                spending=Spending(scenario.budgets),
                docs=self.a2ui or scenario.a2ui or DOCS_VERSION,
            )
            return await episode.play()

    def open_world(self, scenario: Scenario, trial: int = 0) -> World:
        """The world as the scenario freezes it; the trial's number changes only what is left to chance."""
        key = (scenario.name, scenario.content_hash, scenario.image_folder)
        if key not in self._starts:
            self._starts[key] = self.plan.prepare(_opening(scenario))
        return self._starts[key].open(seed=f"{scenario.seed}/{scenario.name}/{trial}")

    def _tools(self, scenario: Scenario) -> Registry:
        """The tools on the scenario's list, all of them without one, and none that it denies."""
        if not scenario.tools and not scenario.denied_tools:
            return self.plan.registry
        allowed, denied = set(scenario.tools), set(scenario.denied_tools)
        named = ((tool, {tool.name, *tool.aliases}) for tool in self.plan.registry)
        return Registry(tool for tool, names in named if (not allowed or names & allowed) and not names & denied)

    def _session(
        self, scenario: Scenario, mode: Mode, world: World, trial: int
    ) -> AbstractContextManager[Session | None]:
        if mode == "text":
            return nullcontext()
        if self.canvas is None:
            raise ScenarioUnreadable(scenario.name, "mode", "UI mode needs a browser")
        name = f"{scenario.name}.{trial}" if trial else scenario.name
        if self.watched is None:
            return nullcontext(Session(self.canvas, _clock_of(world), self.session, session_id=name))
        hosted = HostedSession(self.canvas, _clock_of(world), self.session, session_id=name)
        return self.watched.holding(hosted)


def _opening(scenario: Scenario) -> Opening:
    return Opening(
        owner=scenario.owner_email,
        now=scenario.now,
        rows=scenario.rows,
        expected=scenario.expected_rows,
        images=Images.load(scenario.images, scenario.image_folder),
        foreign=scenario.origin == "published",
    )


def _clock_of(world: World) -> Callable[[], dt.datetime]:
    """Events carry the episode's time, never the machine's."""
    return world.clock.now
