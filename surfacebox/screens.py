"""What the screen commands do: payloads through one browser to pictures, reports and events."""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from renderer.annotate import annotate
from renderer.browser import BrowserSettings
from renderer.html import Renderer
from renderer.pages import Canvas
from surfacebox.errors import InputUnreadable
from surfacebox.sources import Payload, write_bytes, write_json
from ui_server.diagnostics.diagnostic import Diagnostic, Severity, errors
from ui_server.errors import ActRefused, BadStep
from ui_server.receive import Receipt, receive
from ui_server.screen import Screen
from ui_server.session import Session, SessionSettings
from ui_server.steps import Step, parse_steps
from ui_server.surfaces import Surfaces

if TYPE_CHECKING:
    from surfacebox.settings import Settings

Say = Callable[[str], None]

_NOUNS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}
MOST_SAID = 3
"""Errors that `render` says itself; `validate` says all."""


# -- validate ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    source: str
    receipt: Receipt

    @property
    def ok(self) -> bool:
        return self.receipt.ok

    def to_json(self) -> dict[str, Any]:
        answer: dict[str, Any] = {
            "source": self.source,
            "ok": self.ok,
            "diagnostics": [diagnostic.to_json() for diagnostic in self.receipt.diagnostics],
        }
        if self.receipt.repairs:
            answer["repairs"] = [str(repair) for repair in self.receipt.repairs]
            answer["messages"] = list(self.receipt.messages)
        return answer


def validate_payload(payload: Payload, *, repair: bool) -> Verdict:
    return Verdict(payload.source, receive(Surfaces(), payload.content, purpose="validate", repair=repair))


def verdict_lines(verdict: Verdict) -> list[str]:
    """The verdict for people: one line a fault, its remedy under it."""
    found = verdict.receipt.diagnostics
    counts = Counter(diagnostic.severity for diagnostic in found)
    said = (
        f"{counts[severity]} {noun}{'s' * (counts[severity] > 1)}"
        for severity, noun in _NOUNS.items()
        if counts[severity]
    )
    lines = [", ".join([f"{verdict.source}: {'valid' if verdict.ok else 'not valid'}", *said])]
    for diagnostic in found:
        lines += diagnostic_lines(diagnostic)
    lines += [f"  repaired: {repair}" for repair in verdict.receipt.repairs]
    return lines


def diagnostic_lines(diagnostic: Diagnostic) -> list[str]:
    """A fault in one line, and its remedy in another if it has one."""
    place = f" at {diagnostic.pointer}" if diagnostic.pointer else ""
    line = f"  {diagnostic.severity} {diagnostic.code}{place}: {diagnostic.message}"
    return [line, f"    {diagnostic.hint}"] if diagnostic.hint else [line]


