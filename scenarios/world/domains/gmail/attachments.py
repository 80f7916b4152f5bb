"""Files that come with e-mails, or go with drafts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.file_system.paths import write_file
from scenarios.world.domains.gmail.sending import enclosed
from scenarios.world.domains.gmail.tables import ATTACHMENTS, Attachment
from scenarios.world.domains.gmail.views import DraftId, FilePaths, attachments_of, emails_of, own_draft, own_threads
from scenarios.world.domains.gmail.writing import attach
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.world import World
from ui_server.expressions import Json

AttachmentId = Annotated[
    int, Field(description="The attachment's id, as gmail_show_email or gmail_show_draft gives it.")
]
Overwrite = Annotated[bool, Field(description="Replace what has that name already.")]


def download_attachment(
    world: World,
    attachment_id: AttachmentId,
    download_to_file_path: Annotated[str, Field(min_length=2, description="Such as ~/downloads/route.txt.")],
    overwrite: Overwrite = False,
) -> Json:
    """Save an attachment of one of your e-mails as a file.

    >>> gmail_download_attachment(attachment_id=101, download_to_file_path="~/downloads/timetable.txt")
    """
    attachment = _received(world, attachment_id)
    file = write_file(world, download_to_file_path, attachment.file_content, overwrite=overwrite)
    counted = replace(attachment, download_count=attachment.download_count + 1)
    world.rows.put(ATTACHMENTS, counted, derived=True)
    return {"message": f"{attachment.file_name} was saved to {file.tilde_path}.", "file_path": file.path}


def upload_attachments_to_draft(
    world: World, draft_id: DraftId, attachment_file_paths: FilePaths, overwrite: Overwrite = False
) -> Json:
    """Attach files of yours to a draft.

    >>> gmail_upload_attachments_to_draft(draft_id=95, attachment_file_paths=["~/documents/route.txt"])
    """
    draft = own_draft(world, draft_id)
    files = enclosed(world, attachment_file_paths)
    names = Counter(file.name for file in files)
    there = [attachment for attachment in attachments_of(world, draft=draft) if attachment.file_name in names]
    if max(names.values(), default=0) > 1 or (there and not overwrite):
        raise Conflict("Two attachments would have one name.", hint="Set overwrite, or attach another file.")
    for attachment in there:
        world.rows.remove(ATTACHMENTS, attachment)
    ids: list[Json] = [*attach(world, draft, files)]
    return {"message": f"{len(ids)} files were attached.", "draft_id": draft.id, "attachment_ids": ids}


def remove_attachment_from_draft(world: World, draft_id: DraftId, attachment_id: AttachmentId) -> Json:
    """Take an attachment off a draft.

    >>> gmail_remove_attachment_from_draft(draft_id=96, attachment_id=102)
    """
    draft = own_draft(world, draft_id)
    found = [attachment for attachment in attachments_of(world, draft=draft) if attachment.id == attachment_id]
    if not found:
        hint = "See its attachments with gmail_show_draft."
        raise NotFound(f"attachment of draft {draft_id} with the id", attachment_id, hint=hint)
    world.rows.remove(ATTACHMENTS, found[0])
    return {"message": f"{found[0].file_name} was taken off.", "draft_id": draft.id, "attachment_id": attachment_id}


def _received(world: World, attachment_id: int) -> Attachment:
    """Raises NotFound for an attachment that is in no e-mail the owner sees."""
    attachment = world.rows.get(ATTACHMENTS, attachment_id)
    seen = {email.id for thread in own_threads(world) for email in emails_of(world, thread)}
    if attachment is None or attachment.email_id not in seen:
        hint = "See the attachments of an e-mail with gmail_show_email."
        raise NotFound("attachment of your e-mails with the id", attachment_id, hint=hint)
    return attachment


TOOLS = tools(
    "gmail",
    {
        download_attachment: "mail file save",
        upload_attachments_to_draft: "mail file attach add",
        remove_attachment_from_draft: "mail file detach",
    },
    needs=(NETWORK,),
)
