"""One fault of a payload, in the shape of the contract (`docs/screen-report.md`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

LONGEST: Final = {"message": 500, "hint": 600, "expected": 300, "got": 200}
"""Characters of each field: an agent's own names and texts stand in them, and may have any length."""
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

    def __post_init__(self) -> None:
        for name, most in LONGEST.items():
            text = getattr(self, name)
            if len(text) > most:
                object.__setattr__(self, name, f"{text[: most - 1]}…")

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