# -- render and interact -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Targets:
    """Where one screen goes, or with `out_dir` each of several."""

    png: Path | None
    report: Path | None
    html: Path | None
    out_dir: Path | None
    annotate: bool = False

    def of(self, payload: Payload) -> Targets:
        if self.out_dir is None:
            png = self.png or (None if self.report or self.html else Path(f"{payload.name}.png"))
            return Targets(png, self.report, self.html, None, self.annotate)
        base = self.out_dir / payload.name
        html = base.with_name(f"{payload.name}.html") if self.html else None
        return Targets(
            base.with_name(f"{payload.name}.png"), base.with_name(f"{payload.name}.json"), html, None, self.annotate
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    ok: bool
    report: dict[str, Any]
    refusal: dict[str, Any] | None = None


@asynccontextmanager
async def open_canvas(settings: Settings) -> AsyncIterator[Canvas]:
    """A browser as the settings ask for it; raises BrowserMissing."""
    browser = BrowserSettings(executable=settings.browser, pages=settings.pages)
    async with Canvas.open(Renderer(), browser) as canvas:
        yield canvas


def session_settings(settings: Settings, *, repair: bool = False) -> SessionSettings:
    """What the settings of the command line mean for a session."""
    return SessionSettings(
        frame=settings.frame,
        theme=settings.theme,
        locale=settings.locale,
        allow_hosts=frozenset(settings.allow_hosts),
        repair=repair,
        deadline=settings.deadline_s,
    )


def new_session(canvas: Canvas, settings: Settings, *, name: str, repair: bool = False) -> Session:
    """A session with the settings of the command line and the machine's clock."""
    return Session(
        canvas,
        clock=lambda: dt.datetime.now(dt.UTC),
        session_id=name,
        settings=session_settings(settings, repair=repair),
    )


async def render_files(
    payloads: Sequence[Payload],
    settings: Settings,
    targets: Targets,
    *,
    images: Mapping[str, bytes],
    surface_id: str | None,
    repair: bool,
    say: Say,
) -> list[Outcome]:
    """Each payload's screen, drawn side by side in one browser and written to its targets, in the order given."""
    async with open_canvas(settings) as canvas:
        turnstile = asyncio.Semaphore(settings.pages)

        async def one(payload: Payload) -> Outcome:
            async with turnstile:
                return await _render(
                    canvas,
                    payload,
                    settings,
                    targets.of(payload),
                    images=images,
                    surface_id=surface_id,
                    repair=repair,
                    say=say,
                )

        return list(await asyncio.gather(*(one(payload) for payload in payloads)))


async def _render(
    canvas: Canvas,
    payload: Payload,
    settings: Settings,
    targets: Targets,
    *,
    images: Mapping[str, bytes],
    surface_id: str | None,
    repair: bool,
    say: Say,
) -> Outcome:
    session = new_session(canvas, settings, name=payload.source, repair=repair)
    for name, content in images.items():
        session.register_image(name, content)
    started = time.perf_counter()
    receipt = session.receive(payload.content, purpose="salvage")
    validated = (time.perf_counter() - started) * 1000
    screen = await session.render(surface_id)
    report = _write(screen, targets)
    report["source"] = payload.source
    report["timings_ms"] = {"validate": validated, **report["timings_ms"]}
    report["timings_ms"]["total"] = validated + screen.timings_ms["total"]
    if targets.report is not None:
        write_json(targets.report, report)
    say("\n".join(_outcome_lines(payload, receipt, screen, targets)))
    return Outcome(screen.ok, report)


def _outcome_lines(payload: Payload, receipt: Receipt, screen: Screen, targets: Targets) -> list[str]:
    found = list(errors(receipt.diagnostics))
    counted = f" ({len(found)} error{'s' * (len(found) > 1)})" if found else ""
    lines = [f"{payload.source}: {targets.png or targets.report or targets.html}{counted}"]
    for diagnostic in found[:MOST_SAID]:
        lines += diagnostic_lines(diagnostic)
    if len(found) > MOST_SAID:
        lines.append("  `surfacebox validate` says them all.")
    lines += [f"  repaired: {repair}" for repair in receipt.repairs]
    if not screen.scene.surfaces:
        lines.append("  nothing to show: no surface has been created")
    return lines


def _write(screen: Screen, targets: Targets) -> dict[str, Any]:
    if targets.png is not None:
        png = annotate(screen.drawing.picture, list(screen.elements().values())) if targets.annotate else screen.png
        write_bytes(targets.png, png)
    if targets.html is not None:
        renderer = Renderer()
        write_bytes(targets.html, renderer.document(renderer.markup(screen.scene.view)).encode())
    return screen.report(path=str(targets.png) if targets.png else None)


def _read_steps(raw: Any) -> tuple[Step, ...]:
    try:
        return parse_steps(raw)
    except BadStep as fault:
        hint = fault.hint or (f"Expected: {fault.expected}." if fault.expected else "")
        raise InputUnreadable("--steps", fault.message.rstrip("."), hint=hint) from fault


async def interact_with(
    payload: Payload,
    raw_steps: Any,
    settings: Settings,
    *,
    images: Mapping[str, bytes],
    surface_id: str | None,
    repair: bool,
    output: Path | None,
) -> Outcome:
    """Show the payload, perform the steps one by one, report every event and the screen at the end."""
    steps = _read_steps(raw_steps)
    async with open_canvas(settings) as canvas:
        session = new_session(canvas, settings, name=payload.source, repair=repair)
        for name, content in images.items():
            session.register_image(name, content)
        receipt = session.receive(payload.content, purpose="salvage")
        screen = await session.show(surface_id)
        events: list[dict[str, Any]] = []
        refusal = None
        for number, step in enumerate(steps):
            try:
                found, screen = await session.interact([step])
            except ActRefused as refused:
                refusal = {"step": number, **refused.to_json()}
                break
            events += [event.to_json() for event in found]
        if output is not None:
            write_bytes(output, screen.png)
    report = {
        "events": events,
        "screen": screen.report(path=str(output) if output else None),
        "refused": refusal,
        "responses": list(receipt.responses),
    }
    return Outcome(receipt.ok and refusal is None, report, refusal)
