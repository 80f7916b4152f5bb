"""A session: one agent's (or several agents') surfaces, what the person sees of them, and what the person does.

The session owns all state; the browser page is only a canvas. Calls on one session are served one after the other.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final

from renderer.pages import Canvas
from renderer.picture import Frame
from renderer.view import Theme
from ui_server import fetch
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.element_ids import ElementIds
from ui_server.errors import StaleScreen
from ui_server.events import Event
from ui_server.functions import Functions
from ui_server.images import Images, StoredImage
from ui_server.interaction import Interaction
from ui_server.receive import Purpose, Receipt, receive
from ui_server.resolve import resolve
from ui_server.screen import Scene, Screen, scene_of, scrolled
from ui_server.steps import Step
from ui_server.surface import Surface, Version
from ui_server.surfaces import Surfaces

Clock = Callable[[], dt.datetime]
MAX_REVISIONS_KEPT: Final = 200
MAX_FETCH_ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """How a session shows its screens. `deadline` is in seconds, for each call to the browser."""

    frame: Frame = field(default_factory=Frame)
    theme: Theme = "light"
    locale: str = "en-US"
    allow_hosts: frozenset[str] = frozenset()
    repair: bool = False
    deadline: float = 15.0


@dataclass(frozen=True, slots=True)
class Shown:
    """What the person has before them: a screen, and which surfaces were asked for (None: all)."""

    screen: Screen
    surface_id: str | None


@dataclass(slots=True)
class Session:
    """`clock` gives event timestamps; the session never asks the machine what time it is.

    `scroll_below` is where the window was when a modal opened over the page.
    """

    canvas: Canvas
    clock: Clock
    settings: SessionSettings = field(default_factory=SessionSettings)
    session_id: str = "session"
    surfaces: Surfaces = field(default_factory=Surfaces)
    revision: int = 0
    shown: Shown | None = None
    scroll_below: int = 0
    events: list[Event] = field(default_factory=list)
    images: Images = field(init=False)
    _batches: int = 0
    _history: dict[int, Surfaces] = field(default_factory=dict)
    _functions: dict[Version, Functions] = field(default_factory=dict)
    _notes: Receipt | None = None
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self.images = Images(allow_hosts=self.settings.allow_hosts)

    # -- the agent's side ----------------------------------------------------------------------------------------

    def receive(self, payload: Any, *, owner: str = "agent", purpose: Purpose = "session") -> Receipt:
        """Check and apply what an agent sent: JSON, text or bytes. Refused: nothing has changed, and it is said why."""
        self._batches += 1
        receipt = receive(
            self.surfaces,
            payload,
            batch=self._batches,
            owner=owner,
            purpose=purpose,
            repair=self.settings.repair,
        )
        self._notes = receipt
        if receipt.accepted and receipt.surfaces is not self.surfaces:
            self._move_to(receipt.surfaces)
        return receipt

    def register_image(self, name: str, content: bytes) -> StoredImage:
        """Make an image known as `name` to this session alone; raises images.ImageRefused."""
        return self.images.register(name, content)

    def reset(self) -> None:
        """Forget every surface, event and picture shown; images stay."""
        self._history.clear()
        self._move_to(Surfaces())
        self.shown = self._notes = None
        self.events.clear()

    def _move_to(self, surfaces: Surfaces) -> None:
        self.surfaces = surfaces
        self.revision += 1
        self._history[self.revision] = surfaces
        self._history.pop(self.revision - MAX_REVISIONS_KEPT, None)

    def surfaces_at(self, revision: int) -> Surfaces | None:
        """The surfaces of an earlier revision, while it is remembered."""
        return self._history.get(revision)

    def has_lost(self, surface_id: str) -> bool:
        """Whether the agent has deleted a surface of that name, and not made it again."""
        was_there = any(earlier.get(surface_id) for earlier in self._history.values())
        return was_there and self.surfaces.get(surface_id) is None

    def deleted_surface_with(self, component_id: str) -> str | None:
        """The surface that had this component and has been deleted since, the latest one first."""
        for earlier in reversed(self._history.values()):
            for surface in earlier:
                if component_id in surface.components and self.surfaces.get(surface.surface_id) is None:
                    return surface.surface_id
        return None

    # -- what the person sees ------------------------------------------------------------------------------------

    async def render(self, surface_id: str | None = None, *, frame: Frame | None = None) -> Screen:
        """The screen as it is now, without showing it to the person. Raises renderer errors."""
        async with self._lock:
            return await self._draw(surface_id, frame)

    async def show(self, surface_id: str | None = None, *, frame: Frame | None = None) -> Screen:
        """The screen as the person now sees it; from here on clicks are taken on this revision."""
        async with self._lock:
            screen = await self._draw(surface_id, frame)
            self._see(screen, surface_id)
            return screen

    def _see(self, screen: Screen, surface_id: str | None) -> None:
        """The person has `screen` before them. A modal that has gone must not open by itself on coming back."""
        self.shown = Shown(screen, surface_id)
        if screen.revision != self.revision:
            return
        for surface in screen.scene.surfaces:
            still_open = tuple(
                key for key in surface.local.open_modals if key in screen.scene.modals(surface.surface_id)
            )
            if still_open != surface.local.open_modals:
                local = replace(surface.local, open_modals=still_open)
                self.surfaces = self.surfaces.with_surface(replace(surface, local=local))
                self._history[self.revision] = self.surfaces

    async def _draw(self, surface_id: str | None, frame: Frame | None) -> Screen:
        frame = frame or self.settings.frame
        revision, notes = self.revision, self._notes
        started = time.perf_counter()
        scene = await self.scene(surface_id)
        resolved = time.perf_counter()
        drawing = await self.canvas.draw(scene.view, frame, deadline=self.settings.deadline)
        frame = scrolled(frame, frame.scroll_y, drawing.content_height)
        timings = {"resolve": (resolved - started) * 1000, **drawing.timings_ms}
        return Screen(
            source=f"{self.session_id}@{revision}",
            revision=revision,
            frame=frame,
            scene=scene,
            drawing=drawing,
            diagnostics=_each_once(notes.diagnostics if notes else (), scene.diagnostics),
            timings_ms={**timings, "total": (time.perf_counter() - started) * 1000},
            repaired=tuple(str(repair) for repair in notes.repairs) if notes and notes.accepted else (),
        )

    async def scene(self, surface_id: str | None = None) -> Scene:
        """The resolved surfaces, all of them or one, with allow-listed images fetched first."""
        return await self._scene(self._visible(self.surfaces, surface_id))

    async def scene_of(self, surfaces: Surfaces) -> Scene:
        """What is on the screen, as it would be with `surfaces`."""
        return await self._scene(self._visible(surfaces, self.shown.surface_id if self.shown else None))

    async def _scene(self, surfaces: list[Surface]) -> Scene:
        for _ in range(MAX_FETCH_ROUNDS):
            scene = self._resolve(surfaces)
            wanted = fetch.wanted(scene.view, self.images)
            if not wanted:
                break
            await fetch.fetch_all(wanted, self.images, deadline=self.settings.deadline)
        return scene

    def _resolve(self, surfaces: list[Surface]) -> Scene:
        counts = Counter(component_id for surface in surfaces for component_id in surface.components)
        ids = ElementIds({component_id for component_id, count in counts.items() if count > 1})
        return scene_of(
            (
                (surface, resolve(surface, self.functions(surface.version), self.images, ids=ids))
                for surface in surfaces
            ),
            theme=self.settings.theme,
            locale=self.settings.locale,
        )

    def _visible(self, surfaces: Surfaces, surface_id: str | None) -> list[Surface]:
        if surface_id is None:
            return list(surfaces)
        surface = surfaces.get(surface_id)
        if surface is None:
            known = ", ".join(surface.surface_id for surface in surfaces) or "none"
            raise StaleScreen(
                f"There is no surface {surface_id!r}.", code="unknown_surface", expected=known, got=surface_id
            )
        return [surface]

    def functions(self, version: Version) -> Functions:
        if version not in self._functions:
            self._functions[version] = Functions(version, self.settings.locale)
        return self._functions[version]

    # -- what the person does ------------------------------------------------------------------------------------

    async def interact(self, steps: Iterable[Step], *, revision: int | None = None) -> tuple[tuple[Event, ...], Screen]:
        """Perform `steps` on the shown screen, one after the other, and show the result.

        Raises ActRefused at the first step that cannot be done: that step changes nothing, the ones before it stay.
        """
        async with self._lock:
            interaction = Interaction(self)
            events: list[Event] = []
            for number, step in enumerate(steps):
                self._check_shown(revision if number == 0 else None)
                events += await interaction.perform(step)
            return tuple(events), self._shown_screen()

    def _check_shown(self, revision: int | None) -> None:
        shown = self.shown
        if shown is None:
            raise StaleScreen("Nothing has been shown yet.", code="not_shown", hint="Show a surface first.")
        expected = shown.screen.revision
        if revision is not None and revision != expected:
            raise StaleScreen(
                f"Revision {revision} is no longer on the screen; {expected} is.",
                expected=str(expected),
                got=str(revision),
                hint="Look at the present screen and act on that.",
                possible=shown.screen.elements().values(),
            )
        if expected != self.revision:
            self._check_gone(shown.screen)
            raise StaleScreen(
                f"The agent has changed the screen since revision {expected} was shown.",
                expected=str(self.revision),
                got=str(expected),
                hint="Show the present revision and act on that.",
            )

    def _check_gone(self, screen: Screen) -> None:
        gone = [
            surface.surface_id for surface in screen.scene.surfaces if self.surfaces.get(surface.surface_id) is None
        ]
        if gone and len(gone) == len(screen.scene.surfaces):
            raise StaleScreen(
                f"The agent has deleted what was shown: {', '.join(map(repr, gone))}.",
                code="surface_gone",
                expected=str(self.revision),
                got=str(screen.revision),
                hint="Show the present revision and act on that.",
            )

    def _shown_screen(self) -> Screen:
        if self.shown is None:
            raise StaleScreen("Nothing has been shown yet.", code="not_shown", hint="Show a surface first.")
        return self.shown.screen

    async def reshow(self, frame: Frame | None = None) -> Screen:
        """Draw the surfaces that are on the screen again, as they are now."""
        asked = self.shown.surface_id if self.shown else None
        frame = frame or (self.shown.screen.frame if self.shown else None)
        known = asked if asked is not None and self.surfaces.get(asked) else None
        screen = await self._draw(known, frame)
        self._see(screen, known)
        return screen

    def commit(self, surfaces: Surfaces, event: Event) -> None:
        """Take over what an act led to."""
        if surfaces is not self.surfaces:
            self._move_to(surfaces)
        self.events.append(event)


def _each_once(told: Iterable[Diagnostic], seen: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """What was said of the payload, and what drawing it adds: the same of the same component is told with its place."""
    known = {(each.code, each.surface_id, each.component_id) for each in told}
    return (*told, *(each for each in seen if (each.code, each.surface_id, each.component_id) not in known))
