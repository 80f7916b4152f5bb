"""The command line fails in one or two lines, with the exit code of the contract, and starts light."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import click
import pytest

from renderer.errors import BrowserMissing, Unreachable
from surfacebox import __version__
from surfacebox.cli import COMMANDS, cli, main
from surfacebox.errors import InputUnreadable, MachineUnfit, SettingInvalid

HEAVY = ("playwright", "a2ui", "scipy", "numpy", "pydantic", "fastapi", "anthropic", "openai", "PIL", "rich", "asyncio")

AddCommand = Callable[[Callable[[], int | None]], None]


@pytest.fixture
def add_command(monkeypatch: pytest.MonkeyPatch) -> AddCommand:
    """Puts a command called `extra` on the command line for this test."""

    def add(body: Callable[[], int | None]) -> None:
        module = ModuleType("extra_command")
        monkeypatch.setattr(module, "extra", click.Command("extra", callback=body), raising=False)
        monkeypatch.setitem(sys.modules, "extra_command", module)
        monkeypatch.setitem(COMMANDS, "extra", ("extra_command:extra", "Something more."))

    return add


@pytest.fixture
def fail_with(add_command: AddCommand) -> Callable[..., int]:
    """Runs a command that raises the given error, after the given flags; gives the exit code."""

    def run(error: BaseException, *flags: str) -> int:
        def body() -> None:
            raise error

        add_command(body)
        return main([*flags, "extra"])

    return run


def _run(*arguments: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """The real program in a real process."""
    return subprocess.run(
        [sys.executable, "-m", "surfacebox", *arguments],
        cwd=cwd,
        env={**os.environ, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def _commands(group: click.Group) -> list[tuple[str, click.Command]]:
    """Every command with its full name, groups included."""
    found = []
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        found.append((name, command))
        if isinstance(command, click.Group):
            found += [(f"{name} {below}", one) for below, one in _commands(command)]
    return found


ALL_COMMANDS = _commands(cli)


def test_the_console_script_is_this_main() -> None:
    (script,) = entry_points(group="console_scripts", name="surfacebox")

    assert script.load() is main


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"surfacebox {__version__}\n"


def test_help_lists_every_command_with_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())

    assert all(f"{name} {line}" in words for name, (_, line) in COMMANDS.items())


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    program = f"import sys, surfacebox.cli as c; c.main(['--help']); print([m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(("name", "command"), ALL_COMMANDS, ids=[name for name, _ in ALL_COMMANDS])
def test_every_command_explains_itself(name: str, command: click.Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    assert command.help
    assert command.help.splitlines()[0] in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("name", ["scenarios", "config"])
def test_a_group_lists_each_command_with_its_whole_first_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    words = " ".join(capsys.readouterr().out.partition("Commands:")[2].split())

    assert "..." not in words
    assert all(
        " ".join(str(below.help).partition("\n\n")[0].split()) in words
        for full, below in ALL_COMMANDS
        if full.startswith(f"{name} ")
    )


@pytest.mark.parametrize(("name", "command"), ALL_COMMANDS, ids=[name for name, _ in ALL_COMMANDS])
def test_every_flag_has_a_help_text_and_names_its_variable(name: str, command: click.Command) -> None:
    with click.Context(cli, info_name="surfacebox", auto_envvar_prefix="SURFACEBOX") as context:
        for part in name.split():
            group = context.command
            assert isinstance(group, click.Group)
            below = group.get_command(context, part)
            assert below is not None
            context = click.Context(below, info_name=part, parent=context)
    options = [one for one in command.params if isinstance(one, click.Option)]

    assert [one.name for one in options if not one.help] == []
    assert [one.name for one in options if not _names_its_variable(one, context)] == []


def _names_its_variable(option: click.Option, context: click.Context) -> bool:
    """The variable is called as the flag is; a unit or a plural may follow."""
    flag = max(option.opts, key=len).lstrip("-").replace("-", "_").upper()
    return re.search(rf"env var: SURFACEBOX_(\w+_)?{flag}", str(option.get_help_record(context))) is not None


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_list_is_the_first_sentence_of_the_commands_help(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)

    assert command is not None
    assert COMMANDS[name][1].removesuffix(".") == command.get_short_help_str(limit=200).removesuffix(".")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["paint"], "No such command 'paint'"),
        (["doctor", "--fast"], "No such option"),
        (["doctor", "--out"], "Option '--out' requires an argument"),
        (["config", "show", "--width", "wide"], "'wide' is not a valid integer"),
        (["config", "show", "--theme", "sepia"], "'sepia' is not one of 'light', 'dark'"),
    ],
)
def test_wrong_usage_is_2_and_points_to_help(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert "--help" in printed.err


def test_a_group_without_a_command_shows_its_help_and_is_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config"]) == 2
    printed = capsys.readouterr()

    assert printed.out == ""
    assert printed.err.startswith("Usage: surfacebox config [OPTIONS] COMMAND")


def test_a_wrong_setting_is_2_and_names_flag_and_rule(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "show", "--viewport", "huge"]) == 2
    lines = capsys.readouterr().err.splitlines()

    assert lines == ["surfacebox: --viewport: viewport is 'huge', expected width x height in pixels, such as 600x800"]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (InputUnreadable("a.json", "no JSON", hint="Look at line 3."), 2),
        (SettingInvalid("width", place="--width", got=1, expected="more"), 2),
        (MachineUnfit("no room", hint="Make room."), 3),
        (BrowserMissing("no browser", hint="surfacebox setup"), 3),
        (Unreachable("book", "backdrop"), 1),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "a.json"), 2),
        (OSError(errno.ENOSPC, "No space left on device"), 3),
        (ZeroDivisionError("division by zero"), 1),
        (KeyboardInterrupt(), 130),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else str(value),
)
def test_each_fault_has_its_exit_code_and_at_most_two_lines(
    fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str], error: BaseException, code: int
) -> None:
    assert fail_with(error) == code
    printed = capsys.readouterr()
    lines = printed.err.strip().splitlines()

    assert printed.out == ""
    assert 1 <= len(lines) <= 2
    assert lines[0].startswith("surfacebox: ")
    assert "Traceback" not in printed.err


def test_the_hint_of_a_fault_is_its_second_line(
    fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(BrowserMissing("no browser", hint="surfacebox setup"))

    assert capsys.readouterr().err == "surfacebox: no browser\n  surfacebox setup\n"


def test_a_message_of_many_lines_is_said_in_one(
    fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    fail_with(ValueError("first\n  second\nthird"))

    assert "first second third" in capsys.readouterr().err.splitlines()[0]


def test_ctrl_c_while_a_module_loads_is_no_fault_of_that_module(
    fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    broken = ImportError("initialization failed")
    broken.__context__ = KeyboardInterrupt()

    assert fail_with(broken) == 130
    assert capsys.readouterr().err.splitlines()[-1] == "surfacebox: interrupted"


def test_debug_shows_the_traceback(fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    assert fail_with(ZeroDivisionError("division by zero"), "--debug") == 1
    assert "Traceback (most recent call last)" in capsys.readouterr().err


def test_debug_can_be_asked_for_in_the_environment(
    fail_with: Callable[..., int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SURFACEBOX_DEBUG", "1")
    fail_with(ZeroDivisionError("division by zero"))

    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (1, 1), (3, 3)])
def test_what_a_command_returns_is_the_exit_code(add_command: AddCommand, returned: int | None, code: int) -> None:
    add_command(lambda: returned)

    assert main(["extra"]) == code


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    shell = f"set -o pipefail; '{sys.executable}' -m surfacebox config show --json | true"
    done = subprocess.run(["bash", "-c", shell], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    assert done.stderr == ""


def test_config_show_tells_value_and_place(tmp_path: Path) -> None:
    (tmp_path / "surfacebox.toml").write_text("pages = 3\nscale = 2\n")
    done = _run(
        "config", "show", "--json", "--viewport-only", cwd=tmp_path, SURFACEBOX_SCALE="1.5", SURFACEBOX_THEME="dark"
    )
    shown = json.loads(done.stdout)

    assert (done.returncode, done.stderr) == (0, "")
    assert shown["pages"] == {"value": 3, "place": "surfacebox.toml"}
    assert shown["scale"] == {"value": 1.5, "place": "SURFACEBOX_SCALE"}
    assert shown["theme"] == {"value": "dark", "place": "SURFACEBOX_THEME"}
    assert shown["full_page"] == {"value": False, "place": "--full-page/--viewport-only"}
    assert shown["width"] == {"value": 600, "place": "default"}


def test_config_show_prints_one_line_per_setting(tmp_path: Path) -> None:
    done = _run("config", "show", "--allow-host", "a.example", "--allow-host", "b.example", cwd=tmp_path)
    rows = {line.split()[0]: line for line in done.stdout.splitlines()}

    assert rows["allow_hosts"].split(maxsplit=1)[1].split("  ")[0] == '["a.example", "b.example"] --allow-host'


def test_a_broken_settings_file_stops_the_command(tmp_path: Path) -> None:
    (tmp_path / "surfacebox.toml").write_text("width")
    done = _run("config", "show", cwd=tmp_path)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("surfacebox: cannot read surfacebox.toml: ")
