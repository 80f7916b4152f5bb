"""Commands about episodes: `demo`, `run`, `score`, `diff`, `report`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from surfacebox.errors import DONE_AND_BAD, SettingInvalid
from surfacebox.options import as_json, current_settings, settings_options

if TYPE_CHECKING:
    from surfacebox.runs import Done, Progress, Wish
    from ui_server.surface import Version

PERSON = "person"
STAGE_SETTINGS = ("browser", "width", "height", "scale", "theme", "locale", "pages", "deadline_s")
A2UI_VERSIONS = ("v0.8", "v0.9", "v0.9.1", "v1.0")
_COUNT = click.IntRange(min=1)
_folder = click.Path(path_type=Path, file_okay=False)


@click.command()
@click.option("--out", type=_folder, default=Path("out/demo"), show_default=True, show_envvar=True, help="Run folder.")
@settings_options(*STAGE_SETTINGS)
@as_json
def demo(out: Path, as_json: bool) -> int:
    """Plays the built-in scenarios with a scripted agent and user, in a real browser, without a key or a network.

    Prints the score table, writes the pictures and the report, and names the file to open. The folder is made anew.
    """
    import shutil

    from scenarios.format.load import library
    from surfacebox.runs import Wish, run

    if (out / "run.json").exists():
        shutil.rmtree(out)
    wish = Wish(library(), ("text", "ui"))
    done = asyncio.run(run(wish, current_settings().settings, out, _progress(as_json)))
    _tell(done.lines, as_json)
    if not as_json:
        click.echo(f"Pictures: {done.folder / 'episodes'}\nReport: open {done.page}")
    return 0 if done.ok else DONE_AND_BAD


@click.command()
@click.argument("suites", nargs=-1, metavar="[SUITE or PATH…]", type=click.Path(path_type=Path))
@click.option("--agent", default="scripted", show_default=True, show_envvar=True, help="scripted or human.")
@click.option("--user", default="scripted", show_default=True, show_envvar=True, help="scripted, human or person.")
@click.option("--mode", default="ui,text", show_default=True, show_envvar=True, help="ui, text or both.")
@click.option(
    "--trials", type=_COUNT, default=1, show_default=True, show_envvar=True, help="Times each scenario is played."
)
@click.option(
    "--concurrency", type=_COUNT, default=2, show_default=True, show_envvar=True, help="Episodes at the same time."
)
@click.option("--out", type=_folder, default=Path("out/run"), show_default=True, show_envvar=True, help="Run folder.")
@click.option("--resume", is_flag=True, show_envvar=True, help="Continues the run in --out.")
@click.option("--limit", type=_COUNT, default=None, show_envvar=True, help="Plays only the first so many scenarios.")
@click.option(
    "--filter",
    "only",
    default=None,
    envvar="SURFACEBOX_RUN_FILTER",
    show_envvar=True,
    help="Plays scenarios with this word in their name or among their tags; |, & and ~ join words.",
)
@click.option(
    "--repair/--no-repair",
    default=False,
    show_default=True,
    show_envvar=True,
    help="Mends payloads that have only one reading, and says so in the report. A benchmark forbids it.",
)
@click.option(
    "--a2ui",
    type=click.Choice(A2UI_VERSIONS),
    default=None,
    show_envvar=True,
    help="Version of A2UI that agents read the documentation of; else that of the scenario, or v0.9.",
)
@click.option("--images", type=_folder, default=None, show_envvar=True, help="Where image paths of scenarios start.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8481,
    show_default=True,
    show_envvar=True,
    help="Port of the pages of --user person and --watch; 0 takes a free one.",
)
@click.option("--watch", is_flag=True, show_envvar=True, help="Serves the debug page to look at sessions as they run.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 86_400),
    default=300,
    show_default=True,
    show_envvar=True,
    help="Seconds that --user person may take over a turn.",
)
@settings_options(*STAGE_SETTINGS)
@as_json
def run(
    suites: tuple[Path, ...],
    *,
    agent: str,
    user: str,
    mode: str,
    trials: int,
    concurrency: int,
    out: Path,
    resume: bool,
    limit: int | None,
    only: str | None,
    repair: bool,
    a2ui: Version | None,
    images: Path | None,
    port: int,
    patience: float,
    watch: bool,
    as_json: bool,
) -> int:
    """Plays scenarios and scores them.

    Without a PATH the built-in scenarios are played. Exit code 1 when an episode is no success. With --user person
    and with --watch `ready ADDRESS` on stderr names the page.
    """
    from surfacebox.runs import Wish
    from surfacebox.suites import chosen_modes, chosen_scenarios

    wish = Wish(
        chosen_scenarios(suites, images=images, limit=limit, only=only),
        chosen_modes(mode),
        agent=agent,
        user=user,
        trials=trials,
        concurrency=_concurrency(agent, user, concurrency),
        resume=resume,
        repair=repair,
        a2ui=a2ui,
        patience=patience if user == PERSON else None,
    )
    done = asyncio.run(_play(wish, out, _progress(as_json), port=port, watch=watch))
    _tell(done.lines, as_json)
    if not as_json:
        click.echo(f"Report: open {done.page}")
    return 0 if done.ok else DONE_AND_BAD


async def _play(wish: Wish, out: Path, progress: Progress | None, *, port: int, watch: bool) -> Done:
    from surfacebox.runs import run as play

    settings = current_settings().settings
    if wish.patience is None and not watch:
        return await play(wish, settings, out, progress)
    from surfacebox.run_page import RunPage

    page = RunPage(port, lambda address: click.echo(f"ready {address}", err=True), wish.patience, watch)
    return await play(wish, settings, out, progress, beside=page.open)


def _concurrency(agent: str, user: str, asked: int) -> int:
    """One where a person plays, who cannot be in two episodes at once; raises SettingInvalid if more were asked for."""
    if "human" not in (agent, user) and user != PERSON:
        return asked
    source = click.get_current_context().get_parameter_source("concurrency")
    if asked > 1 and source is not ParameterSource.DEFAULT:
        raise SettingInvalid("concurrency", place="--concurrency", got=asked, expected="1 where a person plays a role")
    return 1


@click.command()
@click.argument("run_folder", metavar="RUN", type=click.Path(path_type=Path, file_okay=False))
@as_json
def score(run_folder: Path, as_json: bool) -> int:
    """Scores stored episodes again, offline, without a model or a browser.

    Writes verdict.json, the report, and a line of results.jsonl where something is another now. The evidence stays as
    it is. Exit code 1 when an episode is no success.
    """
    from scenarios.report.page import write_report
    from scenarios.runs.store import RunFolder
    from surfacebox.runs import score_again

    lines = score_again(run_folder)
    if lines:
        write_report(RunFolder(run_folder))
    _tell(lines, as_json)
    return 0 if lines and all(line["class"] == "success" for line in lines) else DONE_AND_BAD


@click.command()
@click.option("--initial", required=True, show_envvar=True, type=click.Path(path_type=Path), help="Rows at the start.")
@click.option("--final", required=True, show_envvar=True, type=click.Path(path_type=Path), help="Rows at the end.")
@click.option("--specs", required=True, show_envvar=True, type=click.Path(path_type=Path), help="Expected changes.")
@click.option("--mode", default="paper,strict", show_default=True, show_envvar=True, help="paper, strict or both.")
@as_json
def diff(initial: Path, final: Path, specs: Path, mode: str, as_json: bool) -> int:
    """Scores two sets of rows against expected changes; no run is needed.

    Rows are {table: [row]}, expected changes the list of a published scenario file. Exit code 1 when strict F1 (or
    paper F1, if asked alone) is below 1.
    """
    from scenarios.scoring.scores import score as score_rows
    from scenarios.world.domains import ALL
    from scenarios.world.plan import Plan
    from scenarios.world.schemas import known_schemas
    from surfacebox.suites import chosen_score_modes, read_json

    scores = score_rows(
        read_json(initial),
        read_json(final),
        read_json(specs),
        modes=chosen_score_modes(mode),
        schemas=known_schemas(Plan(ALL).schema, logged=False),
    )
    found = scores.to_json()
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(_score_lines(found)))
    best = scores.strict.f1 if scores.strict else scores.paper.f1 if scores.paper else 0.0
    return 0 if best == 1.0 else DONE_AND_BAD


@click.command()
@click.argument("run_folder", metavar="RUN", type=click.Path(path_type=Path, file_okay=False, exists=True))
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), show_envvar=True, help="Where the page goes.")
@as_json
def report(run_folder: Path, html: Path | None, as_json: bool) -> int:
    """Makes the table and the page of a run anew from what is stored."""
    from scenarios.report.page import write_report
    from scenarios.runs.store import RunFolder

    folder = RunFolder(run_folder)
    page = write_report(folder, html)
    _tell(folder.results(), as_json)
    if not as_json:
        click.echo(f"Report: open {page}")
    return 0


def _progress(quiet: bool) -> Callable[[int, int, Mapping[str, Any]], None] | None:
    if quiet:
        return None

    def tell(done: int, of: int, line: Mapping[str, Any]) -> None:
        click.echo(f"[{done}/{of}] {line['scenario']} ({line['mode']}): {line['class']}", err=True)

    return tell


def _tell(lines: list[dict[str, Any]], as_json: bool) -> None:
    from scenarios.report.summary import by_mode

    summaries = by_mode(lines)
    if as_json:
        whole = {"episodes": lines, "summaries": [summary.to_json() for summary in summaries]}
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False))
        return
    from surfacebox.tables import episode_table, print_table, summary_table

    print_table(episode_table(lines))
    print_table(summary_table(summaries))


def _score_lines(found: Mapping[str, Any]) -> list[str]:
    lines = []
    for mode, scores in found.items():
        lines.append(
            f"{mode}: precision {scores['precision']:.4f}, recall {scores['recall']:.4f}, F1 {scores['f1']:.4f}"
            f", guardrail {'kept' if scores['guardrail'] else 'broken'}"
        )
        for group in scores["groups"]:
            lines.append(f"  {group['table']} {group['operation']}: F1 {group['f1']:.4f}")
            lines += [f"    spec {row['spec']}: {row['similarity']:.4f}, {row['reason']}" for row in group["rows"]]
            lines += [f"    not asked for: {key}" for key in group["unmatched"]]
    return lines
