from __future__ import annotations

import math
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import view
from renderer.elements import Element, Role
from tests.ui_server.building import json_values
from ui_server import values
from ui_server.errors import ValueRefused
from ui_server.expressions import Json
from ui_server.moments import MomentKind


def text_field(variant: view.TextFieldVariant = "shortText") -> view.TextField:
    return view.TextField(key="f", component_id="f", surface_id="s", component="TextField", variant=variant)


def slider(low: float = 0, high: float = 10, step: float | None = None) -> view.Slider:
    return view.Slider(key="s", component_id="s", surface_id="s", component="Slider", min=low, max=high, step=step)


def moment(kind: MomentKind, least: str = "", most: str = "") -> view.DateTimeInput:
    return view.DateTimeInput(
        key="d", component_id="d", surface_id="s", component="DateTimeInput", kind=kind, min=least, max=most
    )


def choice(*options: str, multiple: bool = True, most: int | None = None) -> view.ChoicePicker:
    offered = tuple(view.Option(option, option.upper()) for option in options)
    return view.ChoicePicker(
        key="p",
        component_id="p",
        surface_id="s",
        component="ChoicePicker",
        options=offered,
        multiple=multiple,
        most=most,
    )


def refused(node: view.Node, value: Json) -> ValueRefused:
    with pytest.raises(ValueRefused) as caught:
        match node:
            case view.TextField():
                values.text_for(node, str(value))
            case view.Slider():
                values.slider_text(node, value)
            case view.DateTimeInput():
                values.moment_for(node, value)
            case view.ChoicePicker():
                values.choices_for(node, tuple(value) if isinstance(value, list) else ())  # type: ignore[arg-type]
    refusal = caught.value
    assert (refusal.element_id, refusal.code) == (node.key, "value_refused")
    assert refusal.expected and refusal.hint
    return refusal


# -- texts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "Ana", " two  blanks ", "émoji 🎉", "<script>", "007"])
def test_one_line_is_taken_as_it_is(text: str) -> None:
    assert values.text_for(text_field(), text) == text


@pytest.mark.parametrize("variant", ["shortText", "number", "obscured"])
def test_a_second_line_goes_into_a_long_text_only(variant: view.TextFieldVariant) -> None:
    for text in ("1\n2", "1\r2", "1\n"):
        refused(text_field(variant), text)


def test_line_breaks_of_every_kind_become_one_kind() -> None:
    assert values.text_for(text_field("longText"), "one\r\ntwo\rthree\n🎉") == "one\ntwo\nthree\n🎉"


@pytest.mark.parametrize("text", ["", "0", "007", "-3", "1.50", ".5", "1e3", "-1E-2"])
def test_a_number_field_takes_what_the_browsers_number_field_takes(text: str) -> None:
    assert values.text_for(text_field("number"), text) == text


@pytest.mark.parametrize(
    "text", ["abc", "1,5", "5.", "+5", " 5", "5 ", "1e", "0x1", "NaN", "Infinity", "1e400", "٣", "-"]
)
def test_a_number_field_refuses_the_rest(text: str) -> None:
    assert refused(text_field("number"), text).expected == "a number"


def test_half_a_character_cannot_be_typed() -> None:
    refused(text_field("longText"), "a\ud83d")
    refused(text_field("longText"), "a\0b")


# -- sliders ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (10, "10"), (2.5, "2.5"), ("7", "7"), ("2.50", "2.5"), (3.0, "3"), (1e-3, "0.001")]
)
def test_a_slider_takes_numbers_in_its_range(value: Json, text: str) -> None:
    assert values.slider_text(slider(), value) == text


@pytest.mark.parametrize(
    "value", [-1, 10.001, 10**400, "x", "", True, None, [5], float("nan"), float("inf"), "1e400", "٣", " 5"]
)
def test_a_slider_refuses_what_is_beyond_it_or_no_number(value: Json) -> None:
    assert refused(slider(), value).expected == "a number from 0 to 10"


