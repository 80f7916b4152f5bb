"""The agent that plays a scenario's oracle: no key, no network, and it sees nothing but what an agent may see."""

from __future__ import annotations

from dataclasses import dataclass, field

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.errors import OracleStuck
from agent_bridge.messages import ToolCall
from agent_bridge.oracle import Oracle, OracleStep, fill, pick
from ui_server.expressions import Json

RENDER = "render_ui_screen"
SHOW = "show_ui_to_user"


@dataclass(slots=True)
class ScriptedAgent:
    """Plays one step after the other; a text ends its turn. One object plays one episode."""

    oracle: Oracle
    name: str = "scripted"
    _position: int = 0
    _saved: dict[str, Json] = field(default_factory=dict)
    _awaited: tuple[int, OracleStep] | None = None
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
            case "call":
                return self._call(number, step, step.name, fill(step.body, self._saved))
            case "screen":
                return self._call(number, step, RENDER, _screen_arguments(fill(step.body, self._saved)))
            case "show":
                return self._call(number, step, SHOW, {"surface_id": step.name} if step.name else {})

    def _call(self, number: int, step: OracleStep, tool: str, arguments: Json) -> AgentTurn:
        self._awaited = (number, step)
        given = arguments if isinstance(arguments, dict) else {}
        return AgentTurn(calls=(ToolCall(f"call-{number}", tool, given),))

    def _take_in(self, view: AgentView) -> None:
        """Keep the result of the last call under its name, and the latest notification as `click`."""
        for message in view.messages[self._read :]:
            if message.notification is not None:
                self._saved["click"] = dict(message.notification)
            if message.result is not None and self._awaited is not None:
                number, step = self._awaited
                if not message.result.ok:
                    raise OracleStuck(number, f"{message.result.tool} answers {message.result.value}")
                if step.save:
                    self._saved[step.save] = message.result.value
                self._awaited = None
        self._read = len(view.messages)


def _screen_arguments(body: Json) -> dict[str, Json]:
    filled = body if isinstance(body, dict) else {}
    arguments: dict[str, Json] = {"ui_json": filled.get("messages")}
    if filled.get("images"):
        arguments["image_placeholders"] = filled["images"]
    return arguments
