"""The task app: projects, sections, tasks, sub-tasks, labels, comments and the people who share them."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.account_tools import account_tools
from scenarios.world.domains.accounts import owner_rows
from scenarios.world.domains.todoist import attachments, comments, labels, notices, people, projects, sub_tasks, tasks
from scenarios.world.domains.todoist.sample import SAMPLE
from scenarios.world.domains.todoist.tables import MEMBERSHIPS, PROJECTS, TABLES, USERS
from scenarios.world.owner import Owner, Rows


def base(owner: Owner, now: str) -> Rows:
    """An account with an empty inbox."""
    return {
        **owner_rows(USERS, owner, now),
        PROJECTS.name: [{"id": 1, "user_id": owner.id, "name": "Inbox", "is_inbox": True}],
        MEMBERSHIPS.name: [{"id": 1, "project_id": 1, "user_id": owner.id}],
    }


TOOLS = (
    projects.TOOLS
    + tasks.TOOLS
    + sub_tasks.TOOLS
    + labels.TOOLS
    + comments.TOOLS
    + attachments.TOOLS
    + people.TOOLS
    + notices.TOOLS
    + account_tools("todoist", USERS)
)
DOMAIN = Domain("todoist", tables=TABLES, tools=TOOLS, base=base, sample=SAMPLE)
