"""What the agent hears: the event in the wire form of the surface's version, and what changed since the last one."""

from __future__ import annotations

import copy
import datetime as dt
import urllib.parse
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from renderer.markdown import LINK_SCHEMES
from ui_server.component import Action
from ui_server.evaluate import Evaluator, Scope
from ui_server.expressions import Call, Expression, Json, Unevaluable
from ui_server.functions import Functions, to_text
from ui_server.pointer import PointerError
from ui_server.surface import Surface


@dataclass(frozen=True, slots=True)
class Change:
    """One value a person changed. `path` is None for an input that is bound to nothing and only keeps a local value."""

    surface_id: str
    element_id: str
    path: str | None
    old: Json
    new: Json

    def to_json(self) -> dict[str, Any]:
        return {
            "path": self.path,
            "old": self.old,
            "new": self.new,
            "element_id": self.element_id,
            "surface_id": self.surface_id,
        }


@dataclass(frozen=True, slots=True)
class LocalCall:
    """A function that ran in the client instead of an event; `openUrl` is recorded and never followed."""

    function: str
    args: dict[str, Json] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        return {"function": self.function, "args": self.args}


@dataclass(frozen=True, slots=True)
class Event:
    """What one act led to. `message` is the wire form for the agent, None when the act sends nothing.

    `changes` are those of the act itself; with a message, all since the last message of that surface's owner.
    `metadata` is what `sendDataModel` asks for: `{"a2uiClientDataModel": …}`; `problems` are the entries of the context
    that could not be computed.
    """

    surface_id: str | None
    element_id: str | None
    row: str | None = None
    message: dict[str, Any] | None = None
    changes: tuple[Change, ...] = ()
    local: LocalCall | None = None
    metadata: dict[str, Any] | None = None
    problems: tuple[str, ...] = ()
    owner: str = "agent"

    def to_json(self) -> dict[str, Any]:
        """The event as `docs/screen-report.md` describes it."""
        return {
            "event": self.message,
            "surface_id": self.surface_id,
            "element_id": self.element_id,
            "row": self.row,
            "changes": [change.to_json() for change in self.changes],
            "local": self.local.to_json() if self.local else None,
            "metadata": self.metadata,
            "problems": list(self.problems),
        }


def action_message(
    surface: Surface,
    component_id: str,
    action: Action,
    *,
    scope: Scope,
    functions: Functions,
    now: dt.datetime,
    problems: list[str] | None = None,
) -> dict[str, Any]:
    """The action in the wire form of the surface's version, every binding resolved in the row's scope.

    An entry that cannot be computed is null, and `problems` is told why: a press is never lost.
    """
    evaluator = Evaluator(surface.data, functions)
    notes = problems if problems is not None else []
    body: dict[str, Any] = {
        "name": action.name,
        "surfaceId": surface.surface_id,
        "sourceComponentId": component_id,
        "timestamp": timestamp(now),
        "context": _context(action.context, evaluator, scope, notes),
    }
    if action.user_message is not None:
        shown = _context({"userMessage": action.user_message}, evaluator, scope, notes)
        body["userMessage"] = to_text(shown.get("userMessage"))
    return {"userAction": body} if surface.version == "v0.8" else {"version": surface.version, "action": body}


def _context(
    entries: Mapping[str, Expression], evaluator: Evaluator, scope: Scope, problems: list[str]
) -> dict[str, Json]:
    """Each entry's value; an entry bound to nothing is left out, as the official renderer leaves out undefined."""
    values: dict[str, Json] = {}
    for name, entry in entries.items():
        try:
            values |= evaluator.fields({name: entry}, scope)
        except (Unevaluable, PointerError) as fault:
            values[name] = None
            problems.append(f"{name}: {fault.message}")
        problems += [f"{name}: {fault.message}" for fault in evaluator.faults()]
    return copy.deepcopy(values)


def local_call(surface: Surface, action: Action, *, scope: Scope, functions: Functions) -> LocalCall:
    """The local function of `action` with its arguments evaluated; raises Unevaluable and PointerError."""
    if not isinstance(action.call, Call):
        return LocalCall("")
    evaluator = Evaluator(surface.data, functions)
    return LocalCall(action.call.name, copy.deepcopy(evaluator.fields(action.call.args, scope)))


def refusal(call: LocalCall) -> str | None:
    """Why a client would not run `call`: `openUrl` takes a few schemes only (renderer guide), and an address."""
    if call.function != "openUrl":
        return None
    url = to_text(call.args.get("url")).strip()
    if not url:
        return "url: there is no address to open."
    if urllib.parse.urlsplit(url).scheme in LINK_SCHEMES:
        return None
    return f"url: {url[:60]!r} is not opened; allowed are {', '.join(sorted(LINK_SCHEMES))}."


def data_model(surfaces: Iterable[Surface], surface: Surface) -> dict[str, Any] | None:
    """The metadata `sendDataModel` asks for: the models of all surfaces of the same agent that have the flag.

    No other agent's surface is ever in it. None when no surface asks.
    """
    asked = [each for each in surfaces if each.send_data_model and each.owner == surface.owner]
    if not asked:
        return None
    models = {each.surface_id: copy.deepcopy(each.data) for each in asked}
    return {"a2uiClientDataModel": {"version": surface.version, "surfaces": models}}


def timestamp(now: dt.datetime) -> str:
    return now.astimezone(dt.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def joined(changes: Iterable[Change]) -> tuple[Change, ...]:
    """One change per place: the first old value and the last new one; what came back to its old value is left out."""
    latest: dict[tuple[str, str | None, str], Change] = {}
    for change in changes:
        key = (change.surface_id, change.path, "" if change.path else change.element_id)
        first = latest.get(key)
        latest[key] = replace(change, old=first.old) if first else change
    return tuple(change for change in latest.values() if not same(change.old, change.new))


def same(old: Json, new: Json) -> bool:
    """Equal and of one type: to JSON, true is not 1."""
    return old == new and type(old) is type(new)
