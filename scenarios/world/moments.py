"""Points in time as the tables hold them: `YYYY-MM-DDTHH:MM:SS`, UTC, no offset. Such texts sort as the times do."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

THE_FIRST = "0001-01-01T00:00:00"
THE_LAST = "9999-12-31T23:59:59"

_WRITTEN = re.compile(
    r"\d{4}-\d\d-\d\d(?P<time>[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?\s*(Z|[+-]\d\d(:?\d\d)?)?)?", re.IGNORECASE
)


_STORED = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", re.ASCII)


def parse(text: str) -> datetime:
    """An aware time in UTC. A time without an offset is UTC, a date without a time is its midnight.

    Raises ValueError for anything but an ISO 8601 date or date and time with dashes and colons, so that a phone number
    or an order number is never taken for a date.
    """
    stripped = text.strip()
    try:
        if not _WRITTEN.fullmatch(stripped):
            raise ValueError
        moment = datetime.fromisoformat(stripped.upper().replace(" ", "T", 1).replace(" ", "").replace(",", "."))
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("a date and time such as 2026-05-04T09:30:00") from None


def write(moment: datetime) -> str:
    """The stored form of an aware time; fractions of a second are cut off."""
    return moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds")


def later(text: str, by: timedelta) -> str:
    """The stored form of a stored time moved on; what would lie beyond the last year is the end of that year."""
    try:
        return write(parse(text) + by)
    except OverflowError:
        return THE_LAST


def normal(text: str) -> str:
    """The stored form of a written time. Raises ValueError as `parse` does."""
    return text if _is_stored_form(text) else write(parse(text))


def last_of(text: str) -> str:
    """Like `normal`, but a date without a time is its last second: the upper end of a range that includes the day."""
    return normal(f"{text.strip()}T23:59:59" if is_date(text) else text)


def _is_stored_form(text: str) -> bool:
    if not _STORED.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_date(text: str) -> bool:
    written = _WRITTEN.fullmatch(text.strip())
    return written is not None and not written["time"]
