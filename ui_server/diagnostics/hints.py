"""What to write instead: the nearest valid name, the right shape, what another version calls it."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Final

from ui_server.catalog import Catalog, Schema
from ui_server.catalogs import BASIC_IDS, family, is_basic
from ui_server.diagnostics import names
from ui_server.diagnostics.place import Subject, fragment, quote
from ui_server.expressions import Json
from ui_server.surface import Version

LONGEST_NAME: Final = 200
MOST_NAMES: Final = 500
"""Comparing takes time that grows with the square of both, and an agent may send thousands of long names."""
SHORT_LIST: Final = 20
"""Up to so many names are listed whole; of more, the nearest three."""


_ALIKE: Final = 0.88
"""From here on two names differ by a slip of the pen."""
_IDENTITY: Final = frozenset({"id", "component"})
_KIND_WORDS: Final = frozenset({"type", "mode", "kind", "variant", "format", "inputType", "pickerType"})


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` most likely means, None when none is close; of very many names the first are tried."""
    if len(word) > LONGEST_NAME:
        return None
    by_lower = {name.lower(): name for name in islice(known, MOST_NAMES) if len(name) <= LONGEST_NAME}
    found = difflib.get_close_matches(word.lower(), by_lower, n=1, cutoff=0.7)
    return by_lower[found[0]] if found else None


def listed(known: Iterable[str], word: str = "") -> str:
    """The names in a row, or of many the ones nearest to `word`."""
    every = [name for name in islice(known, MOST_NAMES) if len(name) <= LONGEST_NAME]
    word = word[:LONGEST_NAME]
    if len(every) <= SHORT_LIST:
        return ", ".join(every)
    by_lower = {name.lower(): name for name in every}
    close = difflib.get_close_matches(word.lower(), by_lower, n=3, cutoff=0.3) or list(by_lower)[:3]
    return ", ".join(by_lower[name] for name in close) + ", …"


def unknown_component(word: str, catalog: Catalog) -> str:
    found = names.alias(word, names.COMPONENTS, catalog.components) or nearest(word, catalog.components)
    known = f"Known types: {listed(catalog.components, word)}."
    if found in ("ChoicePicker", "MultipleChoice"):
        return f"To choose from options use {found}. {known}"
    return f"Use {found}. {known}" if found else known


def unknown_function(word: str, catalog: Catalog) -> str:
    if not catalog.functions:
        return "This version has no functions; put the finished value into the data and bind it."
    found = names.alias(word, names.FUNCTIONS, catalog.functions) or nearest(word, catalog.functions)
    known = f"Known: {listed(catalog.functions, word)}."
    if found == "formatString":
        return f"To join text use formatString with ${{…}} in its value. {known}"
    return f"Use {found}. {known}" if found else known


def unknown_catalog(catalog_id: str, version: Version) -> str:
    line = family(version)
    other = next((name for name in BASIC_IDS if name != line and is_basic(catalog_id, name)), None)
    origin = f"That id belongs to {other}. " if other else ""
    return f'{origin}Write "catalogId": "{BASIC_IDS[line][0]}".'


def renamed(name: str, known: Mapping[str, Schema], version: Version) -> tuple[str, str] | None:
    """The name a property of another version has in this one, and the version it comes from."""
    if family(version) == "v0.8":
        return next(((old, "v0.9") for old in names.V09_PROPERTIES.get(name, ()) if old in known), None)
    new = names.V08_PROPERTIES.get(name)
    if name in ("maxAllowedSelections", "primary") and "variant" in known:
        return "variant", "v0.8"
    return (new, "v0.8") if new in known and new is not None else None


def renamed_value(name: str, new: str, value: Json) -> Json:
    """The value of a renamed property, where the other version has another value for the same."""
    if name == "primary":
        return "primary" if value is True else "default"
    if new == "primary":
        return value == "primary"
    if name == "maxAllowedSelections":
        return "mutuallyExclusive" if value == 1 else "multipleSelection"
    return value


def meant_property(name: str, value: Json, known: Mapping[str, Schema], given: Collection[str] = ()) -> str | None:
    """The property that an unknown one most likely means, none that is `given` already."""
    if name in names.STYLING and not isinstance(value, str):
        return None
    free = [each for each in known if each not in given and each not in _IDENTITY]
    said = names.OPTION_PROPERTIES if {*known} == {"label", "value"} else names.PROPERTIES
    said = names.TAB_PROPERTIES if {*known} == {"title", "child"} else said
    alike = difflib.get_close_matches(name.lower(), [each.lower() for each in free], n=1, cutoff=_ALIKE)
    if alike:
        return next(each for each in free if each.lower() == alike[0])
    return next((meant for meant, words in said.items() if meant in free and name in words), None) or nearest(
        name, free
    )


