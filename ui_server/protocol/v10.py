"""v1.0, in all the drafts that agents write.

Three spellings are in circulation: bindings and calls as `path`/`call` with `callFunction` messages, the same with
`callRendererFunction`, and `@path`/`@call`. `normalise` brings the first two to the third, in a copy, and says where.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Final

from ui_server.catalogs import BASIC_IDS
from ui_server.expressions import Json
from ui_server.pointer import escape, index_of, unescape
from ui_server.protocol import dynamic, v09
from ui_server.protocol.operations import (
    AgentFunctionResponse,
    CallRendererFunction,
    CreateSurface,
    DeleteSurface,
    Operation,
)
from ui_server.surface import Version

VERSION: Final[Version] = "v1.0"
_OLD_MESSAGES = {"callFunction": "callRendererFunction", "actionResponse": "agentFunctionResponse"}
_SPELT = {"@path": ("path",), "@call": ("call",), **{new: (old,) for old, new in _OLD_MESSAGES.items()}}
_IDS_BESIDE: Final = {"callFunction": "functionCallId", "actionResponse": "actionId"}
_CALL_KEYS: Final = frozenset({"call", "@call"})
_OLD_CALL_KEYS = frozenset({"returnType", "callableFrom"})
_ACTION = re.compile(r"/\w+/components/[0-9]+/action")
_OLD_EVENT_KEYS = frozenset({"displayName", "wantResponse", "responsePath"})

Object = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Normalised:
    """`message` in the `@path`/`@call` spelling, and where in it (JSON Pointers) an earlier draft had been written."""

    message: Object
    places: tuple[str, ...]


def normalise(message: Object) -> Normalised:
    """The message in the newest spelling. The given one is not changed; data models are left as they are."""
    places: list[str] = []
    renamed: Object = {}
    for key, body in _gathered(message).items():
        name = _OLD_MESSAGES.get(key, key)
        if name != key:
            places.append(f"/{key}")
        renamed[name] = _normalise_body(body, f"/{key}", places) if isinstance(body, dict) else body
    return Normalised(renamed, tuple(places))


def _gathered(message: Object) -> Object:
    """The message with its ids inside its body; the first draft had them beside it, and asked for a response so."""
    for kind, beside in _IDS_BESIDE.items():
        body = message.get(kind)
        if not isinstance(body, dict) or beside not in message:
            continue
        rest = {key: value for key, value in message.items() if key not in (kind, beside, "wantResponse")}
        own: Object = {"functionCallId": message[beside]}
        if kind == "callFunction":
            return {**rest, kind: {**own, "callFunction": {"catalogId": BASIC_IDS["v1.0"][0], **body}}}
        return {**rest, kind: {**own, **body}}
    return message


def as_sent(pointer: str, messages: Json) -> str:
    """A pointer into normalised messages as one into those that were sent, which have some keys spelt otherwise."""
    here, steps = messages, []
    for step in pointer.split("/")[1:]:
        key = unescape(step)
        if key == "callFunction" and isinstance(here, dict) and key not in here and not _CALL_KEYS.isdisjoint(here):
            continue  # the first draft had the call itself where the others have it one step further in
        if isinstance(here, dict):
            key = next((old for old in (key, *_SPELT.get(key, ())) if old in here), key)
            here = here.get(key)
        elif isinstance(here, list):
            index = index_of(key)
            here = here[index] if index is not None and index < len(here) else None
        steps.append(f"/{escape(key)}")
    return "".join(steps)


def _normalise_body(body: Object, place: str, places: list[str]) -> Object:
    respelt = dict(body)
    for key in ("components", "callFunction"):
        if key in respelt:
            respelt[key] = _respell(respelt[key], f"{place}/{key}", places)
    if respelt.pop("surfaceProperties", None) is not None:
        places.append(f"{place}/surfaceProperties")
    return respelt


def _respell(raw: Json, place: str, places: list[str], depth: int = 0) -> Json:
    """A respelt copy; what lies deeper than any message may is left for the schema check to refuse."""
    if depth > dynamic.MAX_NESTING or not isinstance(raw, list | dict):
        return raw
    if isinstance(raw, list):
        return [_respell(item, f"{place}/{index}", places, depth + 1) for index, item in enumerate(raw)]
    entries = {
        key: _respell_names(value, f"{place}/{escape(key)}", places, depth + 1)
        if _holds_names(key, raw, place)
        else _respell(value, f"{place}/{escape(key)}", places, depth + 1)
        for key, value in raw.items()
    }
    if isinstance(entries.get("path"), str) and len(entries) == 1 and not place.endswith("/children"):
        places.append(place)
        return {"@path": entries["path"]}
    if isinstance(entries.get("call"), str) and "@call" not in entries:
        places.append(place)
        respelt: Object = {"@call": entries["call"]}
        return respelt | {key: value for key, value in entries.items() if key != "call" and key not in _OLD_CALL_KEYS}
    event = entries.get("event")
    if _ACTION.fullmatch(place) and isinstance(event, dict) and not _OLD_EVENT_KEYS.isdisjoint(event):
        places.append(f"{place}/event")
        return {**entries, "event": {key: value for key, value in event.items() if key not in _OLD_EVENT_KEYS}}
    return entries


def _holds_names(key: str, raw: Object, place: str) -> bool:
    """Whether the keys under `key` are names of the agent's own, "path" and "call" among them: context, arguments."""
    return (key == "args" and ("call" in raw or "@call" in raw)) or (key == "context" and place.endswith("/event"))


