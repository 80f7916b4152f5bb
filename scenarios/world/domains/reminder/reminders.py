"""Setting, finding, changing and removing reminders."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.domains.reminder.tables import REMINDERS, Reminder
from scenarios.world.edits import edited
from scenarios.world.errors import Conflict, NotFound
from scenarios.world.parameters import From, Latitude, Longitude, UpTo, When
from scenarios.world.ranking import ranked
from scenarios.world.results import plain
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json

NEARBY = 0.01  # degrees, about a kilometre

ReminderId = Annotated[str, Field(description="The reminder's id, as search_reminder gives it.")]
Content = Annotated[str, Field(min_length=1, description="What to be reminded of.")]


def add_reminder(
    world: World,
    content: Content,
    reminder_datetime: When,
    latitude: Latitude | None = None,
    longitude: Longitude | None = None,
) -> Json:
    """Set a reminder for a point in time, and for a place if one is given.

    >>> add_reminder(content="Water the tomatoes", reminder_datetime="2026-05-06T18:00:00")
    """
    reminder = Reminder(
        reminder_id=world.chance.uuid("reminder"),
        content=content,
        creation_datetime=world.now(),
        reminder_datetime=reminder_datetime,
        latitude=latitude,
        longitude=longitude,
    )
    _check_place(reminder)
    world.rows.add(REMINDERS, reminder)
    return {"message": f"You will be reminded at {reminder_datetime}.", "reminder_id": reminder.reminder_id}


def modify_reminder(
    world: World,
    reminder_id: ReminderId,
    content: Content | None = None,
    reminder_datetime: When | None = None,
    latitude: Latitude | None = None,
    longitude: Longitude | None = None,
) -> Json:
    """Change a reminder. What is not given stays as it is.

    >>> modify_reminder(reminder_id="reminder_501", reminder_datetime="2026-05-05T10:00:00")
    """
    changed = edited(
        one(world, reminder_id),
        content=content,
        reminder_datetime=reminder_datetime,
        latitude=latitude,
        longitude=longitude,
    )
    _check_place(changed)
    world.rows.put(REMINDERS, changed)
    return {"message": "The reminder was changed.", "reminder_id": reminder_id}


def search_reminder(
    world: World,
    reminder_id: Annotated[str | None, Field(description="Only the reminder with this id.")] = None,
    content: Annotated[str, Field(description="Words in it; reminders with more of them come first.")] = "",
    creation_datetime_lowerbound: From | None = None,
    creation_datetime_upperbound: UpTo | None = None,
    reminder_datetime_lowerbound: From | None = None,
    reminder_datetime_upperbound: UpTo | None = None,
    latitude: Annotated[Latitude | None, Field(description="Only reminders about here, north or south.")] = None,
    longitude: Annotated[Longitude | None, Field(description="Only reminders about here, east or west.")] = None,
) -> Json:
    """Find reminders by words, time and place; all of them, by due time, if nothing is given.

    >>> search_reminder(content="dentist")
    >>> search_reminder(reminder_datetime_lowerbound="2026-05-05", reminder_datetime_upperbound="2026-05-05")
    """
    kept = [
        reminder
        for reminder in by_due_time(world)
        if reminder_id in (None, reminder.reminder_id)
        and _within(creation_datetime_lowerbound, reminder.creation_datetime, creation_datetime_upperbound)
        and _within(reminder_datetime_lowerbound, reminder.reminder_datetime, reminder_datetime_upperbound)
        and _near(latitude, reminder.latitude)
        and _near(longitude, reminder.longitude)
    ]
    return listed(ranked(content, kept, lambda reminder: reminder.content))


def remove_reminder(world: World, reminder_id: ReminderId) -> Json:
    """Remove a reminder.

    >>> remove_reminder(reminder_id="reminder_501")
    """
    reminder = one(world, reminder_id)
    world.rows.remove(REMINDERS, reminder)
    return {"message": f"The reminder {reminder.content!r} was removed.", "reminder_id": reminder_id}


def one(world: World, reminder_id: str) -> Reminder:
    """Raises NotFound for an id that no reminder has."""
    reminder = world.rows.get(REMINDERS, reminder_id)
    if reminder is None:
        raise NotFound("reminder with the id", reminder_id, hint="Find the id with search_reminder.")
    return reminder


def by_due_time(world: World) -> list[Reminder]:
    return sorted(world.rows.find(REMINDERS), key=lambda reminder: (reminder.reminder_datetime, reminder.reminder_id))


def listed(reminders: list[Reminder]) -> Row:
    return {"reminders": [plain(reminder) for reminder in reminders], "total": len(reminders)}


def _check_place(reminder: Reminder) -> None:
    if (reminder.latitude is None) != (reminder.longitude is None):
        raise Conflict("A place needs latitude and longitude.", hint="Give both, or neither.")


def _within(first: str | None, moment: str, last: str | None) -> bool:
    return (first or "") <= moment <= (last or moment)


def _near(wanted: float | None, degrees: float | None) -> bool:
    return wanted is None or (degrees is not None and abs(wanted - degrees) <= NEARBY)


TOOLS = tools(
    "reminder",
    {
        add_reminder: "remind me new set alert notify later",
        modify_reminder: "remind edit change move postpone",
        search_reminder: "remind find list show upcoming",
        remove_reminder: "remind delete cancel drop",
    },
    prefix=False,
)
