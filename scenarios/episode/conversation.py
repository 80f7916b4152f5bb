"""The messages of an episode and who sees which: a role's view is exactly what is addressed to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from agent_bridge.messages import Message, Role, ToolCall, ToolResult
from ui_server.expressions import Json


@dataclass(slots=True)
class Conversation:
    """Grows at its end only. Every message names its audience."""

    messages: list[Message] = field(default_factory=list)

    def view(self, role: Role) -> tuple[Message, ...]:
        return tuple(message for message in self.messages if role in message.audience)

    def say(self, sender: Role, recipient: Role, text: str, *, images: Iterable[int] = ()) -> Message:
        return self._add(sender, {sender, recipient}, text=text, images=tuple(images))

    def call(self, sender: Role, calls: tuple[ToolCall, ...]) -> Message:
        return self._add(sender, {sender, Role.ENVIRONMENT}, calls=calls)

    def answer(self, recipient: Role, result: ToolResult, *, screen: str | None = None) -> Message:
        return self._add(Role.ENVIRONMENT, {recipient, Role.ENVIRONMENT}, result=result, screen=screen)

    def show(self, screen: str) -> Message:
        """A picture put before the user; the agent knows it from its own call."""
        return self._add(Role.ENVIRONMENT, {Role.USER, Role.ENVIRONMENT}, screen=screen)

    def notify(self, notification: Mapping[str, Json]) -> Message:
        return self._add(Role.ENVIRONMENT, {Role.AGENT, Role.ENVIRONMENT}, notification=notification)

    def _add(
        self,
        sender: Role,
        audience: set[Role],
        *,
        text: str = "",
        images: tuple[int, ...] = (),
        calls: tuple[ToolCall, ...] = (),
        result: ToolResult | None = None,
        screen: str | None = None,
        notification: Mapping[str, Json] | None = None,
    ) -> Message:
        message = Message(
            index=len(self.messages),
            sender=sender,
            audience=frozenset(audience),
            text=text,
            images=images,
            calls=calls,
            result=result,
            screen=screen,
            notification=notification,
        )
        self.messages.append(message)
        return message
