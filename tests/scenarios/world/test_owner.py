"""A scenario names its owner by address; the id is found in its rows."""

from __future__ import annotations

from scenarios.world.owner import Owner, Rows, find_owner
from scenarios.world.tables import Row


def test_a_user_with_the_address_is_the_owner() -> None:
    users: list[Row] = [{"id": 7, "first_name": "Ines", "last_name": "C.", "email": "ines.calder@example.com"}]
    rows: Rows = {"gmail.users": users, "amazon.cart_entries": [{"user_id": 12}]}
    assert find_owner("ines.calder@example.com", rows) == Owner(
        7, "ines.calder@example.com", "Ines", "C.", "5550000007"
    )


def test_capitals_and_spaces_of_an_address_do_not_matter() -> None:
    users: list[Row] = [{"id": 7, "email": " Ines.Calder@Example.com"}, {"id": 8, "email": "tove@example.com"}]
    assert find_owner("ines.calder@example.COM", {"gmail.users": users}).id == 7


def test_else_the_user_that_most_rows_belong_to_is_the_owner() -> None:
    rows: Rows = {"phone.contacts": [{"user_id": 12}, {"user_id": 12}], "simple_note.notes": [{"user_id": 3}]}
    assert find_owner("ines.calder@example.com", rows).id == 12


def test_expected_rows_count_too_and_so_do_their_senders() -> None:
    expected: Rows = {"gmail.emails": [{"sender_id": 31}], "simple_note.notes": [{"user_id": 31}]}
    assert find_owner("mirela.quist@example.com", {"gmail.users": [{"id": 230}]}, expected).id == 31


def test_another_users_rows_do_not_make_them_the_owner() -> None:
    rows: Rows = {
        "phone.users": [{"id": 220, "first_name": "Tove", "last_name": "Arnesen"}],
        "phone.user_text_messages": [{"user_id": 220}, {"user_id": 220}, {"user_id": 4}],
    }
    assert find_owner("tove@example.com", rows).id == 4


def test_without_any_row_the_owner_gets_the_first_free_id() -> None:
    assert find_owner("a.b@example.com", {}).id == 1
    assert find_owner("a.b@example.com", {"gmail.users": [{"id": 1}, {"id": 2}]}).id == 3


def test_a_name_is_made_of_the_address_where_no_row_tells_it() -> None:
    assert find_owner("oddny.vik@example.com", {}).name == "Oddny Vik"
    assert find_owner("mira_de_witt@example.com", {}).name == "Mira De Witt"
    assert find_owner("box@example.com", {}).name == "Box"


def test_a_number_that_somebody_has_is_not_given_to_the_owner() -> None:
    rows: Rows = {"phone.users": [{"id": 220, "phone_number": "5550000001"}]}
    assert find_owner("a.b@example.com", rows).phone_number == "5550000002"


def test_a_phone_user_of_the_owners_name_is_the_owner_although_no_address_is_told() -> None:
    rows: Rows = {
        "phone.users": [{"id": 12, "first_name": "Ines", "last_name": "Calder", "phone_number": "5550140012"}],
        "phone.contacts": [{"user_id": 12}],
    }
    owner = find_owner("ines.calder@example.com", rows)
    assert (owner.id, owner.phone_number) == (12, "5550140012")
