"""What the agent is told when a person has acted on a screen: the action, the row, typed values; no component ids."""

from __future__ import annotations

import json

from agent_bridge.long_values import LongValues
from ui_server.events import Event
from ui_server.expressions import Json


def notification_of(event: Event, values: LongValues) -> dict[str, Json]:
    """The notification for an event that has a message. 0 and false are values like any other, only null is empty.

    What is too long is kept in `values`, and named by its reference.
    """
    values.count_press()
    message = event.message or {}
    action = message.get("userAction") or message.get("action") or {}
    context = action.get("context") or {}
    return {
        "action": action.get("name"),
        "surface": event.surface_id,
        "row": event.row,
        "context": {name: values.bounded(value, f"/context/{name}") for name, value in context.items()},
        "changed": [
            {
                "path": change.path,
                "old": values.bounded(change.old, f"/changed/{place}/old"),
                "new": values.bounded(change.new, f"/changed/{place}/new"),
            }
            for place, change in enumerate(event.changes)
        ],
    }


def notification_text(notification: dict[str, Json]) -> str:
    """The notification in words, as a model reads it."""
    lines = [f"The user pressed {notification['action']!r} on the screen."]
    if notification["row"]:
        lines.append(f"Row: {notification['row']}")
    context, changed = notification["context"], notification["changed"]
    if isinstance(context, dict) and context:
        lines += ["Context:", *(f"  {name}: {_shown(value)}" for name, value in context.items())]
    if isinstance(changed, list) and changed:
        fields = [change for change in changed if isinstance(change, dict)]
        lines += ["Changed by the user:"]
        lines += [f"  {change['path'] or 'an unbound field'}: {_shown(change['new'])}" for change in fields]
    return "\n".join(lines)


def _shown(value: Json) -> str:
    return "(empty)" if value is None else json.dumps(value, ensure_ascii=False)
