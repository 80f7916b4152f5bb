"""Payloads that others let through, swallowed or damaged: packaging, repair, references, versions, hidden faults."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.conftest import NewSession
from tests.faults.live import codes, model, show, texts
from tests.faults.payloads import (
    MAIN,
    Message,
    Part,
    at,
    begin,
    button,
    call,
    column,
    create,
    data,
    entry,
    old_data,
    old_part,
    old_put,
    old_text,
    part,
    put,
    said,
    screen,
    text,
)
from ui_server.diagnostics.diagnostic import Diagnostic, errors
from ui_server.receive import Receipt, receive
from ui_server.session import SessionSettings
from ui_server.surfaces import Surfaces


def judged(payload: Any, *, repair: bool = False) -> Receipt:
    """The receipt for a finished payload."""
    return receive(Surfaces(), payload, purpose="validate", repair=repair)


def faults(receipt: Receipt) -> list[Diagnostic]:
    return errors(receipt.diagnostics)


# -- values of v0.8 ----------------------------------------------------------------------------------------------------


async def test_a_list_that_v0_8_does_not_have_is_read_and_told(new_session: NewSession) -> None:
    """BUG-023. The rule: `valueArray` is read as the list it means, with a warning at its place."""
    session = new_session()
    pets = [{"label": said(label), "value": label.lower()} for label in ("Cat", "Dog")]
    shown = await show(
        session,
        old_put(old_part("root", "MultipleChoice", selections={"path": "/pets"}, options=pets)),
        old_data({"key": "pets", "valueArray": [{"valueString": "dog"}]}),
        begin(),
    )
    (note,) = shown.diagnostics
    assert (note.severity, note.code) == ("warning", "value_array")
    assert note.pointer == "/1/dataModelUpdate/contents/0/valueArray"
    assert model(session) == {"pets": ["dog"]}
    assert [(one.name, one.checked) for one in shown.elements().values()] == [("Cat", False), ("Dog", True)]


# -- packaging ---------------------------------------------------------------------------------------------------------

TWO = screen(text("root", "fine"))
LINES = "\n".join(json.dumps(message) for message in TWO)


@pytest.mark.parametrize(
    "packed",
    [json.dumps(TWO), LINES, LINES.replace("\n", ""), json.dumps({"messages": TWO}), json.dumps(TWO, indent=2)],
    ids=["list", "lines", "in a row", "object with messages", "indented"],
)
async def test_every_packaging_gives_the_same_messages(packed: str, new_session: NewSession) -> None:
    """BUG-031. The rule: an object with `messages` is a payload too."""
    session = new_session()
    receipt = session.receive(packed)
    assert (receipt.accepted, list(receipt.messages)) == (True, TWO)
    assert texts(await session.show()) == ["fine"]


@pytest.mark.parametrize(
    "swallowed", ['{"messages": []}', "[]", "{}", "null", "I could not do it.", '{"messages": 3}', "[[]]", "   x"]
)
async def test_no_text_is_swallowed_without_a_word(swallowed: str, new_session: NewSession) -> None:
    """BUG-031"""
    receipt = new_session().receive(swallowed)
    assert not receipt.accepted
    assert all(fault.message and fault.hint for fault in faults(receipt))
    assert len(receipt.messages) + len(faults(receipt)) >= 1


# -- repair ------------------------------------------------------------------------------------------------------------

ODD_TEXT = "one,] two,} three"
CREATED = json.dumps(create())


@pytest.mark.parametrize("broken", [f"[{CREATED},]", f"[{CREATED[:-1]},}}]"], ids=["list", "object"])
def test_a_comma_too_many_is_mended_only_on_request_and_then_told(broken: str) -> None:
    """BUG-032"""
    mended = judged(broken, repair=True)
    assert (mended.messages, len(mended.repairs)) == ((create(),), 1)
    refused = judged(broken)
    assert [fault.code for fault in faults(refused)] == ["trailing_comma"]
    assert (refused.messages, refused.repairs) == ((), ())


@pytest.mark.parametrize("repair", [True, False])
def test_repair_leaves_the_insides_of_texts_alone(repair: bool) -> None:
    """BUG-032"""
    payload = json.dumps([create(), put(text("root", ODD_TEXT))])
    receipt = judged(payload, repair=repair)
    assert receipt.messages[1] == put(text("root", ODD_TEXT))
    assert receipt.repairs == ()


def test_texts_keep_their_commas_while_a_comma_elsewhere_is_mended() -> None:
    """BUG-032"""
    payload = json.dumps([create(), put(text("root", ODD_TEXT))])[:-1] + ",]"
    receipt = judged(payload, repair=True)
    assert receipt.messages[1] == put(text("root", ODD_TEXT))
    assert len(receipt.repairs) == 1


@pytest.mark.parametrize("repair", [True, False])
def test_a_fence_is_taken_off_and_the_words_around_it_are_kept(repair: bool) -> None:
    """BUG-032"""
    answer = f"Your screen:\n```json\n{json.dumps(screen(text('root', 'fine')))}\n```\nShall I go on?"
    receipt = judged(answer, repair=repair)
    assert list(receipt.messages) == screen(text("root", "fine"))
    assert receipt.prose.split("\n") == ["Your screen:", "Shall I go on?"]
    assert receipt.ok and codes(receipt) == ["wrapped_payload"]


BEYOND_REPAIR = {
    "not_a_number": '{"version": "v0.9", "updateDataModel": {"surfaceId": "main", "path": "/x", "value": NaN}}',
    "duplicate_key": '{"version": "v0.9", "deleteSurface": {"surfaceId": "m"}, "deleteSurface": {"surfaceId": "n"}}',
    "truncated_json": '{"version": "v0.9", "updateComponents": {"surfaceId": "main", "components": [{"id": "root", "c',
}


@pytest.mark.parametrize("repair", [True, False])
@pytest.mark.parametrize("code", BEYOND_REPAIR)
def test_what_has_no_one_meaning_stays_a_fault(code: str, repair: bool) -> None:
    """BUG-032"""
    receipt = judged(BEYOND_REPAIR[code], repair=repair)
    assert code in [fault.code for fault in faults(receipt)]
    assert receipt.messages == () and receipt.repairs == ()
    assert not receipt.accepted and list(receipt.surfaces) == []


async def test_a_repair_is_told_on_the_screen_it_led_to(new_session: NewSession) -> None:
    """BUG-032"""
    session = new_session(SessionSettings(repair=True))
    session.receive(json.dumps(screen(text("root", "fine")))[:-1] + ",]")
    report = (await session.show()).report()
    assert len(report["repairs"]) == 1
    assert report["surfaces"][0]["texts"] == ["fine"]


# -- references --------------------------------------------------------------------------------------------------------

TANGLE = screen(
    column("fine", "frame", "mirror", "dialog", "rows"),
    text("fine", "The sound part"),
    part("frame", "Card", child="nobody"),
    part("mirror", "Card", child="mirror"),
    part("dialog", "Modal", trigger="opener", content="snake"),
    text("opener", "open"),
    part("snake", "Card", child="tail"),
    part("tail", "Tabs", tabs=[{"title": "Round", "child": "snake"}]),
    part("rows", "List", children={"componentId": "no_row", "path": "/rows"}),
    model={"rows": [1, 2]},
)


def test_every_way_of_holding_a_child_is_followed_for_missing_ones_and_rings() -> None:
    """BUG-035"""
    components = "/1/updateComponents/components"
    found = {(fault.code, fault.pointer, fault.got) for fault in faults(judged(TANGLE))}
    assert {(code, pointer) for code, pointer, _ in found} == {
        ("dangling_child", f"{components}/2/child"),
        ("self_reference", f"{components}/3/child"),
        ("cycle", f"{components}/7/tabs/0/child"),
        ("dangling_child", f"{components}/8/children/componentId"),
    }
    assert {got for code, _, got in found if code == "dangling_child"} == {"nobody", "no_row"}
    (ring,) = [fault for fault in faults(judged(TANGLE)) if fault.code == "cycle"]
    assert "snake" in ring.message and "tail" in ring.message


@pytest.mark.parametrize("slot", ["trigger", "content"])
def test_a_modal_without_its_trigger_or_content_is_told(slot: str) -> None:
    """BUG-035"""
    modal: Part = {**part("root", "Modal", trigger="there", content="there"), slot: "nobody"}
    (fault,) = faults(judged(screen(modal, text("there", "Here"))))
    assert (fault.code, fault.pointer) == ("dangling_child", f"/1/updateComponents/components/0/{slot}")


async def test_the_sound_part_of_a_tangle_is_drawn(new_session: NewSession) -> None:
    """BUG-035"""
    session = new_session()
    receipt = session.receive(TANGLE, purpose="salvage")
    assert receipt.accepted and not receipt.ok
    shown = await session.show()
    assert texts(shown)[0] == "The sound part"
    assert "open" in texts(shown)
    assert not shown.ok


# -- faults behind faults ----------------------------------------------------------------------------------------------

SEND = {"name": "send"}
OPEN = {"call": "openUrl", "args": {"url": "https://example.com"}}
WHERE = "/1/updateComponents/components/0/action"


def pressed(action: Part) -> list[Diagnostic]:
    """What is wrong with a button that does `action`."""
    return faults(judged(screen(part("root", "Button", child="face", action=action), text("face", "Go"))))


def test_a_press_does_one_thing() -> None:
    """BUG-037"""
    (fault,) = pressed({"event": SEND, "functionCall": OPEN})
    assert (fault.code, fault.pointer) == ("exclusive", WHERE)
    assert "event" in fault.message and "functionCall" in fault.message


def test_a_function_call_is_not_null() -> None:
    """BUG-037"""
    (fault,) = pressed({"functionCall": None})
    assert (fault.code, fault.pointer) == ("wrong_type", f"{WHERE}/functionCall")


def test_a_bad_pointer_is_found_however_deep_it_lies() -> None:
    """BUG-037"""
    deep = {"both": call("and", values=[at("/fine"), at("broken~key")]), "fine": at("/fine")}
    (fault,) = pressed({"event": {"name": "send", "context": deep}})
    assert fault.code == "invalid_pointer"
    assert fault.pointer.startswith(f"{WHERE}/event/context/both/args/values/1")
    assert fault.got == '"broken~key"'


def test_all_three_are_found_in_one_payload() -> None:
    """BUG-037"""
    actions: list[Part] = [
        {"event": SEND, "functionCall": OPEN},
        {"functionCall": None},
        {"event": {"name": "send", "context": {"x": call("not", value=at("a~b"))}}},
    ]
    names = ["first", "second", "third"]
    buttons = [part(name, "Button", child="face", action=action) for name, action in zip(names, actions, strict=True)]
    found = faults(judged(screen(column(*names), *buttons, text("face", "Go"))))
    assert [fault.code for fault in found] == ["exclusive", "wrong_type", "invalid_pointer"]


# -- versions ----------------------------------------------------------------------------------------------------------

BODY = create()["createSurface"]
LATER_BODY: Message = {"surfaceId": MAIN, "components": [text("root", "Hi")]}


@pytest.mark.parametrize(
    ("message", "code", "pointer"),
    [
        ({"version": "v0.8", "createSurface": BODY}, "mixed_versions", "/0/version"),
        ({"version": 0.9, "createSurface": BODY}, "unknown_version", "/0/version"),
        ({"createSurface": BODY}, "missing_version", "/0"),
        ({"version": "v0.9", **begin()}, "mixed_versions", "/0/beginRendering"),
        (
            {"version": "v1.0", "createSurface": {"surfaceId": MAIN, "theme": {"primaryColor": "#336699"}}},
            "mixed_versions",
            "/0/createSurface/theme",
        ),
        ({"version": "v2.0", "createSurface": BODY}, "unknown_version", "/0/version"),
        ({"version": None, "createSurface": BODY}, "unknown_version", "/0/version"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_version_is_said(message: Message, code: str, pointer: str) -> None:
    """BUG-039"""
    found = [(fault.code, fault.pointer) for fault in faults(receive(Surfaces(), [message]))]
    assert found == [(code, pointer)]


def test_v0_9_1_is_v0_9_by_another_name() -> None:
    """BUG-039. The rule: v0.9 and v0.9.1 are one protocol and may be mixed; an event answers in the surface's own."""
    receipt = judged([{"version": "v0.9.1", "createSurface": BODY}, put(text("root", "Hi"))])
    assert receipt.ok
    assert [surface.version for surface in receipt.surfaces] == ["v0.9.1"]


