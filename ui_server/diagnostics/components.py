"""Whether the components of a message fit their types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from ui_server.catalog import Catalog
from ui_server.catalogs import catalog_for
from ui_server.diagnostics import hints
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.diagnostics.explain import explain
from ui_server.diagnostics.place import Place, Subject, fragment, json_type, quote
from ui_server.expressions import Json

MAX_CALLS: Final = 5
"""How many function calls may lie inside each other, as in a2ui-core."""
_BARE_KEYS: Final = {"id", "component"}


def check_components(
    components: list[Json], place: Place, subject: Subject, catalog: Catalog | None
) -> Iterator[Diagnostic]:
    """What is wrong with each component of a message, and with their ids together."""
    first: dict[str, int] = {}
    for index, component in enumerate(components):
        at = place / index
        if not isinstance(component, dict):
            yield _no_object(component, at, subject)
            continue
        own = component.get("id")
        if not _is_sound(component, subject, catalog):
            label = own if isinstance(own, str) and own else f"components[{index}]"
            of_component = replace(subject, component_id=own if isinstance(own, str) else None)
            yield from _component(component, Place(at.pointer, label), of_component, catalog)
        if isinstance(own, str) and own in first:
            yield replace(subject, component_id=own).fault(
                "duplicate_id",
                at / "id",
                f"The id {quote(own)} is used by components[{first[own]}] and components[{index}]",
                "Ids are unique in a surface: rename one, and list both where they belong.",
                got=own,
            )
        elif isinstance(own, str):
            first[own] = index
    yield from _invalid_identifiers(components, place, subject)


def _no_object(component: Json, place: Place, subject: Subject) -> Diagnostic:
    what = f"An entry of components is {json_type(component)}; it must be an object"
    shape: Json = (
        {"id": "…", "component": {"Text": {}}} if subject.version == "v0.8" else {"id": "…", "component": "Text"}
    )
    hint = f"Write {quote(shape)}, or leave the entry out."
    return subject.fault("wrong_type", place, what, hint, expected="an object", got=quote(component))


def _component(
    component: dict[str, Json], place: Place, subject: Subject, catalog: Catalog | None
) -> Iterator[Diagnostic]:
    catalog = _own_catalog(component, subject, catalog)
    subject = subject if catalog is None else replace(subject, catalog=catalog)
    yield from _identity(component, place, subject)
    if subject.version == "v1.0":
        yield from _unknown_catalogs(component, place, subject, subject.catalog.catalog_id)
    if _call_depth(component, subject.call_key) > MAX_CALLS:
        what = f"{place.label} has more than {MAX_CALLS} function calls inside each other"
        yield subject.fault("limit_reached", place, what, "Prepare part of the value in the data.")
    if subject.version == "v0.8":
        yield from _wrapped(component, place, subject, catalog)
    else:
        yield from _flat(component, place, subject, catalog)


def _own_catalog(component: dict[str, Json], subject: Subject, catalog: Catalog | None) -> Catalog | None:
    """v1.0 lets a component name its own catalog."""
    own = component.get("catalogId")
    if subject.version != "v1.0" or not isinstance(own, str):
        return catalog
    if catalog is not None and own == catalog.catalog_id:
        return catalog
    return catalog_for(subject.version, own)


def _unknown_catalogs(value: Json, place: Place, subject: Subject, known: str) -> Iterator[Diagnostic]:
    """Each catalog that a component or a call in it names and that is not there: nothing can be looked up in it."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _unknown_catalogs(item, place / index, subject, known)
    if not isinstance(value, dict):
        return
    own = value.get("catalogId") if "component" in value or subject.call_key in value else None
    if isinstance(own, str) and own != known and (not own or catalog_for(subject.version, own) is None):
        yield subject.fault(
            "unknown_catalog",
            place / "catalogId",
            f"The catalog {quote(own)} is not known here",
            hints.unknown_catalog(own, subject.version),
            got=own,
        )
    for key, entry in value.items():
        if isinstance(entry, list | dict):
            yield from _unknown_catalogs(entry, place / key, subject, known)


