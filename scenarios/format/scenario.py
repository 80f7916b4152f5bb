"""What an episode is made of, whatever file it came from."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Literal

from agent_bridge.oracle import Oracle
from scenarios.scoring.effects import Effect
from scenarios.world.tables import Row
from ui_server.expressions import Json
from ui_server.surface import Version
from user_sim.rounds import Round

Mode = Literal["ui", "text"]
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
"""What a scenario may be called."""
Rows = Mapping[str, list[Row]]


class ScenarioUnreadable(ValueError):
    """A file that is no scenario. `place` is where in it, `hint` what belongs there."""

    owner = "harness"
    code = "scenario_unreadable"

    def __init__(self, source: str, place: str, message: str, hint: str = "") -> None:
        super().__init__(f"{source}{f' at {place}' if place else ''}: {message}")
        self.source = source
        self.place = place
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Budgets:
    """How much an episode may use. Steps are turns of agent and user and tool calls; seconds are the wall clock's."""

    steps: int = 100
    seconds: float = 600.0
    tokens: int | None = None
    dollars: float | None = None


@dataclass(frozen=True, slots=True)
class SpecSet:
    """The expected changes as published (`entity_diff_specs`), with effects allowed besides them and forbidden ones."""

    specs: tuple[Json, ...] = ()
    allowed: tuple[Effect, ...] = ()
    forbidden: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Everything that is frozen before an episode starts. `content_hash` is that of the file's bytes.

    `tools` are the only ones offered, all of them if empty, and `denied_tools` never are; names and aliases count.
    `a2ui` is the version whose documentation the agent reads, where the scenario has one in mind.
    """

    name: str
    description: str
    owner_email: str
    now: datetime
    rows: Rows
    rounds: tuple[Round, ...]
    expected: SpecSet
    modes: tuple[Mode, ...] = ("text",)
    images: tuple[str, ...] = ()
    image_folder: Path | None = None
    oracle: Oracle | None = None
    policy: str = ""
    criteria: str = ""
    budgets: Budgets = field(default_factory=Budgets)
    tags: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()
    denied_tools: tuple[str, ...] = ()
    a2ui: Version | None = None
    seed: int = 0
    version: str = "1"
    origin: Literal["native", "published"] = "native"
    content_hash: str = ""
    notes: tuple[str, ...] = ()

    @property
    def expected_rows(self) -> dict[str, list[Row]]:
        """The rows that are to be created, by table: they help to find the owner's id."""
        found: dict[str, list[Row]] = {}
        for spec in self.expected.specs:
            if (
                isinstance(spec, dict)
                and spec.get("operation") == "create"
                and isinstance(spec.get("entity_data"), dict)
            ):
                table = str(spec.get("table") or spec.get("namespace") or "")
                found.setdefault(table, []).append(dict(spec["entity_data"]))  # type: ignore[arg-type]
        return found


def content_hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