def test_v1_0_needs_no_catalog() -> None:
    """BUG-039"""
    assert judged([{"version": "v1.0", "createSurface": LATER_BODY}]).ok


def test_every_message_is_judged_by_its_own_version() -> None:
    """BUG-039"""
    payload = [
        {"version": "v1.0", "createSurface": {**LATER_BODY, "surfaceId": "one"}},
        *screen(text("root", "Hi"), surface="nine"),
        old_put(old_text("root", said("Hi")), surface="eight"),
        begin(surface="eight"),
    ]
    receipt = judged(payload)
    assert receipt.ok, receipt.diagnostics
    assert [surface.version for surface in receipt.surfaces] == ["v1.0", "v0.9", "v0.8"]


def test_a_surface_keeps_to_its_version() -> None:
    """BUG-039"""
    (fault,) = faults(judged([*screen(text("root", "Hi")), old_put(old_text("root", said("Ho")))]))
    assert (fault.code, fault.pointer) == ("version_mismatch", "/2/surfaceUpdate")


# -- envelopes and bodies ----------------------------------------------------------------------------------------------


async def test_two_messages_in_one_object_are_a_fault_and_nothing_is_applied(new_session: NewSession) -> None:
    """W10"""
    session = new_session()
    both = {**old_put(old_text("root", said("Hi"))), **old_data(entry("x", "y"))}
    receipt = session.receive([both, begin()])
    assert [fault.code for fault in faults(receipt)] == ["two_messages"]
    assert session.surfaces == Surfaces()


