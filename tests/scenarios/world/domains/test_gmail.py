"""The mail app."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.changes import Change
from scenarios.world.domains.gmail.notices import notify
from scenarios.world.domains.simple_note.domain import DOMAIN as SIMPLE_NOTE
from scenarios.world.plan import Opening, Plan
from scenarios.world.world import World

Ask = Callable[..., Any]
Refusal = Callable[..., tuple[str, str]]
TOVE, RASMUS, MIRELA = "tove.arnesen@example.com", "rasmus.oyelaran@example.com", "mirela.quist@example.com"


def threads(result: Any) -> list[int]:
    return [thread["email_thread_id"] for thread in result["threads"]]


def of(changes: tuple[Change, ...], table: str) -> list[Change]:
    return [change for change in changes if change.table == f"gmail.{table}"]


def view(world: World, user_id: int, email_id: int) -> Any:
    """How a user sees the thread with an e-mail in it."""
    (found,) = [
        row
        for row in world.rows.rows("gmail.user_email_threads")
        if row["user_id"] == user_id and email_id in row["email_ids"]  # type: ignore[operator]
    ]
    return found


def test_sending_adds_an_email_a_thread_and_a_view_for_everyone(call: Callable[..., Call]) -> None:
    made = call("gmail_send_email", email_addresses=[TOVE, RASMUS], subject="Lake", body="At nine?")
    counts = Counter((change.table, change.operation, change.derived) for change in made.changes)
    assert counts == {
        ("gmail.emails", "create", False): 1,
        ("gmail.global_email_threads", "create", True): 1,
        ("gmail.user_email_threads", "create", True): 3,
    }
    (email,) = of(made.changes, "emails")
    assert email.new == {
        "id": 76,
        "sender_id": 1,
        "recipient_ids": [201, 202],
        "subject": "Lake",
        "body": "At nine?",
        "response_to_email_id": None,
        "created_at": "2026-05-04T09:00:00",
    }


def test_the_sender_has_read_it_and_the_receivers_have_not(ask: Ask, world: World) -> None:
    sent = ask("gmail_send_email", email_addresses=[TOVE], subject="Lake")
    own, theirs = view(world, 1, sent["email_id"]), view(world, 201, sent["email_id"])
    assert (own["id"], own["outgoing"], own["incoming"], own["read"]) == (sent["email_thread_id"], True, False, True)
    assert (theirs["outgoing"], theirs["incoming"], theirs["read"]) == (False, True, False)
    assert theirs["sender_names"] == ["Nora Lindqvist"]
    assert theirs["recipient_email_addresses"] == [TOVE]


def test_an_address_counts_once_whatever_its_capitals(ask: Ask, world: World) -> None:
    sent = ask("gmail_send_email", email_addresses=[TOVE, "Tove.Arnesen@example.com"])
    (email,) = [row for row in world.rows.rows("gmail.emails") if row["id"] == sent["email_id"]]
    assert email["recipient_ids"] == [201]


def test_an_email_to_oneself_comes_in_and_goes_out(ask: Ask, world: World) -> None:
    sent = ask("gmail_send_email", email_addresses=["nora.lindqvist@example.com"], subject="Note")
    own = view(world, 1, sent["email_id"])
    assert (own["incoming"], own["outgoing"], own["read"]) == (True, True, False)


def test_an_address_that_nobody_has_is_refused_with_the_likely_one(refusal: Refusal) -> None:
    code, said = refusal("gmail_send_email", email_addresses=[TOVE, "tove@example.com"])
    assert code == "not_found"
    assert "Did you mean tove.arnesen@example.com (Tove Arnesen)?" in said
    assert "contacts_search_contacts" in refusal("gmail_send_email", email_addresses=["x@y.z"])[1]


def test_an_email_needs_a_recipient(refusal: Refusal) -> None:
    assert refusal("gmail_send_email", email_addresses=[])[0] == "invalid_arguments"


def test_files_are_attached_by_path(ask: Ask, refusal: Refusal) -> None:
    sent = ask("gmail_send_email", email_addresses=[TOVE], attachment_file_paths=["documents/route.txt"])
    email = ask("gmail_show_email", email_id=sent["email_id"])
    assert [attachment["file_name"] for attachment in email["attachments"]] == ["route.txt"]
    assert refusal("gmail_send_email", email_addresses=[TOVE], attachment_file_paths=["~/no.txt"])[0] == "not_found"


def test_an_answer_stays_in_the_thread_of_both_sides(call: Callable[..., Call], world: World) -> None:
    made = call("gmail_reply_to_email", email_thread_id=81, email_id=71, body="Yes!")
    (email,) = of(made.changes, "emails")
    assert (email.new["subject"], email.new["recipient_ids"], email.new["response_to_email_id"]) == (
        "Re: Boat tour",
        [201],
        71,
    )
    assert [change.operation for change in of(made.changes, "global_email_threads")] == ["update"]
    assert {change.key for change in of(made.changes, "user_email_threads")} == {81, 85}
    assert view(world, 201, 71)["email_ids"] == [71, 76]
    assert (view(world, 201, 71)["read"], view(world, 1, 71)["outgoing"]) == (False, True)
    assert all(change.derived for change in made.changes if change is not email)


def test_an_answer_to_ones_own_email_goes_to_its_recipients(ask: Ask, world: World) -> None:
    ask("gmail_reply_to_email", email_thread_id=82, email_id=73, body="And thanks.")
    email = world.rows.rows("gmail.emails")[-1]
    assert (email["recipient_ids"], email["subject"]) == ([202], "Re: Budget")


def test_somebody_new_in_a_thread_sees_only_what_they_got(ask: Ask, world: World) -> None:
    sent = ask("gmail_reply_to_email", email_thread_id=81, email_id=71, body="Rasmus?", email_addresses=[RASMUS])
    assert view(world, 202, sent["email_id"])["email_ids"] == [sent["email_id"]]
    assert view(world, 201, 71)["email_ids"] == [71]


def test_an_answer_brings_a_thread_back_from_the_receivers_archive(ask: Ask, world: World) -> None:
    ask("gmail_mark_thread_archived", email_thread_id=81)
    notice = ask("gmail_send_email", email_addresses=["nora.lindqvist@example.com"], subject="x")
    ask("gmail_mark_thread_archived", email_thread_id=notice["email_thread_id"])
    ask(
        "gmail_reply_to_email",
        email_thread_id=notice["email_thread_id"],
        email_id=notice["email_id"],
        body="y",
        email_addresses=["nora.lindqvist@example.com"],
    )
    assert view(world, 1, notice["email_id"])["archived"] is False
    assert view(world, 1, 71)["archived"] is True


def test_an_email_of_another_thread_cannot_be_answered_here(refusal: Refusal) -> None:
    code, said = refusal("gmail_reply_to_email", email_thread_id=81, email_id=72, body="?")
    assert code == "not_found"
    assert "Those in it are: 71." in said


def test_forwarding_begins_a_thread_of_its_own_with_text_and_files(ask: Ask) -> None:
    sent = ask("gmail_forward_email_from_thread", email_thread_id=81, email_id=71, email_addresses=[MIRELA])
    email = ask("gmail_show_email", email_id=sent["email_id"])
    assert email["subject"] == "Fwd: Boat tour"
    assert email["body"] == (
        "Forwarded e-mail from Tove Arnesen <tove.arnesen@example.com>, 2026-05-03T19:00:00\n\n"
        "Shall we take the boat tour on Sunday?"
    )
    assert [attachment["file_name"] for attachment in email["attachments"]] == ["timetable.txt"]
    assert sent["email_thread_id"] not in (81, 82)


def test_a_whole_thread_is_forwarded_in_one_email(ask: Ask) -> None:
    sent = ask("gmail_forward_email_thread", email_thread_id=82, email_addresses=[MIRELA])
    body = ask("gmail_show_email", email_id=sent["email_id"])["body"]
    assert body.index("Could you check the budget?") < body.index("Done, all fine.")


def test_a_forward_may_be_kept_as_a_draft(call: Callable[..., Call]) -> None:
    made = call("gmail_forward_email_thread", email_thread_id=81, email_addresses=[MIRELA], draft_not_send=True)
    assert {change.table for change in made.changes} == {"gmail.drafts", "gmail.attachments"}


def test_a_draft_is_saved_and_not_sent(call: Callable[..., Call]) -> None:
    made = call("gmail_create_draft", recipient_email_addresses=[TOVE], subject="Trip")
    (change,) = made.changes
    assert (change.table, change.new["recipient_ids"], change.new["recipient_names"]) == (
        "gmail.drafts",
        [201],
        ["Tove Arnesen"],
    )


def test_a_draft_may_be_empty_but_then_it_cannot_be_sent(ask: Ask, refusal: Refusal) -> None:
    draft = ask("gmail_create_draft")["draft_id"]
    code, said = refusal("gmail_send_email_from_draft", draft_id=draft)
    assert code == "conflict"
    assert "gmail_update_draft" in said


def test_sending_a_draft_sends_it_with_its_files_and_drops_it(ask: Ask, call: Callable[..., Call]) -> None:
    ask("gmail_update_draft", draft_id=96, email_addresses=[TOVE], subject="Plan")
    made = call("gmail_send_email_from_draft", draft_id=96)
    assert [(change.operation, change.derived) for change in of(made.changes, "drafts")] == [("delete", True)]
    assert [(change.operation, change.new.get("email_id")) for change in of(made.changes, "attachments")] == [
        ("delete", None),
        ("create", 76),
    ]
    assert [change.derived for change in of(made.changes, "emails")] == [False]


def test_a_draft_of_an_answer_is_sent_in_its_thread(ask: Ask, world: World) -> None:
    draft = ask(
        "gmail_create_draft",
        recipient_email_addresses=[TOVE],
        subject="Re: Boat tour",
        belongs_to_email_thread_id=81,
        response_to_email_id=71,
    )
    sent = ask("gmail_send_email_from_draft", draft_id=draft["draft_id"])
    assert sent["email_thread_id"] == 81
    assert view(world, 201, 71)["email_ids"] == [71, sent["email_id"]]


def test_a_draft_of_an_answer_names_a_thread_that_is_the_owners(refusal: Refusal) -> None:
    assert refusal("gmail_create_draft", response_to_email_id=71)[0] == "conflict"
    assert refusal("gmail_create_draft", belongs_to_email_thread_id=85)[0] == "not_found"
    assert refusal("gmail_create_draft", belongs_to_email_thread_id=81, response_to_email_id=72)[0] == "not_found"
    assert refusal("gmail_update_draft", draft_id=95, response_to_email_id=71)[0] == "conflict"


def test_a_draft_is_scheduled_for_the_future_and_the_time_can_be_cleared(ask: Ask, refusal: Refusal) -> None:
    code, said = refusal("gmail_create_draft", scheduled_send_at="2026-05-04T09:00:00Z")
    assert code == "conflict"
    assert "It is 2026-05-04T09:00:00 now" in said
    ask("gmail_update_draft", draft_id=95, scheduled_send_at="2026-05-05T08:00:00+02:00")
    assert ask("gmail_show_draft", draft_id=95)["scheduled_send_at"] == "2026-05-05T06:00:00"
    ask("gmail_update_draft", draft_id=95, scheduled_send_at="")
    assert ask("gmail_show_draft", draft_id=95)["scheduled_send_at"] is None


def test_drafts_are_listed_by_what_they_are(ask: Ask) -> None:
    def ids(**wanted: Any) -> list[int]:
        return [draft["draft_id"] for draft in ask("gmail_show_drafts", **wanted)["drafts"]]

    assert ids() == [96, 95]
    assert ids(recipient_email=MIRELA) == [95]
    assert ids(attachment=True) == [96]
    assert ids(scheduled=True) == []
    assert ids(max_created_at="2026-05-01") == [95]
    assert ids(sort_by="subject") == [95, 96]


def test_a_deleted_draft_is_gone_with_its_files(ask: Ask, refusal: Refusal, world: World) -> None:
    ask("gmail_delete_draft", draft_id=96)
    assert refusal("gmail_show_draft", draft_id=96)[0] == "not_found"
    assert [row["id"] for row in world.rows.rows("gmail.attachments")] == [101]


def test_the_inbox_leaves_out_archive_and_spam_and_has_the_newest_first(ask: Ask) -> None:
    assert threads(ask("gmail_show_inbox_threads")) == [81, 82]
    assert threads(ask("gmail_show_inbox_threads", archived=True)) == [83]
    assert threads(ask("gmail_show_inbox_threads", spam=True)) == [84]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"query": "boat"}, [81]),
        ({"query": "Rasmus"}, [82]),
        ({"label": "work"}, [82]),
        ({"starred": False}, [81]),
        ({"read": False}, [81]),
        ({"attachment": True}, [81]),
        ({"from_email": TOVE}, [81]),
        ({"to_email": TOVE}, []),
        ({"min_created_at": "2026-05-01"}, [81]),
        ({"max_created_at": "2026-04-28"}, [82]),
        ({"sort_by": "updated_at"}, [82, 81]),
    ],
)
def test_the_inbox_is_narrowed_by_what_is_asked_for(ask: Ask, wanted: dict[str, Any], found: list[int]) -> None:
    assert threads(ask("gmail_show_inbox_threads", **wanted)) == found


def test_other_lists_show_what_was_sent_archived_or_spam(ask: Ask) -> None:
    assert threads(ask("gmail_show_outbox_threads")) == [82]
    assert threads(ask("gmail_show_archived_threads")) == [83]
    assert threads(ask("gmail_show_spam_threads")) == [84]


def test_marking_does_not_move_a_thread_up_in_the_inbox(ask: Ask) -> None:
    ask("gmail_mark_thread_unread", email_thread_id=82)
    assert threads(ask("gmail_show_inbox_threads")) == [81, 82]


def test_sizes_count_threads_by_place_and_label(ask: Ask) -> None:
    assert ask("gmail_show_category_sizes") == {
        "inbox": 2,
        "unread": 1,
        "outbox": 1,
        "starred": 1,
        "archived": 1,
        "snoozed": 1,
        "spam": 1,
        "drafts": 2,
        "labels": {"work": 1},
    }


def test_reading_a_thread_shows_all_emails_and_does_not_mark_it(ask: Ask) -> None:
    thread = ask("gmail_show_thread", email_thread_id=82)
    assert [email["email_id"] for email in thread["emails"]] == [72, 73]
    assert thread["emails"][1]["sender"] == {"name": "Nora Lindqvist", "email": "nora.lindqvist@example.com"}
    ask("gmail_show_thread", email_thread_id=81)
    assert ask("gmail_show_inbox_threads", read=False)["total"] == 1


def test_somebody_elses_thread_is_as_good_as_none(refusal: Refusal) -> None:
    for tool in ("gmail_show_thread", "gmail_delete_thread", "gmail_mark_thread_read"):
        assert refusal(tool, email_thread_id=85)[0] == "not_found"


@pytest.mark.parametrize(
    ("tool", "thread", "column", "value"),
    [
        ("mark_thread_read", 81, "read", True),
        ("mark_thread_unread", 82, "read", False),
        ("mark_thread_archived", 81, "archived", True),
        ("mark_thread_unarchived", 83, "archived", False),
        ("mark_thread_starred", 81, "starred", True),
        ("mark_thread_unstarred", 82, "starred", False),
        ("mark_thread_spam", 81, "spam", True),
        ("mark_thread_not_spam", 84, "spam", False),
        ("unlabel_thread", 82, "label", None),
    ],
)
def test_a_mark_is_set_once(
    call: Callable[..., Call], refusal: Refusal, tool: str, thread: int, column: str, value: object
) -> None:
    (change,) = call(f"gmail_{tool}", email_thread_id=thread).changes
    assert change.new == {column: value, "updated_at": "2026-05-04T09:00:00"}
    assert not change.derived
    assert refusal(f"gmail_{tool}", email_thread_id=thread)[0] == "conflict"


def test_a_snoozed_thread_is_out_of_the_inbox_until_its_time(ask: Ask, world: World) -> None:
    ask("gmail_snooze_thread", email_thread_id=81, snoozed_until="2026-05-04T13:00:00+02:00")
    assert threads(ask("gmail_show_inbox_threads")) == [82]
    assert threads(ask("gmail_show_snoozed_threads")) == [81, 83]
    assert threads(ask("gmail_show_snoozed_threads", query="boat")) == [81]
    world.clock.advance(timedelta(hours=2))
    assert threads(ask("gmail_show_inbox_threads")) == [81, 82]
    assert threads(ask("gmail_show_snoozed_threads")) == [83]


def test_snoozing_sets_a_time_and_can_be_moved_and_taken_back(call: Callable[..., Call], refusal: Refusal) -> None:
    (change,) = call("gmail_snooze_thread", email_thread_id=81, snoozed_until="2026-05-06").changes
    assert change.new["snoozed_until"] == "2026-05-06T00:00:00"
    (change,) = call("gmail_snooze_thread", email_thread_id=81, snoozed_until="2026-05-07").changes
    assert change.old["snoozed_until"] == "2026-05-06T00:00:00"
    again = {"email_thread_id": 81, "snoozed_until": "2026-05-07"}
    assert refusal("gmail_snooze_thread", **again)[0] == "conflict"
    (change,) = call("gmail_unsnooze_thread", email_thread_id=81).changes
    assert change.new["snoozed_until"] is None
    assert refusal("gmail_unsnooze_thread", email_thread_id=81)[0] == "conflict"


def test_nothing_is_snoozed_until_a_time_that_has_come(refusal: Refusal) -> None:
    for moment in ("2026-05-04T09:00:00", "2020-01-01"):
        assert refusal("gmail_snooze_thread", email_thread_id=81, snoozed_until=moment)[0] == "conflict"


def test_starred_threads_and_labels_have_lists_of_their_own(ask: Ask) -> None:
    assert threads(ask("gmail_show_starred_threads")) == [82]
    ask("gmail_mark_thread_starred", email_thread_id=83)
    ask("gmail_label_thread", email_thread_id=81, label="work")
    ask("gmail_label_thread", email_thread_id=83, label="family")
    assert threads(ask("gmail_show_starred_threads")) == [82, 83]
    assert ask("gmail_search_labels")["labels"] == [{"label": "family", "threads": 1}, {"label": "work", "threads": 2}]
    assert ask("gmail_search_labels", query="wor")["labels"] == [{"label": "work", "threads": 2}]


def test_a_label_takes_the_place_of_another(ask: Ask, refusal: Refusal) -> None:
    ask("gmail_label_thread", email_thread_id=82, label="money")
    assert ask("gmail_show_thread", email_thread_id=82)["label"] == "money"
    assert refusal("gmail_label_thread", email_thread_id=82, label="money")[0] == "conflict"


def test_deleting_a_thread_takes_away_only_the_owners_view(call: Callable[..., Call]) -> None:
    (change,) = call("gmail_delete_thread", email_thread_id=81).changes
    assert (change.table, change.operation, change.key, change.derived) == (
        "gmail.user_email_threads",
        "delete",
        81,
        False,
    )


def test_deleting_the_last_email_deletes_the_thread(ask: Ask, refusal: Refusal) -> None:
    ask("gmail_delete_email_in_thread", email_thread_id=82, email_id=72)
    assert [email["email_id"] for email in ask("gmail_show_thread", email_thread_id=82)["emails"]] == [73]
    ask("gmail_delete_email_in_thread", email_thread_id=82, email_id=73)
    assert refusal("gmail_show_thread", email_thread_id=82)[0] == "not_found"


def test_an_attachment_is_saved_as_a_file_and_counted(
    call: Callable[..., Call], refusal: Refusal, world: World
) -> None:
    path = "~/downloads/new/timetable.txt"
    made = call("gmail_download_attachment", attachment_id=101, download_to_file_path=path)
    created = [change for change in made.changes if change.operation == "create"]
    assert [(change.table, change.new["tilde_path"], change.derived) for change in created] == [
        ("file_system.directories", "~/downloads/new/", True),
        ("file_system.files", path, False),
    ]
    assert world.rows.rows("gmail.attachments")[0]["download_count"] == 1
    assert refusal("gmail_download_attachment", attachment_id=101, download_to_file_path=path)[0] == "conflict"
    assert refusal("gmail_download_attachment", attachment_id=102, download_to_file_path="~/b.txt")[0] == "not_found"


def test_a_file_may_be_overwritten_when_asked_for(ask: Ask, world: World) -> None:
    path = "~/documents/route.txt"
    ask("gmail_download_attachment", attachment_id=101, download_to_file_path=path, overwrite=True)
    assert [row["content"] for row in world.rows.rows("file_system.files")] == ["Boats: 10:00, 14:00"]


def test_files_are_put_to_a_draft_and_taken_off(ask: Ask, refusal: Refusal) -> None:
    paths = ["~/documents/route.txt"]
    ids = ask("gmail_upload_attachments_to_draft", draft_id=95, attachment_file_paths=paths)["attachment_ids"]
    again = ("gmail_upload_attachments_to_draft",)
    assert refusal(*again, draft_id=95, attachment_file_paths=paths)[0] == "conflict"
    ask(*again, draft_id=95, attachment_file_paths=paths, overwrite=True)
    assert refusal("gmail_remove_attachment_from_draft", draft_id=95, attachment_id=ids[0])[0] == "not_found"
    (held,) = ask("gmail_show_draft", draft_id=95)["attachments"]
    ask("gmail_remove_attachment_from_draft", draft_id=95, attachment_id=held["attachment_id"])
    assert ask("gmail_show_draft", draft_id=95)["attachments"] == []


def test_people_are_found_by_name_or_address(ask: Ask) -> None:
    assert ask("gmail_search_users", query="oyelaran")["users"] == [{"name": "Rasmus Oyelaran", "email": RASMUS}]


def test_a_notice_of_an_app_follows_by_a_rule(world: World) -> None:
    with world.attempt() as attempt:
        notify(world, "amazon", world.owner.email, subject="Your order", body="It is on its way.")
    assert {change.table for change in attempt.changes} == {
        "gmail.emails",
        "gmail.global_email_threads",
        "gmail.user_email_threads",
    }
    assert all(change.derived for change in attempt.changes)


def test_a_notice_to_nobody_or_without_a_mail_app_is_not_sent(world: World) -> None:
    with world.attempt() as attempt:
        notify(world, "amazon", "nobody@example.com", subject="Your order", body="")
    assert attempt.changes == ()
    start = Opening(owner=world.owner.email, now=world.clock.now())
    with Plan((SIMPLE_NOTE,)).open(start) as small, small.attempt() as attempt:
        notify(small, "amazon", world.owner.email, subject="Your order", body="")
    assert attempt.changes == ()


def test_the_owner_can_send_even_if_a_scenario_has_no_mail_users(open_world: Callable[..., World], plan: Plan) -> None:
    rows = {"gmail.users": [{"id": 230, "email": RASMUS}], "simple_note.notes": [{"user_id": 31}]}
    call = Calls(open_world(rows), plan.registry).run("gmail_send_email", {"email_addresses": [RASMUS]})
    assert call.ok
    assert of(call.changes, "emails")[0].new["sender_id"] == 31
