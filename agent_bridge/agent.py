"""What any agent can do: look at its view of the conversation, answer with text and tool calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agent_bridge.errors import BrokenTurn
from agent_bridge.messages import Message, ToolCall
from agent_bridge.plain import plain_arguments, plain_text
from agent_bridge.toolkit.tool import Tool


@dataclass(frozen=True, slots=True)
class Usage:
    """What one turn cost: tokens in and out, and money in US dollars."""

    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.dollars + other.dollars,
        )

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


@dataclass(frozen=True, slots=True)
class AgentView:
    """What the agent is given: the messages addressed to it, and the tools it may call."""

    messages: Sequence[Message]
    tools: Sequence[Tool]
    ui: bool


@dataclass(frozen=True, slots=True)
class AgentTurn:
    """Text for the user, or calls for the environment (which answers before the agent goes on), or both."""

    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)


def sound_turn(turn: object) -> AgentTurn:
    """The turn as it can be kept: texts that a file can hold, and arguments that are JSON. Raises BrokenTurn.

    A call that makes no sense stays a call, and is refused like any other wrong one.
    """
    if not isinstance(turn, AgentTurn):
        raise BrokenTurn("an AgentTurn", turn)
    if not isinstance(turn.text, str | None):
        raise BrokenTurn("a text", turn.text)
    calls = tuple(
        ToolCall(plain_text(str(call.call_id)), plain_text(str(call.tool)), plain_arguments(call.arguments))
        for call in turn.calls
    )
    return AgentTurn(plain_text(turn.text or ""), calls, turn.usage)


class Agent(Protocol):
    """Raises only errors that name their owner (agent, provider)."""

    name: str

    async def act(self, view: AgentView) -> AgentTurn: ...
