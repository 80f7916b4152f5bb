"""One act of the person: checked against the shown screen, performed in the live page, its result written back."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from renderer import view
from renderer.elements import Element
from renderer.errors import Unreachable
from renderer.picture import Click, ClickAt, Fill, Frame, Gesture, Happened, Key, Put
from ui_server import consequences, values
from ui_server.consequences import Consequence
from ui_server.errors import ActRefused, BadStep, NotOperable, StaleScreen, UnknownElement, ValueRefused
from ui_server.events import Change, Event, data_model, joined
from ui_server.functions import is_number
from ui_server.screen import Screen, scrolled
from ui_server.steps import (
    ChooseStep,
    ClickAtStep,
    ClickStep,
    FillStep,
    PressStep,
    ScrollStep,
    SendStep,
    SetStep,
    Step,
    ToggleStep,
)

if TYPE_CHECKING:
    from ui_server.session import Session
    from ui_server.surfaces import Surfaces

_TAKES = {"fill": "a text box", "choose": "a choice", "toggle": "a check box, radio button or chip", "set": "an input"}


class Interaction:
    """Performs steps on what a session shows."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def perform(self, step: Step) -> tuple[Event, ...]:
        """Do `step`; raises ActRefused, and then nothing has changed."""
        match step:
            case SendStep(messages):
                return await self._send(messages)
            case ScrollStep(y):
                return await self._scroll(y)
            case ClickStep(element):
                return (await self._click(element),)
            case ClickAtStep(x, y):
                return (await self._do([ClickAt(x, y)], None),)
            case PressStep(key):
                return (await self._do([Key(key)], None),)
            case FillStep(element, text):
                return (await self._set(element, text, "fill"),)
            case ChooseStep(element, chosen):
                return (await self._choose(element, chosen),)
            case ToggleStep(element, value):
                return (await self._toggle(element, value),)
            case SetStep(element, value):
                return (await self._set(element, value, "set"),)

    # -- steps ---------------------------------------------------------------------------------------------------

    async def _send(self, messages: object) -> tuple[Event, ...]:
        receipt = self._session.receive(messages)
        if not receipt.accepted:
            first = next(found for found in receipt.diagnostics if found.severity == "error")
            raise BadStep(f"The messages are refused: {first.message}", hint=first.hint, got=first.pointer)
        await self._session.reshow()
        return ()

    async def _scroll(self, y: int) -> tuple[Event, ...]:
        screen = self._screen
        await self._session.reshow(scrolled(screen.frame, y, screen.drawing.content_height))
        return ()

    async def _click(self, key: str) -> Event:
        element = self._one(key, "clicked")
        if element.role == "combobox":
            raise NotOperable(
                f"{key!r} is a closed menu; what it offers is chosen, not clicked.",
                element_id=key,
                hint='Use {"do": "choose", "element": …, "values": [one of its options]}.',
            )
        return await self._do([Click(element.element_id)], element)

    async def _toggle(self, key: str, value: bool | None) -> Event:
        element = self._one(key, "switched")
        if element.role not in ("checkbox", "radio", "option"):
            raise self._wrong_kind(element, "toggle")
        if value is not None and element.checked is value:
            return self._nothing(element)
        if element.role == "radio" and element.checked:
            raise ValueRefused("A chosen radio button cannot be switched off.", element_id=key, hint="Choose another.")
        return await self._do([Click(element.element_id)], element)

    async def _set(self, key: str, value: object, verb: str) -> Event:
        node = self._node(key)
        element = self._element(key)
        match node:
            case view.ChoicePicker() if element.element_id == f"{node.key}#filter" and (
                key != node.key or verb == "fill"
            ):
                return await self._do([Fill(element.element_id, str(value))], element)
            case view.ChoicePicker() if verb == "set" and key == node.key:
                listed = [value] if isinstance(value, str) else value
                if not isinstance(listed, list) or not all(isinstance(item, str) for item in listed):
                    raise ValueRefused(f"{value!r} is no list of option values.", element_id=key, expected="a list")
                return await self._choose(key, tuple(listed))
            case view.TextField():
                if not isinstance(value, str) and not is_number(value):
                    raise ValueRefused(f"{value!r} is not a text.", element_id=key, expected="a text", got=str(value))
                text = values.text_for(node, value if isinstance(value, str) else values.plain(value))
                return await self._do([Fill(element.element_id, text)], element, wanted=text)
            case view.Slider():
                text = values.slider_text(node, value)  # type: ignore[arg-type]  # JSON from the step
                return await self._do([Put(element.element_id, text)], element, wanted=text)
            case view.DateTimeInput():
                text = values.moment_for(node, value)  # type: ignore[arg-type]  # JSON from the step
                return await self._do([Put(element.element_id, text)], element, wanted=text)
            case view.CheckBox() | view.ChoicePicker() if verb == "set" and isinstance(value, bool):
                return await self._toggle(key, value)
        raise self._wrong_kind(element, verb)

    async def _choose(self, key: str, chosen: tuple[str, ...]) -> Event:
        element = self._element(key, also_disabled=True)
        node = self._node(key)
        if not isinstance(node, view.ChoicePicker):
            raise self._wrong_kind(element, "choose")
        wanted = values.choices_for(node, chosen)
        if node.layout == "menu":
            return await self._do([Put(node.key, wanted[0])], element)
        clicks = _switches(node, wanted)
        for gesture in clicks:
            self._element(gesture.element_id, also_disabled=True)
        return await self._do(clicks, element) if clicks else self._nothing(element)

    # -- doing it ------------------------------------------------------------------------------------------------

    async def _do(self, gestures: Iterable[Gesture], element: Element | None, *, wanted: str | None = None) -> Event:
        """Perform the gestures in the live page, write what they led to, show the new screen."""
        session, screen = self._session, self._screen
        before = session.surfaces
        state = Consequence(before)
        for gesture in gestures:
            scene = screen.scene if state.surfaces is before else await session.scene_of(state.surfaces)
            happened = await self._in_page(scene.view, screen, gesture)
            self._check_result(happened, wanted, element)
            for each in happened:
                state = consequences.apply(state, each, scene, session.functions, session.clock())
        if session.surfaces is not before:
            raise StaleScreen("The agent has changed the screen meanwhile.", hint="Show it anew and act on that.")
        event = self._event(state, element)
        frame = self._frame_after(state, element)
        session.commit(state.surfaces, event)
        await session.reshow(frame)
        return event

    def _frame_after(self, state: Consequence, element: Element | None) -> Frame:
        """Where the window is after an act: a modal opens at the top of the page, and closing it leads back."""
        session, screen = self._session, self._screen
        frame = _scrolled_to(element, screen) if element else screen.frame
        before, after = _open_modals(session.surfaces), _open_modals(state.surfaces)
        if frame.full_page or before == after:
            return frame
        if not before:
            session.scroll_below = frame.scroll_y
        if after > before:
            return replace(frame, scroll_y=0)
        return frame if after else replace(frame, scroll_y=session.scroll_below)

    async def _in_page(self, shown: view.View, screen: Screen, gesture: Gesture) -> tuple[Happened, ...]:
        session = self._session
        try:
            return await session.canvas.perform(shown, screen.frame, gesture, deadline=session.settings.deadline)
        except Unreachable as fault:
            raise NotOperable(
                f"{fault.element_id!r} cannot be reached"
                + (f": {fault.covered_by!r} covers it." if fault.covered_by else "."),
                code="covered" if fault.covered_by else "not_operable",
                element_id=fault.element_id,
                hint="Close what covers it first.",
                possible=screen.elements().values(),
            ) from fault

    def _check_result(self, happened: tuple[Happened, ...], wanted: str | None, element: Element | None) -> None:
        """The control must hold what was asked for; a value the browser took otherwise is written nowhere."""
        if wanted is None or element is None or not happened:
            return
        got = happened[-1].value
        if isinstance(got, str) and not _same_value(got, wanted):
            raise ValueRefused(
                f"The control holds {got!r} after {wanted!r} was given.",
                element_id=element.element_id,
                expected=wanted,
                got=got,
            )

    def _event(self, state: Consequence, element: Element | None) -> Event:
        surface_id = state.surface_id or (element.surface_id if element else None)
        surface = state.surfaces.get(surface_id) if surface_id else None
        event = Event(
            surface_id=surface_id,
            element_id=state.element_id or (element.element_id if element else None),
            row=state.row or (element.row if element else None),
            message=state.message,
            changes=joined(state.changes),
            local=state.local,
            problems=state.problems,
            owner=surface.owner if surface else "agent",
        )
        if state.message is None or surface is None:
            return event
        changes = joined([*self._unsent(surface.owner), *state.changes])
        return replace(
            event,
            changes=tuple(change for change in changes if consequences.holds(change, state.surfaces)),
            metadata=data_model(state.surfaces, surface),
        )

    def _unsent(self, owner: str) -> Iterator[Change]:
        """Changes on that agent's surfaces since its last message."""
        recent: list[Event] = []
        for event in reversed(self._session.events):
            if event.message is not None and event.owner == owner:
                break
            recent.append(event)
        for event in reversed(recent):
            if event.owner == owner and event.message is None:
                yield from event.changes

    # -- what is there -------------------------------------------------------------------------------------------

    @property
    def _screen(self) -> Screen:
        if self._session.shown is None:
            raise StaleScreen("Nothing has been shown yet.", code="not_shown", hint="Show a surface first.")
        return self._session.shown.screen

    def _element(self, key: str, *, also_disabled: bool = False) -> Element:
        """The element `key`, which a person could operate now; raises UnknownElement or NotOperable.

        `also_disabled` is for options that are disabled only until another one is switched off.
        """
        screen = self._screen
        elements = screen.elements()
        element = values.element_for(elements, key)
        if element is None:
            raise self._not_there(key)
        if not element.enabled and not also_disabled:
            raise self._disabled(element)
        if element.covered_by is not None:
            raise NotOperable(
                f"{key!r} is covered by {element.covered_by!r}.",
                code="covered",
                element_id=key,
                hint="Close what covers it first.",
                possible=elements.values(),
            )
        return element

    def _one(self, key: str, done: str) -> Element:
        """The element `key`; of a choice or tab bar, the option or tab that is meant must be named."""
        elements = self._screen.elements()
        named = values.element_for(elements, key)
        parts = [one for name, one in elements.items() if name.startswith(f"{key}#")]
        if named is None or named.element_id == key or len(parts) == 1:
            return self._element(key)
        raise NotOperable(
            f"{key!r} is made of several parts; which of them is to be {done} is not said.",
            code="wrong_kind",
            element_id=key,
            hint=f"Name one of them: {', '.join(one.element_id for one in parts[:10])}.",
            possible=parts,
        )

    def _disabled(self, element: Element) -> NotOperable:
        picker = self._screen.scene.nodes.get(element.element_id.rpartition("#")[0])
        if isinstance(picker, view.ChoicePicker):
            return consequences.too_many(picker, element.element_id)
        return NotOperable(
            f"{element.element_id!r} is disabled.",
            code="disabled",
            element_id=element.element_id,
            hint=" ".join(element.messages) or "What it waits for must be filled in first.",
            possible=self._screen.elements().values(),
        )

    def _not_there(self, key: str) -> UnknownElement:
        component_id = key.partition(":")[0].partition("#")[0].rpartition("/")[2]
        known = any(component_id in surface.components for surface in self._session.surfaces)
        surface_id = key.partition("/")[0]
        gone = surface_id if self._session.has_lost(surface_id) else None
        if gone is None and not known:
            gone = self._session.deleted_surface_with(component_id)
        if gone is not None:
            return UnknownElement(
                f"{key!r} is gone: its surface {gone!r} has been deleted.",
                code="surface_gone",
                element_id=key,
                got=key,
                possible=self._screen.elements().values(),
            )
        return UnknownElement(
            f"{key!r} is {'not on the screen now' if known else 'not known'}.",
            code="not_on_screen" if known else "unknown_element",
            element_id=key,
            hint=self._why_not_there(key) if known else "",
            got=key,
            possible=self._screen.elements().values(),
        )

    def _why_not_there(self, key: str) -> str:
        node = self._node(key)
        if isinstance(node, view.ChoicePicker) and node.filter:
            return f"The words typed into '{node.key}#filter' leave it out; clear them first."
        return "It is in a closed tab or modal, or is nothing a person can operate."

    def _node(self, key: str) -> view.Node | None:
        return self._screen.scene.node_of(key)

    def _nothing(self, element: Element) -> Event:
        """The act that changes nothing because all is as wanted; it is recorded all the same."""
        event = Event(element.surface_id, element.element_id, element.row)
        self._session.commit(self._session.surfaces, event)
        return event

    def _wrong_kind(self, element: Element, verb: str) -> ActRefused:
        return NotOperable(
            f"{element.element_id!r} is a {element.role}; {verb} is for {_TAKES[verb]}.",
            code="wrong_kind",
            element_id=element.element_id,
            expected=_TAKES[verb],
            got=element.role,
            possible=self._screen.elements().values(),
        )


