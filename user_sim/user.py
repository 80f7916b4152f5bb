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

    `refused` is why its last act could not be done.
    """

    messages: Sequence[Message]
    screen: Screen | None
    refused: ActRefused | None = None


@dataclass(frozen=True, slots=True)
class UserTurn:
    """Acts come before the text. `spoken`: a private choice said aloud; `lacking`: what the screen does not show."""

    acts: tuple[Step, ...] = ()
    text: str = ""
    images: tuple[int, ...] = ()
    ended: bool = False
    spoken: bool = False
    lacking: str = ""
    usage: Usage = field(default_factory=Usage)


class User(Protocol):
    """Raises only errors that name their owner (user, provider)."""

    name: str

    async def act(self, view: UserView) -> UserTurn: ...
