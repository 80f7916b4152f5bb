"""The `surfacebox` command: what it offers, how it fails. Each command lives in the module that `COMMANDS` names.

To add a command, write it in a `commands_….py` and give it one line in `COMMANDS`. The module is imported when the
command runs, never for `surfacebox --help`. A command returns its exit code, or None for 0, and raises typed errors.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

import click

from surfacebox import __version__
from surfacebox.errors import DONE_AND_BAD, INTERRUPTED, MACHINE_UNFIT, WRONG_USAGE, exit_code

_MACHINE = "surfacebox.commands_machine"
_SCREEN = "surfacebox.commands_screen"
_RUN = "surfacebox.commands_run"

COMMANDS = {
    "demo": (
        f"{_RUN}:demo",
        "Plays the built-in scenarios with a scripted agent and user, in a real browser, without a key or a network.",
    ),
    "diff": (f"{_RUN}:diff", "Scores two sets of rows against expected changes; no run is needed."),
    "report": (f"{_RUN}:report", "Makes the table and the page of a run anew from what is stored."),
    "run": (f"{_RUN}:run", "Plays scenarios and scores them."),
    "scenarios": (
        "surfacebox.commands_scenarios:scenarios",
        "Lists scenarios, shows one, says what is missing in them, proves them, takes over published ones.",
    ),
    "score": (f"{_RUN}:score", "Scores stored episodes again, offline, without a model or a browser."),
    "config": (f"{_MACHINE}:config", "Shows the settings in force and where each was given."),
    "doctor": (f"{_MACHINE}:doctor", "Says what this machine has and lacks, and what mends it."),
    "gallery": (
        f"{_SCREEN}:gallery",
        "Draws every built-in example, light and dark, wide and narrow, with one page that shows them all.",
    ),
    "interact": (f"{_SCREEN}:interact", "Performs steps in the live page and prints what the agent would hear."),
    "mcp": ("surfacebox.commands_mcp:mcp", "Serves sessions to MCP clients, over stdio or streamable HTTP."),
    "render": (f"{_SCREEN}:render", "Makes the screenshot and the screen report of A2UI payloads."),
    "serve": (
        "surfacebox.commands_serve:serve",
        "Serves sessions over HTTP, Server-Sent Events and WebSocket, with a page to try payloads out.",
    ),
    "setup": (f"{_MACHINE}:setup", "Installs a browser and fonts where they are missing."),
    "validate": (
        f"{_SCREEN}:validate",
        "Says everything that is wrong with A2UI payloads, each fault with its place and its remedy.",
    ),
}
"""Name -> where the command is (module:attribute) and the line that `surfacebox --help` shows."""


class LazyGroup(click.Group):
    """A group that imports a command's module when that command is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}:{attribute} is not a command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][1]) for name in self.list_commands(ctx)])


@dataclass(slots=True)
class Invocation:
    """What the flags before the command's name said."""

    debug: bool = False


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, prog_name="surfacebox", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Shows the traceback of a failure.", show_envvar=True)
@click.pass_obj
def cli(invocation: Invocation, debug: bool) -> None:
    """Checks, shows, operates and scores the user interfaces that AI agents draw in A2UI.

    Exit codes: 0 done and good, 1 done and bad, 2 wrong usage or unreadable input, 3 the machine is not fit, 130
    interrupted.
    """
    invocation.debug = debug


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code; what went wrong is on stderr, in one or two lines."""
    invocation = Invocation()
    try:
        code = cli.main(
            list(sys.argv[1:] if arguments is None else arguments),
            prog_name="surfacebox",
            standalone_mode=False,
            obj=invocation,
            auto_envvar_prefix="SURFACEBOX",
        )
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return _close_stdout()
    except Exception as error:  # noqa: BLE001 -- the last line of defence: a user never sees a traceback unasked
        if invocation.debug:
            traceback.print_exception(error)
        if _was_interrupted(error):
            _say("interrupted")
            return INTERRUPTED
        return _report(error)
    return code if isinstance(code, int) else 0


def _was_interrupted(error: BaseException | None) -> bool:
    """Ctrl-C while a module in C is loaded comes out as that module's ImportError."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None


def _report(error: Exception) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)
        return WRONG_USAGE
    if isinstance(error, click.UsageError):
        _say(error.format_message(), f"Try '{error.ctx.command_path if error.ctx else 'surfacebox'} --help'.")
        return WRONG_USAGE
    if isinstance(error, click.ClickException):
        _say(error.format_message())
        return WRONG_USAGE
    if hasattr(error, "owner"):
        _say(str(error), str(getattr(error, "hint", "")))
        return exit_code(error)
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        lost = f": {error.filename} was not written" if error.filename else ""
        _say(f"the disk is full{lost}", "Make room, or write to another place; `run --resume` goes on with a run.")
        return MACHINE_UNFIT
    if isinstance(error, OSError) and error.filename is not None:
        _say(f"{error.strerror}: {error.filename}")
        return WRONG_USAGE
    _say(f"a fault of Surfacebox itself: {type(error).__name__}: {error}", "`surfacebox --debug …` shows where.")
    return DONE_AND_BAD


def _say(message: str, hint: str = "") -> None:
    click.echo(f"surfacebox: {' '.join(message.split())}", err=True)
    if hint:
        click.echo(f"  {' '.join(hint.split())}", err=True)


def _close_stdout() -> int:
    """The reader has gone (`surfacebox … | head`): quiet from here on, and 1 since the outcome was not told in full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE_AND_BAD
