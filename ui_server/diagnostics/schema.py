"""Whether a message fits the schemas of its version and catalog, and if not, every place where it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ui_server.catalog import Catalog
from ui_server.catalogs import BASIC_IDS, basic_catalog, family
from ui_server.diagnostics import envelope, hints, names
from ui_server.diagnostics.components import check_components
from ui_server.diagnostics.contents import check_contents, entries_of
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.envelope import version_of as version_of
from ui_server.diagnostics.explain import explain
from ui_server.diagnostics.kinds import special_kinds
from ui_server.diagnostics.place import Place, Subject, fragment, quote
from ui_server.diagnostics.written import check_written
from ui_server.expressions import Json
from ui_server.surface import Version

MAX_DEPTH: Final = 50
"""How many objects and lists may lie inside each other in one message, as in a2ui-core."""
DEPTH_ALLOWED: Final = f"at most {MAX_DEPTH}"
"""What the one fault of a message that lies too deep expects."""
_HOLDING: Final = frozenset({"surfaceUpdate", "updateComponents", "createSurface"})
_CREATING: Final = frozenset({"beginRendering", "createSurface"})
_FOREIGN: Final = {
    ("v1.0", "createSurface", "theme"): ("v0.9", "Leave it out: v1.0 has no theme."),
    ("v0.9", "createSurface", "components"): ("v1.0", "Send them in a message updateComponents."),
    ("v0.9", "createSurface", "dataModel"): ("v1.0", "Send it in a message updateDataModel, under value."),
    ("v0.9", "createSurface", "root"): ("v0.8", 'Leave it out: drawing starts at the component "root".'),
    ("v1.0", "createSurface", "root"): ("v0.8", 'Leave it out: drawing starts at the component "root".'),
    ("v0.9", "createSurface", "styles"): ("v0.8", 'Write "theme".'),
    ("v1.0", "createSurface", "styles"): ("v0.8", "Leave it out: v1.0 has no theme."),
    ("v0.8", "beginRendering", "theme"): ("v0.9", 'Write "styles".'),
    ("v0.8", "beginRendering", "sendDataModel"): ("v0.9", "Put the values into the context of the action."),
    ("v0.9", "updateDataModel", "contents"): ("v0.8", 'Write plain JSON under "value".'),
    ("v1.0", "updateDataModel", "contents"): ("v0.8", 'Write plain JSON under "value".'),
    ("v0.8", "dataModelUpdate", "value"): ("v0.9", 'Write a list of typed entries under "contents".'),
}


def check_message(
    message: Json, index: int, version: Version, catalog: Catalog | None, *, pointer_prefix: str = ""
) -> list[Diagnostic]:
    """Everything that is wrong with the message at `index` of its list, in the order of the document.

    v1.0 messages are expected in the `@path`/`@call` spelling. `catalog` is that of the surface, None when unknown:
    then components are checked for their id and type alone. Draft and version faults are `version_of`'s.
    """
    place = Place(f"{pointer_prefix}/{index}", "")
    if not isinstance(message, dict):
        return [*envelope.version_of(message, index)[1]]
    if (deep := _too_deep(message, place)) is not None:
        return [deep]
    kinds = [key for key in message if key in names.KINDS_OF_MESSAGE[family(version)]]
    if not kinds:
        return list(envelope.unknown_kinds(message, index, version))
    found = [*_extra_keys(message, kinds, index, place, version)]
    for kind in kinds:
        found += check_body(kind, message[kind], place / kind, version, catalog)
    return found


def _extra_keys(
    message: dict[str, Json], kinds: list[str], index: int, place: Place, version: Version
) -> Iterator[Diagnostic]:
    if len(kinds) > 1:
        first, second = kinds[0], kinds[1]
        yield envelope.fault(
            "two_messages",
            place.pointer,
            f"Message {index} holds both {first} and {second}",
            f"Make two messages of it, {_earlier(first, second)} first.",
            expected="one kind of message",
            got=", ".join(kinds),
        )
    for key in message:
        if key in names.CLIENT_MESSAGES:
            what = f"Message {index} also holds {quote(key)}, which only a client sends"
            yield envelope.fault("wrong_direction", f"{place.pointer}/{key}", what, "Leave it out.", got=key)
        elif key not in kinds and not (key == "version" and version != "v0.8"):
            at = place / key
            near = hints.nearest(key, names.KINDS_OF_MESSAGE[family(version)])
            hint = (
                f"Did you mean {near}? One object holds one message." if near and near not in kinds else "Leave it out."
            )
            yield envelope.fault("unknown_property", at.pointer, f"A message has no key {quote(key)}", hint, got=key)


def _earlier(first: str, second: str) -> str:
    return second if second in _CREATING else first


def check_body(kind: str, body: Json, place: Place, version: Version, catalog: Catalog | None) -> Iterator[Diagnostic]:
    """What is wrong inside one kind of message."""
    given = body.get("surfaceId") if isinstance(body, dict) else None
    subject = Subject(
        catalog=catalog or basic_catalog(family(version)),
        version=version,
        special=special_kinds(version),
        surface_id=given if isinstance(given, str) else None,
    )
    place, schema = Place(place.pointer, kind), envelope.bodies(family(version))[kind]
    if not isinstance(body, dict):
        yield from explain(body, schema, place, subject)
        return
    foreign = [*_foreign(kind, body, place, subject)]
    yield from foreign
    handled = {fault.got for fault in foreign}
    contents = body.get("contents")
    if kind == "dataModelUpdate" and isinstance(contents, dict):
        what = f"{kind}.contents is plain JSON; v0.8 writes a list of entries with a key and a typed value"
        hint = f"Write {fragment(entries_of(contents)) or 'a list of entries with key and valueString'}."
        yield subject.fault("wrong_type", place / "contents", what, hint, expected="a list", got=quote(contents))
        body = {**body, "contents": []}
    yield from explain({key: value for key, value in body.items() if key not in handled}, schema, place, subject)
    yield from _inside(kind, body, place, subject, catalog)


def _inside(
    kind: str, body: dict[str, Json], place: Place, subject: Subject, catalog: Catalog | None
) -> Iterator[Diagnostic]:
    """What the schema of the envelope leaves open: ids, look, catalog, components, data."""
    if body.get("surfaceId") == "":
        at = place / "surfaceId"
        yield subject.fault("out_of_range", at, f"{kind}.surfaceId is empty", "Give the surface a name.")
    if kind in _CREATING:
        yield from _catalog_id(body, place, subject, catalog)
        look = body.get("styles" if subject.version == "v0.8" else "theme")
        if catalog is not None and catalog.theme is not None and isinstance(look, dict):
            name = "styles" if subject.version == "v0.8" else "theme"
            yield from explain(look, catalog.theme, place / name, subject)
    components, contents = body.get("components"), body.get("contents")
    if kind in _HOLDING and isinstance(components, list):
        yield from check_components(components, place / "components", subject, catalog)
    if kind == "updateDataModel" or (kind == "createSurface" and "dataModel" in body):
        yield from check_written(kind, body, place, subject)
    if kind == "dataModelUpdate" and isinstance(contents, list):
        yield from check_contents(contents, place / "contents", subject)


def _foreign(kind: str, body: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """Properties that only another version's message of this kind has."""
    for key in body:
        found = _FOREIGN.get((family(subject.version), kind, key))
        if found is not None:
            origin, hint = found
            what = f"{kind}.{key} belongs to {origin}; {subject.version} does not have it"
            yield subject.fault("mixed_versions", place / key, what, hint, got=key)


