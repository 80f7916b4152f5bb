"""What the owner can see of the mail app, and how tools show it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenarios.world.domains.accounts import User
from scenarios.world.domains.gmail.tables import (
    ATTACHMENTS,
    DRAFTS,
    EMAILS,
    USER_THREADS,
    USERS,
    Attachment,
    Draft,
    Email,
    UserThread,
)
from scenarios.world.errors import NotFound
from scenarios.world.results import plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

EXCERPT = 120

ThreadId = Annotated[int, Field(description="The thread's id, as gmail_show_inbox_threads and the like give it.")]
EmailId = Annotated[int, Field(description="The e-mail's id, as gmail_show_thread gives it.")]
DraftId = Annotated[int, Field(description="The draft's id, as gmail_show_drafts gives it.")]
FilePaths = Annotated[list[str], Field(description="Paths of your files to attach, such as ~/documents/route.txt.")]


def own_threads(world: World) -> list[UserThread]:
    return world.rows.find(USER_THREADS, user_id=world.owner.id)


def own_thread(world: World, thread_id: int) -> UserThread:
    """Raises NotFound for a thread that does not exist or that the owner takes no part in."""
    thread = world.rows.get(USER_THREADS, thread_id)
    if thread is None or thread.user_id != world.owner.id:
        raise NotFound(
            "e-mail thread of yours with the id", thread_id, hint="Find its id with gmail_show_inbox_threads."
        )
    return thread


def email_in(world: World, thread: UserThread, email_id: int) -> Email:
    """Raises NotFound for an e-mail that the owner does not see in that thread."""
    email = world.rows.get(EMAILS, email_id) if email_id in thread.email_ids else None
    if email is None:
        ids = ", ".join(map(str, thread.email_ids))
        raise NotFound(f"e-mail in thread {thread.id} with the id", email_id, hint=f"Those in it are: {ids}.")
    return email


def emails_of(world: World, thread: UserThread) -> list[Email]:
    """The e-mails of a thread that its user sees, the oldest first."""
    found = (world.rows.get(EMAILS, email_id) for email_id in thread.email_ids)
    return [email for email in found if email is not None]


def own_draft(world: World, draft_id: int) -> Draft:
    """Raises NotFound for a draft that does not exist or is somebody else's."""
    draft = world.rows.get(DRAFTS, draft_id)
    if draft is None or draft.user_id != world.owner.id:
        raise NotFound("draft of yours with the id", draft_id, hint="Find its id with gmail_show_drafts.")
    return draft


def attachments_of(world: World, *, email: Email | None = None, draft: Draft | None = None) -> list[Attachment]:
    if email is not None:
        return world.rows.find(ATTACHMENTS, email_id=email.id)
    return world.rows.find(ATTACHMENTS, draft_id=draft.id) if draft is not None else []


def user_shown(user: User | None) -> Row:
    return {"name": user.name, "email": user.email} if user else {"name": "", "email": ""}


def email_shown(world: World, email: Email) -> Row:
    recipients: list[Json] = [user_shown(world.rows.get(USERS, user_id)) for user_id in email.recipient_ids]
    return {
        "email_id": email.id,
        "sender": user_shown(world.rows.get(USERS, email.sender_id)),
        "recipients": recipients,
        "subject": email.subject,
        "body": email.body,
        "response_to_email_id": email.response_to_email_id,
        "attachments": _attachments_shown(attachments_of(world, email=email)),
        "created_at": email.created_at,
    }


def thread_shown(world: World, thread: UserThread) -> Row:
    """A thread in a list: who, what about, the beginning of the last e-mail, and its marks."""
    emails = emails_of(world, thread)
    last = emails[-1].body if emails else ""
    return {
        "email_thread_id": thread.id,
        "subject": emails[0].subject if emails else "",
        "senders": list(thread.sender_email_addresses),
        "recipients": list(thread.recipient_email_addresses),
        "emails": len(emails),
        "last_email": last if len(last) <= EXCERPT else last[:EXCERPT] + "…",
        **_marks(thread),
        "created_at": thread.created_at,
        "updated_at": thread.updated_at,
    }


def whole_thread_shown(world: World, thread: UserThread) -> Row:
    emails: list[Json] = [email_shown(world, email) for email in emails_of(world, thread)]
    return {"email_thread_id": thread.id, **_marks(thread), "emails": emails}


def draft_shown(world: World, draft: Draft) -> Row:
    shown = plain(draft, without=("id", "user_id", "recipient_ids", "recipient_names"))
    attachments = _attachments_shown(attachments_of(world, draft=draft))
    return {"draft_id": draft.id, **shown, "attachments": attachments}


def _marks(thread: UserThread) -> Row:
    return {
        "read": thread.read,
        "label": thread.label,
        "starred": thread.starred,
        "archived": thread.archived,
        "spam": thread.spam,
        "has_attachments": thread.has_attachments,
    }


def _attachments_shown(attachments: list[Attachment]) -> list[Json]:
    return [{"attachment_id": attachment.id, "file_name": attachment.file_name} for attachment in attachments]
