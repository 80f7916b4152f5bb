"""What follows from something that happened in the page: data written, tabs and modals switched, events made.

Pure: each step takes the state so far and gives the next one, so an act that fails half-way leaves nothing behind.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from renderer import view
from renderer.picture import Happened
from ui_server import pointer
from ui_server.errors import NotOperable
from ui_server.events import Change, LocalCall, action_message, local_call, refusal, same
from ui_server.expressions import Json
from ui_server.functions import Functions, Unevaluable
from ui_server.resolve import Origin, binding_of
from ui_server.screen import Scene
from ui_server.surface import LocalState, Surface, Version
from ui_server.surfaces import Surfaces
from ui_server.values import typed

FunctionsOf = Callable[[Version], Functions]


@dataclass(frozen=True, slots=True)
class Consequence:
    """Where an act has led so far."""

    surfaces: Surfaces
    surface_id: str | None = None
    element_id: str | None = None
    row: str | None = None
    message: dict[str, Any] | None = None
    changes: tuple[Change, ...] = ()
    local: LocalCall | None = None
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Deed:
    """One happening with all that is known of its element."""

    state: Consequence
    happened: Happened
    scene: Scene
    node: view.Node
    origin: Origin
    surface: Surface
    functions: Functions
    now: dt.datetime

    @property
    def suffix(self) -> str:
        """What of the element id names a part of the component: an option's value, a tab's index, `close`, `filter`."""
        return self.happened.element_id[len(self.node.key) + 1 :]


def apply(
    state: Consequence, happened: Happened, scene: Scene, functions: FunctionsOf, now: dt.datetime
) -> Consequence:
    """The state after `happened`; raises NotOperable when an event's context cannot be computed."""
    node = scene.node_of(happened.element_id)
    origin = scene.origins.get(node.key) if node else None
    surface = state.surfaces.get(node.surface_id) if node else None
    if node is None or origin is None or surface is None:
        return state
    deed = _Deed(state, happened, scene, node, origin, surface, functions(surface.version), now)
    state = replace(state, surface_id=node.surface_id, element_id=state.element_id or happened.element_id, row=node.row)
    deed = replace(deed, state=state)
    if happened.kind == "dismiss":
        return _close(deed, node)
    if happened.kind == "change":
        return _change(deed)
    return _press(deed)


# -- presses ---------------------------------------------------------------------------------------------------------


def _press(deed: _Deed) -> Consequence:
    node = deed.node
    match node:
        case view.Tabs() if deed.suffix:
            return _open_tab(deed, int(deed.suffix))
        case view.Modal() if deed.suffix == "close":
            return _close(deed, node)
        case view.Modal():
            return _open(deed, node)
        case view.ChoicePicker() if deed.happened.element_id != node.key:
            return _pick(deed, node, deed.suffix)
        case view.Text():
            url = str(deed.happened.value or "")
            return replace(deed.state, local=LocalCall("openUrl", {"url": url}))
        case view.Button():
            return _press_button(deed, node)
    return deed.state


def _press_button(deed: _Deed, node: view.Button) -> Consequence:
    """Send the button's event or run its local function; a button that triggers a modal opens it as well, once."""
    state = deed.state
    action = deed.origin.component.action
    if action is not None and node.enabled:
        try:
            if action.name is None:
                call = local_call(deed.surface, action, scope=deed.origin.scope, functions=deed.functions)
                refused = refusal(call)
                state = replace(state, local=call, problems=(refused,) if refused else ())
            else:
                problems: list[str] = []
                message = action_message(
                    deed.surface,
                    node.component_id,
                    action,
                    scope=deed.origin.scope,
                    functions=deed.functions,
                    now=deed.now,
                    problems=problems,
                )
                state = replace(state, message=message, problems=tuple(problems))
        except (Unevaluable, pointer.PointerError) as fault:
            raise NotOperable(fault.message, code=fault.code, element_id=node.key, hint=fault.hint) from fault
    modal = _modal_around(deed.scene, node)
    return _open(replace(deed, state=state), modal) if modal else state


def _modal_around(scene: Scene, trigger: view.Node) -> view.Modal | None:
    for node in scene.nodes.values():
        if isinstance(node, view.Modal) and any(inside is trigger for inside in view.walk(node.trigger)):
            return node
    return None


def _open_tab(deed: _Deed, index: int) -> Consequence:
    local = deed.surface.local
    return _with_local(deed, replace(local, open_tabs={**local.open_tabs, deed.origin.local_key: index}))


