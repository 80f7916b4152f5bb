"""A person in the agent's role: sees what an agent sees, and a slip of the pen costs nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.human import HELP, HumanAgent, LineRefused, parse_call
from agent_bridge.messages import Message, Role, ToolResult
from agent_bridge.ui_tools import ui_tools
from ui_server.expressions import Json


def person(*lines: str) -> tuple[HumanAgent, list[str]]:
    waiting: Iterator[str] = iter(lines)
    told: list[str] = []

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    return HumanAgent(ask, told.append), told


def heard(
    index: int,
    sender: Role,
    text: str = "",
    *,
    images: tuple[int, ...] = (),
    result: ToolResult | None = None,
    notification: Mapping[str, Json] | None = None,
) -> Message:
    return Message(
        index=index,
        sender=sender,
        audience=frozenset({sender, Role.AGENT}),
        text=text,
        images=images,
        result=result,
        notification=notification,
    )


def view(*messages: Message) -> AgentView:
    return AgentView(messages, ui_tools(), ui=True)


async def test_a_line_is_said_and_an_empty_one_is_silence() -> None:
    agent, _ = person("Which Jonas?", "")

    assert await agent.act(view()) == AgentTurn(text="Which Jonas?")
    assert await agent.act(view()) == AgentTurn()


async def test_the_end_of_the_input_is_silence() -> None:
    agent, _ = person()

    assert await agent.act(view()) == AgentTurn()


async def test_calls_have_ids_of_their_own() -> None:
    agent, _ = person('/call notes_find {"query": "tent"}', "/show people")

    first, second = await agent.act(view()), await agent.act(view())

    assert [(call.tool, call.arguments) for call in (*first.calls, *second.calls)] == [
        ("notes_find", {"query": "tent"}),
        ("show_ui_to_user", {"surface_id": "people"}),
    ]
    assert first.calls[0].call_id != second.calls[0].call_id


def test_a_screen_is_drawn_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "screen.json"
    file.write_text("[]", encoding="utf-8")

    assert parse_call(f"/render {file}") == ("render_ui_screen", {"ui_json": "[]"})
    assert parse_call("/show") == ("show_ui_to_user", {})
    assert parse_call("/call notes_list") == ("notes_list", {})


@pytest.mark.parametrize(
    "line", ["/dance", "/call", "/call find {query}", "/call find [1]", "/render nowhere.json", "/render"]
)
def test_a_line_that_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(LineRefused):
        parse_call(line)


async def test_it_asks_again_until_a_line_means_something_and_lists_tools_on_the_way() -> None:
    agent, told = person("/dance", "/tools show", "Hello")

    assert await agent.act(view()) == AgentTurn(text="Hello")
    assert told == [HELP, f"/dance is not known. {HELP}", "show_ui_to_user"]


async def test_the_person_is_told_each_message_once() -> None:
    agent, told = person("a", "b")
    messages = (
        heard(0, Role.SYSTEM, "Never delete a note."),
        heard(1, Role.USER, "See.", images=(0, 2)),
        heard(2, Role.ENVIRONMENT, result=ToolResult("c", "find", {"total": 0})),
        heard(3, Role.ENVIRONMENT, notification={"action": "go", "row": None, "context": {}, "changed": []}),
    )

    await agent.act(view(*messages[:2]))
    await agent.act(view(*messages))

    assert told == [
        HELP,
        "policy> Never delete a note.",
        "user> See. [images 0, 2]",
        '{\n "total": 0\n}',
        "The user pressed 'go' on the screen.",
    ]
