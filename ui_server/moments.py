"""Dates and times as texts: ISO 8601 in, the shape of a control or a Unicode TR35 pattern out."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from babel import Locale
from babel.dates import format_datetime

MomentKind = Literal["date", "time", "datetime"]


def format_date(text: str, pattern: str, locale: Locale) -> str:
    """An ISO 8601 date, time or date-time in a Unicode TR35 `pattern`; "" for anything else.

    A zone or offset is brought to UTC, as the other renderers do; a date without a time stays on its day.
    """
    moment = parse_moment(text)
    if moment is None:
        return ""
    if pattern == "ISO":
        return moment.isoformat(timespec="milliseconds") + "Z"
    return str(format_datetime(moment, pattern, locale=locale))


def parse_moment(text: str) -> dt.datetime | None:
    """The moment `text` names, without zone and in UTC when it names one; a bare time falls on 1970-01-01."""
    text = text.strip()
    try:
        moment = dt.datetime.fromisoformat(text)
    except ValueError:
        try:
            moment = dt.datetime.combine(dt.date(1970, 1, 1), dt.time.fromisoformat(text))
        except ValueError:
            return None
    if moment.tzinfo is not None:
        moment = moment.astimezone(dt.UTC).replace(tzinfo=None)
    return moment


def moment_kind(date: bool, time: bool) -> MomentKind:
    """With neither flag set (their default) both parts can be given: a control that takes nothing helps nobody."""
    return "datetime" if date == time else "date" if date else "time"


def moment_text(text: str, kind: MomentKind) -> str:
    """`text` in the control's own shape, "" when it is no ISO date or time. The clock stays as written, whatever zone."""
    written = text.strip().removesuffix("Z")
    moment = parse_moment(_without_offset(written))
    if moment is None or (kind != "time" and not _has_date(written)):
        return ""
    if kind == "date":
        return moment.strftime("%Y-%m-%d") if moment.year >= 1000 else ""
    if kind == "time":
        return moment.strftime("%H:%M") if ":" in written else ""
    return moment.strftime("%Y-%m-%dT%H:%M") if moment.year >= 1000 else ""


def _has_date(text: str) -> bool:
    return len(text) >= 8 and text[:4].isdigit() and not text[2:3] == ":"


def _without_offset(text: str) -> str:
    head, sign, tail = text[:11], text[11:], ""
    for mark in ("+", "-"):
        if mark in sign:
            sign, _, tail = sign.partition(mark)
    return head + sign
