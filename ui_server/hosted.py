"""A session that others follow: it tells whoever waits that something happened, and can draw what it was before."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import Any, Final

from renderer.errors import RendererError
from renderer.picture import Frame
from ui_server import fetch, held
from ui_server.definitions import Definitions
from ui_server.diagnostics import schema
from ui_server.diagnostics.diagnostic import Diagnostic
from ui_server.errors import ActRefused
from ui_server.events import Event
from ui_server.interaction import Interaction
from ui_server.receive import Purpose, Receipt
from ui_server.screen import Scene, Screen
from ui_server.session import MAX_FETCH_ROUNDS, Clock, Session, SessionSettings
from ui_server.steps import Step
from ui_server.surface import Surface, Version
from ui_server.surfaces import Surfaces, same_protocol

MAX_EVENTS: Final = 10_000
MAX_SCREENS_KEPT: Final = 4


class UnknownRevision(Exception):
    """The session never had this revision, or has forgotten it; `oldest` and `newest` can still be drawn."""

    owner = "caller"
    code = "revision_not_found"

    def __init__(self, revision: int, newest: int) -> None:
        super().__init__(f"Revision {revision} is not remembered; the newest is {newest}.")
        self.revision = revision
        self.newest = newest


class StepFailed(Exception):
    """Step number `step` (from 0) was refused or broke off; `events` are those of the steps before it, which stay.

    Owner and code are those of `fault`.
    """

    def __init__(self, step: int, fault: ActRefused | RendererError, events: tuple[Event, ...]) -> None:
        super().__init__(f"step {step}: {fault}")
        self.owner = fault.owner
        self.code = fault.code
        self.step = step
        self.fault = fault
        self.events = events


class Pulse:
    """Wakes everyone who waits on it, as often as `beat` is called, from whatever thread."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._next = asyncio.Event()

    def beat(self) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._ring)

    def _ring(self) -> None:
        self._next.set()
        self._next = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Returns at the next beat, or after `seconds`."""
        beat = self._next
        try:
            async with asyncio.timeout(seconds):
                await beat.wait()
        except TimeoutError:
            return


class HostedSession(Session):
    """`version` is the protocol its agent prefers, if it said so; `ended` once the store has let it go.
    `image_ids` are the registered images, by number, and their content hashes; `definitions` what the surfaces were
    made of, so that they can be made again.

    Events are numbered from 1 for as long as the session lives; the oldest are forgotten beyond `MAX_EVENTS`, and
    beyond what `ui_server.held` allows. So are the oldest revisions.
    """

    __slots__ = (
        "_event_sizes",
        "_forgotten",
        "_kept",
        "_revision_sizes",
        "_said",
        "_state",
        "_taking",
        "definitions",
        "ended",
        "image_ids",
        "pulse",
        "version",
        "watchers",
    )

    def __init__(
        self, canvas: Any, clock: Clock, settings: SessionSettings, *, session_id: str, version: Version | None = None
    ) -> None:
        self.pulse = Pulse()
        self.version = version
        self.ended = False
        self.watchers = 0
        self.image_ids: dict[str, str] = {}
        self.definitions = Definitions()
        self._forgotten = 0
        self._kept: dict[tuple[int, str | None, Frame], Screen] = {}
        self._said: dict[int, tuple[Diagnostic, ...]] = {}
        self._taking: set[asyncio.Task[Receipt]] = set()
        self._state = held.State()
        self._event_sizes = held.Queue(held.MAX_EVENTS)
        self._revision_sizes = held.Queue(held.MAX_HISTORY)
        super().__init__(canvas, clock, settings, session_id=session_id)

    # -- the agent's side ----------------------------------------------------------------------------------------

    async def take(self, payload: Any, *, owner: str = "agent", purpose: Purpose = "session") -> Receipt:
        """`receive` in a thread, in turn with the session's other calls, so that a large payload holds up no one else.

        Goes on when its caller gives up: half a payload is never applied.
        """
        task = asyncio.create_task(self._take(payload, owner, purpose))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
        return await asyncio.shield(task)

    async def _take(self, payload: Any, owner: str, purpose: Purpose) -> Receipt:
        async with self._lock:
            return await asyncio.to_thread(self.receive, payload, owner=owner, purpose=purpose)

    def receive(self, payload: Any, *, owner: str = "agent", purpose: Purpose = "session") -> Receipt:
        before, size = self.revision, held.size_of(payload)
        if not self._state.has_room(size, self.surfaces, self.definitions):
            return self._refuse_more()
        receipt = super().receive(payload, owner=owner, purpose=purpose)
        if self.revision != before:
            self._remember(receipt)
            self._weigh(size)
            if purpose == "session":
                self.definitions.take(receipt.messages)
        self.pulse.beat()
        return receipt

    def _refuse_more(self) -> Receipt:
        fault = Diagnostic(
            severity="error",
            code="limit_reached",
            message=f"The session holds as much as it may: {held.MAX_STATE:,} characters of surfaces and data.",
            hint="Delete surfaces and data that are no longer shown, or use another session.",
        )
        self._notes = Receipt(accepted=False, surfaces=self.surfaces, diagnostics=(fault,))
        self.pulse.beat()
        return self._notes

    def _remember(self, receipt: Receipt) -> None:
        self._said[self.revision] = receipt.diagnostics
        for forgotten in [revision for revision in self._said if self.surfaces_at(revision) is None]:
            del self._said[forgotten]

    def _weigh(self, size: int) -> None:
        """Note what the new revision brought, and forget the oldest ones while they hold too much."""
        self._state.size += size
        self._revision_sizes.add(size)
        while len(self._revision_sizes) > len(self._history):
            self._revision_sizes.drop()
        while self._revision_sizes.is_over:
            self._revision_sizes.drop()
            oldest = next(iter(self._history))
            del self._history[oldest]
            self._said.pop(oldest, None)

    def revision_of(self, receipt: Receipt) -> int:
        """The revision that a receipt led to, whatever has come since."""
        found = (revision for revision, surfaces in self._history.items() if surfaces is receipt.surfaces)
        return max(found, default=0)

    def other_versions(self, receipt: Receipt) -> tuple[Diagnostic, ...]:
        """A warning for each message that speaks another protocol than the session's preferred one."""
        if self.version is None:
            return ()
        spoken = [(index, schema.version_of(message, index)[0]) for index, message in enumerate(receipt.messages)]
        return tuple(
            Diagnostic(
                severity="warning",
                code="version_mismatch",
                message=f"This message speaks {version}; the session was created for {self.version}.",
                hint=f"Write all messages in {self.version}.",
                pointer=f"/{index}",
                expected=self.version,
                got=version,
            )
            for index, version in spoken
            if version is not None and not same_protocol(version, self.version)
        )

    # -- what happened -------------------------------------------------------------------------------------------

    @property
    def last_event(self) -> int:
        """The number of the latest event, 0 before the first."""
        return self._forgotten + len(self.events)

    def events_after(self, number: int) -> list[tuple[int, Event]]:
        """The events after event `number` that are still remembered, each with its own number."""
        start = max(number - self._forgotten, 0)
        return [(self._forgotten + start + index + 1, event) for index, event in enumerate(self.events[start:])]

    def commit(self, surfaces: Surfaces, event: Event) -> None:
        before = self.revision
        super().commit(surfaces, event)
        if self.revision != before:
            self._weigh(held.size_of([change.new for change in event.changes]))
        self._event_sizes.add(held.size_of(event.to_json()))
        while len(self.events) > MAX_EVENTS or self._event_sizes.is_over:
            del self.events[0]
            self._event_sizes.drop()
            self._forgotten += 1
        self.pulse.beat()

    def reset(self) -> None:
        self._forgotten += len(self.events)
        super().reset()
        self.definitions = Definitions()
        self._state.size = 0
        self._event_sizes.clear()
        self._revision_sizes.clear()
        self._weigh(0)
        self.pulse.beat()

    # -- what the person sees and does ---------------------------------------------------------------------------

    async def show(self, surface_id: str | None = None, *, frame: Frame | None = None) -> Screen:
        screen = await super().show(surface_id, frame=frame)
        self.pulse.beat()
        return screen

    async def reshow(self, frame: Frame | None = None) -> Screen:
        screen = await super().reshow(frame)
        self.pulse.beat()
        return screen

    async def act(self, steps: Sequence[Step], *, revision: int | None = None) -> tuple[tuple[Event, ...], Screen]:
        """As `interact`; raises StepFailed, which tells the step and what the ones before it led to."""
        async with self._lock:
            interaction = Interaction(self)
            before = self.last_event
            for number, step in enumerate(steps):
                try:
                    self._check_shown(revision if number == 0 else None)
                    await interaction.perform(step)
                except (ActRefused, RendererError) as fault:
                    raise StepFailed(number, fault, self._events_since(before)) from fault
            return self._events_since(before), self._shown_screen()

    async def tell(self, event: Event) -> int:
        """Note what happened where someone else draws the surfaces; gives the event's number."""
        async with self._lock:
            self.commit(self.surfaces, event)
            return self.last_event

    def _events_since(self, number: int) -> tuple[Event, ...]:
        return tuple(event for _, event in self.events_after(number))

    # -- resolving -----------------------------------------------------------------------------------------------

    async def _scene(self, surfaces: list[Surface]) -> Scene:
        """In a thread: a screen that is hard to compute, or carries large pictures, holds up no other session."""
        for _ in range(MAX_FETCH_ROUNDS):
            scene = await asyncio.to_thread(self._resolve, surfaces)
            wanted = fetch.wanted(scene.view, self.images)
            if not wanted:
                break
            await fetch.fetch_all(wanted, self.images, deadline=self.settings.deadline)
        return scene

    def _resolve(self, surfaces: list[Surface]) -> Scene:
        self.images.turn_page()
        return super()._resolve(surfaces)

    # -- what it was ---------------------------------------------------------------------------------------------

    async def scene_at(self, revision: int, surface_id: str | None = None) -> Scene:
        """What a revision shows, an earlier one too; raises UnknownRevision, and StaleScreen without the surface."""
        surfaces = self.surfaces if revision == self.revision else self.surfaces_at(revision)
        if surfaces is None:
            raise UnknownRevision(revision, self.revision)
        return await self._scene(self._visible(surfaces, surface_id))

    async def screen_at(self, revision: int, surface_id: str | None = None, *, frame: Frame | None = None) -> Screen:
        """The screen of an earlier (or the present) revision, drawn anew. Raises as `scene_at`, and renderer errors."""
        frame = frame or self.settings.frame
        async with self._lock:
            started = time.perf_counter()
            scene = await self.scene_at(revision, surface_id)
            drawing = await self.canvas.draw(scene.view, frame, deadline=self.settings.deadline)
        return Screen(
            source=f"{self.session_id}@{revision}",
            revision=revision,
            frame=frame,
            scene=scene,
            drawing=drawing,
            diagnostics=(*self._said.get(revision, ()), *scene.diagnostics),
            timings_ms={**drawing.timings_ms, "total": (time.perf_counter() - started) * 1000},
        )

    def keep(self, screen: Screen, surface_id: str | None) -> None:
        """Hold on to a screen that was drawn, so that its picture can be fetched; the oldest of them go."""
        key = (screen.revision, surface_id, screen.frame)
        self._kept.pop(key, None)
        self._kept[key] = screen
        while len(self._kept) > MAX_SCREENS_KEPT:
            del self._kept[next(iter(self._kept))]

    def kept(self, revision: int, surface_id: str | None, frame: Frame) -> Screen | None:
        """The very screen that was drawn then, while it is held."""
        return self._kept.get((revision, surface_id, frame))

    def end(self) -> None:
        """The store lets go of it: whoever waits is woken and finds `ended`."""
        self.ended = True
        self.pulse.beat()
