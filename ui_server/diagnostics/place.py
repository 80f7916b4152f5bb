"""Where in a message a value stands, for machines (a JSON Pointer) and for readers (`save.action.event`)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from ui_server.catalog import Catalog, Schema
from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.diagnostic import Diagnostic, Severity
from ui_server.expressions import Json
from ui_server.pointer import escape
from ui_server.surface import Version

LONGEST_QUOTE = 60
LONGEST_FRAGMENT = 180


@dataclass(frozen=True, slots=True)
class Place:
    pointer: str
    label: str

    def __truediv__(self, key: str | int) -> Place:
        """The place of one entry of what stands here."""
        if isinstance(key, int):
            return Place(f"{self.pointer}/{key}", f"{self.label}[{key}]")
        return Place(f"{self.pointer}/{escape(key)}", f"{self.label}.{key}" if self.label else key)


Explain: TypeAlias = "Callable[[Json, Schema, Place, Subject], Iterator[Diagnostic]]"
"""Finds what is wrong with a value under a schema."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The component (or message) that is being judged, and how its version's own kinds of value are explained."""

    catalog: Catalog
    version: Version
    special: Callable[[str, Schema, Catalog], Explain | None]
    surface_id: str | None = None
    component_id: str | None = None
    component_type: str = ""

    @property
    def path_key(self) -> str:
        return "@path" if self.version == "v1.0" else "path"

    @property
    def call_key(self) -> str:
        return "@call" if self.version == "v1.0" else "call"

    def fault(
        self,
        code: str,
        place: Place,
        message: str,
        hint: str = "",
        *,
        expected: str = "",
        got: str = "",
        severity: Severity | None = None,
    ) -> Diagnostic:
        return Diagnostic(
            severity=severity or CODES[code].severity,
            code=code,
            pointer=place.pointer,
            message=sentence(message),
            hint=hint,
            surface_id=self.surface_id,
            component_id=self.component_id,
            expected=expected,
            got=got,
        )


def sentence(message: str) -> str:
    return message if message.endswith((".", "…")) else f"{message}."


def quote(value: Json) -> str:
    """`value` as JSON on one line, cut to a length that fits in a sentence."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= LONGEST_QUOTE else f"{text[: LONGEST_QUOTE - 1]}…"


def fragment(value: Json) -> str | None:
    """`value` as JSON to be copied, None when it is too long to repeat in a hint."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= LONGEST_FRAGMENT else None


def json_type(value: Json) -> str:
    """What JSON calls the value, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a text"
        case list():
            return "a list"
        case dict():
            return "an object"


def as_object(value: Any) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}
