from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import json_values, nested
from ui_server.expressions import Binding, Call, Json, Literal, Unevaluable
from ui_server.functions import Functions, is_number, parse_template, to_text, truth
from ui_server.surface import Version

V09 = Functions("v0.9")
NAMES = ("and", "capitalize", "email", "formatCurrency", "formatDate", "formatNumber", "length", "not", "numeric",
         "openUrl", "or", "pluralize", "regex", "required")  # fmt: skip

ARGUMENTS = ("value", "values", "min", "max", "pattern", "format", "currency", "decimals", "grouping", "zero", "one",
             "two", "few", "many", "other", "url")  # fmt: skip


def code_of(name: str, functions: Functions = V09, **args: Json) -> str:
    with pytest.raises(Unevaluable) as caught:
        functions.call(name, args)
    return caught.value.code


# -- values as texts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, ""),
        ("", ""),
        ("a", "a"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-0.0, "0"),
        (3.0, "3"),
        (3.25, "3.25"),
        (1e14, "100000000000000"),
        (1e21, "1e+21"),
        (0.1, "0.1"),
        ([1, None], "[1,null]"),
        ({"k": "é"}, '{"k":"é"}'),
        ([], "[]"),
    ],
)
def test_a_value_is_written_as_the_protocol_interpolates_it(value: Json, text: str) -> None:
    assert to_text(value) == text


def test_a_number_of_thousands_of_digits_and_data_without_end_are_no_reason_to_fail() -> None:
    assert to_text(10**5000) == "…"
    assert to_text(nested(100_000)) == "…"


@pytest.mark.parametrize("value", [1, 0, -1.5, 10**300])
def test_numbers_are_numbers(value: Json) -> None:
    assert is_number(value)


@pytest.mark.parametrize("value", [True, False, "1", None, [1], float("inf"), float("nan"), 10**400])
def test_booleans_texts_and_what_no_float_can_hold_are_not(value: Json) -> None:
    assert not is_number(value)


@pytest.mark.parametrize(
    ("value", "passes"),
    [
        (True, True),
        (1, True),
        ("x", True),
        ({"valid": True}, True),
        ({"valid": False, "message": "No"}, False),
        ({"other": 1}, True),
        ({}, False),
        ("", False),
        (0, False),
        (None, False),
        ([], False),
    ],
)
def test_a_check_passes_by_truth_or_by_its_own_word(value: Json, passes: bool) -> None:
    assert truth(value) is passes


# -- the catalog -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [None, "", []])
def test_required_fails_for_what_is_empty(value: Json) -> None:
    assert V09.call("required", {"value": value}) is False


@pytest.mark.parametrize("value", [0, False, " ", "x", [0]])
def test_required_passes_for_zero_false_and_a_blank(value: Json) -> None:
    assert V09.call("required", {"value": value}) is True


def test_numeric_takes_digits_in_a_text_and_its_bounds() -> None:
    assert V09.call("numeric", {"value": "0", "min": 0}) is True
    assert V09.call("numeric", {"value": "-1", "min": 0}) is False
    assert V09.call("numeric", {"value": "x"}) is False


def test_a_number_is_written_in_the_locale() -> None:
    assert V09.call("formatNumber", {"value": 1234567.891, "decimals": 1}) == "1,234,567.9"
    assert Functions("v0.9", "de-DE").call("formatCurrency", {"value": 3, "currency": "EUR"}) == "3,00\xa0€"


@pytest.mark.parametrize("decimals", [-1, 21, 10**9, 10**400, "2", True, [2]])
@pytest.mark.parametrize("name", ["formatNumber", "formatCurrency"])
def test_a_billion_decimal_places_are_refused_at_once(name: str, decimals: Json) -> None:
    assert code_of(name, value=1.5, decimals=decimals) == "unevaluable"


def test_plural_forms_follow_the_number() -> None:
    forms: dict[str, Json] = {"one": "item", "other": "items"}
    assert V09.call("pluralize", {"value": 1, **forms}) == "item"
    assert V09.call("pluralize", {"value": 3, **forms}) == "items"


