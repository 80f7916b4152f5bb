"""The mail app: sending, drafts, threads, marks and attachments."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.account_tools import account_tools, send_verification_code, verify_account
from scenarios.world.domains.accounts import owner_rows
from scenarios.world.domains.gmail import attachments, browsing, drafts, marks, sending, snoozing
from scenarios.world.domains.gmail.notices import sender_rows
from scenarios.world.domains.gmail.sample import SAMPLE
from scenarios.world.domains.gmail.tables import TABLES, USERS
from scenarios.world.owner import Owner, Rows


def base(owner: Owner, now: str) -> Rows:
    own = owner_rows(USERS, owner, now)
    return {USERS.name: [*own[USERS.name], *sender_rows()]}


TOOLS = (
    sending.TOOLS
    + drafts.TOOLS
    + browsing.TOOLS
    + marks.TOOLS
    + snoozing.TOOLS
    + attachments.TOOLS
    + account_tools("gmail", USERS, without=(send_verification_code, verify_account))
)
DOMAIN = Domain("gmail", tables=TABLES, tools=TOOLS, base=base, sample=SAMPLE)
