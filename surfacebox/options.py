"""What commands have in common: settings as flags (`settings_options` puts them on a command, `current_settings` reads
what is in force there), `--json`, and the list of a group."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin

import click
from click.core import ParameterSource

from surfacebox.settings import PREFIX, VIEWPORT, Resolved, Settings, flag_of, resolve_settings

_GIVEN = "surfacebox.settings.given"
Command = TypeVar("Command", bound=Callable[..., Any])


as_json = click.option(
    "--json", "as_json", is_flag=True, envvar="SURFACEBOX_JSON", show_envvar=True, help="Prints JSON on stdout, alone."
)
"""The flag of every command that can answer in JSON; the command's parameter is `as_json`."""


class Group(click.Group):
    """A group whose list says the whole first sentence of each command."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        lines = [(name, command.get_short_help_str(limit=200)) for name, command in commands if command is not None]
        with formatter.section("Commands"):
            formatter.write_dl(lines)


def settings_options(*names: str) -> Callable[[Command], Command]:
    """Adds the flags of the named settings (all if none are named); `--viewport` comes with `width` and `height`.

    The command gets no arguments for them: it calls `current_settings`.
    """
    chosen = names or tuple(Settings.model_fields)

    def add(command: Command) -> Command:
        for name in reversed(chosen):
            command = _flag(name)(command)
        return _viewport(command) if {"width", "height"} <= set(chosen) else command

    return add


def current_settings() -> Resolved:
    """The settings of the running command, from its flags, the environment and the working folder's file."""
    flags = click.get_current_context().meta.get(_GIVEN, {})
    return resolve_settings(flags=flags, environ=os.environ, folder=Path.cwd())


def _flag(name: str) -> Callable[[Command], Command]:
    field = Settings.model_fields[name]
    kind, many = _click_type(field.annotation)
    return click.option(
        flag_of(name),
        name,
        type=kind,
        multiple=many,
        default=None,
        envvar=PREFIX + name.upper(),
        show_envvar=True,
        expose_value=False,
        callback=_remember,
        help=f"{field.description} [default: {_shown(field.default)}]" if field.default else field.description,
    )


def _viewport(command: Command) -> Command:
    return click.option(
        f"--{VIEWPORT}",
        metavar="WxH",
        envvar=PREFIX + VIEWPORT.upper(),
        show_envvar=True,
        expose_value=False,
        callback=_remember,
        help="Width and height at once, such as 600x800.",
    )(command)


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    # Only what was typed is a flag: the environment is read again with the file, so that each value has one source.
    if parameter.name and context.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE:
        context.meta.setdefault(_GIVEN, {})[parameter.name] = value


def _click_type(annotation: Any) -> tuple[Any, bool]:
    if get_origin(annotation) is UnionType:
        annotation = next(one for one in get_args(annotation) if one is not type(None))
    if get_origin(annotation) is Literal:
        return click.Choice(get_args(annotation)), False
    if get_origin(annotation) is tuple:
        return str, True
    return (click.Path(path_type=Path) if annotation is Path else annotation), False


def _shown(default: object) -> str:
    return "the whole screen" if default is True else str(default)