def unknown_property(
    name: str, value: Json, known: Mapping[str, Schema], subject: Subject, given: Collection[str] = ()
) -> str:
    """What to do with a property that a component does not have; `given` are the others that it has."""
    special = _special_case(name, value, known, subject)
    if special:
        return special
    if isinstance(value, dict) and any(key in known for key in value) and name not in known:
        return f'Take the entries out of "{name}": they stand side by side.'
    found = meant_property(name, value, known, given)
    if found:
        return f'Write "{found}".'
    return f"It takes: {listed(known, name)}." if known else "Leave it out, or use a name of letters, digits and _."


def _special_case(name: str, value: Json, known: Mapping[str, Schema], subject: Subject) -> str:
    """What a single word for it would not explain, "" in all other cases."""
    if subject.component_type == "Button" and name in ("enabled", "disabled"):
        return 'A Button is disabled while one of its "checks" fails; put the condition there.'
    if subject.component_type == "DateTimeInput" and name in _KIND_WORDS and isinstance(value, str):
        return _date_flags(value)
    if name in names.STYLING and subject.component_type:
        return "Leave it out: looks are the renderer's; arrange with Row, Column and Card."
    if name == "weight" and subject.version == "v0.8":
        return 'Write it beside "id" and "component", not inside.'
    label = value.get("literalString") if isinstance(value, dict) else value
    if name in ("label", "text", "title") and "child" in known and "title" not in known and isinstance(label, str):
        return label_as_child(label, subject)
    if name == "children" and "child" in known and isinstance(value, list):
        one = len(value) == 1
        return (
            f'Write "child": {quote(value[0])}.' if one else f"It takes one child. Write {column_of(value, subject)}."
        )
    if name == "validationRegexp" and "checks" in known:
        return f"Use a check: {fragment(_regex_check(value, subject)) or 'with the function regex'}."
    if name == "required" and "checks" in known:
        return 'Use "checks" with the function required.'
    return ""


def _date_flags(kind: str) -> str:
    """What a DateTimeInput takes is said by two flags."""
    date, time = "date" in kind.lower(), "time" in kind.lower()
    flags = [f'"{flag}": true' for flag, on in (("enableDate", date or not time), ("enableTime", time)) if on]
    return f"Write {' and '.join(flags)}."


def meant_value(word: str, allowed: Iterable[str]) -> str | None:
    """The allowed value that `word` most likely means."""
    known = {name: name for name in allowed}
    return nearest(word, known) or names.alias(word, names.VALUES, known)


def label_as_child(text: str, subject: Subject) -> str:
    own = subject.component_id or "button"
    child = f"{own}_label"
    component: Json = (
        {"id": child, "component": {"Text": {"text": {"literalString": text}}}}
        if subject.version == "v0.8"
        else {"id": child, "component": "Text", "text": text}
    )
    return f'Write "child": "{child}" and add the component {fragment(component) or "for it"}.'


def column_of(children: list[Json], subject: Subject) -> str:
    """A Column to hold several ids where one fits, and the reference to it."""
    own = f"{subject.component_id or 'card'}_column"
    ids: list[Json] = [
        child if isinstance(child, str) else child.get("id", "…") if isinstance(child, dict) else "…"
        for child in children
    ]
    body: Json = (
        {"id": own, "component": {"Column": {"children": {"explicitList": ids}}}}
        if subject.version == "v0.8"
        else {"id": own, "component": "Column", "children": ids}
    )
    return f'"child": "{own}" and the component {fragment(body) or "Column"}'


def _regex_check(pattern: Json, subject: Subject) -> Json:
    value: Json = {subject.path_key: "/…"}
    return {"checks": [{"condition": {subject.call_key: "regex", "args": {"value": value, "pattern": pattern}}}]}


def example(name: str, schema: Schema, subject: Subject) -> str:
    """How a missing property is written: `"child": "…"`."""
    if name == "catalogId":
        return f'"catalogId": "{BASIC_IDS[family(subject.version)][0]}"'
    definition, resolved = subject.catalog.resolve(schema)
    return f'"{name}": {_sample(name, definition, resolved, subject)}'


def _sample(name: str, definition: str, schema: Schema, subject: Subject) -> str:
    bound: Json = {subject.path_key: f"/{name}"}
    samples: dict[str, Json] = {
        "DynamicString": "…",
        "DynamicNumber": bound,
        "DynamicBoolean": bound,
        "DynamicStringList": bound,
        "Action": {"event": {"name": "…"}},
        "ActionItem": {"name": "…"},
        "ChildList": ["id", "…"],
        "ChildrenItem": {"explicitList": ["id", "…"]},
        "ComponentId": "id of a component",
        "Child": "id of a component",
    }
    if definition in samples:
        return quote(samples[definition])
    if "properties" in schema and "path" in schema["properties"]:
        return quote({"path": f"/{name}"})
    if name == "options":
        return quote([{"label": "…", "value": "…"}])
    if name in ("tabs", "tabItems"):
        return quote([{"title": "…", "child": "id"}])
    if "enum" in schema:
        return quote(schema["enum"][0])
    plain: dict[str, Json] = {"number": 100, "integer": 1, "boolean": True, "array": [], "object": {}}
    return quote(plain.get(str(schema.get("type")), "…"))
