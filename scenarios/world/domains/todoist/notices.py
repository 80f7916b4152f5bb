"""What the task app has told its owner."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.todoist.tables import NOTIFICATIONS, Notification
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import PageIndex, PageLimit
from scenarios.world.results import page, plain
from scenarios.world.world import World
from ui_server.expressions import Json

NotificationId = Annotated[int, Field(description="The notification's id, as todoist_show_notifications gives it.")]
ReadOrNot = Annotated[bool | None, Field(description="Only read, or only unread ones.")]


def show_notifications(
    world: World, read: ReadOrNot = None, page_index: PageIndex = 0, page_limit: PageLimit = 5
) -> Json:
    """Read what the task app has told you, the newest first.

    >>> todoist_show_notifications(read=False)
    """
    newest = sorted(_own(world, read), key=lambda told: (told.created_at, told.id), reverse=True)
    return page("notifications", newest, page_index, page_limit, lambda told: plain(told, without=("user_id",)))


def show_notifications_count(world: World, read: ReadOrNot = None) -> Json:
    """Count what the task app has told you.

    >>> todoist_show_notifications_count(read=False)
    """
    return {"count": len(_own(world, read))}


def mark_notification(world: World, notification_id: NotificationId, read: bool = True) -> Json:
    """Mark a notification as read or unread.

    >>> todoist_mark_notification(notification_id=361, read=True)
    """
    told = _told(world, notification_id)
    if told.read is read:
        state = "read" if read else "unread"
        raise Conflict(f"Notification {notification_id} is {state} already.", hint="Nothing needs to be done.")
    world.rows.put(NOTIFICATIONS, replace(told, read=read))
    return {"message": f"The notification is {'read' if read else 'unread'} now.", "notification_id": told.id}


def mark_notifications(world: World, read: bool = True) -> Json:
    """Mark all notifications as read or unread.

    >>> todoist_mark_notifications(read=True)
    """
    others = _own(world, not read)
    if not others:
        state = "read" if read else "unread"
        raise Conflict(f"All notifications are {state} already.", hint="Nothing needs to be done.")
    for told in others:
        world.rows.put(NOTIFICATIONS, replace(told, read=read))
    return {"message": f"{len(others)} notifications were marked.", "count": len(others)}


def delete_notification(world: World, notification_id: NotificationId) -> Json:
    """Delete a notification.

    >>> todoist_delete_notification(notification_id=361)
    """
    told = _told(world, notification_id)
    world.rows.remove(NOTIFICATIONS, told)
    return {"message": "The notification was deleted.", "notification_id": told.id}


def delete_notifications(world: World, read: ReadOrNot = None) -> Json:
    """Delete all notifications, or all that are read or unread.

    >>> todoist_delete_notifications()
    """
    found = _own(world, read)
    if not found:
        raise Conflict("There are no such notifications.", hint="See them with todoist_show_notifications.")
    for told in found:
        world.rows.remove(NOTIFICATIONS, told)
    return {"message": f"{len(found)} notifications were deleted.", "count": len(found)}


def _own(world: World, read: bool | None) -> list[Notification]:
    return [told for told in world.rows.find(NOTIFICATIONS, user_id=world.owner.id) if read in (None, told.read)]


def _told(world: World, notification_id: int) -> Notification:
    """Raises NotFound for a notification that somebody else got."""
    told = world.rows.get(NOTIFICATIONS, notification_id)
    if told is None or told.user_id != world.owner.id:
        hint = "Find its id with todoist_show_notifications."
        raise NotFound("notification of yours with the id", notification_id, hint=hint)
    return told


TOOLS = tools(
    "todoist",
    {
        show_notifications: "news inbox what happened",
        show_notifications_count: "how many news unread",
        mark_notification: "seen read news",
        mark_notifications: "seen read all news",
        delete_notification: "remove news",
        delete_notifications: "remove clear all news",
    },
    needs=(NETWORK,),
)