def _open(deed: _Deed, modal: view.Modal) -> Consequence:
    local, key = deed.surface.local, deed.scene.origins[modal.key].local_key
    if key in local.open_modals:
        return deed.state
    return _with_local(deed, replace(local, open_modals=(*local.open_modals, key)))


def _close(deed: _Deed, modal: view.Node) -> Consequence:
    """Close `modal` and those that lie open inside it."""
    local, origins = deed.surface.local, deed.scene.origins
    closed = {origins[node.key].local_key for node in view.walk(modal) if isinstance(node, view.Modal)}
    return _with_local(deed, replace(local, open_modals=tuple(key for key in local.open_modals if key not in closed)))


def _with_local(deed: _Deed, local: LocalState) -> Consequence:
    surface = replace(deed.surface, local=local)
    return replace(deed.state, surfaces=deed.state.surfaces.with_surface(surface))


# -- changed values --------------------------------------------------------------------------------------------------


def _change(deed: _Deed) -> Consequence:
    node, value = deed.node, deed.happened.value
    if isinstance(node, view.ChoicePicker):
        if deed.suffix == "filter" and node.filterable:
            local = deed.surface.local
            return _with_local(deed, replace(local, filters={**local.filters, deed.origin.local_key: str(value)}))
        if deed.suffix or deed.happened.element_id != node.key:
            return _pick(deed, node, deed.suffix, value is True)
        return _write(deed, [option.value for option in node.options if option.value == value])
    return _write(deed, typed(node, value))


def _pick(deed: _Deed, node: view.ChoicePicker, option: str, on: bool | None = None) -> Consequence:
    """The selection after one option was pressed; always a list, in the order of the options (spec, ChoicePicker)."""
    chosen = [each.value for each in node.options if each.selected]
    on = option not in chosen if on is None else on
    if not node.multiple:
        return _write(deed, [option]) if on else deed.state
    if on and node.most is not None and len(chosen) >= node.most and option not in chosen:
        raise too_many(node, deed.happened.element_id)
    wanted = {*chosen, option} if on else {*chosen} - {option}
    return _write(deed, [each.value for each in node.options if each.value in wanted])


def too_many(node: view.ChoicePicker, element_id: str) -> NotOperable:
    """The refusal of one more option when as many are chosen as may be."""
    return NotOperable(
        f"At most {node.most} options can be chosen.",
        code="too_many",
        element_id=element_id,
        hint="Switch another option off first.",
    )


def _write(deed: _Deed, value: Json) -> Consequence:
    """Write to the binding, or keep the value with the surface where nothing is bound. The same value is no change."""
    tokens = binding_of(deed.origin.component, deed.origin.scope)
    surface, key = deed.surface, deed.origin.local_key
    if tokens is None:
        old = surface.local.values.get(key, _shown(deed.node))
        surface = replace(surface, local=replace(surface.local, values={**surface.local.values, key: value}))
    else:
        found = surface.read(tokens)
        old = None if isinstance(found, pointer.Missing) else found
        try:
            surface = surface.with_value(tokens, value)
        except pointer.PointerError as fault:
            raise NotOperable(fault.message, code=fault.code, element_id=deed.node.key, hint=fault.hint) from fault
    if same(old, value):
        return deed.state
    path = None if tokens is None else pointer.join(tokens)
    change = Change(surface.surface_id, deed.node.key, path, old, value)
    return replace(
        deed.state,
        surfaces=deed.state.surfaces.with_surface(surface),
        changes=(*deed.state.changes, change),
    )


def holds(change: Change, surfaces: Surfaces) -> bool:
    """Whether what a person changed is still so: the agent may have written over it, or made the surface anew."""
    surface = surfaces.get(change.surface_id)
    if surface is None:
        return False
    if change.path is None:
        keys = (change.element_id, change.element_id.removeprefix(f"{change.surface_id}/"))
        return any(key in surface.local.values and same(surface.local.values[key], change.new) for key in keys)
    found = surface.read(pointer.parse(change.path))
    return not isinstance(found, pointer.Missing) and same(found, change.new)


def _shown(node: view.Node) -> Json:
    """What an input that is bound to nothing has shown so far."""
    match node:
        case view.TextField() | view.DateTimeInput() | view.Slider():
            return node.value
        case view.CheckBox():
            return node.checked
        case view.ChoicePicker():
            return [option.value for option in node.options if option.selected]
    return None
