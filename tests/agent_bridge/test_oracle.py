"""References take a saved value where it stands, whole or inside a text; picks choose from a saved list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_bridge.oracle import Oracle, OracleStep, fill, look_up, loose_references, pick
from ui_server.expressions import Json

SAVED: dict[str, Json] = {
    "found": {"total": 2, "notes": [{"id": 11, "title": "Tent"}, {"id": 12, "title": "Stove"}]},
    "name": "Ravn",
    "price": 24.0,
    "open": False,
    "nothing": None,
}
LAMPS: Json = [
    {"id": 1, "price": 39.5, "days": 5, "kind": "gas"},
    {"id": 2, "price": 24, "days": 1, "kind": "led"},
    {"id": 3, "price": 31.25, "days": 3, "kind": "led"},
]
LISTED: dict[str, Json] = {"lamps": LAMPS}


def test_a_reference_alone_keeps_the_type_of_its_value() -> None:
    assert fill("{{found.total}}", SAVED) == 2
    assert fill("{{ open }}", SAVED) is False
    assert fill("{{nothing}}", SAVED) is None
    assert fill("{{found.notes}}", SAVED) == [{"id": 11, "title": "Tent"}, {"id": 12, "title": "Stove"}]


def test_a_reference_inside_a_text_is_written_out() -> None:
    assert fill("{{name}} has {{found.total}} notes for {{price}}", SAVED) == "Ravn has 2 notes for 24"
    assert fill("is it {{open}}?", SAVED) == "is it false?"


def test_places_in_lists_are_counted_from_zero() -> None:
    assert fill("{{found.notes[1].title}}", SAVED) == "Stove"


def test_references_are_replaced_at_any_depth_and_the_script_itself_stays_as_it_is() -> None:
    written: Json = {"rows": [{"id": "{{found.notes[0].id}}"}], "plain": 3}

    assert fill(written, SAVED) == {"rows": [{"id": 11}], "plain": 3}
    assert written == {"rows": [{"id": "{{found.notes[0].id}}"}], "plain": 3}


def test_what_a_value_says_is_never_taken_for_a_reference() -> None:
    assert fill("{{said}}", {"said": "{{name}}"}) == "{{name}}"


@pytest.mark.parametrize("reference", ["missing", "found.pages", "found.notes[2]", "found.notes.first", "name.first"])
def test_a_reference_that_leads_nowhere_is_named(reference: str) -> None:
    with pytest.raises(KeyError) as caught:
        look_up(reference, SAVED)

    assert caught.value.args == (reference,)


@given(st.text())
def test_text_without_braces_is_left_alone(text: str) -> None:
    assert fill(text.replace("{", "("), SAVED) == text.replace("{", "(")


def test_least_and_most_take_one_row_by_a_number() -> None:
    assert pick({"from": "{{lamps}}", "least": "price"}, LISTED) == {"id": 2, "price": 24, "days": 1, "kind": "led"}
    assert pick({"from": "{{lamps}}", "most": "days"}, LISTED) == {"id": 1, "price": 39.5, "days": 5, "kind": "gas"}


def test_where_takes_the_first_row_that_has_all_values() -> None:
    found = pick({"from": "{{lamps}}", "where": {"kind": "led", "days": 3}}, LISTED)

    assert isinstance(found, dict) and found["id"] == 3


def test_all_where_and_all_over_take_every_row_and_none_is_fine() -> None:
    led = pick({"from": "{{lamps}}", "all_where": {"kind": "led"}}, LISTED)
    dear = pick({"from": "{{lamps}}", "all_over": {"price": 31.25}}, LISTED)
    none = pick({"from": "{{lamps}}", "all_over": {"price": 100}}, LISTED)

    assert isinstance(led, list) and [row["id"] for row in led if isinstance(row, dict)] == [2, 3]
    assert isinstance(dear, list) and [row["id"] for row in dear if isinstance(row, dict)] == [1]
    assert none == []


def test_values_to_look_for_may_be_references_too() -> None:
    saved = {**LISTED, "wanted": "gas"}

    assert pick({"from": "{{lamps}}", "where": {"kind": "{{wanted}}"}}, saved) == LAMPS[0]  # type: ignore[index]


@pytest.mark.parametrize(
    "how",
    [
        {"from": "{{lamps}}", "where": {"kind": "oil"}},
        {"from": "{{lamps}}", "least": "weight"},
        {"from": "{{lamps}}", "most": "kind"},
        {"from": "{{lamps}}", "all_over": {"price": "dear"}},
        {"from": "{{lamps}}", "nearest": "price"},
        {"from": "no list", "least": "price"},
    ],
)
def test_a_pick_that_finds_nothing_or_cannot_compare_is_refused(how: dict[str, Json]) -> None:
    with pytest.raises(KeyError):
        pick(how, LISTED)


def test_a_pick_of_one_from_an_empty_list_is_refused() -> None:
    with pytest.raises(KeyError):
        pick({"from": "{{rows}}", "least": "price"}, {"rows": []})


def test_a_mode_plays_its_own_steps_and_those_of_both() -> None:
    steps = (OracleStep("say", body="a"), OracleStep("show", mode="ui"), OracleStep("say", body="b", mode="text"))

    assert [step.kind for step in Oracle(steps).for_mode("ui").steps] == ["say", "show"]
    assert [step.body for step in Oracle(steps).for_mode("text").steps] == ["a", "b"]


def test_references_to_what_no_earlier_step_saves_are_found_with_their_step() -> None:
    steps = (
        OracleStep("call", "search", {"query": "{{name}}"}, "found"),
        OracleStep("call", "send", {"to": ["{{found.rows[0].id}}"], "note": "for {{later}}"}),
        OracleStep("say", body="{{click.context.id}} {{clicks[0].row}}", save="later"),
    )

    assert list(loose_references(steps)) == [(0, "name"), (1, "later")]


def test_item_is_known_only_in_a_call_for_each() -> None:
    alone = OracleStep("call", "send", {"id": "{{item.id}}"})
    each = OracleStep("call", "send", {"id": "{{item.id}}"}, each="{{clicks}}")

    assert list(loose_references([each])) == []
    assert list(loose_references([alone])) == [(0, "item.id")]
