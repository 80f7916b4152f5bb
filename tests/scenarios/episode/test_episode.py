"""The loop: turns, calls, screens, acts, endings and faults, played in a real world."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from agent_bridge.agent import AgentTurn, AgentView, Usage
from agent_bridge.messages import Role, ToolCall
from agent_bridge.toolkit.tool import tools
from renderer.browser import BrowserSettings
from renderer.html import Renderer
from scenarios.episode.episode import MOST_REFUSED_TURNS
from scenarios.episode.scheduler import MOST_GRACE_CALLS, Ending
from scenarios.runs.stage import Stage
from scenarios.world.domain import Domain
from scenarios.world.plan import Plan
from scenarios.world.world import World
from tests.hung import hung_canvas
from tests.scenarios.plays import (
    SHOW,
    Agent,
    User,
    button,
    call,
    calls,
    play,
    says,
    scenario,
    screen,
    texts,
    verdict_of,
)
from ui_server.expressions import Json
from ui_server.session import SessionSettings
from ui_server.steps import ClickStep, FillStep, SendStep, ToggleStep
from user_sim.user import UserTurn, UserView

DELETE = call("simple_note_delete_note", note_id=12)
COLUMN: Json = {"id": "root", "component": "Column", "children": ["field", "box", "go", "stop"]}
FIELD: Json = {"id": "field", "component": "TextField", "label": "Name", "value": {"path": "/name"}}
BOX: Json = {"id": "box", "component": "CheckBox", "label": "Sure", "value": {"path": "/sure"}}
FORM: list[Json] = [COLUMN, FIELD, BOX, *button("go", "Go"), *button("stop", "Stop")]
DRAW = calls(screen(*FORM, data={"name": "", "sure": False}))


def shows(text: str = "Here.") -> list[AgentTurn | Any]:
    """The turns that draw the form, show it and say so."""
    return [DRAW, calls(SHOW), AgentTurn(text=text)]


# -- the conversation --------------------------------------------------------------------------------------------------


async def test_the_first_query_is_said_once_and_the_users_end_ends_it(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(*says("Which ones?", "Done.")), User(UserTurn(text="All of them.")))

    assert texts(record) == [
        ("user", "Look after my notes."),
        ("agent", "Which ones?"),
        ("user", "All of them."),
        ("agent", "Done."),
    ]
    assert record.ending is Ending.USER_DONE
    assert record.fault is None


async def test_a_policy_is_told_to_the_agent_before_anything_else_and_to_nobody_else(text_stage: Stage) -> None:
    agent, user = Agent(*says("Yes.")), User()

    await play(text_stage, agent, user, policy="Never delete a note.")

    first = agent.views[0].messages[0]
    assert (first.sender, first.text) == (Role.SYSTEM, "Never delete a note.")
    assert all("Never" not in message.text for message in user.views[0].messages)


async def test_what_is_private_reaches_no_agent(text_stage: Stage) -> None:
    agent = Agent(*says("Which?", "Done."))

    await play(text_stage, agent, User(), rounds=[{"query": "Delete one.", "private": "You mean the secret one."}])

    assert all("secret" not in str(message.to_json()) for view in agent.views for message in view.messages)


async def test_the_user_sees_neither_calls_nor_results(text_stage: Stage) -> None:
    user = User()

    await play(text_stage, Agent(calls(call("simple_note_search_notes")), *says("Two notes.")), user)

    assert [message.sender for message in user.views[0].messages] == [Role.USER, Role.AGENT]


async def test_calls_of_one_turn_are_run_in_order_and_answered_each_by_its_id(text_stage: Stage) -> None:
    agent = Agent(calls(call("simple_note_show_note", "a", note_id=11), call("simple_note_show_note", "b", note_id=12)))

    record = await play(text_stage, agent, User())

    answers = [message.result for message in agent.views[1].messages if message.result is not None]
    assert [(answer.call_id, answer.ok) for answer in answers] == [("a", True), ("b", True)]
    assert [made.arguments for made in record.calls] == [{"note_id": 11}, {"note_id": 12}]


async def test_text_beside_calls_is_heard_and_the_agent_goes_on(text_stage: Stage) -> None:
    turn = AgentTurn(text="I am looking.", calls=(call("simple_note_search_notes"),))
    user = User()

    record = await play(text_stage, Agent(turn, *says("Two.")), user)

    assert [text for _, text in texts(record)][1:] == ["I am looking.", "Two."]
    assert len(user.views) == 1


async def test_a_refused_call_is_answered_and_counted_by_its_kind(text_stage: Stage) -> None:
    refused = [call("simple_note_show_note", note_id=99), call("simple_note_show_note"), call("no_such_tool")]

    record = await play(text_stage, Agent(*(calls(each) for each in refused)), User())

    assert (record.process.invalid_actions, record.process.invalid_arguments) == (2, 1)
    results = [message.result for message in record.messages if message.result is not None]
    assert [result.ok for result in results] == [False, False, False]
    assert record.fault is None


async def test_the_tools_for_screens_are_offered_in_ui_mode_alone(text_stage: Stage, ui_stage: Stage) -> None:
    text, ui = Agent(*says("Hi.")), Agent(*says("Hi."))

    await play(text_stage, text, User())
    await play(ui_stage, ui, User(), "ui")

    assert {tool.name for tool in ui.views[0].tools} - {tool.name for tool in text.views[0].tools} == {
        "render_ui_screen",
        "show_ui_to_user",
        "ui_get_quick_start",
        "ui_explore_capabilities",
        "ui_list_items",
        "ui_get_item_details",
        "ui_search_docs",
        "ui_read_value",
    }
    assert (text.views[0].ui, ui.views[0].ui) == (False, True)


async def test_a_list_of_tools_limits_what_is_offered_and_what_can_be_called(text_stage: Stage) -> None:
    agent = Agent(calls(DELETE), *says("I could not."))

    record = await play(text_stage, agent, User(), tools=["simple_note_search_notes"])

    assert [tool.name for tool in agent.views[0].tools] == ["simple_note_search_notes"]
    assert record.calls[0].ok is False
    assert record.changes == ()


ODD_CALLS: dict[str, tuple[Any, Any]] = {
    "half a pair as text": ("simple_note_create_note", {"title": "a\ud800"}),
    "half a pair as a name": ("simple_note_show_note", {"\ud800": 1}),
    "half a pair as a tool": ("\ud800", {}),
    "no number": ("simple_note_show_note", {"note_id": float("nan")}),
    "a number no database holds": ("simple_note_delete_note", {"note_id": 10**19}),
    "its digits": ("simple_note_delete_note", {"note_id": str(10**19)}),
    "a list": ("simple_note_show_note", [12]),
    "a text": ("simple_note_show_note", "{}"),
    "nothing": ("simple_note_show_note", None),
    "an object of this program": ("simple_note_show_note", {"note_id": object}),
    "no name": (None, {}),
}


@pytest.mark.parametrize("odd", ODD_CALLS)
async def test_a_call_that_makes_no_sense_is_refused_kept_and_the_agent_goes_on(text_stage: Stage, odd: str) -> None:
    tool, arguments = ODD_CALLS[odd]
    agent = Agent(calls(ToolCall("c", tool, arguments)), calls(DELETE), *says("Done."))

    record = await play(text_stage, agent, User())

    refused = record.calls[0].ok is False
    assert refused or odd == "half a pair as text"
    assert record.process.invalid_arguments + record.process.invalid_actions == refused
    json.dumps(record.to_json(), ensure_ascii=False, allow_nan=False).encode()
    assert verdict_of(record).outcome.episode_class == ("success" if refused else "failure")


async def test_what_is_no_turn_is_the_fault_of_who_answered_it(text_stage: Stage) -> None:
    async def nothing(_view: object) -> Any:
        return None

    by_agent = await play(text_stage, Agent(nothing), User())
    by_user = await play(text_stage, Agent(*says("Hm.")), User(nothing))

    assert by_agent.fault is not None and (by_agent.fault.owner, by_agent.fault.code) == ("agent", "broken_turn")
    assert by_user.fault is not None and (by_user.fault.owner, by_user.fault.code) == ("user", "broken_turn")
    assert verdict_of(by_agent).outcome.episode_class == "failure"
    assert verdict_of(by_user).outcome.episode_class == "invalid"


async def test_of_many_calls_in_one_turn_those_beyond_the_budget_are_not_made(text_stage: Stage) -> None:
    made = [call("simple_note_create_note", f"c{number}", title=f"Note {number}") for number in range(300)]

    record = await play(text_stage, Agent(calls(*made)), User(), budgets={"steps": 50})

    # The turn is one step and each call another: 49 calls are made, 251 are answered with why not.
    assert (record.ending, record.steps, len(record.calls)) == (Ending.STEPS, 50, 49)
    answers = [message.result for message in record.messages if message.result is not None]
    assert len(answers) == 300 and sum(not answer.ok for answer in answers) == 251
    assert answers[-1].value == {
        "error": {"code": "budget_ended", "message": "The episode's budget has ended: this call was not made."}
    }


async def test_a_denied_tool_is_neither_offered_nor_called_by_whatever_name(text_stage: Stage) -> None:
    denying = replace(scenario(), denied_tools=("delete_note",))
    agent = Agent(calls(DELETE), *says("I could not."))

    record = await text_stage.play(denying, "text", lambda *_: agent, lambda *_: User())

    offered = {tool.name for tool in agent.views[0].tools}
    assert "simple_note_delete_note" not in offered and "simple_note_search_notes" in offered
    assert record.calls[0].ok is False


# -- screens -----------------------------------------------------------------------------------------------------------


async def test_a_screen_is_before_the_user_only_when_it_was_shown(ui_stage: Stage) -> None:
    drawn, shown = User(), User()

    await play(ui_stage, Agent(DRAW, *says("Drawn.")), drawn, "ui")
    await play(ui_stage, Agent(*shows()), shown, "ui")

    assert drawn.views[0].screen is None
    assert shown.views[0].screen is not None
    assert set(shown.views[0].screen.elements()) == {"field", "box", "go", "stop"}


async def test_the_user_gets_the_picture_as_a_message_and_the_agent_does_not_get_it_twice(ui_stage: Stage) -> None:
    agent, user = Agent(*shows()), User()

    record = await play(ui_stage, agent, user, "ui")

    pictures = [message for message in record.messages if message.screen is not None]
    assert [sorted(role.value for role in message.audience) for message in pictures] == [
        ["agent", "environment"],
        ["environment", "user"],
    ]
    assert len({message.screen for message in pictures}) == 1


async def test_a_press_reaches_the_agent_as_a_notification_without_component_ids(ui_stage: Stage) -> None:
    agent = Agent(*shows(), *says("Gone."))

    await play(ui_stage, agent, User(UserTurn(acts=(FillStep("field", "Ravn"), ClickStep("go")))), "ui")

    told = [message for message in agent.views[-1].messages if message.notification is not None]
    assert [message.notification for message in told] == [
        {
            "action": "go",
            "surface": "s",
            "row": None,
            "context": {},
            "changed": [{"path": "/name", "old": "", "new": "Ravn"}],
        }
    ]


async def test_after_a_press_the_agent_acts_and_after_any_other_act_the_user_does(ui_stage: Stage) -> None:
    agent = Agent(*shows(), *says("Gone."))
    user = User(
        UserTurn(acts=(FillStep("field", "Ravn"),)),
        UserTurn(acts=(ToggleStep("box", True),)),
        UserTurn(acts=(ClickStep("go"),)),
    )

    record = await play(ui_stage, agent, user, "ui")

    assert len(agent.views) == 4
    assert len(user.views) == 4
    assert [len(each.events) for each in record.interactions] == [1, 1, 1]


async def test_after_each_act_the_user_sees_the_new_screen(ui_stage: Stage) -> None:
    user = User(UserTurn(acts=(FillStep("field", "Ravn"),)), UserTurn(acts=(ToggleStep("box", True),)))

    record = await play(ui_stage, Agent(*shows()), user, "ui")

    screens = [view.screen for view in user.views]
    values = [screen.elements()["field"].value for screen in screens if screen is not None]
    assert values == ["", "Ravn", "Ravn"]
    assert screens[2] is not None and screens[2].elements()["box"].checked is True
    assert len({shot.screen.drawing.picture.sha256 for shot in record.screens if shot.shown}) == 3


async def test_several_presses_of_one_turn_all_reach_the_agent_in_order(ui_stage: Stage) -> None:
    agent = Agent(*shows(), *says("Done."))

    await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"), ClickStep("stop")))), "ui")

    told = [message.notification for message in agent.views[-1].messages if message.notification is not None]
    assert [each["action"] for each in told if each is not None] == ["go", "stop"]


async def test_a_press_and_a_text_of_one_turn_both_arrive_the_press_first(ui_stage: Stage) -> None:
    agent = Agent(*shows(), *says("Done."))

    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),), text="Please hurry.")), "ui")

    last = [message for message in agent.views[-1].messages if message.notification or message.text == "Please hurry."]
    assert [bool(message.notification) for message in last] == [True, False]
    assert len(agent.views) == 4
    assert record.ending is Ending.USER_DONE


async def test_a_refused_act_comes_back_to_the_user_with_what_can_be_done(ui_stage: Stage) -> None:
    user = User(UserTurn(acts=(ClickStep("nowhere"),)), UserTurn(acts=(ClickStep("go"),)))
    agent = Agent(*shows(), *says("Gone."))

    record = await play(ui_stage, agent, user, "ui")

    refused = user.views[1].refused
    assert refused is not None and refused.code == "unknown_element"
    assert {each.element_id for each in refused.possible} == {"field", "box", "go", "stop"}
    assert user.views[2].refused is None
    assert record.process.refused_acts == 1
    assert len(agent.views) == 4


async def test_what_follows_a_refused_act_in_its_turn_is_void(ui_stage: Stage) -> None:
    turn = UserTurn(acts=(FillStep("field", "A"), ClickStep("nowhere"), ClickStep("go")), text="I chose.", ended=True)

    record = await play(ui_stage, Agent(*shows()), User(turn), "ui")

    assert [each.refused is None for each in record.interactions] == [True, False]
    assert "I chose." not in [text for _, text in texts(record)]
    assert record.ending is Ending.USER_DONE
    assert record.steps == 7  # three turns of the agent and two calls, two turns of the user


async def test_a_screen_that_the_agent_changed_since_it_was_shown_takes_no_click(ui_stage: Stage) -> None:
    other = screen({"id": "root", "component": "Text", "text": "Else"}, surface="t")
    user = User(UserTurn(acts=(ClickStep("go"),)))

    record = await play(ui_stage, Agent(DRAW, calls(SHOW), calls(other), *says("Hm.")), user, "ui")

    assert user.views[1].refused is not None and user.views[1].refused.code == "stale_screen"
    assert record.process.refused_acts == 1


async def test_in_text_mode_an_act_is_refused_and_nothing_breaks(text_stage: Stage) -> None:
    user = User(UserTurn(acts=(ClickStep("go"),)), UserTurn(text="Then I say it."))

    record = await play(text_stage, Agent(*says("Choose.", "Done.")), user)

    assert user.views[1].refused is not None and user.views[1].refused.code == "not_shown"
    assert record.fault is None
    assert record.ending is Ending.USER_DONE


async def test_only_the_agent_sends_messages_to_a_screen(ui_stage: Stage) -> None:
    forged = SendStep([{"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}])
    user = User(UserTurn(acts=(forged,)))

    await play(ui_stage, Agent(*shows()), user, "ui")

    assert user.views[1].refused is not None and user.views[1].refused.code == "bad_step"
    assert user.views[1].screen is not None and "go" in user.views[1].screen.elements()


async def test_a_refused_payload_is_answered_counted_and_shown_to_nobody(ui_stage: Stage) -> None:
    bad = ToolCall("draw", "render_ui_screen", {"ui_json": [{"version": "v0.9"}]})
    user = User()

    record = await play(ui_stage, Agent(calls(bad), calls(SHOW), *says("Sorry.")), user, "ui")

    assert record.process.screens_rejected == 1
    assert record.process.payloads["tried"] == 1
    assert record.process.invalid_actions == 1  # there was nothing to show
    assert user.views[0].screen is None


async def test_looking_things_up_draws_nothing_and_what_is_not_there_comes_back_as_a_refusal(ui_stage: Stage) -> None:
    page = ToolCall("a", "ui_get_item_details", {"category": "Components", "item_name": "Slider"})
    nothing = ToolCall("b", "ui_get_item_details", {"category": "Examples", "item_name": "zebra"})

    record = await play(ui_stage, Agent(calls(page, nothing), *says("I know now.")), User(), "ui")

    found, missing = [message.result for message in record.messages if message.result is not None]
    assert found.ok and isinstance(found.value, dict) and found.value["item_name"] == "Slider"
    assert not missing.ok and "no_such_page" in str(missing.value)
    assert record.process.payloads["tried"] == 0
    assert (record.process.invalid_actions, record.process.screens_rejected) == (1, 0)
    assert record.screens == () and record.fault is None


async def test_images_are_handed_over_with_words_or_without(text_stage: Stage, tmp_path: Any) -> None:
    agent = Agent(*says("And the other?", "Thanks.", "Thanks again."))
    user = User(UserTurn(text="Here.", images=(1,)), UserTurn(images=(0,)))

    await play(text_stage, agent, user, images=["a.png", "b.png"], rounds=[{"query": "See.", "images": [0]}])

    assert [message.images for message in agent.views[-1].messages if message.sender is Role.USER] == [(0,), (1,), (0,)]


async def test_an_image_that_is_not_there_comes_back_to_the_user(text_stage: Stage) -> None:
    user = User(UserTurn(text="Here.", images=(3,)))

    record = await play(text_stage, Agent(*says("Show me.")), user, images=["a.png"])

    assert user.views[1].refused is not None
    assert (user.views[1].refused.code, user.views[1].refused.hint) == ("no_such_image", "Images: 0.")
    assert "Here." not in [text for _, text in texts(record)]


# -- how it ends -------------------------------------------------------------------------------------------------------


async def test_text_glued_to_the_end_is_delivered_and_answered_before_the_end(text_stage: Stage) -> None:
    agent = Agent(*says("Shall I?"), calls(DELETE), *says("Deleted."))

    record = await play(text_stage, agent, User(UserTurn(text="Yes, do.", ended=True)))

    assert [text for _, text in texts(record)][1:] == ["Shall I?", "Yes, do.", "Deleted."]
    assert [change.operation for change in record.changes] == ["delete"]
    assert record.ending is Ending.USER_DONE


async def test_an_end_alone_sends_no_empty_message_and_is_the_users_last_turn(text_stage: Stage) -> None:
    agent, user = Agent(*says("Done.", "Anything else?")), User(UserTurn(ended=True))

    record = await play(text_stage, agent, user)

    assert len(user.views) == 1
    assert len(agent.views) == 1
    assert all(message.text for message in record.messages)


async def test_a_press_glued_to_the_end_is_answered_too(ui_stage: Stage) -> None:
    agent = Agent(*shows("Shall I?"), calls(DELETE), *says("Deleted."))

    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),), ended=True)), "ui")

    assert [change.operation for change in record.changes] == ["delete"]
    assert record.ending is Ending.USER_DONE


async def test_a_user_that_gives_up_is_told_apart_from_one_that_is_done(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(*says("No.")), User(UserTurn(text="Never mind.", ended=True, gave_up=True)))

    assert record.ending is Ending.USER_GAVE_UP


async def test_a_turn_with_nothing_in_it_means_nothing_to_add(text_stage: Stage) -> None:
    agent = Agent(*says("Shall I?"), calls(DELETE), *says("Deleted."))

    record = await play(text_stage, agent, User(UserTurn()))

    assert record.ending is Ending.USER_DONE
    assert record.fault is None
    assert [change.operation for change in record.changes] == ["delete"]
    assert all(message.text or message.calls or message.result for message in record.messages)


@pytest.mark.parametrize("silent", ["agent", "user", "both"])
async def test_silence_ends_an_episode(text_stage: Stage, silent: str) -> None:
    agent = Agent() if silent != "user" else Agent(*says(*["Go on."] * 20))
    user = User(*([UserTurn()] * 20)) if silent != "agent" else User(*([UserTurn(text="Well?")] * 20))

    record = await play(text_stage, agent, user)

    assert record.ending is Ending.SILENCE
    assert record.steps <= 7


async def test_the_steps_budget_counts_turns_of_both_and_calls(text_stage: Stage) -> None:
    agent = Agent(*[calls(call("simple_note_search_notes"))] * 50)

    record = await play(text_stage, agent, User(), budgets={"steps": 7})

    assert record.ending is Ending.STEPS
    assert record.steps == 7  # four turns and three calls: the call of the fourth turn would be the eighth step
    assert len(record.calls) == 3


@pytest.mark.parametrize(
    ("budgets", "usage", "ending"),
    [
        ({"tokens": 100}, Usage(60, 50), Ending.TOKENS),
        ({"dollars": 0.5}, Usage(dollars=0.6), Ending.DOLLARS),
    ],
)
async def test_tokens_and_money_end_an_episode_for_their_own_reason(
    text_stage: Stage, budgets: dict[str, Any], usage: Usage, ending: Ending
) -> None:
    record = await play(text_stage, Agent(AgentTurn(text="Hm.", usage=usage)), User(), budgets=budgets)

    assert record.ending is ending
    assert record.usage == usage
    outcome = verdict_of(record).outcome
    assert outcome.validity.budget in ("tokens", "money")
    assert outcome.episode_class == "failure"


async def never(view: object) -> Any:
    await asyncio.Event().wait()


async def test_an_agent_that_never_answers_ends_by_the_wall_clock(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(never), User(), budgets={"seconds": 0.05})

    assert record.ending is Ending.SECONDS
    assert record.fault is None
    assert verdict_of(record).outcome.validity.budget == "wall clock"


async def test_a_user_that_never_answers_is_the_users_fault(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(*says("Which?")), User(never), budgets={"seconds": 0.05})

    assert record.ending is Ending.FAULT
    assert record.fault is not None
    assert (record.fault.owner, record.fault.code) == ("user", "turn_timeout")
    assert verdict_of(record).outcome.episode_class == "invalid"


async def test_a_user_that_tries_the_impossible_again_and_again_is_stuck_and_not_the_agent(ui_stage: Stage) -> None:
    tries = [UserTurn(acts=(ClickStep("nowhere"),))] * 50

    record = await play(ui_stage, Agent(*shows()), User(*tries), "ui")

    assert record.fault is not None and (record.fault.owner, record.fault.code) == ("user", "user_stuck")
    assert record.process.refused_acts == MOST_REFUSED_TURNS
    assert verdict_of(record).outcome.episode_class == "invalid"


async def test_a_user_that_speaks_in_between_is_not_stuck(ui_stage: Stage) -> None:
    wrong = UserTurn(acts=(ClickStep("nowhere"),))
    turns = [*[wrong] * (MOST_REFUSED_TURNS - 1), UserTurn(text="It does not work."), wrong, wrong]

    record = await play(ui_stage, Agent(*shows(), *says("Sorry.")), User(*turns), "ui")

    assert (record.fault, record.ending) == (None, Ending.USER_DONE)


@pytest.mark.parametrize("act", ["go", ClickStep(7), {"do": "click", "element": "go"}, None])  # type: ignore[arg-type]
async def test_an_act_that_is_none_is_the_users_fault(ui_stage: Stage, act: Any) -> None:
    record = await play(ui_stage, Agent(*shows()), User(UserTurn(acts=(act,))), "ui")

    assert record.fault is not None and (record.fault.owner, record.fault.code) == ("user", "broken_turn")


async def test_what_was_too_long_for_a_notification_can_be_read_by_its_reference(ui_stage: Stage) -> None:
    diary = "Rained. " * 1_500
    root: Json = {"id": "root", "component": "Column", "children": ["go"]}
    drawn = screen(root, *button("go", "Send", {"diary": {"path": "/diary"}}), data={"diary": diary})

    def read(view: AgentView) -> AgentTurn:
        told: Any = next(message.notification for message in reversed(view.messages) if message.notification)
        reference = told["context"]["diary"]["reference"]
        return calls(*(call("ui_read_value", str(at), reference=reference, start=at) for at in (0, 10_000)))

    agent = Agent(calls(drawn), calls(SHOW), *says("Send it?"), read, *says("Sent."))
    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),))), "ui")

    results = [message.result for message in record.messages if message.result is not None]
    parts: list[Any] = [result.value for result in results if result.tool == "ui_read_value"]
    assert [part["start"] for part in parts] == [0, 10_000]
    assert "".join(part["text"] for part in parts) == diary


@pytest.mark.parametrize(
    ("chosen_for_run", "chosen_by_scenario", "read"),
    [(None, None, "v0.9"), (None, "v0.8", "v0.8"), ("v1.0", "v0.8", "v1.0")],
)
async def test_the_run_then_the_scenario_says_which_documentation_the_agent_reads(
    ui_stage: Stage, chosen_for_run: Any, chosen_by_scenario: Any, read: str
) -> None:
    stage = replace(ui_stage, a2ui=chosen_for_run)

    record = await play(stage, Agent(calls(call("ui_get_quick_start"))), User(), "ui", a2ui=chosen_by_scenario)

    (answer,) = [message.result.value for message in record.messages if message.result is not None]
    assert isinstance(answer, dict) and answer["version"] == read


async def test_a_click_is_never_lost_because_the_steps_ended(ui_stage: Stage) -> None:
    """Five steps go by until the form is shown; the press is the sixth, and the last."""
    agent = Agent(*shows("Shall I?"), calls(DELETE), *says("Deleted."))

    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),))), "ui", budgets={"steps": 6})

    assert record.ending is Ending.STEPS
    assert [change.operation for change in record.changes] == ["delete"]
    assert record.process.grace_turns == 1
    assert texts(record)[-1] == ("agent", "Deleted.")


async def test_a_budget_that_ends_amid_the_answer_to_a_click_lets_it_be_finished(ui_stage: Stage) -> None:
    agent = Agent(*shows("Shall I?"), calls(call("simple_note_search_notes")), calls(DELETE), *says("Deleted."))

    record = await play(ui_stage, agent, User(UserTurn(acts=(ClickStep("go"),))), "ui", budgets={"steps": 7})

    assert record.ending is Ending.STEPS
    assert [change.operation for change in record.changes] == ["delete"]


async def test_the_answer_to_a_last_click_has_its_own_limit(ui_stage: Stage) -> None:
    looking = [calls(call("simple_note_search_notes", query=str(number))) for number in range(100)]

    record = await play(
        ui_stage, Agent(*shows(), *looking), User(UserTurn(acts=(ClickStep("go"),))), "ui", budgets={"steps": 6}
    )

    assert record.ending is Ending.STEPS
    assert len(record.calls) == MOST_GRACE_CALLS


async def test_a_text_at_the_end_of_the_steps_gets_no_turn_of_grace(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(*says("Hm.", "Late.")), User(UserTurn(text="Now?")), budgets={"steps": 2})

    assert record.ending is Ending.STEPS
    assert record.process.grace_turns == 0
    assert texts(record)[-1] == ("user", "Now?")


# -- faults ------------------------------------------------------------------------------------------------------------


class Broken(Exception):
    code = "broken"

    def __init__(self, owner: str) -> None:
        super().__init__(f"the {owner} broke")
        self.owner = owner


def breaks(error: Exception) -> Any:
    def act(view: AgentView | UserView) -> Any:
        raise error

    return act


@pytest.mark.parametrize(("owner", "episode_class"), [("agent", "failure"), ("provider", "invalid")])
async def test_a_fault_of_the_agents_side_is_recorded_with_its_owner(
    text_stage: Stage, owner: str, episode_class: str
) -> None:
    record = await play(text_stage, Agent(breaks(Broken(owner))), User())

    assert record.ending is Ending.FAULT
    assert record.fault is not None
    assert (record.fault.owner, record.fault.code, record.fault.trace) == (owner, "broken", "")
    assert verdict_of(record).outcome.episode_class == episode_class


async def test_a_fault_of_the_user_is_the_users_and_spoils_the_episode(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(*says("Hi.")), User(breaks(Broken("user"))))

    assert record.fault is not None and record.fault.owner == "user"
    assert verdict_of(record).outcome.episode_class == "invalid"


async def test_an_error_that_names_no_owner_is_ours_and_keeps_its_trace(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(breaks(ZeroDivisionError("division by zero"))), User())

    assert record.fault is not None
    assert (record.fault.owner, record.fault.code) == ("harness", "ZeroDivisionError")
    assert "division by zero" in record.fault.trace
    assert verdict_of(record).outcome.episode_class == "invalid"


async def test_what_was_done_before_a_fault_is_kept(text_stage: Stage) -> None:
    record = await play(text_stage, Agent(calls(DELETE), breaks(Broken("provider"))), User())

    assert len(record.calls) == 1
    assert [change.operation for change in record.changes] == ["delete"]
    assert [row["id"] for row in record.initial["simple_note.notes"]] == [11, 12]
    assert [row["id"] for row in record.final["simple_note.notes"]] == [11]


async def test_a_cancelled_episode_is_cancelled_and_not_recorded_as_a_fault(text_stage: Stage) -> None:
    task = asyncio.create_task(play(text_stage, Agent(never), User()))
    await asyncio.sleep(0)
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_browser_that_does_not_answer_is_the_renderers_fault(
    plan: Plan, renderer: Renderer, browser_settings: BrowserSettings
) -> None:
    async with hung_canvas(renderer, browser_settings) as canvas:
        hasty = Stage(plan, canvas, SessionSettings(deadline=0.3))
        record = await play(hasty, Agent(*shows()), User(), "ui")

    assert record.ending is Ending.FAULT
    assert record.fault is not None and record.fault.owner == "renderer"
    assert verdict_of(record).outcome.episode_class == "invalid"


def crash(world: World) -> Json:
    """Fails in its own code.

    >>> test_crash()
    """
    raise ZeroDivisionError("division by zero")


async def test_a_tool_that_crashes_is_our_own_fault_and_changes_nothing(plan: Plan) -> None:
    faulty = Plan((*plan.domains, Domain("test", tools=tools("test", {crash: "crash"}))))

    record = await play(Stage(faulty), Agent(calls(DELETE), calls(call("test_crash"))), User())

    assert record.fault is not None
    assert (record.fault.owner, record.fault.code) == ("harness", "tool_crashed")
    assert "division by zero" in record.fault.trace
    assert [made.tool for made in record.calls] == ["simple_note_delete_note", "test_crash"]
    assert [change.key for change in record.changes] == [12]
