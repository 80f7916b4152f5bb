"""Texts of the wrong length or form, each with the form that is wanted."""

from __future__ import annotations

from typing import Any

import pytest

from ui_server.catalogs import basic_catalog
from ui_server.diagnostics.formats import explain_text
from ui_server.diagnostics.kinds import special_kinds
from ui_server.diagnostics.place import Place, Subject

SUBJECT = Subject(basic_catalog("v0.9"), "v0.9", special_kinds("v0.9"))
DATES: dict[str, Any] = {"if": {"type": "string"}, "then": {"oneOf": [{"format": "date"}, {"format": "time"}]}}


def faults(value: str, schema: dict[str, Any]) -> list[tuple[str, str]]:
    return [(fault.code, fault.expected) for fault in explain_text(value, schema, Place("/a", "x.a"), SUBJECT)]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("ab", []),
        ("a", [("out_of_range", "2 characters or more")]),
        ("abcd", [("out_of_range", "3 characters or fewer")]),
    ],
)
def test_a_text_has_a_least_and_a_largest_length(value: str, found: list[tuple[str, str]]) -> None:
    assert faults(value, {"minLength": 2, "maxLength": 3}) == found


@pytest.mark.parametrize("value", ["https://example.org/a?b#c", "mailto:ada@example.org", "urn:isbn:1"])
def test_an_address_with_its_scheme_is_a_whole_url(value: str) -> None:
    assert faults(value, {"format": "uri"}) == []


@pytest.mark.parametrize("value", ["example.org", "/a", "https://example.org/a b", ""])
def test_an_address_without_scheme_or_with_blanks_is_none(value: str) -> None:
    assert faults(value, {"format": "uri"}) == [("bad_format", "a whole URL")]


@pytest.mark.parametrize(
    ("value", "sound"),
    [
        ("2026-01-31T09:30:00Z", True),
        ("2026-01-31T09:30:00+02:00", True),
        ("2026-01-31T09:30:00", False),
        ("now", False),
    ],
)
def test_a_moment_has_a_date_a_time_and_an_offset(value: str, sound: bool) -> None:
    assert (faults(value, {"format": "date-time"}) == []) is sound


def test_of_several_formats_one_is_enough_and_all_are_named() -> None:
    assert faults("2026-01-31", DATES) == []
    assert faults("soon", DATES) == [("bad_format", "date or time")]


@pytest.mark.parametrize(
    ("value", "pattern", "found"),
    [
        ("/a~b", "^(?:[^~]|~[01])*$", ("invalid_pointer", "a JSON Pointer")),
        ("red", "^#[0-9a-fA-F]{6}$", ("bad_format", "#RRGGBB")),
        ("A", "^[a-z]+$", ("bad_format", "^[a-z]+$")),
    ],
)
def test_what_a_pattern_stands_for_is_said_where_it_is_known(value: str, pattern: str, found: tuple[str, str]) -> None:
    assert faults(value, {"pattern": pattern}) == [found]
