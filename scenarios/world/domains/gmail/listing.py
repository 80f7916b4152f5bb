"""Lists of threads: what the owner may ask for, what fits, and one page of it in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from scenarios.world.domains.gmail.tables import UserThread
from scenarios.world.domains.gmail.views import emails_of, own_threads, thread_shown
from scenarios.world.parameters import Plus
from scenarios.world.ranking import ranked
from scenarios.world.results import ordered, page
from scenarios.world.tables import Row
from scenarios.world.world import World

Label = Annotated[str | None, Field(description="Only threads with this label.")]
Starred = Annotated[bool | None, Field(description="Only starred, or only unstarred threads.")]
Archived = Annotated[bool | None, Field(description="Only archived threads, or only those that are not.")]
Spam = Annotated[bool | None, Field(description="Only spam, or only what is none.")]
Read = Annotated[bool | None, Field(description="Only read, or only unread threads.")]
WithAttachment = Annotated[bool | None, Field(description="Only with, or only without attachments.")]
FromEmail = Annotated[str | None, Field(description="Only threads in which this address wrote.")]
ToEmail = Annotated[str | None, Field(description="Only threads in which this address was written to.")]
SortThreads = Annotated[
    Literal["created_at", "-created_at", "updated_at", "-updated_at"],
    Plus,
    Field(description="What to order by; a minus puts the newest first."),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What the threads of a list have to be; None leaves it open. The times are those of some e-mail in the thread."""

    label: str | None
    starred: bool | None
    archived: bool | None
    spam: bool | None
    read: bool | None
    attachment: bool | None
    from_email: str | None
    to_email: str | None
    min_created_at: str | None
    max_created_at: str | None

    def fits(self, world: World, thread: UserThread) -> bool:
        return (
            self.label in (None, thread.label)
            and self.starred in (None, thread.starred)
            and self.archived in (None, thread.archived)
            and self.spam in (None, thread.spam)
            and self.read in (None, thread.read)
            and self.attachment in (None, thread.has_attachments)
            and _among(self.from_email, thread.sender_email_addresses)
            and _among(self.to_email, thread.recipient_email_addresses)
            and self._in_time(world, thread)
        )

    def _in_time(self, world: World, thread: UserThread) -> bool:
        first, last = self.min_created_at, self.max_created_at
        if first is None and last is None:
            return True
        return any(
            (first or "") <= email.created_at <= (last or email.created_at) for email in emails_of(world, thread)
        )


def is_snoozed(world: World, thread: UserThread) -> bool:
    """Whether a thread is put off to a time that has not come."""
    return thread.snoozed_until is not None and thread.snoozed_until > world.now()


def is_here(world: World, thread: UserThread) -> bool:
    """Whether a thread came in and is not put off; one that lies in the archive or is spam waits for nothing."""
    return thread.incoming and (thread.archived or thread.spam or not is_snoozed(world, thread))


def listed(
    world: World,
    query: str,
    belongs: Callable[[UserThread], bool],
    wanted: Filter,
    *,
    sort_by: str | None,
    pages: tuple[int, int],
) -> Row:
    """One page of your threads that belong to a list and fit, the newest first unless a query or an order is given."""
    kept = [thread for thread in own_threads(world) if belongs(thread) and wanted.fits(world, thread)]
    newest = sorted(kept, key=lambda thread: (_last_email_at(world, thread), thread.id), reverse=True)
    found = ordered(ranked(query, newest, lambda thread: _words(world, thread)), sort_by)
    return page("threads", found, *pages, lambda thread: thread_shown(world, thread))


def _last_email_at(world: World, thread: UserThread) -> str:
    return max((email.created_at for email in emails_of(world, thread)), default=thread.created_at)


def _words(world: World, thread: UserThread) -> str:
    people = (*thread.sender_names, *thread.recipient_names, *thread.sender_email_addresses)
    return " ".join((*people, *(f"{email.subject} {email.body}" for email in emails_of(world, thread))))


def _among(address: str | None, addresses: tuple[str, ...]) -> bool:
    return address is None or address.strip().lower() in map(str.lower, addresses)
