"""From domains to worlds: what is the same for every episode is made once, here; each opening makes a new world."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from agent_bridge.toolkit.registry import Registry
from scenarios.world import device
from scenarios.world.chance import Chance
from scenarios.world.clock import Clock
from scenarios.world.database import Database
from scenarios.world.domain import Domain
from scenarios.world.foreign import with_foreign
from scenarios.world.images import Images
from scenarios.world.owner import Owner, Rows, find_owner
from scenarios.world.seeding import Seeding, SeedReport, normalise
from scenarios.world.snapshot import Snapshot
from scenarios.world.tables import Row, Schema
from scenarios.world.world import World


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """How an episode's world starts.

    `owner` is an e-mail address; `expected` are rows that the episode should create, which help to find the owner's id.
    With `foreign`, tables that no domain declares are made of the rows that there are for them. The clock stands at
    `now`, or moves by `step` with every tool call.
    """

    owner: str
    now: datetime
    rows: Rows = field(default_factory=dict)
    expected: Rows = field(default_factory=dict)
    seed: int | str = 0
    step: timedelta = timedelta(0)
    images: Images = field(default_factory=Images)
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class Start:
    """A world before anything has happened in it. `report` says what had to be done to the rows of its opening."""

    opening: Opening
    owner: Owner
    snapshot: Snapshot
    report: SeedReport

    def open(self, *, seed: int | str | None = None) -> World:
        """A world of its own; without a seed, with that of the opening."""
        return World(
            Database(self.snapshot),
            owner=self.owner,
            clock=Clock(self.opening.now, step=self.opening.step),
            chance=Chance(self.opening.seed if seed is None else seed),
            images=self.opening.images,
            report=self.report,
        )


@dataclass(frozen=True)
class Plan:
    """The domains of a kind of world, unchanging and shared by all of its episodes."""

    domains: tuple[Domain, ...]

    @cached_property
    def schema(self) -> Schema:
        tables = (table for domain in self.domains for table in domain.tables)
        return Schema(tuple(dict.fromkeys((*device.TABLES, *tables))))

    @cached_property
    def registry(self) -> Registry:
        return Registry(tool for domain in self.domains for tool in domain.tools)

    @cached_property
    def snapshot(self) -> Snapshot:
        return Snapshot.of(self.schema)

    def open(self, opening: Opening) -> World:
        """A world of its own. Raises UnknownTable and SeedError."""
        return self.prepare(opening).open()

    def prepare(self, opening: Opening) -> Start:
        """The start of an episode, to be opened as often as it is tried. Raises UnknownTable and SeedError."""
        now = Clock(opening.now).text()
        schema = with_foreign(self.schema, opening.rows) if opening.foreign else self.schema
        snapshot = self.snapshot if schema is self.schema else Snapshot.of(schema)
        seeding = Seeding(schema, now=now)
        seeding.add({device.IMAGES.name: opening.images.rows})
        seeding.add(opening.rows)
        owner = find_owner(opening.owner, seeding.rows, self.normal(opening.expected, strict=not opening.foreign))
        foreign = [table.name for table in schema.tables[len(self.schema.tables) :]]
        seed = seeding.finish(self._base(owner, now), added_tables=foreign)
        return Start(opening, owner, snapshot.with_rows(seed.rows, seed.extra), seed.report)

    def sample(self) -> Rows:
        """The rows of the sample world of all domains."""
        return _joined(domain.sample for domain in self.domains)

    def normal(self, rows: Rows, *, strict: bool = True) -> dict[str, list[Row]]:
        """Rows as a world would hold them: ids as numbers, times in UTC, values in their column's type.

        Raises UnknownTable, unless `strict` is off: then rows of such tables are left out.
        """
        normal: dict[str, list[Row]] = {}
        for name, listed in rows.items():
            if not strict and not self.schema.knows(name):
                continue
            table = self.schema.find(name)
            normal.setdefault(table.name, []).extend(normalise(row, table, self.schema)[0] for row in listed)
        return normal

    def _base(self, owner: Owner, now: str) -> Rows:
        return _joined([device.BASE, *(domain.base(owner, now) for domain in self.domains)])


def _joined(parts: Iterable[Rows]) -> dict[str, list[Row]]:
    joined: dict[str, list[Row]] = {}
    for rows in parts:
        for name, listed in rows.items():
            joined.setdefault(name, []).extend(listed)
    return joined
