"""E-mails that are written and not sent yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.gmail.post import Enclosure, Letter, addressees, deliver, owner_user
from scenarios.world.domains.gmail.sending import enclosed
from scenarios.world.domains.gmail.tables import ATTACHMENTS, DRAFTS, USERS, Draft
from scenarios.world.domains.gmail.views import (
    DraftId,
    FilePaths,
    attachments_of,
    draft_shown,
    email_in,
    own_draft,
    own_thread,
)
from scenarios.world.domains.gmail.writing import draft_of
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict
from scenarios.world.parameters import Email, From, PageIndex, PageLimit, Plus, Query, UpTo, When, WhenOrNever
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page
from scenarios.world.world import World
from ui_server.expressions import Json

Recipients = Annotated[list[Email], Field(description="E-mail addresses of all recipients; may be empty for now.")]
ThreadOfDraft = Annotated[int | None, Field(description="The id of your thread in which it is to be sent.")]
AnsweredEmail = Annotated[int | None, Field(description="The id of the e-mail in that thread which it answers.")]
SortDrafts = Annotated[
    Literal["created_at", "-created_at", "updated_at", "-updated_at", "subject", "-subject"],
    Plus,
    Field(description="What to order by; a minus turns the order round."),
]


def create_draft(
    world: World,
    recipient_email_addresses: Recipients | None = None,
    subject: str = "",
    body: str = "",
    belongs_to_email_thread_id: ThreadOfDraft = None,
    response_to_email_id: AnsweredEmail = None,
    attachment_file_paths: FilePaths | None = None,
    scheduled_send_at: When | None = None,
) -> Json:
    """Write an e-mail without sending it yet.

    >>> gmail_create_draft(recipient_email_addresses=["tove.arnesen@example.com"], subject="Trip", body="Dear Tove,")
    """
    _check_place(world, belongs_to_email_thread_id, response_to_email_id)
    _check_schedule(world, scheduled_send_at)
    letter = Letter(
        sender=owner_user(world),
        recipients=addressees(world, recipient_email_addresses or ()),
        subject=subject,
        body=body,
        response_to=response_to_email_id,
        enclosures=enclosed(world, attachment_file_paths),
    )
    return draft_of(world, letter, thread_id=belongs_to_email_thread_id, scheduled_send_at=scheduled_send_at)


def update_draft(
    world: World,
    draft_id: DraftId,
    email_addresses: Recipients | None = None,
    subject: str | None = None,
    body: str | None = None,
    belongs_to_email_thread_id: ThreadOfDraft = None,
    response_to_email_id: AnsweredEmail = None,
    scheduled_send_at: WhenOrNever | None = None,
) -> Json:
    """Change a draft. What is not given stays as it is.

    >>> gmail_update_draft(draft_id=95, body="Dear Mirela, the roof is tight again.")
    """
    draft = own_draft(world, draft_id)
    people = None if email_addresses is None else addressees(world, email_addresses)
    changed = edited(
        draft,
        clears=("scheduled_send_at",),
        recipient_ids=None if people is None else tuple(user.id for user in people),
        recipient_email_addresses=None if people is None else tuple(user.email for user in people),
        recipient_names=None if people is None else tuple(user.name for user in people),
        subject=subject,
        body=body,
        belongs_to_email_thread_id=belongs_to_email_thread_id,
        response_to_email_id=response_to_email_id,
        scheduled_send_at=scheduled_send_at,
    )
    _check_place(world, changed.belongs_to_email_thread_id, changed.response_to_email_id)
    _check_schedule(world, scheduled_send_at)
    world.rows.put(DRAFTS, replace(changed, updated_at=world.now()))
    return {"message": "The draft was updated.", "draft_id": draft_id}


def delete_draft(world: World, draft_id: DraftId) -> Json:
    """Throw a draft away.

    >>> gmail_delete_draft(draft_id=95)
    """
    _drop(world, own_draft(world, draft_id), derived=False)
    return {"message": "The draft was deleted.", "draft_id": draft_id}


def show_drafts(
    world: World,
    query: Query = "",
    recipient_email: Annotated[str | None, Field(description="Only drafts to this address.")] = None,
    attachment: Annotated[bool | None, Field(description="Only with, or only without attachments.")] = None,
    scheduled: Annotated[bool | None, Field(description="Only with, or only without a time to be sent at.")] = None,
    belongs_to_email_thread_id: ThreadOfDraft = None,
    response_to_email_id: AnsweredEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortDrafts | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List your drafts, the newest first unless a query or an order is given.

    >>> gmail_show_drafts(query="roof")
    """
    address = (recipient_email or "").lower()
    kept = [
        draft
        for draft in world.rows.find(DRAFTS, user_id=world.owner.id)[::-1]
        if (not address or address in map(str.lower, draft.recipient_email_addresses))
        and attachment in (None, bool(attachments_of(world, draft=draft)))
        and scheduled in (None, draft.scheduled_send_at is not None)
        and belongs_to_email_thread_id in (None, draft.belongs_to_email_thread_id)
        and response_to_email_id in (None, draft.response_to_email_id)
        and (min_created_at or "") <= draft.created_at <= (max_created_at or draft.created_at)
    ]
    found = ranked(query, kept, lambda draft: f"{draft.subject} {draft.body} {' '.join(draft.recipient_names)}")
    return page("drafts", ordered(found, sort_by), page_index, page_limit, lambda draft: draft_shown(world, draft))


