"""v0.8: component bodies under their type's name, bound values with typed literals, data as lists of typed entries."""

from __future__ import annotations

import copy
import re
from typing import Final

from ui_server.component import Action, Check, ChoiceItem, Component, Kind, TabItem, Template
from ui_server.expressions import Binding, Expression, Initial, Json, Literal
from ui_server.protocol import json_text, v09
from ui_server.protocol.operations import CreateSurface, DeleteSurface, Operation, PutComponents, PutData
from ui_server.surface import Version

VERSION: Final[Version] = "v0.8"
LITERALS: Final = ("literalString", "literalNumber", "literalBoolean", "literalArray", "literalObject")
RENAMED: Final = {
    "usageHint": "variant",
    "altText": "description",
    "distribution": "justify",
    "alignment": "align",
    "textFieldType": "variant",
    "selections": "value",
    "minValue": "min",
    "maxValue": "max",
    "maxAllowedSelections": "most",
    "entryPointChild": "trigger",
    "contentChild": "content",
}
"""Property names that v0.9 changed, as v0.8 wrote them."""
_SLOTS = {"child": "child", "entryPointChild": "trigger", "contentChild": "content"}
_STRUCTURE = frozenset({"children", "tabItems", "options", "action", "primary", "validationRegexp", *_SLOTS})
_VALUES = frozenset({"valueString", "valueNumber", "valueBoolean", "valueMap", "valueArray"})
_DOTTED = re.compile(r"[^/.\[\]]+(?:\.[^/.\[\]]+|\[\d+\])+")

Object = dict[str, Json]


def operations(message: Object, pointer: str, batch: int, invalid: frozenset[int]) -> list[Operation]:
    """What one checked v0.8 message asks for. `invalid` are the indices of components that failed their check."""
    match message:
        case {"beginRendering": dict(body)}:
            return [
                CreateSurface(
                    surface_id=str(body["surfaceId"]),
                    version=VERSION,
                    pointer=f"{pointer}/beginRendering",
                    catalog_id=str(body.get("catalogId", "")),
                    root=str(body["root"]),
                    theme=v09.theme(body.get("styles")),
                )
            ]
        case {"surfaceUpdate": dict(body)}:
            return [_put_components(body, f"{pointer}/surfaceUpdate", batch, invalid)]
        case {"dataModelUpdate": dict(body)}:
            return [_put_data(body, f"{pointer}/dataModelUpdate")]
        case {"deleteSurface": dict(body)}:
            place = f"{pointer}/deleteSurface"
            return [DeleteSurface(surface_id=str(body["surfaceId"]), version=VERSION, pointer=place)]
    return []


def _put_components(body: Object, place: str, batch: int, invalid: frozenset[int]) -> PutComponents:
    components: list[Component] = []
    raw_components = body.get("components")
    for index, raw in enumerate(raw_components if isinstance(raw_components, list) else []):
        at = f"{place}/components/{index}"
        if index in invalid:
            components += v09.broken_component(raw, at, batch)
        elif isinstance(raw, dict):
            components.append(component(raw, at, batch))
    return PutComponents(
        surface_id=str(body["surfaceId"]), version=VERSION, pointer=place, components=tuple(components)
    )


def _put_data(body: Object, place: str) -> PutData:
    path = body.get("path")
    contents = body.get("contents")
    return PutData(
        surface_id=str(body["surfaceId"]),
        version=VERSION,
        pointer=place,
        path=slashed(path) if isinstance(path, str) else "/",
        value=decode(contents if isinstance(contents, list) else []),
    )


def decode(contents: list[Json]) -> Json:
    """Plain JSON for a list of `{key, value…}` entries, at any depth; the key "." stands for the value itself.

    Maps inside maps and `valueArray` go beyond the published schema, but agents send both.
    """
    entries = [entry for entry in contents if isinstance(entry, dict)]
    if len(entries) == 1 and entries[0].get("key") == ".":
        return _entry_value(entries[0])
    return {str(entry.get("key", "")): _entry_value(entry) for entry in entries}


def _entry_value(entry: Object) -> Json:
    text = entry.get("valueString")
    if isinstance(text, str):
        return unpacked(text)
    for name in ("valueNumber", "valueBoolean"):
        if name in entry:
            return entry[name]
    nested, items = entry.get("valueMap"), entry.get("valueArray")
    if isinstance(nested, list):
        return decode(nested)
    if isinstance(items, list):
        return [_item_value(item) for item in items]
    return None


def _item_value(item: Json) -> Json:
    """An item of a `valueArray`: a typed value, or plain JSON, which stands for itself."""
    if isinstance(item, dict) and not _VALUES.isdisjoint(item):
        return _entry_value(item)
    return copy.deepcopy(item)


