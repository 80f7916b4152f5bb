from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ui_server.building import json_values, nested
from ui_server.expressions import Json, Unevaluable
from ui_server.functions import Functions, is_number, to_text, truth
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
        (1e20, "100000000000000000000"),
        (1.5e16, "15000000000000000"),
        (0.00001, "0.00001"),
        (1.25e-6, "0.00000125"),
        (1e-7, "1e-7"),
        (-2.5e-10, "-2.5e-10"),
        (1.5e300, "1.5e+300"),
        (100.0, "100"),
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


@pytest.mark.parametrize("value", ["NaN", "inf", "1_000", "\uff11", "0x10", "1e999", " ", "1,5"])
def test_what_python_alone_takes_for_a_number_is_none(value: Json) -> None:
    assert V09.call("numeric", {"value": value}) is False
    assert code_of("formatNumber", value=value) == "unevaluable"


@pytest.mark.parametrize("value", ["5", " 5 ", "+5", "5.", "5e0", 5, 5.0])
def test_a_number_may_be_written_in_any_way_a_browser_reads(value: Json) -> None:
    assert V09.call("numeric", {"value": value, "min": 5, "max": 5}) is True
    assert V09.call("formatNumber", {"value": value}) == "5"


@pytest.mark.parametrize("name", ["formatNumber", "formatCurrency", "pluralize"])
@pytest.mark.parametrize("value", [None, ""])
def test_a_number_that_has_not_come_yet_is_nothing(name: str, value: Json) -> None:
    assert V09.call(name, {"value": value, "currency": "EUR", "other": "things"}) == ""


@pytest.mark.parametrize(
    ("currency", "shown"), [("USD", "$1,234.50"), ("JPY", "¥1,235"), ("krw", "₩1,235"), ("BHD", "BHD\xa01,234.500")]
)
def test_a_currency_brings_its_own_number_of_decimals(currency: str, shown: str) -> None:
    assert V09.call("formatCurrency", {"value": 1234.5, "currency": currency}) == shown
    assert V09.call("formatCurrency", {"value": 1.25, "currency": currency, "decimals": 1}).endswith("1.3")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("value", "decimals", "shown"),
    [(2.5, 0, "3"), (3.5, 0, "4"), (-2.5, 0, "-3"), (1.005, 2, "1.01"), (0.1 + 0.2, 2, "0.30")],
)
def test_halves_are_rounded_away_from_zero_as_browsers_do(value: float, decimals: int, shown: str) -> None:
    assert V09.call("formatNumber", {"value": value, "decimals": decimals}) == shown


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


@pytest.mark.parametrize("value", ["not a date", "Jan 16, 2026", "2026-02-30", "20240115", True, [1]])
def test_what_is_no_date_gives_no_value_and_says_so(value: Json) -> None:
    assert code_of("formatDate", value=value, format="yyyy") == "unevaluable"


@pytest.mark.parametrize("value", [None, "", " "])
def test_a_date_that_has_not_come_yet_is_nothing(value: Json) -> None:
    assert V09.call("formatDate", {"value": value, "format": "yyyy"}) == ""


@pytest.mark.parametrize(
    ("value", "shown"), [(1773957900000, "2026-03-19 22:05"), (0, "1970-01-01 00:00"), (-1.5, "1969-12-31 23:59")]
)
def test_a_number_is_a_moment_in_milliseconds_as_browsers_count(value: Json, shown: str) -> None:
    assert V09.call("formatDate", {"value": value, "format": "yyyy-MM-dd HH:mm"}) == shown


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


@pytest.mark.parametrize(
    ("name", "args", "remedy"),
    [
        ("formatDate", {"value": "soon", "format": "yyyy"}, "2026-01-31"),
        ("formatNumber", {"value": "many"}, "a number"),
        ("pluralize", {"value": "many", "other": "x"}, "a number"),
        ("and", {"values": [True]}, "two values"),
        ("shout", {}, "Known: required"),
    ],
)
def test_a_function_that_fails_says_what_to_give_it(name: str, args: dict[str, Json], remedy: str) -> None:
    with pytest.raises(Unevaluable) as caught:
        V09.call(name, args)
    assert remedy in caught.value.hint
