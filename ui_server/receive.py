"""What an agent sent, checked and applied: all of it or nothing, or with `salvage` whatever of it is sound."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from ui_server.catalog import Catalog
from ui_server.catalogs import catalog_for
from ui_server.diagnostics import hints, schema, structure
from ui_server.diagnostics.check import limit
from ui_server.diagnostics.diagnostic import Diagnostic, errors
from ui_server.diagnostics.place import sentence
from ui_server.expressions import Json
from ui_server.pointer import index_of
from ui_server.protocol import reading, v10
from ui_server.protocol.operations import CallRendererFunction, CreateSurface, DeleteSurface, Operation
from ui_server.protocol.reading import Repair
from ui_server.protocol.versions import operations_of
from ui_server.surface import Surface, Version
from ui_server.surfaces import Refusal, Surfaces

Purpose = Literal["session", "validate", "salvage"]
"""`session`: a live one, where children may still come. `validate`: a finished payload, judged as a whole.
`salvage`: as `validate`, but what is sound is applied whatever else is wrong, so that it can be seen."""

MAX_SURFACES: Final = 1_000
_COMPONENT_INDEX: Final = re.compile(r"/\d+/(?:updateComponents|surfaceUpdate|createSurface)/components/(\d+)(?:/|$)")


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a payload. `surfaces` are the old ones when it was refused.

    `responses` are messages the client owes the agent (v1.0 function calls); `prose` is text found around the payload.
    """

    accepted: bool
    surfaces: Surfaces
    diagnostics: tuple[Diagnostic, ...]
    responses: tuple[dict[str, Any], ...] = ()
    prose: str = ""
    repairs: tuple[Repair, ...] = ()
    messages: tuple[Json, ...] = ()
    touched: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong enough to be an error."""
        return not errors(self.diagnostics)


def receive(
    surfaces: Surfaces,
    payload: Any,
    *,
    batch: int = 1,
    owner: str = "agent",
    purpose: Purpose = "session",
    repair: bool = False,
) -> Receipt:
    """Check `payload` and apply it to `surfaces`. Nothing is raised for anything an agent can send."""
    read = reading.read(payload, repair=repair)
    intake = _Intake(surfaces, batch, owner, purpose, list(read.diagnostics))
    intake.refused |= {""} if errors(read.diagnostics) else set()
    for index, message in enumerate(read.messages):
        intake.take(message, index)
    intake.finish()
    found = tuple(limit(sorted(intake.diagnostics, key=_document_order)))
    accepted = purpose == "salvage" or not errors(found)
    return Receipt(
        accepted=accepted,
        surfaces=intake.state if accepted else surfaces,
        diagnostics=found,
        responses=tuple(intake.responses) if accepted else (),
        prose=read.prose,
        repairs=tuple(read.repairs),
        messages=tuple(read.messages),
        touched=tuple(intake.touched),
    )


@dataclass(slots=True)
class _Intake:
    """One payload on its way in; `state` is the copy that becomes the session's when all is well.

    `refused` are the kinds of messages that were left out whole, "" where the kind is not known; with `broken` the
    state holds stand-ins for components that failed their check.
    """

    state: Surfaces
    batch: int
    owner: str
    purpose: Purpose
    diagnostics: list[Diagnostic]
    touched: dict[str, str] = field(default_factory=dict)
    created: set[str] = field(default_factory=set)
    refused: set[str] = field(default_factory=set)
    broken: bool = False
    responses: list[dict[str, Any]] = field(default_factory=list)

    def take(self, message: Json, index: int) -> None:
        """Check one message by its own version, then try it out on the state unless it is refused whole."""
        version, found = schema.version_of(message, index)
        self.diagnostics += found
        if version is None or not isinstance(message, dict):
            self.refused |= set(message) if isinstance(message, dict) else {""}
            return
        sent = message
        if version == "v1.0":
            message = self._normalised(message, index)
        faults = schema.check_message(message, index, version, self._catalog(message, version))
        self.diagnostics += faults if message is sent else [_as_sent(fault, sent, index) for fault in faults]
        broken = None if _unread(faults) else _broken_components(faults)
        if broken is None:
            self.refused |= set(message)
            return
        self.broken = self.broken or bool(broken)
        self.refused |= {""} if _nameless(message, broken) else set()
        for operation in operations_of(message, index, version, batch=self.batch, invalid=broken):
            self._apply(operation)

    def _normalised(self, message: dict[str, Json], index: int) -> dict[str, Json]:
        normalised = v10.normalise(message)
        if normalised.places:
            count = len(normalised.places)
            self.diagnostics.append(
                Diagnostic(
                    severity="info",
                    code="draft_form",
                    message=f"{count} place{'s' * (count > 1)} in this message {'is' if count == 1 else 'are'} "
                    "written as in an earlier draft of v1.0.",
                    hint=_present_form(normalised.places[0]),
                    pointer=f"/{index}{normalised.places[0]}",
                    expected="@path, @call",
                )
            )
        return normalised.message

    def _catalog(self, message: dict[str, Json], version: Version) -> Catalog | None:
        """The catalog the message names or its surface uses; one that is not known is the schema check's to report."""
        body = next((value for key, value in message.items() if key != "version" and isinstance(value, dict)), {})
        named = body.get("catalogId")
        surface = self.state.get(str(body.get("surfaceId")))
        catalog_id = named if isinstance(named, str) else surface.catalog_id if surface else None
        return catalog_for(version, catalog_id)

    def _apply(self, operation: Operation) -> None:
        if isinstance(operation, CallRendererFunction):
            self.responses.append(_function_refusal(operation))
            return
        if self._is_full(operation):
            message = f"A session holds {MAX_SURFACES:,} surfaces, as many as it may"
            self._report("limit_reached", message, "Delete surfaces that are no longer shown.", operation)
            self.refused.add("")
            return
        try:
            self.state = self.state.apply(operation, self.owner)
        except Refusal as refusal:
            self._report(refusal.code, refusal.message, refusal.hint, operation, place=refusal.place)
            self.refused.add("")
            return
        if isinstance(operation, DeleteSurface):
            # What is sent for it from here on is judged anew, where it stands.
            self.touched.pop(operation.surface_id, None)
            self.created.discard(operation.surface_id)
            return
        if isinstance(operation, CreateSurface):
            self.created.add(operation.surface_id)
        self.touched.setdefault(operation.surface_id, operation.pointer)

    def _is_full(self, operation: Operation) -> bool:
        """Whether there is no room for the surface that the operation would begin."""
        live, waiting, name = self.state.live, self.state.waiting, operation.surface_id
        begins = not isinstance(operation, DeleteSurface) and name not in live and name not in waiting
        return begins and len(live) + len(waiting) >= MAX_SURFACES

    def _report(self, code: str, message: str, hint: str, operation: Operation, *, place: str = "") -> None:
        self.diagnostics.append(
            Diagnostic(
                severity="error",
                code=code,
                message=sentence(message),
                hint=hint,
                pointer=operation.pointer + place,
                surface_id=operation.surface_id,
            )
        )

    def finish(self) -> None:
        """Judge the surfaces as they would become."""
        self.state = self.state.with_initial_values()
        partial, broken = bool(self.refused), self.broken
        for surface_id, place in self.touched.items():
            surface = self.state.live.get(surface_id) or self.state.waiting.get(surface_id)
            if surface is None:
                continue
            waiting = surface_id in self.state.waiting and surface.version != "v0.8"
            if waiting and "createSurface" not in self.refused:
                self.diagnostics.append(self._not_created(surface, place))
            complete = self.purpose != "session" and (surface_id in self.created or surface.version == "v0.8")
            self.diagnostics += structure.check_surface(
                surface, batch=self.batch, complete=complete, partial=partial, broken=broken
            )

    def _not_created(self, surface: Surface, place: str) -> Diagnostic:
        near = hints.nearest(surface.surface_id, self.state.live)
        meant = f" Did you mean {near!r}?" if near else ""
        return Diagnostic(
            severity="error" if self.purpose == "session" else "warning",
            code="unknown_surface",
            message=f"Surface {surface.surface_id!r} has not been created.",
            hint=f"Send createSurface for it first, or use the surfaceId of a surface that exists.{meant}",
            pointer=f"{place}/surfaceId",
            surface_id=surface.surface_id,
        )


