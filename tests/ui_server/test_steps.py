from __future__ import annotations

import pytest
from hypothesis import given

from tests.ui_server.building import Raw, json_values
from ui_server.errors import BadStep
from ui_server.expressions import Json
from ui_server.steps import (
    KNOWN,
    ChooseStep,
    ClickAtStep,
    ClickStep,
    FillStep,
    PressStep,
    ScrollStep,
    SendStep,
    SetStep,
    Step,
    ToggleStep,
    parse_step,
    parse_steps,
    step_json,
)

SOUND: list[tuple[Raw, Step]] = [
    ({"do": "click", "element": "save"}, ClickStep("save")),
    ({"do": "click", "element_id": "save"}, ClickStep("save")),
    ({"do": "click", "point": [3, 4.5]}, ClickAtStep(3.0, 4.5)),
    ({"do": "fill", "element": "f", "value": ""}, FillStep("f", "")),
    ({"do": "fill", "element": "f", "value": 5}, FillStep("f", "5")),
    ({"do": "type", "element": "f", "value": "x"}, FillStep("f", "x")),
    ({"do": "choose", "element": "p", "values": ["a", "b"]}, ChooseStep("p", ("a", "b"))),
    ({"do": "choose", "element": "p", "values": []}, ChooseStep("p", ())),
    ({"do": "choose", "element": "p", "value": "a"}, ChooseStep("p", ("a",))),
    ({"do": "toggle", "element": "c"}, ToggleStep("c", None)),
    ({"do": "toggle", "element": "c", "value": False}, ToggleStep("c", False)),
    ({"do": "set", "element": "s", "value": 5}, SetStep("s", 5)),
    ({"do": "set", "element": "s", "value": None}, SetStep("s", None)),
    ({"do": "press", "key": "Escape"}, PressStep("Escape")),
    ({"do": "scroll", "y": 120.7}, ScrollStep(120)),
    ({"do": "send", "messages": [{"version": "v0.9"}]}, SendStep([{"version": "v0.9"}])),
]


@pytest.mark.parametrize(("raw", "step"), SOUND)
def test_a_step_is_read(raw: Raw, step: Step) -> None:
    assert parse_step(raw) == step


@pytest.mark.parametrize("step", [step for _, step in SOUND])
def test_a_step_written_down_is_read_back_the_same(step: Step) -> None:
    assert parse_step(step_json(step)) == step


@pytest.mark.parametrize(
    "raw",
    [
        None,
        "click",
        [],
        {},
        {"do": None},
        {"do": "hover", "element": "x"},
        {"do": ["click"]},
        {"do": "click"},
        {"do": "click", "element": ""},
        {"do": "click", "element": 5},
        {"do": "click", "point": [1]},
        {"do": "click", "point": [1, "2"]},
        {"do": "click", "point": [1, True]},
        {"do": "click", "point": [1, float("nan")]},
        {"do": "click", "point": [float("inf"), 1]},
        {"do": "click", "point": [10**400, 1]},
        {"do": "fill", "element": "f"},
        {"do": "fill", "element": "f", "value": None},
        {"do": "fill", "element": "f", "value": True},
        {"do": "fill", "element": "f", "value": ["x"]},
        {"do": "fill", "element": "f", "value": float("inf")},
        {"do": "choose", "element": "p"},
        {"do": "choose", "element": "p", "values": [1]},
        {"do": "choose", "element": "p", "values": {"a": 1}},
        {"do": "toggle", "element": "c", "value": "on"},
        {"do": "toggle", "element": "c", "value": 1},
        {"do": "set", "element": "s"},
        {"do": "press"},
        {"do": "press", "key": "F4"},
        {"do": "press", "key": []},
        {"do": "scroll"},
        {"do": "scroll", "y": "down"},
        {"do": "scroll", "y": float("inf")},
        {"do": "scroll", "y": float("nan")},
        {"do": "send"},
    ],
)
def test_a_step_that_makes_no_sense_is_refused_by_its_number(raw: Json) -> None:
    with pytest.raises(BadStep) as caught:
        parse_step(raw, 7)
    assert "Step 7" in caught.value.message
    assert caught.value.code == "bad_step"


def test_steps_come_as_a_list_or_under_steps() -> None:
    listed: list[Json] = [raw for raw, _ in SOUND]
    steps = tuple(step for _, step in SOUND)
    assert parse_steps(listed) == parse_steps({"steps": listed}) == steps
    assert parse_steps([]) == ()


@pytest.mark.parametrize("raw", [None, "x", {}, {"steps": "x"}, 5])
def test_anything_else_is_no_list_of_steps(raw: Json) -> None:
    with pytest.raises(BadStep):
        parse_steps(raw)


def test_the_first_bad_step_is_named() -> None:
    with pytest.raises(BadStep) as caught:
        parse_steps([{"do": "click", "element": "a"}, {"do": "jump"}, {}])
    assert "Step 1 " in caught.value.message
    assert all(verb in caught.value.expected for verb in KNOWN)


@given(json_values)
def test_any_json_is_a_step_or_refused(raw: Json) -> None:
    for given_step in (raw, {"do": "click", "element": raw}, {"do": "set", "element": "x", "value": raw}, {"do": raw}):
        try:
            parse_step(given_step)
        except BadStep as refusal:
            assert refusal.message
