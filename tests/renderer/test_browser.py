from __future__ import annotations

import json
import os
from pathlib import Path

import playwright
import pytest

from renderer import browser
from renderer.browser import BrowserSettings, FoundBrowser, find_browser, launch_arguments
from renderer.errors import BrowserMissing, RendererError

REVISIONS = Path(playwright.__file__).parent / "driver" / "package" / "browsers.json"


def program(path: Path, *, answer: str = "Chromium 156.0.8078.108 built on a machine", status: int = 0) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{answer}'\nexit {status}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser; what is put into its `bin` is on the search path."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}")
    return tmp_path


def registry(folder: Path, name: str, *, revision: str | None = None) -> Path:
    listed = json.loads(REVISIONS.read_text(encoding="utf-8"))["browsers"]
    own = next(entry["revision"] for entry in listed if entry["name"] == name)
    return folder / f"{name.replace('-', '_')}-{revision or own}" / "chrome-linux"


def test_the_browser_that_was_named_is_used(nothing: Path) -> None:
    named = program(nothing / "mine" / "my-chrome")
    program(nothing / "bin" / "chromium")

    assert find_browser(named, registry=nothing) == FoundBrowser(named, "setting", "156.0.8078.108")


def test_a_browser_may_be_named_by_its_command(nothing: Path) -> None:
    named = program(nothing / "bin" / "my-chrome")

    assert find_browser(Path("my-chrome"), registry=nothing).path == named


def test_a_named_browser_that_does_not_exist_is_never_replaced_by_another(nothing: Path) -> None:
    program(nothing / "bin" / "chromium")
    with pytest.raises(BrowserMissing, match="does not exist") as raised:
        find_browser(nothing / "gone", registry=nothing)

    assert "SURFACEBOX_BROWSER" in raised.value.hint


def test_a_named_browser_that_does_not_start_is_told(nothing: Path) -> None:
    with pytest.raises(BrowserMissing, match="does not start"):
        find_browser(program(nothing / "broken", status=1), registry=nothing)


def test_the_browser_that_playwright_brings_comes_before_those_of_the_system(nothing: Path) -> None:
    program(nothing / "bin" / "chromium-headless-shell")
    own = program(registry(nothing, "chromium") / "chrome")

    assert find_browser(None, registry=nothing) == FoundBrowser(own, "playwright", "156.0.8078.108")


def test_the_headless_shell_comes_before_the_whole_browser(nothing: Path) -> None:
    program(registry(nothing, "chromium") / "chrome")
    shell = program(registry(nothing, "chromium-headless-shell") / "headless_shell")

    assert find_browser(None, registry=nothing).path == shell


def test_a_browser_of_another_playwright_is_not_used(nothing: Path) -> None:
    program(registry(nothing, "chromium", revision="1") / "chrome")
    system = program(nothing / "bin" / "chromium")

    assert find_browser(None, registry=nothing).path == system


@pytest.mark.parametrize(
    ("present", "used"),
    [
        (("chromium", "chromium-headless-shell", "google-chrome"), "chromium-headless-shell"),
        (("google-chrome", "chromium"), "chromium"),
        (("google-chrome",), "google-chrome"),
    ],
)
def test_of_the_systems_browsers_the_lightest_is_used(nothing: Path, present: tuple[str, ...], used: str) -> None:
    for name in present:
        program(nothing / "bin" / name)

    found = find_browser(None, registry=nothing)

    assert (found.path.name, found.source) == (used, "system")


@pytest.mark.parametrize(("answer", "status"), [("Chromium 1.2.3", 1), ("", 0), ("no version here", 0)])
def test_a_broken_browser_is_passed_over(nothing: Path, answer: str, status: int) -> None:
    program(nothing / "bin" / "chromium-headless-shell", answer=answer, status=status)
    sound = program(nothing / "bin" / "chromium")

    assert find_browser(None, registry=nothing).path == sound


def test_a_browser_that_never_answers_is_passed_over(nothing: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "VERSION_SECONDS", 0.2)
    stuck = nothing / "bin" / "chromium-headless-shell"
    stuck.write_text("#!/bin/sh\nwhile true; do read line < /dev/zero; done\n")
    stuck.chmod(0o755)
    sound = program(nothing / "bin" / "chromium")

    assert find_browser(None, registry=nothing).path == sound


def test_a_machine_without_a_browser_is_told_how_to_get_one(nothing: Path) -> None:
    with pytest.raises(BrowserMissing) as raised:
        find_browser(None, registry=nothing)

    assert isinstance(raised.value, RendererError)
    assert raised.value.code == "browser_missing"
    for remedy in ("playwright install", "package", "SURFACEBOX_BROWSER"):
        assert remedy in raised.value.hint


def test_the_browser_is_started_without_network_and_with_fixed_pixels() -> None:
    arguments = launch_arguments(BrowserSettings(locale="de-DE"))

    assert "--host-resolver-rules=MAP * ~NOTFOUND" in arguments
    assert "--disable-background-networking" in arguments
    assert "--disable-partial-raster" in arguments
    assert "--lang=de-DE" in arguments
    assert "--enable-blink-features=LangAttributeAwareFormControlUI" in arguments
    assert not [argument for argument in arguments if "run-all-compositor-stages" in argument]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no root user")
@pytest.mark.parametrize(("user", "boxed"), [(0, False), (1000, True)])
def test_only_root_goes_without_the_sandbox(monkeypatch: pytest.MonkeyPatch, user: int, boxed: bool) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)

    assert ("--no-sandbox" not in launch_arguments(BrowserSettings())) is boxed
