"""Our own texts and examples, as they lie in the package."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from ui_server.agent_docs.item import Item
from ui_server.catalogs import BASIC_IDS, family
from ui_server.expressions import Json
from ui_server.surface import Version

CONCEPTS: Final = (
    "messages",
    "component_tree",
    "data_binding",
    "templates",
    "actions",
    "checks",
    "functions",
    "data_updates",
    "accessibility",
    "images",
    "showing_a_screen",
)
_KEYWORDS: Final[dict[str, tuple[str, ...]]] = {
    "messages": ("payload", "protocol", "envelope", "surface"),
    "component_tree": ("nesting", "parent", "child", "layout", "root", "label"),
    "data_binding": ("pointer", "path", "input", "value", "data model"),
    "templates": ("repeat", "rows", "loop", "each", "dynamic list", "table"),
    "actions": ("event", "click", "press", "submit", "context", "handler"),
    "checks": ("validation", "validate", "disabled", "condition", "error"),
    "functions": ("call", "format", "interpolation", "expression"),
    "data_updates": ("change", "update", "data model", "write", "delete"),
    "accessibility": ("label", "name", "screen reader", "alt"),
    "images": ("picture", "photo", "placeholder", "url"),
    "showing_a_screen": ("render", "show", "tool", "workflow", "user", "problems"),
}


@cache
def _file(path: str) -> Any:
    return json.loads(files("ui_server.agent_docs").joinpath("content", *path.split("/")).read_text("utf-8"))


def summary(name: str) -> str:
    """One sentence about a component, a function or a message; "" when it is not one of the protocol's own."""
    return str(_file("summaries.json").get(name, ""))


def samples(version: Version, kind: Literal["components", "functions"]) -> dict[str, list[dict[str, Json]]]:
    """For each component or function a whole small screen that has it."""
    if version == "v0.8" and kind == "functions":
        return {}
    return {name: _in(version, messages) for name, messages in _file(f"{family(version)}/{kind}.json").items()}


def examples(version: Version) -> Iterator[Item]:
    """Whole screens."""
    for name, example in _file(f"{family(version)}/examples.json").items():
        yield Item("Examples", name, example["about"], {"messages": [*_in(version, example["messages"])]})


def _in(version: Version, messages: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """v0.9.1 is written as v0.9 but for the name of the version."""
    return [{**message, "version": version} if "version" in message else message for message in messages]


def concepts(version: Version) -> Iterator[Item]:
    """How a screen is put together, in the spelling of the version."""
    for name in CONCEPTS:
        text = page(f"concepts/{name}.md", version)
        about, _, rest = text.partition("\n\n")
        yield Item("Concepts", name, " ".join(about.split()), {"text": rest.strip()}, _KEYWORDS[name])


def page(path: str, version: Version, **more: object) -> str:
    """A text of the package in the spelling of the version."""
    environment = Environment(
        loader=PackageLoader("ui_server.agent_docs", "content"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # plain text for agents, never markup
    )
    later = version == "v1.0"
    key, call = ("@path", "@call") if later else ("path", "call")

    def bind(to: str) -> str:
        return json.dumps({key: to}, ensure_ascii=False)

    def call_of(name: str, value: str, **args: str) -> str:
        return json.dumps({call: name, "args": {"value": {key: value}, **args}}, ensure_ascii=False)

    spelling = {
        "version": version,
        "old": version == "v0.8",
        "later": later,
        "catalog_id": BASIC_IDS[family(version)][0],
        "call": call,
        "bind": bind,
        "call_of": call_of,
    }
    return environment.get_template(path).render(spelling, **more).strip()
