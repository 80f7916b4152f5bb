"""The payload that screens are measured with: thirty components of a booking screen: rows, functions and checks."""

from __future__ import annotations

from typing import Any

CATALOG = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"


def booking(surface_id: str = "booking") -> list[dict[str, Any]]:
    """A v0.9 screen that expands to 30 components and fits a window of 600 x 800."""
    return [
        {"version": "v0.9", "createSurface": {"surfaceId": surface_id, "catalogId": CATALOG}},
        {"version": "v0.9", "updateComponents": {"surfaceId": surface_id, "components": _components()}},
        {"version": "v0.9", "updateDataModel": {"surfaceId": surface_id, "value": _data()}},
    ]


def _components() -> list[dict[str, Any]]:
    return [
        {"id": "root", "component": "Column", "children": ["title", "intro", "rooms", "form", "hint", "book"]},
        {"id": "title", "component": "Text", "text": "Rooms by the lake", "variant": "h2"},
        {"id": "intro", "component": "Text", "text": _call("formatString", value="${/nights} nights for ${/guests}")},
        {"id": "rooms", "component": "List", "children": {"componentId": "room", "path": "/rooms"}},
        {"id": "room", "component": "Card", "child": "line"},
        {"id": "line", "component": "Row", "align": "center", "children": ["name", "price", "pick"]},
        {"id": "name", "component": "Text", "text": {"path": "name"}, "weight": 1},
        {"id": "price", "component": "Text", "text": _call("formatCurrency", value={"path": "price"}, currency="EUR")},
        {"id": "pick", "component": "Button", "child": "pick_text", "action": _event("pick", room={"path": "name"})},
        {"id": "pick_text", "component": "Text", "text": "Choose"},
        {"id": "form", "component": "Row", "children": ["guests", "quiet"]},
        {"id": "guests", "component": "TextField", "label": "Guests", "value": {"path": "/guests"}, "weight": 1},
        {"id": "quiet", "component": "CheckBox", "label": "Quiet side", "value": {"path": "/quiet"}},
        {"id": "hint", "component": "Row", "align": "center", "children": ["hint_icon", "hint_text"]},
        {"id": "hint_icon", "component": "Icon", "name": "info"},
        {"id": "hint_text", "component": "Text", "variant": "caption", "text": "Free to cancel until the day before."},
        {
            "id": "book",
            "component": "Button",
            "variant": "primary",
            "child": "book_text",
            "action": _event("book", guests={"path": "/guests"}, quiet={"path": "/quiet"}),
            "checks": [{"condition": _call("required", value={"path": "/guests"}), "message": "For how many?"}],
        },
        {"id": "book_text", "component": "Text", "text": "Book"},
    ]


def _data() -> dict[str, Any]:
    names = ["Heron", "Kingfisher", "Otter"]
    rooms = [{"name": name, "price": 90 + 15 * number} for number, name in enumerate(names)]
    return {"nights": 3, "guests": "2", "quiet": False, "rooms": rooms}


def _call(name: str, **args: Any) -> dict[str, Any]:
    return {"call": name, "args": args, "returnType": "boolean" if name == "required" else "string"}


def _event(name: str, **context: Any) -> dict[str, Any]:
    return {"event": {"name": name, "context": context}}
