"""Puts a browser, what drives it, and fonts on the machine where they are missing.

For the browser Playwright's download comes first, then the system's packages; fonts come from the system's packages.

`python -m surfacebox.setup` is `surfacebox setup`.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Literal

import playwright

from renderer.browser import FoundBrowser, find_browser
from renderer.errors import BrowserMissing
from renderer.fonts import Lookup, missing

DRIVER = (str(Path(playwright.__file__).parent / "driver" / "node"), "--version")
"""Starts the program that Playwright talks to browsers with; a lean system lacks a library that it needs."""
DRIVER_PACKAGE = "libatomic1"
DRIVER_SECONDS = 20.0
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "chromium-headless-shell")
BROWSER_PACKAGES = ("chromium-headless-shell", "chromium")
"""Debian packages that bring a browser, the best first: the headless shell starts quicker and needs half the memory."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that set-up looked after. `remedy` is the command for a person, when it is still missing."""

    item: Literal["driver", "browser", "fonts"]
    state: Literal["there", "installed", "missing"]
    detail: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a program: `why` is the last line it printed that tells something, or that its time ran out."""

    ok: bool
    why: str


def run(command: Sequence[str], *, deadline_s: float) -> Ran:
    """Runs a program without input; it and its children are ended when the deadline passes."""
    environ = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env=environ,
            start_new_session=True,
        )
    except OSError as error:
        return Ran(False, str(error))
    with process:
        try:
            output, _ = process.communicate(timeout=deadline_s)
        except BaseException as error:
            os.killpg(process.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                return Ran(False, f"not done after {deadline_s:g} s")
            raise
    return Ran(process.returncode == 0, _telling_line(output) or f"exit code {process.returncode}")


def _telling_line(output: str) -> str:
    """The last line that names an error, else the last line that is not part of a stack trace."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not line.lstrip().startswith("at ")]
    errors = [line for line in lines if re.match(r"(E|Error|error|fatal)\b", line)]
    return (errors or lines or [""])[-1]


