from __future__ import annotations

import pytest

from ui_server.diagnostics.patterns import compile_fault, repeats_a_repeat


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+b",
        "(a*)*",
        "(?:a+)+$",
        "(\\w+\\s?)+",
        "((a+))+",
        "(a|b+)*",
        "(.*)+",
        "([a-z]+)*",
        "(a+){2,}",
        "(?<x>a+)+",
        "(a+)+?",
    ],
)
def test_a_repeat_of_a_repeat_is_costly(pattern: str) -> None:
    assert repeats_a_repeat(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "^[\\w.-]+@([\\w-]+\\.)+[\\w-]{2,}$",
        "^\\d{3}-\\d{4}$",
        "(ab)+",
        "(a+b)+",
        "(a+)?",
        "(a+){2}",
        "(a{1,3})+",
        "a+b+c*",
        "[(a+)+]+",
        "\\(a+\\)+",
        "(?:\\+\\d{1,3} )?\\d+",
        "(?=.*[A-Z])(?=.*\\d).+",
        "a{,3}b{x}",
        "",
    ],
)
def test_patterns_in_common_use_are_not_called_costly(pattern: str) -> None:
    assert not repeats_a_repeat(pattern)


@pytest.mark.parametrize("pattern", ["([unclosed", "(a", "*a", "(?<x", "[z-a]"])
def test_a_pattern_that_cannot_be_compiled_is_told_and_does_not_confuse_the_other_test(pattern: str) -> None:
    assert compile_fault(pattern)
    repeats_a_repeat(pattern)


def test_a_sound_pattern_has_no_fault() -> None:
    assert compile_fault("^[a-z]+$") == ""


@pytest.mark.parametrize("pattern", ["a{²}", "a{²,}", "a{99999999999999999999}"])
def test_odd_counts_are_no_reason_to_fail(pattern: str) -> None:
    assert repeats_a_repeat(pattern) in (True, False)
