"""A person in the user's role at a terminal: reads what is said, sees what can be operated, types what to do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass

from agent_bridge.messages import Role
from ui_server.errors import BadStep
from ui_server.screen import Screen
from ui_server.steps import Step, parse_step
from user_sim.rounds import Round
from user_sim.user import UserTurn, UserView

HELP = (
    "Type what you say; /click ID, /fill ID TEXT, /choose ID VALUE…, /toggle ID, /set ID JSON act on the screen; "
    "/end ends the conversation."
)


@dataclass(slots=True)
class HumanUser:
    """`ask` reads a line for a prompt, `tell` prints one; the picture's path is told, so that it can be opened."""

    rounds: tuple[Round, ...]
    ask: Callable[[str], str]
    tell: Callable[[str], None]
    save_picture: Callable[[Screen], str]
    name: str = "human"
    _read: int = 0
    _told: bool = False

    async def act(self, view: UserView) -> UserTurn:
        self._explain(view)
        while True:
            line = (await asyncio.to_thread(self.ask, "you> ")).strip()
            if not line:
                continue
            if line == "/end":
                return UserTurn(ended=True)
            if not line.startswith("/"):
                return UserTurn(text=line)
            try:
                return UserTurn(acts=(parse_line(line),))
            except BadStep as fault:
                self.tell(f"{fault.message} {fault.hint or HELP}")

    def _explain(self, view: UserView) -> None:
        if not self._told:
            self._told = True
            self.tell(HELP)
            for number, each in enumerate(self.rounds, 1):
                self.tell(f"Round {number}: say {each.query!r}. For you alone: {each.private or 'nothing'}")
        for message in view.messages[self._read :]:
            if message.sender is Role.AGENT and message.text:
                self.tell(f"agent> {message.text}")
        self._read = len(view.messages)
        if view.refused is not None:
            self.tell(f"That cannot be done: {view.refused.message} {view.refused.hint}")
        if view.screen is not None:
            self.tell(f"screen: {self.save_picture(view.screen)}")
            for element in view.screen.elements().values():
                self.tell(f"  {element.element_id}: {element.role} {element.name!r}")


def parse_line(line: str) -> Step:
    """One slash command as a step; raises BadStep."""
    verb, _, rest = line.removeprefix("/").partition(" ")
    element, _, value = rest.strip().partition(" ")
    step: dict[str, object] = {"do": verb, "element": element}
    if verb == "choose":
        step["values"] = value.split()
    elif verb == "set":
        try:
            step["value"] = json.loads(value)
        except ValueError:
            step["value"] = value
    elif verb == "fill":
        step["value"] = value
    return parse_step(step)  # type: ignore[arg-type]  # built of texts alone
