"""Finds a Chromium on this machine and says how it is started: quiet, without network, the same pixels every time."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import playwright

from renderer.errors import BrowserMissing

SYSTEM_BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
"""Programs looked for on the search path, best first: the headless shell starts quicker and needs half the memory."""

VERSION_SECONDS = 20.0
REMEDY = (
    "Run `python -m playwright install chromium-headless-shell`, or install the system's chromium-headless-shell or "
    "chromium package, or name a Chromium program with SURFACEBOX_BROWSER."
)

_VERSION = re.compile(r"\d+(?:\.\d+)+")
_REGISTRIES = {
    "linux": (".cache", "ms-playwright"),
    "darwin": ("Library", "Caches", "ms-playwright"),
    "win32": ("AppData", "Local", "ms-playwright"),
}
_QUIET = (
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-extensions-with-background-pages",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--metrics-recording-only",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
)
_NO_NETWORK = ("--host-resolver-rules=MAP * ~NOTFOUND", "--webrtc-ip-handling-policy=disable_non_proxied_udp")
# Date and time inputs are written as in the page's language, not as in the browser's.
_LANGUAGE_OF_PAGE = ("--enable-blink-features=LangAttributeAwareFormControlUI",)
_SAME_PIXELS = (
    "--disable-checker-imaging",
    "--disable-lcd-text",
    # Repainting only part of a tile leaves other pixels at rounded corners than painting all of it.
    "--disable-partial-raster",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
)


@dataclass(frozen=True, slots=True)
class FoundBrowser:
    """`source` is `setting`, `playwright` or `system`; `version` is dotted numbers."""

    path: Path
    source: str
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserSettings:
    """How a canvas is set up. `picture_bytes` bounds what one page keeps of an agent's pictures.

    A page waits for the browser's next frame much of the time, so more `pages` than cores draw more screens a second.
    One is replaced after `screens_per_page` screens, because a page's memory grows slowly. `image_seconds` is how long
    a screen waits for its pictures and fonts, `launch_seconds` how long a browser may take to start.
    """

    executable: Path | None = None
    pages: int = 4
    screens_per_page: int = 300
    picture_bytes: int = 64_000_000
    image_seconds: float = 2.0
    launch_seconds: float = 30.0
    locale: str = "en-US"
    timezone: str = "UTC"


def find_browser(explicit: Path | None, *, registry: Path | None = None) -> FoundBrowser:
    """The Chromium to use: the one named, else Playwright's own, else the system's.

    `registry` is the folder Playwright installs into when it is not the usual one. A browser that cannot tell its
    version is passed over; raises BrowserMissing when none is left, or when the one named does not work.
    """
    if explicit is not None:
        return _named(explicit)
    for source, path in _candidates(registry or _usual_registry()):
        version = _version_of(path)
        if version is not None:
            return FoundBrowser(path, source, version)
    raise BrowserMissing("no Chromium was found on this machine", hint=REMEDY)


def launch_arguments(settings: BrowserSettings) -> list[str]:
    """The command line of the browser.

    Frames stay paced by the browser's clock. Without it one page alone is a third quicker, but it spends twice the
    processor time on frames nobody sees, and two pages together then draw fewer screens than they could.
    """
    arguments = [*_QUIET, *_NO_NETWORK, *_SAME_PIXELS, *_LANGUAGE_OF_PAGE, f"--lang={settings.locale}"]
    return ["--no-sandbox", *arguments] if _is_root() else arguments


def _named(explicit: Path) -> FoundBrowser:
    found = shutil.which(explicit)
    if found is None:
        raise BrowserMissing(f"the browser {str(explicit)!r} does not exist or is no program", hint=REMEDY)
    version = _version_of(Path(found))
    if version is None:
        raise BrowserMissing(f"the browser {str(explicit)!r} does not start", hint=REMEDY)
    return FoundBrowser(Path(found), "setting", version)


def _candidates(registry: Path) -> Iterator[tuple[str, Path]]:
    for path in _bundled(registry):
        yield "playwright", path
    for name in SYSTEM_BROWSERS:
        found = shutil.which(name)
        if found is not None:
            yield "system", Path(found)


def _bundled(registry: Path) -> Iterator[Path]:
    """The programs of the revision that this Playwright was made for; another revision may speak another protocol."""
    revisions = _revisions()
    for name, programs in (
        ("chromium-headless-shell", ("headless_shell", "chrome-headless-shell", "*headless?shell.exe")),
        ("chromium", ("chrome", "chrome.exe", "*.app/Contents/MacOS/*")),
    ):
        folder = registry / f"{name.replace('-', '_')}-{revisions.get(name, '')}"
        for program in programs:
            yield from (path for path in sorted(folder.glob(f"*/{program}")) if os.access(path, os.X_OK))


def _revisions() -> dict[str, str]:
    listing = Path(playwright.__file__).parent / "driver" / "package" / "browsers.json"
    if not listing.is_file():
        return {}
    entries = json.loads(listing.read_text(encoding="utf-8"))["browsers"]
    return {str(entry["name"]): str(entry["revision"]) for entry in entries}


def _usual_registry() -> Path:
    return Path.home().joinpath(*_REGISTRIES.get(sys.platform, _REGISTRIES["linux"]))


def _version_of(path: Path) -> str | None:
    try:
        run = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=VERSION_SECONDS, check=True, errors="replace"
        )
    except (OSError, subprocess.SubprocessError):
        return None
    found = _VERSION.search(run.stdout)
    return found[0] if found else None


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