def show_draft(world: World, draft_id: DraftId) -> Json:
    """Read one of your drafts.

    >>> gmail_show_draft(draft_id=95)
    """
    return draft_shown(world, own_draft(world, draft_id))


def send_email_from_draft(world: World, draft_id: DraftId) -> Json:
    """Send a draft; it is a draft no longer.

    >>> gmail_send_email_from_draft(draft_id=95)
    """
    draft = own_draft(world, draft_id)
    recipients = tuple(user for user_id in draft.recipient_ids if (user := world.rows.get(USERS, user_id)) is not None)
    if not recipients:
        raise Conflict("The draft has no recipients.", hint="Name them with gmail_update_draft first.")
    thread_id = draft.belongs_to_email_thread_id
    letter = Letter(
        sender=owner_user(world),
        recipients=recipients,
        subject=draft.subject,
        body=draft.body,
        thread_id=None if thread_id is None else own_thread(world, thread_id).global_email_thread_id,
        response_to=draft.response_to_email_id,
        enclosures=tuple(Enclosure(a.file_name, a.file_content) for a in attachments_of(world, draft=draft)),
    )
    email, thread = deliver(world, letter)
    _drop(world, draft, derived=True)
    to = ", ".join(user.email for user in recipients)
    return {"message": f"The e-mail was sent to {to}.", "email_id": email.id, "email_thread_id": thread.id}


def _check_place(world: World, thread_id: int | None, email_id: int | None) -> None:
    """Raises NotFound for a thread that is not the owner's, Conflict for an answer outside a thread."""
    if thread_id is not None:
        thread = own_thread(world, thread_id)
        if email_id is not None:
            email_in(world, thread, email_id)
    elif email_id is not None:
        hint = "Give belongs_to_email_thread_id too."
        raise Conflict("An answer belongs to a thread.", hint=hint)


def _check_schedule(world: World, moment: str | None) -> None:
    if moment and moment <= world.now():
        raise Conflict(f"{moment} is not in the future.", hint=f"It is {world.now()} now; choose a later time.")


def _drop(world: World, draft: Draft, *, derived: bool) -> None:
    for attachment in attachments_of(world, draft=draft):
        world.rows.remove(ATTACHMENTS, attachment, derived=True)
    world.rows.remove(DRAFTS, draft, derived=derived)


TOOLS = tools(
    "gmail",
    {
        create_draft: "write mail compose later schedule",
        update_draft: "edit change mail compose schedule",
        delete_draft: "discard throw away mail",
        show_drafts: "list find unsent mails",
        show_draft: "read open unsent mail",
        send_email_from_draft: "send out mail finished",
    },
    needs=(NETWORK,),
)
