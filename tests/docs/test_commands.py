"""Every command in the documents runs as they say: same exit code, same words.

A block marked `console` holds commands after `$ ` and what they print; `…` stands for anything, on a line of its own
for any lines. A command must succeed unless `echo $?` follows it. A block marked `json NAME` or `yaml NAME` is a file
that commands may use. All blocks of a document run in one empty folder that holds a copy of the examples; the `make`
commands, marked `sh`, are run by `.ci/run`.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from renderer.browser import BrowserSettings

ROOT = Path(__file__).parents[2]
DOCUMENTS = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANY = "…"


@dataclass(frozen=True, slots=True)
class Command:
    line: str
    output: str


@dataclass(frozen=True, slots=True)
class Block:
    language: str
    file_name: str | None
    text: str

    def commands(self) -> Iterator[Command]:
        for part in re.split(r"^\$ ", self.text, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            yield Command(line, output)


def _blocks(document: Path) -> list[Block]:
    found = BLOCK.finditer(document.read_text(encoding="utf-8"))
    return [Block(match[1], match[2], match[3]) for match in found]


def _pattern(output: str) -> re.Pattern[str]:
    """What the output must be: `…` in a line is any text of that line, on a line of its own any lines."""
    lines = (
        "(?:.*\n)*?" if line == ANY else re.escape(line).replace(re.escape(ANY), ".*") + "\n"
        for line in output.splitlines()
    )
    return re.compile("".join(lines))


def _with_commands() -> list[Path]:
    return [document for document in DOCUMENTS if any(block.language == "console" for block in _blocks(document))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "surfacebox" / "examples", tmp_path / "surfacebox" / "examples")
    return tmp_path


@pytest.mark.parametrize("document", _with_commands(), ids=lambda path: path.name)
def test_the_commands_of_a_document_do_what_it_says(
    document: Path, folder: Path, browser_settings: BrowserSettings
) -> None:
    environ = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "SURFACEBOX_BROWSER": str(browser_settings.executable),
    }
    commands: list[Command] = []
    for block in _blocks(document):
        if block.file_name:
            (folder / block.file_name).write_text(block.text, encoding="utf-8")
        if block.language == "console":
            commands += block.commands()
    if any("curl " in command.line for command in commands) and shutil.which("curl") is None:
        pytest.skip("this document uses curl, which is not installed here")
    code = 0
    groups: list[int] = []
    try:
        for command, after in zip(commands, [*commands[1:], None], strict=True):
            code, output = _run(command, folder, environ, code, groups)
            checked = after is not None and after.line == "echo $?"
            assert _pattern(command.output).fullmatch(output), f"{command.line}\n{output}"
            assert code == 0 or checked, f"{command.line} ended with {code}"
    finally:
        # What a command left in the background ends even when a later one fails.
        for group in groups:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(group, signal.SIGKILL)


def _run(command: Command, folder: Path, environ: dict[str, str], code: int, groups: list[int]) -> tuple[int, str]:
    """Exit code and output of a command that sees `code` as that of the one before; notes its process group."""
    with subprocess.Popen(
        ["bash", "-c", f"(exit {code}); {command.line}"],
        cwd=folder,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        groups.append(process.pid)
        output, _ = process.communicate(timeout=120)
    return process.returncode, output


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_shell_command_of_a_document_is_one_that_is_run(document: Path) -> None:
    languages = {block.language for block in _blocks(document)}
    makes = [line for block in _blocks(document) if block.language == "sh" for line in block.text.splitlines()]
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)

    assert languages <= {"console", "json", "yaml", "sh", "text"}
    assert [line for line in makes if line.partition(" ")[0] != "make" or line.split()[1] not in targets] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_within_the_repository_leads_to_a_file(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s]+)", text) + re.findall(r'(?:src|href)="([^"#]+)"', text)
    inside = [link for link in links if "://" not in link]

    assert [link for link in inside if not (document.parent / link).exists()] == []


def test_the_readme_shows_the_golden_picture() -> None:
    golden = ROOT / "tests" / "golden" / "flight_booking.png"

    assert (ROOT / "docs" / "images" / "flight_booking.png").read_bytes() == golden.read_bytes()


@pytest.mark.parametrize(
    ("documented", "printed", "fits"),
    [
        ("a\n", "a\n", True),
        ("a\n", "a\nb\n", False),
        ("", "", True),
        ("", "a\n", False),
        ('"at": "…"\n', '"at": "12:00"\n', True),
        ("a\n…\nd\n", "a\nb\nc\nd\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
    ],
)
def test_documented_output_is_compared_word_by_word(documented: str, printed: str, fits: bool) -> None:
    assert bool(_pattern(documented).fullmatch(printed)) is fits
