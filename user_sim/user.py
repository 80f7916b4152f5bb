"""What any user can do: read what is addressed to it, look at the screen, act on it, speak, hand over images, end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from agent_bridge.agent import Usage
from agent_bridge.messages import Message
from agent_bridge.plain import plain_text
from ui_server.errors import ActRefused
from ui_server.screen import Screen
from ui_server.steps import Step


@dataclass(frozen=True, slots=True)
class UserView:
    """`screen` is what is before the user now, None in text mode and before anything was shown.

    `refused` is why its last act could not be done; what came after that act in its turn was not done either.
    """

    messages: Sequence[Message]
    screen: Screen | None
    refused: ActRefused | None = None
    ui: bool = True


@dataclass(frozen=True, slots=True)
class UserTurn:
    """Acts come first, then the text with its images, then the end. A turn with nothing in it says: nothing to add.

    `spoken` marks a private choice said aloud where it could have been clicked, `lacking` says what the screen does not
    show, `gave_up` that the user ends because it got nowhere.
    """

    acts: tuple[Step, ...] = ()
    text: str = ""
    images: tuple[int, ...] = ()
    ended: bool = False
    spoken: bool = False
    lacking: str = ""
    gave_up: bool = False
    usage: Usage = field(default_factory=Usage)


class BrokenUserTurn(Exception):
    """What a user answered is no turn."""

    owner = "user"
    code = "broken_turn"

    def __init__(self, expected: str, got: object) -> None:
        super().__init__(f"the user must answer with {expected}, got {type(got).__name__}")
        self.expected = expected
        self.got = type(got).__name__


def sound_user_turn(turn: object) -> UserTurn:
    """The turn with texts that a file can hold. Raises BrokenUserTurn."""
    if not isinstance(turn, UserTurn):
        raise BrokenUserTurn("a UserTurn", turn)
    if not isinstance(turn.text, str | None):
        raise BrokenUserTurn("a text", turn.text)
    for act in turn.acts:
        if not isinstance(act, Step) or not isinstance(getattr(act, "element", ""), str):
            raise BrokenUserTurn("steps on elements", act)
    for image in turn.images:
        if isinstance(image, bool) or not isinstance(image, int):
            raise BrokenUserTurn("ids of images", image)
    return replace(turn, text=plain_text(turn.text or ""), lacking=plain_text(turn.lacking))


class User(Protocol):
    """Raises only errors that name their owner (user, provider)."""

    name: str

    async def act(self, view: UserView) -> UserTurn: ...
