"""Commands about scenario files: `scenarios list`, `show`, `lint`, `check`, `import`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from surfacebox.errors import DONE_AND_BAD
from surfacebox.options import Group, as_json, current_settings, settings_options

if TYPE_CHECKING:
    from scenarios.format.lint import Flaw
    from scenarios.proof.proof import Proof

_images = click.option(
    "--images",
    type=click.Path(path_type=Path, file_okay=False),
    default=None,
    show_envvar=True,
    help="Where image paths of scenarios start.",
)
_paths = click.argument("suites", nargs=-1, metavar="[PATH…]", type=click.Path(path_type=Path))


@click.group(cls=Group)
def scenarios() -> None:
    """Lists scenarios, shows one, says what is missing in them, proves them, takes over published ones."""


@scenarios.command("list")
@_paths
@as_json
def list_(suites: tuple[Path, ...], as_json: bool) -> int:
    """Names every scenario with its modes and tags; the built-in ones without a PATH."""
    from surfacebox.suites import chosen_scenarios, scenario_facts

    found = [scenario_facts(scenario) for scenario in chosen_scenarios(suites)]
    if as_json:
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
        return 0
    width = max(len(str(facts["name"])) for facts in found)
    for facts in found:
        click.echo(f"{facts['name']:<{width}}  {', '.join(facts['modes']):<8}  {facts['description']}")
    return 0


@scenarios.command()
@click.argument("name")
@_paths
@as_json
def show(name: str, suites: tuple[Path, ...], as_json: bool) -> int:
    """Shows the scenario NAME: its rounds, what it expects, and what it starts with."""
    from surfacebox.suites import named_scenario, scenario_facts, scenario_lines

    scenario = named_scenario(name, suites)
    if as_json:
        click.echo(json.dumps(scenario_facts(scenario, whole=True), indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join(scenario_lines(scenario)))
    return 0


@scenarios.command()
@_paths
@_images
@as_json
def lint(suites: tuple[Path, ...], images: Path | None, as_json: bool) -> int:
    """Says what is missing or contradictory in scenario files; exit code 1 when something is wrong."""
    from scenarios.format.lint import lint as lint_scenario
    from surfacebox.runs import plan
    from surfacebox.suites import chosen_scenarios

    found = {scenario.name: lint_scenario(scenario, plan()) for scenario in chosen_scenarios(suites, images=images)}
    if as_json:
        whole = {name: [flaw.to_json() for flaw in flaws] for name, flaws in found.items()}
        click.echo(json.dumps(whole, indent=2, ensure_ascii=False))
    else:
        for name, flaws in found.items():
            click.echo(f"{name}: {'sound' if not flaws else f'{len(flaws)} flaws'}")
            _tell(flaws)
    wrong = any(flaw.severity == "error" for flaws in found.values() for flaw in flaws)
    return DONE_AND_BAD if wrong else 0


@scenarios.command()
@_paths
@click.option("--mode", default="ui,text", show_default=True, show_envvar=True, help="ui, text or both.")
@_images
@settings_options("browser", "width", "height", "scale", "theme", "locale", "pages", "deadline_s")
@as_json
def check(suites: tuple[Path, ...], mode: str, images: Path | None, as_json: bool) -> int:
    """Proves each scenario: its oracle solves it, doing nothing fails, each change left out or altered fails.

    Exit code 1 when a scenario does not hold.
    """
    from surfacebox.proofs import proof_lines, prove_all
    from surfacebox.suites import chosen_modes, chosen_scenarios

    def tell(proof: Proof) -> None:
        click.echo("\n".join(proof_lines(proof)))

    work = prove_all(
        chosen_scenarios(suites, images=images),
        chosen_modes(mode),
        current_settings().settings,
        None if as_json else tell,
    )
    proofs = asyncio.run(work)
    if as_json:
        click.echo(json.dumps([proof.to_json() for proof in proofs], indent=2, ensure_ascii=False))
    return 0 if proofs and all(proof.holds for proof in proofs) else DONE_AND_BAD


@scenarios.command("import")
@click.argument("files", nargs=-1, required=True, metavar="PATH…", type=click.Path(path_type=Path))
@click.option(
    "--out-dir",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    show_envvar=True,
    help="Where NAME.yaml and the images are written; this folder if not given.",
)
@_images
@as_json
def import_(files: tuple[Path, ...], out_dir: Path, images: Path | None, as_json: bool) -> int:
    """Writes published scenario files, companions included, as native ones, and says what those still lack."""
    from scenarios.format.lint import lint as lint_scenario
    from surfacebox.imports import import_scenarios
    from surfacebox.runs import plan
    from surfacebox.suites import chosen_scenarios

    written = import_scenarios(chosen_scenarios(files, images=images), out_dir)
    flaws = {path: lint_scenario(scenario, plan()) for path, scenario in written.items()}
    if as_json:
        told = {str(path): [flaw.to_json() for flaw in found] for path, found in flaws.items()}
        click.echo(json.dumps(told, indent=2, ensure_ascii=False))
        return 0
    for path, scenario in written.items():
        click.echo(f"{scenario.name}: {path}")
        _tell(flaws[path])
    return 0


def _tell(flaws: Iterable[Flaw]) -> None:
    for flaw in flaws:
        click.echo(f"  {flaw.severity} {flaw.code}: {flaw.message}")
