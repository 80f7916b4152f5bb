"""Files that go with comments on tasks."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.file_system.paths import read_file, write_file
from scenarios.world.domains.todoist.comments import CommentId, own_comment, seen_comment
from scenarios.world.domains.todoist.tables import ATTACHMENTS, Attachment
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.world import World
from ui_server.expressions import Json

AttachmentId = Annotated[int, Field(description="The attachment's id, as todoist_show_task_comment gives it.")]


def upload_attachment(
    world: World,
    task_comment_id: CommentId,
    attachment_file_path: Annotated[str, Field(min_length=2, description="The path of a file of yours.")],
) -> Json:
    """Attach a file of yours to a comment of yours.

    >>> todoist_upload_attachment(task_comment_id=352, attachment_file_path="~/documents/route.txt")
    """
    comment, file = own_comment(world, task_comment_id), read_file(world, attachment_file_path)
    if any(each.file_name == file.name for each in world.rows.find(ATTACHMENTS, task_comment_id=comment.id)):
        raise Conflict(f"The comment has a file {file.name!r} already.", hint="Attach another file.")
    new = Attachment(world.rows.next_id(ATTACHMENTS), comment.id, file.name, file.content, world.now())
    world.rows.add(ATTACHMENTS, new)
    return {"message": f"{file.name} was attached.", "attachment_id": new.id}


def download_attachment(
    world: World,
    attachment_id: AttachmentId,
    download_to_file_path: Annotated[str, Field(min_length=2, description="Such as ~/downloads/plan.txt.")],
    overwrite: Annotated[bool, Field(description="Replace what has that name already.")] = False,
) -> Json:
    """Save a file from a comment as a file of yours.

    >>> todoist_download_attachment(attachment_id=357, download_to_file_path="~/downloads/plan.txt")
    """
    attachment = _attachment(world, attachment_id)
    file = write_file(world, download_to_file_path, attachment.file_content, overwrite=overwrite)
    return {"message": f"{attachment.file_name} was saved to {file.tilde_path}.", "file_path": file.path}


def delete_attachment(world: World, attachment_id: AttachmentId) -> Json:
    """Take a file off a comment of yours.

    >>> todoist_delete_attachment(attachment_id=357)
    """
    attachment = _attachment(world, attachment_id)
    own_comment(world, attachment.task_comment_id)
    world.rows.remove(ATTACHMENTS, attachment)
    return {"message": f"{attachment.file_name} was taken off.", "attachment_id": attachment.id}


def _attachment(world: World, attachment_id: int) -> Attachment:
    """Raises NotFound for a file of a comment that the owner cannot see."""
    attachment = world.rows.get(ATTACHMENTS, attachment_id)
    if attachment is None:
        raise NotFound("attachment with the id", attachment_id, hint="Find its id with todoist_show_task_comments.")
    seen_comment(world, attachment.task_comment_id)
    return attachment


TOOLS = tools(
    "todoist",
    {
        upload_attachment: "file attach add comment",
        download_attachment: "file save comment",
        delete_attachment: "file detach remove comment",
    },
    needs=(NETWORK,),
)
