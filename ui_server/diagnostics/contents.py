"""Whether v0.8 data is sound: lists of entries with a key and one typed value, maps inside maps included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.place import Place, Subject, fragment, json_type, quote
from ui_server.expressions import Json

_TYPES: Final = {
    "valueString": (str, "a text"),
    "valueNumber": (int | float, "a number"),
    "valueBoolean": (bool, "true or false"),
    "valueMap": (list, "a list of entries"),
    "valueArray": (list, "a list"),
}


_KNOWN: Final = f"Known: key, {', '.join(_TYPES)}."
_WORDS: Final = {
    "value": "",
    "valueInt": "valueNumber",
    "valueInteger": "valueNumber",
    "valueFloat": "valueNumber",
    "valueDouble": "valueNumber",
    "valueBool": "valueBoolean",
    "valueText": "valueString",
    "valueStr": "valueString",
    "valueObject": "valueMap",
    "valueList": "valueMap",
}


def entries_of(value: dict[str, Json]) -> list[Json]:
    """Plain JSON as v0.8 writes it: a list of entries with a key and one typed value."""
    return [{"key": key, **_typed_value(entry)} for key, entry in value.items()]


def _typed_value(value: Json) -> dict[str, Json]:
    if isinstance(value, list):
        value = {str(index): item for index, item in enumerate(value)}
    return {_typed_key(value): entries_of(value) if isinstance(value, dict) else value}


def check_contents(entries: list[Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """What is wrong in a list of entries. Maps inside maps pass, as agents and renderers use them."""
    seen: set[str] = set()
    for index, entry in enumerate(entries):
        at = place / index
        if not isinstance(entry, dict):
            hint = f"Write {quote({'key': '…', 'valueString': '…'})}."
            yield subject.fault(
                "wrong_type", at, f"{at.label} is {json_type(entry)}; it must be an object", hint, got=quote(entry)
            )
            continue
        if "key" not in entry and not any(name in _TYPES or name in _WORDS for name in entry) and entry:
            what = f"{at.label} is plain JSON; v0.8 writes a list of entries with a key and a typed value"
            hint = f"Write {fragment(entries_of(entry)) or 'entries with key and valueString'} instead."
            yield subject.fault("other_version", at, what, hint, got=quote(entry))
            continue
        yield from _key(entry, at, seen, subject)
        yield from _value(entry, at, subject)


def _key(entry: dict[str, Json], place: Place, seen: set[str], subject: Subject) -> Iterator[Diagnostic]:
    key = entry.get("key")
    if not isinstance(key, str):
        hint = 'Add "key": "…".'
        yield subject.fault("missing_property", place, f"{place.label} has no key of type text", hint, expected="key")
    elif key in seen:
        hint = "Keep one entry for each key."
        yield subject.fault("duplicate_key", place / "key", f"The key {quote(key)} stands twice", hint, got=key)
    else:
        seen.add(key)


def _value(entry: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    given = [name for name in entry if name in _TYPES]
    for name in entry:
        if name != "key" and name not in _TYPES:
            yield subject.fault(
                "unknown_property",
                place / name,
                f"{place.label} has no property {quote(name)}",
                f'Write "{_WORDS[name] or _typed_key(entry[name])}".' if name in _WORDS else _KNOWN,
                got=name,
            )
    if len(given) > 1:
        hint = "Keep the one whose type fits."
        yield subject.fault("exclusive", place, f"{place.label} has {' and '.join(given)}", hint, got=", ".join(given))
    elif not given and len(entry) < 2:
        hint = "Add valueString, valueNumber, valueBoolean or valueMap."
        what = f"{place.label} has no value"
        yield subject.fault("missing_property", place, what, hint, expected="one value", severity="warning")
    for name in given:
        yield from _typed(name, entry[name], place / name, subject)


def _typed(name: str, value: Json, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    wanted, noun = _TYPES[name]
    if not isinstance(value, wanted) or (isinstance(value, bool) and name == "valueNumber"):
        other = _typed_key(value)
        hint = f"Write {noun}, or use {other}." if other != name else f"Write {noun}."
        if name == "valueMap" and isinstance(value, dict):
            hint = f"Write {fragment(entries_of(value)) or 'a list of entries with key and valueString'}."
        what = f"{place.label} is {json_type(value)}; it must be {noun}"
        yield subject.fault("wrong_type", place, what, hint, expected=noun, got=quote(value))
    elif name == "valueMap" and isinstance(value, list):
        yield from check_contents(value, place, subject)
    elif name == "valueArray":
        yield subject.fault(
            "value_array",
            place,
            f"{place.label} is not in v0.8; it was read as a list",
            "Other renderers drop it: use valueMap with the keys 0, 1, ….",
            expected="valueMap",
            got="valueArray",
        )


def _typed_key(value: Json) -> str:
    match value:
        case bool():
            return "valueBoolean"
        case int() | float():
            return "valueNumber"
        case list() | dict():
            return "valueMap"
    return "valueString"