def _present_form(place: str) -> str:
    """How the present draft has what an earlier one wrote at `place`."""
    if place.endswith("/event"):
        return "Leave out displayName, wantResponse and responsePath; they came to nothing."
    if place in ("/callFunction", "/actionResponse"):
        return "Write callRendererFunction or agentFunctionResponse, with functionCallId inside."
    if place.endswith("/surfaceProperties"):
        return "Leave it out."
    return (
        'Write bindings as {"@path": "…"} and calls as {"@call": "…"}; only templates in "children" keep plain "path".'
    )


def _as_sent(fault: Diagnostic, message: Json, index: int) -> Diagnostic:
    prefix = f"/{index}"
    return replace(fault, pointer=prefix + v10.as_sent(fault.pointer.removeprefix(prefix), message))


def _broken_components(faults: Iterable[Diagnostic]) -> frozenset[int] | None:
    """The indices of components with errors; None when the message itself is at fault."""
    broken: set[int] = set()
    for fault in faults:
        if fault.severity != "error":
            continue
        match = _COMPONENT_INDEX.match(fault.pointer)
        if match is None:
            return None
        broken.add(int(match[1]))
    return frozenset(broken)


def _unread(faults: list[Diagnostic]) -> bool:
    """Whether the message lies too deep for its check to have looked at anything else."""
    return any(fault.code == "limit_reached" and fault.expected == schema.DEPTH_ALLOWED for fault in faults)


def _nameless(message: dict[str, Json], broken: frozenset[int]) -> bool:
    """Whether a broken component has no id, so that nothing can stand in for it."""
    listed = (body.get("components") for body in message.values() if isinstance(body, dict))
    entries = next((components for components in listed if isinstance(components, list)), [])
    faulty = [entry for index, entry in enumerate(entries) if index in broken]
    return any(not isinstance(entry, dict) or not isinstance(entry.get("id"), str) for entry in faulty)


def _function_refusal(operation: CallRendererFunction) -> dict[str, Any]:
    """The answer to an agent's function call: the basic catalog lets no agent call its functions (allowedCallers)."""
    error = {
        "code": "INVALID_FUNCTION_CALL",
        "message": f"The function {operation.function!r} is not for agents to call.",
    }
    return {"version": "v1.0", "rendererFunctionResponse": {"functionCallId": operation.call_id, "error": error}}


def _document_order(diagnostic: Diagnostic) -> tuple[tuple[int, str], ...]:
    """Pointers compared piece by piece, numbers as numbers."""
    pieces = diagnostic.pointer.split("/")[1:]
    return tuple((int(piece), "") if index_of(piece) is not None else (-1, piece) for piece in pieces)
