"""The person whose device it is. A scenario file gives only their e-mail address; their id is found in its rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from scenarios.world.tables import Row

Rows: TypeAlias = Mapping[str, Sequence[Row]]
"""Rows by public table name, as scenario files and scores have them."""


@dataclass(frozen=True, slots=True)
class Owner:
    id: int
    email: str
    first_name: str
    last_name: str
    phone_number: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


def find_owner(email: str, rows: Rows, expected: Rows | None = None) -> Owner:
    """The owner of that address.

    Their id is that of the user with this address, else the `user_id` that most seeded and expected rows have (and the
    `sender_id` of expected ones) and nobody else is known by, else the first that no seeded user has. Name and number
    come from seeded users with this id, else they are made of the address and the id.
    """
    users = [user for table, listed in rows.items() if table.endswith(".users") for user in listed]
    owner_id = _id(email, users, rows, expected or {})
    own = [user for user in users if user.get("id") == owner_id]
    first, last = _names(email)
    return Owner(
        owner_id,
        email,
        _said(own, "first_name") or first,
        _said(own, "last_name") or last,
        _said(own, "phone_number") or _free_number(owner_id, {user.get("phone_number") for user in users}),
    )


def _id(email: str, users: Sequence[Row], rows: Rows, expected: Rows) -> int:
    for user in users:
        if _address(user.get("email")) == _address(email) and isinstance(user.get("id"), int):
            return int(str(user["id"]))
    others = {user.get("id") for user in users if _is_other(user, email)}
    counts = Counter(number for number in _owning_ids(rows, expected) if number not in others)
    if counts:
        return min(counts, key=lambda number: (-counts[number], number))
    taken = {user.get("id") for user in users}
    return next(number for number in range(1, len(taken) + 2) if number not in taken)


def _is_other(user: Row, email: str) -> bool:
    """Whether a user is somebody else: by address, or where none is told, as on the phone, by name."""
    if user.get("email"):
        return _address(user["email"]) != _address(email)
    return bool(user.get("first_name")) and (user.get("first_name"), user.get("last_name")) != _names(email)


def _address(email: object) -> str:
    """An e-mail address as it is compared: capitals and spaces around it do not matter."""
    return str(email or "").strip().casefold()


def _owning_ids(rows: Rows, expected: Rows) -> Iterator[int]:
    for source, columns in ((rows, ("user_id",)), (expected, ("user_id", "sender_id"))):
        for listed in source.values():
            yield from (value for row in listed for column in columns if isinstance(value := row.get(column), int))


def _said(users: Sequence[Row], column: str) -> str:
    return next((str(user[column]) for user in users if user.get(column)), "")


def _names(email: str) -> tuple[str, str]:
    first, _, last = email.partition("@")[0].replace("_", ".").partition(".")
    return first.capitalize(), last.replace(".", " ").title()


def _free_number(owner_id: int, taken: set[object]) -> str:
    candidates = (f"555{number:07d}" for number in range(owner_id, owner_id + len(taken) + 1))
    return next(number for number in candidates if number not in taken)
