"""A person in the agent's role at a terminal: sees what an agent sees, calls tools, draws screens from files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agent_bridge.agent import AgentTurn, AgentView
from agent_bridge.messages import Message, Role, ToolCall
from agent_bridge.notification import notification_text
from ui_server.expressions import Json

HELP = "Type what you say, or nothing; /call TOOL {JSON}, /render FILE, /show [SURFACE], /tools [WORD] act."


class LineRefused(ValueError):
    """A line that is no command; its owner is the person who typed it."""

    owner = "agent"
    code = "line_refused"


@dataclass(slots=True)
class HumanAgent:
    """`ask` reads a line for a prompt, `tell` prints one."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    name: str = "human"
    _read: int = 0
    _calls: int = 0

    async def act(self, view: AgentView) -> AgentTurn:
        if self._read == 0:
            self.tell(HELP)
        for message in view.messages[self._read :]:
            self._explain(message)
        self._read = len(view.messages)
        while True:
            line = await self._line()
            if line.startswith("/tools"):
                word = line.removeprefix("/tools").strip()
                self.tell(", ".join(tool.name for tool in view.tools if word in tool.name))
                continue
            if not line.startswith("/"):
                return AgentTurn(text=line)
            try:
                return AgentTurn(calls=(self._call(line),))
            except LineRefused as fault:
                self.tell(f"{fault} {HELP}")

    async def _line(self) -> str:
        """The end of the input is silence, which ends the episode by and by."""
        try:
            return (await asyncio.to_thread(self.ask, "agent> ")).strip()
        except EOFError:
            return ""

    def _call(self, line: str) -> ToolCall:
        self._calls += 1
        tool, arguments = parse_call(line)
        return ToolCall(f"call-{self._calls}", tool, arguments)

    def _explain(self, message: Message) -> None:
        if message.sender is Role.SYSTEM:
            self.tell(f"policy> {message.text}")
        if message.sender is Role.USER and (message.text or message.images):
            handed = f" [images {', '.join(map(str, message.images))}]" if message.images else ""
            self.tell(f"user> {message.text}{handed}")
        if message.notification is not None:
            self.tell(notification_text(dict(message.notification)))
        if message.result is not None:
            self.tell(json.dumps(message.result.value, ensure_ascii=False, indent=1))


def parse_call(line: str) -> tuple[str, dict[str, Json]]:
    """One slash command as a tool's name and arguments; raises LineRefused."""
    verb, _, rest = line.removeprefix("/").partition(" ")
    if verb == "show":
        return "show_ui_to_user", {"surface_id": rest.strip()} if rest.strip() else {}
    if verb == "render":
        try:
            return "render_ui_screen", {"ui_json": Path(rest.strip()).read_text(encoding="utf-8")}
        except (OSError, UnicodeDecodeError) as fault:
            raise LineRefused(f"{rest.strip()!r} cannot be read.") from fault
    if verb != "call":
        raise LineRefused(f"/{verb} is not known.")
    tool, _, text = rest.strip().partition(" ")
    try:
        arguments = json.loads(text or "{}")
    except ValueError as fault:
        raise LineRefused(f"The arguments are no JSON: {fault}.") from fault
    if not tool or not isinstance(arguments, dict):
        raise LineRefused("Write /call TOOL {JSON object}.")
    return tool, arguments
