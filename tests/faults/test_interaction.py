"""What a person does on a screen, and what the agent hears of it: where others lost, doubled or invented input."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from dataclasses import replace
from typing import Any

import pytest

from renderer.pages import Canvas
from scenarios.world.calls import Calls
from scenarios.world.domains import ALL
from scenarios.world.domains.todoist.tables import TASKS
from scenarios.world.plan import Opening, Plan
from tests.conftest import NewSession
from tests.faults.live import act, codes, model, page_of, refusal, sent, show, texts
from tests.faults.payloads import (
    MAIN,
    Message,
    Part,
    at,
    begin,
    button,
    call,
    column,
    data,
    drop,
    entry,
    old_button,
    old_column,
    old_data,
    old_part,
    old_put,
    options,
    part,
    put,
    said,
    screen,
    text,
)
from ui_server.errors import ActRefused, NotOperable, StaleScreen, UnknownElement, ValueRefused
from ui_server.session import Session
from ui_server.steps import ChooseStep, ClickAtStep, ClickStep, FillStep, PressStep, SetStep, Step, ToggleStep

# -- whom an act is meant for ------------------------------------------------------------------------------------------

SEVERAL = screen(
    column("fare", "extras", "tabs"),
    part("fare", "ChoicePicker", label="Fare", options=options("Basic", "Flex"), value=at("/fare")),
    part(
        "extras", "ChoicePicker", label="Extras", options=options("Bag", "Seat"), value=at("/extras"),
        variant="multipleSelection", displayStyle="chips",
    ),
    part("tabs", "Tabs", tabs=[{"title": "One", "child": "one"}, {"title": "Two", "child": "two"}]),
    text("one", "First"),
    text("two", "Second"),
    model={"fare": ["f"], "extras": []},
)  # fmt: skip


@pytest.mark.parametrize(
    "step",
    [ClickStep("fare"), ToggleStep("fare", True), ClickStep("extras"), ToggleStep("extras", None), ClickStep("tabs")],
)
async def test_an_act_on_one_of_several_parts_must_say_on_which(
    step: ClickStep | ToggleStep, new_session: NewSession
) -> None:
    session = new_session()
    await show(session, *SEVERAL)
    refused = await refusal(act(session, step))
    assert refused.code == "wrong_kind"
    assert [one.element_id.partition("#")[0] for one in refused.possible] == [step.element] * 2
    assert model(session) == {"fare": ["f"], "extras": []}


async def test_a_choice_of_a_single_option_is_meant_by_its_own_name(new_session: NewSession) -> None:
    session = new_session()
    terms = part(
        "terms", "ChoicePicker", label="", options=options("Yes"), value=at("/terms"), variant="multipleSelection"
    )
    await show(session, *screen(column("terms"), terms))
    await act(session, ClickStep("terms"))
    assert model(session) == {"terms": ["y"]}


# -- rows of a template ------------------------------------------------------------------------------------------------

TABLES = screen(
    part("root", "List", children={"componentId": "table", "path": "/tables"}),
    column("host", "drink", name="table"),
    text("host", at("host")),
    part("drink", "ChoicePicker", label="Drink", options=options("Water", "Juice"), value=at("drink")),
    model={"tables": [{"host": "Ida", "drink": ["w"]}, {"host": "Jon", "drink": ["j"]}]},
)


async def test_a_choice_in_one_row_leaves_the_same_choice_in_the_others_alone(new_session: NewSession) -> None:
    """BUG-005"""
    session = new_session()
    await show(session, *TABLES)
    (event,) = await act(session, ClickStep("drink:tables/0#j"))
    assert event.row == "/tables/0"
    assert [table["drink"] for table in model(session)["tables"]] == [["j"], ["j"]]
    await act(session, ClickStep("drink:tables/1#w"))
    assert [table["drink"] for table in model(session)["tables"]] == [["j"], ["w"]]


async def test_every_row_lists_its_own_element_of_a_component(new_session: NewSession) -> None:
    """BUG-005"""
    shown = await show(new_session(), *TABLES)
    ids = [element.element_id for element in shown.elements().values() if element.component_id == "drink"]
    assert ids == ["drink:tables/0#w", "drink:tables/0#j", "drink:tables/1#w", "drink:tables/1#j"]


# -- text fields -------------------------------------------------------------------------------------------------------


def order_form() -> list[Message]:
    fields = {"seats": ("Seats", "number"), "pin": ("Secret", "obscured"), "wishes": ("Wishes", "longText")}
    parts = [
        old_part(name, "TextField", label=said(label), text={"path": f"/{name}"}, textFieldType=kind)
        for name, (label, kind) in fields.items()
    ]
    order = old_button("order", "Order", "order", seats={"path": "/seats"}, wishes={"path": "/wishes"})
    return [
        old_put(old_column(*fields, "order"), *parts, *order),
        old_data(*(entry(name, "") for name in fields)),
        begin(),
    ]


async def test_text_fields_of_each_type_are_the_controls_they_say(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-010"""
    shown = await show(new_session(), *order_form())
    page = page_of(canvas, shown)
    kinds = "found => found.map(one => [one.dataset.element, one.type])"
    assert await page.locator("input, textarea").evaluate_all(kinds) == [
        ["seats", "number"],
        ["pin", "password"],
        ["wishes", "textarea"],
    ]


