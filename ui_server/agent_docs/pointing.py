"""Which page of the documentation helps with a fault."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ui_server.agent_docs.docs import items
from ui_server.agent_docs.item import Category, Item
from ui_server.diagnostics import names
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.expressions import Json
from ui_server.pointer import unescape
from ui_server.surface import Version

_MESSAGES: Final = "messages"
_TREE: Final = "component_tree"
_BINDING: Final = "data_binding"
CONCEPT_OF: Final[dict[str, str]] = {
    **dict.fromkeys(("no_messages", "not_json", "wrapped_payload", "several_documents", "not_an_object"), _MESSAGES),
    **dict.fromkeys(("missing_version", "unknown_version", "mixed_versions", "missing_envelope"), _MESSAGES),
    **dict.fromkeys(("unknown_message", "two_messages", "wrong_direction", "unknown_catalog"), _MESSAGES),
    **dict.fromkeys(("surface_exists", "unknown_surface", "version_mismatch", "not_owner", "not_begun"), _MESSAGES),
    **dict.fromkeys(("duplicate_id", "inline_component", "several_children", "missing_root"), _TREE),
    **dict.fromkeys(("dangling_child", "self_reference", "cycle", "orphan", "two_parents"), _TREE),
    **dict.fromkeys(("empty_screen", "nothing_to_show", "invalid_identifier"), _TREE),
    **dict.fromkeys(("unbound_input", "unwritten_path", "unfilled_path", "not_a_pointer"), _BINDING),
    **dict.fromkeys(("invalid_pointer", "draft_form"), _BINDING),
    **dict.fromkeys(("absolute_path_in_template", "template_without_data", "template_over_object"), "templates"),
    **dict.fromkeys(("not_a_container", "bad_index", "value_array"), "data_updates"),
    **dict.fromkeys(("missing_condition", "invalid_pattern", "costly_pattern"), "checks"),
    "raw_interpolation": "functions",
    "image_refused": "images",
}
"""Codes that one concept explains, wherever they come up."""
NO_PAGE: Final = frozenset(
    {"json_syntax", "truncated_json", "trailing_comma", "duplicate_key", "not_a_number", "bad_encoding",
     "limit_reached", "more_diagnostics"}
)  # fmt: skip
"""Codes whose hint says all there is to say."""


@dataclass(frozen=True, slots=True)
class _Passed:
    """What lies on the way to a place: the message's kind, the component's type, the innermost function."""

    kind: str = ""
    component: str = ""
    function: str = ""


def page_for(fault: Diagnostic, messages: Sequence[Json], version: Version) -> Item | None:
    """The page that explains `fault`, found in `messages` as they were sent; None when its hint has to do."""
    if fault.code in NO_PAGE:
        return None
    if fault.code in CONCEPT_OF:
        return _item(version, "Concepts", CONCEPT_OF[fault.code])
    passed = _passed(fault.pointer, messages)
    if fault.code == "unknown_component":
        return _item(version, "Components", fault.got) or _item(version, "Concepts", _TREE)
    if fault.code == "unknown_function":
        return _item(version, "Client Actions", fault.got) or _item(version, "Concepts", "functions")
    return (
        _item(version, "Client Actions", passed.function)
        or _item(version, "Components", passed.component)
        or _item(version, "Server Actions", passed.kind)
    )


def _passed(pointer: str, messages: Sequence[Json]) -> _Passed:
    kind = component = function = ""
    here: Json = list(messages)
    for depth, piece in enumerate(pointer.split("/")[1:]):
        key = unescape(piece)
        here = _entry(here, key)
        kind = key if depth == 1 else kind
        if isinstance(here, dict):
            component = _type_of(here) or component
            called = here.get("call", here.get("@call"))
            function = called if isinstance(called, str) else function
    return _Passed(kind, component, function)


def _entry(value: Json, key: str) -> Json:
    if isinstance(value, list):
        return value[int(key)] if key.isdecimal() and int(key) < len(value) else None
    return value.get(key) if isinstance(value, dict) else None


def _type_of(value: dict[str, Json]) -> str:
    """The type of a component as either way of writing has it; "" for what is none."""
    stated = value.get("component")
    if isinstance(stated, dict) and stated:
        return next(iter(stated))
    return stated if isinstance(stated, str) else ""


def _item(version: Version, category: Category, name: str) -> Item | None:
    """The page of that name, or of what does the same in this version."""
    inside = {item.name: item for item in items(version) if item.category == category}
    if name in inside:
        return inside[name]
    table = {"Components": names.COMPONENTS, "Client Actions": names.FUNCTIONS}.get(category)
    other = names.alias(name, table, inside) if table and name else names.COUNTERPARTS.get(name)
    return inside.get(other) if other else None
