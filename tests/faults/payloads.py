"""Payloads of our own for the fault tests, built from small pieces in the spelling of each protocol version."""

from __future__ import annotations

import base64
import io
from typing import Any

from PIL import Image

from ui_server.catalogs import BASIC_IDS

Message = dict[str, Any]
Part = dict[str, Any]

MAIN = "main"
"""The surface that a payload is about unless it says otherwise."""


# -- v0.9 --------------------------------------------------------------------------------------------------------------


def create(surface: str = MAIN, **properties: Any) -> Message:
    body = {"surfaceId": surface, "catalogId": BASIC_IDS["v0.9"][0], **properties}
    return {"version": "v0.9", "createSurface": body}


def put(*parts: Part, surface: str = MAIN) -> Message:
    return {"version": "v0.9", "updateComponents": {"surfaceId": surface, "components": list(parts)}}


def data(value: Any, path: str = "/", *, surface: str = MAIN) -> Message:
    return {"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": path, "value": value}}


def clear(path: str, *, surface: str = MAIN) -> Message:
    """v0.9 deletes by leaving the value out."""
    return {"version": "v0.9", "updateDataModel": {"surfaceId": surface, "path": path}}


def drop(surface: str = MAIN) -> Message:
    return {"version": "v0.9", "deleteSurface": {"surfaceId": surface}}


def screen(*parts: Part, model: Any = None, surface: str = MAIN, **properties: Any) -> list[Message]:
    """A whole surface: created, its components, its data."""
    filled = [] if model is None else [data(model, surface=surface)]
    return [create(surface, **properties), put(*parts, surface=surface), *filled]


def part(component_id: str, kind: str, /, **properties: Any) -> Part:
    return {"id": component_id, "component": kind, **properties}


def column(*children: str, name: str = "root") -> Part:
    return part(name, "Column", children=list(children))


def text(component_id: str, words: Any, /, **properties: Any) -> Part:
    return part(component_id, "Text", text=words, **properties)


def button(component_id: str, label: Any, event: str, /, context: Any = None, **properties: Any) -> tuple[Part, Part]:
    """A button and the text on it."""
    sends = {"name": event} if context is None else {"name": event, "context": context}
    face = f"{component_id}_face"
    pressed = part(component_id, "Button", child=face, action={"event": sends}, **properties)
    return pressed, text(face, label)


def options(*labels: str) -> list[Part]:
    """Choices whose value is the first letter of the label, small."""
    return [{"label": label, "value": label[0].lower()} for label in labels]


def at(path: str) -> Part:
    return {"path": path}


def call(function: str, returns: str = "boolean", /, **args: Any) -> Part:
    return {"call": function, "args": args, "returnType": returns}


def formatted(template: str) -> Part:
    return call("formatString", "string", value=template)


# -- v0.8 --------------------------------------------------------------------------------------------------------------


def old_part(component_id: str, kind: str, /, **properties: Any) -> Part:
    return {"id": component_id, "component": {kind: properties}}


def old_column(*children: str, name: str = "root") -> Part:
    return old_part(name, "Column", children={"explicitList": list(children)})


def old_text(component_id: str, bound: Part) -> Part:
    return old_part(component_id, "Text", text=bound)


def old_button(component_id: str, label: str, event: str, /, **context: Part) -> tuple[Part, Part]:
    action: Part = {"name": event}
    if context:
        action["context"] = [{"key": key, "value": value} for key, value in context.items()]
    face = f"{component_id}_face"
    return old_part(component_id, "Button", child=face, action=action), old_text(face, said(label))


def said(words: str) -> Part:
    return {"literalString": words}


def old_put(*parts: Part, surface: str = MAIN) -> Message:
    return {"surfaceUpdate": {"surfaceId": surface, "components": list(parts)}}


def old_data(*entries: Part, path: str | None = None, surface: str = MAIN) -> Message:
    body: Part = {"surfaceId": surface, "contents": list(entries)}
    return {"dataModelUpdate": body if path is None else {**body, "path": path}}


def entry(key: str, value: Any) -> Part:
    """`value` as a typed v0.8 entry; dicts become maps, at any depth."""
    if isinstance(value, dict):
        return {"key": key, "valueMap": [entry(inner, each) for inner, each in value.items()]}
    kinds = {bool: "valueBoolean", str: "valueString", int: "valueNumber", float: "valueNumber"}
    return {"key": key, kinds[type(value)]: value}


def begin(root: str = "root", *, surface: str = MAIN, **properties: Any) -> Message:
    return {"beginRendering": {"surfaceId": surface, "root": root, **properties}}


# -- pictures ----------------------------------------------------------------------------------------------------------


def png(colour: str, size: tuple[int, int] = (40, 30)) -> bytes:
    written = io.BytesIO()
    Image.new("RGB", size, colour).save(written, "PNG")
    return written.getvalue()


def moving_gif() -> bytes:
    """Two frames, red then blue, for ever."""
    written = io.BytesIO()
    frames = [Image.new("RGB", (40, 30), colour) for colour in ("#FF0000", "#0000FF")]
    frames[0].save(written, "GIF", save_all=True, append_images=frames[1:], duration=20, loop=0)
    return written.getvalue()


def data_uri(content: bytes, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"
