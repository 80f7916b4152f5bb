"""Tables that no app declares are made of the rows that a published file has for them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from scenarios.world.errors import UnknownTable
from scenarios.world.owner import Rows
from scenarios.world.plan import Opening, Plan
from scenarios.world.world import World

ROWS: Rows = {
    "chess.games": [
        {"id": 7, "white": "Nora", "moves": ["e4", "e5"], "over": False, "rating": None},
        {"id": 3, "white": "Ines", "moves": [], "over": True, "rating": 1512.5},
    ],
    "TROPHY": [{"colour": "gold"}, {"colour": "silver"}],
    "chess.clubs": [{"id": "chess_club_100", "name": "North"}, {"id": 4, "name": "South"}],
    "chess.empty": [],
}


def opening(rows: Rows, *, foreign: bool = True) -> Opening:
    now = datetime(2026, 5, 4, 9, tzinfo=UTC)
    expected: Rows = {"chess.games": [{"white": "Nora"}], "simple_note.notes": [{"user_id": 31}]}
    return Opening(owner="nora@example.com", now=now, rows=rows, expected=expected if foreign else {}, foreign=foreign)


@pytest.fixture
def world(plan: Plan) -> Iterator[World]:
    with plan.open(opening(ROWS)) as opened:
        yield opened


def test_their_rows_are_kept_as_they_are_by_key(world: World) -> None:
    assert world.rows.rows("chess.games") == [ROWS["chess.games"][1], ROWS["chess.games"][0]]
    assert world.rows.all_rows()["chess.empty"] == []


def test_a_table_without_any_known_key_gets_numbers(world: World) -> None:
    assert world.rows.rows("TROPHY") == [{"id": 1, "colour": "gold"}, {"id": 2, "colour": "silver"}]


def test_keys_of_which_one_is_a_word_are_all_words_and_none_is_reckoned(world: World) -> None:
    assert [row["id"] for row in world.rows.rows("chess.clubs")] == ["4", "chess_club_100"]


def test_they_are_reported_and_the_owner_is_found_without_them(world: World) -> None:
    assert world.report.added_tables == ("chess.games", "TROPHY", "chess.clubs", "chess.empty")
    assert world.report.to_json()["added_tables"] == ["chess.games", "TROPHY", "chess.clubs", "chess.empty"]
    assert world.owner.id == 31


def test_two_spellings_of_one_name_are_one_table(plan: Plan) -> None:
    with plan.open(opening({"chess.games": [{"id": 1}], "Chess.Games": [{"id": 2}]})) as world:
        assert world.report.added_tables == ("chess.games",)
        assert [row["id"] for row in world.rows.rows("CHESS.GAMES")] == [1, 2]


def test_one_world_with_them_leaves_the_next_without(plan: Plan, world: World) -> None:
    with plan.open(opening({})) as other:
        assert "chess.games" not in other.rows.all_rows()
    with plan.open(opening(ROWS)) as again:
        assert again.rows.digest == world.rows.digest


def test_who_does_not_ask_for_them_is_told_of_the_unknown_table(plan: Plan) -> None:
    with pytest.raises(UnknownTable):
        plan.open(opening(ROWS, foreign=False))
