"""Why an act of a person is refused. Nothing has changed when one of these is raised.

ActRefused
├── UnknownElement    no such element on the screen, or it is hidden in a closed tab or modal
├── NotOperable       it is there, but disabled, covered, or not of that kind
├── ValueRefused      the control does not take this value
├── StaleScreen       another revision is shown than the act was meant for, or none
└── BadStep           the step itself is not understood

What else goes wrong in this package is declared where it is raised. Most of it becomes a diagnostic and never leaves:

Unevaluable           an expression that gives no value (expressions)
PointerError          a path into the data that cannot be read or written (pointer)
Refusal               an operation that the state does not allow (surfaces)
ImageRefused          an image that is not shown (images)
CatalogError          a catalog document that cannot be used (catalogs)
UnknownItem           a page of the agents' documentation that is not there (agent_docs.item)
StepFailed            a step in a row of steps, with what those before it led to (hosted)
UnknownRevision       a revision that is not remembered (hosted)
SessionError          of the store of sessions: unknown, full (sessions)
http.problems.Problem, http.benches.BenchError, mcp.errors.ToolRefused   of the three ways in
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from renderer.elements import Element

MOST_LISTED = 30


@dataclass(frozen=True, slots=True)
class Possible:
    """One thing that can be done now, as the refusal lists it."""

    element_id: str
    role: str
    name: str

    def to_json(self) -> dict[str, str]:
        return {"element_id": self.element_id, "role": self.role, "name": self.name}


class ActRefused(Exception):
    """`code` is stable, `hint` the remedy, `possible` what can be done instead; the owner is whoever plays the user."""

    owner = "user"
    code = "act_refused"

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        hint: str = "",
        element_id: str | None = None,
        expected: str = "",
        got: str = "",
        possible: Iterable[Element] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code or type(self).code
        self.hint = hint
        self.element_id = element_id
        self.expected = expected
        self.got = got
        self.possible = tuple(
            Possible(element.element_id, element.role, element.name)
            for element in possible
            if element.enabled and element.covered_by is None
        )

    def to_json(self) -> dict[str, Any]:
        """The refusal as the command line and the service give it."""
        return {
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
            "element_id": self.element_id,
            "expected": self.expected,
            "got": self.got,
            "possible": [item.to_json() for item in self.possible[:MOST_LISTED]],
        }


class UnknownElement(ActRefused):
    code = "unknown_element"


class NotOperable(ActRefused):
    code = "not_operable"


class ValueRefused(ActRefused):
    code = "value_refused"


class StaleScreen(ActRefused):
    code = "stale_screen"


class BadStep(ActRefused):
    code = "bad_step"
