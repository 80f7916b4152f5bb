"""A choice is made by what stands on the screen; what the screen lacks is said in the user's words."""

from __future__ import annotations

import pytest

from tests.user_sim.conftest import Show
from ui_server.expressions import Json
from ui_server.screen import Screen
from ui_server.steps import ChooseStep, ClickStep, FillStep, SetStep, ToggleStep
from user_sim.decide import Undecidable, decide, has_place_for
from user_sim.rounds import Criterion, Decision, Kind

LAMPS: Json = {
    "lamps": [
        {"name": "Halden", "price": 1039.5, "day": "2026-05-09", "wanted": False},
        {"name": "Brisk", "price": 24, "day": "2026-05-07", "wanted": False},
        {"name": "Oxeye", "price": 31, "day": "2026-05-12", "wanted": False},
    ]
}


def words(value: str) -> Json:
    return {"call": "formatString", "args": {"value": value}, "returnType": "string"}


def event(name: str) -> Json:
    return {"event": {"name": name, "context": {}}}


LIST: Json = {"id": "root", "component": "List", "children": {"componentId": "card", "path": "/lamps"}}
LINE: tuple[Json, ...] = (
    {"id": "card", "component": "Card", "child": "line"},
    {"id": "line", "component": "Row", "children": ["name", "facts", "take"]},
    {"id": "name", "component": "Text", "text": {"path": "name"}, "variant": "h4"},
    {
        "id": "facts",
        "component": "Text",
        "text": words("costs **${formatNumber(value: ${price}, decimals: 2)}** arrives ${day}"),
    },
    {"id": "take", "component": "Button", "child": "take_text", "action": event("take")},
    {"id": "take_text", "component": "Text", "text": "Take it"},
)


def by(kind: Kind, pattern: str = "", limit: float = 0.0) -> Decision:
    return Decision("take", Criterion(kind, pattern, limit))


async def lamps(show: Show) -> Screen:
    return await show(LIST, *LINE, data=LAMPS)


@pytest.mark.parametrize(
    ("decision", "rows"),
    [
        (by("any"), [0]),
        (by("says", "oxeye"), [2]),
        (by("least", r"costs ([\d.,]+)"), [1]),
        (by("most", r"costs ([\d.,]+)"), [0]),
        (by("over", r"costs ([\d.,]+)", 30), [0, 2]),
        (by("over", r"costs ([\d.,]+)", 31), [0]),
        (by("over", r"costs ([\d.,]+)", 5000), []),
        (by("earliest", r"arrives (\S+)"), [1]),
        (by("latest", r"arrives (\S+)"), [2]),
    ],
)
async def test_each_criterion_takes_its_rows(show: Show, decision: Decision, rows: list[int]) -> None:
    assert decide(decision, await lamps(show)) == tuple(ClickStep(f"take:lamps/{row}") for row in rows)


async def test_what_is_pressed_is_named_by_action_or_component_or_what_stands_on_it(show: Show) -> None:
    screen = await show(
        {"id": "root", "component": "Button", "child": "text", "action": event("send_mail")},
        {"id": "text", "component": "Text", "text": "Off it goes"},
    )

    for name in ("send_mail", "root", "off it"):
        assert decide(Decision(name), screen) == (ClickStep("root"),)
    assert not has_place_for(Decision("take"), screen)


async def test_an_action_counts_before_a_name(show: Show) -> None:
    screen = await show(
        {"id": "root", "component": "Row", "children": ["a", "b"]},
        {"id": "a", "component": "Button", "child": "a_text", "action": event("cancel")},
        {"id": "a_text", "component": "Text", "text": "Do not send"},
        {"id": "b", "component": "Button", "child": "b_text", "action": event("send")},
        {"id": "b_text", "component": "Text", "text": "Yes"},
    )

    assert decide(Decision("send"), screen) == (ClickStep("b"),)


