"""Comments on tasks."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.file_system.paths import read_file
from scenarios.world.domains.todoist.access import TaskId, own_task, tell
from scenarios.world.domains.todoist.removal import remove_comment
from scenarios.world.domains.todoist.tables import ATTACHMENTS, COMMENTS, USERS, Attachment, Comment
from scenarios.world.errors import NotAllowed, NotFound
from scenarios.world.parameters import PageIndex, PageLimit
from scenarios.world.results import page
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

CommentId = Annotated[int, Field(description="The comment's id, as todoist_show_task_comments gives it.")]
Content = Annotated[str, Field(min_length=1, description="The words of the comment.")]


def post_task_comment(
    world: World,
    task_id: TaskId,
    content: Content,
    attachment_file_paths: Annotated[list[str] | None, Field(description="Paths of your files to attach.")] = None,
) -> Json:
    """Comment on a task, with files of yours if you like.

    >>> todoist_post_task_comment(task_id=321, content="The shop opens at ten.")
    """
    task = own_task(world, task_id)
    files = [read_file(world, path) for path in attachment_file_paths or ()]
    comment = Comment(world.rows.next_id(COMMENTS), task.id, world.owner.id, content, world.now())
    world.rows.add(COMMENTS, comment)
    for file in files:
        new_id = world.rows.next_id(ATTACHMENTS)
        world.rows.add(ATTACHMENTS, Attachment(new_id, comment.id, file.name, file.content, world.now()), derived=True)
    if task.assignee_id is not None:
        message = f"{world.owner.name} commented on {task.title!r}: {content}"
        tell(world, task.assignee_id, kind="task_comment", title="A comment on your task", message=message)
    return {"message": f"The comment on {task.title!r} was posted.", "task_comment_id": comment.id}


def show_task_comments(world: World, task_id: TaskId, page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """Read the comments on a task, the oldest first.

    >>> todoist_show_task_comments(task_id=321)
    """
    comments = world.rows.find(COMMENTS, task_id=own_task(world, task_id).id)
    return page("comments", comments, page_index, page_limit, lambda comment: _shown(world, comment))


def show_task_comment(world: World, task_comment_id: CommentId) -> Json:
    """Read one comment on a task.

    >>> todoist_show_task_comment(task_comment_id=351)
    """
    return _shown(world, seen_comment(world, task_comment_id))


def update_task_comment(world: World, task_comment_id: CommentId, content: Content) -> Json:
    """Reword a comment of yours.

    >>> todoist_update_task_comment(task_comment_id=352, content="I will bring both spades.")
    """
    comment = own_comment(world, task_comment_id)
    world.rows.put(COMMENTS, replace(comment, content=content))
    return {"message": "The comment was updated.", "task_comment_id": comment.id}


def delete_task_comment(world: World, task_comment_id: CommentId) -> Json:
    """Delete a comment of yours.

    >>> todoist_delete_task_comment(task_comment_id=352)
    """
    comment = own_comment(world, task_comment_id)
    remove_comment(world, comment)
    return {"message": "The comment was deleted.", "task_comment_id": comment.id}


def seen_comment(world: World, comment_id: int) -> Comment:
    """Raises NotFound for a comment on a task that the owner cannot see."""
    comment = world.rows.get(COMMENTS, comment_id)
    if comment is None:
        raise NotFound("comment with the id", comment_id, hint="Find its id with todoist_show_task_comments.")
    own_task(world, comment.task_id)
    return comment


def own_comment(world: World, comment_id: int) -> Comment:
    """Raises NotFound as `seen_comment` does, and NotAllowed for somebody else's comment."""
    comment = seen_comment(world, comment_id)
    if comment.user_id != world.owner.id:
        raise NotAllowed("The comment is somebody else's.", hint="Post one of your own with todoist_post_task_comment.")
    return comment


def _shown(world: World, comment: Comment) -> Row:
    author = world.rows.get(USERS, comment.user_id)
    files = world.rows.find(ATTACHMENTS, task_comment_id=comment.id)
    return {
        "task_comment_id": comment.id,
        "author": author.name if author else "",
        "content": comment.content,
        "attachments": [{"id": file.id, "file_name": file.file_name} for file in files],
        "created_at": comment.created_at,
    }


TOOLS = tools(
    "todoist",
    {
        post_task_comment: "write add remark to-do item discuss",
        show_task_comments: "read list remarks to-do item discussion",
        show_task_comment: "read open remark",
        update_task_comment: "edit reword remark",
        delete_task_comment: "remove remark",
    },
    needs=(NETWORK,),
)
