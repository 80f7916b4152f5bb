"""The notes app: short texts with titles, tags and pins."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.account_tools import account_tools
from scenarios.world.domains.accounts import owner_rows, sample_owner
from scenarios.world.domains.simple_note import notes, shortcuts
from scenarios.world.domains.simple_note.tables import NOTES, TABLES, USERS
from scenarios.world.owner import Owner, Rows


def base(owner: Owner, now: str) -> Rows:
    return owner_rows(USERS, owner, now)


SAMPLE: Rows = {
    USERS.name: [sample_owner()],
    NOTES.name: [
        {
            "id": 11,
            "user_id": 1,
            "title": "Packing list",
            "content": "Tent\nStove\nMap",
            "tags": ["travel"],
            "created_at": "2026-04-02T18:20:00",
            "updated_at": "2026-04-20T07:45:00",
        },
        {
            "id": 12,
            "user_id": 1,
            "title": "Old wifi code",
            "content": "hazel-4471",
            "tags": ["home"],
            "created_at": "2025-11-09T12:00:00",
            "updated_at": "2025-11-09T12:00:00",
        },
        {
            "id": 13,
            "user_id": 1,
            "title": "Choir dates",
            "content": "May 12\nMay 26",
            "tags": ["choir", "home"],
            "pinned": True,
            "created_at": "2026-04-28T20:10:00",
            "updated_at": "2026-04-28T20:10:00",
        },
    ],
}

TOOLS = notes.TOOLS + shortcuts.TOOLS + account_tools("simple_note", USERS)
DOMAIN = Domain("simple_note", tables=TABLES, tools=TOOLS, base=base, sample=SAMPLE)
