"""Made-up values follow from the seed and the purpose alone."""

from __future__ import annotations

from uuid import UUID

from scenarios.world.chance import Chance


def test_equal_seeds_make_equal_values_in_equal_order() -> None:
    one, other = Chance(7), Chance(7)
    assert [one.uuid("event"), one.uuid("event")] == [other.uuid("event"), other.uuid("event")]


def test_draws_for_one_purpose_do_not_depend_on_those_for_another() -> None:
    one, other = Chance(7), Chance(7)
    other.digits("code", 6)
    assert one.uuid("event") == other.uuid("event")


def test_no_value_is_drawn_twice() -> None:
    chance = Chance(7)
    drawn = {chance.uuid("event") for _ in range(200)} | {Chance(8).uuid("event"), Chance("7b").uuid("event")}
    assert len(drawn) == 202


def test_ids_are_uuids_and_codes_have_the_length_asked_for() -> None:
    chance = Chance("x")
    assert UUID(chance.uuid("event")).version == 4
    code = chance.digits("code", 6)
    assert len(code) == 6 and code.isdecimal()
