"""Where episodes of tests are played: the whole world, with a browser and without."""

from __future__ import annotations

import pytest

from renderer.pages import Canvas
from scenarios.runs.stage import Stage
from scenarios.world.domains import ALL
from scenarios.world.plan import Plan


@pytest.fixture(scope="session")
def plan() -> Plan:
    return Plan(ALL)


@pytest.fixture(scope="session")
def text_stage(plan: Plan) -> Stage:
    return Stage(plan)


@pytest.fixture(scope="session")
def ui_stage(plan: Plan, canvas: Canvas) -> Stage:
    return Stage(plan, canvas)
