"""Marks on threads, and taking threads or e-mails away. All of it concerns the owner's view alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.gmail.tables import USER_THREADS
from scenarios.world.domains.gmail.views import EmailId, ThreadId, email_in, own_thread
from scenarios.world.errors import Conflict
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json


def mark_thread_read(world: World, email_thread_id: ThreadId) -> Json:
    """Mark a thread as read.

    >>> gmail_mark_thread_read(email_thread_id=81)
    """
    return _mark(world, email_thread_id, "read", True, "read")


def mark_thread_unread(world: World, email_thread_id: ThreadId) -> Json:
    """Mark a thread as not read.

    >>> gmail_mark_thread_unread(email_thread_id=82)
    """
    return _mark(world, email_thread_id, "read", False, "unread")


def mark_thread_archived(world: World, email_thread_id: ThreadId) -> Json:
    """Move a thread out of the inbox into the archive.

    >>> gmail_mark_thread_archived(email_thread_id=81)
    """
    return _mark(world, email_thread_id, "archived", True, "archived")


def mark_thread_unarchived(world: World, email_thread_id: ThreadId) -> Json:
    """Bring a thread back from the archive.

    >>> gmail_mark_thread_unarchived(email_thread_id=83)
    """
    return _mark(world, email_thread_id, "archived", False, "out of the archive")


def mark_thread_starred(world: World, email_thread_id: ThreadId) -> Json:
    """Put a star on a thread.

    >>> gmail_mark_thread_starred(email_thread_id=81)
    """
    return _mark(world, email_thread_id, "starred", True, "starred")


def mark_thread_unstarred(world: World, email_thread_id: ThreadId) -> Json:
    """Take the star off a thread.

    >>> gmail_mark_thread_unstarred(email_thread_id=82)
    """
    return _mark(world, email_thread_id, "starred", False, "without a star")


def mark_thread_spam(world: World, email_thread_id: ThreadId) -> Json:
    """Mark a thread as spam.

    >>> gmail_mark_thread_spam(email_thread_id=81)
    """
    return _mark(world, email_thread_id, "spam", True, "marked as spam")


def mark_thread_not_spam(world: World, email_thread_id: ThreadId) -> Json:
    """Say that a thread is not spam after all.

    >>> gmail_mark_thread_not_spam(email_thread_id=84)
    """
    return _mark(world, email_thread_id, "spam", False, "no spam")


def label_thread(
    world: World,
    email_thread_id: ThreadId,
    label: Annotated[str, Field(min_length=1, description="One word or a few; takes the place of another label.")],
) -> Json:
    """Put a label on a thread.

    >>> gmail_label_thread(email_thread_id=81, label="trips")
    """
    return _mark(world, email_thread_id, "label", label, f"labelled {label!r}")


def unlabel_thread(world: World, email_thread_id: ThreadId) -> Json:
    """Take the label off a thread.

    >>> gmail_unlabel_thread(email_thread_id=82)
    """
    return _mark(world, email_thread_id, "label", None, "without a label")


def delete_thread(world: World, email_thread_id: ThreadId) -> Json:
    """Delete a thread from your mailbox for good; other people keep theirs.

    >>> gmail_delete_thread(email_thread_id=84)
    """
    thread = own_thread(world, email_thread_id)
    world.rows.remove(USER_THREADS, thread)
    return {"message": "The thread was deleted.", "email_thread_id": thread.id}


def delete_email_in_thread(world: World, email_thread_id: ThreadId, email_id: EmailId) -> Json:
    """Delete one e-mail from your view of a thread; with the last one the thread goes too.

    >>> gmail_delete_email_in_thread(email_thread_id=82, email_id=73)
    """
    thread = own_thread(world, email_thread_id)
    email = email_in(world, thread, email_id)
    rest = tuple(other for other in thread.email_ids if other != email.id)
    if not rest:
        return delete_thread(world, email_thread_id)
    world.rows.put(USER_THREADS, replace(thread, email_ids=rest, updated_at=world.now()))
    return {"message": "The e-mail was deleted.", "email_id": email.id, "email_thread_id": thread.id}


def _mark(world: World, thread_id: int, mark: str, value: bool | str | None, state: str) -> Row:
    """Raises Conflict if the thread is in that state already."""
    thread = own_thread(world, thread_id)
    if getattr(thread, mark) == value:
        raise Conflict(f"Thread {thread_id} is {state} already.", hint="Nothing needs to be done.")
    marked: dict[str, bool | str | None] = {mark: value, "updated_at": world.now()}
    world.rows.put(USER_THREADS, replace(thread, **marked))  # type: ignore[arg-type]
    return {"message": f"The thread is {state} now.", "email_thread_id": thread.id}


TOOLS = tools(
    "gmail",
    {
        mark_thread_read: "mail seen done",
        mark_thread_unread: "mail unseen later",
        mark_thread_archived: "mail archive put away",
        mark_thread_unarchived: "mail restore inbox",
        mark_thread_starred: "mail star important flag",
        mark_thread_unstarred: "mail star remove flag",
        mark_thread_spam: "mail junk report",
        mark_thread_not_spam: "mail junk rescue",
        label_thread: "mail tag category folder move",
        unlabel_thread: "mail untag category folder",
        delete_thread: "mail remove conversation trash",
        delete_email_in_thread: "mail remove single trash",
    },
    needs=(NETWORK,),
)
