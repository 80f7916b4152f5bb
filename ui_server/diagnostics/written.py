"""Whether data of v0.9 and v1.0 is written as it was surely meant: anything may be data, so these are warnings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.paths import foreign_form
from ui_server.diagnostics.place import Place, Subject, fragment, json_type, quote
from ui_server.expressions import Json
from ui_server.protocol import v08

_TYPED: Final = frozenset({"valueString", "valueNumber", "valueBoolean", "valueMap", "valueArray"})


def check_written(kind: str, body: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """What is odd about the path and the value of a message that writes data."""
    path, name = body.get("path"), "value" if kind == "updateDataModel" else "dataModel"
    if isinstance(path, str):
        yield from _path(path, place / "path", subject)
    if (kind == "updateDataModel" and "value" in body) or isinstance(body.get(name), dict):
        whole = not isinstance(path, str) or path in ("", "/")
        yield from _value(body[name], place / name, subject, whole=whole)


def _path(path: str, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    kind, meant = foreign_form(path)
    if kind and not (path.startswith("/") and "[" not in path):
        what = f"{place.label} is {quote(path)}, {kind}; it is taken for the name of one key"
        yield subject.fault("not_a_pointer", place, what, f"Write {quote(meant)}.", expected=meant, got=quote(path))


def _value(value: Json, place: Place, subject: Subject, *, whole: bool) -> Iterator[Diagnostic]:
    entries = value if isinstance(value, list) else []
    if isinstance(value, str) and isinstance(v08.unpacked(value.strip()), list | dict):
        what = f"{place.label} is JSON inside a text; nothing can be bound to what is in it"
        hint = "Write the object or list itself, without quotation marks around it."
        yield subject.fault("wrong_type", place, what, hint, got=quote(value), severity="warning")
    elif entries and all(isinstance(entry, dict) and "key" in entry and _TYPED & {*entry} for entry in entries):
        yield _old(v08.decode(entries), value, place, subject)
    elif isinstance(value, dict) and len(value) == 1 and _TYPED & {*value}:
        yield _old(v08.decode([{"key": ".", **value}]), value, place, subject)
    elif whole and not isinstance(value, dict | list) and value is not None:
        what = f"{place.label} is {json_type(value)} and becomes all the data there is"
        hint = 'Write an object, or name the place in "path".'
        yield subject.fault("wrong_type", place, what, hint, got=quote(value), severity="warning")


def _old(plain: Json, value: Json, place: Place, subject: Subject) -> Diagnostic:
    what = f"{place.label} is written as v0.8 writes data; here it is taken as it stands"
    hint = f"In {subject.version} write plain JSON: {fragment(plain) or '{…}'}."
    return subject.fault("other_version", place, what, hint, got=quote(value), severity="warning")
