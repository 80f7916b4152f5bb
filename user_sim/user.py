"""What any user can do: read what is addressed to it, look at the screen, act on it, speak, hand over images, end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from agent_bridge.agent import Usage
from agent_bridge.messages import Message
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


class User(Protocol):
    """Raises only errors that name their owner (user, provider)."""

    name: str

    async def act(self, view: UserView) -> UserTurn: ...
