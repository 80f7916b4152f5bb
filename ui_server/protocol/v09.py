"""v0.9 and v0.9.1: one flat object per component, and the part of v1.0 that is the same."""

from __future__ import annotations

import copy
import math
import re
from typing import Final, get_args

from ui_server.component import Action, Check, ChoiceItem, Component, Kind, TabItem, Template
from ui_server.expressions import Call, Expression, Json, Literal
from ui_server.protocol import dynamic
from ui_server.protocol.dynamic import Spelling
from ui_server.protocol.operations import (
    CreateSurface,
    DeleteData,
    DeleteSurface,
    Operation,
    PutComponents,
    PutData,
)
from ui_server.surface import Theme, Version

KINDS: Final = frozenset(get_args(Kind)) - {"Unknown"}
SLOTS: Final = ("child", "trigger", "content")
STRUCTURE: Final = frozenset(
    {"id", "component", "weight", "accessibility", "children", "tabs", "options", "checks", "action", "catalogId",
     "metadata", "validationRegexp", *SLOTS}
)  # fmt: skip
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")

Object = dict[str, Json]


def operations(message: Object, pointer: str, version: Version, batch: int, invalid: frozenset[int]) -> list[Operation]:
    """What one checked v0.9 message asks for. `invalid` are the indices of components that failed their check."""
    match message:
        case {"createSurface": dict(body)}:
            return [
                CreateSurface(
                    surface_id=str(body["surfaceId"]),
                    version=version,
                    pointer=f"{pointer}/createSurface",
                    catalog_id=str(body.get("catalogId", "")),
                    theme=theme(body.get("theme")),
                    send_data_model=body.get("sendDataModel") is True,
                )
            ]
        case {"updateComponents": dict(body)}:
            place = f"{pointer}/updateComponents"
            return [put_components(body, place, version, batch, invalid=invalid, spelling=dynamic.V09)]
        case {"updateDataModel": dict(body)}:
            return [put_data(body, f"{pointer}/updateDataModel", version, deletes="value" not in body)]
        case {"deleteSurface": dict(body)}:
            place = f"{pointer}/deleteSurface"
            return [DeleteSurface(surface_id=str(body["surfaceId"]), version=version, pointer=place)]
    return []


def put_components(
    body: Object, place: str, version: Version, batch: int, *, invalid: frozenset[int], spelling: Spelling
) -> PutComponents:
    components: list[Component] = []
    raw_components = body.get("components")
    for index, raw in enumerate(raw_components if isinstance(raw_components, list) else []):
        at = f"{place}/components/{index}"
        if index in invalid:
            components += broken_component(raw, at, batch)
        elif isinstance(raw, dict):
            components.append(component(raw, at, batch, spelling))
    return PutComponents(
        surface_id=str(body["surfaceId"]), version=version, pointer=place, components=tuple(components)
    )


def put_data(body: Object, place: str, version: Version, *, deletes: bool) -> Operation:
    surface_id, path, value = str(body["surfaceId"]), body.get("path"), copy.deepcopy(body.get("value"))
    where = path if isinstance(path, str) else "/"
    if deletes:
        return DeleteData(surface_id=surface_id, version=version, pointer=place, path=where)
    return PutData(surface_id=surface_id, version=version, pointer=place, path=where, value=value)


def broken_component(raw: Json, pointer: str, batch: int) -> list[Component]:
    """A stand-in for a component that failed its check, so that the sound part of the screen can still be shown."""
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str):
        return []
    declared = raw.get("component")
    name = declared if isinstance(declared, str) else next(iter(declared), "") if isinstance(declared, dict) else ""
    return [Component(id=str(raw["id"]), type=str(name), kind="Unknown", pointer=pointer, batch=batch)]


