"""Mends what has only one reading, on request, in a copy, and says what was done.

Indices stay what they were, so that later diagnostics still point into the messages as they were sent: new components
go to the end of their list.
"""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from typing import Final

from ui_server.catalogs import catalog_for
from ui_server.diagnostics import envelope, names
from ui_server.diagnostics.mending import Mended, mend_component
from ui_server.expressions import Json
from ui_server.surface import Version

_ROUNDS: Final = 3
"""What is mended in one message may tell how to mend an earlier one: the version, for instance."""


@dataclass(frozen=True, slots=True)
class Repair:
    """One thing that was mended: `code` is that of the fault, `pointer` its place in the messages as they were sent."""

    code: str
    pointer: str
    message: str

    def __str__(self) -> str:
        return f"{self.message} ({self.pointer or 'the text'})"


def mend(messages: list[Json]) -> tuple[list[Json], list[Repair]]:
    """The messages with the safe repairs made, and what they were. The given ones are not changed."""
    work = _Work(copy.deepcopy(messages))
    for _ in range(_ROUNDS):
        done = len(work.repairs)
        for index in range(len(work.messages)):
            work.mend_message(index)
        if len(work.repairs) == done:
            break
    return work.messages, work.repairs


@dataclass(slots=True)
class _Work:
    messages: list[Json]
    repairs: list[Repair] = field(default_factory=list)

    def _done(self, code: str, pointer: str, message: str) -> None:
        self.repairs.append(Repair(code, pointer, message))

    def mend_message(self, index: int) -> None:
        self._unquote(index)
        self._wrap(index)
        self._state_version(index)
        message = self.messages[index]
        version, faults = envelope.version_of(message, index)
        if version is None or faults or not isinstance(message, dict):
            return
        for kind in ("surfaceUpdate", "updateComponents", "createSurface"):
            body = message.get(kind)
            if isinstance(body, dict) and "components" in body:
                self._mend_components(body, f"/{index}/{kind}/components", version)

    def _unquote(self, index: int) -> None:
        """A message that is the text of its JSON."""
        message = self.messages[index]
        if not isinstance(message, str):
            return
        try:
            inner = json.loads(message)
        except ValueError:
            return
        if isinstance(inner, dict):
            self.messages[index] = inner
            self._done("not_an_object", f"/{index}", "read the JSON inside a text")

    def _wrap(self, index: int) -> None:
        """The body of a message without the message around it."""
        message = self.messages[index]
        if not isinstance(message, dict) or any(key in names.COUNTERPARTS for key in message):
            return
        version = self._stated_version()
        kind = envelope.bare_body(message, version) if version and "surfaceId" in message else None
        if version is None or kind is None:
            return
        body = {key: value for key, value in message.items() if key != "version"}
        outside: dict[str, Json] = {} if version == "v0.8" else {"version": message.get("version", version)}
        self.messages[index] = {**outside, kind: body}
        self._done("missing_envelope", f"/{index}", f"put the body into {kind}")

    def _stated_version(self) -> Version | None:
        """The one version that the messages state, None when they state several or none."""
        found = {
            version
            for index, message in enumerate(self.messages)
            if isinstance(message, dict) and any(key in names.COUNTERPARTS for key in message)
            for version, faults in (envelope.version_of(message, index),)
            if version is not None and not faults
        }
        return found.pop() if len(found) == 1 else None

    def _state_version(self, index: int) -> None:
        """A version left out where all others agree, or one written without its v or as a number."""
        message = self.messages[index]
        if not isinstance(message, dict):
            return
        version, faults = envelope.version_of(message, index)
        codes = {fault.code for fault in faults}
        if version is None or version == "v0.8":
            return
        if codes == {"missing_version"} and self._stated_version() == version:
            self.messages[index] = {"version": version, **message}
            self._done("missing_version", f"/{index}", f'added "version": "{version}"')
        elif codes == {"unknown_version"} and envelope.meant_version(message["version"]) == version:
            message["version"] = version
            self._done("unknown_version", f"/{index}/version", f'wrote "version": "{version}"')

    def _mend_components(self, body: dict[str, Json], place: str, version: Version) -> None:
        components = body["components"]
        if isinstance(components, str) and isinstance(inner := _inner_list(components), list):
            body["components"] = components = inner
            self._done("wrong_type", place, "read the JSON inside a text")
        if isinstance(components, dict):
            listed = _as_list(components)
            if listed is None:
                return
            body["components"] = components = listed
            self._done("wrong_type", place, "made a list of the components")
        if not isinstance(components, list):
            return
        catalog = catalog_for(version, self._catalog_id(body.get("surfaceId")))
        if catalog is None:
            return
        ids = {str(entry.get("id")) for entry in components if isinstance(entry, dict)}
        for index in range(len(components)):
            entry = components[index]
            if isinstance(entry, dict):
                mended = Mended(catalog, version, ids)
                components[index] = mend_component(entry, mended)
                components.extend(mended.added)
                self.repairs += [Repair(code, f"{place}/{index}{at}", what) for code, at, what in mended.done]

    def _catalog_id(self, surface_id: Json) -> str | None:
        for message in self.messages:
            for kind in ("createSurface", "beginRendering"):
                body = message.get(kind) if isinstance(message, dict) else None
                if isinstance(body, dict) and body.get("surfaceId") == surface_id:
                    given = body.get("catalogId")
                    return given if isinstance(given, str) else None
        return None


def _inner_list(text: str) -> Json:
    try:
        inner: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return inner


def _as_list(components: dict[str, Json]) -> list[Json] | None:
    """One component, or components under their ids, as a list."""
    if "component" in components:
        return [components]
    if components and all(isinstance(entry, dict) and "component" in entry for entry in components.values()):
        return [{"id": name, **entry} for name, entry in components.items() if isinstance(entry, dict)]
    return None