def _scrolled_to(element: Element, screen: Screen) -> Frame:
    """The frame after an act on `element`: the person scrolls no further than needed, and stays there."""
    frame = screen.frame
    if frame.full_page:
        return frame
    top, height = element.box[1] / frame.scale, element.box[3] / frame.scale
    below = top + height - frame.height
    by = top if top < 0 or height > frame.height else max(below, 0)
    return scrolled(frame, frame.scroll_y + by, screen.drawing.content_height)


def _open_modals(surfaces: Surfaces) -> int:
    return sum(len(surface.local.open_modals) for surface in surfaces)


def _switches(node: view.ChoicePicker, wanted: tuple[str, ...]) -> list[Click]:
    """The clicks that bring the selection to `wanted`; what must go is switched off first."""
    off = [option.value for option in node.options if option.selected and option.value not in wanted]
    on = [option.value for option in node.options if not option.selected and option.value in wanted]
    changed = [*off, *on] if node.multiple else on
    return [Click(f"{node.key}#{value}") for value in changed]


def _same_value(got: str, wanted: str) -> bool:
    """Whether both are one text or one number: a slider rounds to fifteen digits, and to its steps."""
    if got == wanted:
        return True
    try:
        return math.isclose(float(got), float(wanted), rel_tol=1e-9, abs_tol=1e-12)
    except ValueError:
        return False
