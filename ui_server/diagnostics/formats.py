"""Whether a text has the length and the form that its schema asks for."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import jsonschema_rs

from ui_server.catalog import Schema
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import Place, Subject, quote

_URI: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s<>\"{}|\\^`]*")


@dataclass(frozen=True, slots=True)
class _Format:
    noun: str
    hint: str
    accepts: Callable[[str], bool]


def _is_moment(value: str) -> bool:
    """RFC 3339: a date, a time and an offset."""
    try:
        return "T" in value.upper() and dt.datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


_FORMATS: Final = {
    "uri": _Format(
        "a whole URL",
        'Begin it with its scheme, as in "https://example.org/page".',
        lambda value: _URI.fullmatch(value) is not None,
    ),
    "date-time": _Format("an ISO 8601 moment", 'Write it as "2026-01-31T09:30:00Z".', _is_moment),
}


_EXAMPLES: Final = {"date": '"2026-01-31"', "time": '"09:30:00Z"', "date-time": '"2026-01-31T09:30:00Z"'}


def explain_text(value: str, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """What is wrong with a text under `minLength`, `maxLength`, `pattern`, `format` and a choice of formats."""
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength", len(value))
    if not shortest <= len(value) <= longest:
        wanted = f"{shortest} characters or more" if len(value) < shortest else f"{longest} characters or fewer"
        yield subject.fault(
            "out_of_range", place, f"{place.label} has {len(value)} characters", f"Write {wanted}.", expected=wanted
        )
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and not re.search(pattern, value):
        yield _bad_format(value, pattern, place, subject)
    form = _FORMATS.get(schema.get("format", ""))
    if form is not None and not form.accepts(value):
        what = f"{place.label} is {quote(value)}, which is not {form.noun}"
        yield subject.fault("bad_format", place, what, form.hint, expected=form.noun, got=quote(value))
    if schema.get("if") == {"type": "string"}:
        yield from _one_of_formats(value, schema.get("then", {}), place, subject)


def _one_of_formats(value: str, schema: Schema, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """A text that may have one of several formats, as the limits of a DateTimeInput have."""
    formats = tuple(choice["format"] for choice in schema.get("oneOf", ()) if set(choice) == {"format"})
    if not formats or _has_format(value, formats):
        return
    wanted = " or ".join(_EXAMPLES.get(name, name) for name in formats)
    what = f"{place.label} is {quote(value)}, which does not have the form asked for"
    yield subject.fault(
        "bad_format", place, what, f"Write it as {wanted}.", expected=" or ".join(formats), got=quote(value)
    )


def _has_format(value: str, formats: tuple[str, ...]) -> bool:
    """By the same judge as the schemas, so that the two agree."""
    whole = value.encode("utf-8", "replace").decode()
    return _judge_of(formats).is_valid(whole)


@cache
def _judge_of(formats: tuple[str, ...]) -> jsonschema_rs.Validator:
    schema = {"oneOf": [{"format": name} for name in formats]}
    return jsonschema_rs.validator_for(schema, validate_formats=True, offline=True)


def _bad_format(value: str, pattern: str, place: Place, subject: Subject) -> Diagnostic:
    if "~" in value and "~[01]" in pattern:
        return subject.fault(
            "invalid_pointer",
            place,
            f"{place.label} is {quote(value)}, which is not a JSON Pointer",
            "In a key write ~0 for ~ and ~1 for /.",
            expected="a JSON Pointer",
            got=quote(value),
        )
    if "#" in pattern and "{6}" in pattern:
        return subject.fault(
            "bad_format",
            place,
            f"{place.label} is {quote(value)}, which is not a colour",
            'Write it as six hexadecimal digits, such as "#1A73E8".',
            expected="#RRGGBB",
            got=quote(value),
        )
    return subject.fault(
        "bad_format",
        place,
        f"{place.label} is {quote(value)}, which does not have the form asked for",
        f"It must match {pattern}.",
        expected=pattern,
        got=quote(value),
    )