def test_a_date_in_a_pattern_with_quoted_words() -> None:
    assert V09.call("formatDate", {"value": "2026-03-20T14:05", "format": "d MMM 'at' HH:mm"}) == "20 Mar at 14:05"
    assert V09.call("formatDate", {"value": "not a date", "format": "yyyy"}) == ""


@pytest.mark.parametrize("pattern", ["QQQQQQQ", "EEEEEEE", "LLLLLLL", "XXXXXXX"])
def test_a_date_pattern_that_does_not_exist_gives_no_value(pattern: str) -> None:
    assert code_of("formatDate", value="2026-03-20", format=pattern) == "unevaluable"


def test_a_url_is_never_opened() -> None:
    assert V09.call("openUrl", {"url": "javascript:alert(1)"}) is None


def test_a_name_that_is_no_function_is_said_so() -> None:
    assert code_of("launch") == "unknown_function"
    assert not V09.knows("launch")


@pytest.mark.parametrize("name", NAMES)
def test_every_function_of_the_catalog_is_known_by_name(name: str) -> None:
    assert V09.knows(name)


def test_version_0_8_has_no_functions_of_the_catalog_but_can_match_its_own_patterns() -> None:
    functions = Functions("v0.8")
    assert code_of("required", functions, value="x") == "unknown_function"
    assert functions.call("regex", {"value": "ab", "pattern": "^a"}) is True


def test_an_optional_pattern_passes_an_empty_value_only() -> None:
    for value in (None, ""):
        assert V09.call("regex", {"value": value, "pattern": "^a", "optional": True}) is True
        assert V09.call("regex", {"value": value, "pattern": "^a"}) is False
    assert V09.call("regex", {"value": "b", "pattern": "^a", "optional": True}) is False


def test_validators_of_version_1_0_answer_with_an_object() -> None:
    assert truth(Functions("v1.0").call("required", {"value": ""})) is False
    assert truth(Functions("v1.0").call("required", {"value": "x"})) is True


@given(
    st.sampled_from(NAMES),
    st.sampled_from(get_args(Version)),
    st.dictionaries(
        st.sampled_from(ARGUMENTS),
        json_values,
    ),
)
def test_whatever_the_arguments_a_function_gives_a_value_or_says_that_it_has_none(
    name: str, version: Version, args: dict[str, Json]
) -> None:
    try:
        Functions(version).call(name, args)
    except Unevaluable as fault:
        assert fault.code in ("unevaluable", "unknown_function", "invalid_pattern", "costly_pattern")


# -- templates -------------------------------------------------------------------------------------------------------


def test_a_template_is_read_into_texts_paths_and_calls() -> None:
    parts = parse_template("Hi ${/name}, ${formatNumber(value: ${n}, decimals: 1)}!")
    assert parts[:3] == (Literal("Hi "), Binding("/name"), Literal(", "))
    assert isinstance(parts[3], Call)
    assert dict(parts[3].args) == {"value": Binding("n"), "decimals": Literal(1)}


def test_an_escaped_mark_is_text() -> None:
    assert "".join(str(part.value) for part in parse_template(r"\${x}") if isinstance(part, Literal)) == "${x}"


@pytest.mark.parametrize("template", ["${", "${/a", "${f(", "${" * 3000, "${f(a:" * 500 + "1" + ")}" * 500])
def test_a_template_that_cannot_be_read_gives_no_value(template: str) -> None:
    with pytest.raises(Unevaluable) as caught:
        parse_template(template)
    assert caught.value.code == "unevaluable"
    assert len(caught.value.message) < 1000


@given(st.text(alphabet="${}()/abc,:'\"\\ 1.", max_size=30))
def test_any_text_is_a_template_or_a_typed_fault(template: str) -> None:
    try:
        parse_template(template)
    except Unevaluable as fault:
        assert fault.code == "unevaluable"
