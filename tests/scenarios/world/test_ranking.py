"""Records are found by their words, the best first."""

from __future__ import annotations

import pytest

from scenarios.world.ranking import digits, ranked, words

LANTERNS = ["Halden Trail Lantern", "Brisk Camp Lantern", "Oxeye Beacon", "Camping stove", "Trail map: lantern walk"]


def find(query: str) -> list[str]:
    return ranked(query, LANTERNS, lambda text: text)


def test_more_words_found_come_first() -> None:
    assert find("brisk lantern")[0] == "Brisk Camp Lantern"


def test_a_phrase_goes_before_scattered_words() -> None:
    assert find("trail lantern")[:2] == ["Halden Trail Lantern", "Trail map: lantern walk"]


def test_a_whole_word_goes_before_a_beginning() -> None:
    assert find("camp") == ["Brisk Camp Lantern", "Camping stove"]


def test_what_has_none_of_the_words_is_not_found() -> None:
    assert find("umbrella") == []


def test_an_empty_query_finds_everything_in_order() -> None:
    assert find("") == LANTERNS
    assert find(" - ") == LANTERNS


@pytest.mark.parametrize("query", ["LANTERNS", "lantern", "läntern"])
def test_case_accents_and_a_plural_do_not_matter(query: str) -> None:
    assert len(find(query)) == 3


def test_words_of_other_scripts_are_kept() -> None:
    assert words("茶 Grüße, 2 glass") == ("茶", "grusse", "2", "glass")


def test_of_a_phone_number_the_digits_count() -> None:
    assert digits("+1 (555) 014-0220") == "15550140220"
