"""Arguments are checked against the function's own signature, and what does not fit is told one by one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import AfterValidator, Field

from agent_bridge.toolkit.arguments import LONGEST_ECHO, Arguments, expected
from agent_bridge.toolkit.errors import ArgumentProblem, BadTool, InvalidArguments
from ui_server.expressions import Json


def _even(number: int) -> int:
    if number % 2:
        raise ValueError("an even number")
    return number


Pairs = Annotated[int, Field(ge=2, le=10, description="Socks come in pairs."), AfterValidator(_even)]


def wash(
    context: object,
    socks: Pairs,
    colour: Literal["white", "dark"] = "white",
    names: list[str] | None = None,
    spins: int = 2,
    note: str | None = None,
) -> Json:
    return None


def arguments(function: Callable[..., object] = wash) -> Arguments:
    return Arguments("wash", function)


def problems(**given_arguments: Json) -> tuple[ArgumentProblem, ...]:
    with pytest.raises(InvalidArguments) as caught:
        arguments().accept(given_arguments)
    return caught.value.problems


def test_only_what_was_given_is_passed_on() -> None:
    assert arguments().accept({"socks": 4}) == {"socks": 4}


def test_numbers_written_as_text_are_read_as_numbers() -> None:
    assert arguments().accept({"socks": "4"}) == {"socks": 4}


def test_numbers_are_taken_for_text_where_text_is_wanted() -> None:
    assert arguments().accept({"socks": 4, "note": 60}) == {"socks": 4, "note": "60"}


def test_null_for_a_parameter_with_another_default_means_not_given() -> None:
    assert arguments().accept({"socks": 4, "spins": None, "colour": None}) == {"socks": 4}


def test_null_is_passed_on_where_it_is_a_value() -> None:
    assert arguments().accept({"socks": 4, "note": None}) == {"socks": 4, "note": None}


def test_null_for_a_required_parameter_is_wrong() -> None:
    assert problems(socks=None) == (ArgumentProblem("socks", "invalid", "a whole number from 2 to 10", "null"),)


def test_a_missing_argument_is_named_with_what_is_expected_and_its_description() -> None:
    wanted = ArgumentProblem("socks", "missing", "a whole number from 2 to 10", "", "Socks come in pairs.")
    assert problems() == (wanted,)


def test_an_unknown_argument_gets_the_nearest_name_as_a_hint() -> None:
    (problem,) = problems(socks=2, color="dark")
    assert (problem.argument, problem.code, problem.hint) == ("color", "unknown", "Did you mean colour?")


def test_an_argument_like_no_other_gets_the_whole_list() -> None:
    (problem,) = problems(socks=2, xyz=1)
    assert problem.hint == "It takes socks, colour, names, spins, note."


def test_a_wrong_choice_gets_the_nearest_choice_as_a_hint() -> None:
    (problem,) = problems(socks=2, colour="darkk")
    assert problem.expected == 'one of "white", "dark"'
    assert problem.hint == "Did you mean dark?"


def test_a_bound_is_part_of_what_is_expected() -> None:
    (problem,) = problems(socks=12)
    assert (problem.expected, problem.got) == ("a whole number from 2 to 10", "12")


def test_a_rule_of_the_parameters_own_says_what_it_wants() -> None:
    (problem,) = problems(socks=3)
    assert (problem.expected, problem.got) == ("an even number", "3")


def test_a_wrong_entry_of_a_list_is_named_by_its_place() -> None:
    (problem,) = problems(socks=2, names=["Ida", {}])
    assert (problem.argument, problem.expected, problem.got) == ("names[1]", "text", "{}")


def test_all_problems_are_told_at_once() -> None:
    assert [problem.argument for problem in problems(colour="red", spins="many", xyz=1)] == [
        "socks",
        "colour",
        "spins",
        "xyz",
    ]


def test_a_long_value_is_shortened_in_the_echo() -> None:
    (problem,) = problems(socks="9" * 500 + "x")
    assert len(problem.got) == LONGEST_ECHO
    assert problem.got.endswith("…")


def test_the_error_reads_as_sentences() -> None:
    with pytest.raises(InvalidArguments) as caught:
        arguments().accept({"socks": 12})
    assert caught.value.message == "wash: socks must be a whole number from 2 to 10, got 12."
    assert caught.value.owner == "agent"


def test_infinite_numbers_are_refused() -> None:
    def fill(context: object, litres: float) -> Json:
        return None

    with pytest.raises(InvalidArguments):
        arguments(fill).accept({"litres": float("inf")})


@pytest.mark.parametrize("largest", [2**63 - 1, -(2**63)])
def test_a_whole_number_that_no_database_holds_is_refused_and_the_largest_is_not(largest: int) -> None:
    def find(context: object, keys: list[int], key: int = 0) -> Json:
        return None

    beyond = largest + (1 if largest > 0 else -1)
    assert arguments(find).accept({"keys": [largest], "key": largest}) == {"keys": [largest], "key": largest}
    wrongs: list[dict[str, Json]] = [
        {"keys": [1, beyond]},
        {"keys": [], "key": beyond},
        {"keys": [], "key": str(beyond)},
    ]
    for wrong in wrongs:
        with pytest.raises(InvalidArguments, match="a whole number of at most 63 bits"):
            arguments(find).accept(wrong)


def test_parameters_may_be_called_as_the_model_calls_its_own() -> None:
    def copy_file(context: object, copy: str, json: int = 1, model_dump: bool = False) -> Json:
        return None

    given_arguments: dict[str, Json] = {"copy": "a", "json": 2, "model_dump": True}
    assert arguments(copy_file).accept(given_arguments) == given_arguments


def test_the_schema_has_no_titles_and_no_null_that_only_means_not_given() -> None:
    assert arguments().schema == {
        "type": "object",
        "properties": {
            "socks": {"type": "integer", "minimum": 2, "maximum": 10, "description": "Socks come in pairs."},
            "colour": {"type": "string", "enum": ["white", "dark"], "default": "white"},
            "names": {"type": "array", "items": {"type": "string"}},
            "spins": {"type": "integer", "default": 2},
            "note": {"type": "string"},
        },
        "required": ["socks"],
        "additionalProperties": False,
    }


def test_a_parameter_without_a_type_makes_no_tool() -> None:
    def untyped(context: object, amount) -> Json:  # type: ignore[no-untyped-def]
        return None

    with pytest.raises(BadTool, match="amount has no type"):
        _ = arguments(untyped).schema


def test_a_parameter_that_has_no_name_for_callers_makes_no_tool() -> None:
    def spread(context: object, *amounts: int) -> Json:
        return None

    with pytest.raises(BadTool, match="cannot be given by name"):
        _ = arguments(spread).schema


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "number", "exclusiveMinimum": 0}, "a number above 0"),
        ({"type": "integer", "minimum": 1}, "a whole number, 1 or more"),
        ({"type": "integer", "maximum": 9}, "a whole number, 9 or less"),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, "a list, each entry text, not empty"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "text"),
        ({"type": "string", "format": "date"}, "a date such as 2026-05-04"),
        ({}, "a value"),
    ],
)
def test_a_schema_is_put_in_a_few_words(schema: dict[str, Any], words: str) -> None:
    assert expected(schema) == words


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.dictionaries(st.sampled_from(["socks", "colour", "names", "spins", "note", "x"]), json_values))
def test_any_arguments_are_either_accepted_or_told_what_is_wrong(given_arguments: dict[str, Json]) -> None:
    try:
        accepted = arguments().accept(given_arguments)
    except InvalidArguments as error:
        assert all(problem.sentence() in error.message for problem in error.problems)
    else:
        assert set(accepted) <= set(given_arguments)
