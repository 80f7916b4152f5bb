"""Unrolls series of events.

An occurrence has the id of its series, an at sign and its start: `event_1@2026-05-11T09:00:00`. A month or year without
the day of the first occurrence is passed over, as RFC 5545 has it.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import replace
from datetime import MAXYEAR, datetime, timedelta
from itertools import count

from scenarios.world import moments
from scenarios.world.domains.calendar.tables import Event

MOST_OCCURRENCES = 1000
_DAYS = {"DAILY": 1, "WEEKLY": 7}
_MONTHS = {"MONTHLY": 1, "YEARLY": 12}


def occurrences(event: Event, first: str, last: str) -> list[Event]:
    """What of an event takes place within a span of time: itself, or those of its occurrences that overlap it.

    No series gives more than MOST_OCCURRENCES.
    """
    if event.recurrence_frequency is None:
        return [event] if overlaps(event, first, last) else []
    length = moments.parse(event.end_datetime) - moments.parse(event.start_datetime)
    found: list[Event] = []
    for start in _starts(event, last):
        occurrence = _at(event, start, length)
        if overlaps(occurrence, first, last):
            found.append(occurrence)
        if len(found) == MOST_OCCURRENCES:
            break
    return found


def occurrence_at(event: Event, start: str) -> Event | None:
    """The occurrence of a series that begins then, if there is one."""
    return next((one for one in occurrences(event, start, start) if one.start_datetime == start), None)


def split_id(event_id: str) -> tuple[str, str | None]:
    """The id of the series, and the start of the occurrence if the id names one."""
    series, at, start = event_id.rpartition("@")
    return (series, start) if at else (event_id, None)


def overlaps(event: Event, first: str, last: str) -> bool:
    return event.start_datetime <= last and event.end_datetime >= first


def _starts(event: Event, last: str) -> Iterator[str]:
    """The starts of a series in order, up to its end or `last`, without those left out."""
    begin = moments.parse(event.start_datetime)
    end = min(last, event.recurrence_until_datetime or last)
    excluded = set(event.recurrence_exclude_datetime or ())
    for moment in _moments(begin, event.recurrence_frequency or "", event.recurrence_interval or 1):
        start = moments.write(moment)
        if start > end:
            return
        if start not in excluded:
            yield start


def _moments(begin: datetime, frequency: str, interval: int) -> Iterator[datetime]:
    """Every so many days, weeks, months or years from `begin` on, as long as there are years."""
    for number in count(step=interval):
        try:
            if frequency in _DAYS:
                yield begin + timedelta(days=_DAYS[frequency] * number)
                continue
            years, month = divmod(begin.month - 1 + _MONTHS.get(frequency, 12) * number, 12)
        except OverflowError:
            return
        if begin.year + years > MAXYEAR:
            return
        if begin.day <= monthrange(begin.year + years, month + 1)[1]:
            yield begin.replace(year=begin.year + years, month=month + 1)


def _at(event: Event, start: str, length: timedelta) -> Event:
    return replace(
        event,
        calendar_event_id=f"{event.calendar_event_id}@{start}",
        start_datetime=start,
        end_datetime=moments.later(start, length),
    )
