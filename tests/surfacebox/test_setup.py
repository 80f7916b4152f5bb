"""Set-up brings what is missing by the first way that works, and says the command where none does.

The programs it calls (the downloader, apt-get, sudo, fc-match) are small ones that each test puts on an empty search
path: the real ones would change the machine that runs the tests.
"""

from __future__ import annotations

import json
import os
import select
from pathlib import Path

import pytest

from surfacebox.cli import main
from surfacebox.setup import DOWNLOAD, Ran, Step, run, set_up, try_driver
from tests.surfacebox.conftest import ALL_FONTS, BROWSER, BareMachine

BRINGS_BROWSER = f"put('chromium-headless-shell', {BROWSER!r})"
APT_WITH_BOTH = f"""
if 'chromium-headless-shell' in args:
    {BRINGS_BROWSER}
if 'fonts-noto-cjk' in args:
    put('fc-match', "import sys; " + {"print(sys.argv[-1])"!r})
"""
NO_DOWNLOAD = "print('Error: the host does not answer'); print('    at Socket.connect'); sys.exit(1)"


@pytest.fixture
def as_administrator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.fixture
def as_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)


def _set_up(machine: BareMachine, *, browser: Path | None = None) -> tuple[Step, Step]:
    """Sets up a machine whose driver starts; gives the steps for browser and fonts."""
    driver, first, second = set_up(
        browser=browser,
        deadline_s=30,
        say=lambda text: None,
        driver=["/bin/echo", "v24.1.0"],
        download=[str(machine.bin / "download")],
    )
    assert driver == Step("driver", "there", "v24.1.0")
    return first, second


def _set_up_driver(machine: BareMachine) -> Step:
    machine.put("chromium", BROWSER)
    machine.put("fc-match", ALL_FONTS)
    steps = set_up(browser=None, deadline_s=30, say=lambda text: None, driver=[str(machine.bin / "driver")])
    return steps[0]


def test_a_machine_that_has_all_is_left_alone(bare_machine: BareMachine) -> None:
    bare_machine.put("chromium", BROWSER)
    bare_machine.put("fc-match", ALL_FONTS)
    for name in ("download", "apt-get", "sudo"):
        bare_machine.put(name)

    steps = _set_up(bare_machine)

    assert [step.state for step in steps] == ["there", "there"]
    assert steps[0].detail == f"Chromium 156.0.1.2 ({bare_machine.bin / 'chromium'})"
    assert [bare_machine.calls(name) for name in ("download", "apt-get", "sudo")] == [[], [], []]


