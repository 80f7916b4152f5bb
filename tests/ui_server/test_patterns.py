from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui_server.expressions import Unevaluable
from ui_server.patterns import MAX_PATTERN, MAX_REGEX_TEXT, compile_pattern, found, unrolled


def code_of(pattern: str, text: str = "x") -> str:
    with pytest.raises(Unevaluable) as caught:
        found(pattern, text)
    return caught.value.code


def test_a_pattern_is_looked_for_anywhere_in_the_text() -> None:
    assert found("b+", "abbc")
    assert not found("^b", "abbc")


def test_a_pattern_that_backtracks_without_end_is_stopped_and_named_costly() -> None:
    assert code_of(r"^(?:a|aa)+(?:a|aa)+(?:a|aa)+$", "a" * 200 + "!") == "costly_pattern"


@pytest.mark.parametrize("pattern", ["([unclosed", "(?P<n>a)(?P=m)", "*", "a{3}{4}{5}", "(" * 990 + ")" * 990])
def test_what_cannot_be_compiled_is_invalid(pattern: str) -> None:
    assert code_of(pattern) == "invalid_pattern"


@pytest.mark.parametrize(
    "pattern",
    [
        "a{1000000000}",
        "(?:ab){1000000000}",
        "((a{300}){300}){300}",
        "[ab]{99999999999999999999}",
        "x|(?:y(?:z{1000}){1000})",
        "a" * (MAX_PATTERN + 1),
    ],
)
def test_a_short_pattern_that_would_unroll_to_gigabytes_is_refused_before_it_is_compiled(pattern: str) -> None:
    assert code_of(pattern) == "costly_pattern"


def test_verbose_patterns_are_refused_since_they_can_hide_a_count_behind_blanks() -> None:
    assert code_of("(?x)a{1 000 000 000}") == "invalid_pattern"
    assert found(r"\(?x", "x")


@pytest.mark.parametrize(
    ("pattern", "size"),
    [
        ("", 0),
        ("abc", 3),
        ("a{3}b{2}", 5),
        ("(ab){3}", 6),
        ("(a{2}|b){4}", 12),
        (r"\d{3}-\d{4}", 8),
        ("[a-z]{1,64}", 1),
        ("[{5}]{2}", 2),
        (r"[\]{9}]", 1),
        (r"a\{5}", 4),
        ("a{2,}b{,7}", 3),
        ("a{x}", 4),
    ],
)
def test_what_a_pattern_unrolls_to_is_counted(pattern: str, size: int) -> None:
    assert unrolled(pattern) == size


def test_honest_patterns_with_counts_are_taken() -> None:
    uuid = r"^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$"
    assert found(uuid, "123e4567-e89b-12d3-a456-426614174000")
    assert found(r"^[a-z]{1,64}@(?:[a-z]{1,63}\.){1,8}[a-z]{2,63}$", "ana@mail.example.org")


def test_only_the_beginning_of_a_huge_text_is_searched() -> None:
    assert found("b", "a" * (MAX_REGEX_TEXT - 1) + "b")
    assert not found("b", "a" * MAX_REGEX_TEXT + "b")


@given(st.text(alphabet="ab.*+?{}()[]|\\^$0123456789,-:=!<>Px#", max_size=24))
def test_any_text_is_a_pattern_or_a_typed_fault(pattern: str) -> None:
    try:
        found(pattern, "aab01")
    except Unevaluable as fault:
        assert fault.code in ("invalid_pattern", "costly_pattern")
        assert fault.message


def test_the_same_pattern_is_compiled_once() -> None:
    assert compile_pattern("a+") is compile_pattern("a+")


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("^abc$", "abc\n", False),
        (r"^\d$", "\uff11", False),
        (r"^\D$", "\uff11", True),
        (r"^\w$", "é", False),
        (r"^\W$", "é", True),
        (r"^[\d]$", "\uff11", False),
        (r"^[^\d]$", "\uff11", True),
        (r"^[\w-]+$", "a-b_1", True),
        (r"^[\w.-]+$", "a.b", True),
        (r"^[-\w]+$", "a-b", True),
        (r"^[\d-x]+$", "1-x", True),
        (r"^[\d-x]+$", "a", False),
        (r"^[.-\d]+$", "1.-2", True),
        (r"^[.-\d]+$", "/", False),
        (r"^(?<q>['\"]).*\k<q>$", "'a'", True),
        (r"^(?<q>['\"]).*\k<q>$", "'a\"", False),
        (r"^\p{L}+$", "ключ", True),
        (r"\$", "5$", True),
        ("[$]", "5$", True),
        (r"\\d", "\\d", True),
    ],
)
def test_a_pattern_means_what_it_means_in_a_browser(pattern: str, text: str, matches: bool) -> None:
    assert found(pattern, text) is matches
