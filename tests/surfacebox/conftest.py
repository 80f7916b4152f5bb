"""A machine with nothing on it but the programs that a test puts there."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from renderer.browser import find_browser


@dataclass(frozen=True, slots=True)
class BareMachine:
    """`bin` is the whole search path; `log` holds one line per call of a program that a test put there."""

    bin: Path
    log: Path

    def put(self, name: str, body: str = "") -> Path:
        """Puts a program there: Python, with `args` its arguments and `put(name, body)` to bring another program."""
        program = self.bin / name
        program.write_text(
            f"#!{sys.executable}\n"
            "import os, pathlib, sys\n"
            "name, *args = [pathlib.Path(sys.argv[0]).name, *sys.argv[1:]]\n"
            f"bin, log = pathlib.Path({str(self.bin)!r}), pathlib.Path({str(self.log)!r})\n"
            "def put(name, body):\n"
            f"    (bin / name).write_text('#!{sys.executable}\\n' + body)\n"
            "    (bin / name).chmod(0o755)\n"
            "with log.open('a') as file:\n"
            "    file.write(' '.join([name, *args]) + '\\n')\n"
            f"{body}\n"
        )
        program.chmod(0o755)
        return program

    def calls(self, name: str) -> list[str]:
        """How a program was called so far, its arguments joined."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line.removeprefix(f"{name} ") for line in lines if line.split(" ")[0] == name]


@pytest.fixture(scope="session")
def real_browser() -> str:
    """The body of a program that becomes this machine's browser, which has its own search path."""
    path, search_path = find_browser(None).path, os.environ["PATH"]
    return f"os.environ['PATH'] = {search_path!r}; os.execv({str(path)!r}, [{str(path)!r}, *args])"


BROWSER = "print('Chromium 156.0.1.2')"
"""Tells a version and draws nothing."""
ALL_FONTS = "print(args[-1])"
"""As if every font were installed."""


@pytest.fixture
def bare_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BareMachine:
    """No browser, no fontconfig, no package manager, an empty home."""
    machine = BareMachine(tmp_path / "bin", tmp_path / "calls.log")
    machine.bin.mkdir()
    monkeypatch.setenv("PATH", str(machine.bin))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("SURFACEBOX_BROWSER", "PLAYWRIGHT_BROWSERS_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return machine