async def test_not_even_salvage_applies_one_of_two_messages_in_one_object(new_session: NewSession) -> None:
    """W10"""
    session = new_session()
    session.receive([{**old_put(old_text("root", said("Hi"))), **old_data(entry("x", "y"))}], purpose="salvage")
    assert session.surfaces == Surfaces()


FACE = text("face", "Go")


@pytest.mark.parametrize(
    ("parts", "code", "word"),
    [
        ([part("root", "Buton", child="face"), FACE], "unknown_component", "Button"),
        ([part("root", "Column", chidren=["face"], children=["face"]), FACE], "unknown_property", "children"),
        ([part("root", "Button", child="face"), FACE], "missing_property", "action"),
        ([part("root", "Card")], "missing_property", "child"),
        ([text("root", 5)], "wrong_type", "text"),
    ],
    ids=["unknown type", "misspelt property", "no action", "no child", "number for a text"],
)
def test_the_inside_of_a_component_is_checked_and_the_right_word_is_named(
    parts: list[Part], code: str, word: str
) -> None:
    """W16"""
    (fault,) = [each for each in faults(judged(screen(*parts))) if each.code == code]
    assert word in f"{fault.message} {fault.hint}"
    assert fault.component_id == "root"


async def test_a_place_that_cannot_be_drawn_is_an_error_and_no_text_of_the_screen(new_session: NewSession) -> None:
    """W16, W24"""
    session = new_session()
    parts = [column("odd", "fine"), part("odd", "Carousel", items=[]), text("fine", "Fine")]
    session.receive(screen(*parts), purpose="salvage")
    shown = await session.show()
    assert texts(shown) == ["Fine"]
    assert not shown.ok and "unknown_component" in codes(shown)


def test_a_component_in_two_places_and_one_in_none_are_told() -> None:
    """W16"""
    receipt = judged(screen(column("a", "a"), text("a", "A"), text("stray", "Stray")))
    assert receipt.ok
    told = {(found.code, found.severity, found.component_id) for found in receipt.diagnostics}
    assert ("orphan", "warning", "stray") in told
    assert any(code == "two_parents" for code, _, _ in told)


def test_the_callers_payload_is_never_changed() -> None:
    """W14"""
    payload = [*TANGLE, {"version": "v1.0", "createSurface": {**LATER_BODY, "surfaceId": "other"}}, data(1, "/x")]
    before = json.dumps(payload)
    judged(payload, repair=True)
    assert json.dumps(payload) == before


def test_an_event_of_an_action_may_lack_its_context() -> None:
    """BUG-025"""
    assert judged(screen(*button("root", "Go", "go"))).ok
