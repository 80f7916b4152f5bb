"""Small scenarios for tests, and roles that do as a test says."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.messages import ToolCall
from agent_bridge.oracle import Oracle
from agent_bridge.scripted import ScriptedAgent
from scenarios.episode.record import EpisodeRecord
from scenarios.format.native import read_native
from scenarios.format.scenario import Mode, Scenario, content_hash
from scenarios.runs.evidence import evidence_of
from scenarios.runs.stage import Stage
from scenarios.runs.verdicts import Verdict, judge
from ui_server.expressions import Json
from user_sim.scripted import ScriptedUser
from user_sim.user import UserTurn, UserView

BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
OWNER = "nora.lindqvist@example.com"
NOTES = [
    {"id": 11, "user_id": 1, "title": "Packing list", "content": "Tent\nStove"},
    {"id": 12, "user_id": 1, "title": "Old code", "content": "hazel-4471"},
]
GONE: dict[str, Any] = {
    "operation": "delete",
    "source": "appworld",
    "table": "simple_note.notes",
    "entity_id_column": "id",
    "entity_id_value": 12,
    "column_similarity_measure": {"id": "column_exact_match_similarity"},
}


def scenario(**more: Any) -> Scenario:
    """Nora has two notes, and the second has to go; one round, both modes."""
    raw: dict[str, Any] = {
        "name": "small",
        "description": "A small scenario.",
        "owner": OWNER,
        "now": "2026-05-04T09:00:00",
        "modes": ["ui", "text"],
        "rows": {
            "simple_note.users": [{"id": 1, "first_name": "Nora", "last_name": "Lindqvist", "email": OWNER}],
            "simple_note.notes": NOTES,
        },
        "rounds": [{"query": "Look after my notes."}],
        "expected": [GONE],
    }
    whole = {**raw, **more}
    return read_native(whole, source="small.yaml", folder=None, content_hash=content_hash(repr(whole).encode()))


def screen(*components: Json, surface: str = "s", data: Json = None) -> ToolCall:
    """The call that draws components as a surface."""
    return ToolCall("draw", "render_ui_screen", {"ui_json": messages(*components, surface=surface, data=data)})


def messages(*components: Json, surface: str = "s", data: Json = None) -> list[Json]:
    return [
        {"version": "v0.9", "createSurface": {"surfaceId": surface, "catalogId": BASIC}},
        {"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": [*components]}},
        {"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": "/", "value": data or {}}},
    ]


def button(key: str, text: str, context: Json = None) -> list[Json]:
    """A button whose action has its own name."""
    action: Json = {"event": {"name": key, "context": context or {}}}
    return [
        {"id": key, "component": "Button", "child": f"{key}_text", "action": action},
        {"id": f"{key}_text", "component": "Text", "text": text},
    ]


SHOW = ToolCall("show", "show_ui_to_user", {})
Act = Callable[[AgentView], AgentTurn | Awaitable[AgentTurn]]
UserAct = Callable[[UserView], UserTurn | Awaitable[UserTurn]]


class Agent:
    """Takes the turns it is given, one after the other, and is silent afterwards. Keeps what it saw."""

    name = "test"

    def __init__(self, *turns: AgentTurn | Act) -> None:
        self._turns = list(turns)
        self.views: list[AgentView] = []

    async def act(self, view: AgentView) -> AgentTurn:
        self.views.append(view)
        turn = self._turns.pop(0) if self._turns else AgentTurn()
        found = turn if isinstance(turn, AgentTurn) else turn(view)
        return found if isinstance(found, AgentTurn) else await found


class User:
    """Takes the turns it is given, one after the other, then ends the conversation. Keeps what it saw."""

    name = "test"

    def __init__(self, *turns: UserTurn | UserAct) -> None:
        self._turns = list(turns)
        self.views: list[UserView] = []

    async def act(self, view: UserView) -> UserTurn:
        self.views.append(view)
        turn = self._turns.pop(0) if self._turns else UserTurn(ended=True)
        found = turn if isinstance(turn, UserTurn) else turn(view)
        return found if isinstance(found, UserTurn) else await found


def scripted_agent(played: Scenario, mode: Mode) -> ScriptedAgent:
    """The agent that plays the scenario's own oracle."""
    return ScriptedAgent((played.oracle or Oracle()).for_mode(mode))


def scripted_user(played: Scenario, mode: Mode) -> ScriptedUser:
    return ScriptedUser(played.rounds)


def says(*texts: str) -> list[AgentTurn | Act]:
    return [AgentTurn(text=text) for text in texts]


def calls(*made: ToolCall) -> AgentTurn:
    return AgentTurn(calls=made)


def call(tool: str, call_id: str = "call", **arguments: Json) -> ToolCall:
    return ToolCall(call_id, tool, arguments)


async def play(stage: Stage, agent: Agent, user: User, mode: Mode = "text", **more: Any) -> EpisodeRecord:
    """One episode of a small scenario."""
    return await stage.play(scenario(**more), mode, lambda _s, _m: agent, lambda _s, _m: user)


def verdict_of(record: EpisodeRecord) -> Verdict:
    return judge(evidence_of(record))


def texts(record: EpisodeRecord) -> Sequence[tuple[str, str]]:
    """Who said what, in order."""
    return [(message.sender.value, message.text) for message in record.messages if message.text]
