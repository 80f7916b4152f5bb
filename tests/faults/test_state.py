"""What a session holds after each message: data of every version, order, replacement, deletion, several surfaces."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest

from renderer.pages import Canvas
from tests.conftest import NewSession
from tests.faults.live import act, codes, model, page_of, picture, refusal, sent, show, texts, with_role
from tests.faults.payloads import (
    MAIN,
    Message,
    at,
    begin,
    button,
    clear,
    column,
    create,
    data,
    drop,
    entry,
    old_button,
    old_column,
    old_data,
    old_part,
    old_put,
    old_text,
    options,
    part,
    put,
    said,
    screen,
    text,
)
from ui_server.errors import StaleScreen, UnknownElement
from ui_server.steps import ClickStep, FillStep

# -- the data model ----------------------------------------------------------------------------------------------------


def new_value(path: str, **value: Any) -> Message:
    """v1.0: null deletes, and a value must be there."""
    return {"version": "v1.0", "updateDataModel": {"surfaceId": MAIN, "path": path, **value}}


PERSON: Message = {
    "version": "v1.0",
    "createSurface": {
        "surfaceId": MAIN,
        "components": [{"id": "root", "component": "Text", "text": {"@path": "/person/nick"}}],
        "dataModel": {"person": {"nick": "Bix", "town": "Graz"}},
    },
}


async def test_null_deletes_in_v1_0_and_makes_nothing_where_nothing_was(new_session: NewSession) -> None:
    """BUG-012"""
    session = new_session()
    shown = await show(session, PERSON, new_value("/person/nick", value=None), new_value("/no/where", value=None))
    assert model(session) == {"person": {"town": "Graz"}}
    assert texts(shown) == []


async def test_an_update_without_a_value_is_a_fault_in_v1_0(new_session: NewSession) -> None:
    """BUG-012"""
    session = new_session()
    receipt = session.receive([PERSON, new_value("/person/nick")])
    (fault,) = receipt.diagnostics
    assert (fault.severity, fault.code, fault.pointer) == ("error", "missing_property", "/1/updateDataModel")
    assert list(session.surfaces) == []


async def test_in_v0_9_null_is_a_value_and_leaving_it_out_deletes(new_session: NewSession) -> None:
    """BUG-012"""
    session = new_session()
    await show(session, *screen(text("root", at("/a")), model={"a": 1, "b": 2, "c": 3}), data(None, "/a"), clear("/b"))
    assert model(session) == {"a": None, "c": 3}


QUEUE = [
    *screen(
        column("queue", "third"),
        part("queue", "List", children={"componentId": "name", "path": "/queue"}),
        text("name", at("name")),
        text("third", at("/queue/2/name")),
        model={"queue": [{"name": "Ana"}, {"name": "Ben"}, {"name": "Cai"}]},
    ),
    clear("/queue/1"),
]


async def test_an_item_deleted_from_a_list_leaves_its_place_empty(new_session: NewSession) -> None:
    """BUG-013. The rule: the list keeps its length and holds null there; null rows are not drawn."""
    session = new_session()
    shown = await show(session, *QUEUE)
    assert texts(shown) == ["Ana", "Cai", "Cai"]
    assert json.loads(json.dumps(model(session))) == {"queue": [{"name": "Ana"}, None, {"name": "Cai"}]}
    assert [row["data_model"] for row in shown.report()["surfaces"]] == [model(session)]


@pytest.mark.parametrize("value", [1, "word", True], ids=repr)
async def test_data_cannot_be_written_inside_a_plain_value(value: Any, new_session: NewSession) -> None:
    """BUG-015, W12. The rule: it is refused; a container must be put in the value's place first."""
    session = new_session()
    session.receive([*screen(text("root", at("/a"))), data(value)])
    receipt = session.receive([data(2, "/a")], purpose="salvage")
    (fault,) = [found for found in receipt.diagnostics if found.severity == "error"]
    assert (fault.code, fault.pointer) == ("not_a_container", "/0/updateDataModel/path")
    assert model(session) == value
    session.receive([data({"rows": [0]})])
    assert model(session) == {"rows": [0]}


