"""Commands about this machine: `setup`, `doctor`, `config show`."""

from __future__ import annotations

import json
import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

import click

from surfacebox.errors import MACHINE_UNFIT
from surfacebox.options import Group, as_json, current_settings, settings_options


@click.command()
@settings_options("browser")
@click.option(
    "--deadline", default=600.0, show_default=True, show_envvar=True, help="Seconds that one download may take."
)
@click.option("--quiet", is_flag=True, show_envvar=True, help="Says nothing about what is there already.")
@as_json
def setup(deadline: float, quiet: bool, as_json: bool) -> int:
    """Installs a browser and fonts where they are missing.

    Tries Playwright's download, then the system's packages if that needs no password. Does nothing when all is there.
    Missing fonts are a warning; without a browser, or a driver for it, the exit code is 3.
    """
    from surfacebox.setup import set_up

    steps = set_up(
        browser=current_settings().settings.browser,
        deadline_s=deadline,
        say=lambda text: click.echo(f"setup: {text}", err=True),
    )
    if as_json:
        click.echo(json.dumps({"steps": [asdict(step) for step in steps]}, indent=2))
    for step in steps:
        if step.state == "missing":
            click.echo(f"setup: {step.item} missing ({step.detail})\n  {step.remedy}", err=True)
        elif not as_json and not (quiet and step.state == "there"):
            click.echo(f"setup: {step.item} {step.state}: {step.detail}")
    return MACHINE_UNFIT if any(step.state == "missing" and step.item != "fonts" for step in steps) else 0


@click.command()
@settings_options("browser")
@click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("out"),
    show_default=True,
    show_envvar=True,
    help="The folder that results will go to.",
)
@as_json
def doctor(out: Path, as_json: bool) -> int:
    """Says what this machine has and lacks, and what mends it.

    One line per item. The exit code is 0 when screens can be made, whatever else is missing, else 3.
    """
    from surfacebox.doctor import examine, fit

    findings = examine(
        browser=current_settings().settings.browser, out=out, environ=os.environ, now=datetime.now(tz=UTC)
    )
    if as_json:
        click.echo(json.dumps({"ok": fit(findings), "findings": [finding.to_json() for finding in findings]}, indent=2))
    else:
        for finding in findings:
            remedy = f" -> {finding.remedy}" if finding.remedy else ""
            click.echo(f"{finding.item:<18} {'ok' if finding.ok else 'missing':<8} {finding.detail}{remedy}")
    return 0 if fit(findings) else MACHINE_UNFIT


@click.group(cls=Group)
def config() -> None:
    """Shows the settings in force and where each was given."""


@config.command()
@settings_options()
@as_json
def show(as_json: bool) -> None:
    """Prints every setting with its value and its place: default, surfacebox.toml, a variable or a flag."""
    resolved = current_settings()
    values = resolved.settings.model_dump(mode="json")
    if as_json:
        click.echo(json.dumps({n: {"value": v, "place": resolved.places[n]} for n, v in values.items()}, indent=2))
        return
    for name, value in values.items():
        click.echo(f"{name:<12} {json.dumps(value):<16} {resolved.places[name]}")
