"""Commands about screens: `render`, `interact`, `validate`, `gallery`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import click

from surfacebox.errors import DONE_AND_BAD, WRONG_USAGE
from surfacebox.options import as_json, current_settings, settings_options

SCREEN_SETTINGS = (
    "browser",
    "width",
    "height",
    "scale",
    "theme",
    "locale",
    "full_page",
    "max_height",
    "pages",
    "deadline_s",
    "allow_hosts",
)
_files = click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", type=click.Path(path_type=Path, allow_dash=True)
)
_repair = click.option("--repair", is_flag=True, show_envvar=True, help="Mends what has only one reading, and says so.")
_image = click.option(
    "--image",
    "images",
    multiple=True,
    metavar="NAME=FILE",
    show_envvar=True,
    help="An image that the payload may name as NAME.",
)


@click.command()
@_files
@_repair
@as_json
def validate(files: tuple[Path, ...], repair: bool, as_json: bool) -> int:
    """Says everything that is wrong with A2UI payloads, each fault with its place and its remedy.

    Takes a JSON list, one message, JSON Lines, an object with `messages`, or a model's text with fences or tags; `-`
    reads stdin. With --repair it prints what the safe repairs make of the payload. Exit code 1 when there are errors.
    """
    from surfacebox.screens import validate_payload, verdict_lines
    from surfacebox.sources import read_payloads

    verdicts = [validate_payload(payload, repair=repair) for payload in read_payloads(files)]
    if as_json:
        whole = [verdict.to_json() for verdict in verdicts]
        click.echo(json.dumps(whole[0] if len(whole) == 1 else whole, indent=2, ensure_ascii=False))
    else:
        for verdict in verdicts:
            click.echo("\n".join(verdict_lines(verdict)), err=repair)
            if repair:
                click.echo(json.dumps(list(verdict.receipt.messages), indent=2, ensure_ascii=False))
    return 0 if all(verdict.ok for verdict in verdicts) else DONE_AND_BAD


@click.command()
@_files
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), show_envvar=True, help="PNG to write.")
@click.option(
    "--report", type=click.Path(path_type=Path, allow_dash=True), show_envvar=True, help="Screen report (JSON)."
)
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), show_envvar=True, help="The page as one file.")
@click.option(
    "--out-dir", type=click.Path(path_type=Path, file_okay=False), show_envvar=True, help="For several files."
)
@click.option("--annotate", is_flag=True, show_envvar=True, help="Draws each element's box and id on the picture.")
@click.option("--surface", default=None, show_envvar=True, help="Shows this surface alone.")
@_image
@_repair
@settings_options(*SCREEN_SETTINGS)
@as_json
def render(
    files: tuple[Path, ...],
    *,
    output: Path | None,
    report: Path | None,
    html: Path | None,
    out_dir: Path | None,
    annotate: bool,
    surface: str | None,
    images: tuple[str, ...],
    repair: bool,
    as_json: bool,
) -> int:
    """Makes the screenshot and the screen report of A2UI payloads.

    One FILE goes to -o, --report and --html, or to NAME.png in this folder if none of them is given; several files, or
    a folder, go through one browser to --out-dir as NAME.png and NAME.json. What is sound is shown even when the
    payload has errors; the exit code is then 1.
    """
    from surfacebox.screens import Targets, render_files
    from surfacebox.sources import read_images, read_payloads

    payloads = read_payloads(files)
    if len(payloads) > 1 and out_dir is None:
        click.echo("surfacebox: several files need --out-dir", err=True)
        return WRONG_USAGE
    targets = Targets(output, report, html, out_dir, annotate=annotate)
    outcomes = asyncio.run(
        render_files(
            payloads,
            current_settings().settings,
            targets,
            images=read_images(images),
            surface_id=surface,
            repair=repair,
            say=lambda line: click.echo(line, err=True),
        )
    )
    if as_json:
        click.echo(json.dumps([outcome.report for outcome in outcomes], indent=2, ensure_ascii=False))
    return 0 if all(outcome.ok for outcome in outcomes) else DONE_AND_BAD


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--steps", required=True, show_envvar=True, help="Steps to perform: a JSON file, or the JSON itself.")
@click.option("--report", type=click.Path(path_type=Path, allow_dash=True), show_envvar=True, help="Events and screen.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), show_envvar=True, help="PNG of the end."
)
@click.option("--surface", default=None, show_envvar=True, help="Shows this surface alone.")
@_image
@_repair
@settings_options(*SCREEN_SETTINGS)
def interact(
    file: Path,
    *,
    steps: str,
    report: Path | None,
    output: Path | None,
    surface: str | None,
    images: tuple[str, ...],
    repair: bool,
) -> int:
    """Performs steps in the live page and prints what the agent would hear.

    The report (`-` is stdout, the default) is {"events": […], "screen": {…}, "refused": null, "responses": []}. A step
    that cannot be done is refused with what can be done, changes nothing, and ends the run with exit code 1.
    """
    from surfacebox.screens import interact_with
    from surfacebox.sources import read_images, read_payloads, read_steps, write_json

    outcome = asyncio.run(
        interact_with(
            read_payloads((file,))[0],
            read_steps(steps),
            current_settings().settings,
            images=read_images(images),
            surface_id=surface,
            repair=repair,
            output=output,
        )
    )
    write_json(report or Path("-"), outcome.report)
    if outcome.refusal:
        _say_refusal(outcome.refusal)
    return 0 if outcome.ok else DONE_AND_BAD


@click.command()
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out/gallery"),
    show_default=True,
    show_envvar=True,
    help="Folder for the pictures, the reports and index.html.",
)
@settings_options(*SCREEN_SETTINGS)
def gallery(out: Path) -> int:
    """Draws every built-in example, light and dark, wide and narrow, with one page that shows them all."""
    from surfacebox.gallery import make_gallery

    made = asyncio.run(make_gallery(out, current_settings().settings, say=lambda line: click.echo(line, err=True)))
    click.echo(f"{made.count} screens in {made.seconds:.1f} s. Open {made.index}")
    return 0 if made.ok else DONE_AND_BAD


def _say_refusal(refusal: dict[str, Any]) -> None:
    click.echo(f"surfacebox: step {refusal['step']} is refused: {refusal['message']}", err=True)
    possible = ", ".join(f"{item['element_id']} ({item['role']} {item['name']!r})" for item in refusal["possible"])
    hint = " ".join(part for part in (refusal["hint"], f"Possible now: {possible}" if possible else "") if part)
    if hint:
        click.echo(f"  {hint}", err=True)
