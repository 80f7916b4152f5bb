"""Delivers e-mails: the one row of the e-mail, its thread, and what each person who takes part sees of the thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scenarios.world.domains.accounts import User, user_by_email
from scenarios.world.domains.gmail.tables import (
    ATTACHMENTS,
    EMAILS,
    GLOBAL_THREADS,
    USER_THREADS,
    USERS,
    Attachment,
    Email,
    GlobalThread,
    UserThread,
)
from scenarios.world.world import World


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file that goes with an e-mail."""

    name: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """What is to be sent. Without `thread_id`, the id of a thread that all take part in, it begins one of its own.

    `notice` says that the world sends it by a rule, not because somebody asked for it.
    """

    sender: User
    recipients: tuple[User, ...]
    subject: str
    body: str
    thread_id: int | None = None
    response_to: int | None = None
    enclosures: tuple[Enclosure, ...] = ()
    notice: bool = False

    @property
    def participants(self) -> tuple[User, ...]:
        return tuple({user.id: user for user in (self.sender, *self.recipients)}.values())


def owner_user(world: World) -> User:
    """The owner as a sender; there even if a scenario's rows have dropped the account."""
    owner = world.owner
    return world.rows.get(USERS, owner.id) or User(owner.id, owner.first_name, owner.last_name, owner.email)


def addressees(world: World, addresses: Sequence[str]) -> tuple[User, ...]:
    """The users of the addresses, each once. Raises NotFound for one that nobody has."""
    users = [user_by_email(world, USERS, address) for address in addresses]
    return tuple({user.id: user for user in users}.values())


def deliver(world: World, letter: Letter) -> tuple[Email, UserThread]:
    """Sends a letter; gives the e-mail, and the sender's view of the thread it is in."""
    email = Email(
        id=world.rows.next_id(EMAILS),
        sender_id=letter.sender.id,
        recipient_ids=tuple(user.id for user in letter.recipients),
        subject=letter.subject,
        body=letter.body,
        response_to_email_id=letter.response_to,
        created_at=world.now(),
    )
    world.rows.add(EMAILS, email, derived=letter.notice)
    for enclosure in letter.enclosures:
        _enclose(world, email, enclosure, letter.notice)
    thread = _threaded(world, letter.thread_id, email)
    views = [_seen_by(world, user, letter, thread, email) for user in letter.participants]
    return email, views[0]


def _enclose(world: World, email: Email, enclosure: Enclosure, notice: bool) -> None:
    attachment = Attachment(
        id=world.rows.next_id(ATTACHMENTS),
        email_id=email.id,
        file_name=enclosure.name,
        file_content=enclosure.content,
        created_at=email.created_at,
    )
    world.rows.add(ATTACHMENTS, attachment, derived=notice)


def _threaded(world: World, thread_id: int | None, email: Email) -> GlobalThread:
    thread = world.rows.get(GLOBAL_THREADS, thread_id)
    if thread is None:
        new_id = world.rows.next_id(GLOBAL_THREADS)
        thread = GlobalThread(new_id, (email.id,), email.created_at, email.created_at)
        return world.rows.add(GLOBAL_THREADS, thread, derived=True)
    longer = replace(thread, email_ids=(*thread.email_ids, email.id), updated_at=email.created_at)
    return world.rows.put(GLOBAL_THREADS, longer, derived=True)


def _seen_by(world: World, user: User, letter: Letter, thread: GlobalThread, email: Email) -> UserThread:
    view = world.rows.first(USER_THREADS, global_email_thread_id=thread.id, user_id=user.id)
    if view is None:
        new_id = world.rows.next_id(USER_THREADS)
        fresh = UserThread(new_id, thread.id, user.id, read=True, created_at=email.created_at)
        return world.rows.add(USER_THREADS, _with(fresh, user, letter, email), derived=True)
    return world.rows.put(USER_THREADS, _with(view, user, letter, email), derived=True)


def _with(view: UserThread, user: User, letter: Letter, email: Email) -> UserThread:
    """The view after one more e-mail: for its receivers unread, and back in the inbox."""
    receives = user in letter.recipients
    return replace(
        view,
        email_ids=(*view.email_ids, email.id),
        incoming=view.incoming or receives,
        outgoing=view.outgoing or user == letter.sender,
        read=view.read and not receives,
        archived=view.archived and not receives,
        sender_email_addresses=_joined(view.sender_email_addresses, [letter.sender.email]),
        sender_names=_joined(view.sender_names, [letter.sender.name]),
        recipient_email_addresses=_joined(view.recipient_email_addresses, [user.email for user in letter.recipients]),
        recipient_names=_joined(view.recipient_names, [user.name for user in letter.recipients]),
        has_attachments=view.has_attachments or bool(letter.enclosures),
        updated_at=email.created_at,
    )


def _joined(known: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*known, *more)))
