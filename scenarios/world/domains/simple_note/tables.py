"""The rows of the notes app."""

from __future__ import annotations

from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.domains.accounts import users_table
from scenarios.world.tables import Table


@dataclass(frozen=True, slots=True)
class Note:
    """Titles are unique among the notes of one user."""

    id: int
    user_id: int
    title: str
    content: str = ""
    tags: tuple[str, ...] = ()
    pinned: bool = False
    data: dict[str, object] | None = None
    created_at: Moment = ""
    updated_at: Moment = ""


USERS = users_table("simple_note")
NOTES = Table(Note, "simple_note.notes", id_offset=3100, owner="user_id", references={"user_id": USERS.name})
TABLES = (USERS, NOTES)
