"""A surface on trial: how grave a fault in it is, and where in the message it stands."""

from __future__ import annotations

from dataclasses import dataclass

from ui_server.component import Component
from ui_server.diagnostics.codes import CODES
from ui_server.diagnostics.diagnostic import Diagnostic, Severity
from ui_server.diagnostics.locations import Steps, locate
from ui_server.diagnostics.place import Place, sentence
from ui_server.surface import Surface


@dataclass(frozen=True, slots=True)
class Judged:
    """`complete`: nothing more is coming. `partial`: a message was refused whole, so what is missing may be in there.
    `broken`: some components failed their check, so that it is not known what they refer to."""

    surface: Surface
    batch: int
    complete: bool
    partial: bool = False
    broken: bool = False

    def place(self, component: Component, steps: Steps) -> Place:
        return locate(component, steps, self.surface.version, batch=self.batch)

    def fault(
        self,
        code: str,
        component: Component | None,
        place: Place,
        message: str,
        hint: str,
        *,
        got: str = "",
        expected: str = "",
        graded: bool = False,
        severity: Severity | None = None,
    ) -> Diagnostic:
        """`graded` faults are errors only in a finished payload."""
        usual = severity or CODES[code].severity
        return Diagnostic(
            severity="warning" if graded and not self.complete and usual == "error" else usual,
            code=code,
            pointer=place.pointer,
            message=sentence(message),
            hint=hint,
            surface_id=self.surface.surface_id,
            component_id=component.id if component else None,
            got=got,
            expected=expected,
        )

    def at_components(self, code: str, message: str, hint: str, *, graded: bool = False) -> Diagnostic:
        """A fault of the surface as a whole, placed at the list of components last sent for it."""
        own = [component for component in self.surface.components.values() if component.batch == self.batch]
        pointer = own[-1].pointer.rpartition("/")[0] if own else ""
        return self.fault(code, None, Place(pointer, ""), message, hint, graded=graded)
