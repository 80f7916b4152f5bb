"""One fault of a payload, in the shape of the contract (`docs/screen-report.md`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """`pointer` is a JSON Pointer into the list of messages as sent; `message` says in one sentence what is wrong,
    `hint` what to write instead. `code` is one of `ui_server.diagnostics.codes.CODES`."""

    severity: Severity
    code: str
    message: str
    hint: str = ""
    pointer: str = ""
    surface_id: str | None = None
    component_id: str | None = None
    expected: str = ""
    got: str = ""

    def to_json(self) -> dict[str, Any]:
        return {
            "severity": self.severity,
            "code": self.code,
            "pointer": self.pointer,
            "surface_id": self.surface_id,
            "component_id": self.component_id,
            "message": self.message,
            "hint": self.hint,
            "expected": self.expected,
            "got": self.got,
        }


def errors(diagnostics: list[Diagnostic] | tuple[Diagnostic, ...]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