def _catalog_id(body: dict[str, Json], place: Place, subject: Subject, catalog: Catalog | None) -> Iterator[Diagnostic]:
    given = body.get("catalogId")
    if catalog is None and isinstance(given, str):
        yield subject.fault(
            "unknown_catalog",
            place / "catalogId",
            f"The catalog {quote(given)} is not known here",
            hints.unknown_catalog(given, subject.version),
            expected=BASIC_IDS[family(subject.version)][0],
            got=given,
        )


def _too_deep(message: Json, place: Place) -> Diagnostic | None:
    """The first place that lies deeper than allowed: then nothing else of the message is looked at."""
    level: list[Json] = [message]
    for _ in range(MAX_DEPTH):
        level = [entry for value in level for _, entry in _entries(value)]
        if not level:
            return None
    return envelope.fault(
        "limit_reached",
        _deepest(message, place).pointer,
        f"Objects and lists lie more than {MAX_DEPTH} deep inside each other",
        "Flatten the data; refer to components by id.",
        expected=DEPTH_ALLOWED,
    )


def _entries(value: Json) -> list[tuple[str | int, Json]]:
    """What is inside an object or a list and is itself one."""
    if isinstance(value, dict):
        return [(key, entry) for key, entry in value.items() if isinstance(entry, dict | list)]
    if isinstance(value, list):
        return [(index, entry) for index, entry in enumerate(value) if isinstance(entry, dict | list)]
    return []


def _deepest(message: Json, place: Place) -> Place:
    """A few steps of the way down to what lies deepest."""
    level = [(message, place)]
    while inner := [(entry, at / key) for value, at in level for key, entry in _entries(value)]:
        level = inner
    return Place("/".join(level[0][1].pointer.split("/")[:8]), "")