async def test_what_is_typed_arrives_as_it_was_typed(new_session: NewSession) -> None:
    """BUG-010. The rule: a text field yields a text, also one for numbers, so that leading zeros stay."""
    session = new_session()
    await show(session, *order_form())
    *_, event = await act(
        session, FillStep("seats", "012"), FillStep("wishes", "by the\nwindow 🌻"), ClickStep("order")
    )
    assert sent(event)["context"] == {"seats": "012", "wishes": "by the\nwindow 🌻"}


async def test_a_secret_is_nowhere_on_the_screen(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-010"""
    session = new_session()
    await show(session, *order_form())
    await act(session, FillStep("pin", "9357"))
    assert model(session)["pin"] == "9357"
    assert session.shown is not None
    (surface,) = session.shown.screen.report()["surfaces"]
    assert "9357" not in json.dumps([surface["texts"], surface["elements"], surface["images"]])
    assert session.shown.screen.elements()["pin"].value == "••••"
    page = page_of(canvas, session.shown.screen)
    assert "9357" not in await page.locator("body").inner_text()


# -- checks ------------------------------------------------------------------------------------------------------------


def booking() -> list[Message]:
    conditions: list[Part] = [
        {"condition": call("required", value=at("/table")), "message": "Choose a table"},
        {"condition": call("numeric", value=at("/guests"), min=0), "message": "A number of guests"},
        {"condition": at("/rules"), "message": "Accept the rules"},
    ]
    return screen(
        column("table", "guests", "rules", "book"),
        part("table", "ChoicePicker", label="Table", options=options("Window", "Garden"), value=at("/table")),
        part("guests", "TextField", label="Guests", variant="number", value=at("/guests")),
        part("rules", "CheckBox", label="House rules", value=at("/rules")),
        *button("book", "Book", "book", {}, checks=conditions),
        model={"table": [], "guests": "0", "rules": False},
    )


async def test_a_button_whose_checks_fail_is_disabled_in_the_page_and_sends_nothing(
    new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-043. The number field's `0` passes its check."""
    session = new_session()
    shown = await show(session, *booking())
    book = shown.elements()["book"]
    assert (book.enabled, book.messages) == (False, ("Choose a table", "Accept the rules"))
    assert await page_of(canvas, shown).get_by_role("button").is_disabled()
    refused = await refusal(act(session, ClickStep("book")))
    assert isinstance(refused, NotOperable) and refused.code == "disabled"
    assert session.events == [] and model(session)["table"] == []


async def test_a_press_at_the_place_of_a_disabled_button_sends_nothing(new_session: NewSession) -> None:
    """BUG-043"""
    session = new_session()
    shown = await show(session, *booking())
    (event,) = await act(session, ClickAtStep(*shown.elements()["book"].point))
    assert (event.message, event.changes) == (None, ())


async def test_a_button_whose_checks_come_to_hold_sends_one_event(new_session: NewSession) -> None:
    """BUG-043"""
    session = new_session()
    await show(session, *booking())
    chosen, ticked, booked = await act(
        session, ChooseStep("table", ("g",)), ToggleStep("rules", True), ClickStep("book")
    )
    assert [event.message is None for event in (chosen, ticked, booked)] == [True, True, False]
    assert sent(booked)["name"] == "book"


@pytest.mark.parametrize(
    ("value", "given"),
    [([], False), ("", False), (None, False), (0, True), (False, True), ("x", True), (["x"], True)],
    ids=repr,
)
async def test_only_nothing_counts_as_not_given(value: Any, given: bool, new_session: NewSession) -> None:
    """BUG-043"""
    needs = [{"condition": call("required", value=at("/it")), "message": "Needed"}]
    shown = await show(new_session(), *screen(*button("root", "Go", "go", checks=needs), model={"it": value}))
    assert shown.elements()["root"].enabled is given


# -- modals ------------------------------------------------------------------------------------------------------------

NOTICE = screen(
    column("notice", "below"),
    part("notice", "Modal", trigger="more", content="inside"),
    *button("more", "More", "asked_for_more"),
    column("words", "fine", name="inside"),
    text("words", "Only inside"),
    *button("fine", "Fine", "fine"),
    *button("below", "Below", "below"),
)
WAYS_OUT: dict[str, Step] = {
    "Escape": PressStep("Escape"),
    "the backdrop": ClickAtStep(5, 5),
    "the close control": ClickStep("notice#close"),
}


async def test_a_closed_modal_shows_and_lists_nothing_of_its_inside(new_session: NewSession) -> None:
    """BUG-096"""
    session = new_session()
    shown = await show(session, *NOTICE)
    assert texts(shown) == ["More", "Below"]
    assert {"fine", "notice#close"}.isdisjoint(shown.elements())
    assert isinstance(await refusal(act(session, ClickStep("fine"))), UnknownElement)


async def test_the_button_that_opens_a_modal_sends_its_own_event_once(new_session: NewSession) -> None:
    """BUG-096. The rule: one press of a trigger that is a button sends its event once and opens the modal."""
    session = new_session()
    await show(session, *NOTICE)
    (event,) = await act(session, ClickStep("more"))
    assert sent(event)["name"] == "asked_for_more"
    assert session.shown is not None
    assert "Only inside" in texts(session.shown.screen)


async def test_an_open_modal_covers_what_is_below_it(new_session: NewSession) -> None:
    """BUG-096"""
    session = new_session()
    await show(session, *NOTICE)
    await act(session, ClickStep("more"))
    assert session.shown is not None
    assert session.shown.screen.elements()["below"].covered_by == "backdrop"
    refused = await refusal(act(session, ClickStep("below")))
    assert (refused.code, "backdrop" in refused.message) == ("covered", True)
    (inside,) = await act(session, ClickStep("fine"))
    assert sent(inside)["name"] == "fine"


@pytest.mark.parametrize("way", WAYS_OUT)
async def test_each_way_out_closes_a_modal_once_and_it_opens_again(way: str, new_session: NewSession) -> None:
    """BUG-096"""
    session = new_session()
    await show(session, *NOTICE)
    opened, closed = await act(session, ClickStep("more"), WAYS_OUT[way])
    assert closed.message is None and closed.surface_id == MAIN
    assert session.shown is not None
    assert texts(session.shown.screen) == ["More", "Below"]
    (again,) = await act(session, ClickStep("more"))
    assert again.message == opened.message
    assert "Only inside" in texts(session.shown.screen)


async def test_pressing_twice_opens_one_modal_and_sends_one_event(new_session: NewSession) -> None:
    """BUG-096"""
    session = new_session()
    await show(session, *NOTICE)
    refused = await refusal(act(session, ClickStep("more"), ClickStep("more")))
    assert refused.code == "covered"
    assert [event.message is not None for event in session.events] == [True]
    assert session.shown is not None
    assert [key for key in session.shown.screen.elements() if key.endswith("#close")] == ["notice#close"]


# -- values ------------------------------------------------------------------------------------------------------------


def errand() -> list[Message]:
    return screen(
        column("until", "note", "save"),
        part("until", "DateTimeInput", label="Until", value=at("/until"), enableDate=True),
        part("note", "TextField", label="Note", value=at("/note")),
        *button("save", "Save", "save", {"until": at("/until"), "note": at("/note")}),
        model={"until": "2026-06-30", "note": "milk"},
    )


async def test_cleared_fields_are_empty_texts(new_session: NewSession) -> None:
    """BUG-098. The rule: a cleared input yields the empty text, a date as much as any other."""
    session = new_session()
    await show(session, *errand())
    *_, event = await act(session, SetStep("until", ""), FillStep("note", ""), ClickStep("save"))
    assert sent(event)["context"] == {"until": "", "note": ""}


async def test_a_cleared_date_is_stored_as_no_date(new_session: NewSession) -> None:
    """BUG-098. An app of the world reads the empty text as "clear it", and stores null."""
    session = new_session()
    await show(session, *errand())
    *_, event = await act(session, SetStep("until", ""), ClickStep("save"))
    plan = Plan(ALL)
    opening = Opening(
        owner="nora.lindqvist@example.com", now=dt.datetime(2026, 5, 4, 9, tzinfo=dt.UTC), rows=plan.sample()
    )
    with plan.open(opening) as world:
        dated = next(task for task in world.rows.find(TASKS) if task.due_date)
        told = {"task_id": dated.id, "due_date": sent(event)["context"]["until"]}
        call = Calls(world, plan.registry).run("todoist_update_task", told)
        assert call.ok, call.error
        assert world.rows.get(TASKS, dated.id) == replace(dated, due_date=None)


async def test_a_date_can_be_cleared_with_null_as_well(new_session: NewSession) -> None:
    """BUG-098"""
    session = new_session()
    await show(session, *errand())
    (event,) = await act(session, SetStep("until", None))
    assert [(change.old, change.new) for change in event.changes] == [("2026-06-30", "")]


async def test_a_date_takes_the_written_form_of_iso(new_session: NewSession) -> None:
    """BUG-008"""
    session = new_session()
    await show(session, *errand())
    await act(session, FillStep("until", "2026-02-28"))
    assert model(session)["until"] == "2026-02-28"


@pytest.mark.parametrize("words", ["28/02/2026", "next Friday", "2026-02-30"])
async def test_a_date_in_other_words_is_refused_and_nothing_changes(
    words: str, new_session: NewSession, canvas: Canvas
) -> None:
    """BUG-008"""
    session = new_session()
    shown = await show(session, *errand())
    refused = await refusal(act(session, FillStep("until", words)))
    assert isinstance(refused, ValueRefused)
    assert "date" in refused.message and refused.expected == "YYYY-MM-DD"
    assert model(session)["until"] == "2026-06-30"
    assert await page_of(canvas, shown).locator("input[type=date]").input_value() == "2026-06-30"
    assert session.events == []


@pytest.mark.parametrize(
    ("element", "value"), [("level", 11), ("level", 2.5), ("level", "high"), ("level", True), ("on", "false")]
)
async def test_a_value_of_the_wrong_kind_or_size_is_refused(element: str, value: Any, new_session: NewSession) -> None:
    """W8"""
    session = new_session()
    before = {"level": 3, "on": True}
    await show(
        session,
        *[
            {"version": "v1.0", "createSurface": {
                "surfaceId": MAIN,
                "components": [
                    column("level", "on"),
                    part("level", "Slider", label="Level", min=0, max=10, steps=10, value={"@path": "/level"}),
                    part("on", "CheckBox", label="On", value={"@path": "/on"}),
                ],
                "dataModel": before,
            }}
        ],
    )  # fmt: skip
    assert isinstance(await refusal(act(session, SetStep(element, value))), ActRefused)
    assert model(session) == before


async def test_inputs_yield_booleans_numbers_and_lists_not_words(new_session: NewSession) -> None:
    """W8"""
    session = new_session()
    await show(
        session,
        *screen(
            column("on", "level", "many"),
            part("on", "CheckBox", label="On", value=at("/on")),
            part("level", "Slider", label="Level", min=0, max=10, value=at("/level")),
            part("many", "ChoicePicker", variant="multipleSelection", options=options("Ant", "Bee"), value=at("/many")),
            model={"on": True, "level": 3, "many": ["b"]},
        ),
    )
    await act(session, SetStep("on", False), SetStep("level", "5"), ToggleStep("many#a", True))
    assert json.dumps(model(session)) == '{"on": false, "level": 5, "many": ["a", "b"]}'


def toppings(selections: Part) -> list[Message]:
    choices = [{"label": said(label), "value": label.lower()} for label in ("Ham", "Olive", "Rocket")]
    return [
        old_put(old_part("root", "MultipleChoice", selections=selections, options=choices, maxAllowedSelections=2)),
        old_data(entry("chosen", "ham")),
        begin(),
    ]


async def test_a_choice_of_v0_8_lists_values_and_labels_and_reads_a_plain_text_as_chosen(
    new_session: NewSession,
) -> None:
    """W9"""
    session = new_session()
    shown = await show(session, *toppings({"path": "/chosen"}))
    listed = [(element.element_id, element.name, element.checked) for element in shown.elements().values()]
    assert listed == [("root#ham", "Ham", True), ("root#olive", "Olive", False), ("root#rocket", "Rocket", False)]
    await act(session, ToggleStep("root#olive", None))
    assert model(session) == {"chosen": ["ham", "olive"]}


async def test_a_choice_beyond_its_limit_or_its_options_is_refused(new_session: NewSession) -> None:
    """W9"""
    session = new_session()
    await show(session, *toppings({"path": "/chosen"}))
    await act(session, ToggleStep("root#olive", None))
    refused = await refusal(act(session, ToggleStep("root#rocket", None)))
    assert "2" in refused.message
    assert isinstance(await refusal(act(session, ChooseStep("root", ("ham", "olive", "rocket")))), ValueRefused)
    assert "egg" in (await refusal(act(session, ChooseStep("root", ("egg",))))).message
    assert model(session) == {"chosen": ["ham", "olive"]}


@pytest.mark.parametrize("variant", ["checkbox", "chips"])
async def test_a_full_selection_can_be_exchanged_for_another(variant: str, new_session: NewSession) -> None:
    session = new_session()
    put_choice, *others = toppings({"path": "/chosen"})
    put_choice["surfaceUpdate"]["components"][0]["component"]["MultipleChoice"]["variant"] = variant
    await show(session, put_choice, *others)
    for chosen in (["olive", "rocket"], ["ham", "rocket"], ["ham", "olive"], []):
        await act(session, ChooseStep("root", tuple(chosen)))
        assert model(session) == {"chosen": chosen}


async def test_a_literal_selection_is_shown_and_can_be_changed(new_session: NewSession) -> None:
    """W9, W6"""
    session = new_session()
    shown = await show(session, *toppings({"literalArray": ["rocket"]}))
    assert [element.checked for element in shown.elements().values()] == [False, False, True]
    (event,) = await act(session, ToggleStep("root#ham", None))
    (change,) = event.changes
    assert (change.path, change.new) == (None, ["ham", "rocket"])


# -- what the agent hears ----------------------------------------------------------------------------------------------


def small_form(**tick: Any) -> list[Message]:
    return screen(
        column("count", "tick", "go"),
        part("count", "TextField", label="How many", value=at("/count")),
        part("tick", "CheckBox", label="Gift wrap", **{"value": False, **tick}),
        *button("go", "Go", "go"),
    )


async def test_fields_that_no_context_names_reach_the_agent_with_the_event(new_session: NewSession) -> None:
    """W5"""
    session = new_session()
    await show(session, *small_form())
    *_, event = await act(session, FillStep("count", "3"), FillStep("count", "4"), ClickStep("go"))
    assert sent(event)["context"] == {}
    (change,) = event.changes
    assert change.to_json() == {
        "surface_id": MAIN, "element_id": "count", "path": "/count", "old": None, "new": "4"
    }  # fmt: skip


async def test_an_input_bound_to_nothing_keeps_its_value_and_tells_it(new_session: NewSession) -> None:
    """W6"""
    session = new_session()
    shown = await show(session, *small_form())
    assert "unbound_input" in codes(shown)
    _, event = await act(session, ToggleStep("tick", True), ClickStep("go"))
    (change,) = event.changes
    assert (change.element_id, change.path, change.new) == ("tick", None, True)
    assert session.shown is not None
    assert session.shown.screen.elements()["tick"].checked is True


async def test_changes_are_told_once(new_session: NewSession) -> None:
    """W5"""
    session = new_session()
    await show(session, *small_form())
    _, first, second = await act(session, FillStep("count", "3"), ClickStep("go"), ClickStep("go"))
    assert (len(first.changes), second.changes) == (1, ())


async def test_a_modal_whose_row_went_and_came_back_stays_closed(new_session: NewSession) -> None:
    session = new_session()
    rows = [{"name": "Ida"}, {"name": "Jon"}]
    await show(
        session,
        *screen(
            part("root", "List", children={"componentId": "more", "path": "/guests"}),
            part("more", "Modal", trigger="open", content="name"),
            *button("open", at("name"), "opened"),
            text("name", at("name")),
            model={"guests": rows},
        ),
    )
    await act(session, ClickStep("open:guests/1"))
    await show(session, data(rows[:1], "/guests"))
    shown = await show(session, data([*rows[:1], {"name": "Eva"}], "/guests"))
    assert list(shown.elements()) == ["more:guests/0", "open:guests/0", "more:guests/1", "open:guests/1"]


FRUITS = screen(
    column("fruit"),
    part(
        "fruit", "ChoicePicker", label="Fruit", options=options("Apple", "Pear"), value=at("/fruit"), filterable=True
    ),
    model={"fruit": ["a"]},
)  # fmt: skip


@pytest.mark.parametrize("value", ["p", ["p"]])
async def test_to_set_a_choice_that_can_be_searched_is_to_choose(value: Any, new_session: NewSession) -> None:
    session = new_session()
    await show(session, *FRUITS)
    await act(session, SetStep("fruit", value))
    assert model(session) == {"fruit": ["p"]}


async def test_an_option_that_the_search_leaves_out_is_refused_with_that_reason(new_session: NewSession) -> None:
    session = new_session()
    await show(session, *FRUITS)
    await act(session, FillStep("fruit#filter", "app"))
    refused = await refusal(act(session, ClickStep("fruit#p")))
    assert (refused.code, "'fruit#filter'" in refused.hint) == ("not_on_screen", True)
    await act(session, FillStep("fruit#filter", ""), ClickStep("fruit#p"))
    assert model(session) == {"fruit": ["p"]}


NOTE = screen(
    column("note", "own", "send"),
    part("note", "TextField", label="Note", value=at("/note")),
    part("own", "TextField", label="Own", value="as sent"),
    *button("send", "Send", "send", context={"note": at("/note")}),
    model={"note": ""},
)


async def test_what_the_agent_has_written_over_since_is_not_told_as_a_change(new_session: NewSession) -> None:
    session = new_session()
    await show(session, *NOTE)
    await act(session, FillStep("note", "mine"), FillStep("own", "kept"))
    await show(session, data("theirs", "/note"))
    (event,) = await act(session, ClickStep("send"))
    assert sent(event)["context"] == {"note": "theirs"}
    assert [(change.element_id, change.new) for change in event.changes] == [("own", "kept")]


async def test_a_surface_made_anew_is_told_nothing_of_its_former_life(new_session: NewSession) -> None:
    session = new_session()
    await show(session, *NOTE)
    await act(session, FillStep("note", "mine"), FillStep("own", "kept"))
    await show(session, drop(), *NOTE)
    (event,) = await act(session, ClickStep("send"))
    assert event.changes == ()


@pytest.mark.parametrize("target", ["title", "nowhere", "root", "go_face"])
async def test_only_what_can_be_operated_takes_a_click(target: str, new_session: NewSession) -> None:
    """W3, W6"""
    session = new_session()
    await show(session, *screen(column("title", "go"), text("title", "Title"), *button("go", "Go", "go")))
    refused = await refusal(act(session, ClickStep(target)))
    assert isinstance(refused, UnknownElement)
    assert [(one.element_id, one.role, one.name) for one in refused.possible] == [("go", "button", "Go")]
    assert session.events == []


async def test_nothing_can_be_clicked_before_it_is_shown(new_session: NewSession) -> None:
    """W4"""
    session = new_session()
    session.receive(small_form())
    await session.render()
    refused = await refusal(act(session, ClickStep("go")))
    assert isinstance(refused, StaleScreen) and refused.code == "not_shown"


async def test_a_screen_that_the_agent_has_changed_since_takes_no_click(new_session: NewSession) -> None:
    """W4"""
    session = new_session()
    await show(session, *small_form())
    session.receive([put(*button("go", "Pay 900", "pay"))])
    assert isinstance(await refusal(act(session, ClickStep("go"))), StaleScreen)
    await session.show()
    (event,) = await act(session, ClickStep("go"))
    assert sent(event)["name"] == "pay"


async def test_a_message_that_comes_during_an_act_is_not_lost_and_the_act_is_refused(new_session: NewSession) -> None:
    session = new_session()
    await show(session, *NOTE)
    acting = asyncio.create_task(refusal(act(session, FillStep("note", "mine"))))
    await asyncio.sleep(0)
    session.receive([data("theirs", "/note")])
    assert (await acting).message == "The agent has changed the screen meanwhile."
    assert model(session) == {"note": "theirs"}
    assert session.events == []


async def test_a_screen_drawn_while_a_message_comes_is_of_the_revision_it_shows(new_session: NewSession) -> None:
    session = new_session()
    session.receive(NOTE)
    showing = asyncio.create_task(session.show())
    await asyncio.sleep(0)
    session.receive([data("theirs", "/note")])
    shown = await showing
    assert (shown.elements()["note"].value, shown.revision, session.revision) == ("", 1, 2)
    assert isinstance(await refusal(act(session, ClickStep("send"))), StaleScreen)


async def test_of_two_surfaces_with_the_same_ids_the_deleted_one_is_said_to_be_gone(new_session: NewSession) -> None:
    session = new_session()
    for surface in ("old", "new"):
        await show(session, *screen(column("go"), *button("go", "Go", "go"), surface=surface))
    await show(session, drop("old"))
    assert (await refusal(act(session, ClickStep("old/go")))).code == "surface_gone"
    assert (await refusal(act(session, ClickStep("new/nothing")))).code == "unknown_element"


async def test_a_click_meant_for_an_earlier_screen_is_refused_with_what_is_there_now(new_session: NewSession) -> None:
    """W4"""
    session = new_session()
    earlier = await show(session, *small_form())
    later = await show(session, data("2", "/count"))
    refused = await refusal(session.interact([ClickStep("go")], revision=earlier.revision))
    assert isinstance(refused, StaleScreen)
    assert (refused.got, refused.expected) == (str(earlier.revision), str(later.revision))
    assert [one.element_id for one in refused.possible] == ["count", "tick", "go"]


async def test_after_each_act_the_person_sees_the_screen_it_led_to(new_session: NewSession) -> None:
    """W20, W21"""
    session = new_session()
    before = await show(session, *small_form(value=at("/tick")), data({"count": "1", "tick": False}))
    events, after = await session.interact([FillStep("count", "8"), ToggleStep("tick", True)])
    assert len(events) == 2
    assert (after.elements()["count"].value, after.elements()["tick"].checked) == ("8", True)
    assert after.png != before.png
    assert session.shown is not None and session.shown.screen is after


async def test_every_message_of_the_person_is_kept_until_the_agent_can_take_it(new_session: NewSession) -> None:
    """W22"""
    session = new_session()
    await show(session, *small_form())
    await act(session, ClickStep("go"), FillStep("count", "3"), ClickStep("go"))
    assert [event.message is not None for event in session.events] == [True, False, True]


async def test_an_event_carries_the_time_of_the_sessions_clock(new_session: NewSession, canvas: Canvas) -> None:
    """BUG-075"""
    moment = dt.datetime(2019, 11, 3, 22, 15, 30, tzinfo=dt.timezone(dt.timedelta(hours=-5)))
    session = Session(canvas, clock=lambda: moment)
    await show(session, *small_form())
    (event,) = await act(session, ClickStep("go"))
    assert sent(event)["timestamp"] == "2019-11-04T03:15:30.000Z"
    year = str(dt.datetime.now(dt.UTC).year)
    assert session.shown is not None
    assert year not in json.dumps(session.shown.screen.report()["surfaces"])