@pytest.mark.parametrize("index", ["100000000", "-1", "01", "1.0", " 0", "٣", "+0"])
async def test_an_index_that_is_none_reaches_no_item_and_takes_no_memory(index: str, new_session: NewSession) -> None:
    """BUG-015"""
    session = new_session()
    session.receive(screen(text("root", at("/rows/0")), model={"rows": [0]}))
    session.receive([data(0, "/rows/0")])
    tracemalloc.start()
    try:
        receipt = session.receive([data("x", f"/rows/{index}")], purpose="salvage")
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [found.code for found in receipt.diagnostics if found.severity == "error"] == ["bad_index"]
    assert peak < 8_000_000
    assert model(session) == {"rows": [0]}


async def test_one_bad_write_refuses_the_whole_payload_of_a_live_session(new_session: NewSession) -> None:
    """BUG-015, W14"""
    session = new_session()
    session.receive(screen(text("root", at("/rows/0")), model={"rows": [0]}))
    before = session.surfaces
    receipt = session.receive([data(5, "/rows/0"), data("x", "/rows/-1")])
    assert not receipt.accepted
    assert session.surfaces is before


async def test_typed_entries_are_read_at_every_path(new_session: NewSession) -> None:
    """BUG-017"""
    session = new_session()
    shown = await show(
        session,
        old_put(
            old_part("root", "List", children={"template": {"componentId": "job", "dataBinding": "/jobs"}}),
            old_text("job", {"path": "what"}),
        ),
        old_data(
            entry("z9", {"what": "Sweep", "paid": False}), entry("a1", {"what": "Paint", "paid": True}), path="/jobs"
        ),
        begin(),
    )
    assert texts(shown) == ["Sweep", "Paint"]
    assert model(session) == {"jobs": {"z9": {"what": "Sweep", "paid": False}, "a1": {"what": "Paint", "paid": True}}}


async def test_what_an_agent_puts_at_a_path_replaces_what_was_there_and_nothing_else(new_session: NewSession) -> None:
    """W12"""
    session = new_session()
    await show(session, old_put(old_text("root", {"path": "/a/b"})), begin())
    session.receive([old_data(entry("a", {"b": "old", "c": 1}), entry("d", 2))])
    session.receive([old_data({"key": ".", "valueString": "new"}, path="/a/b")])
    assert model(session) == {"a": {"b": "new", "c": 1}, "d": 2}
    session.receive([old_data(entry("e", 3))])
    assert model(session) == {"e": 3}


async def test_keys_with_slashes_and_tildes_are_written_as_in_json_pointer(new_session: NewSession) -> None:
    """W12"""
    session = new_session()
    shown = await show(session, *screen(text("root", at("/a~1b/c~0d"))), data("here", "/a~1b/c~0d"))
    assert model(session) == {"a/b": {"c~d": "here"}}
    assert texts(shown) == ["here"]


# -- what the person typed ---------------------------------------------------------------------------------------------

CHORES = screen(
    part("root", "List", children={"componentId": "chore", "path": "/chores"}),
    part("chore", "Row", children=["what", "remark"]),
    text("what", at("what")),
    part("remark", "TextField", label="Remark", value=at("remark")),
    model={"chores": [{"what": "dust", "remark": ""}, {"what": "iron", "remark": ""}]},
)