@dataclass(slots=True)
class Apt:
    """The package manager of Debian and its kin, where this person may use it."""

    deadline_s: float
    _fresh: bool = field(default=False, init=False)

    @staticmethod
    def present() -> bool:
        return shutil.which("apt-get") is not None

    def install(self, *packages: str) -> Ran:
        """Installs packages; refuses at once when that would need a password."""
        prefix = _privilege(self.deadline_s)
        if prefix is None:
            return Ran(False, "needs the administrator's password")
        if not self._fresh:
            updated = run([*prefix, "apt-get", "update", "-qq"], deadline_s=self.deadline_s)
            if not updated.ok:
                return updated
            self._fresh = True
        options = ["-y", "-qq", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=120"]
        return run([*prefix, "apt-get", "install", *options, *packages], deadline_s=self.deadline_s)


def set_up(
    *,
    browser: Path | None,
    deadline_s: float,
    say: Say,
    driver: Sequence[str] = DRIVER,
    download: Sequence[str] = DOWNLOAD,
) -> tuple[Step, ...]:
    """Looks after driver, browser and fonts. `deadline_s` bounds each download; `say` hears what takes long."""
    apt = Apt(deadline_s)
    return (
        _ensure_driver(driver, apt=apt, say=say),
        _ensure_browser(browser, apt=apt, say=say, download=download),
        _ensure_fonts(apt=apt, say=say),
    )


def try_driver(driver: Sequence[str] = DRIVER) -> Ran:
    """Starts Playwright's driver once; `why` is its version, or the reason why it does not start."""
    return run(driver, deadline_s=DRIVER_SECONDS)


def _ensure_driver(driver: Sequence[str], *, apt: Apt, say: Say) -> Step:
    tried = try_driver(driver)
    if tried.ok:
        return Step("driver", "there", tried.why)
    why = tried.why
    if apt.present():
        say(f"installing the system package {DRIVER_PACKAGE} …")
        installed = apt.install(DRIVER_PACKAGE)
        again = try_driver(driver)
        if again.ok:
            return Step("driver", "installed", DRIVER_PACKAGE)
        why = again.why if installed.ok else f"{why}; {DRIVER_PACKAGE}: {installed.why}"
    return Step("driver", "missing", why, packages_remedy([DRIVER_PACKAGE]))


def _ensure_browser(explicit: Path | None, *, apt: Apt, say: Say, download: Sequence[str]) -> Step:
    """Finds a browser or brings one. One that was named and does not work is reported, never replaced."""
    try:
        return Step("browser", "there", _describe(find_browser(explicit)))
    except BrowserMissing as error:
        if explicit is not None:
            return Step("browser", "missing", str(error), "Name another with --browser, or none to have one found.")
    say("no browser on this machine yet")
    reasons = []
    for name, bring in _ways_to_a_browser(apt, download):
        say(f"{name} …")
        brought = bring()
        if found := _found():
            return Step("browser", "installed", found)
        reasons.append(f"{name}: {'it does not start here' if brought.ok else brought.why}")
    return Step("browser", "missing", "; ".join(reasons), browser_remedy())


def _ways_to_a_browser(apt: Apt, download: Sequence[str]) -> Iterator[tuple[str, Callable[[], Ran]]]:
    yield "downloading Chromium (about 100 MB)", partial(run, download, deadline_s=apt.deadline_s)
    if apt.present():
        for package in BROWSER_PACKAGES:
            yield f"installing the system package {package}", partial(apt.install, package)


def _found() -> str | None:
    try:
        return _describe(find_browser(None))
    except BrowserMissing:
        return None


def _describe(found: FoundBrowser) -> str:
    return f"Chromium {found.version} ({found.path})"


def _ensure_fonts(*, apt: Apt, say: Say) -> Step:
    """Brings the fonts for Chinese, Japanese, Korean and emoji; without them such text shows as boxes."""
    absent = missing()
    if not absent:
        return Step("fonts", "there", "Chinese, Japanese, Korean and emoji text can be shown")
    packages = font_packages(absent)
    why = "no package manager that set-up knows"
    if apt.present():
        say(f"installing the system packages {' '.join(packages)} …")
        installed = apt.install(*packages)
        if installed.ok and not missing():
            return Step("fonts", "installed", ", ".join(packages))
        why = installed.why
    purposes = " and ".join(lookup.family.purpose for lookup in absent)
    return Step("fonts", "missing", f"{purposes} will show as boxes; {why}", packages_remedy(packages))


def font_packages(absent: Sequence[Lookup]) -> list[str]:
    """The Debian packages for what is absent, with fontconfig first where the machine cannot be asked without it."""
    asked = all(lookup.checked for lookup in absent)
    return [*([] if asked else ["fontconfig"]), *(lookup.family.package for lookup in absent)]


def browser_remedy() -> str:
    """The command that brings a browser on this machine."""
    if Apt.present():
        return packages_remedy([BROWSER_PACKAGES[0]])
    return "python -m playwright install --with-deps chromium-headless-shell"


def packages_remedy(packages: Sequence[str]) -> str:
    """The command that installs Debian packages here, or their names where there is no such command."""
    if Apt.present():
        return f"{_sudo()}apt-get update && {_sudo()}apt-get install -y {' '.join(packages)}"
    return f"install with the system's package manager what Debian calls {', '.join(packages)}"


def _privilege(deadline_s: float) -> list[str] | None:
    """What goes before a command that needs the administrator: nothing as root, sudo without a question, or None."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") and run(["sudo", "-n", "true"], deadline_s=deadline_s).ok:
        return ["sudo", "-n"]
    return None


def _sudo() -> str:
    return "" if os.geteuid() == 0 else "sudo "


if __name__ == "__main__":
    from surfacebox.cli import main

    sys.exit(main(["setup", *sys.argv[1:]]))
