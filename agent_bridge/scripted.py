"""The agent that plays a scenario's oracle: no key, no network, and it sees nothing but what an agent may see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.errors import OracleStuck
from agent_bridge.messages import Message, ToolCall, ToolResult
from agent_bridge.oracle import EACH, Oracle, OracleStep, fill, pick
from ui_server.expressions import Json

RENDER = "render_ui_screen"
SHOW = "show_ui_to_user"

Tamper = Callable[[ToolCall], ToolCall | None]
"""Gives the call that is made instead of the script's own, or None to leave it out: how a scenario is put to proof."""


def _as_written(call: ToolCall) -> ToolCall:
    return call


@dataclass(slots=True)
class ScriptedAgent:
    """Plays one step after the other; a text ends its turn. One object plays one episode."""

    oracle: Oracle
    name: str = "scripted"
    tamper: Tamper = _as_written
    _position: int = 0
    _saved: dict[str, Json] = field(default_factory=dict)
    _awaited: dict[str, int] = field(default_factory=dict)
    _read: int = 0

    async def act(self, view: AgentView) -> AgentTurn:
        """The next step as a turn; raises OracleStuck when a value it needs is not there."""
        self._take_in(view)
        while self._position < len(self.oracle.steps):
            number, step = self._position, self.oracle.steps[self._position]
            self._position += 1
            try:
                turn = self._play(number, step)
            except KeyError as missing:
                raise OracleStuck(number, f"{missing} leads nowhere") from missing
            if turn is not None:
                return turn
        return AgentTurn()

    def _play(self, number: int, step: OracleStep) -> AgentTurn | None:
        match step.kind:
            case "say":
                return AgentTurn(text=str(fill(step.body, self._saved)))
            case "pick":
                how = step.body if isinstance(step.body, dict) else {}
                self._saved[step.save] = pick(how, self._saved)
                return None
            case "call" if step.each is not None:
                return self._calls(number, step, self._items(step))
            case "call":
                return self._calls(number, step, [ToolCall(f"call-{number}", step.name, self._arguments(step))])
            case "screen":
                arguments = _screen_arguments(fill(step.body, self._saved))
                return self._calls(number, step, [ToolCall(f"call-{number}", RENDER, arguments)])
            case "show":
                arguments = {"surface_id": step.name} if step.name else {}
                return self._calls(number, step, [ToolCall(f"call-{number}", SHOW, arguments)])

    def _items(self, step: OracleStep) -> list[ToolCall]:
        listed = fill(step.each, self._saved)
        if not isinstance(listed, list):
            raise KeyError(str(step.each))
        number = self._position - 1
        return [
            ToolCall(f"call-{number}-{place}", step.name, self._arguments(step, {EACH: item}))
            for place, item in enumerate(listed)
        ]

    def _arguments(self, step: OracleStep, more: dict[str, Json] | None = None) -> dict[str, Json]:
        filled = fill(step.body, {**self._saved, **(more or {})})
        return filled if isinstance(filled, dict) else {}

    def _calls(self, number: int, step: OracleStep, calls: Sequence[ToolCall]) -> AgentTurn | None:
        """None where nothing is left to call: the script goes on as if it had been answered with nothing."""
        made = tuple(call for call in map(self.tamper, calls) if call is not None)
        if step.save:
            self._saved[step.save] = [] if step.each is not None else None
        self._awaited = {call.call_id: number for call in made}
        return AgentTurn(calls=made) if made else None

    def _take_in(self, view: AgentView) -> None:
        """Keep the results of the last calls under their name, and what the person did as `click` and `clicks`."""
        new: Sequence[Message] = view.messages[self._read :]
        self._read = len(view.messages)
        pressed: list[Json] = [dict(message.notification) for message in new if message.notification is not None]
        if pressed:
            self._saved |= {"click": pressed[-1], "clicks": pressed}
        for message in new:
            if message.result is not None and message.result.call_id in self._awaited:
                self._keep(self._awaited.pop(message.result.call_id), message.result)

    def _keep(self, number: int, result: ToolResult) -> None:
        step = self.oracle.steps[number]
        if not result.ok:
            raise OracleStuck(number, f"{result.tool} answers {result.value}")
        kept = self._saved.get(step.save)
        if step.each is not None and isinstance(kept, list):
            kept.append(result.value)
        elif step.save:
            self._saved[step.save] = result.value


def _screen_arguments(body: Json) -> dict[str, Json]:
    filled = body if isinstance(body, dict) else {}
    arguments: dict[str, Json] = {"ui_json": filled.get("messages")}
    if filled.get("images"):
        arguments["image_placeholders"] = filled["images"]
    return arguments