async def test_cards_that_are_no_template_are_read_by_what_stands_in_them(show: Show) -> None:
    def card(key: str, name: str, price: str) -> tuple[Json, ...]:
        return (
            {"id": f"{key}_card", "component": "Card", "child": f"{key}_body"},
            {"id": f"{key}_body", "component": "Column", "children": [f"{key}_name", f"{key}_price", key]},
            {"id": f"{key}_name", "component": "Text", "text": name},
            {"id": f"{key}_price", "component": "Text", "text": price},
            {"id": key, "component": "Button", "child": f"{key}_text", "action": event("take")},
            {"id": f"{key}_text", "component": "Text", "text": "Take it"},
        )

    screen = await show(
        {"id": "root", "component": "Column", "children": ["title", "one_card", "two_card"]},
        {"id": "title", "component": "Text", "text": "Lamps for 9 and less"},
        *card("one", "Halden", "costs 39"),
        *card("two", "Brisk", "costs 24"),
    )

    assert decide(by("least", r"costs (\d+)"), screen) == (ClickStep("two"),)
    assert decide(by("says", "Halden"), screen) == (ClickStep("one"),)


async def test_an_only_button_is_read_with_the_whole_screen_around_it(show: Show) -> None:
    screen = await show(
        {"id": "root", "component": "Column", "children": ["body", "take"]},
        {"id": "body", "component": "TextField", "label": "Message", "value": {"path": "/body"}},
        {"id": "take", "component": "Button", "child": "text", "action": event("take")},
        {"id": "text", "component": "Text", "text": "Send"},
        data={"body": "Dinner on 8 May?"},
    )

    assert decide(by("says", "8 May"), screen) == (ClickStep("take"),)
    with pytest.raises(Undecidable, match="I cannot find 9 May on the screen"):
        decide(by("says", "9 May"), screen)


TICKED: tuple[Json, ...] = (
    {"id": "root", "component": "Column", "children": ["list", "move"]},
    {"id": "list", "component": "List", "children": {"componentId": "row", "path": "/lamps"}},
    {"id": "row", "component": "Row", "children": ["box", "price"]},
    {"id": "box", "component": "CheckBox", "label": {"path": "name"}, "value": {"path": "wanted"}},
    {"id": "price", "component": "Text", "text": words("${price}.-")},
    {"id": "move", "component": "Button", "child": "move_text", "action": event("move")},
    {"id": "move_text", "component": "Text", "text": "Move"},
)


async def test_what_is_ticked_is_sent_off_with_one_press(show: Show) -> None:
    decision = Decision("move", Criterion("over", r"([\d.]+)\.-", 30), tick="box")

    assert decide(decision, await show(*TICKED, data=LAMPS)) == (
        ToggleStep("box:lamps/0", True),
        ToggleStep("box:lamps/2", True),
        ClickStep("move"),
    )


async def test_what_sends_a_choice_off_may_still_wait_for_it(show: Show) -> None:
    waits: Json = {
        "id": "move",
        "component": "Button",
        "child": "move_text",
        "action": event("move"),
        "checks": [
            {"condition": {"call": "required", "args": {"value": {"path": "/lamps/1/wanted"}}, "returnType": "boolean"},
             "message": "Tick one."}
        ],
    }  # fmt: skip
    screen = await show(*TICKED[:5], waits, TICKED[6], data={"lamps": [{"name": "A", "price": 1}, {"name": "B"}]})

    assert screen.elements()["move"].enabled is False
    assert decide(Decision("move", Criterion("says", "A"), tick="box"), screen)[-1] == ClickStep("move")


async def test_a_tick_without_anything_to_send_it_off_is_lacking(show: Show) -> None:
    screen = await show({**TICKED[0], "children": ["list"]}, *TICKED[1:], data=LAMPS)  # type: ignore[dict-item]

    with pytest.raises(Undecidable, match="I cannot see how to send off my choice"):
        decide(Decision("move", Criterion(), tick="box"), screen)


CHOICE: dict[str, Json] = {
    "id": "slot",
    "component": "ChoicePicker",
    "label": "Time",
    "variant": "mutuallyExclusive",
    "value": {"path": "/slot"},
    "options": [{"label": "at 12:00", "value": "b"}, {"label": "at 09:30", "value": "a"}],
}
SEND: tuple[Json, ...] = (
    {"id": "root", "component": "Column", "children": ["slot", "ok"]},
    {"id": "ok", "component": "Button", "child": "ok_text", "action": event("ok")},
    {"id": "ok_text", "component": "Text", "text": "OK"},
)


async def test_options_are_chosen_by_what_stands_on_each(show: Show) -> None:
    screen = await show(*SEND, CHOICE, data={"slot": []})

    decision = Decision("ok", Criterion("earliest", r"at (\d\d:\d\d)"), tick="slot")
    assert decide(decision, screen) == (ToggleStep("slot#a", True), ClickStep("ok"))


