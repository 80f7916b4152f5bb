"""Text and voice messages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.plan import Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]


def ids(result: Any, kind: str = "text") -> list[int]:
    return [message[f"{kind}_message_id"] for message in result[f"{kind}_messages"]]


@pytest.mark.parametrize("kind", ["text", "voice"])
def test_sending_adds_one_message_and_a_copy_for_either_side(call: Callable[..., Call], kind: str) -> None:
    changes = call(f"messages_send_{kind}_message", phone_number="(555) 014-0202", message="Hello.").changes
    sent = [change for change in changes if change.table == f"phone.global_{kind}_messages"]
    copies = [change for change in changes if change.table == f"phone.user_{kind}_messages"]
    assert [change.operation for change in changes] == ["create"] * 3
    assert (sent[0].new["sender_id"], sent[0].new["receiver_id"], sent[0].new["message"]) == (1, 202, "Hello.")
    assert sent[0].new["created_at"] == "2026-05-04T09:00:00"
    assert {change.new["user_id"] for change in copies} == {1, 202}
    assert {change.new[f"global_{kind}_message_id"] for change in copies} == {sent[0].key}
    assert [change.derived for change in (*sent, *copies)] == [False, True, True]


def test_a_number_that_nobody_has_gets_no_message(refusal: Refusal) -> None:
    assert refusal("messages_send_text_message", phone_number="5559999999", message="Hi")[0] == "not_found"
    assert refusal("messages_send_voice_message", phone_number="5559999999", message="Hi")[0] == "not_found"


def test_nobody_writes_to_themselves(refusal: Refusal, world: World) -> None:
    assert refusal("messages_send_text_message", phone_number=world.owner.phone_number, message="Hi")[0] == "conflict"


def test_an_empty_message_is_not_sent(refusal: Refusal) -> None:
    assert refusal("messages_send_text_message", phone_number="5550140201", message="")[0] == "invalid_arguments"


def test_a_window_shows_one_person_in_the_order_asked_for(ask: Ask) -> None:
    window = "messages_show_text_message_window"
    assert ids(ask(window, phone_number="5550140201")) == [32, 31]
    assert ids(ask(window, phone_number="5550140201", pagination_order="ascending")) == [31, 32]
    assert ids(ask(window, phone_number="5550140201", max_datetime="2026-05-02T10:00:00")) == [31]
    assert ids(ask(window, phone_number="5550140201", min_datetime="2026-05-02T10:01:00")) == [32]
    assert ids(ask(window, phone_number="5550140201", max_datetime="2026-05-02")) == [32, 31]
    assert ids(ask(window, phone_number="5550140201", min_datetime="2026-05-03")) == []


def test_a_message_names_people_as_the_owner_does(ask: Ask) -> None:
    message = ask("messages_show_text_message", text_message_id=32)
    assert message == {
        "text_message_id": 32,
        "sender": {"name": "Nora Lindqvist", "phone_number": "5550000001"},
        "receiver": {"name": "Tove Arnesen", "phone_number": "5550140201"},
        "message": "Yes, bring the map.",
        "sent_at": "2026-05-02T10:05:00",
    }


def test_messages_are_found_by_words_person_and_number(ask: Ask) -> None:
    assert ids(ask("messages_search_text_messages", query="map")) == [32]
    assert ids(ask("messages_search_text_messages", query="Rasmus")) == [33]
    assert ids(ask("messages_search_text_messages", phone_number="5550140201", sort_by="created_at")) == [31, 32]
    assert ids(ask("messages_search_text_messages", only_latest_per_contact=True)) == [33, 32]
    assert ids(ask("messages_search_voice_messages", query="roof"), "voice") == [51]


def test_without_a_query_the_newest_come_first(ask: Ask) -> None:
    assert ids(ask("messages_search_text_messages")) == [33, 32, 31]


@pytest.mark.parametrize(("kind", "message_id"), [("text", 31), ("voice", 51)])
def test_deleting_takes_away_only_the_owners_copy(
    call: Callable[..., Call], refusal: Refusal, kind: str, message_id: int
) -> None:
    (change,) = call(f"messages_delete_{kind}_message", **{f"{kind}_message_id": message_id}).changes
    assert (change.table, change.operation, change.old["user_id"]) == (f"phone.user_{kind}_messages", "delete", 1)
    assert not change.derived
    assert refusal(f"messages_show_{kind}_message", **{f"{kind}_message_id": message_id})[0] == "not_found"


def test_a_message_between_others_is_not_seen(open_world: Callable[..., World], plan: Plan) -> None:
    rows = {
        "phone.users": [
            {"id": 5, "first_name": "Ida", "phone_number": "5550000005"},
            {"id": 6, "first_name": "Olaf", "phone_number": "5550000006"},
        ],
        "phone.global_text_messages": [{"id": 1, "sender_id": 5, "receiver_id": 6, "message": "psst"}],
        "phone.user_text_messages": [{"id": 1, "global_text_message_id": 1, "user_id": 5}],
    }
    calls = Calls(open_world(rows), plan.registry)
    assert calls.run("messages_count", {}).result == {"count": 0}
    error = calls.run("messages_show_text_message", {"text_message_id": 1}).error
    assert error is not None and error["code"] == "not_found"


def test_conversations_show_the_last_message_with_each_person(ask: Ask) -> None:
    assert ids(ask("messages_show_conversations")) == [33, 32]


def test_a_contact_is_written_to_under_the_number_that_is_known(ask: Ask, refusal: Refusal, world: World) -> None:
    ask("messages_send_to_contact", contact_id=22, message="Late.")
    assert world.rows.rows("phone.global_text_messages")[-1]["receiver_id"] == 202
    code, said = refusal("messages_send_to_contact", contact_id=23, message="Late.")
    assert code == "conflict"
    assert "contacts_update_contact" in said


def test_a_group_text_is_one_message_for_each_receiver(ask: Ask, world: World) -> None:
    numbers = ["5550140201", "555-014-0202", "5550140201"]
    sent = ask("messages_send_group_text", phone_numbers=numbers, message="Dinner?")
    assert len(sent["text_message_ids"]) == 2
    created = [change for change in world.rows.changes() if change.table == "phone.global_text_messages"]
    assert [change.new["receiver_id"] for change in created] == [201, 202]


def test_a_group_text_goes_to_all_or_to_none(refusal: Refusal) -> None:
    numbers = ["5550140201", "5559999999"]
    assert refusal("messages_send_group_text", phone_numbers=numbers, message="Dinner?")[0] == "not_found"


@pytest.mark.parametrize(("text_message_id", "receiver"), [(33, 202), (32, 201)])
def test_an_answer_goes_to_the_other_side(ask: Ask, world: World, text_message_id: int, receiver: int) -> None:
    ask("messages_reply_to_text_message", text_message_id=text_message_id, message="Noted.")
    assert world.rows.rows("phone.global_text_messages")[-1]["receiver_id"] == receiver


def test_forwarding_sends_the_same_words(ask: Ask, world: World) -> None:
    ask("messages_forward_text_message", text_message_id=33, phone_number="5550140203")
    sent = world.rows.rows("phone.global_text_messages")[-1]
    assert (sent["sender_id"], sent["receiver_id"], sent["message"]) == (1, 203, "The meeting moved to 3 pm.")


def test_messages_are_counted_by_number(ask: Ask) -> None:
    assert ask("messages_count") == {"count": 3}
    assert ask("messages_count", phone_number="5550140201") == {"count": 2}


def test_a_conversation_is_deleted_on_the_owners_side(ask: Ask, refusal: Refusal, world: World) -> None:
    assert ask("messages_delete_conversation", phone_number="5550140201")["deleted"] == 2
    assert [row["user_id"] for row in world.rows.rows("phone.user_text_messages")] == [201, 201, 202, 1]
    assert refusal("messages_delete_conversation", phone_number="5550140201")[0] == "not_found"
