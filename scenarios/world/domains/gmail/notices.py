"""E-mails that apps send by themselves, from accounts of their own."""

from __future__ import annotations

from scenarios.world.domains.accounts import User
from scenarios.world.domains.gmail.post import Letter, deliver
from scenarios.world.domains.gmail.tables import USERS
from scenarios.world.tables import Row
from scenarios.world.world import World

# Far above the ids of people in scenario files.
APPS = ("amazon", "todoist", "simple_note", "gmail", "file_system", "spotify", "venmo", "splitwise")
SENDERS = {app: 900_001 + place for place, app in enumerate(APPS)}


def sender_rows() -> list[Row]:
    """The accounts from which apps write."""
    return [
        {
            "id": number,
            "first_name": app.replace("_", " ").capitalize(),
            "last_name": "Notices",
            "email": f"notices@{app.replace('_', '-')}.example",
        }
        for app, number in SENDERS.items()
    ]


def notify(world: World, app: str, address: str, *, subject: str, body: str) -> None:
    """Sends a notice of an app to the mail user with that address; nothing happens if there is none, or no mail app."""
    if USERS not in world.rows.schema.tables:
        return
    sender = world.rows.get(USERS, SENDERS[app])
    recipients = [user for user in world.rows.find(USERS) if user.email.lower() == address.lower()]
    if sender and recipients:
        _send(world, sender, recipients[0], subject, body)


def _send(world: World, sender: User, recipient: User, subject: str, body: str) -> None:
    letter = Letter(sender=sender, recipients=(recipient,), subject=subject, body=body, notice=True)
    deliver(world, letter)
