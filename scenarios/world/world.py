"""What a tool acts in: the rows, the owner, the time and the chance of one episode."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from scenarios.world.chance import Chance
from scenarios.world.clock import Clock
from scenarios.world.database import Attempt, Database
from scenarios.world.images import Images
from scenarios.world.owner import Owner
from scenarios.world.seeding import SeedReport


class World:
    """Everything that belongs to one episode and to no other. Whoever opened it closes it."""

    def __init__(
        self, rows: Database, *, owner: Owner, clock: Clock, chance: Chance, images: Images, report: SeedReport
    ) -> None:
        self.rows = rows
        self.owner = owner
        self.clock = clock
        self.chance = chance
        self.images = images
        self.report = report

    def now(self) -> str:
        """The time of the episode as rows hold it."""
        return self.clock.text()

    @contextmanager
    def attempt(self) -> Iterator[Attempt]:
        """One step that is kept as a whole or leaves no trace: neither in the rows, nor in ids given out later."""
        drawn = dict(self.chance.drawn)
        try:
            with self.rows.attempt() as attempt:
                yield attempt
        except BaseException:
            self.chance.drawn = drawn
            raise

    def close(self) -> None:
        self.rows.close()

    def __enter__(self) -> World:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
