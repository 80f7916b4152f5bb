"""Voice messages: sending, reading and deleting them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.messages.exchange import VOICE, Direction, latest_of_each, other_name
from scenarios.world.domains.phone.people import other_user
from scenarios.world.parameters import From, PageIndex, PageLimit, PhoneNumber, Plus, Query, UpTo
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered
from scenarios.world.world import World
from ui_server.expressions import Json

MessageId = Annotated[int, Field(description="The message's id, as messages_search_voice_messages gives it.")]
Body = Annotated[str, Field(min_length=1, description="What the other person will hear.")]
SortMessages = Annotated[
    Literal["created_at", "-created_at"], Plus, Field(description="By time; a minus puts the newest first.")
]


def show_voice_message_window(
    world: World,
    phone_number: PhoneNumber,
    min_datetime: From | None = None,
    max_datetime: UpTo | None = None,
    pagination_order: Annotated[Direction, Field(description="Descending begins with the newest.")] = "descending",
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Read the voice messages exchanged with one phone number, in order of time.

    >>> messages_show_voice_message_window(phone_number="5550140203")
    """
    within = (min_datetime, max_datetime)
    return VOICE.window(world, phone_number, within, pagination_order, (page_index, page_limit))


def search_voice_messages(
    world: World,
    query: Query = "",
    phone_number: Annotated[str | None, Field(description="Only messages to or from this number.")] = None,
    only_latest_per_contact: Annotated[bool, Field(description="Only the last message with each person.")] = False,
    sort_by: SortMessages | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find your voice messages by words or by person, the best match first, else the newest.

    >>> messages_search_voice_messages(query="roof")
    """
    known = VOICE.with_number(world, phone_number) if phone_number else VOICE.kept(world)
    newest = latest_of_each(world, known) if only_latest_per_contact else known[::-1]
    found = ranked(query, newest, lambda message: f"{message.message} {other_name(world, message)}")
    return VOICE.page(world, ordered(found, sort_by), (page_index, page_limit))


def show_voice_message(world: World, voice_message_id: MessageId) -> Json:
    """Read one of your voice messages.

    >>> messages_show_voice_message(voice_message_id=51)
    """
    return VOICE.shown(world, VOICE.one(world, voice_message_id))


def send_voice_message(world: World, phone_number: PhoneNumber, message: Body) -> Json:
    """Send a voice message to a phone number.

    >>> messages_send_voice_message(phone_number="5550140201", message="See you at eight.")
    """
    receiver = other_user(world, phone_number)
    sent = VOICE.send(world, receiver, message)
    return {"message": f"The message was sent to {other_name(world, sent)}.", "voice_message_id": sent.id}


def delete_voice_message(world: World, voice_message_id: MessageId) -> Json:
    """Delete your copy of a voice message; the other person keeps theirs.

    >>> messages_delete_voice_message(voice_message_id=51)
    """
    VOICE.delete(world, VOICE.one(world, voice_message_id))
    return {"message": "Your copy of the message was deleted.", "voice_message_id": voice_message_id}


TOOLS = tools(
    "messages",
    {
        show_voice_message_window: "voicemail conversation history listen",
        search_voice_messages: "voicemail find list",
        show_voice_message: "voicemail listen open",
        send_voice_message: "voicemail say tell someone",
        delete_voice_message: "voicemail remove",
    },
    needs=(NETWORK,),
)
