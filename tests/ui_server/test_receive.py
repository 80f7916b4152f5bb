"""What becomes of a payload: all of its faults told at once, and nothing applied while there is an error."""

from __future__ import annotations

from typing import Any

import pytest

from ui_server.expressions import Json
from ui_server.receive import MAX_SURFACES, Purpose, Receipt, receive
from ui_server.surfaces import Surfaces

BASIC = "https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json"
PLACE = "/1/updateComponents/components"
CREATE: dict[str, Any] = {"version": "v0.9", "createSurface": {"surfaceId": "s", "catalogId": BASIC}}
WORDS: Json = {"id": "words", "component": "Text", "text": "Hello", "style": "bold"}
both_purposes = pytest.mark.parametrize("purpose", ["session", "validate"])


def components(*listed: Json) -> dict[str, Any]:
    return {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": [*listed]}}


def column(*children: Json) -> Json:
    return {"id": "root", "component": "Column", "children": [*children]}


def told(receipt: Receipt) -> set[tuple[str, str]]:
    return {(fault.code, fault.pointer) for fault in receipt.diagnostics if fault.severity != "info"}


@both_purposes
def test_a_missing_child_is_told_beside_a_faulty_component(purpose: Purpose) -> None:
    receipt = receive(Surfaces(), [CREATE, components(column("words", "ghost"), WORDS)], purpose=purpose)

    assert told(receipt) == {
        ("dangling_child", f"{PLACE}/0/children/1"),
        ("unknown_property", f"{PLACE}/1/style"),
    }
    assert not receipt.accepted


@both_purposes
def test_a_circle_a_missing_root_and_an_unbound_input_are_told_beside_a_faulty_component(purpose: Purpose) -> None:
    loop: Json = {"id": "loop", "component": "Card", "child": "loop"}
    field: Json = {"id": "field", "component": "TextField", "label": "Name"}

    receipt = receive(Surfaces(), [CREATE, components(loop, field, WORDS)], purpose=purpose)

    codes = {code for code, _ in told(receipt)}
    assert codes == {"missing_root", "self_reference", "unbound_input", "unknown_property"}


@both_purposes
def test_what_a_faulty_component_may_refer_to_is_not_called_unreachable(purpose: Purpose) -> None:
    broken: Json = {"id": "root", "component": "Column", "childen": ["words"]}
    sound: Json = {"id": "words", "component": "Text", "text": "Hello"}

    receipt = receive(Surfaces(), [CREATE, components(broken, sound)], purpose=purpose)

    assert "orphan" not in {fault.code for fault in receipt.diagnostics}


@both_purposes
def test_what_a_faulty_input_may_fill_is_not_called_unwritten(purpose: Purpose) -> None:
    field: Json = {"id": "field", "component": "TextField", "labl": "Name", "value": {"path": "/name"}}
    send: Json = {
        "id": "send",
        "component": "Button",
        "child": "send_text",
        "action": {"event": {"name": "send", "context": {"name": {"path": "/name"}}}},
    }
    label: Json = {"id": "send_text", "component": "Text", "text": "Send"}

    receipt = receive(Surfaces(), [CREATE, components(column("field", "send"), field, send, label)], purpose=purpose)

    assert "unwritten_path" not in {fault.code for fault in receipt.diagnostics}


@both_purposes
@pytest.mark.parametrize("nameless", [{"component": "Text", "text": "Hello"}, "words", {"id": 7, "component": "Text"}])
def test_a_component_without_an_id_may_be_the_one_that_is_missing(purpose: Purpose, nameless: Json) -> None:
    receipt = receive(Surfaces(), [CREATE, components(column("words"), nameless)], purpose=purpose)

    codes = {fault.code for fault in receipt.diagnostics}
    assert "dangling_child" not in codes
    assert not receipt.accepted


@both_purposes
def test_a_refused_message_may_hold_what_is_missing(purpose: Purpose) -> None:
    refused = {"version": "v0.9", "updateComponents": {"surfaceId": "s", "components": {"words": WORDS}}}

    receipt = receive(Surfaces(), [CREATE, components(column("words")), refused], purpose=purpose)

    assert {code for code, _ in told(receipt)} == {"wrong_type"}


@both_purposes
def test_a_surface_whose_creation_was_refused_is_not_also_called_unknown(purpose: Purpose) -> None:
    nowhere = {"version": "v0.9", "createSurface": {"surfaceId": "s"}}

    receipt = receive(Surfaces(), [nowhere, components(column())], purpose=purpose)

    assert "unknown_surface" not in {fault.code for fault in receipt.diagnostics}
    assert ("missing_property", "/0/createSurface") in told(receipt)


def test_trying_a_faulty_payload_out_leaves_the_session_s_surfaces_alone() -> None:
    sound: Json = {"id": "words", "component": "Text", "text": "Hello"}
    before = receive(Surfaces(), [CREATE, components(column("words"), sound)]).surfaces

    receipt = receive(before, [components(WORDS)], batch=2)

    assert receipt.surfaces is before
    surface = before.get("s")
    assert surface is not None and surface.components["words"].kind == "Text"


@pytest.mark.parametrize("purpose", ["session", "validate", "salvage"])
def test_of_a_message_that_lies_too_deep_nothing_is_taken(purpose: Purpose) -> None:
    deep: Json = []
    for _ in range(60):
        deep = [deep]
    unsound: list[Json] = [column("words"), {"id": "words", "component": "Text", "text": deep}, {"id": "typeless"}, {}]

    receipt = receive(Surfaces(), [CREATE, components(*unsound)], purpose=purpose)

    assert [fault.code for fault in receipt.diagnostics] == ["limit_reached"]
    assert not any(surface.components for surface in receipt.surfaces)
    assert receipt.accepted is (purpose == "salvage")


@both_purposes
def test_what_comes_for_a_surface_after_its_deletion_is_faulted_where_it_stands(purpose: Purpose) -> None:
    delete: Json = {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}
    text: Json = {"id": "root", "component": "Text", "text": "Hello"}

    receipt = receive(Surfaces(), [CREATE, components(text), delete, components(text)], purpose=purpose)

    assert told(receipt) == {("unknown_surface", "/3/updateComponents/surfaceId")}


def test_a_surface_made_and_deleted_in_one_payload_is_not_judged() -> None:
    delete: Json = {"version": "v0.9", "deleteSurface": {"surfaceId": "s"}}

    receipt = receive(Surfaces(), [CREATE, components(column("ghost")), delete], purpose="validate")

    assert receipt.accepted
    assert not receipt.diagnostics


def test_rows_that_are_written_one_by_one_make_a_list_and_no_warning() -> None:
    rows: Json = {"id": "root", "component": "List", "children": {"path": "/items", "componentId": "row"}}
    row: Json = {"id": "row", "component": "Text", "text": {"path": "name"}}
    writes: list[Json] = [
        {"version": "v0.9", "updateDataModel": {"surfaceId": "s", "path": f"/items/{index}", "value": {"name": name}}}
        for index, name in enumerate(["Ann", "Bo"])
    ]

    receipt = receive(Surfaces(), [CREATE, components(rows, row), *writes], purpose="validate")

    assert receipt.surfaces.live["s"].data == {"items": [{"name": "Ann"}, {"name": "Bo"}]}
    assert not receipt.diagnostics


@both_purposes
def test_a_fault_in_an_earlier_draft_of_v10_is_placed_where_it_was_written(purpose: Purpose) -> None:
    create: Json = {"version": "v1.0", "createSurface": {"surfaceId": "s"}}
    event: Json = {"name": "go", "context": {"a": {"call": "required", "args": {"value": {"path": "/a", "b": 1}}}}}
    button: Json = {"id": "root", "component": "Button", "child": "root", "action": {"event": event, "call": "x"}}
    update: Json = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [button]}}

    for fault in receive(Surfaces(), [create, update], purpose=purpose).diagnostics:
        assert "@" not in fault.pointer


