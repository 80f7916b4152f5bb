"""The calendars that events are in."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.domains.calendar.access import CalendarId, one_calendar
from scenarios.world.domains.calendar.tables import CALENDARS, EVENTS, Calendar
from scenarios.world.errors import Conflict
from scenarios.world.ranking import ranked
from scenarios.world.results import plain
from scenarios.world.world import World
from ui_server.expressions import Json

Title = Annotated[str, Field(min_length=1)]


def create_calendar(world: World, title: Title) -> Json:
    """Make a new calendar.

    >>> create_calendar(title="Choir")
    """
    _refuse_taken_title(world, title)
    calendar = world.rows.add(CALENDARS, Calendar(world.chance.uuid("calendar"), title))
    return {"message": f"Calendar {title!r} was created.", "calendar_id": calendar.calendar_id}


def search_calendars(
    world: World,
    calendar_id: Annotated[str | None, Field(description="Only the calendar with this id.")] = None,
    title: Annotated[str, Field(description="Words in the title; all calendars if left out.")] = "",
) -> Json:
    """Find calendars by title.

    >>> search_calendars(title="work")
    """
    kept = [calendar for calendar in world.rows.find(CALENDARS) if calendar_id in (None, calendar.calendar_id)]
    found = ranked(title, kept, lambda calendar: calendar.title)
    return {"calendars": [plain(calendar) for calendar in found], "total": len(found)}


def modify_calendar(world: World, calendar_id: CalendarId, title: Title) -> Json:
    """Rename a calendar.

    >>> modify_calendar(calendar_id="calendar_601", title="Office")
    """
    calendar = one_calendar(world, calendar_id)
    _refuse_taken_title(world, title)
    world.rows.put(CALENDARS, replace(calendar, title=title))
    return {"message": f"Calendar {calendar.title!r} is called {title!r} now.", "calendar_id": calendar_id}


def remove_calendar(world: World, calendar_id: CalendarId) -> Json:
    """Remove a calendar with all of its events.

    >>> remove_calendar(calendar_id="calendar_601")
    """
    calendar = one_calendar(world, calendar_id)
    for event in world.rows.find(EVENTS, calendar_id=calendar_id):
        world.rows.remove(EVENTS, event, derived=True)
    world.rows.remove(CALENDARS, calendar)
    return {"message": f"Calendar {calendar.title!r} was removed.", "calendar_id": calendar_id}


def _refuse_taken_title(world: World, title: str) -> None:
    taken = world.rows.first(CALENDARS, title=title)
    if taken is not None:
        raise Conflict(f"There is a calendar called {title!r} already.", hint=f"Use {taken.calendar_id}.")


TOOLS = tools(
    "calendar",
    {
        create_calendar: "new add schedule",
        search_calendars: "list find which schedules",
        modify_calendar: "rename edit schedule",
        remove_calendar: "delete schedule",
    },
    prefix=False,
)