async def test_a_closed_menu_is_chosen_from_by_its_options(show: Show) -> None:
    many: list[Json] = [{"label": f"at {hour:02}:00", "value": str(hour)} for hour in range(8, 20)]
    screen = await show(*SEND, {**CHOICE, "options": many}, data={"slot": []})

    assert screen.elements()["slot"].role == "combobox"
    decision = Decision("ok", Criterion("latest", r"at (\d\d:\d\d)"), tick="slot")
    assert decide(decision, screen) == (ChooseStep("slot", ("19",)), ClickStep("ok"))


async def test_inputs_are_filled_before_anything_is_pressed_each_in_its_own_way(show: Show) -> None:
    screen = await show(
        {"id": "root", "component": "Column", "children": ["note", "day", "slot", "ok"]},
        {"id": "note", "component": "TextField", "label": "Note", "value": {"path": "/note"}},
        {"id": "day", "component": "DateTimeInput", "label": "Day", "enableDate": True, "value": {"path": "/day"}},
        {"id": "slot", "component": "Slider", "label": "People", "min": 1, "max": 9, "value": {"path": "/people"}},
        *SEND[1:],
        data={"note": "", "day": "2026-05-01", "people": 1},
    )

    decision = Decision("ok", fill={"Note": 12, "Day": "2026-05-04", "slot": 4})
    assert decide(decision, screen) == (
        FillStep("note", "12"),
        SetStep("day", "2026-05-04"),
        SetStep("slot", 4),
        ClickStep("ok"),
    )


async def test_an_input_that_is_not_there_is_lacking(show: Show) -> None:
    with pytest.raises(Undecidable, match="I cannot see where to enter blue"):
        decide(Decision("take", fill={"Colour": "blue"}), await lamps(show))


@pytest.mark.parametrize(
    ("decision", "lacking"),
    [
        (by("least", r"weighs (\d+)"), "The screen does not show me what I need to decide."),
        (by("least", r"arrives (\S+)"), "I cannot read the figures on the screen."),
        (by("earliest", r"leaves (\S+)"), "The screen does not show me what I need to decide."),
        (by("says", "Tarn"), "I cannot find Tarn on the screen."),
        (Decision("leave"), "I cannot see anything to choose with."),
        (Decision("take", Criterion("least", r"weighs (\d+)"), ask="How heavy are they?"), "How heavy are they?"),
    ],
)
async def test_what_the_screen_lacks_is_said_as_the_user_would(show: Show, decision: Decision, lacking: str) -> None:
    with pytest.raises(Undecidable) as caught:
        decide(decision, await lamps(show))

    assert caught.value.lacking == lacking


async def test_a_number_that_only_some_rows_show_is_not_enough(show: Show) -> None:
    data: Json = {"lamps": [{"name": "A", "price": 3, "day": "2026-01-01"}, {"name": "B", "day": "2026-01-01"}]}

    with pytest.raises(Undecidable):
        decide(by("least", r"costs ([\d.]+)"), await show(LIST, *LINE, data=data))


async def test_what_cannot_be_operated_is_no_place_for_a_choice(show: Show) -> None:
    disabled: Json = {
        "id": "take",
        "component": "Button",
        "child": "take_text",
        "action": event("take"),
        "checks": [
            {"condition": {"call": "required", "args": {"value": {"path": "/never"}}, "returnType": "boolean"},
             "message": "Never."}
        ],
    }  # fmt: skip
    screen = await show(LIST, *LINE[:4], disabled, LINE[5], data=LAMPS)

    assert not has_place_for(by("any"), screen)


async def test_two_rows_of_one_name_are_two_candidates(show: Show) -> None:
    data: Json = {
        "lamps": [{"name": "A", "price": 3, "day": "2026-01-02"}, {"name": "A", "price": 2, "day": "2026-01-01"}]
    }

    assert decide(by("least", r"costs ([\d.]+)"), await show(LIST, *LINE, data=data)) == (ClickStep("take:lamps/1"),)


async def test_a_pattern_that_would_never_end_is_given_up_and_said_in_the_users_words(show: Show) -> None:
    endless: Json = {"lamps": [{"name": "a" * 5000 + "!", "price": 1, "day": "2026-05-09", "wanted": False}]}
    screen = await show(LIST, *LINE, data=endless)

    with pytest.raises(Undecidable, match="more than I can read"):
        decide(by("least", "((a|aa)+)\\$"), screen)
