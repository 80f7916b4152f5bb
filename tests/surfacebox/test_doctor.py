"""The doctor looks at each item for real and says the command that mends it."""

from __future__ import annotations

import json
import shutil
import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from surfacebox import doctor
from surfacebox.cli import main
from surfacebox.doctor import (
    Finding,
    check_browser,
    check_clock,
    check_disk,
    check_driver,
    check_fonts,
    check_key,
    check_port,
    fit,
)
from tests.surfacebox.conftest import ALL_FONTS, BROWSER, BareMachine

NOW = datetime.now(tz=UTC)


def test_a_driver_that_starts_is_ok() -> None:
    finding = check_driver()

    assert (finding.ok, finding.needed) == (True, True)
    assert finding.detail.startswith("v")


def test_a_driver_that_does_not_start_stops_screens_and_leads_to_the_library(bare_machine: BareMachine) -> None:
    bare_machine.put("apt-get")
    driver = bare_machine.put("driver", "sys.exit('driver: libatomic.so.1: cannot open shared object file')")
    finding = check_driver([str(driver)])

    assert (finding.ok, finding.needed) == (False, True)
    assert finding.detail == "driver: libatomic.so.1: cannot open shared object file"
    assert finding.remedy.endswith("apt-get install -y libatomic1)")


def test_a_browser_that_draws_is_ok(bare_machine: BareMachine, real_browser: str) -> None:
    bare_machine.put("chromium", real_browser)
    finding = check_browser(None)

    assert (finding.ok, finding.needed, finding.remedy) == (True, True, "")
    assert finding.detail.endswith(f"draws screens ({bare_machine.bin / 'chromium'})")


def test_a_browser_that_tells_its_version_and_does_not_start_is_missing(bare_machine: BareMachine) -> None:
    bare_machine.put("chromium", BROWSER)
    finding = check_browser(None)

    assert (finding.ok, finding.needed) == (False, True)
    assert "does not start" in finding.detail


def test_no_browser_leads_to_setup(bare_machine: BareMachine) -> None:
    finding = check_browser(None)

    assert (finding.ok, finding.needed) == (False, True)
    assert finding.remedy.startswith("surfacebox setup ")


def test_a_named_browser_that_does_not_work_leads_to_the_setting(bare_machine: BareMachine) -> None:
    finding = check_browser(bare_machine.bin / "none")

    assert not finding.ok
    assert finding.remedy.startswith("unset SURFACEBOX_BROWSER")


def test_missing_fonts_are_named_by_what_they_are_for_and_do_not_stop_screens(bare_machine: BareMachine) -> None:
    bare_machine.put("fc-match", "print('Noto Color Emoji' if 'Emoji' in args[-1] else 'DejaVu Sans')")
    bare_machine.put("apt-get")
    finding = check_fonts()

    assert (finding.ok, finding.needed) == (False, False)
    assert "Chinese, Japanese and Korean" in finding.detail
    assert finding.remedy.endswith("apt-get install -y fonts-noto-cjk")


def test_all_fonts_are_ok(bare_machine: BareMachine) -> None:
    bare_machine.put("fc-match", ALL_FONTS)

    assert check_fonts().ok


def test_a_folder_that_is_still_to_be_made_is_judged_by_the_one_above(tmp_path: Path) -> None:
    finding = check_disk(tmp_path / "not" / "yet")

    assert finding.ok
    assert finding.detail.endswith(f"GB free in {tmp_path}")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_below_a_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")

    assert not check_disk(tmp_path / "out" / "gallery").ok


def test_a_folder_that_cannot_be_written_stops_screens() -> None:
    finding = check_disk(Path("/proc/self"))

    assert (finding.ok, finding.needed) == (False, True)
    assert finding.remedy.startswith("chmod u+w /proc/self")


def test_a_disk_without_room_stops_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "NEEDED_BYTES", shutil.disk_usage(tmp_path).total + 1)
    finding = check_disk(tmp_path)

    assert not finding.ok
    assert "MB of room" in finding.remedy


def test_a_port_in_use_is_seen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        finding = check_port(server.getsockname()[1])

    assert (finding.ok, finding.needed) == (False, False)
    assert finding.remedy.startswith("surfacebox serve --port 0")


def test_a_free_port_is_ok_and_left_free() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

    assert check_port(port).ok
    assert check_port(port).ok


def test_a_key_is_told_as_set_and_never_shown() -> None:
    finding = check_key("OPENAI_API_KEY", {"OPENAI_API_KEY": "sk-secret"})

    assert finding.ok
    assert "secret" not in json.dumps(finding.to_json())


@pytest.mark.parametrize("environ", [{}, {"OPENAI_API_KEY": ""}, {"OPENAI_API_KEY": "  "}])
def test_an_empty_key_is_not_set_and_stops_nothing(environ: dict[str, str]) -> None:
    finding = check_key("OPENAI_API_KEY", environ)

    assert (finding.ok, finding.needed) == (False, False)
    assert finding.remedy == "export OPENAI_API_KEY=…"


def test_todays_clock_is_ok() -> None:
    assert check_clock(NOW).ok


@pytest.mark.parametrize("now", [datetime(1970, 1, 1, tzinfo=UTC), datetime(2025, 12, 31, tzinfo=UTC)])
def test_a_clock_before_this_release_is_wrong(now: datetime) -> None:
    assert check_clock(now).remedy == "sudo timedatectl set-ntp true"


def test_a_clock_behind_the_packages_own_files_is_wrong() -> None:
    written = datetime.fromtimestamp(Path(doctor.__file__).stat().st_mtime, tz=UTC)

    assert not check_clock(written - timedelta(days=2)).ok


@pytest.mark.parametrize(
    ("browser_ok", "fonts_ok", "expected"), [(True, True, True), (True, False, True), (False, True, False)]
)
def test_only_what_is_needed_decides_whether_screens_can_be_made(
    browser_ok: bool, fonts_ok: bool, expected: bool
) -> None:
    findings = (
        Finding(item="browser", ok=browser_ok, detail="", needed=True),
        Finding(item="fonts", ok=fonts_ok, detail=""),
    )

    assert fit(findings) is expected


def test_the_command_prints_one_line_per_item(
    bare_machine: BareMachine, real_browser: str, capsys: pytest.CaptureFixture[str]
) -> None:
    bare_machine.put("chromium", real_browser)
    bare_machine.put("fc-match", ALL_FONTS)

    assert main(["doctor"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [
        "driver",
        "browser",
        "fonts",
        "disk",
        "port",
        "ANTHROPIC_API_KEY",
        "OPENAI_API_KEY",
        "clock",
    ]
    assert [line.split()[1] for line in lines[:3]] == ["ok", "ok", "ok"]


def test_the_command_is_3_without_a_browser_and_prints_its_remedy_on_the_same_line(
    bare_machine: BareMachine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor"]) == 3
    line = capsys.readouterr().out.splitlines()[1]

    assert line.split()[:2] == ["browser", "missing"]
    assert " -> surfacebox setup " in line


def test_json_holds_the_same_findings_and_nothing_else(
    bare_machine: BareMachine, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret")

    assert main(["doctor", "--json"]) == 3
    printed = capsys.readouterr()
    report = json.loads(printed.out)
    by_item = {finding["item"]: finding for finding in report["findings"]}

    assert report["ok"] is False
    assert by_item["browser"]["needed"] is True
    assert by_item["ANTHROPIC_API_KEY"]["ok"] is True
    assert "sk-secret" not in printed.out
    assert printed.err == ""
