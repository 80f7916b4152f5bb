"""ROUGE-L with the published tokens and with the strict ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.scoring.rouge import (
    f_measure,
    f_measures,
    published_tokens,
    strict_numbers,
    strict_rouge,
    strict_rouges,
    strict_tokens,
)


def published(expected: str, actual: str) -> float:
    return f_measure(published_tokens(expected), published_tokens(actual))


def test_published_tokens_keep_the_empty_one_behind_a_full_stop() -> None:
    assert published_tokens("Buy milk.") == ["buy", "milk", ""]
    assert published_tokens(" Buy") == ["", "buy"]


def test_published_tokens_keep_letters_outside_ascii_and_underscores() -> None:
    assert published_tokens("Café_Zürich, naïve") == ["café_zürich", "naïve"]


def test_a_full_stop_costs_a_fifth() -> None:
    # Common: buy, milk = 2. Recall 2/3, precision 2/2: F = 2*(2/3)*1 / (5/3) = 0.8.
    assert published("Buy milk.", "Buy milk") == pytest.approx(0.8)


def test_two_empty_texts_are_alike_as_published() -> None:
    # One empty token each.
    assert published("", "") == 1.0


def test_words_out_of_order_count_only_in_one_order() -> None:
    # Longest common run of "a b c" and "c a b" is "a b": 2 of 3 on both sides.
    assert published("a b c", "c a b") == pytest.approx(2 / 3)


def test_a_text_without_spaces_is_one_token_as_published() -> None:
    assert published("会议在三点", "会议在四点") == 0.0


def test_no_tokens_are_like_nothing() -> None:
    assert f_measure([], []) == 0.0
    assert f_measure(["a"], []) == 0.0


def test_strict_tokens_are_words_and_numbers_only() -> None:
    assert strict_tokens("Buy milk.") == ["buy", "milk"]
    assert strict_rouge("Buy milk.", "buy milk") == 1.0


def test_strict_tokens_are_characters_where_no_spaces_are_written() -> None:
    # Four of five characters, in order, on both sides.
    assert strict_rouge("会议在三点", "会议在四点") == pytest.approx(0.8)
    assert strict_tokens("会议 at noon") == ["会", "议", "at", "noon"]


def test_strict_tokens_keep_marks_with_their_letters() -> None:
    assert strict_tokens("हिन्दी में") == ["हिन्दी", "में"]
    assert strict_tokens("caf\u0065\u0301") == strict_tokens("café")


def test_numbers_are_read_as_numbers() -> None:
    assert strict_numbers("pay 1,200.50 or 60.00, call 0140, a1 b2") == {"1200.5": 1, "60": 1, "0140": 1}
    assert strict_numbers("在3点, 4,5") == {"3": 1, "4": 1, "5": 1}


def test_numbers_are_the_same_in_any_script_and_never_rounded() -> None:
    assert strict_numbers("\u0664\u0662") == {"42": 1}
    assert strict_numbers("\U00010d40") == {"\U00010d40": 1}, "a digit newer than this Python"
    assert strict_rouge("1" * 40, "1" * 39 + "2") == 0.0


def test_a_wrong_number_costs_its_share_of_all_numbers() -> None:
    # Words: 3 of 4 in common, F = 3/4. Numbers: 60 and 45, none of the two in common: 0.
    assert strict_rouge("pay the 60 fee", "pay the 45 fee") == 0.0
    # Words and numbers: 5 of 6, F = 5/6. Numbers: 22 in common, 60 and 45 not: 1/3.
    assert strict_rouge("on 22 May, pay 60 dollars", "on 22 May, pay 45 dollars") == pytest.approx(5 / 6 * 1 / 3)


def test_texts_without_words_are_alike_only_when_the_same() -> None:
    assert strict_rouge("👍", " 👍 ") == 1.0
    assert strict_rouge("👍", "👎") == 0.0
    assert strict_rouge("", "") == 1.0
    assert strict_rouge("", "word") == 0.0
    assert strict_rouge("word", "") == 0.0


@given(st.lists(st.text(max_size=30), min_size=1, max_size=4), st.lists(st.text(max_size=30), min_size=1, max_size=4))
def test_many_texts_at_once_score_as_one_by_one(expected: list[str], actual: list[str]) -> None:
    together = strict_rouges(expected, actual)

    assert together.tolist() == [[strict_rouge(one, other) for other in actual] for one in expected]


@given(st.text(max_size=40), st.text(max_size=40))
def test_likeness_lies_between_0_and_1_and_a_text_is_like_itself(one: str, other: str) -> None:
    assert 0.0 <= published(one, other) <= 1.0
    assert 0.0 <= strict_rouge(one, other) <= 1.0
    assert published(one, one) == 1.0
    assert strict_rouge(one, one) == 1.0


@given(st.lists(st.sampled_from("abc"), max_size=8), st.lists(st.sampled_from("abc"), max_size=8))
def test_the_longest_common_run_is_the_textbook_one(expected: list[str], actual: list[str]) -> None:
    lengths = [[0] * (len(actual) + 1) for _ in range(len(expected) + 1)]
    for i, one in enumerate(expected):
        for j, other in enumerate(actual):
            lengths[i + 1][j + 1] = lengths[i][j] + 1 if one == other else max(lengths[i][j + 1], lengths[i + 1][j])
    common = lengths[-1][-1]

    total = len(expected) + len(actual)
    assert f_measures([expected], [actual])[0, 0] == pytest.approx(2 * common / total if common else 0.0)
