"""What an agent is told of a press: typed values and rows, no component ids, and nothing without bounds."""

from __future__ import annotations

import json

from agent_bridge.long_values import LONGEST_VALUE, LongValues
from agent_bridge.notification import notification_of, notification_text
from ui_server.events import Change, Event
from ui_server.expressions import Json


def pressed(context: dict[str, Json] | None = None, *changes: Change, version: str = "v0.9") -> Event:
    body = {
        "name": "save",
        "surfaceId": "form",
        "sourceComponentId": "save_button",
        "timestamp": "2026-05-04T09:00:00.000Z",
        "context": context or {},
    }
    message = {"userAction": body} if version == "v0.8" else {"version": version, "action": body}
    return Event("form", "save_button:rows/1", "/rows/1", message, changes)


def told_of(event: Event) -> dict[str, Json]:
    return notification_of(event, LongValues())


def test_it_carries_the_action_the_surface_the_row_and_the_context() -> None:
    told = told_of(pressed({"id": 12}))

    assert told == {"action": "save", "surface": "form", "row": "/rows/1", "context": {"id": 12}, "changed": []}


def test_all_versions_are_told_alike() -> None:
    told = [told_of(pressed({"id": 12}, version=version)) for version in ("v0.8", "v0.9", "v1.0")]

    assert told[0] == told[1] == told[2]


def test_zero_false_and_empty_text_are_values_and_only_null_is_empty() -> None:
    context: dict[str, Json] = {"count": 0, "done": False, "note": "", "none": None, "list": []}

    told = told_of(pressed(context))

    assert told["context"] == context
    assert notification_text(told).splitlines()[3:] == [
        "  count: 0",
        "  done: false",
        '  note: ""',
        "  none: (empty)",
        "  list: []",
    ]


def test_changed_fields_are_told_by_their_place_in_the_data_with_both_values() -> None:
    change = Change("form", "quantity_slider", "/order/quantity", 1, 0)

    told = told_of(pressed({}, change))

    assert told["changed"] == [{"path": "/order/quantity", "old": 1, "new": 0}]
    assert "  /order/quantity: 0" in notification_text(told)


def test_an_input_that_is_bound_to_nothing_is_told_without_its_component() -> None:
    told = told_of(pressed({}, Change("form", "loose_field", None, "", "hi")))

    assert "an unbound field: " in notification_text(told)


def test_no_component_id_is_in_it() -> None:
    told = told_of(pressed({"id": 12}, Change("form", "quantity_slider", "/quantity", 1, 2)))

    for text in (json.dumps(told), notification_text(told)):
        assert "save_button" not in text
        assert "quantity_slider" not in text


def test_a_value_that_is_too_long_is_named_by_a_reference_and_its_size() -> None:
    picture = "data:image/png;base64," + "A" * LONGEST_VALUE

    told = told_of(pressed({"photo": picture, "id": 3}, Change("form", "field", "/photo", "", picture)))

    size = len(picture) + 2  # the quotes of the JSON text
    assert told["context"] == {"photo": {"reference": "press-1/context/photo", "characters": size}, "id": 3}
    new: Json = {"reference": "press-1/changed/0/new", "characters": size}
    assert told["changed"] == [{"path": "/photo", "old": "", "new": new}]


def test_a_value_of_just_the_longest_length_is_told_whole() -> None:
    longest = "A" * (LONGEST_VALUE - 2)

    assert told_of(pressed({"text": longest}))["context"] == {"text": longest}


def test_the_text_of_a_press_without_anything_else_is_one_line() -> None:
    event = Event("form", "ok", None, {"version": "v0.9", "action": {"name": "ok", "context": {}}})

    assert notification_text(told_of(event)) == "The user pressed 'ok' on the screen."


def test_what_a_long_field_was_and_is_have_references_of_their_own() -> None:
    values = LongValues()
    old, new = "A" * LONGEST_VALUE, "B" * LONGEST_VALUE

    told = notification_of(pressed({}, Change("form", "field", "/text", old, new)), values)

    (change,) = told["changed"] if isinstance(told["changed"], list) else []
    assert isinstance(change, dict) and isinstance(change["old"], dict) and isinstance(change["new"], dict)
    assert values.read(str(change["old"]["reference"]), 0)["text"] == old
    assert values.read(str(change["new"]["reference"]), 0)["text"] == new
