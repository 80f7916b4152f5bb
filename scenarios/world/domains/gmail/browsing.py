"""Finding and reading e-mails."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from pydantic import Field

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.gmail.listing import (
    Archived,
    Filter,
    FromEmail,
    Label,
    Read,
    SortThreads,
    Spam,
    Starred,
    ToEmail,
    WithAttachment,
    is_here,
    is_snoozed,
    listed,
)
from scenarios.world.domains.gmail.tables import DRAFTS, USERS
from scenarios.world.domains.gmail.views import (
    EmailId,
    ThreadId,
    email_shown,
    emails_of,
    own_thread,
    own_threads,
    user_shown,
    whole_thread_shown,
)
from scenarios.world.errors import NotFound
from scenarios.world.parameters import From, PageIndex, PageLimit, Query, UpTo
from scenarios.world.ranking import ranked
from scenarios.world.results import page
from scenarios.world.tables import Row
from scenarios.world.world import World
from ui_server.expressions import Json


def show_inbox_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    starred: Starred = None,
    archived: Archived = False,
    spam: Spam = False,
    read: Read = None,
    attachment: WithAttachment = None,
    from_email: FromEmail = None,
    to_email: ToEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortThreads | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List threads with e-mails you received, those with the newest e-mail first unless a query or an order is given.
    Archived threads and spam are left out unless asked for, and snoozed threads until their time.

    >>> gmail_show_inbox_threads(query="boat tour")
    >>> gmail_show_inbox_threads(read=False, sort_by="-updated_at")
    """
    wanted = Filter(
        label=label,
        starred=starred,
        archived=archived,
        spam=spam,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(
        world, query, lambda thread: is_here(world, thread), wanted, sort_by=sort_by, pages=(page_index, page_limit)
    )


def show_outbox_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    starred: Starred = None,
    archived: Archived = None,
    spam: Spam = None,
    read: Read = None,
    attachment: WithAttachment = None,
    from_email: FromEmail = None,
    to_email: ToEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortThreads | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List threads with e-mails you sent, those with the newest e-mail first unless a query or an order is given.

    >>> gmail_show_outbox_threads(to_email="tove.arnesen@example.com")
    """
    wanted = Filter(
        label=label,
        starred=starred,
        archived=archived,
        spam=spam,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(world, query, lambda thread: thread.outgoing, wanted, sort_by=sort_by, pages=(page_index, page_limit))


def show_archived_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    starred: Starred = None,
    spam: Spam = None,
    read: Read = None,
    attachment: WithAttachment = None,
    from_email: FromEmail = None,
    to_email: ToEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortThreads | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List the threads you archived.

    >>> gmail_show_archived_threads()
    """
    wanted = Filter(
        label=label,
        starred=starred,
        archived=True,
        spam=spam,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(world, query, lambda thread: True, wanted, sort_by=sort_by, pages=(page_index, page_limit))


def show_spam_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    starred: Starred = None,
    archived: Archived = None,
    read: Read = None,
    attachment: WithAttachment = None,
    from_email: FromEmail = None,
    to_email: ToEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortThreads | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List the threads that are marked as spam.

    >>> gmail_show_spam_threads()
    """
    wanted = Filter(
        label=label,
        starred=starred,
        archived=archived,
        spam=True,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(world, query, lambda thread: True, wanted, sort_by=sort_by, pages=(page_index, page_limit))


def show_starred_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    archived: Archived = None,
    spam: Spam = None,
    read: Read = None,
    attachment: WithAttachment = None,
    from_email: FromEmail = None,
    to_email: ToEmail = None,
    min_created_at: From | None = None,
    max_created_at: UpTo | None = None,
    sort_by: SortThreads | None = None,
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """List the threads that have a star.

    >>> gmail_show_starred_threads()
    """
    wanted = Filter(
        label=label,
        starred=True,
        archived=archived,
        spam=spam,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(world, query, lambda thread: True, wanted, sort_by=sort_by, pages=(page_index, page_limit))


def search_labels(
    world: World,
    query: Annotated[str, Field(description="A label, or part of one; all labels if empty.")] = "",
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find the labels that are on your threads, with how many threads have each.

    >>> gmail_search_labels(query="trips")
    """
    counts = Counter(thread.label for thread in own_threads(world) if thread.label)
    found = ranked(query, sorted(counts), str)
    return page("labels", found, page_index, page_limit, lambda label: {"label": label, "threads": counts[label]})


def show_category_sizes(world: World) -> Json:
    """Count your threads by place and label, and your drafts.

    >>> gmail_show_category_sizes()
    """
    threads = own_threads(world)
    clean = [thread for thread in threads if not thread.spam]
    inbox = [thread for thread in clean if is_here(world, thread) and not thread.archived]
    labels: Row = dict(Counter(thread.label for thread in clean if thread.label))
    return {
        "inbox": len(inbox),
        "unread": sum(not thread.read for thread in inbox),
        "outbox": sum(thread.outgoing for thread in clean),
        "starred": sum(thread.starred for thread in clean),
        "archived": sum(thread.archived for thread in clean),
        "snoozed": sum(is_snoozed(world, thread) for thread in clean),
        "spam": len(threads) - len(clean),
        "drafts": world.rows.count(DRAFTS, user_id=world.owner.id),
        "labels": labels,
    }


def show_thread(world: World, email_thread_id: ThreadId) -> Json:
    """Read all e-mails of a thread, the oldest first. It does not mark the thread as read.

    >>> gmail_show_thread(email_thread_id=81)
    """
    return whole_thread_shown(world, own_thread(world, email_thread_id))


def show_email(world: World, email_id: EmailId) -> Json:
    """Read one e-mail.

    >>> gmail_show_email(email_id=71)
    """
    for thread in own_threads(world):
        for email in emails_of(world, thread):
            if email.id == email_id:
                return {"email_thread_id": thread.id, **email_shown(world, email)}
    raise NotFound("e-mail of yours with the id", email_id, hint="Find its id with gmail_show_thread.")


def search_users(
    world: World,
    query: Annotated[str, Field(description="A name or address, or part of one.")],
    page_index: PageIndex = 0,
    page_limit: PageLimit = 5,
) -> Json:
    """Find people who have an e-mail account, by name or address.

    >>> gmail_search_users(query="Tove")
    """
    found = ranked(query, world.rows.find(USERS), lambda user: f"{user.name} {user.email}")
    return page("users", found, page_index, page_limit, user_shown)


TOOLS = tools(
    "gmail",
    {
        show_inbox_threads: "mails received unread list find search",
        show_outbox_threads: "mails sent list find search",
        show_archived_threads: "mails archive list find search",
        show_spam_threads: "mails junk list find search",
        show_starred_threads: "mails star important list find search",
        search_labels: "mail tags folders categories list find",
        show_category_sizes: "how many mails unread count folders",
        show_thread: "read mails conversation open",
        show_email: "read mail open",
        search_users: "find people address of person",
    },
    needs=(NETWORK,),
)
