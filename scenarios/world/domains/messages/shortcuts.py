"""Text messages by person and by conversation, beyond the published tools."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.contacts.book import ContactId
from scenarios.world.domains.messages.exchange import TEXT, latest_of_each, other_id, other_name
from scenarios.world.domains.messages.texts import Body, MessageId
from scenarios.world.domains.phone.people import other_user, own_contact
from scenarios.world.domains.phone.tables import USERS, PhoneUser
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import PageIndex, PageLimit, PhoneNumber
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json


def show_conversations(world: World, page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """List the people you exchange text messages with, each with the last message, the newest first.

    >>> messages_show_conversations()
    """
    return TEXT.page(world, latest_of_each(world, TEXT.kept(world)), (page_index, page_limit))


def send_to_contact(world: World, contact_id: ContactId, message: Body) -> Json:
    """Send a text message to one of your contacts; their number is looked up.

    >>> messages_send_to_contact(contact_id=22, message="Running late, sorry.")
    """
    contact = own_contact(world, contact_id)
    if not contact.phone_number:
        hint = "Ask for the number and note it with contacts_update_contact."
        raise Conflict(f"No phone number of {contact.name} is known.", hint=hint)
    return _sent(world, other_user(world, contact.phone_number), message)


def send_group_text(
    world: World,
    phone_numbers: Annotated[list[PhoneNumber], Field(min_length=1, description="One number for each receiver.")],
    message: Body,
) -> Json:
    """Send the same text message to several phone numbers, to each for themselves; to all of them or to none.

    >>> messages_send_group_text(phone_numbers=["5550140201", "5550140202"], message="Dinner at mine on Friday?")
    """
    receivers = {user.id: user for user in (other_user(world, number) for number in phone_numbers)}
    ids: list[Json] = [TEXT.send(world, user, message).id for user in receivers.values()]
    return {"message": f"The message was sent to {len(ids)} people.", "text_message_ids": ids}


def reply_to_text_message(world: World, text_message_id: MessageId, message: Body) -> Json:
    """Send a text message to the person with whom you exchanged another.

    >>> messages_reply_to_text_message(text_message_id=33, message="Thanks, noted.")
    """
    other = world.rows.get(USERS, other_id(world, TEXT.one(world, text_message_id)))
    if other is None:
        hint = "Send it to a number with messages_send_text_message."
        raise NotFound("phone behind the text message", text_message_id, hint=hint)
    return _sent(world, other, message)


def forward_text_message(world: World, text_message_id: MessageId, phone_number: PhoneNumber) -> Json:
    """Send the words of one of your text messages on to another number.

    >>> messages_forward_text_message(text_message_id=33, phone_number="5550140203")
    """
    original = TEXT.one(world, text_message_id)
    return _sent(world, other_user(world, phone_number), original.message)


def count(
    world: World, phone_number: Annotated[str | None, Field(description="Only messages to or from this number.")] = None
) -> Json:
    """Count your text messages, all of them or those with one number.

    >>> messages_count(phone_number="5550140201")
    """
    return {"count": len(TEXT.with_number(world, phone_number) if phone_number else TEXT.kept(world))}


def delete_conversation(world: World, phone_number: PhoneNumber) -> Json:
    """Delete your copies of all text messages with one number; the other person keeps theirs.

    >>> messages_delete_conversation(phone_number="5550140201")
    """
    messages = TEXT.with_number(world, phone_number)
    if not messages:
        hint = "See with whom you exchanged messages with messages_show_conversations."
        raise NotFound("text message exchanged with", phone_number, hint=hint)
    for message in messages:
        TEXT.delete(world, message)
    return {"message": f"{len(messages)} messages were deleted.", "deleted": len(messages)}


def _sent(world: World, receiver: PhoneUser, message: str) -> Row:
    sent = TEXT.send(world, receiver, message)
    return {"message": f"The message was sent to {other_name(world, sent)}.", "text_message_id": sent.id}


TOOLS = tools(
    "messages",
    {
        show_conversations: "sms chats inbox list latest",
        send_to_contact: "sms text person by contact",
        send_group_text: "sms several people everyone group",
        reply_to_text_message: "sms answer respond",
        forward_text_message: "sms pass on share",
        count: "sms how many",
        delete_conversation: "sms remove chat history",
    },
    extra=True,
    needs=(NETWORK,),
)