def test_the_download_is_tried_first(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("fc-match", ALL_FONTS)
    bare_machine.put("download", BRINGS_BROWSER)
    bare_machine.put("apt-get")

    browser, _ = _set_up(bare_machine)

    assert browser.state == "installed"
    assert bare_machine.calls("apt-get") == []


def test_the_systems_packages_follow_when_the_download_fails(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("download", NO_DOWNLOAD)
    bare_machine.put("apt-get", APT_WITH_BOTH)

    browser, fonts = _set_up(bare_machine)
    updates, *installs = bare_machine.calls("apt-get")

    assert (browser.state, fonts.state) == ("installed", "installed")
    assert updates == "update -qq"
    assert [call.split()[-1] for call in installs] == ["chromium-headless-shell", "fonts-noto-color-emoji"]


def test_a_download_that_does_not_start_here_is_followed_by_the_systems_packages(
    bare_machine: BareMachine, as_administrator: None
) -> None:
    bare_machine.put("download", "put('chromium-headless-shell', 'raise SystemExit(127)')")
    bare_machine.put("apt-get", APT_WITH_BOTH)

    assert _set_up(bare_machine)[0].state == "installed"


def test_the_full_browser_is_taken_where_there_is_no_headless_shell(
    bare_machine: BareMachine, as_administrator: None
) -> None:
    bare_machine.put("download", NO_DOWNLOAD)
    bare_machine.put(
        "apt-get",
        f"if args[-1] == 'chromium': put('chromium', {BROWSER!r})\n"
        "elif args[0] == 'install': print('E: Unable to locate package ' + args[-1]); sys.exit(100)",
    )

    assert _set_up(bare_machine)[0].detail == f"Chromium 156.0.1.2 ({bare_machine.bin / 'chromium'})"


def test_fontconfig_comes_with_the_fonts_where_it_is_missing(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("chromium", BROWSER)
    bare_machine.put("apt-get", APT_WITH_BOTH)

    _, fonts = _set_up(bare_machine)

    assert fonts == Step("fonts", "installed", "fontconfig, fonts-noto-cjk, fonts-noto-color-emoji")


def test_only_the_fonts_that_are_absent_are_installed(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("chromium", BROWSER)
    bare_machine.put("fc-match", "print('Noto Color Emoji' if 'Emoji' in args[-1] else 'DejaVu Sans')")
    bare_machine.put("apt-get", f"if args[0] == 'install': put('fc-match', {'import sys; print(sys.argv[-1])'!r})")

    assert _set_up(bare_machine)[1] == Step("fonts", "installed", "fonts-noto-cjk")


def test_without_a_password_nothing_is_installed_and_the_command_is_said(
    bare_machine: BareMachine, as_user: None
) -> None:
    bare_machine.put("download", NO_DOWNLOAD)
    bare_machine.put("apt-get", APT_WITH_BOTH)
    bare_machine.put("sudo", "sys.exit(1)")

    browser, fonts = _set_up(bare_machine)

    assert bare_machine.calls("apt-get") == []
    assert browser.state == "missing"
    assert "Error: the host does not answer" in browser.detail
    assert "needs the administrator's password" in browser.detail
    assert browser.remedy == "sudo apt-get update && sudo apt-get install -y chromium-headless-shell"
    assert fonts.state == "missing"
    assert fonts.remedy.endswith("install -y fontconfig fonts-noto-cjk fonts-noto-color-emoji")


def test_sudo_is_used_where_it_asks_nothing(bare_machine: BareMachine, as_user: None) -> None:
    bare_machine.put("download", NO_DOWNLOAD)
    bare_machine.put("apt-get", APT_WITH_BOTH)
    bare_machine.put("sudo", "if args[1] != 'true': os.execv(str(bin / args[1]), args[1:])")

    assert [step.state for step in _set_up(bare_machine)] == ["installed", "installed"]
    assert bare_machine.calls("sudo")[1] == "-n apt-get update -qq"


def test_where_no_package_manager_is_known_the_download_is_the_remedy(bare_machine: BareMachine) -> None:
    bare_machine.put("download", NO_DOWNLOAD)

    browser, fonts = _set_up(bare_machine)

    assert browser.remedy == "python -m playwright install --with-deps chromium-headless-shell"
    assert "fonts-noto-cjk" in fonts.remedy


def test_package_lists_that_cannot_be_read_are_the_reason(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("download", NO_DOWNLOAD)
    bare_machine.put("apt-get", "print('E: Failed to fetch the lists'); sys.exit(100)")

    browser, _ = _set_up(bare_machine)

    assert "chromium: E: Failed to fetch the lists" in browser.detail


def test_the_library_that_the_driver_lacks_is_installed(bare_machine: BareMachine, as_administrator: None) -> None:
    bare_machine.put("driver", "sys.exit('driver: libatomic.so.1: cannot open shared object file')")
    bare_machine.put("apt-get", f"if args[-1] == 'libatomic1': put('driver', {'print(24)'!r})")

    assert _set_up_driver(bare_machine) == Step("driver", "installed", "libatomic1")


def test_a_driver_that_does_not_start_is_reported_with_its_reason(bare_machine: BareMachine, as_user: None) -> None:
    bare_machine.put("driver", "sys.exit('driver: libatomic.so.1: cannot open shared object file')")
    bare_machine.put("apt-get")
    step = _set_up_driver(bare_machine)

    assert step.state == "missing"
    assert step.detail.startswith("driver: libatomic.so.1: cannot open shared object file; ")
    assert step.remedy == "sudo apt-get update && sudo apt-get install -y libatomic1"


def test_the_real_driver_starts() -> None:
    assert try_driver().ok


def test_a_named_browser_that_does_not_work_is_reported_and_not_replaced(
    bare_machine: BareMachine, as_administrator: None
) -> None:
    bare_machine.put("chromium", BROWSER)
    bare_machine.put("download", BRINGS_BROWSER)

    browser, _ = _set_up(bare_machine, browser=bare_machine.bin / "none")

    assert browser.state == "missing"
    assert bare_machine.calls("download") == []


def test_a_program_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    reader = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)

    result = run(["sh", "-c", f"(echo here; exec sleep 600) > {alive} & wait"], deadline_s=2)
    os.set_blocking(reader, True)
    said = os.read(reader, 100)
    ended, _, _ = select.select([reader], [], [], 30)

    assert result == Ran(False, "not done after 2 s")
    assert said == b"here\n"
    assert ended and os.read(reader, 100) == b"", "the child still holds its end of the pipe"
    os.close(reader)


def test_a_program_that_does_not_exist_is_a_reason_not_a_crash() -> None:
    result = run(["/no/such/program"], deadline_s=5)

    assert not result.ok
    assert "No such file" in result.why


def test_a_program_that_asks_a_question_gets_no_answer() -> None:
    assert run(["sh", "-c", "read answer || echo nobody answers"], deadline_s=5) == Ran(True, "nobody answers")


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("Reading lists\nE: Unable to locate package x\nbye", "E: Unable to locate package x"),
        ("Error: no route\n    at Socket.connect (net.js:1)", "Error: no route"),
        ("one\ntwo\n\n", "two"),
        ("", "exit code 4"),
    ],
)
def test_the_reason_is_the_line_that_tells_most(tmp_path: Path, output: str, why: str) -> None:
    (tmp_path / "said").write_text(output)

    assert run(["sh", "-c", f"cat {tmp_path / 'said'}; exit 4"], deadline_s=5) == Ran(False, why)


def test_the_command_is_quiet_when_all_is_there(bare_machine: BareMachine, capsys: pytest.CaptureFixture[str]) -> None:
    bare_machine.put("chromium", BROWSER)
    bare_machine.put("fc-match", ALL_FONTS)

    assert main(["setup", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")


def test_the_command_is_3_without_a_browser_and_says_the_remedy(
    bare_machine: BareMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup", "--json", "--browser", str(bare_machine.bin / "none")]) == 3
    printed = capsys.readouterr()
    driver, browser, _ = json.loads(printed.out)["steps"]

    assert (driver["item"], driver["state"]) == ("driver", "there")
    assert (browser["item"], browser["state"]) == ("browser", "missing")
    assert "setup: browser missing" in printed.err


def test_missing_fonts_alone_are_a_warning(bare_machine: BareMachine, capsys: pytest.CaptureFixture[str]) -> None:
    bare_machine.put("chromium", BROWSER)

    assert main(["setup"]) == 0
    assert "setup: fonts missing" in capsys.readouterr().err


def test_the_real_download_is_playwrights_headless_shell() -> None:
    assert DOWNLOAD[1:] == ("-m", "playwright", "install", "chromium-headless-shell")
