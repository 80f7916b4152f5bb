"""Views of reminders by time, and smaller edits, beyond the published tools."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world import moments
from scenarios.world.domains.reminder.reminders import ReminderId, by_due_time, listed, one
from scenarios.world.domains.reminder.tables import REMINDERS
from scenarios.world.errors import Conflict
from scenarios.world.parameters import PageIndex, PageLimit
from scenarios.world.results import page, plain
from scenarios.world.world import World
from ui_server.expressions import Json


def list_(world: World, page_index: PageIndex = 0, page_limit: PageLimit = 5) -> Json:
    """List all reminders by due time.

    >>> reminder_list()
    """
    return page("reminders", by_due_time(world), page_index, page_limit, plain)


def due_today(world: World) -> Json:
    """List the reminders of today, those that are past included.

    >>> reminder_due_today()
    """
    today = world.now()[:10]
    return listed([reminder for reminder in by_due_time(world) if reminder.reminder_datetime[:10] == today])


def overdue(world: World) -> Json:
    """List the reminders whose time has passed.

    >>> reminder_overdue()
    """
    return listed([reminder for reminder in by_due_time(world) if reminder.reminder_datetime < world.now()])


def snooze(
    world: World,
    reminder_id: ReminderId,
    minutes: Annotated[int, Field(ge=1, le=525_600, description="How much later; of a past one, how long from now.")],
) -> Json:
    """Put a reminder off by some minutes.

    >>> reminder_snooze(reminder_id="reminder_501", minutes=30)
    """
    reminder = one(world, reminder_id)
    later = moments.later(max(reminder.reminder_datetime, world.now()), timedelta(minutes=minutes))
    world.rows.put(REMINDERS, replace(reminder, reminder_datetime=later))
    return {"message": f"You will be reminded at {later}.", "reminder_id": reminder_id}


def show(world: World, reminder_id: ReminderId) -> Json:
    """See one reminder.

    >>> reminder_show(reminder_id="reminder_501")
    """
    return plain(one(world, reminder_id))


def count(world: World) -> Json:
    """Count all reminders.

    >>> reminder_count()
    """
    return {"count": world.rows.count(REMINDERS)}


def clear_past(world: World) -> Json:
    """Remove all reminders whose time has passed.

    >>> reminder_clear_past()
    """
    past = [reminder for reminder in by_due_time(world) if reminder.reminder_datetime < world.now()]
    if not past:
        raise Conflict("No reminder is past.", hint="Nothing needs to be done.")
    for reminder in past:
        world.rows.remove(REMINDERS, reminder)
    return {"message": f"{len(past)} reminders were removed.", "removed": len(past)}


TOOLS = tools(
    "reminder",
    {
        list_: "remind all show",
        due_today: "remind today",
        overdue: "remind past missed late",
        snooze: "remind later postpone delay",
        show: "remind details",
        count: "remind how many",
        clear_past: "remind delete old clean up",
    },
    extra=True,
)
