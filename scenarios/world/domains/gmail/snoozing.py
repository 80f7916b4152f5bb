"""Threads put off until later: out of the inbox until then, and a list of their own."""

from __future__ import annotations

from dataclasses import replace

from agent_bridge.toolkit.tool import tools
from scenarios.world.device import NETWORK
from scenarios.world.domains.gmail.listing import (
    Filter,
    FromEmail,
    Label,
    Read,
    SortThreads,
    Starred,
    ToEmail,
    WithAttachment,
    is_snoozed,
    listed,
)
from scenarios.world.domains.gmail.tables import USER_THREADS
from scenarios.world.domains.gmail.views import ThreadId, own_thread
from scenarios.world.errors import Conflict
from scenarios.world.parameters import From, PageIndex, PageLimit, Query, UpTo, When
from scenarios.world.world import World
from ui_server.expressions import Json


def snooze_thread(world: World, email_thread_id: ThreadId, snoozed_until: When) -> Json:
    """Put a thread off: it leaves the inbox until that time. A new time takes the place of an earlier one.

    >>> gmail_snooze_thread(email_thread_id=81, snoozed_until="2026-05-08T09:00:00")
    """
    thread = own_thread(world, email_thread_id)
    if snoozed_until <= world.now():
        raise Conflict(f"{snoozed_until} is not later than now.", hint=f"It is {world.now()} now; give a later time.")
    if thread.snoozed_until == snoozed_until:
        raise Conflict(f"Thread {thread.id} is snoozed until then already.", hint="Nothing needs to be done.")
    world.rows.put(USER_THREADS, replace(thread, snoozed_until=snoozed_until, updated_at=world.now()))
    return {"message": f"The thread is snoozed until {snoozed_until}.", "email_thread_id": thread.id}


def unsnooze_thread(world: World, email_thread_id: ThreadId) -> Json:
    """Bring a snoozed thread back before its time.

    >>> gmail_unsnooze_thread(email_thread_id=83)
    """
    thread = own_thread(world, email_thread_id)
    if not is_snoozed(world, thread):
        raise Conflict(f"Thread {thread.id} is not snoozed.", hint="gmail_show_snoozed_threads lists those that are.")
    world.rows.put(USER_THREADS, replace(thread, snoozed_until=None, updated_at=world.now()))
    return {"message": "The thread is back.", "email_thread_id": thread.id}


def show_snoozed_threads(
    world: World,
    query: Query = "",
    label: Label = None,
    starred: Starred = None,
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
    """List the threads that are snoozed now.

    >>> gmail_show_snoozed_threads()
    """
    wanted = Filter(
        label=label,
        starred=starred,
        archived=None,
        spam=None,
        read=read,
        attachment=attachment,
        from_email=from_email,
        to_email=to_email,
        min_created_at=min_created_at,
        max_created_at=max_created_at,
    )
    return listed(
        world, query, lambda thread: is_snoozed(world, thread), wanted, sort_by=sort_by, pages=(page_index, page_limit)
    )


TOOLS = tools(
    "gmail",
    {
        snooze_thread: "mail later remind postpone put off",
        unsnooze_thread: "mail back inbox now",
        show_snoozed_threads: "mails later postponed list find",
    },
    needs=(NETWORK,),
)
