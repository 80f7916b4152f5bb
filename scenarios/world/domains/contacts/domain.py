"""The contacts app. Its rows are those of the phone."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.contacts import book, shortcuts

DOMAIN = Domain("contacts", tools=book.TOOLS + shortcuts.TOOLS)
