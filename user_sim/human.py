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
    "Type what you say; /image N TEXT hands over an image with it; /click ID, /fill ID TEXT, /choose ID VALUE…, "
    "/toggle ID, /set ID JSON act on the screen; /end ends the conversation."
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
        """The turn of the next line that means anything; the end of the input ends the conversation."""
        self._explain(view)
        while True:
            try:
                line = (await asyncio.to_thread(self.ask, "you> ")).strip()
                if line:
                    return parse_line(line)
            except EOFError:
                return UserTurn(ended=True)
            except BadStep as fault:
                self.tell(f"{fault.message} {fault.hint or HELP}")

    def _explain(self, view: UserView) -> None:
        if not self._told:
            self._told = True
            self.tell(HELP)
            for number, each in enumerate(self.rounds, 1):
                self.tell(_told(number, each))
        for message in view.messages[self._read :]:
            if message.sender is Role.AGENT and message.text:
                self.tell(f"agent> {message.text}")
        self._read = len(view.messages)
        if view.refused is not None:
            self.tell(f"That cannot be done: {view.refused.message} {view.refused.hint}".rstrip())
        if view.screen is not None:
            self.tell(f"screen: {self.save_picture(view.screen)}")
            for element in view.screen.elements().values():
                self.tell(f"  {element.element_id}: {element.role} {element.name!r}")


def _told(number: int, each: Round) -> str:
    images = f" Hand over: {', '.join(map(str, each.images))}." if each.images else ""
    return f"Round {number}: say {each.query!r}.{images} For you alone: {each.private or 'nothing'}"


def parse_line(line: str) -> UserTurn:
    """What a line means; raises BadStep."""
    if line == "/end":
        return UserTurn(ended=True)
    if line.startswith("/image "):
        number, _, text = line.removeprefix("/image ").strip().partition(" ")
        if not number.isdigit():
            raise BadStep(f"{number!r} is no image's number.")
        return UserTurn(text=text.strip(), images=(int(number),))
    return UserTurn(acts=(_step(line),)) if line.startswith("/") else UserTurn(text=line)


def _step(line: str) -> Step:
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
