"""What text and voice messages share: a message is sent once, and each side keeps a copy until it deletes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from scenarios.world.domains.phone.people import known_as, same_number
from scenarios.world.domains.phone.tables import (
    TEXT_COPIES,
    TEXTS,
    USERS,
    VOICE_COPIES,
    VOICES,
    Message,
    PhoneUser,
    TextCopy,
    VoiceCopy,
)
from scenarios.world.errors import NotFound
from scenarios.world.results import page
from scenarios.world.tables import Row, Table
from scenarios.world.world import World

Direction = Literal["ascending", "descending"]


@dataclass(frozen=True, slots=True)
class Channel:
    """`copy` makes one from id, id of the message, id of the user and time; `column` is the copy's message id."""

    kind: str
    messages: Table[Message]
    copies: Table[Any]
    copy: Callable[[int, int, int, str], Any]
    column: str

    def send(self, world: World, receiver: PhoneUser, message: str) -> Message:
        """Sends from the owner to the receiver and gives both a copy."""
        now = world.now()
        sent = Message(world.rows.next_id(self.messages), world.owner.id, receiver.id, message, now)
        world.rows.add(self.messages, sent)
        for user_id in (sent.sender_id, sent.receiver_id):
            copy = self.copy(world.rows.next_id(self.copies), sent.id, user_id, now)
            world.rows.add(self.copies, copy, derived=True)
        return sent

    def kept(self, world: World) -> list[Message]:
        """The messages of which the owner has a copy, the oldest first."""
        copies = world.rows.find(self.copies, user_id=world.owner.id)
        ids = {getattr(copy, self.column) for copy in copies}
        held = [message for message in world.rows.find(self.messages) if message.id in ids]
        return sorted(held, key=lambda message: (message.created_at, message.id))

    def one(self, world: World, message_id: int) -> Message:
        """Raises NotFound for a message of which the owner has no copy."""
        for message in self.kept(world):
            if message.id == message_id:
                return message
        hint = f"Find its id with messages_search_{self.kind}_messages."
        raise NotFound(f"{self.kind} message of yours with the id", message_id, hint=hint)

    def delete(self, world: World, message: Message) -> None:
        """Takes the owner's copy away; the other side keeps theirs."""
        for copy in world.rows.find(self.copies, user_id=world.owner.id, **{self.column: message.id}):
            world.rows.remove(self.copies, copy)

    def with_number(self, world: World, number: str) -> list[Message]:
        """The owner's messages to and from a number."""
        return [message for message in self.kept(world) if same_number(_other(world, message).phone_number, number)]

    def window(
        self,
        world: World,
        number: str,
        within: tuple[str | None, str | None],
        order: Direction,
        pages: tuple[int, int],
    ) -> Row:
        """A page of the messages exchanged with a number in a span of time."""
        first, last = within
        found = [
            message
            for message in self.with_number(world, number)
            if (first or "") <= message.created_at <= (last or message.created_at)
        ]
        if order == "descending":
            found.reverse()
        return self.page(world, found, pages)

    def page(self, world: World, messages: Sequence[Message], pages: tuple[int, int]) -> Row:
        return page(f"{self.kind}_messages", messages, *pages, lambda message: self.shown(world, message))

    def shown(self, world: World, message: Message) -> Row:
        return {
            f"{self.kind}_message_id": message.id,
            "sender": known_as(world, _user(world, message.sender_id)),
            "receiver": known_as(world, _user(world, message.receiver_id)),
            "message": message.message,
            "sent_at": message.created_at,
        }


def other_id(world: World, message: Message) -> int:
    """The user on the other side of one of the owner's messages."""
    return message.receiver_id if message.sender_id == world.owner.id else message.sender_id


def latest_of_each(world: World, messages: Sequence[Message]) -> list[Message]:
    """Of messages in order of time the last with each other user, the newest first."""
    latest = {other_id(world, message): message for message in messages}
    return sorted(latest.values(), key=lambda message: (message.created_at, message.id), reverse=True)


def other_name(world: World, message: Message) -> str:
    """What the owner calls the other side."""
    return str(known_as(world, _other(world, message))["name"])


def _other(world: World, message: Message) -> PhoneUser:
    return _user(world, other_id(world, message))


def _user(world: World, user_id: int) -> PhoneUser:
    return world.rows.get(USERS, user_id) or PhoneUser(user_id, "", "", "")


TEXT = Channel("text", TEXTS, TEXT_COPIES, TextCopy, "global_text_message_id")
VOICE = Channel("voice", VOICES, VOICE_COPIES, VoiceCopy, "global_voice_message_id")
