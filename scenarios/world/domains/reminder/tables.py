"""The rows of the reminders app."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Reminder:
    """`latitude` and `longitude` say where one wants to be reminded; both or neither."""

    reminder_id: str
    content: str
    creation_datetime: Moment = ""
    reminder_datetime: Moment = ""
    latitude: float | None = None
    longitude: float | None = None


REMINDERS = Table(Reminder, "REMINDER", aliases=("reminders",))
