"""What an agent may ask the documentation: in short, what there is, one page, or a question."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache

from ui_server.agent_docs import content, reference
from ui_server.agent_docs.item import CATEGORIES, OTHER_NAMES, Category, Item, UnknownItem
from ui_server.agent_docs.ranking import Index, index_of
from ui_server.catalogs import basic_catalog, family
from ui_server.diagnostics import hints, names
from ui_server.expressions import Json
from ui_server.surface import Version

_EVERYWHERE = ("id", "component", "weight", "accessibility", "checks", "catalogId", "metadata", "validationRegexp")
"""Properties that the quick start says of all components at once, or leaves to their page."""


@cache
def items(version: Version) -> tuple[Item, ...]:
    """Every page, category by category."""
    return (
        *content.concepts(version),
        *reference.components(version),
        *reference.functions(version),
        reference.heard(version),
        *reference.messages(version),
        *content.examples(version),
    )


@cache
def _index(version: Version) -> Index:
    return index_of(items(version))


@cache
def quick_start(version: Version) -> str:
    """All that is needed for a first screen, in not more than 1,500 tokens."""
    example = next(item for item in content.examples(version) if item.name == "booking_form")
    return content.page(
        "quick_start.md",
        version,
        example=_compact(example.body["messages"]),
        components=_component_compact(version),
        functions=_function_names(version),
        categories=list(CATEGORIES),
        examples=[item.name for item in content.examples(version)],
    )


def capabilities(version: Version) -> dict[str, Json]:
    """The categories, what each is about and how many pages it has."""
    listed: list[Json] = [
        {"category": category, "about": about, "items": len(_of(version, category))}
        for category, about in CATEGORIES.items()
    ]
    return {"version": version, "categories": listed}


def list_items(version: Version, category: str) -> dict[str, Json]:
    """The pages of a category in one line each. Raises UnknownItem."""
    found = category_of(category)
    entries: list[Json] = [item.entry() for item in _of(version, found)]
    return {"version": version, "category": found, "items": entries}


def item_details(version: Version, category: str, name: str) -> dict[str, Json]:
    """One page, whatever the case of its name; a `note` says when another one was meant, by its name or its category.

    Raises UnknownItem when nothing is near.
    """
    found = category_of(category)
    inside = _of(version, found)
    item = _named(inside, name) or _named(items(version), name)
    if item is not None:
        note = f"This is under {item.category}, not {found}." if item.category != found else ""
        return _page(item, version, note)
    item = _meant(inside, name) or _meant(items(version), name)
    if item is None:
        hint = f"Ask ui_search_docs, or choose from: {', '.join(each.name for each in inside)}."
        raise UnknownItem(f"There is no {name!r} under {found} in {version}.", hint)
    return _page(item, version, f"There is no {name!r} in {version}; {item.name} is the nearest.")


def search(version: Version, query: str) -> dict[str, Json]:
    """The pages that answer a question best, best first; says so when there is none."""
    found: list[Json] = [{"category": item.category, **item.entry()} for item in _index(version).search(query)]
    answer: dict[str, Json] = {"version": version, "query": query, "results": found}
    if found:
        return answer
    return {**answer, "note": f"Nothing is found for {query!r}. ui_explore_capabilities says what there is."}


def category_of(word: str) -> Category:
    """The category that is meant, whatever its case. Raises UnknownItem."""
    plain = word.strip().lower().replace("_", " ")
    by_lower = {category.lower(): category for category in CATEGORIES}
    near = hints.nearest(plain, by_lower)
    found = by_lower.get(plain) or OTHER_NAMES.get(plain) or (by_lower[near] if near else None)
    if found is None:
        raise UnknownItem(f"There is no category {word!r}.", f"Categories: {', '.join(CATEGORIES)}.")
    return found


def _of(version: Version, category: Category) -> list[Item]:
    return [item for item in items(version) if item.category == category]


def _named(among: Iterable[Item], name: str) -> Item | None:
    plain = _plain(name)
    return next((item for item in among if _plain(item.name) == plain), None)


def _meant(among: Iterable[Item], name: str) -> Item | None:
    """The page of what other frameworks call so, else the one spelt nearly so."""
    by_name = {item.name: item for item in among}
    other = names.alias(name, names.COMPONENTS, by_name) or names.alias(name, names.FUNCTIONS, by_name)
    near = other or hints.nearest(name.strip().replace(" ", "_"), by_name)
    return by_name[near] if near else None


def _plain(name: str) -> str:
    return "".join(character for character in name.lower() if character.isalnum())


def _page(item: Item, version: Version, note: str) -> dict[str, Json]:
    told = {"version": version, **item.to_json()}
    return {**told, "note": note} if note else told


def _component_compact(version: Version) -> list[str]:
    catalog = basic_catalog(family(version))
    lines = []
    for name, schema in catalog.components.items():
        shape = catalog.shape(schema)
        required = [each for each in shape.required if each not in _EVERYWHERE]
        others = [each for each in shape.properties if each not in (*_EVERYWHERE, *required)]
        lines.append(f"{name}: {', '.join(required) or 'nothing'}" + (f"; {', '.join(others)}" if others else ""))
    return lines


def _function_names(version: Version) -> list[str]:
    catalog = basic_catalog(family(version))
    shapes = {name: catalog.arguments(name) for name in catalog.functions}
    return [f"{name}({', '.join((*shape.required, *shape.one_of))})" for name, shape in shapes.items()]


def _compact(messages: Json) -> str:
    """Messages as JSON without a space too many."""
    return json.dumps(messages, ensure_ascii=False, separators=(",", ":"))
