"""Types of arguments that the tools of all apps share; bounds and descriptions stand here once."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from scenarios.world import moments


def _email(text: str) -> str:
    plain = text.strip().lower()
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", plain):
        raise ValueError("an e-mail address such as ines.calder@example.com")
    return plain


def _date(text: str) -> str:
    if not moments.is_date(text):
        raise ValueError("a date such as 2026-05-04")
    return moments.normal(text)[:10]


def _moment_or_nothing(text: str) -> str:
    return moments.normal(text) if text.strip() else ""


def _without_plus(value: object) -> object:
    return value.removeprefix("+") if isinstance(value, str) else value


PageIndex = Annotated[int, Field(ge=0, description="Which page of results, counted from 0.")]
PageLimit = Annotated[int, Field(ge=1, le=100, description="How many results a page holds.")]
Query = Annotated[str, Field(description="Words to look for; results with more of them come first.")]

When = Annotated[
    str,
    AfterValidator(moments.normal),
    Field(json_schema_extra={"format": "date-time"}, description="ISO 8601; without an offset it is UTC."),
]
"""A point in time, in the form in which rows hold it."""

WhenOrNever = Annotated[
    str,
    AfterValidator(_moment_or_nothing),
    Field(
        json_schema_extra={"format": "date-time"}, description="ISO 8601, UTC without an offset; empty text clears it."
    ),
]
"""A point in time, or "" to clear what was set."""

From = Annotated[
    str,
    AfterValidator(moments.normal),
    Field(json_schema_extra={"format": "date-time"}, description="The earliest time; a date means its first second."),
]
UpTo = Annotated[
    str,
    AfterValidator(moments.last_of),
    Field(json_schema_extra={"format": "date-time"}, description="The latest time; a date means its last second."),
]
Day = Annotated[str, AfterValidator(_date), Field(json_schema_extra={"format": "date"}, description="A day in UTC.")]

Latitude = Annotated[float, Field(ge=-90, le=90, description="In degrees, north is positive.")]
Longitude = Annotated[float, Field(ge=-180, le=180, description="In degrees, east is positive.")]

Email = Annotated[str, AfterValidator(_email), Field(description="An e-mail address.")]
Emails = Annotated[list[Email], Field(min_length=1, description="E-mail addresses of the recipients.")]
PhoneNumber = Annotated[str, Field(min_length=3, description="Digits; spaces, dashes and brackets do not matter.")]

Plus = BeforeValidator(_without_plus)
"""Lets a `sort_by` begin with a plus: `+price` is `price`."""
