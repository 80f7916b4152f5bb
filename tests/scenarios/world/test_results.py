"""Answers of tools: objects, pages, orders, and edits of what was given."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from scenarios.world.edits import edited
from scenarios.world.errors import Conflict
from scenarios.world.results import ordered, page, plain


@dataclass(frozen=True, slots=True)
class Jar:
    id: int
    label: str
    grams: float | None = None
    tags: tuple[str, ...] = ()


JARS = [Jar(1, "Tea", 200.0), Jar(2, "Salt"), Jar(3, "Rice", 900.0), Jar(4, "Oats", 200.0)]


def test_a_record_is_shown_as_plain_data() -> None:
    assert plain(Jar(1, "Tea", tags=("hot",)), without=("grams",), full=True) == {
        "id": 1,
        "label": "Tea",
        "tags": ["hot"],
        "full": True,
    }


def test_a_page_says_how_much_there_is_in_all() -> None:
    shown = page("jars", JARS, 1, 3, lambda jar: jar.label)
    assert shown == {"jars": ["Oats"], "total": 4, "page_index": 1, "page_limit": 3}


def test_a_page_beyond_the_end_is_empty() -> None:
    assert page("jars", JARS, 9, 3, lambda jar: jar.label)["jars"] == []


def test_an_order_runs_up_or_down_with_nulls_last_and_ties_as_they_were() -> None:
    assert [jar.id for jar in ordered(JARS, "grams")] == [1, 4, 3, 2]
    assert [jar.id for jar in ordered(JARS, "-grams")] == [3, 1, 4, 2]
    assert ordered(JARS, None) == JARS


def test_an_edit_sets_what_was_given_and_leaves_the_rest() -> None:
    assert edited(JARS[0], label="Mint", grams=None) == Jar(1, "Mint", 200.0)


def test_an_empty_text_clears_what_may_be_cleared() -> None:
    assert edited(JARS[0], clears=("grams",), grams="", label="") == Jar(1, "", None)


def test_an_edit_of_nothing_is_refused_and_says_what_could_be_given() -> None:
    with pytest.raises(Conflict) as caught:
        edited(JARS[0], label=None, grams=None)
    assert caught.value.hint == "Give at least one of label, grams."
