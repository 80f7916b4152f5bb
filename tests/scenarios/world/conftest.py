"""Worlds of the sample rows, closed when a test is over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

import pytest

from scenarios.world.calls import Call, Calls
from scenarios.world.plan import Opening, Plan
from scenarios.world.world import World
from ui_server.expressions import Json

NOW = datetime(2026, 5, 4, 9, tzinfo=UTC)


@pytest.fixture
def open_world(plan: Plan) -> Iterator[Callable[..., World]]:
    """Opens worlds of the sample owner on Monday, 4 May 2026, 9:00; with the sample rows unless others are given."""
    with ExitStack() as stack:

        def open_one(rows: dict[str, Any] | None = None, **more: Any) -> World:
            given = plan.sample() if rows is None else rows
            start = {"owner": "nora.lindqvist@example.com", "now": NOW, "rows": given, **more}
            return stack.enter_context(plan.open(Opening(**start)))

        yield open_one


@pytest.fixture
def world(open_world: Callable[..., World]) -> World:
    return open_world()


@pytest.fixture
def calls(world: World, plan: Plan) -> Calls:
    return Calls(world, plan.registry)


@pytest.fixture
def call(calls: Calls) -> Callable[..., Call]:
    """Makes a call in the sample world, arguments by keyword."""

    def make(tool: str, **arguments: Json) -> Call:
        return calls.run(tool, arguments)

    return make


@pytest.fixture
def ask(call: Callable[..., Call]) -> Callable[..., Any]:
    """Makes a call that has to succeed, and gives its result."""

    def make(tool: str, **arguments: Json) -> Any:
        made = call(tool, **arguments)
        assert made.ok, made.error
        return made.result

    return make


@pytest.fixture
def refusal(call: Callable[..., Call]) -> Callable[..., tuple[str, str]]:
    """Makes a call that has to be refused and change nothing; gives the code and all that is said."""

    def make(tool: str, **arguments: Json) -> tuple[str, str]:
        made = call(tool, **arguments)
        assert not made.ok, made.result
        assert not made.changes
        assert made.error is not None
        return str(made.error["code"]), f"{made.error['message']} {made.error.get('hint', '')}"

    return make
