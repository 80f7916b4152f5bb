"""The gallery: every built-in example as a picture and a report, and one page that shows them all."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from renderer.elements import Element
from renderer.pages import Canvas
from surfacebox import __version__
from surfacebox.screens import Say, new_session, open_canvas
from surfacebox.sources import write_bytes, write_json
from ui_server.screen import Screen
from ui_server.steps import parse_steps

if TYPE_CHECKING:
    from surfacebox.settings import Settings

DARK: dict[str, Any] = {"theme": "dark"}
NARROW: dict[str, Any] = {"width": 360}
WIDE: dict[str, Any] = {"width": 1200}


@dataclass(frozen=True, slots=True)
class Example:
    """A payload that comes with the package; `content` is its file as it is."""

    name: str
    file_name: str
    title: str
    description: str
    content: bytes

    @property
    def messages(self) -> list[dict[str, Any]]:
        if self.file_name.endswith(".jsonl"):
            return [json.loads(line) for line in self.content.splitlines()]
        listed: list[dict[str, Any]] = json.loads(self.content)["messages"]
        return listed

    @property
    def versions(self) -> list[str]:
        """The protocol versions it speaks, oldest first."""
        return sorted({str(message.get("version", "v0.8")) for message in self.messages})


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture of an example: what differs from the given settings, and what is done before it is taken."""

    example: str
    label: str
    changes: dict[str, Any] = field(default_factory=dict)
    steps: tuple[dict[str, Any], ...] = ()

    @property
    def file_name(self) -> str:
        return f"{self.example}-{self.label}".removesuffix("-") + ".png"


LOCALES = {"parcel_arabic": "ar"}
"""Examples in a language of their own; the direction of a screen follows the locale."""

MORE = (
    Shot("flight_booking", "dark", DARK),
    Shot("flight_booking", "agreed", steps=({"do": "toggle", "element": "conditions"},)),
    Shot("restaurant_list", "dark", DARK),
    Shot("restaurant_list", "360", NARROW),
    Shot("restaurant_list", "1200", WIDE),
    Shot("expense_approval", "dark", DARK),
    Shot("expense_approval", "1200", WIDE),
    Shot(
        "expense_approval",
        "modal",
        steps=(
            {"do": "click", "element": "return-button"},
            {"do": "fill", "element": "reason", "value": "The hotel is above the limit."},
        ),
    ),
    Shot("grade_table", "360", NARROW),
    Shot("checkout", "360", NARROW),
    Shot("checkout", "de", {"locale": "de-DE"}),
    Shot("settings", "dark", DARK),
    Shot("settings", "alerts", steps=({"do": "click", "element": "tabs#1"},)),
    Shot("theatre_seats", "360", NARROW),
    Shot("podcast", "modal-dark", DARK, ({"do": "click", "element": "support-button"},)),
    Shot("recipe", "notes", steps=({"do": "click", "element": "tabs#2"},)),
    Shot("parcel_arabic", "dark", DARK),
)
"""The pictures beside the plain ones."""


@dataclass(frozen=True, slots=True)
class Drawn:
    shot: Shot
    screen: Screen
    report: dict[str, Any]

    @property
    def elements(self) -> list[Element]:
        return list(self.screen.elements().values())

    @property
    def faults(self) -> int:
        """Errors and warnings; notes do not count."""
        return sum(diagnostic.severity != "info" for diagnostic in self.screen.diagnostics)


@dataclass(frozen=True, slots=True)
class Made:
    """What the gallery came to: `count` pictures; `ok` says that no example has an error or a warning."""

    count: int
    seconds: float
    index: Path
    ok: bool


def examples() -> tuple[Example, ...]:
    """The built-in examples by name."""
    folder = files("surfacebox") / "examples"
    found = {entry.name: entry for entry in folder.iterdir() if entry.name.endswith((".json", ".jsonl"))}
    return tuple(_example(name, found[name].read_bytes()) for name in sorted(found))


def shots(chosen: Sequence[Example]) -> tuple[Shot, ...]:
    """The pictures of the chosen examples, in their order, the plain one first."""
    return tuple(
        shot
        for example in chosen
        for shot in (Shot(example.name, ""), *(shot for shot in MORE if shot.example == example.name))
    )


async def make_gallery(out: Path, settings: Settings, *, say: Say) -> Made:
    """Draw every example through one browser and write pictures, reports, payloads and index.html into `out`.

    Raises BrowserMissing, and renderer errors when the browser fails.
    """
    started = time.perf_counter()
    chosen = examples()
    wanted = shots(chosen)
    by_name = {example.name: example for example in chosen}
    async with open_canvas(settings) as canvas:
        turnstile = asyncio.Semaphore(settings.pages)

        async def one(shot: Shot) -> Drawn:
            async with turnstile:
                drawn = await draw_shot(canvas, by_name[shot.example], shot, settings)
            _write(out, drawn)
            say(f"{shot.file_name}: {_count(len(drawn.elements), 'element')}")
            return drawn

        drawn = await asyncio.gather(*(one(shot) for shot in wanted))
    for example in chosen:
        write_bytes(out / "payloads" / example.file_name, example.content)
    index = out / "index.html"
    write_bytes(index, page(chosen, drawn).encode())
    ok = not any(one.faults for one in drawn)
    return Made(len(drawn), time.perf_counter() - started, index, ok)


async def draw_shot(canvas: Canvas, example: Example, shot: Shot, settings: Settings) -> Drawn:
    """The screen of one shot: the example received, shown, and operated as the shot says."""
    locale = {"locale": LOCALES[example.name]} if example.name in LOCALES else {}
    session = new_session(canvas, settings.model_copy(update={**locale, **shot.changes}), name=example.name)
    session.receive(example.content, purpose="salvage")
    screen = await session.show()
    if shot.steps:
        _, screen = await session.interact(parse_steps(list(shot.steps)))
    report = screen.report(path=shot.file_name)
    return Drawn(shot, screen, {**report, "source": example.file_name})


def page(chosen: Sequence[Example], drawn: Sequence[Drawn]) -> str:
    """The page that shows them all; pictures and payloads are linked by relative paths."""
    loader = PackageLoader("surfacebox")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["counted"] = _count
    shown = [(example, [one for one in drawn if one.shot.example == example.name]) for example in chosen]
    roles = Counter(element.role for one in drawn for element in one.elements)
    return environment.get_template("gallery.html").render(
        shown=shown, roles=roles.most_common(), pictures=len(drawn), version=__version__
    )


def _example(file_name: str, content: bytes) -> Example:
    name = file_name.partition(".")[0]
    if file_name.endswith(".jsonl"):
        title = name.replace("_", " ").capitalize()
        return Example(name, file_name, title, "One message a line (JSON Lines).", content)
    described = json.loads(content)
    return Example(name, file_name, described["name"], described["description"], content)


def _write(out: Path, drawn: Drawn) -> None:
    picture = out / drawn.shot.file_name
    write_bytes(picture, drawn.screen.png)
    write_json(picture.with_suffix(".json"), drawn.report)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