def _names_catalog(value: Json) -> bool:
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return (isinstance(value, dict) and "catalogId" in value) or any(
        _names_catalog(entry) for entry in entries if isinstance(entry, list | dict)
    )


def _identity(component: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    own = component.get("id")
    if "id" not in component:
        name = component.get("component")
        of_type = f" ({name})" if isinstance(name, str) else ""
        yield subject.fault(
            "missing_property", place, f"{place.label}{of_type} has no id", 'Add "id": "…".', expected="id"
        )
    elif not isinstance(own, str):
        what = f"The id of {place.label} is {json_type(own)}; it must be a text"
        hint = f'Write "{own}".' if isinstance(own, int | float) and not isinstance(own, bool) else "Write a name."
        yield subject.fault("wrong_type", place / "id", what, hint, expected="a text", got=quote(own))
    elif not own:
        yield subject.fault("out_of_range", place / "id", f"The id of {place.label} is empty", "Give it a name.")


def _invalid_identifiers(components: list[Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """The ids that v1.0 does not allow, told once: whoever writes one so writes all of them so."""
    ids = [(index, component.get("id")) for index, component in enumerate(components) if isinstance(component, dict)]
    odd = [(index, own) for index, own in ids if isinstance(own, str) and own and not own.isidentifier()]
    if subject.version != "v1.0" or not odd:
        return
    index, own = odd[0]
    plain = "".join(character if f"a{character}".isidentifier() else "_" for character in own)
    others = len({name for _, name in odd}) - 1
    which = f"The id {quote(own)} is" if not others else f"The id {quote(own)} and {others} more are"
    yield replace(subject, component_id=own).fault(
        "invalid_identifier",
        place / index / "id",
        f"{which} not valid in v1.0: letters, digits and _ only, no digit first",
        f'Use "{plain if plain.isidentifier() else f"_{plain}"}"{" and the like" if others else ""}.',
        expected="an identifier",
        got=own,
    )


def _flat(component: dict[str, Json], place: Place, subject: Subject, catalog: Catalog | None) -> Iterator[Diagnostic]:
    """A component as v0.9 and v1.0 write it: type and properties side by side."""
    name = component.get("component")
    if not isinstance(name, str):
        yield _no_type(component, place, subject)
    elif catalog is None:
        return
    elif name not in catalog.components:
        yield _unknown_type(name, place / "component", subject, catalog)
    else:
        named = {**component, "id": place.label}
        if not catalog.accepts(name, named):
            yield from _explained(name, named, place, replace(subject, component_type=name))


def _no_type(component: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    name = component.get("component")
    if isinstance(name, dict) and len(name) == 1:
        old = next(iter(name))
        return subject.fault(
            "other_version",
            place / "component",
            f"{place.label} wraps its properties in its type, as in v0.8",
            f'In {subject.version} write "component": "{old}" and its properties beside it.',
            expected="a component type",
            got=quote(name),
        )
    if "component" in component:
        what = f"The type of {place.label} is {json_type(name)}; it must be a text"
        return subject.fault("wrong_type", place / "component", what, 'Write "component": "Text".', got=quote(name))
    kind = next((component[word] for word in ("type", "kind", "componentType") if word in component), None)
    written = kind if isinstance(kind, str) and kind in subject.catalog.components else "Text"
    what = f"{place.label} does not say what component it is"
    return subject.fault("missing_property", place, what, f'Add "component": "{written}".', expected="component")


def _wrapped(
    component: dict[str, Json], place: Place, subject: Subject, catalog: Catalog | None
) -> Iterator[Diagnostic]:
    """A component as v0.8 writes it: its properties under its type, id and weight outside."""
    yield from _outside(component, place, subject)
    body = component.get("component")
    if not isinstance(body, dict) or len(body) != 1:
        yield _unwrapped_type(component, place, subject)
        return
    name, properties = next(iter(body.items()))
    at = place / "component" / name
    if catalog is None:
        return
    if name not in catalog.components:
        yield _unknown_type(name, at, subject, catalog)
    elif not catalog.accepts(name, properties):
        of_type = replace(subject, component_type=name)
        yield from _explained(name, properties, Place(at.pointer, place.label), of_type)


def _outside(component: dict[str, Json], place: Place, subject: Subject) -> Iterator[Diagnostic]:
    for key, value in component.items():
        if key == "weight" and (isinstance(value, bool) or not isinstance(value, int | float)):
            what = f"{place.label}.weight is {json_type(value)}; it must be a number"
            yield subject.fault("wrong_type", place / key, what, "Write a number such as 1.", got=quote(value))
        elif key not in ("id", "weight", "component"):
            hint = f'Put "{key}" inside "component", under the type.'
            yield subject.fault(
                "unknown_property", place / key, f"{place.label} has {quote(key)} outside of its type", hint, got=key
            )


def _unwrapped_type(component: dict[str, Json], place: Place, subject: Subject) -> Diagnostic:
    body = component.get("component")
    if isinstance(body, str):
        shape = fragment({"id": place.label, "component": {body: {}}})
        return subject.fault(
            "other_version",
            place / "component",
            f"{place.label} names its type as in v0.9",
            f"In v0.8 write {shape}, with the properties inside.",
            expected="an object with one type",
            got=quote(body),
        )
    if isinstance(body, dict) and len(body) > 1:
        return subject.fault(
            "exclusive",
            place / "component",
            f"{place.label} has {len(body)} types: {', '.join(body)}",
            "Keep one, or make a component of each.",
            expected="one type",
            got=", ".join(body),
        )
    what = f"{place.label} does not say what component it is"
    at = place / "component" if "component" in component else place
    return subject.fault("missing_property", at, what, 'Write "component": {"Text": {…}}.', expected="component")


def _unknown_type(name: str, place: Place, subject: Subject, catalog: Catalog) -> Diagnostic:
    if name == "Surface":
        hint = 'The surface is there already; its first component has the id "root".'
    else:
        hint = hints.unknown_component(name, catalog)
    return subject.fault(
        "unknown_component",
        place,
        f"{quote(name)} is not a component of the catalog",
        hint,
        expected=hints.listed(catalog.components, name),
        got=name,
    )


def _explained(name: str, value: Json, place: Place, subject: Subject) -> Iterator[Diagnostic]:
    """The faults of a component that its schema refuses; at least one, whatever the schema asks for."""
    found = list(explain(value, subject.catalog.components[name], place, subject))
    if found:
        yield from found
        return
    for path in subject.catalog.misfits(name, value):
        at = place
        for key in path:
            at = at / key
        yield subject.fault(
            "schema_mismatch",
            at,
            f"{at.label} does not fit what the catalog asks of {name}",
            "Compare it with the component's description in the catalog.",
        )


def _call_depth(value: Json, call_key: str) -> int:
    deepest = 0
    if isinstance(value, dict):
        for entry in value.values():
            if isinstance(entry, dict | list):
                deepest = max(deepest, _call_depth(entry, call_key))
        return deepest + isinstance(value.get(call_key), str)
    if isinstance(value, list):
        for entry in value:
            if isinstance(entry, dict | list):
                deepest = max(deepest, _call_depth(entry, call_key))
    return deepest


def _is_sound(component: dict[str, Json], subject: Subject, catalog: Catalog | None) -> bool:
    """Whether nothing can be wrong with this component by itself: the usual case, told quickly."""
    own, name, value = component.get("id"), component.get("component"), component
    if subject.version == "v0.8" and isinstance(name, dict) and len(name) == 1 and component.keys() == _BARE_KEYS:
        name, value = next(iter(name.items()))  # type: ignore[assignment]  # the catalog judges whatever it is
    if catalog is None or not isinstance(own, str) or not isinstance(name, str) or name not in catalog.components:
        return False
    if not own or (subject.version == "v1.0" and _names_catalog(component)):
        return False
    return catalog.accepts(name, value) and _call_depth(value, subject.call_key) <= MAX_CALLS