async def test_typed_text_stays_in_its_row_when_rows_are_put_before_it(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-021"""
    session = new_session()
    await show(session, *CHORES)
    await act(session, FillStep("remark:chores/1", "today"))
    rows = [{"what": "cook", "remark": ""}, *model(session)["chores"]]
    shown = await show(session, data(rows, "/chores"))
    boxes = with_role(shown, "textbox")
    assert [(box.row, box.value) for box in boxes] == [
        ("/chores/0", ""),
        ("/chores/1", ""),
        ("/chores/2", "today"),
    ]
    typed = "boxes => boxes.map(one => one.value)"
    in_page = await page_of(canvas, shown).locator("input").evaluate_all(typed)
    assert in_page == [row["remark"] for row in model(session)["chores"]] == ["", "", "today"]
    assert texts(shown) == ["cook", "Remark", "dust", "Remark", "iron", "Remark"]


BADGE = old_put(
    old_column("name", "hello", "print"),
    old_part("name", "TextField", label=said("Name"), text={"path": "/name", "literalString": "Visitor"}),
    old_text("hello", {"path": "/name"}),
    *old_button("print", "Print", "print", name={"path": "/name"}),
)


async def test_a_literal_with_a_path_fills_the_data_once(new_session: NewSession) -> None:
    """BUG-022"""
    session = new_session()
    shown = await show(session, BADGE, begin())
    assert texts(shown) == ["Name", "Visitor", "Print"]
    (event,) = await act(session, ClickStep("print"))
    assert sent(event)["context"] == {"name": "Visitor"}


async def test_a_literal_sent_again_does_not_undo_what_was_typed(new_session: NewSession) -> None:
    """BUG-022. The rule: the literal is written where the path still holds nothing."""
    session = new_session()
    await show(session, BADGE, begin())
    await act(session, FillStep("name", "Zoe"))
    shown = await show(session, BADGE)
    assert texts(shown) == ["Name", "Zoe", "Print"]
    (event,) = await act(session, ClickStep("print"))
    assert sent(event)["context"] == {"name": "Zoe"}


PANES = screen(
    part(
        "root",
        "Tabs",
        tabs=[
            {"title": "Sun", "child": "sun"},
            {"title": "Rain", "child": "rain"},
            {"title": at("/third"), "child": "wind"},
        ],
    ),
    text("sun", "Sunny pane"),
    text("rain", "Rainy pane"),
    part("wind", "TextField", label="Knots", value=at("/knots")),
    model={"third": "Wind (8)", "knots": ""},
)


async def test_the_open_tab_and_its_field_outlive_an_update_of_something_else(new_session: NewSession) -> None:
    """BUG-094"""
    session = new_session()
    first = await show(session, *PANES)
    assert [tab.name for tab in with_role(first, "tab")] == ["Sun", "Rain", "Wind (8)"]
    await act(session, ClickStep("root#2"), FillStep("wind", "12"))
    after = await show(session, data("x", "/unrelated"))
    assert [tab.checked for tab in with_role(after, "tab")] == [False, False, True]
    assert after.elements()["wind"].value == "12"


async def test_a_tab_is_open_when_the_open_one_is_taken_away(new_session: NewSession) -> None:
    """BUG-094. The rule: the last of the tabs that are left is open."""
    session = new_session()
    await show(session, *PANES)
    await act(session, ClickStep("root#2"))
    two = [{"title": "Sun", "child": "sun"}, {"title": "Rain", "child": "rain"}]
    after = await show(session, put(part("root", "Tabs", tabs=two)))
    assert [tab.checked for tab in with_role(after, "tab")] == [False, True]
    assert texts(after) == ["Sun", "Rain", "Rainy pane"]


# -- surfaces come and go ----------------------------------------------------------------------------------------------


async def test_nothing_is_shown_before_a_v0_8_surface_begins(new_session: NewSession) -> None:
    """BUG-024, W11"""
    session = new_session()
    before = await show(session, old_data(entry("word", "Steady")), old_put(old_text("stage", {"path": "/word"})))
    assert list(session.surfaces) == []
    assert (before.scene.surfaces, before.elements(), before.report()["surfaces"]) == ((), {}, [])
    assert "nothing_to_show" in codes(before)
    after = await show(session, begin("stage"))
    assert [surface.surface_id for surface in session.surfaces] == [MAIN]
    assert texts(after) == ["Steady"]
    assert codes(after) == []


async def test_data_may_come_before_the_surface_in_every_version(new_session: NewSession) -> None:
    """W11"""
    late = [data({"word": "Early"}), create(), put(text("root", at("/word")))]
    assert texts(await show(new_session(), *late)) == ["Early"]


async def test_later_messages_change_the_surface_that_is_there(new_session: NewSession) -> None:
    """BUG-025"""
    session = new_session()
    first = await show(
        session,
        begin(),
        old_put(old_column("line", "yes"), old_text("line", {"path": "/bill/line"}), *old_button("yes", "Pay", "paid")),
        old_data(entry("line", "Pay 40?"), path="/bill/"),
    )
    assert texts(first) == ["Pay 40?", "Pay"]
    (event,) = await act(session, ClickStep("yes"))
    assert sent(event)["context"] == {}
    second = await show(session, old_put(old_column("line")), old_data(entry("line", "Thanks."), path="/bill/"))
    assert texts(second) == ["Thanks."]
    assert second.elements() == {}


FIRST_LIFE = screen(
    column("box"), part("box", "TextField", label="Former", value=at("/word")), model={"word": "leftover"}
)
SECOND_LIFE = screen(column("box", "word"), text("word", at("/word")))


async def test_nothing_of_a_deleted_surface_can_be_seen_or_clicked(new_session: NewSession) -> None:
    """BUG-029"""
    session = new_session()
    await show(session, *FIRST_LIFE)
    session.receive([drop()])
    late = await refusal(act(session, FillStep("box", "x")))
    assert isinstance(late, StaleScreen)
    assert late.code == "surface_gone" and repr(MAIN) in late.message
    shown = await session.show()
    assert (texts(shown), shown.elements()) == ([], {})
    later = await refusal(act(session, FillStep("box", "x")))
    assert isinstance(later, UnknownElement)
    assert later.code == "surface_gone" and repr(MAIN) in later.message


async def test_a_surface_made_again_starts_empty(new_session: NewSession) -> None:
    """BUG-029"""
    session = new_session()
    await show(session, *FIRST_LIFE)
    session.receive([drop()])
    shown = await show(session, *SECOND_LIFE)
    assert model(session) == {}
    assert shown.elements() == {}
    assert [(found.code, found.got) for found in shown.diagnostics if found.code == "dangling_child"] == [
        ("dangling_child", "box")
    ]
    assert "leftover" not in json.dumps(shown.report())


async def test_all_three_lives_in_one_payload_end_the_same(new_session: NewSession) -> None:
    """BUG-029"""
    session = new_session()
    shown = await show(session, *FIRST_LIFE, drop(), *SECOND_LIFE)
    assert model(session) == {}
    assert "leftover" not in json.dumps(shown.report())


async def test_a_reset_clears_every_surface_and_what_was_said_of_it(new_session: NewSession) -> None:
    """BUG-029"""
    session = new_session()
    await show(
        session, *FIRST_LIFE, *screen(text("root", "Other"), surface="other"), *screen(column("lost"), surface="third")
    )
    session.receive([drop("other"), drop("other")], purpose="salvage")
    session.reset()
    shown = await session.show()
    assert list(session.surfaces) == [] and session.events == []
    assert shown.report()["surfaces"] == []
    assert codes(shown) == ["nothing_to_show"]


async def test_the_picture_of_nothing_is_a_blank_page(new_session: NewSession) -> None:
    """BUG-024"""
    shown = await new_session().show()
    found = picture(shown).getcolors()
    assert found is not None and len(found) == 1


# -- several surfaces --------------------------------------------------------------------------------------------------


def mailbox(surface: str, **properties: Any) -> list[Message]:
    return screen(
        column("words", "post"),
        part("words", "TextField", label=f"Words for {surface}", value=at("/words")),
        *button("post", "Post", "post", {"words": at("/words")}),
        surface=surface,
        **properties,
    )


THREE = [
    *mailbox("north", sendDataModel=True),
    *mailbox("south", sendDataModel=True),
    *mailbox("silent"),
]


async def test_the_same_ids_on_several_surfaces_are_told_apart(new_session: NewSession) -> None:
    """BUG-054"""
    session = new_session()
    shown = await show(session, *THREE)
    assert list(shown.elements()) == [
        f"{surface}/{name}" for surface in ("north", "south", "silent") for name in ("words", "post")
    ]
    *_, event = await act(
        session,
        FillStep("north/words", "snow"),
        FillStep("south/words", "sand"),
        FillStep("silent/words", "hush"),
        ClickStep("north/post"),
    )
    body = sent(event)
    assert (body["surfaceId"], body["sourceComponentId"], body["context"]) == ("north", "post", {"words": "snow"})
    assert [model(session, surface)["words"] for surface in ("north", "south", "silent")] == ["snow", "sand", "hush"]


async def test_an_event_carries_the_models_of_those_surfaces_that_ask_for_it(new_session: NewSession) -> None:
    """BUG-054. The rule: of all surfaces of the same agent that have `sendDataModel`, whichever was clicked."""
    session = new_session()
    await show(session, *THREE)
    *_, event = await act(
        session, FillStep("south/words", "sand"), FillStep("silent/words", "hush"), ClickStep("north/post")
    )
    assert event.metadata == {
        "a2uiClientDataModel": {"version": "v0.9", "surfaces": {"north": {}, "south": {"words": "sand"}}}
    }


async def test_two_sessions_on_one_browser_share_nothing(new_session: NewSession) -> None:
    """W23"""
    one, other = new_session(), new_session()
    await show(one, *mailbox("north"))
    await show(other, *screen(*button("root", "Mine", "mine")))
    await act(one, FillStep("words", "snow"))
    assert isinstance(await refusal(act(other, FillStep("words", "x"))), UnknownElement)
    assert other.surfaces.get("north") is None and other.events == []
    one.reset()
    (event,) = await act(other, ClickStep("root"))
    assert sent(event)["name"] == "mine"


# -- all or nothing ----------------------------------------------------------------------------------------------------


async def test_a_fault_in_the_middle_leaves_the_state_exactly_as_it_was(new_session: NewSession) -> None:
    """W14"""
    session = new_session()
    before = await show(session, *mailbox("north"))
    receipt = session.receive([data("x", "/words", surface="north"), put(text("new", 5)), drop("north")])
    assert not receipt.accepted
    assert (await session.render()).png == before.png
    assert session.revision == before.revision


async def test_deleting_a_surface_last_is_no_fault(new_session: NewSession) -> None:
    """W15"""
    session = new_session()
    shown = await show(session, *mailbox("north"), drop("north"))
    assert shown.ok and shown.report()["surfaces"] == []


async def test_components_without_a_start_are_told_as_such(new_session: NewSession) -> None:
    """W15"""
    receipt = new_session().receive([old_put(old_text("root", said("Hi")))], purpose="validate")
    (fault,) = receipt.diagnostics
    assert (fault.severity, fault.code) == ("error", "not_begun")
    assert "beginRendering" in fault.hint


async def test_a_choice_keeps_what_was_chosen_over_an_update_of_its_label(new_session: NewSession) -> None:
    """W4"""
    session = new_session()
    picker = part("root", "ChoicePicker", label="Size", options=options("Small", "Big"), value=at("/size"))
    await show(session, *screen(picker))
    await act(session, ClickStep("root#b"))
    shown = await show(session, put({**picker, "label": "Which size?"}))
    assert [(one.group, one.checked) for one in shown.elements().values()] == [
        ("Which size?", False),
        ("Which size?", True),
    ]