def unpacked(text: str) -> Json:
    """A list or object that was sent as JSON in a `valueString`; any other text as it is.

    v0.8 has no list of objects, so the official examples send them this way and the official renderer unpacks them.
    """
    if (text[:1], text[-1:]) not in (("[", "]"), ("{", "}")):
        return text
    parsed = json_text.parse(text, 0)
    return text if parsed.slips or parsed.end < len(text) else parsed.value


def component(raw: Object, pointer: str, batch: int) -> Component:
    declared = raw["component"]
    name, body = next(iter(declared.items())) if isinstance(declared, dict) and declared else ("", {})
    body = body if isinstance(body, dict) else {}
    kind, properties = _kind_and_properties(name, body)
    return Component(
        id=str(raw["id"]),
        type=name,
        kind=kind,
        properties=properties,
        children=_children(body.get("children")),
        slots={slot: str(body[old]) for old, slot in _SLOTS.items() if isinstance(body.get(old), str)},
        tabs=_tabs(body.get("tabItems")),
        options=_options(body.get("options")),
        checks=_checks(body),
        action=_action(body.get("action")),
        weight=v09.weight(raw.get("weight")),
        pointer=pointer,
        batch=batch,
    )


def _kind_and_properties(name: str, body: Object) -> tuple[Kind, dict[str, Expression]]:
    """The v0.9 component that does the same, and its properties under their v0.9 names."""
    properties = {RENAMED.get(key, key): bound(value) for key, value in body.items() if key not in _STRUCTURE}
    match name:
        case "MultipleChoice":
            properties["displayStyle"] = properties.pop("variant", Literal("checkbox"))
            single = body.get("maxAllowedSelections") == 1
            properties["variant"] = Literal("mutuallyExclusive" if single else "multipleSelection")
            return "ChoicePicker", properties
        case "TextField":
            if "text" in properties:
                properties["value"] = properties.pop("text")
            if body.get("textFieldType") == "date":
                return "DateTimeInput", {**properties, "enableDate": Literal(True)}
            return "TextField", properties
        case "Button" if body.get("primary") is True:
            properties["variant"] = Literal("primary")
            return "Button", properties
        case "Image" if body.get("fit") == "scale-down":
            properties["fit"] = Literal("scaleDown")
            return "Image", properties
    return (name if name in v09.KINDS else "Unknown"), properties  # type: ignore[return-value]


def bound(raw: Json) -> Expression:
    """A v0.8 BoundValue: one typed literal, a path, or both (the literal is then the path's first value)."""
    if not isinstance(raw, dict):
        return Literal(copy.deepcopy(raw))
    literal = copy.deepcopy(next((raw[name] for name in LITERALS if name in raw), None))
    path = raw.get("path")
    if not isinstance(path, str):
        return Literal(literal)
    return Binding(slashed(path)) if literal is None else Initial(slashed(path), literal)


def slashed(path: str) -> str:
    """`a.b[0]` as `a/b/0`: the published v0.8 renderer takes both, and agents write both."""
    if not _DOTTED.fullmatch(path):
        return path
    return path.replace("[", ".").replace("]", "").replace(".", "/")


def _children(raw: Json) -> tuple[str, ...] | Template | None:
    if isinstance(raw, list):
        return v09.child_list(raw)  # a custom catalog may have it so
    if not isinstance(raw, dict):
        return None
    template = raw.get("template")
    if isinstance(template, dict):
        return Template(str(template.get("componentId", "")), slashed(str(template.get("dataBinding", ""))))
    return v09.child_list(raw.get("explicitList"))


def _tabs(raw: Json) -> tuple[TabItem, ...]:
    items = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    return tuple(TabItem(bound(item.get("title")), str(item.get("child", ""))) for item in items)


def _options(raw: Json) -> tuple[ChoiceItem, ...]:
    items = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    return tuple(ChoiceItem(bound(item.get("label")), str(item.get("value", ""))) for item in items)


def _checks(body: Object) -> tuple[Check, ...]:
    pattern = body.get("validationRegexp")
    return (v09.pattern_check(bound(body.get("text")), pattern),) if isinstance(pattern, str) else ()


def _action(raw: Json) -> Action | None:
    if not isinstance(raw, dict):
        return None
    context = raw.get("context")
    pairs = [pair for pair in context if isinstance(pair, dict)] if isinstance(context, list) else []
    return Action(
        name=str(raw.get("name", "")),
        context={str(pair.get("key", "")): bound(pair.get("value")) for pair in pairs},
    )
