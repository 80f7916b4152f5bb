"""The phone: its users, and the rows on which contacts and messages work."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.phone.people import owner_row
from scenarios.world.domains.phone.tables import CONTACTS, TEXT_COPIES, TEXTS, USERS, VOICE_COPIES, VOICES
from scenarios.world.owner import Rows

TABLES = (USERS, CONTACTS, TEXTS, TEXT_COPIES, VOICES, VOICE_COPIES)

SAMPLE: Rows = {
    USERS.name: [
        {"id": 201, "first_name": "Tove", "last_name": "Arnesen", "phone_number": "5550140201"},
        {"id": 202, "first_name": "Rasmus", "last_name": "Oyelaran", "phone_number": "5550140202"},
        {"id": 203, "first_name": "Mirela", "last_name": "Quist", "phone_number": "5550140203"},
    ],
    CONTACTS.name: [
        {
            "id": 21,
            "user_id": 1,
            "first_name": "Tove",
            "last_name": "Arnesen",
            "email": "tove.arnesen@example.com",
            "phone_number": "5550140201",
            "relationships": ["friend"],
            "birthday": "1991-05-19",
            "created_at": "2026-02-01T09:00:00",
        },
        {
            "id": 22,
            "user_id": 1,
            "first_name": "Rasmus",
            "last_name": "Oyelaran",
            "email": "rasmus.oyelaran@example.com",
            "phone_number": "5550140202",
            "relationships": ["coworker", "friend"],
            "work_address": "4 Harbour Row, Larkstead",
            "created_at": "2026-02-02T09:00:00",
        },
        {
            "id": 23,
            "user_id": 1,
            "first_name": "Tove",
            "last_name": "Arnesen",
            "email": "tove@arnesen.example",
            "relationships": ["neighbour"],
            "home_address": "12 Alder Lane, Larkstead",
            "created_at": "2026-02-03T09:00:00",
        },
    ],
    TEXTS.name: [
        {
            "id": 31,
            "sender_id": 201,
            "receiver_id": 1,
            "message": "Are we hiking on Saturday?",
            "created_at": "2026-05-02T10:00:00",
        },
        {
            "id": 32,
            "sender_id": 1,
            "receiver_id": 201,
            "message": "Yes, bring the map.",
            "created_at": "2026-05-02T10:05:00",
        },
        {
            "id": 33,
            "sender_id": 202,
            "receiver_id": 1,
            "message": "The meeting moved to 3 pm.",
            "created_at": "2026-05-03T14:30:00",
        },
    ],
    TEXT_COPIES.name: [
        {"id": 41, "global_text_message_id": 31, "user_id": 201, "created_at": "2026-05-02T10:00:00"},
        {"id": 42, "global_text_message_id": 31, "user_id": 1, "created_at": "2026-05-02T10:00:00"},
        {"id": 43, "global_text_message_id": 32, "user_id": 1, "created_at": "2026-05-02T10:05:00"},
        {"id": 44, "global_text_message_id": 32, "user_id": 201, "created_at": "2026-05-02T10:05:00"},
        {"id": 45, "global_text_message_id": 33, "user_id": 202, "created_at": "2026-05-03T14:30:00"},
        {"id": 46, "global_text_message_id": 33, "user_id": 1, "created_at": "2026-05-03T14:30:00"},
    ],
    VOICES.name: [
        {
            "id": 51,
            "sender_id": 203,
            "receiver_id": 1,
            "message": "Call me about the roof.",
            "created_at": "2026-05-01T08:00:00",
        },
    ],
    VOICE_COPIES.name: [
        {"id": 61, "global_voice_message_id": 51, "user_id": 203, "created_at": "2026-05-01T08:00:00"},
        {"id": 62, "global_voice_message_id": 51, "user_id": 1, "created_at": "2026-05-01T08:00:00"},
    ],
}

DOMAIN = Domain("phone", tables=TABLES, base=owner_row, sample=SAMPLE)
