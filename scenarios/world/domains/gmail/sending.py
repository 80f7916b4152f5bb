"""Sending, answering and forwarding e-mails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.accounts import User
from scenarios.world.domains.file_system.paths import read_file
from scenarios.world.domains.gmail.post import Enclosure, Letter, addressees, deliver, owner_user
from scenarios.world.domains.gmail.tables import USERS, Email
from scenarios.world.domains.gmail.views import (
    EmailId,
    FilePaths,
    ThreadId,
    attachments_of,
    email_in,
    emails_of,
    own_thread,
    user_shown,
)
from scenarios.world.domains.gmail.writing import draft_of
from scenarios.world.errors import Conflict
from scenarios.world.parameters import Emails
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

DraftNotSend = Annotated[bool, Field(description="Save it as a draft instead of sending it.")]


def send_email(
    world: World,
    email_addresses: Emails,
    subject: Annotated[str, Field(description="What it is about.")] = "",
    body: Annotated[str, Field(description="The text, with line breaks as they should stand.")] = "",
    attachment_file_paths: FilePaths | None = None,
) -> Json:
    """Send a new e-mail. To answer one, use gmail_reply_to_email.

    >>> gmail_send_email(email_addresses=["tove.arnesen@example.com"], subject="Saturday", body="Start at nine?")
    """
    letter = Letter(
        sender=owner_user(world),
        recipients=addressees(world, email_addresses),
        subject=subject,
        body=body,
        enclosures=enclosed(world, attachment_file_paths),
    )
    return sent(world, letter)


def reply_to_email(
    world: World,
    email_thread_id: ThreadId,
    email_id: EmailId,
    body: Annotated[str, Field(description="The text of the answer.")],
    email_addresses: Annotated[Emails | None, Field(description="Left out, it goes to the sender.")] = None,
    attachment_file_paths: FilePaths | None = None,
) -> Json:
    """Answer an e-mail within its thread.

    >>> gmail_reply_to_email(email_thread_id=81, email_id=71, body="Gladly, see you there.")
    """
    thread = own_thread(world, email_thread_id)
    email = email_in(world, thread, email_id)
    letter = Letter(
        sender=owner_user(world),
        recipients=addressees(world, email_addresses) if email_addresses else other_side(world, email),
        subject=prefixed("Re", email.subject),
        body=body,
        thread_id=thread.global_email_thread_id,
        response_to=email.id,
        enclosures=enclosed(world, attachment_file_paths),
    )
    return sent(world, letter)


def forward_email_from_thread(
    world: World,
    email_thread_id: ThreadId,
    email_id: EmailId,
    email_addresses: Emails,
    draft_not_send: DraftNotSend = False,
) -> Json:
    """Forward one e-mail of a thread, with its attachments, to other people.

    >>> gmail_forward_email_from_thread(email_thread_id=81, email_id=71, email_addresses=["mirela.quist@example.com"])
    """
    thread = own_thread(world, email_thread_id)
    return _forward(world, [email_in(world, thread, email_id)], email_addresses, draft_not_send)


def forward_email_thread(
    world: World,
    email_thread_id: ThreadId,
    email_addresses: Emails,
    draft_not_send: DraftNotSend = False,
) -> Json:
    """Forward all e-mails of a thread, with their attachments, to other people in one e-mail.

    >>> gmail_forward_email_thread(email_thread_id=81, email_addresses=["rasmus.oyelaran@example.com"])
    """
    return _forward(world, emails_of(world, own_thread(world, email_thread_id)), email_addresses, draft_not_send)


def sent(world: World, letter: Letter) -> Row:
    """Delivers a letter and says to whom."""
    email, thread = deliver(world, letter)
    to = ", ".join(user.email for user in letter.recipients)
    return {"message": f"The e-mail was sent to {to}.", "email_id": email.id, "email_thread_id": thread.id}


def enclosed(world: World, paths: Sequence[str] | None) -> tuple[Enclosure, ...]:
    """The owner's files at those paths. Raises NotFound for one that is not there."""
    files = [read_file(world, path) for path in paths or ()]
    return tuple(Enclosure(file.name, file.content) for file in files)


def other_side(world: World, email: Email) -> tuple[User, ...]:
    """Whom an answer goes to: the sender, or for the owner's own e-mail its recipients.

    Raises Conflict if none of them has an account any more.
    """
    ids = email.recipient_ids if email.sender_id == world.owner.id else (email.sender_id,)
    users = tuple(user for user_id in ids if (user := world.rows.get(USERS, user_id)) is not None)
    if not users:
        raise Conflict("Nobody is left to answer to.", hint="Name the recipients in email_addresses.")
    return users


def prefixed(prefix: str, subject: str) -> str:
    return subject if subject.lower().startswith(f"{prefix.lower()}:") else f"{prefix}: {subject}"


def _forward(world: World, emails: Sequence[Email], addresses: list[str], draft: bool) -> Row:
    if not emails:
        raise Conflict("The thread has no e-mails.", hint="Choose another thread.")
    files = [attachment for email in emails for attachment in attachments_of(world, email=email)]
    letter = Letter(
        sender=owner_user(world),
        recipients=addressees(world, addresses),
        subject=prefixed("Fwd", emails[0].subject),
        body="\n\n".join(_quoted(world, email) for email in emails),
        enclosures=tuple(Enclosure(file.file_name, file.file_content) for file in files),
    )
    return draft_of(world, letter) if draft else sent(world, letter)


def _quoted(world: World, email: Email) -> str:
    sender = user_shown(world.rows.get(USERS, email.sender_id))
    return f"Forwarded e-mail from {sender['name']} <{sender['email']}>, {email.created_at}\n\n{email.body}"


TOOLS = tools(
    "gmail",
    {
        send_email: "write mail message compose tell someone",
        reply_to_email: "answer respond mail",
        forward_email_from_thread: "pass on share mail",
        forward_email_thread: "pass on share conversation mails",
    },
    needs=(NETWORK,),
)
