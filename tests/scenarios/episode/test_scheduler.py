"""Who acts next, as a table of what just happened."""

from __future__ import annotations

from agent_bridge.messages import Role
from scenarios.episode.scheduler import MOST_GRACE_CALLS, MOST_SILENT_TURNS, Scheduler


def who(scheduler: Scheduler) -> Role:
    """Who acts next."""
    return scheduler.next


def test_the_agent_begins() -> None:
    assert who(Scheduler()) is Role.AGENT


def test_the_agent_goes_on_while_it_calls_tools_and_hands_over_when_it_does_not() -> None:
    scheduler = Scheduler()

    scheduler.agent_called()
    assert who(scheduler) is Role.AGENT
    scheduler.agent_spoke(anything=True)
    assert who(scheduler) is Role.USER


def test_an_act_without_an_event_keeps_the_turn_and_a_press_hands_it_over() -> None:
    scheduler = Scheduler(next=Role.USER)

    scheduler.user_acted(pressed=False)
    assert who(scheduler) is Role.USER
    scheduler.user_acted(pressed=True)
    assert who(scheduler) is Role.AGENT


def test_a_text_hands_the_turn_over_and_so_does_nothing_to_add() -> None:
    for anything in (True, False):
        scheduler = Scheduler(next=Role.USER)
        scheduler.user_spoke(anything=anything)
        assert who(scheduler) is Role.AGENT


def test_an_answer_is_owed_from_a_press_until_the_agents_turn_is_over() -> None:
    scheduler = Scheduler(next=Role.USER)

    scheduler.user_acted(pressed=True)
    assert scheduler.owed == MOST_GRACE_CALLS
    scheduler.agent_called()
    assert scheduler.owed == MOST_GRACE_CALLS - 1
    scheduler.agent_spoke(anything=True)
    assert scheduler.owed == 0


def test_what_is_owed_runs_out_for_an_agent_that_never_comes_to_an_end() -> None:
    scheduler = Scheduler(next=Role.USER)
    scheduler.user_acted(pressed=True)

    for _ in range(MOST_GRACE_CALLS + 5):
        scheduler.agent_called()

    assert scheduler.owed == 0


def test_nothing_is_owed_for_a_text_or_an_act_without_an_event() -> None:
    scheduler = Scheduler(next=Role.USER)
    scheduler.user_acted(pressed=False)
    scheduler.user_spoke(anything=True)

    assert scheduler.owed == 0


def test_a_role_that_is_silent_three_times_running_stalls_the_episode() -> None:
    for role in (Role.AGENT, Role.USER):
        scheduler = Scheduler()
        for turn in range(MOST_SILENT_TURNS):
            assert not scheduler.stalled, turn
            scheduler.agent_spoke(anything=role is Role.USER)
            scheduler.user_spoke(anything=role is Role.AGENT)
        assert scheduler.stalled


def test_whatever_is_said_or_done_begins_the_count_anew() -> None:
    scheduler = Scheduler()
    for _ in range(4):
        scheduler.agent_spoke(anything=False)
        scheduler.agent_spoke(anything=False)
        scheduler.agent_called()
        scheduler.user_spoke(anything=False)
        scheduler.user_spoke(anything=False)
        scheduler.user_acted(pressed=False)

    assert not scheduler.stalled
