"""Keeps letters that are not sent yet: drafts and the files with them."""

from __future__ import annotations

from collections.abc import Iterable

from scenarios.world.domains.gmail.post import Enclosure, Letter
from scenarios.world.domains.gmail.tables import ATTACHMENTS, DRAFTS, Attachment, Draft
from scenarios.world.tables import Row
from scenarios.world.world import World


def draft_of(
    world: World, letter: Letter, *, thread_id: int | None = None, scheduled_send_at: str | None = None
) -> Row:
    """Saves a letter as a draft and says so; `thread_id` is the owner's thread in which it is to be sent."""
    now = world.now()
    draft = Draft(
        id=world.rows.next_id(DRAFTS),
        user_id=letter.sender.id,
        recipient_ids=tuple(user.id for user in letter.recipients),
        recipient_email_addresses=tuple(user.email for user in letter.recipients),
        recipient_names=tuple(user.name for user in letter.recipients),
        subject=letter.subject,
        body=letter.body,
        belongs_to_email_thread_id=thread_id,
        response_to_email_id=letter.response_to,
        scheduled_send_at=scheduled_send_at,
        created_at=now,
        updated_at=now,
    )
    world.rows.add(DRAFTS, draft)
    attach(world, draft, letter.enclosures)
    return {"message": "The draft was saved.", "draft_id": draft.id}


def attach(world: World, draft: Draft, enclosures: Iterable[Enclosure]) -> list[int]:
    """Puts files to a draft; gives the ids of the attachments."""
    ids = []
    for enclosure in enclosures:
        attachment = Attachment(
            id=world.rows.next_id(ATTACHMENTS),
            draft_id=draft.id,
            file_name=enclosure.name,
            file_content=enclosure.content,
            created_at=world.now(),
        )
        world.rows.add(ATTACHMENTS, attachment)
        ids.append(attachment.id)
    return ids
