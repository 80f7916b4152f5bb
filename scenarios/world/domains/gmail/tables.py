"""The rows of the mail app. A thread exists once for all, and once for every user who takes part in it."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import users_table
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Email:
    id: int
    sender_id: int
    recipient_ids: tuple[int, ...] = ()
    subject: str = ""
    body: str = ""
    response_to_email_id: int | None = None
    created_at: Moment = ""


@dataclass(frozen=True, slots=True)
class GlobalThread:
    id: int
    email_ids: tuple[int, ...] = ()
    created_at: Moment = ""
    updated_at: Moment = ""


@dataclass(frozen=True, slots=True)
class UserThread:
    """What one user sees of a thread; `id` is the thread's id for that user's tools."""

    id: int
    global_email_thread_id: int
    user_id: int
    email_ids: tuple[int, ...] = ()
    incoming: bool = False
    outgoing: bool = False
    read: bool = False
    label: str | None = None
    starred: bool = False
    archived: bool = False
    spam: bool = False
    sender_email_addresses: tuple[str, ...] = ()
    sender_names: tuple[str, ...] = ()
    recipient_email_addresses: tuple[str, ...] = ()
    recipient_names: tuple[str, ...] = ()
    has_attachments: bool = False
    snoozed_until: Moment | None = None
    created_at: Moment = ""
    updated_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """`belongs_to_email_thread_id` is the owner's thread in which it will be sent, `response_to_email_id` the e-mail it
    answers."""

    id: int
    user_id: int
    recipient_ids: tuple[int, ...] = ()
    recipient_email_addresses: tuple[str, ...] = ()
    recipient_names: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    belongs_to_email_thread_id: int | None = None
    response_to_email_id: int | None = None
    scheduled_send_at: Moment | None = None
    created_at: Moment = ""
    updated_at: Moment = ""


@dataclass(frozen=True, slots=True)
class Attachment:
    """Belongs to an e-mail or to a draft."""

    id: int
    email_id: int | None = None
    draft_id: int | None = None
    file_name: str = ""
    file_content: str = ""
    download_count: int = 0
    created_at: Moment = ""


USERS = users_table("gmail")
EMAILS = Table(
    Email,
    "gmail.emails",
    id_offset=5000,
    owner="sender_id",
    recipients=frozenset({"recipient_ids"}),
    references={"sender_id": USERS.name, "recipient_ids": USERS.name, "response_to_email_id": "gmail.emails"},
)
GLOBAL_THREADS = Table(
    GlobalThread,
    "gmail.global_email_threads",
    derived=True,
    derived_columns=frozenset({"email_ids", "updated_at"}),
    references={"email_ids": EMAILS.name},
)
USER_THREADS = Table(
    UserThread,
    "gmail.user_email_threads",
    owner="user_id",
    derived=True,
    references={"global_email_thread_id": GLOBAL_THREADS.name, "user_id": USERS.name, "email_ids": EMAILS.name},
)
DRAFTS = Table(
    Draft,
    "gmail.drafts",
    owner="user_id",
    references={
        "user_id": USERS.name,
        "recipient_ids": USERS.name,
        "belongs_to_email_thread_id": USER_THREADS.name,
        "response_to_email_id": EMAILS.name,
    },
)
ATTACHMENTS = Table(
    Attachment,
    "gmail.attachments",
    derived_columns=frozenset({"download_count"}),
    references={"email_id": EMAILS.name, "draft_id": DRAFTS.name},
)
TABLES = (USERS, EMAILS, GLOBAL_THREADS, USER_THREADS, DRAFTS, ATTACHMENTS)
