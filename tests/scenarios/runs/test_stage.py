"""A stage whose sessions others look at plays the very same episodes."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from renderer.pages import Canvas
from scenarios.episode.record import EpisodeRecord
from scenarios.format.load import library
from scenarios.format.scenario import Mode, Scenario
from scenarios.runs.stage import Stage
from scenarios.world.plan import Plan
from tests.scenarios.plays import scripted_agent, scripted_user
from ui_server.sessions import Sessions
from user_sim.user import User, UserTurn, UserView

SCENARIO = next(each for each in library() if each.name == "contact_for_a_text")


@dataclass
class Onlooker:
    """Plays as another user does, and notes which sessions the store holds meanwhile."""

    user: User
    store: Sessions
    name: str = "onlooker"
    seen: list[tuple[str, int]] = field(default_factory=list)

    async def act(self, view: UserView) -> UserTurn:
        self.seen += [(session.session_id, session.last_event) for session in self.store]
        return await self.user.act(view)


@dataclass
class Watched:
    """A stage with a store to look into, and what was seen there."""

    stage: Stage
    store: Sessions
    seen: list[tuple[str, int]] = field(default_factory=list)

    async def play(self, trial: int = 0) -> EpisodeRecord:
        def user(played: Scenario, mode: Mode) -> Onlooker:
            return Onlooker(scripted_user(played, mode), self.store, seen=self.seen)

        return await self.stage.play(SCENARIO, "ui", scripted_agent, user, trial=trial)


@pytest.fixture
def watched(plan: Plan, canvas: Canvas) -> Watched:
    store = Sessions(canvas)
    return Watched(Stage(plan, canvas, watched=store), store)


async def test_a_session_is_in_the_store_as_long_as_its_episode_lasts(watched: Watched) -> None:
    await watched.play()

    assert watched.seen == [("contact_for_a_text", 0), ("contact_for_a_text", 1)]
    assert list(watched.store) == []


async def test_trials_of_one_scenario_have_sessions_of_their_own_names(watched: Watched) -> None:
    await watched.play(trial=2)

    assert {name for name, _ in watched.seen} == {"contact_for_a_text.2"}


async def test_being_watched_changes_nothing_of_what_is_recorded(watched: Watched, ui_stage: Stage) -> None:
    alone = await ui_stage.play(SCENARIO, "ui", scripted_agent, scripted_user)

    assert (await watched.play()).to_json() == alone.to_json()
