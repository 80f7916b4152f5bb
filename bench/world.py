"""The world of an episode: how soon it is ready, what a call costs, what the rows and changes cost at the end.

Targets: ready in 1 ms, a read call in 0.05 ms, a write call in 0.5 ms.
"""

from __future__ import annotations

import gc
import os
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from bench.machine import Figure, machine
from scenarios.format.load import library
from scenarios.format.scenario import Scenario
from scenarios.world.calls import Calls
from scenarios.world.device import SETTINGS
from scenarios.world.domains import ALL
from scenarios.world.plan import Opening, Plan, Start
from ui_server.expressions import Json

WORLDS = 100
READS: dict[str, tuple[str, dict[str, Json]]] = {
    "show_note": ("simple_note_show_note", {"note_id": 11}),
    "show_cart": ("amazon_show_cart", {}),
    "search_products": ("amazon_search_products", {"query": "camp lantern"}),
    "show_inbox_threads": ("gmail_show_inbox_threads", {}),
}


def measure(n: int = 300) -> list[Figure]:
    """The figures, in milliseconds unless they say otherwise."""
    plan = Plan(ALL)
    figures = [_once("tables, tools and snapshot of all apps", lambda: _prepare(plan))]
    figures += _openings(plan, n)
    figures += _calls(plan, n)
    figures += _ends(plan, n)
    return [*figures, _memory(plan)]


def main() -> int:
    print(f"machine: {machine()}")
    print("world")
    print("\n".join(figure.line() for figure in measure()))
    return 0


def opening(plan: Plan) -> Opening:
    return Opening(owner="nora.lindqvist@example.com", now=datetime(2026, 5, 4, 9, tzinfo=UTC), rows=plan.sample())


def _open_and_read(start: Start) -> None:
    """SQLite reads the tables' declarations with the first statement, so that one belongs to being ready."""
    with start.open() as world:
        world.rows.find(SETTINGS)


def _prepare(plan: Plan) -> None:
    plan.snapshot, plan.registry  # noqa: B018


def _openings(plan: Plan, n: int) -> list[Figure]:
    bare = Opening(owner="nora.lindqvist@example.com", now=datetime(2026, 5, 4, 9, tzinfo=UTC))
    sample = opening(plan)
    start = plan.prepare(sample)
    rows = sum(len(listed) for listed in sample.rows.values())
    fullest = max(library(), key=_rows_of)
    scene = Opening(owner=fullest.owner_email, now=fullest.now, rows=fullest.rows, expected=fullest.expected_rows)
    return [
        _timed("episode ready, owner alone", n, lambda: plan.open(bare).close()),
        _timed(f"episode ready, {fullest.name} ({_rows_of(fullest)} rows)", n, lambda: plan.open(scene).close()),
        _timed(f"episode ready, {rows} rows of {len(sample.rows)} tables", n, lambda: plan.open(sample).close()),
        _timed("the same, tried again, first row read", n, partial(_open_and_read, start)),
    ]


def _rows_of(scenario: Scenario) -> int:
    return sum(len(listed) for listed in scenario.rows.values())


def _calls(plan: Plan, n: int) -> list[Figure]:
    figures = []
    with plan.open(opening(plan)) as world:
        calls = Calls(world, plan.registry)
        for name, (tool, arguments) in READS.items():
            figures.append(_timed(f"read call, {name}", n, partial(calls.run, tool, arguments)))
        figures.append(_timed("write call, update_note", n, _note_writer(calls)))
        figures.append(_timed("write call, send_text_message (3 rows)", n, _text_writer(calls)))
        figures.append(_timed("refused call", n, lambda: calls.run("simple_note_show_note", {"note_id": 0})))
        figures.append(_timed("wrong arguments", n, lambda: calls.run("simple_note_show_note", {"note": 0})))
    return figures


def _ends(plan: Plan, n: int) -> list[Figure]:
    with plan.open(opening(plan)) as world:
        calls = Calls(world, plan.registry)
        write = _text_writer(calls)
        for _ in range(20):
            write()
        return [
            _timed("all rows of all tables", n, world.rows.all_rows),
            _timed("changes of 20 writes (60 rows)", n, world.rows.changes),
        ]


def _note_writer(calls: Calls) -> Callable[[], object]:
    numbers = iter(range(10**9))

    def write() -> object:
        arguments: dict[str, Json] = {"note_id": 11, "content": f"line {next(numbers)}"}
        return calls.run("simple_note_update_note", arguments)

    return write


def _text_writer(calls: Calls) -> Callable[[], object]:
    arguments: dict[str, Json] = {"phone_number": "5550140201", "message": "See you."}
    return lambda: calls.run("messages_send_text_message", arguments)


def _memory(plan: Plan) -> Figure:
    """Resident memory that each of many open worlds adds, after a few calls."""
    with ExitStack() as stack:
        gc.collect()
        before = _resident()
        for _ in range(WORLDS):
            world = stack.enter_context(plan.open(opening(plan)))
            for tool, arguments in READS.values():
                Calls(world, plan.registry).run(tool, arguments)
        return Figure.of(f"memory of each of {WORLDS} open worlds", [(_resident() - before) / WORLDS], "kB")


def _resident() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1024


def _timed(name: str, n: int, run: Callable[[], object]) -> Figure:
    """Times single runs after a warm-up; between them the processor's caches see other work."""
    other = [random.random() for _ in range(2000)]
    for _ in range(10):
        run()
    taken = []
    for _ in range(n):
        sorted(other)
        start = time.perf_counter()
        run()
        taken.append((time.perf_counter() - start) * 1000)
    return Figure.of(name, taken)


def _once(name: str, run: Callable[[], object]) -> Figure:
    start = time.perf_counter()
    run()
    return Figure.of(name, [(time.perf_counter() - start) * 1000])


if __name__ == "__main__":
    raise SystemExit(main())
