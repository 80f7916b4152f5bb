"""The users of an app. Every app has its own list of them, of the same make; the owner is in all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.world.columns import Moment
from scenarios.world.errors import NotFound
from scenarios.world.owner import Owner
from scenarios.world.ranking import ranked
from scenarios.world.tables import Row, Table
from scenarios.world.world import World

ID_OFFSET = 200
PASSWORD = "default_password"  # the one that published rows carry


@dataclass(frozen=True, slots=True)
class User:
    id: int
    first_name: str
    last_name: str
    email: str
    password: str = PASSWORD
    status: str | None = "active"
    created_at: Moment = ""
    last_logged_in: Moment = ""
    is_verified: bool = True
    is_logged_in: bool = True
    verification_code: str | None = None
    password_reset_code: str | None = None

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def users_table(app: str) -> Table[User]:
    return Table(User, f"{app}.users", id_offset=ID_OFFSET)


def owner_rows(users: Table[User], owner: Owner, now: str) -> dict[str, Sequence[Row]]:
    """The owner's account in the app whose users those are."""
    row: Row = {
        "id": owner.id,
        "first_name": owner.first_name,
        "last_name": owner.last_name,
        "email": owner.email,
        "created_at": now,
        "last_logged_in": now,
    }
    return {users.name: [row]}


def sample_owner() -> Row:
    """The owner's account in the sample world, with codes that are still to be used."""
    return {
        "id": 1,
        "email": "nora.lindqvist@example.com",
        "created_at": "2025-09-01T08:00:00",
        "last_logged_in": "2026-05-01T08:00:00",
        "is_verified": False,
        "verification_code": "480215",
        "password_reset_code": "917364",
    }


def user_by_email(world: World, users: Table[User], email: str) -> User:
    """Raises NotFound with the address that was probably meant."""
    found = [user for user in world.rows.find(users) if user.email.lower() == email.lower()]
    if found:
        return found[0]
    app = users.name.partition(".")[0]
    raise NotFound(f"{app} user with the address", email, hint=_near(world, users, email))


def _near(world: World, users: Table[User], email: str) -> str:
    named = ranked(email.partition("@")[0].replace(".", " "), world.rows.find(users), lambda user: user.name)
    if not named:
        return "Look up the person's address first, for instance with contacts_search_contacts."
    return f"Did you mean {named[0].email} ({named[0].name})?"
