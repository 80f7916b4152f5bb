"""E-mails of the sample world."""

from __future__ import annotations

from scenarios.world.domains.accounts import sample_owner
from scenarios.world.domains.gmail.tables import ATTACHMENTS, DRAFTS, EMAILS, GLOBAL_THREADS, USER_THREADS, USERS
from scenarios.world.owner import Rows
from scenarios.world.tables import Row

NORA, TOVE, RASMUS, MIRELA = 1, 201, 202, 203
SNOOZED: Row = {"snoozed_until": "2026-05-20T09:00:00"}
ADDRESSES = {
    NORA: "nora.lindqvist@example.com",
    TOVE: "tove.arnesen@example.com",
    RASMUS: "rasmus.oyelaran@example.com",
    MIRELA: "mirela.quist@example.com",
}


def _name(user_id: int) -> str:
    return ADDRESSES[user_id].partition("@")[0].replace(".", " ").title()


def _user(user_id: int) -> Row:
    first, _, last = _name(user_id).partition(" ")
    return {"id": user_id, "first_name": first, "last_name": last, "email": ADDRESSES[user_id]}


def _email(email_id: int, sender: int, to: int, subject: str, body: str, at: str, **more: int) -> Row:
    sent: Row = {"id": email_id, "sender_id": sender, "recipient_ids": [to], "subject": subject, "body": body}
    return {**sent, "created_at": at, **more}


def _thread(thread_id: int, emails: list[int], sender: int, to: int, at: str, **more: bool | str) -> Row:
    return {
        "id": thread_id,
        "global_email_thread_id": thread_id + 10,
        "user_id": NORA,
        "email_ids": [*emails],
        "incoming": to == NORA or len(emails) > 1,
        "outgoing": sender == NORA or len(emails) > 1,
        "sender_email_addresses": [ADDRESSES[sender]],
        "sender_names": [_name(sender)],
        "recipient_email_addresses": [ADDRESSES[to]],
        "recipient_names": [_name(to)],
        "created_at": at,
        "updated_at": at,
        **more,
    }


def _global(thread_id: int, emails: list[int], at: str) -> Row:
    return {"id": thread_id, "email_ids": [*emails], "created_at": at, "updated_at": at}


SAMPLE: Rows = {
    USERS.name: [sample_owner(), *(_user(user_id) for user_id in (TOVE, RASMUS, MIRELA))],
    EMAILS.name: [
        _email(71, TOVE, NORA, "Boat tour", "Shall we take the boat tour on Sunday?", "2026-05-03T19:00:00"),
        _email(72, RASMUS, NORA, "Budget", "Could you check the budget?", "2026-04-28T08:00:00"),
        _email(73, NORA, RASMUS, "Re: Budget", "Done, all fine.", "2026-04-28T09:30:00", response_to_email_id=72),
        _email(74, MIRELA, NORA, "Old boiler", "The boiler was replaced.", "2026-01-15T11:00:00"),
        _email(75, RASMUS, NORA, "You won", "Claim your prize now.", "2026-05-01T03:00:00"),
    ],
    GLOBAL_THREADS.name: [
        _global(91, [71], "2026-05-03T19:00:00"),
        _global(92, [72, 73], "2026-04-28T09:30:00"),
        _global(93, [74], "2026-01-15T11:00:00"),
        _global(94, [75], "2026-05-01T03:00:00"),
    ],
    USER_THREADS.name: [
        _thread(81, [71], TOVE, NORA, "2026-05-03T19:00:00", has_attachments=True),
        _thread(82, [72, 73], RASMUS, NORA, "2026-04-28T09:30:00", read=True, starred=True, label="work"),
        {**_thread(83, [74], MIRELA, NORA, "2026-01-15T11:00:00", read=True, archived=True), **SNOOZED},
        _thread(84, [75], RASMUS, NORA, "2026-05-01T03:00:00", spam=True),
        {**_thread(85, [71], TOVE, NORA, "2026-05-03T19:00:00"), "user_id": TOVE, "global_email_thread_id": 91},
    ],
    DRAFTS.name: [
        {
            "id": 95,
            "user_id": NORA,
            "recipient_ids": [MIRELA],
            "recipient_email_addresses": [ADDRESSES[MIRELA]],
            "recipient_names": [_name(MIRELA)],
            "subject": "Roof",
            "body": "Dear Mirela, about the roof:",
            "created_at": "2026-05-01T12:00:00",
            "updated_at": "2026-05-01T12:00:00",
        },
        {
            "id": 96,
            "user_id": NORA,
            "subject": "Unaddressed",
            "created_at": "2026-05-02T12:00:00",
            "updated_at": "2026-05-02T12:00:00",
        },
    ],
    ATTACHMENTS.name: [
        {"id": 101, "email_id": 71, "file_name": "timetable.txt", "file_content": "Boats: 10:00, 14:00"},
        {"id": 102, "draft_id": 96, "file_name": "plan.txt", "file_content": "Plan B"},
    ],
}
