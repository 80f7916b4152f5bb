"""The scripted agent plays its steps in order, on what it has been told and on nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.errors import OracleStuck
from agent_bridge.messages import Message, Role, ToolCall, ToolResult
from agent_bridge.oracle import Oracle, OracleStep
from agent_bridge.scripted import ScriptedAgent
from ui_server.expressions import Json


class Told:
    """What the agent has been told so far, message by message."""

    def __init__(self) -> None:
        self.messages: list[Message] = []

    def view(self) -> AgentView:
        return AgentView(tuple(self.messages), (), ui=True)

    def answer(self, turn: AgentTurn, *values: Json, ok: bool = True) -> None:
        for call, value in zip(turn.calls, values, strict=True):
            self._add(Role.ENVIRONMENT, result=ToolResult(call.call_id, call.tool, value, ok))

    def press(self, action: str, **context: Json) -> None:
        self._add(Role.ENVIRONMENT, notification={"action": action, "context": context})

    def _add(
        self, sender: Role, *, result: ToolResult | None = None, notification: Mapping[str, Json] | None = None
    ) -> None:
        audience = frozenset({sender, Role.AGENT})
        self.messages.append(
            Message(
                index=len(self.messages), sender=sender, audience=audience, result=result, notification=notification
            )
        )


def agent(*steps: OracleStep) -> ScriptedAgent:
    return ScriptedAgent(Oracle(steps))


def calls(turn: AgentTurn) -> Sequence[tuple[str, Mapping[str, Json]]]:
    return [(call.tool, call.arguments) for call in turn.calls]


async def test_each_step_is_a_turn_and_at_the_end_it_has_nothing_to_say() -> None:
    played, told = agent(OracleStep("call", "notes_list", {"limit": 2}), OracleStep("say", body="Done.")), Told()

    first = await played.act(told.view())
    told.answer(first, {})

    assert calls(first) == [("notes_list", {"limit": 2})]
    assert await played.act(told.view()) == AgentTurn(text="Done.")
    assert await played.act(told.view()) == AgentTurn()


async def test_a_result_is_kept_for_later_steps() -> None:
    played, told = (
        agent(OracleStep("call", "find", {}, "found"), OracleStep("call", "open", {"id": "{{found.id}}"})),
        Told(),
    )

    told.answer(await played.act(told.view()), {"id": 7})

    assert calls(await played.act(told.view())) == [("open", {"id": 7})]


async def test_a_pick_costs_no_turn() -> None:
    steps = (
        OracleStep("call", "find", {}, "found"),
        OracleStep("pick", "", {"from": "{{found.rows}}", "most": "score"}, "best"),
        OracleStep("say", body="{{best.name}} it is."),
    )
    played, told = agent(*steps), Told()

    told.answer(await played.act(told.view()), {"rows": [{"name": "A", "score": 1}, {"name": "B", "score": 2}]})

    assert (await played.act(told.view())).text == "B it is."


async def test_screens_and_shows_are_calls_of_the_tools_for_screens() -> None:
    messages: Json = [{"version": "v0.9", "deleteSurface": {"surfaceId": "a"}}]
    steps = (OracleStep("screen", "", {"messages": messages, "images": {"photo": 0}}), OracleStep("show", "a"))
    played, told = agent(*steps, OracleStep("show")), Told()

    drawn = await played.act(told.view())
    told.answer(drawn, {"accepted": True})
    shown = await played.act(told.view())
    told.answer(shown, {"shown": True})

    assert calls(drawn) == [("render_ui_screen", {"ui_json": messages, "image_placeholders": {"photo": 0}})]
    assert calls(shown) == [("show_ui_to_user", {"surface_id": "a"})]
    assert calls(await played.act(told.view())) == [("show_ui_to_user", {})]


async def test_click_is_the_last_press_and_clicks_are_all_since_it_last_looked() -> None:
    steps = (OracleStep("say", body="Choose."), OracleStep("say", body="{{click.context.id}} of {{clicks}}"))
    played, told = agent(*steps, OracleStep("say", body="{{clicks[0].context.id}}")), Told()
    await played.act(told.view())

    told.press("pick", id=1)
    told.press("pick", id=2)
    both = await played.act(told.view())
    told.press("pick", id=3)

    assert both.text.startswith("2 of [")
    assert both.text.count("pick") == 2
    assert (await played.act(told.view())).text == "3"


async def test_a_call_for_each_item_is_made_at_once_and_its_results_are_kept_as_a_list() -> None:
    steps = (
        OracleStep("call", "find", {}, "found"),
        OracleStep("call", "delete", {"id": "{{item}}"}, "gone", "{{found.ids}}"),
        OracleStep("say", body="{{gone[1].name}}"),
    )
    played, told = agent(*steps), Told()
    told.answer(await played.act(told.view()), {"ids": [4, 5]})

    deleted = await played.act(told.view())
    told.answer(deleted, {"name": "four"}, {"name": "five"})

    assert calls(deleted) == [("delete", {"id": 4}), ("delete", {"id": 5})]
    assert len({call.call_id for call in deleted.calls}) == 2
    assert (await played.act(told.view())).text == "five"


async def test_a_call_for_each_item_of_nothing_is_skipped() -> None:
    steps = (OracleStep("call", "find", {}, "found"), OracleStep("call", "delete", {}, "", "{{found}}"))
    played, told = agent(*steps, OracleStep("say", body="Nothing to do.")), Told()
    told.answer(await played.act(told.view()), [])

    assert await played.act(told.view()) == AgentTurn(text="Nothing to do.")


async def test_a_refused_call_stops_it_with_the_step_and_the_reason() -> None:
    played, told = agent(OracleStep("call", "open", {"id": 9}), OracleStep("say", body="Open.")), Told()
    told.answer(await played.act(told.view()), {"error": {"message": "no note 9"}}, ok=False)

    with pytest.raises(OracleStuck, match=r"step 0 .*no note 9") as caught:
        await played.act(told.view())

    assert caught.value.step == 0
    assert caught.value.owner == "agent"


async def test_a_value_that_is_not_there_stops_it() -> None:
    played = agent(OracleStep("say", body="Which?"), OracleStep("call", "open", {"id": "{{click.context.id}}"}))
    await played.act(Told().view())

    with pytest.raises(OracleStuck, match=r"step 1 .*click\.context\.id"):
        await played.act(Told().view())


async def test_results_of_others_are_not_taken_for_its_own() -> None:
    played, told = agent(OracleStep("call", "find", {}, "found"), OracleStep("say", body="{{found.id}}")), Told()
    turn = await played.act(told.view())
    told._add(Role.ENVIRONMENT, result=ToolResult("somebody-else", "find", {"id": 1}))
    told.answer(turn, {"id": 2})

    assert (await played.act(told.view())).text == "2"


async def test_a_tampered_call_is_made_in_place_of_its_own() -> None:
    def louder(call: ToolCall) -> ToolCall:
        return ToolCall(call.call_id, call.tool, {"text": "HELLO"})

    played = ScriptedAgent(Oracle((OracleStep("call", "send", {"text": "hello"}),)), tamper=louder)

    assert calls(await played.act(Told().view())) == [("send", {"text": "HELLO"})]


async def test_a_call_that_is_left_out_counts_as_answered_with_nothing() -> None:
    steps = (OracleStep("call", "send", {}, "sent"), OracleStep("say", body="It is {{sent}}."))

    def none(call: ToolCall) -> ToolCall | None:
        return None

    played = ScriptedAgent(Oracle(steps), tamper=none)

    assert await played.act(Told().view()) == AgentTurn(text="It is .")
