"""A role sees exactly what is addressed to it."""

from __future__ import annotations

from agent_bridge.messages import Role, ToolCall, ToolResult
from scenarios.episode.conversation import Conversation


def seen(conversation: Conversation, role: Role) -> list[int]:
    return [message.index for message in conversation.view(role)]


def test_each_kind_of_message_reaches_its_audience_and_nobody_else() -> None:
    talk = Conversation()
    talk.say(Role.SYSTEM, Role.AGENT, "Be brief.")
    talk.say(Role.USER, Role.AGENT, "Hello", images=[0])
    talk.call(Role.AGENT, (ToolCall("c", "find", {}),))
    talk.answer(Role.AGENT, ToolResult("c", "find", {}))
    talk.show("a" * 64)
    talk.say(Role.AGENT, Role.USER, "Choose.")
    talk.notify({"action": "pick"})

    assert seen(talk, Role.AGENT) == [0, 1, 2, 3, 5, 6]
    assert seen(talk, Role.USER) == [1, 4, 5]
    assert seen(talk, Role.ENVIRONMENT) == [2, 3, 4, 6]
    assert seen(talk, Role.SYSTEM) == [0]


def test_a_view_does_not_change_when_the_conversation_goes_on() -> None:
    talk = Conversation()
    talk.say(Role.USER, Role.AGENT, "Hello")
    before = talk.view(Role.AGENT)
    talk.say(Role.AGENT, Role.USER, "Hello")

    assert len(before) == 1
    assert len(talk.view(Role.AGENT)) == 2


def test_a_message_as_json_leaves_out_what_is_empty() -> None:
    talk = Conversation()
    talk.say(Role.USER, Role.AGENT, "Hello", images=[0])
    talk.answer(Role.AGENT, ToolResult("c", "find", 0, ok=True))

    assert talk.messages[0].to_json() == {
        "index": 0,
        "sender": "user",
        "audience": ["agent", "user"],
        "text": "Hello",
        "images": [0],
    }
    assert talk.messages[1].to_json()["result"] == {"call_id": "c", "tool": "find", "value": 0, "ok": True}


def test_a_press_is_kept_even_where_nothing_came_with_it() -> None:
    talk = Conversation()
    talk.notify({})

    assert talk.messages[0].to_json()["notification"] == {}
