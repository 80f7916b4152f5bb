"""Whether screens can be made on this machine, item by item, each with the command that mends it."""

from __future__ import annotations

import asyncio
import shutil
import socket
import tempfile
import zoneinfo
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from renderer.browser import BrowserSettings, FoundBrowser
from renderer.errors import RendererError
from renderer.fonts import missing
from renderer.html import Renderer
from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import Button, SurfaceView, Text, View
from surfacebox.setup import DRIVER, DRIVER_PACKAGE, browser_remedy, font_packages, packages_remedy, try_driver

DEFAULT_PORT = 8480
NEEDED_BYTES = 100 * 2**20
"""Room that a run of a few hundred screens takes."""
KEYS = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY")
DRAWING_SECONDS = 30.0
BUILT = datetime(2026, 1, 1, tzinfo=UTC)
"""No right clock shows a time before this release."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One item. While one that is `needed` is not `ok`, no screen can be made. `remedy` is a command, empty when ok."""

    item: str
    ok: bool
    detail: str
    remedy: str = ""
    needed: bool = False

    def to_json(self) -> dict[str, Any]:
        """The finding as `surfacebox doctor --json` prints it."""
        return asdict(self)


_UNTRIED = Finding(
    item="browser",
    ok=False,
    detail="not tried, since the driver does not start",
    remedy="surfacebox setup",
    needed=True,
)


def examine(*, browser: Path | None, out: Path, environ: Mapping[str, str], now: datetime) -> tuple[Finding, ...]:
    """Looks at everything, in the order in which a person would mend it. Changes nothing, uses no network."""
    driver = check_driver()
    return (
        driver,
        check_browser(browser) if driver.ok else _UNTRIED,
        check_fonts(),
        check_disk(out),
        check_port(DEFAULT_PORT),
        *(check_key(name, environ) for name in KEYS),
        check_clock(now),
    )


def fit(findings: tuple[Finding, ...]) -> bool:
    """Whether screens can be made."""
    return all(finding.ok for finding in findings if finding.needed)


def check_driver(driver: Sequence[str] = DRIVER) -> Finding:
    """The program that Playwright talks to browsers with starts."""
    tried = try_driver(driver)
    remedy = "" if tried.ok else f"surfacebox setup   (or: {packages_remedy([DRIVER_PACKAGE])})"
    return Finding(item="driver", ok=tried.ok, detail=tried.why, remedy=remedy, needed=True)


def check_browser(explicit: Path | None) -> Finding:
    """A browser is there, starts, and draws a button that a click would reach."""
    try:
        found = asyncio.run(_draw_a_button(explicit))
    except RendererError as error:
        remedy = f"surfacebox setup   (or: {browser_remedy()})"
        if explicit is not None:
            remedy = "unset SURFACEBOX_BROWSER   (or name another with --browser)"
        return Finding(item="browser", ok=False, detail=error.message, remedy=remedy, needed=True)
    detail = f"Chromium {found.version} draws screens ({found.path})"
    return Finding(item="browser", ok=True, detail=detail, needed=True)


async def _draw_a_button(explicit: Path | None) -> FoundBrowser:
    label = Text(key="label", component_id="label", surface_id="try", component="Text", text="Try")
    button = Button(key="button", component_id="button", surface_id="try", component="Button", child=label)
    view = View((SurfaceView("try", button),), {})
    async with Canvas.open(Renderer(), BrowserSettings(executable=explicit, pages=1)) as canvas:
        drawing = await canvas.draw(view, Frame(), deadline=DRAWING_SECONDS)
        (element,) = drawing.surfaces[0].elements
        if element.covered_by is not None or not drawing.picture.png:
            raise RendererError(f"{canvas.browser.path} draws a button that no click reaches")
        return canvas.browser


def check_fonts() -> Finding:
    """The fonts that do not come with the package are installed."""
    absent = missing()
    if absent:
        detail = f"none for {' and '.join(lookup.family.purpose for lookup in absent)}; it will show as boxes"
        return Finding(item="fonts", ok=False, detail=detail, remedy=packages_remedy(font_packages(absent)))
    return Finding(item="fonts", ok=True, detail="all scripts that the screens use")


def check_disk(out: Path) -> Finding:
    """The output folder, or what is there of the path to it, can be written and has room."""
    folder = out.absolute()
    try:
        while not folder.exists():
            folder = folder.parent
        with tempfile.TemporaryFile(dir=folder):
            free = shutil.disk_usage(folder).free
    except OSError as error:
        remedy = f"chmod u+w {folder}   (or name another folder with --out)"
        return Finding(item="disk", ok=False, detail=f"{folder}: {error.strerror}", remedy=remedy, needed=True)
    enough = free >= NEEDED_BYTES
    remedy = "" if enough else f"make {NEEDED_BYTES >> 20} MB of room, or name another folder with --out"
    return Finding(item="disk", ok=enough, detail=f"{free / 2**30:.1f} GB free in {folder}", remedy=remedy, needed=True)


def check_port(port: int) -> Finding:
    """`surfacebox serve` could listen on its usual port."""
    try:
        with socket.socket() as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", port))
    except OSError as error:
        remedy = "surfacebox serve --port 0   (takes a free port)"
        return Finding(item="port", ok=False, detail=f"127.0.0.1:{port}: {error.strerror}", remedy=remedy)
    return Finding(item="port", ok=True, detail=f"127.0.0.1:{port} is free")


def check_key(name: str, environ: Mapping[str, str]) -> Finding:
    """A model provider's key is set. Its value is never shown; scripted and replayed runs need none."""
    if environ.get(name, "").strip():
        return Finding(item=name, ok=True, detail="set")
    return Finding(
        item=name, ok=False, detail="not set; only runs with this provider need it", remedy=f"export {name}=…"
    )


def check_clock(now: datetime) -> Finding:
    """The clock is not behind this release or the files of this package, and time zones are known."""
    newest = datetime.fromtimestamp(Path(__file__).stat().st_mtime, tz=UTC)
    earliest = max(BUILT, newest - timedelta(days=1))
    if now < earliest:
        detail = f"{now:%Y-%m-%d %H:%M} UTC is before {earliest:%Y-%m-%d}"
        return Finding(item="clock", ok=False, detail=detail, remedy="sudo timedatectl set-ntp true")
    try:
        zoneinfo.ZoneInfo("Europe/Berlin")
    except zoneinfo.ZoneInfoNotFoundError:
        remedy = "pip install tzdata"
        return Finding(item="clock", ok=False, detail="time zones are not known here", remedy=remedy)
    return Finding(item="clock", ok=True, detail=f"{now:%Y-%m-%d %H:%M} UTC")
