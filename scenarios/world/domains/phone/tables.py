"""The rows of the phone, on which contacts and messages work too."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import ID_OFFSET, PASSWORD
from scenarios.world.tables import Table

OFFSET = 100


@dataclass(frozen=True, slots=True)
class PhoneUser:
    id: int
    first_name: str
    last_name: str
    phone_number: str
    password: str = PASSWORD
    status: str | None = "active"
    created_at: Moment = ""
    last_logged_in: Moment = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class Contact:
    """`birthday` is a date as text. No two contacts of one user have the same e-mail address."""

    id: int
    user_id: int
    first_name: str
    last_name: str
    email: str = ""
    phone_number: str | None = None
    relationships: tuple[str, ...] = ()
    birthday: str | None = None
    home_address: str | None = None
    work_address: str | None = None
    created_at: Moment = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it was sent; who still has it is said by the copies."""

    id: int
    sender_id: int
    receiver_id: int
    message: str
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class TextCopy:
    id: int
    global_text_message_id: int
    user_id: int
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class VoiceCopy:
    id: int
    global_voice_message_id: int
    user_id: int
    created_at: Moment = ""


USERS = Table(PhoneUser, "phone.users", id_offset=ID_OFFSET)
CONTACTS = Table(Contact, "phone.contacts", id_offset=OFFSET, owner="user_id", references={"user_id": USERS.name})

_ENDS = {"sender_id": USERS.name, "receiver_id": USERS.name}
TEXTS = Table(
    Message,
    "phone.global_text_messages",
    id_offset=OFFSET,
    owner="sender_id",
    recipients=frozenset({"receiver_id"}),
    references=_ENDS,
)
VOICES = Table(
    Message,
    "phone.global_voice_messages",
    id_offset=OFFSET,
    owner="sender_id",
    recipients=frozenset({"receiver_id"}),
    references=_ENDS,
)
TEXT_COPIES = Table(
    TextCopy,
    "phone.user_text_messages",
    id_offset=OFFSET,
    owner="user_id",
    derived=True,
    references={"global_text_message_id": TEXTS.name, "user_id": USERS.name},
)
VOICE_COPIES = Table(
    VoiceCopy,
    "phone.user_voice_messages",
    id_offset=OFFSET,
    owner="user_id",
    derived=True,
    references={"global_voice_message_id": VOICES.name, "user_id": USERS.name},
)