def test_an_earlier_draft_is_told_by_what_it_wrote() -> None:
    create: Json = {"version": "v1.0", "createSurface": {"surfaceId": "s"}}
    event: Json = {"name": "go", "wantResponse": True}
    button: Json = {"id": "root", "component": "Button", "child": "t", "action": {"event": event}}
    words: Json = {"id": "t", "component": "Text", "text": "Go"}
    update: Json = {"version": "v1.0", "updateComponents": {"surfaceId": "s", "components": [button, words]}}
    call: Json = {"version": "v1.0", "functionCallId": "1", "callFunction": {"call": "email", "args": {"value": "a"}}}

    receipt = receive(Surfaces(), [create, update, call], purpose="validate")

    hints = [fault.hint for fault in receipt.diagnostics if fault.code == "draft_form"]
    assert "Leave out displayName" in hints[0]
    assert "callRendererFunction" in hints[1]
    assert receipt.responses[0]["rendererFunctionResponse"]["functionCallId"] == "1"


def test_a_surface_id_that_is_nearly_right_is_told_with_the_right_one() -> None:
    made = receive(Surfaces(), [{"version": "v0.9", "createSurface": {"surfaceId": "booking", "catalogId": BASIC}}])
    wrong: Json = {"version": "v0.9", "updateDataModel": {"surfaceId": "Bookings", "path": "/a", "value": 1}}

    receipt = receive(made.surfaces, [wrong], purpose="session")

    assert "Did you mean 'booking'?" in receipt.diagnostics[0].hint


def test_a_deletion_without_a_version_is_told_the_one_to_add() -> None:
    made = receive(Surfaces(), [CREATE])

    receipt = receive(made.surfaces, [{"deleteSurface": {"surfaceId": "s"}}])

    assert receipt.diagnostics[0].hint.startswith('Add "version": "v0.9"')
    assert receipt.diagnostics[0].message.endswith(".")


def test_a_session_holds_a_thousand_surfaces_and_no_more() -> None:
    creations = [
        {"version": "v0.9", "createSurface": {"surfaceId": f"s{number}", "catalogId": BASIC}}
        for number in range(MAX_SURFACES)
    ]
    full = receive(Surfaces(), creations).surfaces
    more = {"version": "v0.9", "createSurface": {"surfaceId": "more", "catalogId": BASIC}}
    delete = {"version": "v0.9", "deleteSurface": {"surfaceId": "s7"}}

    refused = receive(full, [more])

    assert [fault.code for fault in refused.diagnostics] == ["limit_reached"]
    assert len(refused.surfaces.live) == MAX_SURFACES
    assert receive(full, [delete, more]).accepted


def test_surfaces_that_only_wait_to_begin_count_as_well() -> None:
    words = [{"id": "root", "component": {"Text": {"text": {"literalString": "x"}}}}]
    updates = [
        {"surfaceUpdate": {"surfaceId": f"s{number}", "components": words}} for number in range(MAX_SURFACES + 1)
    ]

    refused = receive(Surfaces(), updates)

    assert "limit_reached" in {fault.code for fault in refused.diagnostics}
    assert not refused.accepted