def component(raw: Object, pointer: str, batch: int, spelling: Spelling) -> Component:
    name = str(raw["component"])
    properties = {key: dynamic.read(value, spelling) for key, value in raw.items() if key not in STRUCTURE}
    accessibility = raw.get("accessibility")
    for key, value in accessibility.items() if isinstance(accessibility, dict) else ():
        properties[f"accessibility/{key}"] = dynamic.read(value, spelling)
    return Component(
        id=str(raw["id"]),
        type=name,
        kind=name if name in KINDS else "Unknown",  # type: ignore[arg-type]  # narrowed by the set of literals
        properties=properties,
        children=child_list(raw.get("children")),
        slots={slot: str(raw[slot]) for slot in SLOTS if isinstance(raw.get(slot), str)},
        tabs=_tabs(raw.get("tabs"), spelling),
        options=_options(raw.get("options"), spelling),
        checks=_checks(raw, spelling),
        action=_action(raw.get("action"), spelling),
        weight=weight(raw.get("weight")),
        pointer=pointer,
        batch=batch,
    )


def theme(raw: Json) -> Theme:
    """What is known of a theme; a colour that is not `#RRGGBB` is left out."""
    if not isinstance(raw, dict):
        return Theme()
    colour = raw.get("primaryColor")
    return Theme(
        primary_color=colour if isinstance(colour, str) and _COLOUR.fullmatch(colour) else None,
        font=_text(raw.get("font")),
        icon_url=_text(raw.get("iconUrl")),
        agent_name=_text(raw.get("agentDisplayName")),
    )


def child_list(raw: Json) -> tuple[str, ...] | Template | None:
    if isinstance(raw, list):
        return tuple(child for child in raw if isinstance(child, str))
    if isinstance(raw, dict) and isinstance(raw.get("componentId"), str):
        return Template(str(raw["componentId"]), str(raw.get("path", "")))
    return None


def weight(raw: Json) -> float | None:
    if isinstance(raw, bool) or not isinstance(raw, int | float) or raw < 0:
        return None
    try:
        return float(raw) if math.isfinite(raw) else None
    except OverflowError:
        return None


def _tabs(raw: Json, spelling: Spelling) -> tuple[TabItem, ...]:
    items = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    return tuple(TabItem(dynamic.read(item.get("title"), spelling), str(item.get("child", ""))) for item in items)


def _options(raw: Json, spelling: Spelling) -> tuple[ChoiceItem, ...]:
    items = [item for item in raw if isinstance(item, dict)] if isinstance(raw, list) else []
    return tuple(ChoiceItem(dynamic.read(item.get("label"), spelling), str(item.get("value", ""))) for item in items)


def _checks(raw: Object, spelling: Spelling) -> tuple[Check, ...]:
    written = raw.get("checks")
    rules = [rule for rule in written if isinstance(rule, dict)] if isinstance(written, list) else []
    checks = [Check(dynamic.read(rule.get("condition"), spelling), _text(rule.get("message"))) for rule in rules]
    pattern = raw.get("validationRegexp")
    if isinstance(pattern, str):
        checks.append(pattern_check(dynamic.read(raw.get("value"), spelling), pattern))
    return tuple(checks)


def pattern_check(value: Expression, pattern: str) -> Check:
    """`validationRegexp` (v0.8, v0.9) as the check that it stands for; an empty field passes."""
    return Check(Call("regex", {"value": value, "pattern": Literal(pattern), "optional": Literal(True)}), None)


def _action(raw: Json, spelling: Spelling) -> Action | None:
    if not isinstance(raw, dict):
        return None
    event = raw.get("event")
    if isinstance(event, dict):
        context = event.get("context")
        message = event.get("userMessage")
        return Action(
            name=str(event.get("name", "")),
            context={key: dynamic.read(value, spelling) for key, value in context.items()}
            if isinstance(context, dict)
            else {},
            user_message=dynamic.read(message, spelling) if message is not None else None,
        )
    call = raw.get("functionCall", raw)
    return Action(name=None, call=dynamic.read(call, spelling))


def _text(raw: Json) -> str | None:
    return raw if isinstance(raw, str) else None
