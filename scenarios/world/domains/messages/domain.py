"""The messages app: texts and voice messages. Its rows are those of the phone."""

from __future__ import annotations

from scenarios.world.domain import Domain
from scenarios.world.domains.messages import shortcuts, texts, voices

DOMAIN = Domain("messages", tools=texts.TOOLS + voices.TOOLS + shortcuts.TOOLS)
