"""All surfaces of a session, and what each operation does to them.

`Surfaces` is a value: `apply` returns a new one or raises `Refusal`, so a refused message leaves nothing behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ui_server import pointer
from ui_server.component import Component
from ui_server.expressions import Initial, Json, bindings
from ui_server.pointer import Tokens
from ui_server.protocol.operations import (
    CreateSurface,
    DeleteData,
    DeleteSurface,
    Operation,
    PutComponents,
    PutData,
)
from ui_server.surface import Surface, Version


class Refusal(Exception):
    """An operation that the state does not allow. `code` is a diagnostic code; `place` is relative to the operation."""

    owner = "agent"

    def __init__(self, code: str, message: str, hint: str, place: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.place = place


@dataclass(frozen=True, slots=True)
class Surfaces:
    """`live` holds the created surfaces, `waiting` what came before its surface was created."""

    live: Mapping[str, Surface] = field(default_factory=dict)
    waiting: Mapping[str, Surface] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Surface]:
        return iter(self.live.values())

    def get(self, surface_id: str) -> Surface | None:
        return self.live.get(surface_id)

    def with_surface(self, surface: Surface) -> Surfaces:
        return replace(self, live={**self.live, surface.surface_id: surface})

    def apply(self, operation: Operation, owner: str) -> Surfaces:
        """The surfaces after `operation` by the agent `owner`; raises Refusal and changes nothing otherwise."""
        existing = self.live.get(operation.surface_id) or self.waiting.get(operation.surface_id)
        if existing is not None:
            _check_access(existing, operation, owner)
        match operation:
            case CreateSurface():
                return self._create(operation, existing, owner)
            case PutComponents(components=components):
                surface = existing or _new(operation, owner)
                return self._keep(surface.with_components({component.id: component for component in components}))
            case PutData(path=path, value=value):
                return self._keep(_write(existing or _new(operation, owner), path, value))
            case DeleteData(path=path):
                return self._keep(_delete(existing or _new(operation, owner), path))
            case DeleteSurface():
                return self._delete(operation)
        return self

    def _keep(self, surface: Surface) -> Surfaces:
        if surface.surface_id in self.live:
            return self.with_surface(surface)
        return replace(self, waiting={**self.waiting, surface.surface_id: surface})

    def _create(self, operation: CreateSurface, existing: Surface | None, owner: str) -> Surfaces:
        surface_id = operation.surface_id
        if surface_id in self.live and operation.version != "v0.8":
            raise Refusal(
                "surface_exists",
                f"Surface {surface_id!r} already exists.",
                "To change it send only updateComponents and updateDataModel; to start over send deleteSurface first.",
            )
        surface = replace(
            existing or _new(operation, owner),
            version=operation.version,
            root=operation.root,
            catalog_id=operation.catalog_id,
            theme=operation.theme,
            send_data_model=operation.send_data_model,
        )
        if operation.data is not None:
            surface = replace(surface, data=operation.data)
        waiting = {key: value for key, value in self.waiting.items() if key != surface_id}
        return Surfaces({**self.live, surface_id: surface}, waiting)

    def _delete(self, operation: DeleteSurface) -> Surfaces:
        known = {key: value for key, value in self.live.items() if key != operation.surface_id}
        waiting = {key: value for key, value in self.waiting.items() if key != operation.surface_id}
        return Surfaces(known, waiting)

    def with_initial_values(self) -> Surfaces:
        """v0.8: each path that came with a literal and still holds nothing gets that literal (BoundValue)."""
        changed = {key: _initialise(surface) for key, surface in self.live.items() if surface.version == "v0.8"}
        return replace(self, live={**self.live, **changed}) if changed else self


def same_protocol(one: Version, other: Version) -> bool:
    """v0.9 and v0.9.1 are one protocol; all others stand alone."""
    return one == other or {one, other} == {"v0.9", "v0.9.1"}


def _check_access(surface: Surface, operation: Operation, owner: str) -> None:
    if surface.owner != owner:
        raise Refusal(
            "not_owner",
            f"Surface {surface.surface_id!r} belongs to another agent.",
            "An agent may change only the surfaces it made; use a surfaceId of your own.",
            "/surfaceId",
        )
    if not same_protocol(surface.version, operation.version):
        raise Refusal(
            "version_mismatch",
            f"Surface {surface.surface_id!r} speaks {surface.version}, this message {operation.version}.",
            f'Add "version": "{surface.version}": all messages of one surface are of one version.'
            if operation.version == "v0.8"
            else f"Send all messages of one surface in one version: {surface.version}.",
        )


def _new(operation: Operation, owner: str) -> Surface:
    return Surface(surface_id=operation.surface_id, version=operation.version, root=None, owner=owner)


def _write(surface: Surface, path: str, value: Json) -> Surface:
    try:
        return surface.with_value(pointer.parse(path), value)
    except pointer.PointerError as fault:
        raise Refusal(fault.code, fault.message, fault.hint, "/path") from fault


def _delete(surface: Surface, path: str) -> Surface:
    try:
        return surface.without_value(pointer.parse(path))
    except pointer.PointerError as fault:
        raise Refusal(fault.code, fault.message, fault.hint, "/path") from fault


def _initialise(surface: Surface) -> Surface:
    initials = [*_initials(surface)]
    for initial, base in initials:
        try:
            tokens = pointer.resolve(initial.path, base)
            if isinstance(surface.read(tokens), pointer.Missing):
                surface = surface.with_value(tokens, initial.value)
        except pointer.PointerError:
            continue  # no pointer, or something that is no container stands in the way: the literal is only shown
    return surface


def _initials(surface: Surface) -> Iterator[tuple[Initial, Tokens]]:
    """Each path with a literal and the row it is relative to; absolute ones wherever they stand."""
    written = {component.id: [*_initials_of(component)] for component in surface.components.values()}
    for initials in written.values():
        yield from ((initial, ()) for initial in initials if initial.path.startswith("/"))
    if any(not initial.path.startswith("/") for initials in written.values() for initial in initials):
        for component, base in surface.placements():
            yield from ((initial, base) for initial in written[component.id] if not initial.path.startswith("/"))


def _initials_of(component: Component) -> Iterator[Initial]:
    for _, expression in component.expressions():
        yield from (found for found in bindings(expression) if isinstance(found, Initial))
