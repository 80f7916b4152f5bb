"""What the run commands do: scenarios through a stage into a run folder, a table and a page."""

from __future__ import annotations

import platform
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from renderer.fonts import load as load_fonts
from renderer.pages import Canvas
from scenarios.format.scenario import Mode, Scenario
from scenarios.report.page import write_report
from scenarios.runs.evidence import read_evidence
from scenarios.runs.executor import Cast, execute, fingerprint, orders
from scenarios.runs.files import write_json
from scenarios.runs.results import decided, key_of
from scenarios.runs.stage import Stage, UserMaker
from scenarios.runs.store import RunFolder
from scenarios.runs.verdicts import verdict_on
from scenarios.world.domains import ALL
from scenarios.world.plan import Plan
from scenarios.world.schemas import known_schemas
from surfacebox import __version__
from surfacebox.choose import agent_maker, user_maker
from surfacebox.errors import WRONG_USAGE, CommandError
from surfacebox.screens import open_canvas
from ui_server.expressions import Json
from ui_server.session import SessionSettings
from ui_server.surface import Version

if TYPE_CHECKING:
    from surfacebox.settings import Settings

Progress = Callable[[int, int, Mapping[str, Any]], None]
Beside = Callable[[Stage], AbstractAsyncContextManager[UserMaker | None]]


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be run. With `repair` payloads of one possible reading are mended; a benchmark forbids it.

    `a2ui` is the version whose documentation agents read, whatever scenarios say.

    `patience` is how many seconds a person may take over a turn, None where no person plays the user.
    """

    scenarios: Sequence[Scenario]
    modes: tuple[Mode, ...]
    agent: str = "scripted"
    user: str = "scripted"
    trials: int = 1
    concurrency: int = 2
    resume: bool = False
    repair: bool = False
    a2ui: Version | None = None
    patience: float | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """The lines of all episodes asked for, and where they and the page are."""

    lines: list[dict[str, Any]]
    folder: Path
    page: Path

    @property
    def ok(self) -> bool:
        return bool(self.lines) and all(line["class"] == "success" for line in self.lines)


class NothingToPlay(CommandError):
    """No scenario is for the modes that were asked for."""

    code = "nothing_to_play"
    exit_code = WRONG_USAGE

    def __init__(self, modes: Sequence[Mode]) -> None:
        hint = "`surfacebox scenarios list` shows the modes of each."
        super().__init__(f"no scenario is for {' or '.join(modes)} mode", hint=hint)
        self.modes = tuple(modes)


async def run(
    wish: Wish, settings: Settings, out: Path, progress: Progress | None = None, *, beside: Beside | None = None
) -> Done:
    """Play what is asked for into `out`; raises NothingToPlay, RunUnusable, ScenarioUnreadable, NoOracle,
    BrowserMissing.

    `beside` is open as long as episodes are played, and may make the users: a person at a page needs that.
    """
    todo = orders(wish.scenarios, wish.modes, wish.trials)
    if not todo:
        raise NothingToPlay(wish.modes)
    agents = agent_maker(wish.agent)
    users = user_maker(wish.user) if wish.patience is None else None
    for order in todo:
        agents(order.scenario, order.key.mode)  # one that cannot be made is loud before anything runs
    screens = any(order.key.mode == "ui" for order in todo)
    async with (
        open_stage(settings, screens=screens, repair=wish.repair, a2ui=wish.a2ui) as stage,
        beside(stage) if beside else nullcontext() as made,
    ):
        folder = RunFolder(out)
        cast = Cast(agents, made or users or user_maker(wish.user))
        with folder.held():
            folder.open(_facts(wish, settings, stage), resume=wish.resume)
            lines = await execute(stage, todo, cast, folder, concurrency=wish.concurrency, progress=progress)
            page = write_report(folder)
    return Done(lines, out, page)


def plan() -> Plan:
    """All domains."""
    return Plan(ALL)


@asynccontextmanager
async def open_stage(
    settings: Settings, *, screens: bool, repair: bool = False, a2ui: Version | None = None
) -> AsyncIterator[Stage]:
    """A stage over all domains, with a browser when there are screens to show."""
    session = SessionSettings(
        frame=settings.frame,
        theme=settings.theme,
        locale=settings.locale,
        repair=repair,
        deadline=settings.deadline_s,
    )
    if not screens:
        yield Stage(plan(), None, session, a2ui=a2ui)
        return
    async with open_canvas(settings) as canvas:
        yield Stage(plan(), canvas, session, a2ui=a2ui)


def score_again(path: Path) -> list[dict[str, Any]]:
    """Judge every stored episode anew, offline; verdict.json is written again, the evidence is not touched.

    A line that has changed is appended to results.jsonl, where the last one counts. Raises RunUnusable.
    """
    folder = RunFolder(path)
    folder.facts()
    schemas = known_schemas(plan().schema, logged=True)
    lines = {key_of(line): line for line in folder.results()}
    for key, place in folder.episodes():
        verdict = verdict_on(read_evidence(place), schemas)
        write_json(place / "verdict.json", verdict.to_json())
        line = lines[key]
        found = {**line, **decided(verdict)}
        if found != line:
            folder.append(found)
            lines[key] = found
    return list(lines.values())


def _facts(wish: Wish, settings: Settings, stage: Stage) -> dict[str, Json]:
    """Every input of the run, and the fingerprint over them."""
    facts: dict[str, Json] = {
        "surfacebox": __version__,
        "agent": wish.agent,
        "user": wish.user,
        "trials": wish.trials,
        "modes": list(wish.modes),
        "repair": wish.repair,
        "scenarios": {scenario.name: scenario.content_hash for scenario in wish.scenarios},
        "tools": len(stage.plan.registry),
        "schema": stage.plan.snapshot.digest,
        "viewport": [settings.width, settings.height, settings.scale],
        "theme": settings.theme,
        "locale": settings.locale,
        "browser": _browser(stage.canvas),
        "fonts": load_fonts().digest(),
        "python": platform.python_version(),
    }
    if wish.a2ui is not None:
        facts["a2ui"] = wish.a2ui
    if wish.patience is not None:
        facts["patience_s"] = wish.patience
    return {**facts, "fingerprint": fingerprint(facts)}


def _browser(canvas: Canvas | None) -> str | None:
    return canvas.browser.version if canvas is not None else None