def _respell_names(raw: Json, place: str, places: list[str], depth: int) -> Json:
    if not isinstance(raw, dict):
        return _respell(raw, place, places, depth)
    return {key: _respell(value, f"{place}/{escape(key)}", places, depth + 1) for key, value in raw.items()}


def operations(message: Object, pointer: str, batch: int, invalid: frozenset[int]) -> list[Operation]:
    """What one checked and normalised v1.0 message asks for."""
    match message:
        case {"createSurface": dict(body)}:
            return _create(body, f"{pointer}/createSurface", batch, invalid)
        case {"updateComponents": dict(body)}:
            place = f"{pointer}/updateComponents"
            return [v09.put_components(body, place, VERSION, batch, invalid=invalid, spelling=dynamic.V10)]
        case {"updateDataModel": dict(body)}:
            # v1.0 turned v0.9's rule round: null deletes, and leaving `value` out is a fault.
            place = f"{pointer}/updateDataModel"
            return [v09.put_data(body, place, VERSION, deletes=body.get("value") is None)]
        case {"deleteSurface": dict(body)}:
            place = f"{pointer}/deleteSurface"
            return [DeleteSurface(surface_id=str(body["surfaceId"]), version=VERSION, pointer=place)]
        case {"callRendererFunction": dict(body)}:
            return [_function_call(body, f"{pointer}/callRendererFunction")]
        case {"agentFunctionResponse": dict(body)}:
            return [
                AgentFunctionResponse(
                    surface_id="",
                    version=VERSION,
                    pointer=f"{pointer}/agentFunctionResponse",
                    call_id=str(body.get("functionCallId", "")),
                    value=body.get("value"),
                    error=body.get("error"),
                )
            ]
    return []


def _create(body: Object, place: str, batch: int, invalid: frozenset[int]) -> list[Operation]:
    surface_id = str(body["surfaceId"])
    created: list[Operation] = [
        CreateSurface(
            surface_id=surface_id,
            version=VERSION,
            pointer=place,
            catalog_id=str(body.get("catalogId", "")),
            send_data_model=body.get("sendDataModel") is True,
            data=copy.deepcopy(body.get("dataModel")),
        )
    ]
    if "components" in body:
        created.append(v09.put_components(body, place, VERSION, batch, invalid=invalid, spelling=dynamic.V10))
    return created


def _function_call(body: Object, place: str) -> CallRendererFunction:
    call = body.get("callFunction")
    return CallRendererFunction(
        surface_id=str(body.get("surfaceId", "")),
        version=VERSION,
        pointer=place,
        call_id=str(body.get("functionCallId", "")),
        function=str(call.get("@call", "")) if isinstance(call, dict) else "",
    )
