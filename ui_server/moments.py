"""Dates and times as texts: ISO 8601 in, the shape of a control or a Unicode TR35 pattern out.

Only the common ISO shapes count: `2026-03-20`, `10:30`, `2026-03-20T10:30`, with seconds and a zone or offset if
wanted. Week dates, ordinal dates and bare digits (`20240115` may be an order number) are no dates here.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Final, Literal

from babel import Locale
from babel.dates import parse_pattern

MomentKind = Literal["date", "time", "datetime"]

_DATE: Final = r"(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_TIME: Final = r"(?P<time>[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?)(?P<zone>[Zz]|[+-][0-9]{2}(?::?[0-9]{2})?)?"
_SHAPES: Final = (re.compile(f"{_DATE}(?:[Tt ]{_TIME})?"), re.compile(_TIME))
_LAST_MINUTE: Final = dt.time(23, 59)
_EPOCH: Final = dt.date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Written:
    """A date, a time, or both, with the clock as it was written; `offset` is None where no zone was named."""

    date: dt.date | None
    time: dt.time | None
    offset: dt.timedelta | None = None

    def in_utc(self) -> dt.datetime | None:
        """The moment without zone, in UTC when one was named; a bare time falls on 1970-01-01, a bare date on midnight.

        None where the offset leads out of the calendar.
        """
        moment = dt.datetime.combine(self.date or _EPOCH, self.time or dt.time())
        try:
            return moment - self.offset if self.offset and self.time else moment
        except OverflowError:
            return None


def read(text: str) -> Written | None:
    """What an ISO text says, None when it is none or names a day or time that does not exist."""
    match = next((found for shape in _SHAPES if (found := shape.fullmatch(text.strip()))), None)
    if match is None:
        return None
    parts = match.groupdict()
    try:
        date = dt.date.fromisoformat(parts["date"]) if parts.get("date") else None
        time = dt.time.fromisoformat(parts["time"]) if parts["time"] else None
        return Written(date, time, _offset(parts["zone"]))
    except ValueError:
        return None


def _offset(zone: str | None) -> dt.timedelta | None:
    if zone is None or zone in "Zz":
        return None if zone is None else dt.timedelta()
    hours, minutes = int(zone[1:3]), int(zone[-2:]) if len(zone) > 3 else 0
    if hours > 23 or minutes > 59:
        raise ValueError(f"no such offset: {zone}")
    length = dt.timedelta(hours=hours, minutes=minutes)
    return -length if zone[0] == "-" else length


def of_milliseconds(number: int | float) -> str:
    """The moment so many milliseconds after 1970 in UTC, as browsers count time; "" outside of the calendar."""
    try:
        moment = dt.datetime.combine(_EPOCH, dt.time()) + dt.timedelta(milliseconds=number)
    except OverflowError:
        return ""
    return moment.isoformat(timespec="milliseconds") + "Z"


def format_date(text: str, pattern: str, locale: Locale) -> str:
    """An ISO 8601 date, time or date-time in a Unicode TR35 `pattern`; "" for anything else.

    A zone or offset is brought to UTC, as the other renderers do; a date without a time stays on its day.
    Raises ValueError for a pattern that TR35 does not allow.
    """
    written = read(text)
    moment = written.in_utc() if written else None
    if moment is None:
        return ""
    if pattern == "ISO":
        return moment.isoformat(timespec="milliseconds") + "Z"
    return parse_pattern(pattern).apply(moment.replace(tzinfo=dt.UTC), locale)


def moment_kind(date: bool, time: bool) -> MomentKind:
    """With neither flag set (their default) both parts can be given: a control that takes nothing helps nobody."""
    return "datetime" if date == time else "date" if date else "time"


def moment_text(text: str, kind: MomentKind, *, end_of_day: bool = False) -> str:
    """`text` in the control's own shape, "" when it lacks what the control shows. The clock stays as written, whatever
    zone; where a control wants a time and none is written, it is midnight, or the last minute at the `end_of_day`."""
    written = read(text)
    if written is None:
        return ""
    if kind == "time":
        return f"{written.time:%H:%M}" if written.time else ""
    if written.date is None:
        return ""
    day = written.date.isoformat()
    return day if kind == "date" else f"{day}T{written.time or (_LAST_MINUTE if end_of_day else dt.time()):%H:%M}"