def test_a_slider_with_steps_stops_at_them_alone() -> None:
    assert values.slider_text(slider(0, 1, 0.1), 0.3) == "0.3"
    assert values.slider_text(slider(1, 10, 3), 7) == "7"
    assert values.slider_text(slider(0, 100, 100 / 7), 14.285714) == "14.2857142857143"
    assert values.slider_text(slider(0, 100, 100 / 7), 100) == "100"
    assert refused(slider(1, 10, 3), 6).message == "6 is between two steps."


def test_a_slider_without_room_takes_its_one_value() -> None:
    assert values.slider_text(slider(5, 5), 5) == "5"
    refused(slider(5, 5), 6)


@given(
    st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.floats(0, 1), st.none() | st.integers(1, 20)
)  # fmt: skip
def test_every_value_a_slider_has_is_taken_and_comes_back(one: float, two: float, at: float, parts: int | None) -> None:
    low, high = min(one, two), max(one, two)
    step = (high - low) / parts if parts and high > low else None
    wanted = low + (round(at * parts) / parts if step and parts else at) * (high - low)
    wanted = min(max(wanted, low), high)
    text = values.slider_text(slider(low, high, step), wanted)
    assert math.isclose(values.number_of(text), wanted, rel_tol=1e-12, abs_tol=1e-12)


# -- dates and times -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("date", "2026-03-20", "2026-03-20"),
        ("date", "0850-01-01", "0850-01-01"),
        ("time", "09:05", "09:05"),
        ("time", "09:05:00", "09:05"),
        ("datetime", "2026-03-20T09:05", "2026-03-20T09:05"),
        ("datetime", "2026-03-20 09:05:00.000", "2026-03-20T09:05"),
        ("date", "", ""),
        ("time", None, ""),
    ],
)
def test_a_date_or_time_is_brought_to_the_controls_own_shape(kind: MomentKind, value: Json, text: str) -> None:
    assert values.moment_for(moment(kind), value) == text


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("date", "20.3.2026"),
        ("date", "2026-03-20T10:00"),
        ("date", "10:00"),
        ("date", "20260320"),
        ("date", "2026-W10-1"),
        ("date", "2026-02-29"),
        ("date", 20260320),
        ("date", True),
        ("time", "9:05"),
        ("time", "09:05:30"),
        ("time", "09:05Z"),
        ("time", "09:05-03:00"),
        ("time", "T09:05"),
        ("time", "2026-03-20"),
        ("time", "25:00"),
        ("datetime", "2026-03-20"),
        ("datetime", "09:05"),
        ("datetime", "2026-03-20T09:05Z"),
        ("datetime", "2026-03-20T09:05+01:00"),
        ("datetime", "2026-03-20T09:05:30"),
        ("datetime", ["2026-03-20T09:05"]),
    ],
)
def test_what_the_control_would_have_to_change_is_refused(kind: MomentKind, value: Json) -> None:
    assert refused(moment(kind), value).expected in ("YYYY-MM-DD", "HH:MM", "YYYY-MM-DDTHH:MM")


def test_a_date_beyond_the_bounds_is_refused_and_the_bounds_themselves_are_not() -> None:
    bounded = moment("date", "2026-03-01", "2026-03-31")
    assert values.moment_for(bounded, "2026-03-01") == "2026-03-01"
    assert values.moment_for(bounded, "2026-03-31") == "2026-03-31"
    assert refused(bounded, "2026-02-28").expected == "from 2026-03-01 to 2026-03-31"
    assert refused(bounded, "2026-04-01").got == "2026-04-01"


def test_a_range_of_times_may_run_over_midnight() -> None:
    night = moment("time", "22:00", "06:00")
    for time in ("22:00", "23:59", "00:00", "06:00"):
        assert values.moment_for(night, time) == time
    assert refused(night, "12:00").message == "12:00 is out of range."
    refused(moment("date", "2026-06-30", "2026-06-01"), "2026-06-15")


