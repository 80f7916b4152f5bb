"""What a value must be, in words, and the same value as what it must be."""

from __future__ import annotations

import pytest

from ui_server.catalogs import basic_catalog
from ui_server.diagnostics.kinds import special_kinds
from ui_server.diagnostics.place import Place, Subject
from ui_server.diagnostics.types import describe, type_fits, wrong_type
from ui_server.expressions import Json

SUBJECT = Subject(basic_catalog("v0.9"), "v0.9", special_kinds("v0.9"))


def test_what_belongs_somewhere_is_described_in_words() -> None:
    catalog = basic_catalog("v0.9")
    assert describe({"enum": ["a", "b"]}, catalog) == "one of a, b"
    assert describe({"const": True}, catalog) == "true"
    assert describe({"$ref": "#/$defs/ComponentId"}, catalog) == "a text"


@pytest.mark.parametrize(
    ("value", "wanted", "fits"),
    [
        (True, "boolean", True),
        (True, "integer", False),
        (2.0, "integer", True),
        (2.5, "integer", False),
        (2, "number", True),
        (None, ["string", "null"], True),
        ("", ["number", "array"], False),
        ({}, None, True),
    ],
)
def test_a_value_has_the_type_that_json_schema_gives_it(
    value: Json, wanted: str | list[str] | None, fits: bool
) -> None:
    assert type_fits(value, wanted) is fits


@pytest.mark.parametrize(
    ("value", "wanted", "hint"),
    [
        (7, "string", 'Write "7".'),
        ("7.5", "number", "Write 7.5 without quotation marks."),
        ("True", "boolean", "Write true without quotation marks."),
        ("a", "array", 'Write ["a"].'),
        ("[1]", "array", "Write the list itself, not its JSON as a text."),
        ({"path": "/a"}, "array", "It cannot be bound or computed: write the list itself."),
        ({"a": {}, "b": {}}, "array", 'Write a list of its entries, each key as the entry\'s "id".'),
        (None, "number", "Write a number."),
    ],
)
def test_a_value_of_a_wrong_type_comes_with_the_right_one(value: Json, wanted: str, hint: str) -> None:
    fault = wrong_type(value, {"type": wanted}, Place("/a", "x.a"), SUBJECT)

    assert (fault.code, fault.pointer, fault.hint) == ("wrong_type", "/a", hint)


def test_a_hint_that_is_given_counts_for_more() -> None:
    assert wrong_type(7, {"type": "string"}, Place("/a", "x.a"), SUBJECT, "Write the name.").hint == "Write the name."
