"""The contacts app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]


def ids(result: Any) -> list[int]:
    return [contact["id"] for contact in result["contacts"]]


def test_people_are_found_by_name_address_number_and_relationship(ask: Ask) -> None:
    assert ids(ask("contacts_search_contacts", query="Tove")) == [21, 23]
    assert ids(ask("contacts_search_contacts", query="rasmus.oyelaran@example.com"))[0] == 22
    assert ids(ask("contacts_search_contacts", query="5550140202")) == [22]
    assert ids(ask("contacts_search_contacts", query="neighbour")) == [23]
    assert ids(ask("contacts_search_contacts", relationship="Friend")) == [22, 21]


def test_without_a_query_all_contacts_are_listed_by_name(ask: Ask) -> None:
    assert ids(ask("contacts_search_contacts")) == [22, 21, 23]


def test_a_new_contact_is_the_owners(call: Callable[..., Call]) -> None:
    (change,) = call(
        "contacts_add_contact",
        first_name="Ida",
        last_name="Berg",
        email=" Ida.Berg@Example.com ",
        birthday="1990-01-02",
    ).changes
    assert (change.table, change.operation) == ("phone.contacts", "create")
    assert change.new["user_id"] == 1
    assert change.new["email"] == "ida.berg@example.com"
    assert (change.new["birthday"], change.new["phone_number"], change.new["relationships"]) == ("1990-01-02", None, [])


def test_an_address_is_in_the_contacts_once(refusal: Refusal) -> None:
    code, said = refusal("contacts_add_contact", first_name="T", last_name="A", email="TOVE.arnesen@example.com")
    assert code == "conflict"
    assert "contact 21" in said
    assert refusal("contacts_update_contact", contact_id=22, email="tove.arnesen@example.com")[0] == "conflict"


def test_a_contact_may_keep_its_own_address_in_an_update(ask: Ask) -> None:
    ask("contacts_update_contact", contact_id=21, email="tove.arnesen@example.com", last_name="A.")
    assert ask("contacts_show_contact", contact_id=21)["last_name"] == "A."


@pytest.mark.parametrize("email", ["tove", "tove@", "to ve@example.com", ""])
def test_what_is_no_address_is_refused(refusal: Refusal, email: str) -> None:
    code, said = refusal("contacts_add_contact", first_name="T", last_name="A", email=email)
    assert code == "invalid_arguments"
    assert "an e-mail address such as" in said


def test_empty_text_clears_a_number(ask: Ask) -> None:
    ask("contacts_update_contact", contact_id=21, phone_number="")
    assert ask("contacts_show_contact", contact_id=21)["phone_number"] is None


def test_an_update_changes_only_what_was_given(call: Callable[..., Call]) -> None:
    (change,) = call("contacts_update_contact", contact_id=22, phone_number="5550140299").changes
    assert (change.old, change.new) == ({"phone_number": "5550140202"}, {"phone_number": "5550140299"})


def test_a_deleted_contact_is_gone(ask: Ask, refusal: Refusal) -> None:
    ask("contacts_delete_contact", contact_id=23)
    assert refusal("contacts_show_contact", contact_id=23)[0] == "not_found"


def test_somebody_elses_contact_is_as_good_as_none(open_world: Callable[..., World], plan: Plan) -> None:
    contacts = [{"id": 1, "user_id": 7}, {"id": 2, "user_id": 5, "first_name": "Ann"}, {"id": 3, "user_id": 5}]
    calls = Calls(open_world({"phone.contacts": contacts}), plan.registry)
    error = calls.run("contacts_delete_contact", {"contact_id": 1}).error
    assert error is not None and error["code"] == "not_found"
    assert calls.run("contacts_count", {}).result == {"count": 2}


def test_relationships_are_listed_once_each(ask: Ask) -> None:
    assert ask("contacts_show_contact_relationships")["relationships"] == ["coworker", "friend", "neighbour"]


def test_a_profile_is_public_whoever_owns_the_number(ask: Ask, refusal: Refusal) -> None:
    assert ask("contacts_show_profile", phone_number="555 014 0203")["first_name"] == "Mirela"
    assert ask("contacts_show_profile")["first_name"] == "Nora"
    assert refusal("contacts_show_profile", phone_number="5559999999")[0] == "not_found"


@pytest.mark.parametrize("number", ["5550140201", "(555) 014-0201", "+1 555 014 0201"])
def test_a_number_is_found_however_it_is_written(ask: Ask, number: str) -> None:
    assert ask("contacts_find_by_phone", phone_number=number)["id"] == 21


def test_a_number_or_address_that_nobody_has_is_not_found(refusal: Refusal) -> None:
    assert refusal("contacts_find_by_phone", phone_number="0140201")[0] == "not_found"
    assert refusal("contacts_find_by_email", email="nobody@example.com")[0] == "not_found"


def test_relationships_are_added_and_struck_out_one_by_one(ask: Ask, refusal: Refusal) -> None:
    ask("contacts_add_relationship", contact_id=22, relationship="neighbour")
    ask("contacts_remove_relationship", contact_id=22, relationship="friend")
    assert ask("contacts_show_contact", contact_id=22)["relationships"] == ["coworker", "neighbour"]
    assert refusal("contacts_add_relationship", contact_id=22, relationship="coworker")[0] == "conflict"
    assert "coworker, neighbour" in refusal("contacts_remove_relationship", contact_id=22, relationship="boss")[1]


def test_birthdays_are_counted_from_the_day_of_the_episode(ask: Ask) -> None:
    assert ask("contacts_upcoming_birthdays", days=15)["birthdays"] == [
        {"contact_id": 21, "name": "Tove Arnesen", "date": "2026-05-19", "in_days": 15}
    ]
    assert ask("contacts_upcoming_birthdays", days=14)["birthdays"] == []


@pytest.mark.parametrize(
    ("birthday", "date", "in_days"),
    [("2000-05-04", "2026-05-04", 0), ("2000-05-03", "2027-05-03", 364), ("2000-02-29", "2027-02-28", 300)],
)
def test_a_birthday_comes_round_every_year(ask: Ask, birthday: str, date: str, in_days: int) -> None:
    ask("contacts_update_contact", contact_id=21, birthday=birthday)
    (found,) = ask("contacts_upcoming_birthdays", days=366)["birthdays"]
    assert (found["date"], found["in_days"]) == (date, in_days)


def test_a_birthday_that_is_no_date_is_passed_over(open_world: Callable[..., World], plan: Plan) -> None:
    world = open_world({"phone.contacts": [{"user_id": 1, "birthday": "in spring"}]})
    assert Calls(world, plan.registry).run("contacts_upcoming_birthdays", {}).result == {"birthdays": []}


def test_duplicates_are_told_by_what_is_alike(ask: Ask) -> None:
    assert ask("contacts_find_duplicates")["groups"] == [{"alike": "name", "contact_ids": [21, 23]}]


def test_merging_keeps_what_is_there_and_takes_over_the_rest(ask: Ask, refusal: Refusal, world: World) -> None:
    ask("contacts_merge", keep_contact_id=21, merge_contact_id=23)
    kept = ask("contacts_show_contact", contact_id=21)
    assert kept["email"] == "tove.arnesen@example.com"
    assert kept["home_address"] == "12 Alder Lane, Larkstead"
    assert kept["relationships"] == ["friend", "neighbour"]
    assert [(change.operation, change.key) for change in world.rows.changes()] == [("update", 21), ("delete", 23)]
    assert refusal("contacts_merge", keep_contact_id=21, merge_contact_id=21)[0] == "conflict"