def test_a_bounded_date_can_still_be_cleared() -> None:
    assert values.moment_for(moment("date", "2026-03-01"), "") == ""


@given(json_values, st.sampled_from(["date", "time", "datetime"]))
def test_any_value_is_taken_or_refused(value: Json, kind: MomentKind) -> None:
    with suppress(ValueRefused):
        assert isinstance(values.moment_for(moment(kind), value), str)
    with suppress(ValueRefused):
        assert isinstance(values.slider_text(slider(), value), str)


# -- choices ---------------------------------------------------------------------------------------------------------


def test_choices_come_in_the_order_of_the_options_and_each_once() -> None:
    assert values.choices_for(choice("a", "b", "c"), ("c", "a", "c")) == ("a", "c")
    assert values.choices_for(choice("a", "a"), ("a",)) == ("a",)
    assert values.choices_for(choice("a"), ()) == ()


def test_an_option_that_is_not_offered_is_refused_with_those_that_are() -> None:
    refusal = refused(choice("a", "b"), ["a", "x"])
    assert (refusal.got, refusal.expected) == ("x", "a, b")


def test_a_label_is_no_option_value() -> None:
    refused(choice("a"), ["A"])


@pytest.mark.parametrize("given_values", [[], ["a", "b"]])
def test_of_a_choice_of_one_exactly_one_is_taken(given_values: Json) -> None:
    refused(choice("a", "b", multiple=False), given_values)
    assert values.choices_for(choice("a", "b", multiple=False), ("b",)) == ("b",)


def test_no_more_than_allowed_can_be_chosen() -> None:
    limited = choice("a", "b", "c", most=2)
    assert values.choices_for(limited, ("a", "c")) == ("a", "c")
    assert values.choices_for(limited, ("a", "c", "a")) == ("a", "c")
    assert "At most 2" in refused(limited, ["a", "b", "c"]).message


# -- what a new state means ------------------------------------------------------------------------------------------


def test_what_a_control_holds_is_typed_as_data() -> None:
    box = view.CheckBox(key="c", component_id="c", surface_id="s", component="CheckBox")
    assert values.typed(box, True) is True
    assert values.typed(box, "true") is False
    assert values.typed(slider(), "5") == 5 and isinstance(values.typed(slider(), "5"), int)
    assert values.typed(slider(), "0.5") == 0.5
    assert values.typed(text_field("number"), "007") == "007"
    assert values.typed(moment("date"), "") == ""
    assert values.typed(text_field(), None) == ""


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_written_for_a_control_is_read_back_the_same(number: float) -> None:
    assert values.number_of(values.plain(number)) == number


# -- finding an element ----------------------------------------------------------------------------------------------


def element(element_id: str, component: str, role: Role = "radio") -> Element:
    return Element(
        element_id=element_id, component_id="x", surface_id="s", component=component, role=role, name="",
        box=(0, 0, 1, 1), point=(0, 0), in_view=True, covered_by=None,
    )  # fmt: skip


def test_an_element_is_found_by_its_id_or_by_that_of_its_component() -> None:
    listed = [element("p#a", "ChoicePicker"), element("p#b", "ChoicePicker"), element("b", "Button", "button")]
    elements = {one.element_id: one for one in listed}
    assert values.element_for(elements, "b") is listed[2]
    assert values.element_for(elements, "p#b") is listed[1]
    assert values.element_for(elements, "p") is listed[0]
    assert values.element_for(elements, "p#") is None
    assert values.element_for(elements, "q") is None


def test_an_open_modal_is_not_closed_by_asking_for_the_modal() -> None:
    closing = element("m#close", "Modal", "button")
    assert values.element_for({"m#close": closing}, "m") is None
    assert values.element_for({"m#close": closing}, "m#close") is closing
